//! Python functions for designers: best decisions, verification of expectations, tuning, audit of
//! the rulebooks' claims, reports.

use std::path::PathBuf;

use oddsmith::Error;
use oddsmith::document::DocumentRequest;
use oddsmith::expectations::audit::{Auditor, claims_of};
use oddsmith::expectations::rows::{self, ClaimRow};
use oddsmith::expectations::tune::{Setting, tune as tuned};
use oddsmith::expectations::{answer_and_judge, check_expectations, no_expectations};
use oddsmith::query::Action;
use oddsmith::registry::{Value, document};
use oddsmith::scenario::{Effort, Scenario, Tuning};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::{Arguments, EFFORT, Options};
use crate::error::Raised;
use crate::named_arguments;
use crate::rules::parsed;
use crate::scenario::{Run, built};
use crate::watch::{WorkAmount, watched};

/// Find a player's best decisions in a house rule, as `best --format json` prints them: for the
/// chance of success, or for the mean of a column.
#[pyfunction]
#[pyo3(
    signature = (check, /, **fields),
    text_signature = "(check, /, *, mean=None, least=False, rules=None, budget=None, **fields)"
)]
pub fn best(
    py: Python<'_>,
    check: &str,
    fields: Option<&Bound<'_, PyDict>>,
) -> PyResult<Py<PyAny>> {
    let fields = named_arguments::read(py, fields)?;
    let reply = Arguments::read(Action::Best, check, &fields)?.reply(py, None)?;
    parsed(py, &reply.json().unwrap_or_default())
}

/// Check the `[[expect]]` rows of a scenario file: a row for each, as `verify --format json` prints
/// it.
#[pyfunction]
#[pyo3(
    signature = (path, /, **options),
    text_signature = "(path, /, *, trials=None, precision=None, seed=None, exact_only=False, \
        sampled_only=False, no_kernel=False, budget=None)"
)]
pub fn verify(
    py: Python<'_>,
    path: PathBuf,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Py<PyAny>> {
    let options = named_arguments::read(py, options)?;
    let overrides = Options::only("verify", &options, &EFFORT, &[])?.request.effort;
    let scenario = Scenario::read(&path).raised()?;
    if scenario.expectations.is_empty() {
        return Err(no_expectations().in_file(&path)).raised();
    }
    let effort = overrides.over(scenario.effort).raised()?;
    let ahead = WorkAmount::of(scenario.cases(), effort);
    let json = watched(py, ahead, move |progress| {
        let verdicts = check_expectations(&scenario)
            .and_then(|()| answer_and_judge(&scenario, effort, progress));
        let (_, verdicts) = verdicts.map_err(|error| error.in_file(&path))?;
        let call = format!("oddsmith.verify({:?})", path.display().to_string());
        let row = |verdict| ClaimRow::of(verdict, &path, call.clone());
        Ok(rows::json(&verdicts.iter().map(row).collect::<Vec<_>>(), &[]))
    })?;
    parsed(py, &json)?.bind(py).get_item("rows").map(Bound::unbind)
}

/// Test what the rulebooks claim in numbers: a row for each claim, as `audit --format json` prints
/// it; of the claims that are named, or of all.
#[pyfunction]
#[pyo3(signature = (*names))]
pub fn audit(py: Python<'_>, names: Vec<String>) -> PyResult<Py<PyAny>> {
    let all = claims_of(&names).raised()?;
    let json = watched(py, WorkAmount::Cases(all.len() as u64), move |progress| {
        let auditor = Auditor { readings: &[], effort: Effort::default(), progress };
        let one = |(system, claim)| auditor.audit(system, claim).map(|one| one.row);
        let rows = all.into_iter().map(one);
        Ok(rows::json(&rows.collect::<oddsmith::Result<Vec<ClaimRow>>>()?, &[]))
    })?;
    parsed(py, &json)?.bind(py).get_item("rows").map(Bound::unbind)
}

/// Find values for the `[vary]` numbers of a file that meet its expectations, best first: each with
/// `vary`, `met`, `of` and `missed`.
#[pyfunction]
#[pyo3(
    signature = (path, /, **options),
    text_signature = "(path, /, *, trials=None, precision=None, seed=None, exact_only=False, \
        sampled_only=False, no_kernel=False, budget=None)"
)]
pub fn tune(
    py: Python<'_>,
    path: PathBuf,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<Py<PyAny>>> {
    let options = named_arguments::read(py, options)?;
    let overrides = Options::only("tune", &options, &EFFORT, &[])?.request.effort;
    let tuning = document::read(&path, |text| Tuning::parse_in(path.parent(), text)).raised()?;
    let found = watched(py, WorkAmount::Cases(u64::MAX), move |progress| {
        let effort = |scenario: &Scenario| overrides.over(scenario.effort).unwrap_or_default();
        tuned(&tuning, effort, progress).map_err(|error| error.in_file(&path))
    })?;
    let setting = |setting: &Setting| {
        let vary = PyDict::new(py);
        for (name, value) in &setting.values {
            match value {
                Value::Integer(number) => vary.set_item(name, number)?,
                value => vary.set_item(name, value.to_string())?,
            }
        }
        let one = PyDict::new(py);
        one.set_item("vary", vary)?;
        one.set_item("met", setting.met())?;
        one.set_item("of", setting.judgements.len())?;
        one.set_item("missed", setting.missed)?;
        Ok(one.into_any().unbind())
    };
    found.best.iter().map(setting).collect()
}

/// Build the report of a folder with a scenario.toml and a report.md.
#[pyfunction]
#[pyo3(signature = (folder, /))]
pub fn report(py: Python<'_>, folder: PathBuf) -> PyResult<Run> {
    let whole = folder.canonicalize().map_err(|cause| Error::file("read", &folder, &cause));
    let whole = whole.raised()?;
    let name = whole.file_name().map_or_else(String::new, |it| it.to_string_lossy().into_owned());
    let command = format!("oddsmith report {name}");
    let task = DocumentRequest::of_folder(&folder, &name, &command).raised()?;
    built(py, task, folder, true)
}
