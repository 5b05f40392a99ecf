//! Restoration of pickled results: the call is read again, with the saved numbers.

use std::sync::Arc;

use oddsmith::answer::{SavedResults, program_cases};
use oddsmith::odds::Event;
use oddsmith::readout::Shown;
use oddsmith::scenario::{Cases, Scenario};
use pyo3::prelude::*;

use crate::answer::{Answer, Place};
use crate::answer_set::AnswerSet;
use crate::answers::Answers;
use crate::anydice;
use crate::ask::answered;
use crate::error::Raised;
use crate::request::{Request, State};
use crate::results::{Results, compared};

#[pymethods]
impl Answer {
    #[staticmethod]
    fn _restore(py: Python<'_>, state: State, column: Option<Place>) -> PyResult<Answer> {
        let known = restored(py, state)?;
        let other = column.map(|(column, at)| Event { column, at, ..Event::SUCCESS });
        let event = other.unwrap_or_else(|| known.shown.event.clone());
        Ok(Answer::of(&known, known.point_about(0, 0, event)))
    }
}

#[pymethods]
impl Answers {
    #[staticmethod]
    fn _restore(py: Python<'_>, state: State, check: usize) -> PyResult<Answers> {
        Ok(Answers::of(&restored(py, state)?, check))
    }
}

#[pymethods]
impl Results {
    #[staticmethod]
    fn _restore(py: Python<'_>, state: State) -> PyResult<Results> {
        let (request, saved) = Request::read(py, state)?;
        results(py, request, saved)
    }
}

/// Restores pickled results.
///
/// # Errors
/// If the question can't be read, or the numbers do not fit it.
fn restored(py: Python<'_>, state: State) -> PyResult<Arc<AnswerSet>> {
    let (request, saved) = Request::read(py, state)?;
    match request.function.as_str() {
        "compare" => Ok(compared(py, request, Some(saved))?.known),
        "anydice" | "merge" => Ok(results(py, request, saved)?.known),
        _ => answered(py, request, Some(saved)),
    }
}

/// Restores the results of `anydice` or `merge`.
///
/// # Errors
/// If the text of the call can't be read, or the numbers do not fit it.
fn results(py: Python<'_>, request: Request, saved: SavedResults<'static>) -> PyResult<Results> {
    let only = saved.place();
    let restore = || {
        let (title, checks): (String, Vec<(String, Cases)>) = match request.function.as_str() {
            "anydice" => (anydice::TITLE.to_owned(), program_cases(request.text())?),
            _ => {
                let Scenario { title, questions, .. } = Scenario::parse(request.text())?;
                let checks = questions.into_iter().map(|question| (question.label, question.cases));
                (title, checks.collect())
            }
        };
        let checks = checks.iter().map(|(label, cases)| (label.as_str(), cases));
        oddsmith::Result::Ok((title, saved.restore(checks)?))
    };
    let (title, results) = py.detach(restore).raised()?;
    Ok(Results::of(&AnswerSet::new(results, Shown::default(), None, request, only), title))
}
