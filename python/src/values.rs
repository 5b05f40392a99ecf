//! Conversion of Python values to values of the expression language, and of indices.

use oddsmith::expression::{Kwargs, Value};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat};

use crate::named_arguments::{scalar, typed};

/// Defines getters of a class that each call one of its methods with the name of the getter.
macro_rules! figures {
    ($class:ident, $method:ident -> $kind:ty: $($(#[doc = $doc:tt])+ $name:ident,)+) => {
        #[pymethods]
        impl $class {
            $(
                $(#[doc = $doc])+
                #[getter]
                fn $name(&self, py: Python<'_>) -> PyResult<$kind> {
                    self.$method(py, stringify!($name))
                }
            )+
        }
    };
}
pub(crate) use figures;

/// Converts a Python value to the expression language; `name` identifies it in errors.
///
/// # Errors
/// If it is not a number, a text, true or false.
pub fn valued(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Value> {
    let value = scalar(name, value)?;
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(Value::from(flag.is_true()));
    }
    if let (Ok(number), false) = (value.extract::<i64>(), value.is_instance_of::<PyFloat>()) {
        return Ok(Value::from(number));
    }
    match value.extract::<f64>() {
        Ok(number) => Ok(Value::from(number)),
        Err(_) => Ok(Value::from(typed(name, &value)?.to_string())),
    }
}

/// Converts named values to the last argument of a method; `None` if all are absent.
///
/// # Errors
/// If [`valued`] fails for one of them.
pub fn named(pairs: &[(&str, Option<&Bound<'_, PyAny>>)]) -> PyResult<Option<Value>> {
    let given = pairs.iter().filter_map(|(name, value)| Some((*name, (*value)?)));
    let given = given.map(|(name, value)| Ok((name, valued(name, value)?)));
    let given = given.collect::<PyResult<Vec<(&str, Value)>>>()?;
    Ok((!given.is_empty()).then(|| Value::from(Kwargs::from_iter(given))))
}

/// Returns a class of numbers with an interval: `Estimate` or `Gap`.
///
/// # Errors
/// If it can't be imported.
pub fn number<'py>(py: Python<'py>, class: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("oddsmith._numbers")?.getattr(class)
}

/// Converts an index of Python, which counts from the end if it is negative.
///
/// # Errors
/// If the index is out of range.
pub fn place(at: isize, count: usize) -> PyResult<usize> {
    let place = if at < 0 { at + count as isize } else { at };
    match usize::try_from(place) {
        Ok(place) if place < count => Ok(place),
        _ => Err(PyIndexError::new_err(format!("there are {count}, and no number {at}"))),
    }
}
