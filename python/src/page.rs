//! Answers as people read them: in a terminal, as pages, in a notebook.

use oddsmith::chart::part_style;
use oddsmith::text::{Format, Page};
use pyo3::prelude::*;

use crate::error::{raised, spelled};

/// The style of a page within a notebook.
const STYLE: &str = include_str!("notebook.css");

/// A page in the format that has this name in a call.
///
/// # Errors
/// If there is none such.
pub fn printed(page: &Page, form: &str) -> PyResult<String> {
    let format = match form {
        "table" => return Ok(plain(page)),
        "markdown" => Format::Markdown,
        "html" => Format::Html,
        "bbcode" => Format::Bbcode,
        _ => {
            let known = ["table", "markdown", "html", "bbcode"];
            return Err(raised(&oddsmith::Error::unknown("format", form, "", known)));
        }
    };
    Ok(page.print(format, false, spelled))
}

/// A page as plain text, without the colours of a terminal.
fn plain(page: &Page) -> String {
    let text = page.print(Format::Table, false, spelled);
    let mut parts = text.split("\u{1b}[");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain += part.split_once('m').map_or("", |(_, rest)| rest);
    }
    plain
}

/// A page with its figure as a cell of a notebook shows it, light or dark as the notebook is.
pub fn cell(page: Option<&Page>, figure: &str) -> String {
    let html = page.map_or_else(String::new, |page| page.print(Format::Html, false, spelled));
    let style = part_style("oddsmith", figure);
    format!("<div class=\"oddsmith\"><style>{STYLE}{style}</style>\n{figure}{html}</div>\n")
}
