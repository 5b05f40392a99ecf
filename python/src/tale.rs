//! Python class and function for the transcript of one roll.

use oddsmith::Phrase;
use oddsmith::query::{self, Action, ReplyData};
use oddsmith::readout::words;
use oddsmith::registry::Value;
use oddsmith::text::Page;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::Arguments;
use crate::cell::cell;
use crate::error::Raised;
use crate::given;
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
    scores: Scores,
}

/// Score of each column; `None` if it has none.
type Scores = Vec<(String, Option<Score>)>;

/// Score: the name of a rung, or a number.
#[derive(Clone, FromPyObject, IntoPyObject)]
enum Score {
    Rung(String),
    Number(i32),
}

impl Tale {
    fn parts(&self, _: Python<'_>) -> PyResult<(&str, &[String], &str, Scores)> {
        Ok((&self.title, &self.lines, &self.luck, self.scores.clone()))
    }

    /// Formats the scores for people.
    fn said(&self) -> Vec<String> {
        let said = |(name, score): &(String, Option<Score>)| {
            let score = match score.as_ref()? {
                Score::Rung(rung) => words(rung),
                Score::Number(number) => number.to_string(),
            };
            Some(format!("{} {score}", words(name)))
        };
        self.scores.iter().filter_map(said).collect()
    }
}

pickles! { Tale }
no_truth_value! { Tale: "look at its scores, as in `tale.scores['margin'] >= 0`" }

#[pymethods]
impl Tale {
    #[staticmethod]
    fn _restore(title: String, lines: Vec<String>, luck: String, scores: Scores) -> Tale {
        Tale { title, lines, luck, scores }
    }

    /// The score of each column: the name of a result, or a number.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let scores = PyDict::new(py);
        for (name, score) in &self.scores {
            scores.set_item(name, score.clone())?;
        }
        Ok(scores)
    }

    fn __str__(&self) -> String {
        self.lines.join("\n")
    }

    fn __repr__(&self) -> String {
        format!("<oddsmith.Tale {}: {}>", self.title, self.said().join(", "))
    }

    fn _repr_html_(&self) -> String {
        let page = Page {
            title: self.title.clone(),
            answer: self.said(),
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
    let fields = given::read(py, fields)?;
    let reply = Arguments::read(Action::Play, check, &fields)?.reply(py, None)?;
    let ReplyData::Tale(query::Transcript { title, lines, luck, scores, .. }) = reply.found else {
        return Err(oddsmith::Error::question("it has no steps")).raised();
    };
    let scores = scores.into_iter().map(|(name, score)| {
        let score = score.map(|score| match score {
            Value::Integer(number) => Score::Number(number),
            name => Score::Rung(name.to_string()),
        });
        (name, score)
    });
    Ok(Tale { title, scores: scores.collect(), luck, lines })
}
