//! Errors of the engine as exceptions.

use oddsmith::{Error, ErrorKind};
use pyo3::prelude::*;

use crate::asked::OPTIONS;

/// An error as Python raises it.
pub fn raised(error: &Error) -> PyErr {
    let class = match error.kind() {
        ErrorKind::Question => "QuestionError",
        ErrorKind::TooLarge => "TooLargeError",
        ErrorKind::File => "FileError",
    };
    Python::attach(|py| exception(py, error, class).unwrap_or_else(|failure| failure))
}

/// The same of a figure that something has not: to Python it is an attribute that is not there.
pub fn missing(error: &Error) -> PyErr {
    Python::attach(|py| exception(py, error, "MissingError").unwrap_or_else(|failure| failure))
}

fn exception(py: Python<'_>, error: &Error, class: &str) -> PyResult<PyErr> {
    let class = py.import("oddsmith._errors")?.getattr(class)?;
    let (message, hint) = (in_python(error.message()), error.hint().map(in_python));
    let said = (message, hint, error.place().as_deref().map(in_python), error.excerpt());
    Ok(PyErr::from_value(class.call1(said)?))
}

/// What of the command has a name in a call too.
const FLAGS: [&str; 8] = ["edge", "match", "for", "solve", "like", "target", "never_below", "luck"];

/// What is said, with the options of the command as they are called in Python: `--at-least N` is
/// `at_least=N`, `--for bonus=…` is `each={"bonus": …}`, `dc=0..40` is `dc=range(0, 41)`.
fn in_python(said: &str) -> String {
    let part = |(place, part): (usize, &str)| match part.strip_prefix("--") {
        _ if place % 2 == 0 => part.to_owned(),
        Some(option) => {
            let (name, value) = option.split_once(' ').unwrap_or((option, ""));
            let name = name.replace('-', "_");
            match (name.as_str(), value.split_once('=')) {
                ("for", Some((field, _))) => format!("each={{\"{field}\": …}}"),
                ("for", None) => "each".to_owned(),
                _ if !FLAGS.iter().chain(&OPTIONS).any(|known| *known == name) => part.to_owned(),
                _ if value.is_empty() => name,
                _ => format!("{name}={}", range(value)),
            }
        }
        None if part.starts_with("oddsmith list") => {
            let what = part.trim_start_matches("oddsmith list").trim();
            let what = if what.is_empty() { String::new() } else { format!("{what:?}") };
            format!("oddsmith.list({what})")
        }
        None => match part.split_once('=') {
            Some((name, value)) => format!("{name}={}", range(value)),
            None => part.to_owned(),
        },
    };
    // A sweep that is to be given, which the command has as text.
    let said = said.replace("`1..5` or `1,3,5`", "`range(1, 6)` or `[1, 3, 5]`");
    said.split('`').enumerate().map(part).collect::<Vec<_>>().join("`")
}

/// A sweep as it is written in Python: `0..40` is `range(0, 41)`.
fn range(value: &str) -> String {
    let ends = value.split_once("..").and_then(|(from, to)| {
        Some((from.parse::<i32>().ok()?, to.parse::<i32>().ok()?.checked_add(1)?))
    });
    ends.map_or_else(|| value.to_owned(), |(from, to)| format!("range({from}, {to})"))
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
