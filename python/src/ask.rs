//! Python functions `odds` and `duel`.

use std::sync::Arc;

use oddsmith::answer::SavedResults;
use oddsmith::query::{Action, Reply, ReplyData};
use oddsmith::readout::Shown;
use oddsmith::systems::Catalogue;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answer_set::AnswerSet;
use crate::answers::Answers;
use crate::arguments::Arguments;
use crate::error::Raised;
use crate::named_arguments;
use crate::request::Request;

/// Answers a call of `odds` or `duel`, or restores its results.
///
/// # Errors
/// If the question can't be read, or a case can't be answered.
pub fn answered(
    py: Python<'_>,
    call: Request,
    saved: Option<SavedResults<'static>>,
) -> PyResult<Arc<AnswerSet>> {
    let action = if call.function == "duel" { Action::Duel } else { Action::Odds };
    let only = saved.as_ref().and_then(SavedResults::place);
    let arguments = Arguments::read(action, call.text(), &call.named(py)?)?;
    let Reply { shown, found, .. } = arguments.reply(py, saved)?;
    let (results, shown) = match (shown, found) {
        (Some(given), _) => (given.results, given.shown),
        (None, ReplyData::Duels(results)) => (Arc::new(results), Shown::default()),
        (None, _) => return Err(oddsmith::Error::question("it has no results")).raised(),
    };
    Ok(AnswerSet::new(results, shown, None, call, only))
}

/// Compute the odds of a check, and simulate it. Fields are named arguments; an iterable gives a
/// case with each value. Write fields whose names have dots, or are also names of options, in the
/// text of the check.
#[pyfunction]
#[pyo3(
    signature = (check, /, **fields),
    text_signature = "(check, /, *, rules=None, of=None, at_least=None, at_most=None, \
        column=None, trials=None, precision=None, seed=None, exact_only=False, \
        sampled_only=False, no_kernel=False, budget=None, **fields)"
)]
pub fn odds(
    py: Python<'_>,
    check: &str,
    fields: Option<&Bound<'_, PyDict>>,
) -> PyResult<Py<PyAny>> {
    let call = Request::of("odds", vec![check.to_owned()], &named_arguments::read(py, fields)?)?;
    Answers::into_python(py, &answered(py, call, None)?, 0)
}

/// Solve a duel of hidden choices: its value, both strategies, what simple ones lose. It takes the
/// fields of the duel except its policies.
#[pyfunction]
#[pyo3(signature = (check=None, /, **fields))]
pub fn duel(
    py: Python<'_>,
    check: Option<&str>,
    fields: Option<&Bound<'_, PyDict>>,
) -> PyResult<Py<PyAny>> {
    let first = || Catalogue::default().duel(None).map(|(entry, _)| entry.id.to_string());
    let check = check.map_or_else(first, |check| Ok(check.to_owned())).raised()?;
    let call = Request::of("duel", vec![check], &named_arguments::read(py, fields)?)?;
    Answers::into_python(py, &answered(py, call, None)?, 0)
}
