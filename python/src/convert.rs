//! Conversion between Python values and values of the expression language.

use std::sync::Arc;

use oddsmith::expression::{Kwargs, Point, Value, ValueKind, is_gap};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyList, PyString};

use crate::answer::Answer;
use crate::gaps::{Gaps, gap};
use crate::given::{scalar, typed};
use crate::known::AnswerSet;

/// Defines getters of a class for figures of the same names; each calls the given method.
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

/// Converts a Python value to one of the expression language; errors name the argument `name`.
///
/// # Errors
/// If it is not a number, a text or a boolean.
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

/// Converts named values to the keyword arguments of a method; `None` if there are none.
///
/// # Errors
/// If [`valued`] fails for one of them.
pub fn named(pairs: &[(&str, Option<&Bound<'_, PyAny>>)]) -> PyResult<Option<Value>> {
    let given = pairs.iter().filter_map(|(name, value)| Some((*name, (*value)?)));
    let given = given.map(|(name, value)| Ok((name.to_owned(), valued(name, value)?)));
    let given = given.collect::<PyResult<Vec<(String, Value)>>>()?;
    let kwargs = || given.iter().map(|(name, value)| (name.as_str(), value.clone()));
    Ok((!given.is_empty()).then(|| Value::from(kwargs().collect::<Kwargs>())))
}

/// Returns a class of numbers with an interval: `Estimate` or `Gap`.
///
/// # Errors
/// If it can't be imported.
pub fn number<'py>(py: Python<'py>, class: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("oddsmith._numbers")?.getattr(class)
}

/// Converts a value of the expression language to a Python value. Cases and gaps refer to `known`.
///
/// # Errors
/// If Python can't allocate the object.
pub fn python(py: Python<'_>, value: &Value, known: &Arc<AnswerSet>) -> PyResult<Py<PyAny>> {
    if let Some(point) = value.downcast_object_ref::<Point>() {
        return match point.difference() {
            Some(_) => gap(py, known, value),
            None => Ok(Py::new(py, Answer::of(known, value.clone()))?.into_any()),
        };
    }
    if is_gap(value) {
        return Ok(Py::new(py, Gaps::of(known, value.clone()))?.into_any());
    }
    let items = || value.try_iter().into_iter().flatten();
    Ok(match value.kind() {
        ValueKind::Bool => PyBool::new(py, value.is_true()).to_owned().into_any().unbind(),
        ValueKind::Number => match value.as_i64().filter(|_| value.is_integer()) {
            Some(number) => number.into_pyobject(py)?.into_any().unbind(),
            None => f64::try_from(value.clone())
                .unwrap_or(f64::NAN)
                .into_pyobject(py)?
                .into_any()
                .unbind(),
        },
        ValueKind::String => {
            PyString::new(py, value.as_str().unwrap_or_default()).into_any().unbind()
        }
        ValueKind::Seq | ValueKind::Iterable => {
            let items = items().map(|value| python(py, &value, known));
            PyList::new(py, items.collect::<PyResult<Vec<_>>>()?)?.into_any().unbind()
        }
        ValueKind::Map => {
            let dict = PyDict::new(py);
            for name in items() {
                let value = value.get_item(&name).unwrap_or_default();
                dict.set_item(name.to_string(), python(py, &value, known)?)?;
            }
            dict.into_any().unbind()
        }
        _ => py.None(),
    })
}
