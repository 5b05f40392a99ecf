//! Values of the expression language converted to objects of Python.

use std::sync::Arc;

use oddsmith::expression::{Point, Value, ValueKind, is_gap};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answer::Answer;
use crate::answer_set::AnswerSet;
use crate::error::Raised;
use crate::gaps::{Gaps, gap};

impl AnswerSet {
    /// Calls a method of a value of the expression language.
    ///
    /// # Errors
    /// If the method fails.
    pub fn ask(
        self: &Arc<Self>,
        py: Python<'_>,
        value: &Value,
        method: &str,
        arguments: &[Value],
    ) -> PyResult<Py<PyAny>> {
        let found = py.detach(|| self.expressions.call_method(value, method, arguments));
        self.python(py, &found.raised()?)
    }

    /// Converts a value of the expression language; cases and gaps become objects that share these
    /// answers.
    ///
    /// # Errors
    /// If Python has no memory.
    pub fn python(self: &Arc<Self>, py: Python<'_>, value: &Value) -> PyResult<Py<PyAny>> {
        if let Some(point) = value.downcast_object_ref::<Point>() {
            return match point.difference() {
                Some(_) => gap(py, self, value),
                None => Answer::of(self, value.clone()).into_py_any(py),
            };
        }
        if is_gap(value) {
            return Gaps::of(self, value.clone()).into_py_any(py);
        }
        let items = || value.try_iter().into_iter().flatten();
        Ok(match value.kind() {
            ValueKind::Bool => value.is_true().into_py_any(py)?,
            ValueKind::Number => match value.as_i64().filter(|_| value.is_integer()) {
                Some(number) => number.into_py_any(py)?,
                None => f64::try_from(value.clone()).unwrap_or(f64::NAN).into_py_any(py)?,
            },
            ValueKind::String => value.as_str().unwrap_or_default().into_py_any(py)?,
            ValueKind::Seq | ValueKind::Iterable => {
                let items = items().map(|value| self.python(py, &value));
                items.collect::<PyResult<Vec<_>>>()?.into_py_any(py)?
            }
            ValueKind::Map => {
                let dict = PyDict::new(py);
                for name in items() {
                    let value = value.get_item(&name).unwrap_or_default();
                    dict.set_item(name.to_string(), self.python(py, &value)?)?;
                }
                dict.into_py_any(py)?
            }
            _ => py.None(),
        })
    }
}
