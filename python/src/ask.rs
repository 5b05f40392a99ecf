//! Questions: the odds of a check, and a duel solved.

use std::sync::Arc;

use oddsmith::Error;
use oddsmith::answer::{self, Results, SavedResults, columns};
use oddsmith::odds::Event;
use oddsmith::readout::Shown;
use oddsmith::scenario::{Answered, Cases, Effort};
use oddsmith::systems::Catalogue;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answers::Answers;
use crate::asked::{OPTIONS, Options, Question};
use crate::error::Raised;
use crate::given;
use crate::known::AnswerSet;
use crate::request::Request;
use crate::rules::Rules;
use crate::watch::{WorkAmount, watched};

/// Answers the cases of one check, or restores their answers.
///
/// # Errors
/// If what counts is not there, or a case can't be answered.
fn answered(
    py: Python<'_>,
    (cases, effort, event): (Cases, Effort, Event),
    request: Request,
    saved: Option<SavedResults<'static>>,
) -> PyResult<Arc<AnswerSet>> {
    let ahead = WorkAmount::of(cases.len(), effort);
    watched(py, ahead, move |progress| {
        let event = match effort.answered {
            Answered::Solved => event,
            _ => {
                let columns = columns(&cases)?;
                event.settled(columns.iter().map(Vec::as_slice), &cases.entry().id)?
            }
        };
        let only = saved.as_ref().and_then(SavedResults::place);
        let results = match saved {
            Some(saved) => saved.restore([("", &cases)])?,
            None => {
                let answers = answer::Answers::new("", &cases, effort, &event, progress)?;
                let (trials, seed) = (progress.trials(), effort.seed);
                Results { checks: vec![answers], pairs: Vec::new(), trials, seed }
            }
        };
        let shown = Shown { event, ..Shown::default() };
        Ok(AnswerSet::new(results, shown, None, request, only))
    })
}

/// Answers a call of `odds`, or restores its answers.
///
/// # Errors
/// If the question can't be read, or a case can't be answered.
pub fn asked(
    py: Python<'_>,
    request: Request,
    saved: Option<SavedResults<'static>>,
) -> PyResult<Arc<AnswerSet>> {
    let fields = request.named(py)?;
    let options = Options::take(&fields, &OPTIONS)?;
    let question = Question::read(request.text(), options.rules.as_deref(), &fields, &OPTIONS)?;
    let asked =
        (question.cases()?, options.request.effort().raised()?, options.request.event().raised()?);
    answered(py, asked, request, saved)
}

/// Solves the duels of a call of `duel`, or restores them.
///
/// # Errors
/// If the question can't be read, or a duel can't be solved.
pub fn solved(
    py: Python<'_>,
    request: Request,
    saved: Option<SavedResults<'static>>,
) -> PyResult<Arc<AnswerSet>> {
    let fields = request.named(py)?;
    let (entry, solver) =
        Catalogue::default().duel(request.texts.first().map(String::as_str)).raised()?;
    let named = |name: &str| fields.contains(name).unwrap_or(false);
    if let Some(policy) = solver.policies.iter().find(|policy| named(policy)) {
        let hint = format!("`oddsmith.odds(\"{}\", {policy}=…)` plays one", entry.id);
        return Err(Error::question("`duel` takes no policies: it finds the best").with_hint(hint))
            .raised();
    }
    let question = Question::of(Rules::catalogue(None), entry, Vec::new(), (&fields, &[]))?;
    let effort = Effort { answered: Answered::Solved, ..Effort::default() };
    answered(py, (question.cases()?, effort, Event::SUCCESS), request, saved)
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
    let request = Request::of("odds", vec![check.to_owned()], &given::read(py, fields)?)?;
    Answers::handed(py, &asked(py, request, None)?, 0)
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
    let first = check.into_iter().map(str::to_owned).collect();
    let request = Request::of("duel", first, &given::read(py, fields)?)?;
    Answers::handed(py, &solved(py, request, None)?, 0)
}
