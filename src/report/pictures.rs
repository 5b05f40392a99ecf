//! Charts that a report asks for itself, as their titles are findings that no scenario can compute.

use super::figures::{COLUMN, Drawn};
use crate::chart::{Figure, Plot, Size};
use crate::error::Result;
use crate::scenario::{Picture, PictureKind};

/// A figure as a file of the report, and for the page.
///
/// # Errors
/// If there is nothing to draw.
pub fn drawn<P: Plot + Clone>(file: &str, figure: &Figure<P>) -> Result<Drawn> {
    let svg = figure.svg().map_err(|error| error.at(format!("chart `{file}`")))?;
    // A page's column is narrower than a figure of its own, and type keeps its size.
    let narrow = Figure { size: Size { width: COLUMN, ..figure.size }, ..figure.clone() };
    Ok(Drawn {
        file: file.to_owned(),
        title: figure.title.clone(),
        bytes: svg.into_bytes(),
        inline: narrow.inline_svg()?,
    })
}

/// A chart as a scenario would ask for it, along this axis and under this title.
pub fn titled(kind: PictureKind, x: &str, file: &str, title: String) -> Picture {
    Picture {
        kind,
        x: Some(x.into()),
        y: None,
        split: None,
        column: None,
        at: None,
        view: None,
        of: None,
        title: Some(title),
        file: file.into(),
        size: None,
        dark: false,
        place: None,
    }
}
