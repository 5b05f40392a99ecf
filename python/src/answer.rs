//! Python class of a single answer: a case with its results.

use std::sync::Arc;

use oddsmith::expression::{Kwargs, Point, Value};
use oddsmith::odds::Event;
use oddsmith::{Error, Result, answer};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answer_set::AnswerSet;
use crate::chart::{Chart, ChartOptions};
use crate::error::{Raised, missing};
use crate::frame::Frame;
use crate::page::{shown, shows};
use crate::pickle::{no_truth_value, pickles};
use crate::request::State;
use crate::rules::parsed;
use crate::values::{figures, named, number, valued};

/// The result of one case: exact, simulated, or both.
#[pyclass(frozen, module = "oddsmith")]
pub struct Answer {
    known: Arc<AnswerSet>,
    value: Value,
}

/// The name of a column, and its index.
pub type Place = (Option<String>, Option<u32>);

impl Answer {
    /// Wraps a case of the expression language.
    pub fn of(known: &Arc<AnswerSet>, value: Value) -> Answer {
        Answer { known: known.clone(), value }
    }

    fn point(&self) -> Option<&Point> {
        self.value.downcast_object_ref::<Point>()
    }

    /// Returns the indices of check and case.
    fn place(&self) -> (usize, usize) {
        self.point().map_or((0, 0), |point| (point.case().check, point.case().case))
    }

    fn answer(&self) -> &answer::Answer {
        let (check, case) = self.place();
        &self.known.check(check).cases[case]
    }

    fn figure(&self, py: Python<'_>, name: &str) -> PyResult<Py<PyAny>> {
        let found = py.detach(|| self.known.expressions.figure(&self.value, name));
        self.known.python(py, &found.map_err(|error| missing(&error))?)
    }

    fn ask(&self, py: Python<'_>, name: &str, arguments: &[Value]) -> PyResult<Py<PyAny>> {
        self.known.ask(py, &self.value, name, arguments)
    }

    /// Returns the arguments of a pickle: the state of the results, and the column if it is not the
    /// shown one.
    fn parts(&self, py: Python<'_>) -> PyResult<(State, Option<Place>)> {
        let event = self.point().map(|point| &point.case().column);
        let other = event.filter(|event| **event != self.known.shown.event);
        let column = other.map(|event| (event.column.clone(), event.at));
        Ok((self.known.state(py, Some(self.place())), column))
    }

    fn page(&self) -> Result<oddsmith::text::Page> {
        self.known.page(std::slice::from_ref(self.answer()))
    }

    fn drawn(&self, look: &ChartOptions) -> Result<Chart> {
        let (check, case) = self.place();
        match self.known.only.is_none() && self.known.results.all().count() == 1 {
            true => Chart::of(&self.known, look),
            false => Chart::of(&self.known.single_case(check, case)?, look),
        }
    }
}

pickles! { Answer }
no_truth_value! { Answer: "compare one of its numbers, as in `answer.success > 0.5`" }

figures! { Answer, figure -> Py<PyAny>:
    /// The values of all fields of the case, by name.
    fields,
    /// The fields with several values, and their values in this case.
    at,
    /// The number of simulated trials.
    trials,
    /// The chance of success, 0 to 1.
    success,
    /// The mean.
    mean,
    /// The standard deviation.
    sd,
    /// The median.
    median,
    /// The likeliest numbers or results.
    likeliest,
    /// The value of a duel.
    value,
    /// The proved lower bound of a duel's value.
    lo,
    /// The proved upper bound of a duel's value.
    hi,
    /// The chance that the player's side wins a duel.
    win,
    /// The chance that neither side wins a duel.
    tie,
    /// The chance that the rival wins a duel.
    loss,
    /// The points that the player's side spends in a duel on average.
    spend,
    /// The points that the rival spends in a duel on average.
    rival_spend,
}

shows! { Answer:
    /// The result as a text: "table", "markdown", "html", "bbcode" or "csv".
    table,
    /// A chart of the result.
    chart,
}

#[pymethods]
impl Answer {
    /// The check.
    #[getter]
    fn check(&self) -> String {
        self.answer().case.entry.id.to_string()
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        let mut names: Vec<String> =
            self.answer().columns().iter().map(|column| column.name.to_string()).collect();
        names.dedup();
        names
    }

    /// The reason why the result is exact, or only simulated.
    #[getter]
    fn why(&self) -> &str {
        &self.answer().why
    }

    /// The exact chance of success as a fraction.
    #[getter]
    fn fraction(&self) -> PyResult<Option<String>> {
        let found =
            self.known.expressions.call_method(&self.value, "estimate", &[Value::from("success")]);
        let fraction = found.map_err(|error| missing(&error))?.get_attr("fraction");
        Ok(fraction.ok().and_then(|fraction| fraction.as_str().map(str::to_owned)))
    }

    /// The choices in the first round of a duel, each with its chance.
    #[pyo3(signature = (side="own"))]
    fn strategy(&self, py: Python<'_>, side: &str) -> PyResult<Py<PyAny>> {
        let side = Kwargs::from_iter([("side", Value::from(side))]);
        self.ask(py, "strategy", &[Value::from(side)])
    }

    /// The part of a duel's value that a simple policy loses.
    #[pyo3(signature = (policy, /))]
    fn gives_away(&self, py: Python<'_>, policy: &str) -> PyResult<Py<PyAny>> {
        self.ask(py, "gives_away", &[Value::from(policy)])
    }

    /// The chance of a result or number, or of at least or at most it; `column` names another
    /// column.
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

    /// The smallest number x for which the chance of x or less is at least `level`.
    #[pyo3(signature = (level, /))]
    fn quantile(&self, py: Python<'_>, level: f64) -> PyResult<Py<PyAny>> {
        self.ask(py, "quantile", &[Value::from(level)])
    }

    /// Every outcome with its name and chance: exact if possible, else simulated.
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

    /// The same case with another column; `at` is the index of an indexed column.
    #[pyo3(name = "column", signature = (name, /, *, at=None))]
    fn about(&self, name: &str, at: Option<&Bound<'_, PyAny>>) -> PyResult<Answer> {
        let first = Some(Value::from(name));
        let arguments: Vec<Value> = first.into_iter().chain(named(&[("at", at)])?).collect();
        Ok(Answer::of(
            &self.known,
            self.known.expressions.call_method(&self.value, "column", &arguments).raised()?,
        ))
    }

    /// The same case for each index of an indexed column.
    #[pyo3(signature = (column, /))]
    fn each(&self, py: Python<'_>, column: &str) -> PyResult<Py<PyAny>> {
        self.ask(py, "each", &[Value::from(column)])
    }

    /// A number with its interval: "success", "mean", "share:RESULT" or "at_least:RESULT".
    #[pyo3(signature = (figure="success", /))]
    fn estimate<'py>(&self, py: Python<'py>, figure: &str) -> PyResult<Bound<'py, PyAny>> {
        let found = self.ask(py, "estimate", &[Value::from(figure)])?;
        number(py, "Estimate")?.call((), Some(found.cast_bound::<PyDict>(py)?))
    }

    /// The chance of success minus that of another answer.
    #[pyo3(signature = (other, /))]
    fn gap<'py>(&self, py: Python<'py>, other: &Answer) -> PyResult<Bound<'py, PyAny>> {
        let share = |answer: &Answer| {
            let known = answer.point().and_then(|point| point.case().success());
            known.ok_or_else(|| {
                let error = format!("{} has no success to compare", answer.check());
                Error::question(error).with_hint(Event::how_to_say())
            })
        };
        let (mine, theirs) = (share(self).raised()?, share(other).raised()?);
        let gap = mine.minus(&theirs);
        let parts = (gap.value(), gap.low(), gap.high(), gap.is_exact(), gap.fraction());
        number(py, "Estimate")?.call1(parts)
    }

    /// The outcomes as a frame for polars, pandas, pyarrow or DuckDB.
    fn frame(slf: &Bound<'_, Self>) -> Frame {
        let (check, case) = slf.get().place();
        Frame::of(slf, &slf.get().known.results, check, Some(case))
    }

    /// The output of `odds --format json` for the case, as a dictionary.
    pub fn json(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let (check, case) = self.place();
        parsed(py, &self.known.json(check, case).raised()?)
    }

    /// The same as `json`.
    fn to_dict(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.json(py)
    }

    fn __repr__(&self) -> PyResult<String> {
        let answer = self.answer();
        let share = self
            .known
            .expressions
            .figure(&self.value, if answer.is_counted() { "success" } else { "value" });
        let share = share.map_or(String::new(), |share| format!(": {share}"));
        Ok(format!("<oddsmith.Answer {}{share}>", answer.case.identity()))
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        shown(py, || self.page(), |look| self.drawn(look))
    }
}
