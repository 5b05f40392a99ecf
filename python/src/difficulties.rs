//! Python class and function for difficulties: a row for each competence, or for each row of
//! another table.

use std::sync::Arc;

use oddsmith::Error;
use oddsmith::answer::solve::{self, SolvedRow};
use oddsmith::answer::{Results, SavedResults};
use oddsmith::query::{Action, ReplyData};
use oddsmith::text::Page;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answer_set::AnswerSet;
use crate::arguments::Arguments;
use crate::chart::{Chart, ChartOptions};
use crate::error::Raised;
use crate::named_arguments;
use crate::page::{shown, shows};
use crate::pickle::pickles;
use crate::request::{Request, State};
use crate::rules::parsed;
use crate::values::place;

/// The difficulties found, a row each.
#[pyclass(frozen, sequence, module = "oddsmith")]
pub struct Difficulties {
    check: String,
    field: String,
    found: Vec<SolvedRow>,
    page: Page,
    request: Arc<Request>,
    /// Results around the difficulties; `None` if nothing was found.
    around: Option<Arc<AnswerSet>>,
}

impl Difficulties {
    fn parts(&self, py: Python<'_>) -> PyResult<(State,)> {
        let nothing = Results { checks: Vec::new(), pairs: Vec::new(), trials: 0, seed: 0 };
        let around = self.around.as_ref().map_or(&nothing, |known| &known.results);
        let saved = SavedResults::of(around).with_rows(&self.found);
        Ok((self.request.state(py, &saved),))
    }

    fn page(&self) -> oddsmith::Result<Page> {
        Ok(self.page.clone())
    }

    /// Returns rows as a new list of dictionaries.
    fn dictionaries<'py>(
        &self,
        py: Python<'py>,
        rows: &[SolvedRow],
    ) -> PyResult<Bound<'py, PyAny>> {
        let json = solve::json::rows(&self.check, &self.field, rows);
        parsed(py, &json)?.into_bound(py).get_item("rows")
    }

    fn drawn(&self, look: &ChartOptions) -> oddsmith::Result<Chart> {
        let none = || Error::question("nothing was found, so there is nothing to draw");
        Chart::of(self.around.as_ref().ok_or_else(none)?, look)
    }
}

pickles! { Difficulties }

shows! { Difficulties:
    /// The rows as a text: "table", "markdown", "html", "bbcode" or "csv".
    table,
    /// A chart of the chances around the difficulties found.
    chart,
}

#[pymethods]
impl Difficulties {
    #[staticmethod]
    fn _restore(py: Python<'_>, state: State) -> PyResult<Difficulties> {
        let (request, saved) = Request::read(py, state)?;
        found(py, request, Some(saved))
    }

    /// The rows as dictionaries, as `dc --format json` prints them.
    #[getter]
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.dictionaries(py, &self.found)
    }

    /// The difficulty of each row; None if no value gives the chance.
    #[getter]
    fn solved(&self) -> Vec<Option<i32>> {
        self.found.iter().map(|row| row.solution.value).collect()
    }

    fn __len__(&self) -> usize {
        self.found.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, at: isize) -> PyResult<Bound<'py, PyAny>> {
        let at = place(at, self.found.len())?;
        self.dictionaries(py, &self.found[at..=at])?.get_item(0)
    }

    fn __repr__(&self) -> String {
        format!("<oddsmith.Difficulties: {} rows>", self.found.len())
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        shown(py, || self.page(), |look| self.drawn(look))
    }
}

/// Find the difficulty that gives a chance, `target`, or translate the difficulties of another
/// check, `like`. `each` gives a row for each of its values, `solve` names another field to find,
/// `never_below` allows no chance below the target.
#[pyfunction]
#[pyo3(
    signature = (check, /, **fields),
    text_signature = "(check, /, *, target=None, each=None, solve=None, never_below=False, \
        like=None, rules=None, of=None, at_least=None, at_most=None, \
        column=None, trials=None, precision=None, seed=None, exact_only=False, \
        sampled_only=False, no_kernel=False, budget=None, **fields)"
)]
pub fn dc(
    py: Python<'_>,
    check: &str,
    fields: Option<&Bound<'_, PyDict>>,
) -> PyResult<Difficulties> {
    let request = Request::of("dc", vec![check.to_owned()], &named_arguments::read(py, fields)?)?;
    found(py, request, None)
}

/// Finds the difficulties for a call of `dc`, or restores them.
///
/// # Errors
/// If the question can't be read, or a case can't be answered.
pub fn found(
    py: Python<'_>,
    request: Request,
    saved: Option<SavedResults<'static>>,
) -> PyResult<Difficulties> {
    let arguments = Arguments::read(Action::Dc, request.text(), &request.named(py)?)?;
    let reply = arguments.reply(py, saved)?;
    let (page, request) = (reply.page, Arc::new(request));
    let ReplyData::Difficulties(check, field, found) = reply.found else {
        return Err(Error::question("it has no rows")).raised();
    };
    let around = reply.shown.map(|around| {
        AnswerSet::new(around.results, around.shown, around.kind, request.clone(), None)
    });
    Ok(Difficulties { check, field, found, page, request, around })
}
