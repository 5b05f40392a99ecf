//! Answers to all cases of a check over its axes: as a stream, or collected.

use rayon::prelude::*;

use super::Answer;
use super::memory_use::{MemoryUse, bytes};
use oddsmith_base::Result;
use oddsmith_engine::odds::{Event, Progress, start_threads};
use oddsmith_engine::rule::Column;
use oddsmith_registry::Value;
use oddsmith_scenario::{Axis, Cases, Effort, point};

/// Largest number of cases computed at the same time: few enough for memory, enough for all
/// threads.
const CHUNK: usize = 1024;

/// Size of the first chunk. Each chunk has twice as many cases as the one before it, unless the
/// answers would take more than `AT_ONCE` bytes.
const FIRST: usize = 4;
const AT_ONCE: u64 = 32 << 20;

/// Largest number of cases that are answered faster without starting threads.
pub(super) const FEW: usize = 4;

/// Maps each item with `of` and returns the results in order: on this thread if `alone`, else in
/// parallel.
pub fn map_parallel<T: Send, R: Send>(
    these: impl IntoIterator<Item = T> + IntoParallelIterator<Item = T>,
    single_case: bool,
    of: impl Fn(T) -> R + Send + Sync,
) -> Vec<R> {
    if single_case {
        return these.into_iter().map(of).collect();
    }
    start_threads();
    these.into_par_iter().map(of).collect()
}

/// Returns the distinct lists of columns of the cases: their ladders and steps may differ. Builds
/// every case, so that a case that can't be built is reported before any answer.
///
/// # Errors
/// If a case can't be built; returns the error of the first one.
pub fn columns(cases: &Cases) -> Result<Vec<Vec<Column>>> {
    let mut kinds: Vec<Vec<Column>> = Vec::new();
    for start in (0..cases.len()).step_by(CHUNK) {
        let numbers = start..(start + CHUNK).min(cases.len());
        let of = |number: usize| cases.case(number).map(|case| case.columns().to_vec());
        for columns in map_parallel(numbers, cases.len() <= FEW, of) {
            let columns = columns?;
            if !kinds.iter().any(|kind| have_same_columns(kind, &columns)) {
                kinds.push(columns);
            }
        }
    }
    Ok(kinds)
}

/// Returns true if both lists of columns agree in names, indices, outcome names and in whether each
/// has a success.
pub(super) fn have_same_columns(one: &[Column], other: &[Column]) -> bool {
    fn told(column: &Column) -> impl PartialEq + '_ {
        let names = column.scale.names();
        (&column.name, column.at, column.indices(), column.success.is_some(), names)
    }
    one.iter().map(told).eq(other.iter().map(told))
}

/// Returns a stream of the answers to cases, in order. They are computed in parallel in chunks, so
/// that memory is limited to one chunk. [`columns`] checks beforehand that all cases can be built.
pub fn answers<'a>(
    cases: &'a Cases,
    effort: Effort,
    event: &'a Event,
    progress: &'a Progress,
) -> impl Iterator<Item = Result<Answer>> + 'a {
    let (mut start, mut size) = (0, FIRST);
    let chunk = move || {
        let numbers = start..(start + size).min(cases.len());
        let answer = |number| Answer::new(cases.case(number)?, effort, event, progress);
        let found: Vec<Result<Answer>> = map_parallel(numbers.clone(), cases.len() <= FEW, answer);
        let taken: u64 = found.iter().flatten().map(bytes).sum();
        let room = AT_ONCE * numbers.len() as u64 / taken.max(1);
        (start, size) = (numbers.end, (2 * size).min(room as usize).clamp(1, CHUNK));
        (!found.is_empty()).then_some(found)
    };
    std::iter::from_fn(chunk).flatten()
}

/// Answers of one check over its axes.
#[derive(Debug)]
pub struct Answers {
    /// Label of the check in a scenario or a comparison; empty for a single question.
    pub label: String,
    /// Axes that the check sweeps.
    pub axes: Vec<Axis>,
    /// Answers in the order of the cases; the last axis varies fastest.
    pub cases: Vec<Answer>,
}

impl Answers {
    /// Answers all cases.
    ///
    /// # Errors
    /// If a case can't be built or answered, or the answers need too much memory; returns the first
    /// error.
    pub fn new(
        label: &str,
        cases: &Cases,
        effort: Effort,
        event: &Event,
        progress: &Progress,
    ) -> Result<Answers> {
        let held = MemoryUse::of(cases.len());
        let hold = |answer: Result<Answer>| {
            let answer = answer?;
            held.add(&answer).map(|()| answer)
        };
        let found = answers(cases, effort, event, progress).map(hold).collect::<Result<_>>()?;
        Ok(Answers { label: label.to_owned(), axes: cases.axes().to_vec(), cases: found })
    }

    /// Returns a copy with one case only, and without axes.
    ///
    /// # Errors
    /// If the case can't be built again.
    pub fn single_case(&self, case: usize) -> Result<Answers> {
        let cases = vec![self.cases[case].clone_whole()?];
        Ok(Answers { label: self.label.clone(), axes: Vec::new(), cases })
    }

    /// Returns the name for messages: the label, or the id of the check if the label is empty.
    pub fn name(&self) -> &str {
        match self.cases.first() {
            Some(first) if self.label.is_empty() => &first.case.entry.id,
            _ => &self.label,
        }
    }

    /// Returns the columns of each case.
    pub fn columns(&self) -> impl Iterator<Item = &[Column]> + Clone {
        self.cases.iter().map(Answer::columns)
    }

    /// Returns the point of case `number`: the names and values of the axes.
    pub fn point(&self, number: usize) -> Vec<(&str, &Value)> {
        let places = point(&self.axes, number);
        self.axes
            .iter()
            .zip(places)
            .map(|(axis, place)| (axis.name.as_str(), &axis.values[place]))
            .collect()
    }

    /// Returns the value of an axis in case `number`; `None` if there is no such axis.
    pub fn value(&self, axis: &str, number: usize) -> Option<&Value> {
        let at = self.axes.iter().position(|other| other.name == axis)?;
        Some(&self.axes[at].values[point(&self.axes, number)[at]])
    }
}
