//! The call that made results: charts show it, and pickles store it with the numbers.

use oddsmith::answer::SavedResults;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::Raised;
use crate::named_arguments;

/// A call of a function of this module, from which its cases can be built again.
pub struct Request {
    /// Name of the function.
    pub function: String,
    /// Positional arguments.
    pub texts: Vec<String>,
    /// Named arguments, as plain values.
    pub named: Py<PyDict>,
    /// The call as Python code.
    pub call: String,
}

/// State of pickled results: the fields of a [`Request`], and the numbers as text.
pub type State = (String, Vec<String>, Py<PyDict>, String, String);

impl Request {
    /// Creates the call of a function with these arguments.
    ///
    /// # Errors
    /// If Python can't represent an argument.
    pub fn of(function: &str, texts: Vec<String>, named: &Bound<'_, PyDict>) -> PyResult<Request> {
        let call = named_arguments::call(function, &texts, named)?;
        let (function, named) = (function.to_owned(), named.clone().unbind());
        Ok(Request { function, texts, named, call })
    }

    /// Creates a call with one text. Charts show `call` instead of the text.
    pub fn of_text(py: Python<'_>, function: &str, text: String, call: &str) -> Request {
        let (function, call) = (function.to_owned(), call.to_owned());
        Request { function, texts: vec![text], named: PyDict::new(py).unbind(), call }
    }

    /// Returns the first positional argument, or an empty text.
    pub fn text(&self) -> &str {
        self.texts.first().map_or("", String::as_str)
    }

    /// Returns a copy of the named arguments, for a reader that removes them.
    ///
    /// # Errors
    /// If Python can't allocate the copy.
    pub fn named<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.named.bind(py).copy()
    }

    /// Returns the state of results of this call.
    pub fn state(&self, py: Python<'_>, saved: &SavedResults) -> State {
        let saved = py.detach(|| saved.text());
        let Request { function, texts, named, call } = self;
        (function.clone(), texts.clone(), named.clone_ref(py), call.clone(), saved)
    }

    /// Returns the call and the numbers of pickled results.
    ///
    /// # Errors
    /// If the numbers are damaged, or were saved by another version.
    pub fn read(
        py: Python<'_>,
        (function, texts, named, call, saved): State,
    ) -> PyResult<(Request, SavedResults<'static>)> {
        let saved = py.detach(|| SavedResults::parse(&saved)).raised()?;
        Ok((Request { function, texts, named, call }, saved))
    }
}
