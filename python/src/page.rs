//! Display of answers: as a text, as a page, in a notebook cell.

use anstream::adapter::strip_str;
use oddsmith::registry::Choice;
use oddsmith::text::{Detail, Format, Page};
use oddsmith::{Error, Result};
use pyo3::prelude::*;

use crate::cell::cell;
use crate::chart::{Chart, ChartOptions};
use crate::error::{Raised, spelled};

/// Defines the methods that show a class as a text and as a chart, from its `page` and `drawn`.
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
                let look = ChartOptions { kind, title, size, theme: theme.to_owned() };
                Ok(slf.get().drawn(&look).raised()?.made_by(slf, look))
            }

            fn __str__(&self) -> PyResult<String> {
                self.printed("table")
            }
        }
    };
}
pub(crate) use shows;

/// Prints a page in the format of this name.
///
/// # Errors
/// If there is no such format.
pub fn printed(page: &Page, form: &str) -> PyResult<String> {
    let known = || Format::WORDS.iter().copied();
    let format = Format::named(form).ok_or_else(|| Error::unknown("format", form, "", known()));
    let format = format.raised()?;
    let text = page.print(format, Detail::Usual, spelled);
    // Terminal colours are removed.
    Ok(if format == Format::Table { strip_str(&text).to_string() } else { text })
}

/// Returns a notebook cell with a page and, if it can be drawn, its chart.
///
/// # Errors
/// If the page can't be made.
pub fn shown(
    py: Python<'_>,
    page: impl FnOnce() -> Result<Page> + Send,
    chart: impl FnOnce(&ChartOptions) -> Result<Chart> + Send,
) -> PyResult<String> {
    py.detach(|| {
        let look = ChartOptions { theme: "light".to_owned(), ..ChartOptions::default() };
        let figure = chart(&look).and_then(|chart| chart.inline()).unwrap_or_default();
        page().map(|page| cell(Some(&page), &figure))
    })
    .raised()
}
