//! Several checks on one axis, and how far apart they are.

use std::sync::Arc;

use oddsmith::Error;
use oddsmith::answer::{SavedResults, json};
use oddsmith::odds::Event;
use oddsmith::readout::{self, Shown};
use oddsmith::scenario::{Place, Sides, edges};
use oddsmith::text::Page;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answers;
use crate::asked::{OPTIONS, Options};
use crate::chart::{Chart, Look};
use crate::error::Raised;
use crate::frame::Frame;
use crate::given::{self, number, taken, wrong};
use crate::known::AnswerSet;
use crate::page::{shown, shows};
use crate::pickle::pickles;
use crate::request::{Request, State};
use crate::results::{csv, labelled, labels};
use crate::rules::{Rules, parsed};
use crate::watch::{WorkAmount, watched};

/// A comparison: the results of each check by its label, and the differences.
#[pyclass(frozen, module = "oddsmith")]
pub struct Comparison {
    /// The answers.
    pub known: Arc<AnswerSet>,
    events: Vec<Event>,
    remarks: Vec<String>,
}

impl Comparison {
    fn compared(&self) -> oddsmith::Result<readout::Comparison<'_>> {
        let remarks = self.remarks.clone();
        readout::Comparison::of(&self.known.results.checks, &self.events, remarks)
    }

    fn parts(&self, py: Python<'_>) -> PyResult<(State,)> {
        Ok((self.known.state(py, None),))
    }

    fn page(&self) -> oddsmith::Result<Page> {
        Ok(self.compared()?.page(&self.known.shown, self.known.results.seed))
    }

    fn drawn(&self, look: &Look) -> oddsmith::Result<Chart> {
        Chart::of(&self.known, look)
    }

    fn text(&self) -> oddsmith::Result<String> {
        Ok(json::whole(&self.known.results, &self.events, &self.compared()?.members()))
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

    fn __getitem__(&self, label: &str) -> PyResult<answers::Answers> {
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
        csv(&self.known, "")
    }

    /// What `compare --format json` prints, as a dictionary.
    fn json(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        parsed(py, &self.text().raised()?)
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
    let request = Request::of("compare", questions, &given::read(py, options)?)?;
    compared(py, request, None)
}

/// Answers a call of `compare`, or restores its answers.
///
/// # Errors
/// If the question can't be read, or a case can't be answered.
pub fn compared(
    py: Python<'_>,
    request: Request,
    saved: Option<SavedResults<'static>>,
) -> PyResult<Comparison> {
    let named = request.named(py)?;
    let mut place = Place::default();
    if let Some(edges) = taken(&named, "edge")? {
        place.edges = Some(read_edges(&edges)?);
    }
    if let Some(share) = taken(&named, "match")? {
        place.share = Some(chance(number("match", &share)?)?);
    }
    let options = Options::only("compare", &named, &OPTIONS, &["edge", "match"])?;
    let catalogue = Rules::catalogue(options.rules.as_deref());
    let (effort, event) = (options.request.effort().raised()?, options.request.event().raised()?);
    let read = || Sides::read(&request.texts, &place, &catalogue, effort.budget);
    let sides = py.detach(read).raised()?;
    let remarks = sides.remarks.clone();
    let ahead = WorkAmount::of(sides.count(), effort);
    let (known, events) = watched(py, ahead, move |progress| {
        let settled = |columns: &[Vec<_>], check: &str| {
            event.clone().settled(columns.iter().map(Vec::as_slice), check)
        };
        let events = sides.each(settled)?;
        let only = saved.as_ref().and_then(SavedResults::place);
        let checks = sides.sides.iter().map(|side| &*side.label).zip(&sides.cases);
        let results = match saved {
            Some(saved) => saved.restore(checks)?,
            None => sides.answered(&events, effort, progress)?,
        };
        let shown = Shown { event: events[0].clone(), ..Shown::default() };
        // One case alone is never shown as a comparison.
        let kind = match only {
            Some(_) => None,
            None => Some(readout::Comparison::of(&results.checks, &events, Vec::new())?.kind()),
        };
        Ok((AnswerSet::new(results, shown, kind, request, only), events))
    })?;
    Ok(Comparison { known, events, remarks })
}

/// A share that checks are matched at.
fn chance(share: f64) -> PyResult<f64> {
    match (0.0..=1.0).contains(&share) {
        true => Ok(share),
        false => {
            let hint = match share > 1.0 && share <= 100.0 {
                true => format!("a chance is 0 to 1: match={} is {share} %", share / 100.0),
                false => "it is 0 to 1".to_owned(),
            };
            Err(Error::question(format!("match={share} is no chance")).with_hint(hint)).raised()
        }
    }
}

/// Advantages: a text as at the command, or whole numbers that Python goes over.
fn read_edges(given: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
    if let Ok(text) = given.extract::<String>() {
        return edges(&text).raised();
    }
    given.extract().map_err(|_| wrong("edge", "a text or a list of whole numbers", given))
}
