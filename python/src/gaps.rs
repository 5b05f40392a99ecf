//! What is known of one number, and the gaps between answers.

use std::sync::Arc;

use oddsmith::answer::expression::{CaseSelection, Kwargs, Point, Value, number_of};
use oddsmith::odds;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::convert::{figures, named, python};
use crate::error::Raised;
use crate::known::AnswerSet;

/// A number, exact or simulated with its 95 % interval.
#[pyclass(frozen, get_all, module = "oddsmith")]
pub struct Estimate {
    /// The number, exact where it can be.
    value: f64,
    /// The lower end of the interval; the number itself where it is exact.
    low: f64,
    /// The upper end of the interval.
    high: f64,
    /// Whether the number is exact.
    exact: bool,
    /// The exact number as a fraction, if it has one.
    pub fraction: Option<String>,
}

impl From<&odds::Estimate> for Estimate {
    fn from(known: &odds::Estimate) -> Estimate {
        Estimate {
            value: known.value(),
            low: known.low(),
            high: known.high(),
            exact: known.is_exact(),
            fraction: known.fraction(),
        }
    }
}

impl Estimate {
    /// What the expression language says of an estimate.
    pub fn said(found: &Value) -> Estimate {
        let number = |name: &str| {
            found.get_attr(name).ok().and_then(|value| number_of(&value).ok()).unwrap_or(f64::NAN)
        };
        let fraction = found.get_attr("fraction").ok();
        Estimate {
            value: number("value"),
            low: number("low"),
            high: number("high"),
            exact: found.get_attr("exact").is_ok_and(|exact| exact.is_true()),
            fraction: fraction.and_then(|fraction| fraction.as_str().map(str::to_owned)),
        }
    }
}

#[pymethods]
impl Estimate {
    fn __float__(&self) -> f64 {
        self.value
    }

    fn __format__(&self, py: Python<'_>, spec: &str) -> PyResult<String> {
        formatted(py, self.value, spec)
    }

    fn __repr__(&self) -> String {
        match (&self.fraction, self.exact) {
            (Some(fraction), _) => format!("Estimate({} = {fraction})", self.value),
            (None, true) => format!("Estimate({})", self.value),
            (None, false) => format!("Estimate({}, {} to {})", self.value, self.low, self.high),
        }
    }
}

/// The difference of a number between two cases.
#[pyclass(frozen, module = "oddsmith")]
pub struct Gap {
    known: Arc<AnswerSet>,
    value: Value,
}

impl Gap {
    /// A gap of the expression language.
    pub fn of(known: &Arc<AnswerSet>, value: Value) -> Gap {
        Gap { known: known.clone(), value }
    }

    fn number(&self, _: Python<'_>, name: &str) -> PyResult<f64> {
        let found = self.known.asks.figure(&self.value, name).raised()?;
        Ok(number_of(&found).unwrap_or(f64::NAN))
    }
}

figures! { Gap, number -> f64:
    /// The difference.
    value,
    /// The lower end of the 95 % interval; the difference itself where it is exact.
    low,
    /// The upper end of the interval.
    high,
    /// The number in the first case.
    one,
    /// The number in the other.
    other,
}

#[pymethods]
impl Gap {
    /// The case: the fields with several values, and their values.
    #[getter]
    fn at(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        python(py, &self.known.asks.figure(&self.value, "at").raised()?, &self.known)
    }

    fn __float__(&self, py: Python<'_>) -> PyResult<f64> {
        self.value(py)
    }

    fn __format__(&self, py: Python<'_>, spec: &str) -> PyResult<String> {
        formatted(py, self.value(py)?, spec)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Gap({:+.4} at {})", self.value(py)?, self.value))
    }
}

/// The differences between two results, one for each case.
#[pyclass(frozen, sequence, module = "oddsmith")]
pub struct Gaps {
    known: Arc<AnswerSet>,
    value: Value,
}

impl Gaps {
    /// Gaps of the expression language.
    pub fn of(known: &Arc<AnswerSet>, value: Value) -> Gaps {
        Gaps { known: known.clone(), value }
    }

    fn all(&self) -> &[Point] {
        self.value.downcast_object_ref::<CaseSelection>().map_or(&[], CaseSelection::points)
    }

    fn figure(&self, _: Python<'_>, name: &str) -> PyResult<Gap> {
        Ok(Gap::of(&self.known, self.known.asks.figure(&self.value, name).raised()?))
    }
}

figures! { Gaps, figure -> Gap:
    /// The difference that is largest without its sign.
    widest,
    /// The largest difference.
    highest,
    /// The smallest difference.
    lowest,
}

#[pymethods]
impl Gaps {
    /// The differences.
    #[getter]
    fn values(&self) -> Vec<f64> {
        let known = self.all().iter().filter_map(Point::difference);
        known.map(odds::Estimate::value).collect()
    }

    /// Where the difference changes its sign, linear between neighbouring cases.
    fn crossings(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        python(py, &self.known.asks.figure(&self.value, "crossings").raised()?, &self.known)
    }

    /// The difference in the case with these values.
    #[pyo3(signature = (**axes))]
    fn at(&self, axes: Option<&Bound<'_, PyDict>>) -> PyResult<Gap> {
        let value = self.known.asks.ask(&self.value, "at", &place(axes)?).raised()?;
        Ok(Gap::of(&self.known, value))
    }

    fn __len__(&self) -> usize {
        self.all().len()
    }

    fn __getitem__(&self, at: isize) -> PyResult<Gap> {
        let all = self.all();
        let gap = all[crate::answers::place(at, all.len())?].clone();
        Ok(Gap::of(&self.known, Value::from_object(gap)))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let widest = self.widest(py)?.__repr__(py)?;
        Ok(format!("<oddsmith.Gaps of {} cases, the widest {widest}>", self.all().len()))
    }
}

/// A number as a format of Python's says it: ".3f".
fn formatted(py: Python<'_>, value: f64, spec: &str) -> PyResult<String> {
    value.into_pyobject(py)?.call_method1("__format__", (spec,))?.extract()
}

/// Values of axes as the one argument of `at`.
///
/// # Errors
/// If one is no value.
pub fn place(axes: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<Value>> {
    let mut pairs = Vec::new();
    for (name, value) in axes.into_iter().flatten() {
        pairs.push((name.extract::<String>()?, value));
    }
    let pairs: Vec<_> = pairs.iter().map(|(name, value)| (name.as_str(), Some(value))).collect();
    let nothing = || Value::from(Kwargs::from_iter::<[(&str, Value); 0]>([]));
    Ok(vec![named(&pairs)?.unwrap_or_else(nothing)])
}
