//! HTML of notebook cells.

use oddsmith::chart::part_style;
use oddsmith::text::{Detail, Format, Page};

use crate::error::spelled;

/// Style of a page within a notebook.
const STYLE: &str = include_str!("notebook.css");

/// Returns the HTML of a notebook cell with a page and a figure, which follow the notebook's light
/// or dark theme.
pub fn cell(page: Option<&Page>, figure: &str) -> String {
    let html =
        page.map_or_else(String::new, |page| page.print(Format::Html, Detail::Usual, spelled));
    let style = part_style("oddsmith", figure);
    format!("<div class=\"oddsmith\"><style>{STYLE}{style}</style>\n{figure}{html}</div>\n")
}
