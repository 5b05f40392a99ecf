//! Python classes of the answers of several checks, by label: results and comparisons.

use std::sync::Arc;

use oddsmith::Error;
use oddsmith::answer::{SavedResults, csv};
use oddsmith::query::{self, Action, Reply};
use oddsmith::text::Page;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answer_set::AnswerSet;
use crate::answers::Answers;
use crate::arguments::{Options, options_of};
use crate::cell::cell;
use crate::chart::{Chart, ChartOptions};
use crate::error::Raised;
use crate::frame::Frame;
use crate::named_arguments;
use crate::page::{shown, shows};
use crate::pickle::pickles;
use crate::request::{Request, State};
use crate::rules::{Rules, parsed};
use crate::watch::compute_reply;

/// The results of a scenario's checks, by label.
#[pyclass(frozen, module = "oddsmith")]
pub struct Results {
    /// Results of all checks.
    pub known: Arc<AnswerSet>,
    title: String,
}

impl Results {
    /// Creates the results of a scenario with its title.
    pub fn of(known: &Arc<AnswerSet>, title: String) -> Results {
        Results { known: known.clone(), title }
    }

    fn parts(&self, py: Python<'_>) -> PyResult<(State,)> {
        Ok((self.known.state(py, None),))
    }
}

/// Returns the answers of the check with this label.
///
/// # Errors
/// If there is no such label.
fn labelled(known: &Arc<AnswerSet>, label: &str) -> PyResult<Answers> {
    let checks = &known.results.checks;
    let found = checks.iter().position(|check| check.label == label);
    let labels = checks.iter().map(|check| check.label.as_str());
    let found = found.ok_or_else(|| Error::unknown("label", label, "", labels)).raised()?;
    Ok(Answers::of(known, found))
}

/// Returns the labels of all checks.
fn labels(known: &AnswerSet) -> Vec<String> {
    known.results.checks.iter().map(|check| check.label.clone()).collect()
}

pickles! { Results }

#[pymethods]
impl Results {
    /// The title of the scenario.
    #[getter]
    fn title(&self) -> &str {
        &self.title
    }

    /// The labels of its checks.
    #[getter]
    fn labels(&self) -> Vec<String> {
        labels(&self.known)
    }

    /// The number of simulated trials.
    #[getter]
    fn trials(&self) -> u64 {
        self.known.results.trials
    }

    fn __getitem__(&self, label: &str) -> PyResult<Answers> {
        labelled(&self.known, label)
    }

    fn __len__(&self) -> usize {
        self.known.results.checks.len()
    }

    /// The outcomes as a frame for polars, pandas, pyarrow or DuckDB.
    fn frame(slf: &Bound<'_, Self>) -> Frame {
        let Results { known, title } = slf.get();
        Frame::all(slf, &known.results, Some(title.clone()))
    }

    /// The outcomes as CSV, byte for byte as `oddsmith merge --save` writes them.
    fn csv(&self) -> String {
        csv::whole(&self.title, &self.known.results.checks)
    }

    fn __repr__(&self) -> String {
        format!("<oddsmith.Results {}>", self.labels().join(", "))
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let shown = |check: &oddsmith::answer::Answers| {
            let page = self.known.page(&check.cases)?;
            Ok(cell(Some(&Page { title: check.label.clone(), ..page }), ""))
        };
        let checks = &self.known.results.checks;
        py.detach(|| checks.iter().map(shown).collect::<oddsmith::Result<String>>()).raised()
    }
}

/// A comparison: the results of each check by its label, and the differences.
#[pyclass(frozen, module = "oddsmith")]
pub struct Comparison {
    /// Results of all checks.
    pub known: Arc<AnswerSet>,
    page: Page,
    json: String,
}

impl Comparison {
    fn parts(&self, py: Python<'_>) -> PyResult<(State,)> {
        Ok((self.known.state(py, None),))
    }

    fn page(&self) -> oddsmith::Result<Page> {
        Ok(self.page.clone())
    }

    fn drawn(&self, look: &ChartOptions) -> oddsmith::Result<Chart> {
        Chart::of(&self.known, look)
    }
}

pickles! { Comparison }

shows! { Comparison:
    /// The comparison as a text: "table", "markdown", "html", "bbcode" or "csv".
    table,
    /// A chart of the comparison: for two checks their curves and the difference.
    chart,
}

#[pymethods]
impl Comparison {
    #[staticmethod]
    fn _restore(py: Python<'_>, state: State) -> PyResult<Comparison> {
        let (request, saved) = Request::read(py, state)?;
        compared(py, request, Some(saved))
    }

    /// The labels of the checks.
    #[getter]
    fn labels(&self) -> Vec<String> {
        labels(&self.known)
    }

    fn __getitem__(&self, label: &str) -> PyResult<Answers> {
        labelled(&self.known, label)
    }

    fn __len__(&self) -> usize {
        self.known.results.checks.len()
    }

    /// The outcomes as a frame for polars, pandas, pyarrow or DuckDB.
    fn frame(slf: &Bound<'_, Self>) -> Frame {
        Frame::all(slf, &slf.get().known.results, None)
    }

    /// The outcomes as CSV.
    fn csv(&self) -> String {
        csv::whole("", &self.known.results.checks)
    }

    /// The output of `compare --format json`, as a dictionary.
    fn json(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        parsed(py, &self.json)
    }

    /// The same as `json`.
    fn to_dict(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.json(py)
    }

    fn __repr__(&self) -> String {
        format!("<oddsmith.Comparison {}>", self.labels().join(", "))
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        shown(py, || self.page(), |look| self.drawn(look))
    }
}

/// Compare checks, each with the same advantage added in its own way. Each is a text, "CHECK
/// field=value" or "label: CHECK field=value"; give a field a range as on the command line:
/// "dc=5..25/5". `edge` are the advantages to compare at. `match` shifts each check so that its
/// chance of success at advantage 0 is as close to this as possible.
#[pyfunction]
#[pyo3(
    signature = (*questions, **options),
    text_signature = "(*questions, edge=None, match=None, rules=None, of=None, at_least=None, \
        at_most=None, column=None, trials=None, precision=None, seed=None, \
        exact_only=False, sampled_only=False, no_kernel=False, budget=None)"
)]
pub fn compare(
    py: Python<'_>,
    questions: Vec<String>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Comparison> {
    let request = Request::of("compare", questions, &named_arguments::read(py, options)?)?;
    compared(py, request, None)
}

/// Answers a call of `compare`, or restores its answers.
///
/// # Errors
/// If the question can't be read, or a case can't be answered.
pub fn compared(
    py: Python<'_>,
    call: Request,
    saved: Option<SavedResults<'static>>,
) -> PyResult<Comparison> {
    let known = options_of(Action::Compare);
    let Options { rules, request } = Options::only("compare", &call.named(py)?, &known, &[])?;
    let request =
        query::Request { action: Action::Compare, questions: call.texts.clone(), ..request };
    let only = saved.as_ref().and_then(SavedResults::place);
    let catalogue = Rules::catalogue(rules.as_deref());
    let reply = compute_reply(py, saved, catalogue, move |catalogue| request.prepare(catalogue))?;
    let json = reply.json().unwrap_or_default();
    let Reply { page, shown, .. } = reply;
    let shown = shown.ok_or_else(|| Error::question("it has no results")).raised()?;
    let known = AnswerSet::new(shown.results, shown.shown, shown.kind, call, only);
    Ok(Comparison { known, page, json })
}
