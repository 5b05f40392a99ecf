//! All cases of a check over its axes, answered: one by one as a stream, or collected.

use rayon::prelude::*;

use super::Answer;
use super::held::{MemoryHeld, bytes};
use oddsmith_base::Result;
use oddsmith_engine::odds::{Event, Progress, start_threads};
use oddsmith_engine::rule::Column;
use oddsmith_registry::Value;
use oddsmith_scenario::{Axis, Cases, Effort, point};

/// Cases that are worked on at once: few enough to hold, enough to keep all threads at work.
const CHUNK: usize = 1024;

/// As many at first: each chunk has twice as many cases as the one before it, unless its answers
/// would take more than so many bytes.
const FIRST: usize = 4;
const AT_ONCE: u64 = 32 << 20;

/// Of so few cases a process that starts no threads answers sooner.
pub(super) const FEW: usize = 4;

/// What becomes of each of these, in their order: in parallel, or on this thread alone.
pub fn at_once<T: Send, R: Send>(
    these: impl IntoIterator<Item = T> + IntoParallelIterator<Item = T>,
    alone: bool,
    of: impl Fn(T) -> R + Send + Sync,
) -> Vec<R> {
    if alone {
        return these.into_iter().map(of).collect();
    }
    start_threads();
    these.into_par_iter().map(of).collect()
}

/// The kinds of columns that the cases have, each kind once: cases may have ladders of their own,
/// or
/// more steps. Every case is built for it, so that what can't be asked shows before any answer.
///
/// # Errors
/// For the first case that can't be built.
pub fn columns(cases: &Cases) -> Result<Vec<Vec<Column>>> {
    let mut kinds: Vec<Vec<Column>> = Vec::new();
    for start in (0..cases.len()).step_by(CHUNK) {
        let numbers = start..(start + CHUNK).min(cases.len());
        let of = |number: usize| cases.case(number).map(|case| case.columns().to_vec());
        for columns in at_once(numbers, cases.len() <= FEW, of) {
            let columns = columns?;
            if !kinds.iter().any(|kind| are_alike(kind, &columns)) {
                kinds.push(columns);
            }
        }
    }
    Ok(kinds)
}

/// Whether columns can be asked the same.
pub(super) fn are_alike(one: &[Column], other: &[Column]) -> bool {
    fn told(column: &Column) -> impl PartialEq + '_ {
        let names = column.scale.names();
        (&column.name, column.at, column.indices(), column.success.is_some(), names)
    }
    one.iter().map(told).eq(other.iter().map(told))
}

/// The answers of some cases in their order, worked on in parallel a chunk at a time, so that a
/// million cases take the memory of a thousand, and large answers that of a few. [`columns`] says before whether all can be built.
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
        let found: Vec<Result<Answer>> = at_once(numbers.clone(), cases.len() <= FEW, answer);
        let taken: u64 = found.iter().flatten().map(bytes).sum();
        let room = AT_ONCE * numbers.len() as u64 / taken.max(1);
        (start, size) = (numbers.end, (2 * size).min(room as usize).clamp(1, CHUNK));
        (!found.is_empty()).then_some(found)
    };
    std::iter::from_fn(chunk).flatten()
}

/// One check over its axes, answered.
#[derive(Debug)]
pub struct Answers {
    /// What it is called in a scenario or a comparison; empty for a question by itself.
    pub label: String,
    /// The axes that it sweeps.
    pub axes: Vec<Axis>,
    /// Its answers, the last axis fastest.
    pub cases: Vec<Answer>,
}

impl Answers {
    /// Answers all cases.
    ///
    /// # Errors
    /// For the first case that can't be built or answered.
    pub fn new(
        label: &str,
        cases: &Cases,
        effort: Effort,
        event: &Event,
        progress: &Progress,
    ) -> Result<Answers> {
        let held = MemoryHeld::of(cases.len());
        let hold = |answer: Result<Answer>| {
            let answer = answer?;
            held.hold(&answer).map(|()| answer)
        };
        let found = answers(cases, effort, event, progress).map(hold).collect::<Result<_>>()?;
        Ok(Answers { label: label.to_owned(), axes: cases.axes().to_vec(), cases: found })
    }

    /// One of its cases by itself: nothing sweeps there.
    ///
    /// # Errors
    /// If the case can't be built, as it was before.
    pub fn alone(&self, case: usize) -> Result<Answers> {
        let cases = vec![self.cases[case].again()?];
        Ok(Answers { label: self.label.clone(), axes: Vec::new(), cases })
    }

    /// What messages call it: by its label, where it has none by its check.
    pub fn name(&self) -> &str {
        match self.cases.first() {
            Some(first) if self.label.is_empty() => &first.case.entry.id,
            _ => &self.label,
        }
    }

    /// The columns of each case.
    pub fn columns(&self) -> impl Iterator<Item = &[Column]> + Clone {
        self.cases.iter().map(Answer::columns)
    }

    /// Where case number `number` stands: names and values of the axes.
    pub fn point(&self, number: usize) -> Vec<(&str, &Value)> {
        let places = point(&self.axes, number);
        self.axes
            .iter()
            .zip(places)
            .map(|(axis, place)| (axis.name.as_str(), &axis.values[place]))
            .collect()
    }

    /// The value of an axis in case number `number`; `None` if it has no such axis.
    pub fn value(&self, axis: &str, number: usize) -> Option<&Value> {
        let at = self.axes.iter().position(|other| other.name == axis)?;
        // The last axis is the fastest.
        let stride: usize = self.axes[at + 1..].iter().map(|axis| axis.values.len()).product();
        let values = &self.axes[at].values;
        Some(&values[number / stride % values.len()])
    }
}
