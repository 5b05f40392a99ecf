//! Answers as people read them: in a terminal, as pages, in a notebook.

use oddsmith::chart::part_style;
use oddsmith::text::{Format, Page};
use pyo3::prelude::*;

/// The style of a page within a notebook.
const STYLE: &str = include_str!("notebook.css");

/// The name that a format has in a call.
///
/// # Errors
/// If there is none such.
pub fn format(name: &str) -> PyResult<Format> {
    Ok(match name {
        "table" => Format::Table,
        "markdown" => Format::Markdown,
        "html" => Format::Html,
        "bbcode" => Format::Bbcode,
        _ => {
            let known = ["table", "markdown", "html", "bbcode"];
            let error = oddsmith::Error::unknown("format", name, "", known);
            return Err(crate::error::raised(&error));
        }
    })
}

/// A page as plain text, without the colours of a terminal.
pub fn plain(page: &Page) -> String {
    let text = page.print(Format::Table, false);
    let mut parts = text.split("\u{1b}[");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain += part.split_once('m').map_or("", |(_, rest)| rest);
    }
    plain
}

/// A page with its figure as a cell of a notebook shows it, light or dark as the notebook is.
pub fn cell(page: Option<&Page>, figure: &str) -> String {
    let html = page.map_or_else(String::new, |page| page.print(Format::Html, false));
    let style = part_style("oddsmith", figure);
    format!("<div class=\"oddsmith\"><style>{STYLE}{style}</style>\n{figure}{html}</div>\n")
}
