//! One answer: a case with what is known of it.

use std::sync::Arc;

use oddsmith::answer::expression::{Kwargs, Point, Value};
use oddsmith::{Error, Result, answer};
use pyo3::prelude::*;

use crate::answers::Answers;
use crate::chart::{Chart, Look};
use crate::convert::{figures, named, python, valued};
use crate::error::{Raised, missing};
use crate::frame::Frame;
use crate::gaps::Estimate;
use crate::known::AnswerSet;
use crate::page::{shown, shows};

/// A case with what is known of it: its law, where it is exact, and its tally, where it was played.
#[pyclass(frozen, module = "oddsmith")]
pub struct Answer {
    known: Arc<AnswerSet>,
    value: Value,
}

impl Answer {
    /// A case of the expression language.
    pub fn of(known: &Arc<AnswerSet>, value: Value) -> Answer {
        Answer { known: known.clone(), value }
    }

    /// Number of check and case.
    fn place(&self) -> (usize, usize) {
        let point = self.value.downcast_object_ref::<Point>();
        point.map_or((0, 0), |point| (point.case().check, point.case().case))
    }

    fn answer(&self) -> &answer::Answer {
        let (check, case) = self.place();
        &self.known.check(check).cases[case]
    }

    fn figure(&self, py: Python<'_>, name: &str) -> PyResult<Py<PyAny>> {
        let found = py.detach(|| self.known.asks.figure(&self.value, name));
        python(py, &found.map_err(|error| missing(&error))?, &self.known)
    }

    fn ask(&self, py: Python<'_>, name: &str, arguments: &[Value]) -> PyResult<Py<PyAny>> {
        let found = py.detach(|| self.known.asks.ask(&self.value, name, arguments));
        python(py, &found.raised()?, &self.known)
    }

    fn page(&self) -> Result<oddsmith::text::Page> {
        self.known.page(std::slice::from_ref(self.answer()))
    }

    fn drawn(&self, look: &Look) -> Result<Chart> {
        let (check, case) = self.place();
        match self.known.results.all().count() {
            1 => Chart::of(&self.known, look),
            _ => Chart::of(&self.known.alone(check, case)?, look),
        }
    }
}

figures! { Answer, figure -> Py<PyAny>:
    /// All its fields.
    fields,
    /// The axes with their values here.
    at,
    /// The trials that were played.
    trials,
    /// The chance of success, 0 to 1.
    success,
    /// The mean of its scores.
    mean,
    /// Their standard deviation.
    sd,
    /// Their median.
    median,
    /// The scores that come up most often.
    likeliest,
    /// Of a duel: its value, and what of it is proved.
    value,
    /// Of a duel: the value that is proved at least.
    lo,
    /// Of a duel: the value that is proved at most.
    hi,
    /// Of a duel: how often the own side wins.
    win,
    /// Of a duel: how often nobody wins.
    tie,
    /// Of a duel: how often the rival wins.
    loss,
    /// Of a duel: the points that are spent on average.
    spend,
    /// Of a duel: those that the rival spends.
    rival_spend,
}

shows! { Answer:
    /// The answer as people read it: "table", "markdown", "html", "bbcode" or "csv".
    table,
    /// The chart that shows it.
    chart,
}

#[pymethods]
impl Answer {
    /// The check.
    #[getter]
    fn check(&self) -> String {
        self.answer().case.entry.id.to_string()
    }

    /// The names of what is counted.
    #[getter]
    fn columns(&self) -> Vec<String> {
        let mut names: Vec<String> =
            self.answer().columns().iter().map(|column| column.name.to_string()).collect();
        names.dedup();
        names
    }

    /// Whether it is exact, what was played, and why.
    #[getter]
    fn why(&self) -> &str {
        &self.answer().why
    }

    /// The chance of success as a fraction, where it is exact.
    #[getter]
    fn fraction(&self) -> PyResult<Option<String>> {
        let found = self.known.asks.ask(&self.value, "estimate", &[Value::from("success")]);
        Ok(Estimate::said(&found.map_err(|error| missing(&error))?).fraction)
    }

    /// Of a duel: the choices of the first round with their shares.
    #[pyo3(signature = (side="own"))]
    fn strategy(&self, py: Python<'_>, side: &str) -> PyResult<Py<PyAny>> {
        let side = Kwargs::from_iter([("side", Value::from(side))]);
        self.ask(py, "strategy", &[Value::from(side)])
    }

    /// Of a duel: what simple policy gives away.
    #[pyo3(signature = (policy, /))]
    fn gives_away(&self, py: Python<'_>, policy: &str) -> PyResult<Py<PyAny>> {
        self.ask(py, "gives_away", &[Value::from(policy)])
    }

    /// The share of a rung or score, or of all at least or at most; of another column by its name.
    #[pyo3(signature = (event=None, /, *, at_least=None, at_most=None, column=None, at=None))]
    pub fn share(
        &self,
        py: Python<'_>,
        event: Option<&Bound<'_, PyAny>>,
        at_least: Option<&Bound<'_, PyAny>>,
        at_most: Option<&Bound<'_, PyAny>>,
        column: Option<&Bound<'_, PyAny>>,
        at: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let options =
            [("at_least", at_least), ("at_most", at_most), ("column", column), ("at", at)];
        let first = event.map(|event| valued("event", event)).transpose()?;
        let arguments: Vec<Value> = first.into_iter().chain(named(&options)?).collect();
        self.ask(py, "share", &arguments)
    }

    /// The smallest score whose share, with all below it, is at least so much.
    #[pyo3(signature = (level, /))]
    fn quantile(&self, py: Python<'_>, level: f64) -> PyResult<Py<PyAny>> {
        self.ask(py, "quantile", &[Value::from(level)])
    }

    /// Every score with its name and share: the law where there is one, else what was counted.
    #[pyo3(signature = (column=None, /, *, at=None))]
    pub fn law(
        &self,
        py: Python<'_>,
        column: Option<&str>,
        at: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        match column {
            Some(column) => self.about(column, at)?.figure(py, "law"),
            None => self.figure(py, "law"),
        }
    }

    /// The same case, asked about another column, of an indexed one at an index.
    #[pyo3(name = "column", signature = (name, /, *, at=None))]
    fn about(&self, name: &str, at: Option<&Bound<'_, PyAny>>) -> PyResult<Answer> {
        let first = Some(Value::from(name));
        let arguments: Vec<Value> = first.into_iter().chain(named(&[("at", at)])?).collect();
        Ok(Answer::of(
            &self.known,
            self.known.asks.ask(&self.value, "column", &arguments).raised()?,
        ))
    }

    /// The same case at each index of an indexed column.
    #[pyo3(signature = (column, /))]
    fn each(&self, py: Python<'_>, column: &str) -> PyResult<Py<PyAny>> {
        self.ask(py, "each", &[Value::from(column)])
    }

    /// What is known of a figure: "success", "mean", "share:RUNG" or "at_least:RUNG".
    #[pyo3(signature = (figure="success", /))]
    fn estimate(&self, figure: &str) -> PyResult<Estimate> {
        let found =
            self.known.asks.ask(&self.value, "estimate", &[Value::from(figure)]).raised()?;
        Ok(Estimate::said(&found))
    }

    /// How much larger the chance of success is than that of another answer.
    #[pyo3(signature = (other, /))]
    fn gap(&self, other: &Answer) -> PyResult<Estimate> {
        let share = |answer: &Answer| {
            let point = answer.value.downcast_object_ref::<Point>();
            let known = point.and_then(|point| point.case().success());
            known.ok_or_else(|| {
                Error::question(format!("{} has no success to compare", answer.check())).with_hint(
                    "say what counts as success: `--at-least N`, `--at-most N` or \
                        `--of RUNG`",
                )
            })
        };
        let (mine, theirs) = (share(self).raised()?, share(other).raised()?);
        Ok(Estimate::from(&mine.minus(&theirs)))
    }

    /// The outcomes as a frame for polars, pandas, pyarrow or DuckDB.
    fn frame(&self) -> Frame {
        let (check, case) = self.place();
        Frame::of(&self.known.results, check, Some(case))
    }

    /// The same as `odds --format json` says of it, as a dictionary.
    pub fn json(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let (check, case) = self.place();
        Answers::object(py, &self.known, check, case)
    }

    /// The same as `json`.
    fn to_dict(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.json(py)
    }

    fn __repr__(&self) -> PyResult<String> {
        let answer = self.answer();
        let share = self
            .known
            .asks
            .figure(&self.value, if answer.is_counted() { "success" } else { "value" });
        let share = share.map_or(String::new(), |share| format!(": {share}"));
        Ok(format!("<oddsmith.Answer {}{share}>", answer.case.identity()))
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        shown(py, || self.page(), |look| self.drawn(look))
    }
}
