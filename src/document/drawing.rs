//! The charts of a document.

use std::sync::Arc;

use crate::answer::Results;
use crate::answer::expression::Expressions;
use crate::error::Result;
use crate::scenario::Chart;
use crate::text::html;

/// A chart, drawn.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The name of its file.
    pub file: String,
    /// What it says: its title.
    pub title: String,
    /// The bytes of its file: SVG or PNG, as the name ends.
    pub bytes: Vec<u8>,
    /// The figure for a page that has the typeface and the themes.
    pub inline: String,
}

/// Draws a chart; `command` makes it again.
pub fn draw(
    _results: &Arc<Results>,
    chart: &Chart,
    expressions: &Expressions,
    _command: &str,
) -> Result<Drawing> {
    let title = title(chart, expressions)?;
    let inline =
        format!("<svg class=\"chart\" role=\"img\" aria-label=\"{}\"></svg>", html(&title));
    Ok(Drawing { file: chart.file.clone(), bytes: inline.clone().into_bytes(), title, inline })
}

/// The title of a chart, its numbers worked out.
pub fn title(chart: &Chart, expressions: &Expressions) -> Result<String> {
    match &chart.title {
        Some(title) => expressions.words(title),
        None => Ok(crate::page::words(chart.file.rsplit_once('.').map_or("", |(name, _)| name))),
    }
}

/// What a page with these figures needs in its style sheet.
pub fn style(_page: &str) -> String {
    String::new()
}
