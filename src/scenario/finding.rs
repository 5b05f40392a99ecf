//! Answers: a case with its law and its tally, and why there is the one or the other.

use rayon::prelude::*;

use super::Amount;
use crate::error::{Error, ErrorKind, Result};
use crate::odds::{Agreement, Laws, Precision, Progress, Sample, Success, Tallies, agreement};
use crate::registry::Case;

/// How a question is to be answered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked {
    /// The most branches an exact answer may take; `None` to make none.
    pub budget: Option<u64>,
    /// What to play; `None` to play nothing, which insists on an exact answer.
    pub played: Option<Played>,
}

/// What is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Played {
    /// The seed.
    pub seed: u64,
    /// How much of each case.
    pub amount: Amount,
    /// Place and success of the share that a precision is about; `None` for the one that answers for the case.
    pub of: Option<(usize, Success)>,
}

impl Default for Asked {
    /// Exact within twenty million branches (about a second), and a million trials beside it.
    fn default() -> Asked {
        let Sample { trials, seed } = Sample::default();
        Asked::new(Some(20_000_000), seed, Amount::Trials(trials))
    }
}

impl Asked {
    /// So many branches, and so much to play, of which nothing is `None`.
    pub fn new(budget: Option<u64>, seed: u64, amount: Amount) -> Asked {
        let played = (amount != Amount::Trials(0)).then_some(Played { seed, amount, of: None });
        Asked { budget, played }
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
    /// Whether law and tally of a histogram agree, where there are both.
    pub fn agreement(&self, place: usize) -> Option<Agreement> {
        Some(agreement(&self.laws.as_ref()?.columns[place], &self.tallies.as_ref()?.columns[place]))
    }

    /// A finding of these tallies, and of the exact laws if they are asked for and fit the budget.
    pub(super) fn with_tallies(
        case: Case,
        budget: Option<u64>,
        tallies: Option<Tallies>,
        sampled: &str,
    ) -> Result<Finding> {
        let (laws, exact) = match budget.map(|budget| (budget, case.law(budget))) {
            None => (None, "not exact: asked for sampled only".to_owned()),
            Some((budget, Err(error)))
                if error.kind() == ErrorKind::TooLarge && tallies.is_some() =>
            {
                (None, format!("not exact: more than {budget} branches"))
            }
            Some((_, laws)) => {
                let laws = laws?;
                let error = laws.columns.iter().fold(0.0, |error: f64, law| error.max(law.error()));
                let branches = match laws.branches {
                    1 => "1 branch".to_owned(),
                    branches => format!("{branches} branches"),
                };
                let how = if error > 0.0 {
                    format!(", in floats right to {error:.0e}")
                } else {
                    String::new()
                };
                (Some(laws), format!("exact: {branches}{how}"))
            }
        };
        let remark = case.check().remark().map_or(String::new(), |remark| format!("; {remark}"));
        Ok(Finding { case, laws, tallies, why: format!("{exact}; {sampled}{remark}") })
    }
}

/// Answers one case.
///
/// # Errors
/// If nothing is to be played and the exact answer takes more branches than the budget, or if a precision is asked of a case without a success.
pub fn answer(case: Case, asked: Asked, progress: &Progress) -> Result<Finding> {
    let (tallies, sampled) = match asked.played {
        None => (None, "not sampled: asked for exact only".to_owned()),
        Some(Played { seed, amount: Amount::Trials(trials), .. }) => (
            Some(case.sample_watched(Sample { trials, seed }, progress)),
            "sampled: asked for".to_owned(),
        ),
        Some(Played { seed, amount: Amount::Precision(half_width), of }) => {
            let (place, success) = of.or(case.success()).ok_or_else(|| no_success(&case))?;
            let until = Precision { half_width, place, success };
            (
                Some(case.sample_until(seed, until, progress)),
                format!("sampled: until the interval is within {half_width}"),
            )
        }
    };
    let finding = Finding::with_tallies(case, asked.budget, tallies, &sampled);
    progress.case();
    finding
}

/// A precision was asked of a case that can't succeed.
pub(super) fn no_success(case: &Case) -> Error {
    let error = Error::question(format!(
        "a precision is that of a success share, and {} has none",
        case.entry.id
    ));
    error.with_hint(
        "say what counts: `--at-least N`, `--at-most N` or `--of RUNG`; or give `trials`",
    )
}

/// Answers many cases, on as many threads as there are; the findings come in the order of the cases.
///
/// # Errors
/// As [`answer`], for the first case that fails.
pub fn answer_all(cases: Vec<Case>, asked: Asked, progress: &Progress) -> Result<Vec<Finding>> {
    match cases.len() {
        // A process that starts no threads answers sooner.
        0..=4 => cases.into_iter().map(|case| answer(case, asked, progress)).collect(),
        // All are answered before the first error is looked for, or which one it is would hang on the threads.
        _ => cases
            .into_par_iter()
            .map(|case| answer(case, asked, progress))
            .collect::<Vec<_>>()
            .into_iter()
            .collect(),
    }
}
