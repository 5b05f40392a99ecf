//! Answers: a case with its law and its tally, and why there is the one or the other.

use rayon::prelude::*;

use crate::error::{ErrorKind, Result};
use crate::odds::{Agreement, Laws, Sample, Tallies, agreement};
use crate::registry::Case;

/// How a question is to be answered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked {
    /// The most branches an exact answer may take; `None` to make none.
    pub budget: Option<u64>,
    /// What to play; `None` to play nothing, which insists on an exact answer.
    pub sample: Option<Sample>,
}

impl Default for Asked {
    /// Exact within twenty million branches (about a second), and a million trials beside it.
    fn default() -> Asked {
        Asked { budget: Some(20_000_000), sample: Some(Sample::default()) }
    }
}

/// A case with its law and its tally.
#[derive(Debug)]
pub struct Finding {
    /// What was asked about.
    pub case: Case,
    /// Its exact laws, where they were made.
    pub laws: Option<Laws>,
    /// What was counted, where it was played.
    pub tallies: Option<Tallies>,
    /// Which was made, and why.
    pub why: String,
}

impl Finding {
    /// Whether law and tally of a column agree, where there are both.
    pub fn agreement(&self, column: usize) -> Option<Agreement> {
        Some(agreement(&self.laws.as_ref()?.columns[column], &self.tallies.as_ref()?.columns[column]))
    }
}

/// Answers one case.
///
/// # Errors
/// If nothing is to be played and the exact answer takes more branches than the budget.
pub fn answer(case: Case, asked: Asked) -> Result<Finding> {
    let (laws, exact) = match asked.budget.map(|budget| (budget, case.law(budget))) {
        None => (None, "not exact: asked for sampled only".to_owned()),
        Some((budget, Err(error))) if error.kind() == ErrorKind::TooLarge && asked.sample.is_some() => {
            (None, format!("not exact: more than {budget} branches"))
        }
        Some((_, laws)) => {
            let laws = laws?;
            let error = laws.columns.iter().fold(0.0, |error: f64, law| error.max(law.error()));
            let branches = match laws.branches {
                1 => "1 branch".to_owned(),
                branches => format!("{branches} branches"),
            };
            let how = if error > 0.0 { format!(", in floats right to {error:.0e}") } else { String::new() };
            (Some(laws), format!("exact: {branches}{how}"))
        }
    };
    let tallies = asked.sample.map(|run| case.sample(run));
    let sampled = match asked.sample {
        Some(_) => "sampled: asked for",
        None => "not sampled: asked for exact only",
    };
    let remark = case.check().remark().map_or(String::new(), |remark| format!("; {remark}"));
    Ok(Finding { case, laws, tallies, why: format!("{exact}; {sampled}{remark}") })
}

/// Answers many cases, on as many threads as there are; the findings come in the order of the cases.
///
/// # Errors
/// As [`answer`], for the first case that fails.
pub fn answer_all(cases: Vec<Case>, asked: Asked) -> Result<Vec<Finding>> {
    match cases.len() {
        // A process that starts no threads answers sooner.
        0..=4 => cases.into_iter().map(|case| answer(case, asked)).collect(),
        // All are answered before the first error is looked for, or which one it is would hang on the threads.
        _ => cases.into_par_iter().map(|case| answer(case, asked)).collect::<Vec<_>>().into_iter().collect(),
    }
}
