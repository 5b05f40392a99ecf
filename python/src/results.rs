//! Python class of results: the answers of several checks, by label.

use std::sync::Arc;

use oddsmith::Error;
use oddsmith::answer::csv;
use oddsmith::text::Page;
use pyo3::prelude::*;

use crate::answer_set::AnswerSet;
use crate::answers::Answers;
use crate::error::Raised;
use crate::frame::Frame;
use crate::page::cell;
use crate::pickle::pickles;
use crate::request::{Request, State, results};

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
pub fn labelled(known: &Arc<AnswerSet>, label: &str) -> PyResult<Answers> {
    let checks = &known.results.checks;
    let found = checks.iter().position(|check| check.label == label);
    let labels = checks.iter().map(|check| check.label.as_str());
    let found = found.ok_or_else(|| Error::unknown("label", label, "", labels)).raised()?;
    Ok(Answers::of(known, found))
}

/// Returns the labels of all checks.
pub fn labels(known: &AnswerSet) -> Vec<String> {
    known.results.checks.iter().map(|check| check.label.clone()).collect()
}

pickles! { Results }

#[pymethods]
impl Results {
    #[staticmethod]
    fn _restore(py: Python<'_>, state: State) -> PyResult<Results> {
        let (request, saved) = Request::read(py, state)?;
        results(py, request, saved)
    }

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
