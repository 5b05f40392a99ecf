//! Answers as people read them: in a terminal, as pages, in a notebook.

use anstream::adapter::strip_str;
use oddsmith::chart::part_style;
use oddsmith::registry::Choice;
use oddsmith::text::{Detail, Format, Page};
use oddsmith::{Error, Result};
use pyo3::prelude::*;

use crate::chart::{Chart, Look};
use crate::error::{Raised, spelled};

/// The style of a page within a notebook.
const STYLE: &str = include_str!("notebook.css");

/// How a class shows itself, by its own `page` and `drawn`: as a text and as a chart.
macro_rules! shows {
    ($class:ident: $(#[doc = $of_table:tt])+ table, $(#[doc = $of_chart:tt])+ chart,) => {
        #[pymethods]
        impl $class {
            $(#[doc = $of_table])+
            #[pyo3(name = "table", signature = (form="table", /))]
            fn printed(&self, form: &str) -> PyResult<String> {
                $crate::page::printed(&self.page().raised()?, form)
            }

            $(#[doc = $of_chart])+
            #[pyo3(signature = (kind=None, *, title=None, size=None, theme="light"))]
            fn chart(
                slf: &Bound<'_, Self>,
                kind: Option<String>,
                title: Option<String>,
                size: Option<(i64, i64)>,
                theme: &str,
            ) -> PyResult<Chart> {
                let look = Look { kind, title, size, theme: theme.to_owned() };
                Ok(slf.get().drawn(&look).raised()?.made_by(slf, look))
            }

            fn __str__(&self) -> PyResult<String> {
                self.printed("table")
            }
        }
    };
}
pub(crate) use shows;

/// A page in the format that has this name in a call.
///
/// # Errors
/// If there is none such.
pub fn printed(page: &Page, form: &str) -> PyResult<String> {
    let known = || Format::WORDS.iter().copied();
    let format = Format::named(form).ok_or_else(|| Error::unknown("format", form, "", known()));
    let format = format.raised()?;
    let text = page.print(format, Detail::Usual, spelled);
    // Without the colours of a terminal.
    Ok(if format == Format::Table { strip_str(&text).to_string() } else { text })
}

/// A page and the chart that belongs to it, where one can be drawn, as a cell.
///
/// # Errors
/// If there is no page.
pub fn shown(
    py: Python<'_>,
    page: impl FnOnce() -> Result<Page> + Send,
    chart: impl FnOnce(&Look) -> Result<Chart> + Send,
) -> PyResult<String> {
    py.detach(|| {
        let look = Look { theme: "light".to_owned(), ..Look::default() };
        let figure = chart(&look).and_then(|chart| chart.inline()).unwrap_or_default();
        page().map(|page| cell(Some(&page), &figure))
    })
    .raised()
}

/// A page with its figure as a cell of a notebook shows it, light or dark as the notebook is.
pub fn cell(page: Option<&Page>, figure: &str) -> String {
    let html =
        page.map_or_else(String::new, |page| page.print(Format::Html, Detail::Usual, spelled));
    let style = part_style("oddsmith", figure);
    format!("<div class=\"oddsmith\"><style>{STYLE}{style}</style>\n{figure}{html}</div>\n")
}
