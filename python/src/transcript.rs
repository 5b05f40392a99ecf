//! Python class and function for the transcript of one roll.

use oddsmith::Phrase;
use oddsmith::query::{Action, ReplyData, Transcript};
use oddsmith::readout::words;
use oddsmith::registry::Value;
use oddsmith::text::Page;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::Arguments;
use crate::cell::cell;
use crate::error::Raised;
use crate::named_arguments;
use crate::pickle::{no_truth_value, pickles};

/// One roll: its steps, its result, and the luck that repeats it.
#[pyclass(frozen, module = "oddsmith")]
pub struct Tale {
    /// The title of the check.
    #[pyo3(get)]
    title: String,
    /// The steps, a line each.
    #[pyo3(get)]
    lines: Vec<String>,
    /// The luck, as the text that repeats the roll.
    #[pyo3(get)]
    luck: String,
    /// Score of each column: the name of a rung or a number; None if it has none.
    scores: Py<PyDict>,
}

impl Tale {
    fn parts(&self, py: Python<'_>) -> PyResult<(&str, &[String], &str, Py<PyDict>)> {
        Ok((&self.title, &self.lines, &self.luck, self.scores.clone_ref(py)))
    }

    /// Formats the scores for people.
    fn score_texts(&self, py: Python<'_>) -> Vec<String> {
        let scores = self.scores.bind(py).iter().filter(|(_, score)| !score.is_none());
        let said = |(name, score): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            format!("{} {}", words(&name.to_string()), words(&score.to_string()))
        };
        scores.map(said).collect()
    }
}

pickles! { Tale }
no_truth_value! { Tale: "look at its scores, as in `tale.scores['margin'] >= 0`" }

#[pymethods]
impl Tale {
    #[staticmethod]
    fn _restore(title: String, lines: Vec<String>, luck: String, scores: Py<PyDict>) -> Tale {
        Tale { title, lines, luck, scores }
    }

    /// The score of each column: the name of a result, or a number.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.scores.bind(py).copy()
    }

    fn __str__(&self) -> String {
        self.lines.join("\n")
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<oddsmith.Tale {}: {}>", self.title, self.score_texts(py).join(", "))
    }

    fn _repr_html_(&self, py: Python<'_>) -> String {
        let page = Page {
            title: self.title.clone(),
            answer: self.score_texts(py),
            lines: Phrase::all(self.lines.iter().cloned()),
            notes: Phrase::all([format!("luck: {}", self.luck)]),
            ..Page::default()
        };
        cell(Some(&page), "")
    }
}

/// Roll once and show each step, with the luck of `seed`, or with the luck you give: "card 6, card
/// 9".
#[pyfunction]
#[pyo3(
    signature = (check, /, **fields),
    text_signature = "(check, /, *, luck=None, seed=None, rules=None, **fields)"
)]
pub fn play(py: Python<'_>, check: &str, fields: Option<&Bound<'_, PyDict>>) -> PyResult<Tale> {
    let fields = named_arguments::read(py, fields)?;
    let reply = Arguments::read(Action::Play, check, &fields)?.reply(py, None)?;
    let ReplyData::Transcript(found) = reply.found else {
        return Err(oddsmith::Error::question("it has no steps")).raised();
    };
    let scores = PyDict::new(py);
    for (name, score) in found.scores {
        match score {
            Some(Value::Integer(number)) => scores.set_item(name, number)?,
            score => scores.set_item(name, score.map(|rung| rung.to_string()))?,
        }
    }
    let Transcript { title, lines, luck, .. } = found;
    Ok(Tale { title, lines, luck, scores: scores.unbind() })
}
