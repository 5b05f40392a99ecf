//! Python function that runs AnyDice programs.

use std::time::{Duration, Instant};

use oddsmith::Error;
use oddsmith::answer::{json, of_program};
use oddsmith::anydice::{Budget, run};
use oddsmith::odds::Event;
use oddsmith::readout::Shown;
use oddsmith::systems::anydice::{Outputs, notice_text};
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use std::ffi::CString;

use crate::answer_set::AnswerSet;
use crate::error::Raised;
use crate::request::Request;
use crate::results::Results;
use crate::watch::{WorkAmount, watched};

/// Title of the results of a program.
pub const TITLE: &str = "AnyDice program";

/// Run an AnyDice program, given as text: every output, exact, by its name. A program that takes
/// longer than `seconds` is refused.
#[pyfunction]
#[pyo3(signature = (text, /, *, seconds=5.0))]
pub fn anydice(py: Python<'_>, text: String, seconds: f64) -> PyResult<Results> {
    let patience = Duration::try_from_secs_f64(seconds).map_err(|_| {
        Error::question(format!("`seconds={seconds}` is no time"))
            .with_hint("it is a number of seconds above 0: `seconds=60`")
    });
    let patience = patience.raised()?;
    let (results, report, warnings) = watched(py, WorkAmount::Cases(1), move |progress| {
        let start = Instant::now();
        let ended = || match (progress.has_ended(), start.elapsed() > patience) {
            (true, _) => Some("stopped before the end".to_owned()),
            (_, true) => Some(format!("the program takes longer than {seconds} seconds")),
            _ => None,
        };
        let budget = Budget { work: u64::MAX, ended: Some(&ended), ..Budget::default() };
        let outputs = Outputs::of(run(&text, &budget)?);
        let warnings: Vec<String> = outputs.report.warnings.iter().map(notice_text).collect();
        let places: Vec<usize> = (0..outputs.names().len()).collect();
        let report = json::text(&outputs.report);
        Ok((of_program(&outputs.into(), &places, &Event::SUCCESS)?, report, warnings))
    })?;
    for warning in warnings {
        let category = py.get_type::<PyUserWarning>();
        PyErr::warn(py, &category, &CString::new(warning)?, 1)?;
    }
    let request = Request::of_text(py, "anydice", report, "oddsmith.anydice(…)");
    let known = AnswerSet::new(results, Shown::default(), None, request, None);
    Ok(Results::of(&known, TITLE.to_owned()))
}
