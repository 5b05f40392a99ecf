//! Python class of the differences between two results.

use std::sync::Arc;

use oddsmith::expression::{CaseSelection, Kwargs, Point, TIED, Value};
use oddsmith::odds;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answer_set::AnswerSet;
use crate::error::Raised;
use crate::pickle::pickles;
use crate::values::{figures, number, place as index, valued};

/// Converts a gap of the expression language to the class `Gap` of `oddsmith/_numbers.py`.
///
/// # Errors
/// If Python can't allocate the object.
pub fn gap(py: Python<'_>, known: &Arc<AnswerSet>, gap_value: &Value) -> PyResult<Py<PyAny>> {
    let Some(Point::Gap(gap)) = gap_value.downcast_object_ref::<Point>() else {
        return Ok(py.None());
    };
    let at = PyDict::new(py);
    for (axis, place) in &gap.at {
        at.set_item(axis, known.python(py, place)?)?;
    }
    let [value, low, high] = [odds::Estimate::value, odds::Estimate::low, odds::Estimate::high]
        .map(|of| of(&gap.estimate));
    let (place, tied) = (gap_value.to_string(), gap.tied.then_some(TIED));
    let parts = (value, low, high, (gap.values[0], gap.values[1]), at, place, tied);
    Ok(number(py, "Gap")?.call1(parts)?.unbind())
}

/// The differences between two results, one for each case.
#[pyclass(frozen, sequence, module = "oddsmith")]
pub struct Gaps {
    known: Arc<AnswerSet>,
    value: Value,
    /// The arguments of `Answers.gap`; `None` for the value of another expression.
    made: Option<(Py<PyAny>, Py<PyAny>, String)>,
}

pickles! { Gaps }

impl Gaps {
    /// Wraps gaps of the expression language.
    pub fn of(known: &Arc<AnswerSet>, value: Value) -> Gaps {
        Gaps { known: known.clone(), value, made: None }
    }

    /// Records that the gaps are the result of `one.gap(other, expression)`.
    pub fn made_by(
        self,
        one: &Bound<'_, PyAny>,
        other: &Bound<'_, PyAny>,
        expression: &str,
    ) -> Gaps {
        let (one, other) = (one.clone().unbind(), other.clone().unbind());
        Gaps { made: Some((one, other, expression.to_owned())), ..self }
    }

    fn parts(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, Py<PyAny>, String)> {
        let made = self.made.as_ref().map(|(one, other, expression)| {
            (one.clone_ref(py), other.clone_ref(py), expression.clone())
        });
        made.ok_or_else(|| PyTypeError::new_err("only gaps made by `Answers.gap` can be pickled"))
    }

    fn all(&self) -> &[Point] {
        self.value.downcast_object_ref::<CaseSelection>().map_or(&[], CaseSelection::points)
    }

    fn figure(&self, py: Python<'_>, name: &str) -> PyResult<Py<PyAny>> {
        self.known.python(py, &self.known.expressions.figure(&self.value, name).raised()?)
    }
}

figures! { Gaps, figure -> Py<PyAny>:
    /// The difference with the largest absolute value.
    widest,
    /// The largest difference.
    highest,
    /// The smallest difference.
    lowest,
}

#[pymethods]
impl Gaps {
    #[staticmethod]
    fn _restore(
        one: &Bound<'_, PyAny>,
        other: &Bound<'_, PyAny>,
        expression: &str,
    ) -> PyResult<Py<PyAny>> {
        Ok(one.call_method1("gap", (other, expression))?.unbind())
    }

    /// The differences.
    #[getter]
    fn values(&self) -> Vec<f64> {
        let known = self.all().iter().filter_map(Point::difference);
        known.map(odds::Estimate::value).collect()
    }

    /// The points at which the difference changes its sign, interpolated linearly between
    /// neighbouring cases.
    fn crossings(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.figure(py, "crossings")
    }

    /// The difference in the case with these values.
    #[pyo3(signature = (**axes))]
    fn at(&self, py: Python<'_>, axes: Option<&Bound<'_, PyDict>>) -> PyResult<Py<PyAny>> {
        self.known.ask(py, &self.value, "at", &place(axes)?)
    }

    fn __len__(&self) -> usize {
        self.all().len()
    }

    fn __getitem__(&self, py: Python<'_>, at: isize) -> PyResult<Py<PyAny>> {
        let all = self.all();
        let one = all[index(at, all.len())?].clone();
        gap(py, &self.known, &Value::from_object(one))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let widest = self.widest(py)?.bind(py).repr()?.to_string();
        Ok(format!("<oddsmith.Gaps of {} cases, the widest {widest}>", self.all().len()))
    }
}

/// Converts values of axes to the argument of `at`.
///
/// # Errors
/// If one is not a valid value.
pub fn place(axes: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<Value>> {
    let mut pairs: Vec<(String, Value)> = Vec::new();
    for (name, value) in axes.into_iter().flatten() {
        let name: String = name.extract()?;
        let value = valued(&name, &value)?;
        pairs.push((name, value));
    }
    Ok(vec![Value::from(Kwargs::from_iter(pairs))])
}
