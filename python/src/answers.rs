//! Python class of the answers of one check over its axes.

use std::sync::Arc;

use oddsmith::Result;
use oddsmith::answer::{self, csv};
use oddsmith::expression::Value;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::slice::PySliceIndices;
use pyo3::types::{PyDict, PySlice};

use crate::answer::Answer;
use crate::answer_set::AnswerSet;
use crate::cell::cell;
use crate::chart::{Chart, ChartOptions};
use crate::error::{Raised, missing};
use crate::frame::Frame;
use crate::gaps::{Gaps, place as at_place};
use crate::page::{shown, shows};
use crate::pickle::pickles;
use crate::request::State;
use crate::values::{figures, place};

/// The results of one check: a case for each combination of values, the last field fastest.
#[pyclass(frozen, sequence, module = "oddsmith")]
pub struct Answers {
    known: Arc<AnswerSet>,
    check: usize,
}

impl Answers {
    /// Returns the answers of the check at this index.
    pub fn of(known: &Arc<AnswerSet>, check: usize) -> Answers {
        Answers { known: known.clone(), check }
    }

    /// Returns an `Answer` if no field has several values, else `Answers`.
    ///
    /// # Errors
    /// If Python can't allocate the object.
    pub fn into_python(
        py: Python<'_>,
        known: &Arc<AnswerSet>,
        check: usize,
    ) -> PyResult<Py<PyAny>> {
        let answers = Answers::of(known, check);
        match answers.own().axes.is_empty() {
            true => answers.case(0).into_py_any(py),
            false => answers.into_py_any(py),
        }
    }

    fn own(&self) -> &answer::Answers {
        self.known.check(self.check)
    }

    fn points(&self) -> Value {
        self.known.points(self.check)
    }

    fn case(&self, case: usize) -> Answer {
        Answer::of(&self.known, self.known.point(self.check, case))
    }

    /// Computes a value for each case; a signal, such as Ctrl-C, interrupts it.
    fn each<T>(&self, py: Python<'_>, of: impl Fn(Answer) -> PyResult<T>) -> PyResult<Vec<T>> {
        let of = |case| py.check_signals().and_then(|()| of(self.case(case)));
        (0..self.own().cases.len()).map(of).collect()
    }

    fn ask(&self, py: Python<'_>, name: &str, arguments: &[Value]) -> PyResult<Py<PyAny>> {
        self.known.ask(py, &self.points(), name, arguments)
    }

    /// Returns a figure of each case.
    fn figures(&self, py: Python<'_>, name: &str) -> PyResult<Py<PyAny>> {
        let found = py.detach(|| {
            self.known.expressions.call_method(&self.points(), "values", &[Value::from(name)])
        });
        self.known.python(py, &found.map_err(|error| missing(&error))?)
    }

    fn parts(&self, py: Python<'_>) -> PyResult<(State, usize)> {
        Ok((self.known.state(py, None), self.check))
    }

    fn page(&self) -> Result<oddsmith::text::Page> {
        self.known.page(&self.own().cases)
    }

    fn drawn(&self, look: &ChartOptions) -> Result<Chart> {
        Chart::of(&self.known, look)
    }
}

pickles! { Answers }

figures! { Answers, figures -> Py<PyAny>:
    /// The chance of success in each case.
    success,
    /// The mean in each case.
    mean,
    /// The standard deviation in each case.
    sd,
    /// The median in each case.
    median,
    /// The value of each duel.
    value,
}

shows! { Answers:
    /// The results as a text: "table", "markdown", "html", "bbcode" or "csv".
    table,
    /// A chart of the results.
    chart,
}

#[pymethods]
impl Answers {
    /// The label of the check in a comparison or a scenario.
    #[getter]
    fn label(&self) -> &str {
        &self.own().label
    }

    /// The check.
    #[getter]
    fn check(&self) -> String {
        self.own().cases[0].case.entry.id.to_string()
    }

    /// The fields with several values, and their values.
    #[getter]
    fn axes(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.known.python(py, &self.known.expressions.figure(&self.points(), "axes").raised()?)
    }

    /// The chance of a result or number in each case, or of at least or at most it; `column` names
    /// another column.
    #[pyo3(signature = (event=None, /, *, at_least=None, at_most=None, column=None, at=None))]
    fn share(
        &self,
        py: Python<'_>,
        event: Option<&Bound<'_, PyAny>>,
        at_least: Option<&Bound<'_, PyAny>>,
        at_most: Option<&Bound<'_, PyAny>>,
        column: Option<&Bound<'_, PyAny>>,
        at: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<Py<PyAny>>> {
        self.each(py, |answer| answer.share(py, event, at_least, at_most, column, at))
    }

    /// Every outcome of each case with its name and chance.
    #[pyo3(signature = (column=None, /, *, at=None))]
    fn law(
        &self,
        py: Python<'_>,
        column: Option<&str>,
        at: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<Py<PyAny>>> {
        self.each(py, |answer| answer.law(py, column, at))
    }

    /// The value of an expression in each case: "success", "mean / sd", "share('hit')".
    #[pyo3(signature = (expression, /))]
    fn values(&self, py: Python<'_>, expression: &str) -> PyResult<Py<PyAny>> {
        self.ask(py, "values", &[Value::from(expression)])
    }

    /// The one case with these values.
    #[pyo3(signature = (**axes))]
    fn at(&self, py: Python<'_>, axes: Option<&Bound<'_, PyDict>>) -> PyResult<Py<PyAny>> {
        self.ask(py, "at", &at_place(axes)?)
    }

    /// The cases for which an expression is true: "success >= 0.5 and active > 3".
    #[pyo3(name = "where", signature = (expression, /))]
    fn filtered(&self, py: Python<'_>, expression: &str) -> PyResult<Py<PyAny>> {
        self.ask(py, "where", &[Value::from(expression)])
    }

    /// The case for which an expression is largest.
    #[pyo3(signature = (expression, /))]
    fn best(&self, py: Python<'_>, expression: &str) -> PyResult<Py<PyAny>> {
        self.ask(py, "best", &[Value::from(expression)])
    }

    /// The case for which an expression is smallest.
    #[pyo3(signature = (expression, /))]
    fn worst(&self, py: Python<'_>, expression: &str) -> PyResult<Py<PyAny>> {
        self.ask(py, "worst", &[Value::from(expression)])
    }

    /// The value of an expression at the point at which another, `over`, equals `at`: interpolated
    /// linearly between neighbouring cases; None if there is no such point.
    #[pyo3(signature = (expression, /, over, at))]
    fn interpolate(
        &self,
        py: Python<'_>,
        expression: &str,
        over: &str,
        at: f64,
    ) -> PyResult<Py<PyAny>> {
        let arguments = [Value::from(expression), Value::from(over), Value::from(at)];
        self.ask(py, "interpolate", &arguments)
    }

    /// The value of an expression minus that in other answers, case by case.
    #[pyo3(signature = (other, expression="success", /))]
    pub fn gap(
        slf: &Bound<'_, Self>,
        other: &Bound<'_, Answers>,
        expression: &str,
    ) -> PyResult<Gaps> {
        let (own, others) = (slf.get(), other.get());
        let arguments = || [others.points(), Value::from(expression)];
        let ask = || own.known.expressions.call_method(&own.points(), "gap", &arguments());
        let gaps = Gaps::of(&own.known, slf.py().detach(ask).raised()?);
        Ok(gaps.made_by(slf, other, expression))
    }

    /// The points at which an expression equals that of other answers, along the one field with
    /// several values.
    #[pyo3(signature = (other, expression="success", /))]
    fn crossings(&self, py: Python<'_>, other: &Answers, expression: &str) -> PyResult<Py<PyAny>> {
        self.ask(py, "crossings", &[other.points(), Value::from(expression)])
    }

    /// The outcomes as a frame for polars, pandas, pyarrow or DuckDB.
    fn frame(slf: &Bound<'_, Self>) -> Frame {
        let Answers { known, check } = slf.get();
        Frame::of(slf, &known.results, *check, None)
    }

    /// The outcomes as CSV.
    fn csv(&self) -> String {
        csv::whole("", std::slice::from_ref(self.own()))
    }

    /// The output of `odds --format json` for each case, as dictionaries.
    fn json(&self, py: Python<'_>) -> PyResult<Vec<Py<PyAny>>> {
        self.each(py, |answer| answer.json(py))
    }

    fn __len__(&self) -> usize {
        self.own().cases.len()
    }

    fn __getitem__(&self, py: Python<'_>, at: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let count = self.own().cases.len();
        let Ok(slice) = at.cast::<PySlice>() else {
            return self.case(place(at.extract()?, count)?).into_py_any(py);
        };
        let PySliceIndices { start, step, slicelength, .. } = slice.indices(count as isize)?;
        let places = (0..slicelength as isize).map(|number| start + number * step);
        places.map(|place| self.case(place as usize)).collect::<Vec<_>>().into_py_any(py)
    }

    /// The same as `json`.
    fn to_dict(&self, py: Python<'_>) -> PyResult<Vec<Py<PyAny>>> {
        self.json(py)
    }

    fn __repr__(&self) -> String {
        let axes: Vec<&str> = self.own().axes.iter().map(|axis| axis.name.as_str()).collect();
        let (check, cases) = (self.check(), self.own().cases.len());
        format!("<oddsmith.Answers {check}: {cases} cases over {}>", axes.join(", "))
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        // With several checks the chart would show all of them.
        match self.known.results.checks.len() {
            1 => shown(py, || self.page(), |look| self.drawn(look)),
            _ => Ok(cell(Some(&self.page().raised()?), "")),
        }
    }
}
