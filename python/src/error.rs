//! Conversion of errors to Python exceptions.

use oddsmith::{Error, ErrorKind, Named, Parameter};
use pyo3::prelude::*;

/// Returns the exception for an error; the kind of error determines its class.
pub fn raised(error: &Error) -> PyErr {
    let class = match error.kind() {
        ErrorKind::Question => "QuestionError",
        ErrorKind::TooLarge => "TooLargeError",
        ErrorKind::File => "FileError",
    };
    of_class(error, class)
}

/// Returns the exception for a figure that an object lacks, which Python treats as a missing
/// attribute.
pub fn missing(error: &Error) -> PyErr {
    of_class(error, "MissingError")
}

fn of_class(error: &Error, class: &str) -> PyErr {
    let place = error.place().map(|place| place.spelled(spelled));
    let hint = error.hint().map(|hint| hint.spelled(spelled));
    let said = (error.message().spelled(spelled), hint, place, error.excerpt());
    Python::attach(|py| {
        let class = py.import("oddsmith._errors").and_then(|errors| errors.getattr(class));
        class.and_then(|class| class.call1(said)).map_or_else(|failure| failure, PyErr::from_value)
    })
}

/// Returns the name of a parameter or action as it is in Python: a named argument or a function.
/// Features that only the command has keep their form there.
pub fn spelled(named: &Named) -> String {
    const COMMAND_ONLY: [Parameter; 4] =
        [Parameter::FORMAT, Parameter::RESUME, Parameter::SAVE, Parameter::SHARD];
    match named {
        Named::Parameter(Parameter::EACH, None) => "each".to_owned(),
        Named::Parameter(Parameter::EACH, Some(value)) => {
            let field = value.split('=').next().unwrap_or_default();
            format!("each={{\"{field}\": …}}")
        }
        Named::Parameter(flag, value) if COMMAND_ONLY.contains(flag) => {
            let value = value.as_ref().map_or_else(String::new, |value| format!(" {value}"));
            format!("oddsmith --{}{value}", flag.key())
        }
        Named::Parameter(Parameter::COLUMN, Some(name)) => format!("column={name:?}"),
        Named::Parameter(parameter, None) => parameter.key().to_owned(),
        Named::Parameter(parameter, Some(value)) => {
            format!("{}={}", parameter.key(), values(value))
        }
        Named::Sweep(text) => match text.split_once('=') {
            Some((name, swept)) => format!("{name}={}", values(swept)),
            None => values(text),
        },
        Named::List(None) => "oddsmith.list()".to_owned(),
        Named::List(Some(what)) => format!("oddsmith.list({what:?})"),
        Named::Anydice => "oddsmith.anydice(text)".to_owned(),
        Named::Guide => "docs/dice.md".to_owned(),
        Named::Odds(question) => format!("oddsmith.odds({question:?})"),
        Named::Part => "oddsmith.play_shard(\"FILE.toml\", \"1/4\")".to_owned(),
        Named::Audit | Named::New | Named::Tune => format!("oddsmith {named}"),
    }
}

/// Formats the values of a range as Python code: `0..40` is `range(0, 41)`, `1,3,5` is `[1, 3, 5]`.
fn values(text: &str) -> String {
    let ends = text.split_once("..").and_then(|(from, to)| {
        Some((from.parse::<i32>().ok()?, to.parse::<i32>().ok()?.checked_add(1)?))
    });
    match ends {
        Some((from, to)) => format!("range({from}, {to})"),
        None if text.contains(',') => format!("[{}]", text.replace(',', ", ")),
        None => text.to_owned(),
    }
}

/// Results whose error can be converted to an exception.
pub trait Raised<T> {
    /// Converts the error, if any, to an exception.
    fn raised(self) -> PyResult<T>;
}

impl<T> Raised<T> for oddsmith::Result<T> {
    fn raised(self) -> PyResult<T> {
        self.map_err(|error| raised(&error))
    }
}
