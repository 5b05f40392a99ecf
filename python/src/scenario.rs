//! Python functions for scenario files: run into a folder, or simulate in parts and merge.

use std::path::{Path, PathBuf};

use oddsmith::answer::part::{self, Part};
use oddsmith::answer::{self, Shard};
use oddsmith::document::{Document, DocumentRequest};
use oddsmith::file::Transaction;
use oddsmith::readout::Shown;
use oddsmith::scenario::Scenario;
use oddsmith::text::Page;
use oddsmith::{Error, Phrase};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answer_set::AnswerSet;
use crate::arguments::{EFFORT, Options};
use crate::cell::cell;
use crate::error::Raised;
use crate::named_arguments::{self, call};
use crate::pickle::{no_truth_value, pickles};
use crate::request::Request;
use crate::results::Results;
use crate::watch::{WorkAmount, watched};

/// A scenario run: the files written, and the expectations that fail.
#[pyclass(frozen, get_all, module = "oddsmith")]
pub struct Run {
    /// The files written.
    files: Vec<PathBuf>,
    /// The answer in words.
    answer: String,
    /// The expectations that fail, a line each.
    failures: Vec<String>,
    /// The number of simulated trials.
    trials: u64,
}

impl Run {
    fn parts(&self, _: Python<'_>) -> PyResult<(&[PathBuf], &str, &[String], u64)> {
        Ok((&self.files, &self.answer, &self.failures, self.trials))
    }

    /// Returns the result of a document that was made, with its files.
    pub fn of(made: &Document, files: Vec<PathBuf>) -> Run {
        Run { files, answer: made.answer(), failures: made.failures(), trials: made.trials }
    }
}

pickles! { Run }
no_truth_value! { Run: "all expectations hold if `run.failures == []`" }

#[pymethods]
impl Run {
    #[staticmethod]
    fn _restore(files: Vec<PathBuf>, answer: String, failures: Vec<String>, trials: u64) -> Run {
        Run { files, answer, failures, trials }
    }

    fn __repr__(&self) -> String {
        let (files, failures) = (self.files.len(), self.failures.len());
        format!("<oddsmith.Run: {files} files, {failures} expectations that do not hold>")
    }

    fn _repr_html_(&self) -> String {
        let files = self.files.iter().map(|file| file.display().to_string());
        let failures = self.failures.iter().map(|failure| format!("expectation {failure}"));
        let page = Page {
            title: self.answer.clone(),
            lines: Phrase::all(failures),
            notes: Phrase::all(files),
            ..Page::default()
        };
        cell(Some(&page), "")
    }
}

/// Names of the options of a part; parts are sampled, without a precision.
const OF_PARTS: [&str; 5] = ["trials", "seed", "sampled_only", "no_kernel", "budget"];

/// Run a scenario file and write CSV, charts and text into a folder. The folder is named after the
/// file unless `out` is given.
#[pyfunction]
#[pyo3(
    signature = (path, /, *, out=None, **options),
    text_signature = "(path, /, *, out=None, trials=None, precision=None, seed=None, \
        exact_only=False, sampled_only=False, no_kernel=False, budget=None)"
)]
pub fn run(
    py: Python<'_>,
    path: PathBuf,
    out: Option<PathBuf>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Run> {
    let named = |path: &Path| {
        path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    };
    let options = named_arguments::read(py, options)?;
    let call = call("run", &[named(&path)], &options)?;
    let overrides = Options::only("run", &options, &EFFORT, &["out"])?.request.effort;
    let folder = out.unwrap_or_else(|| path.with_extension(""));
    if folder == path {
        let error =
            format!("`{}` has no ending, and its folder would take its name", path.display());
        return Err(Error::question(error).with_hint("say where to write with `out=`")).raised();
    }
    let mut task = DocumentRequest::of_file(&path, &named(&folder), &call).raised()?;
    task.check().raised()?;
    task.effort = overrides.over(task.scenario.effort).raised()?;
    built(py, task, folder, false)
}

/// Builds a document in a folder. A report is checked before, and is never streamed.
///
/// # Errors
/// If a case can't be answered, the report is invalid, or a file can't be written.
pub fn built(
    py: Python<'_>,
    task: DocumentRequest,
    folder: PathBuf,
    is_report: bool,
) -> PyResult<Run> {
    let ahead = WorkAmount::of(task.scenario.cases(), task.effort);
    watched(py, ahead, move |progress| {
        if is_report {
            task.check()?;
        }
        let mut transaction = Transaction::new(&task.inputs())?;
        let made = match !is_report && task.streams() {
            true => task.stream(&folder, &mut transaction, progress)?,
            false => task.make(progress)?,
        };
        let files = made.write(&folder, &mut transaction)?;
        if progress.has_ended() {
            return Err(Error::question("it was ended before it was written"));
        }
        transaction.commit()?;
        Ok(Run::of(&made, files))
    })
}

/// Simulate one part of a scenario, "3/16", and return its counts as a text for `merge`.
///
/// The same arguments give the same part, so you can simulate a lost one again.
#[pyfunction]
#[pyo3(
    signature = (text, shard, /, **options),
    text_signature = "(text, shard, /, *, trials=None, seed=None, sampled_only=False, \
        no_kernel=False, budget=None)"
)]
pub fn play_shard(
    py: Python<'_>,
    text: &str,
    shard: &str,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let options = named_arguments::read(py, options)?;
    let overrides = Options::only("play_shard", &options, &OF_PARTS, &[])?.request.effort;
    let (scenario, shard) = (Scenario::parse(text).raised()?, Shard::parse(shard).raised()?);
    let effort = overrides.over(scenario.effort).raised()?;
    let ahead = WorkAmount::of(scenario.cases(), effort);
    watched(py, ahead, move |progress| {
        let (never, nothing) = (|| false, |_: &Part| Ok(()));
        let part = part::play(&scenario, effort, shard, None, progress, never, nothing)?;
        Ok(part.text())
    })
}

/// Merge the parts of one run that `play_shard` or `oddsmith run --part` made, each shard once.
#[pyfunction]
#[pyo3(signature = (parts, /))]
pub fn merge(py: Python<'_>, parts: &Bound<'_, PyAny>) -> PyResult<Results> {
    let parts: Vec<String> = match named_arguments::plain("parts", parts)?.extract() {
        Ok(parts) => parts,
        Err(_) => return Err(named_arguments::type_error("parts", "a list of texts", parts)),
    };
    let (scenario, results) = watched(py, WorkAmount::Cases(1), move |progress| {
        let names: Vec<PathBuf> = (1..=parts.len()).map(|n| format!("part {n}").into()).collect();
        let mut read: Vec<(&Path, Part)> = Vec::new();
        for (name, text) in names.iter().zip(&parts) {
            read.push((name, Part::parse(text).map_err(|error| error.in_file(name))?));
        }
        answer::merge(&read, progress)
    })?;
    let request = Request::of_text(py, "merge", scenario.text, "oddsmith.merge(parts)");
    let known = AnswerSet::new(results, Shown::default(), None, request, None);
    Ok(Results::of(&known, scenario.title))
}
