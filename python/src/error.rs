//! Errors of the engine as exceptions.

use oddsmith::{Error, ErrorKind};
use pyo3::prelude::*;

/// An error as Python raises it.
pub fn raised(error: &Error) -> PyErr {
    Python::attach(|py| exception(py, error).unwrap_or_else(|failure| failure))
}

fn exception(py: Python<'_>, error: &Error) -> PyResult<PyErr> {
    let class = py.import("oddsmith._errors")?.getattr(match error.kind() {
        ErrorKind::Question => "QuestionError",
        ErrorKind::TooLarge => "TooLargeError",
        ErrorKind::File => "FileError",
    })?;
    let hint = error.hint().map(in_python);
    let said = (error.message(), hint, error.place(), error.excerpt());
    Ok(PyErr::from_value(class.call1(said)?))
}

/// A hint in which the options of the command are called as in Python: `--at-least N` is
/// `at_least=N`.
fn in_python(hint: &str) -> String {
    let mut parts = hint.split('`');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push('`');
        match part.strip_prefix("--") {
            Some(option) => {
                let (name, value) = option.split_once(' ').unwrap_or((option, ""));
                text += &name.replace('-', "_");
                text += if value.is_empty() { "" } else { "=" };
                text += value;
            }
            None => text += part,
        }
    }
    text
}

/// What can fail with an error of the engine.
pub trait Raised<T> {
    /// The same with an exception.
    fn raised(self) -> PyResult<T>;
}

impl<T> Raised<T> for oddsmith::Result<T> {
    fn raised(self) -> PyResult<T> {
        self.map_err(|error| raised(&error))
    }
}
