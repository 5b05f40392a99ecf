//! Named arguments of a call, converted once to plain Python values: a generator, an array or a set
//! then has the same meaning for the question and for the call that a chart repeats.

use oddsmith::Error;
use oddsmith::registry::Value;
use oddsmith::scenario::{MOST_CASES, too_many};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyMapping, PyRange, PyString};

use crate::error::Raised;
use crate::rules::Rules;

/// Named arguments of a call, if there are any.
pub type Named<'a, 'py> = Option<&'a Bound<'py, PyDict>>;

/// Number of values that are read between checks for signals.
const SIGNAL_CHECK_INTERVAL: usize = 1024;

/// Converts the named arguments of a call to plain values or lists of them.
///
/// # Errors
/// If an argument has an unsupported type.
pub fn read<'py>(py: Python<'py>, named: Named<'_, 'py>) -> PyResult<Bound<'py, PyDict>> {
    let read = PyDict::new(py);
    for (name, value) in named.into_iter().flatten() {
        read.set_item(&name, plain(&name.extract::<String>()?, &value)?)?;
    }
    Ok(read)
}

/// Converts an argument to a plain value, or an iterable to a list of them; a text is one value.
///
/// # Errors
/// If it has an unsupported type, or more than `MOST_CASES` values.
pub fn plain<'py>(name: &str, value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = value.py();
    if let Ok(pairs) = value.cast::<PyMapping>() {
        let read = PyDict::new(py);
        for pair in pairs.items()? {
            let (key, value): (String, Bound<'py, PyAny>) = pair.extract()?;
            read.set_item(&key, plain(&key, &value)?)?;
        }
        return Ok(read.into_any());
    }
    let one = value.is_instance_of::<PyString>()
        || value.is_instance_of::<PyBytes>()
        || value.is_instance_of::<Rules>();
    if one {
        return scalar(name, value);
    }
    match value.try_iter() {
        Err(_) => scalar(name, value),
        Ok(_)
            if value.is_instance_of::<PyRange>()
                && value.len().is_ok_and(|many| many <= MOST_CASES) =>
        {
            Ok(value.clone())
        }
        Ok(values) => {
            let read = PyList::empty(py);
            for (place, value) in values.enumerate() {
                if place == MOST_CASES {
                    return Err(too_many()).raised();
                }
                if place % SIGNAL_CHECK_INTERVAL == 0 {
                    py.check_signals()?;
                }
                read.append(scalar(name, &value?)?)?;
            }
            Ok(read.into_any())
        }
    }
}

/// Converts a single value: numbers and booleans of numpy and other libraries become Python's own
/// types.
///
/// # Errors
/// If it is not a number, a text, a boolean, None or rules.
pub fn scalar<'py>(name: &str, value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = value.py();
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(PyString::new(py, text.to_str()?).into_any());
    }
    let plain = value.is_exact_instance_of::<PyInt>() || value.is_exact_instance_of::<PyFloat>();
    if plain
        || value.is_none()
        || value.is_instance_of::<PyBool>()
        || value.is_instance_of::<Rules>()
    {
        return Ok(value.clone());
    }
    if let Ok(item) = value.call_method0("item")
        && item.is_instance_of::<PyBool>()
    {
        return Ok(item);
    }
    let float = value.is_instance_of::<PyFloat>();
    if value.hasattr("__index__")? && !float {
        return py.get_type::<PyInt>().call1((value,));
    }
    if value.hasattr("__float__")? {
        return py.get_type::<PyFloat>().call1((value,));
    }
    Err(type_error(name, "a number, a text or true or false", value))
}

/// Converts a plain value to the value of a field.
///
/// # Errors
/// If no field can have it.
pub fn typed(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Value> {
    let value = scalar(name, value)?;
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Value::guess(text.to_str()?));
    }
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(Value::Flag(flag.is_true()));
    }
    if value.is_none() {
        return Ok(Value::Word("none".into()));
    }
    if value.is_instance_of::<PyFloat>() {
        return Ok(Value::guess(&value.extract::<f64>()?.to_string()));
    }
    match value.extract::<i32>() {
        Ok(number) => Ok(Value::Integer(number)),
        Err(_) if value.is_instance_of::<PyInt>() => Err(Error::question(format!(
            "`{name}` is given a number beyond all that a field may be"
        ))
        .with_hint("`list` says from where to where a field goes"))
        .raised(),
        Err(_) => Err(type_error(name, "a number, a text or true or false", &value)),
    }
}

/// Returns the values of a field, and true if it is swept: it was given as an iterable.
///
/// # Errors
/// If no field can have one of the values.
pub fn swept(name: &str, value: &Bound<'_, PyAny>) -> PyResult<(Vec<Value>, bool)> {
    if value.is_instance_of::<PyDict>() {
        return Err(type_error(name, "a value or several", value));
    }
    match value.cast::<PyString>().is_err().then(|| value.try_iter()) {
        Some(Ok(values)) => {
            let values = values.map(|value| typed(name, &value?)).collect::<PyResult<_>>()?;
            Ok((values, true))
        }
        _ => Ok((vec![typed(name, value)?], false)),
    }
}

/// Removes and returns the argument of this name; `None` if it is missing or None.
///
/// # Errors
/// If Python can't remove it.
pub fn take<'py>(named: &Bound<'py, PyDict>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
    let value = named.get_item(name)?;
    if value.is_some() {
        named.del_item(name)?;
    }
    Ok(value.filter(|value| !value.is_none()))
}

/// Error for an option whose value has the wrong type; `takes` describes the right one.
pub fn type_error(name: &str, takes: &str, value: &Bound<'_, PyAny>) -> PyErr {
    let kind = value.get_type().name().map_or_else(|_| String::new(), |name| name.to_string());
    PyTypeError::new_err(format!("`{name}` is {takes}, not {kind}"))
}

/// Converts a value to a whole number from 0; a float such as 1e6 is allowed.
///
/// # Errors
/// If it is not a whole number from 0.
pub fn whole(name: &str, value: &Bound<'_, PyAny>) -> PyResult<u64> {
    if let (Ok(number), false) = (value.extract::<u64>(), value.is_instance_of::<PyBool>()) {
        return Ok(number);
    }
    match number(name, value)? {
        number if number >= 0.0 && number.fract() == 0.0 && number < 2f64.powi(64) => {
            Ok(number as u64)
        }
        _ => {
            Err(Error::question(format!("`{name}={}` is no whole number from 0 up", value.str()?))
                .with_hint(format!("write `{name}=1000000` or `{name}=1e6`")))
            .raised()
        }
    }
}

/// Converts a value to a number.
///
/// # Errors
/// If it is not a number.
pub fn number(name: &str, value: &Bound<'_, PyAny>) -> PyResult<f64> {
    match value.extract::<f64>() {
        Ok(number) if !value.is_instance_of::<PyBool>() => Ok(number),
        // An integer that is too large for a float becomes infinity, which no option accepts.
        Err(_) if value.is_instance_of::<PyInt>() => Ok(f64::INFINITY),
        _ => Err(type_error(name, "a number", value)),
    }
}

/// Converts a value to a score.
///
/// # Errors
/// If it is not a whole number of 32 bits.
pub fn score(name: &str, value: &Bound<'_, PyAny>) -> PyResult<i32> {
    match value.extract::<i32>() {
        Ok(score) if !value.is_instance_of::<PyBool>() => Ok(score),
        Err(_) if value.is_instance_of::<PyInt>() => {
            Err(Error::question(format!("`{name}={}` is beyond all scores", value.str()?))
                .with_hint("a score is at most 2147483647, and as far below 0"))
            .raised()
        }
        _ => Err(type_error(name, "a whole number", value)),
    }
}

/// Converts a value to a text.
///
/// # Errors
/// If it is not a text.
pub fn text(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    value.extract().map_err(|_| type_error(name, "a text", value))
}

/// Converts a value to a boolean.
///
/// # Errors
/// If it is not a boolean.
pub fn flag(name: &str, value: &Bound<'_, PyAny>) -> PyResult<bool> {
    value.extract().map_err(|_| type_error(name, "True or False", value))
}

/// Formats a call as Python code, from the function, its positional texts and its named arguments.
///
/// # Errors
/// If Python can't represent an argument.
pub fn call(name: &str, first: &[String], named: &Bound<'_, PyDict>) -> PyResult<String> {
    let mut parts: Vec<String> = first.iter().map(|text| format!("{text:?}")).collect();
    let dotted = PyDict::new(named.py());
    for (name, value) in named {
        match name.call_method0("isidentifier")?.is_truthy()? {
            _ if value.is_instance_of::<Rules>() => parts.push(format!("{name}={name}")),
            true => parts.push(format!("{name}={}", value.repr()?)),
            false => dotted.set_item(name, value)?,
        }
    }
    if !dotted.is_empty() {
        parts.push(format!("**{}", dotted.repr()?));
    }
    Ok(format!("oddsmith.{name}({})", parts.join(", ")))
}
