//! Polars lives here: findings as frames, their column names and types said once, and frames as files.
//! What belongs here: frames, the questions that are asked of them, and their file formats. What does not: pictures, words.
//! Layer: above `scenario`, below `chart`.

mod cases;
mod files;
mod outcomes;
mod query;
mod strategies;
mod summary;

use polars::prelude::*;

use crate::error::{Error, Result};
use crate::scenario::Answers;

pub use files::{About, FORMATS, bytes, csv, nine_digits, read};
pub use outcomes::outcomes;
pub use query::{Criterion, Distribution, Outcome, Share, distributions, shares};
pub use strategies::{Strategies, strategies};
pub use summary::summary;

/// The columns of the outcomes frame, in order; the columns `set.FIELD` of swept fields stand between `label` and `set`.
///
/// | column | type | what it is |
/// |---|---|---|
/// | scenario, check, label | String | where the row belongs |
/// | set.FIELD | Int64, Float64, Boolean or String | the value of a field that sweeps |
/// | set | String | all fields, as JSON |
/// | column | String | what is counted |
/// | at | Int64 | the index of an indexed column, else null |
/// | score | Int64 | null for outcome `none` |
/// | outcome | String | the name of the score, where it has one; "or more" marks a score that means it |
/// | exact | Float64 | the law's share, null where there is no law |
/// | hits, trials | Int64 | how often it came up, null where it was not played |
/// | share, low, high | Float64 | hits / trials and its 95 % interval |
pub const OUTCOMES: [&str; 14] = [
    "scenario", "check", "label", "set", "column", "at", "score", "outcome", "exact", "hits",
    "trials", "share", "low", "high",
];

/// The columns of the summary frame, in order; the columns `set.FIELD` stand between `label` and `set` here too.
///
/// | column | type | what it is |
/// |---|---|---|
/// | scenario .. at | | as in [`OUTCOMES`] |
/// | mean, sd, median | Float64 | of the scores, exact where there is a law |
/// | success, success_low, success_high | Float64 | the success share and its interval, which is that share itself where it is exact; null where a column has no success |
/// | p_agreement | Float64 | the p-value of tally against law, where there are both |
/// | method | String | whether these figures are `exact` or `sampled` |
/// | why | String | what was made of the case, and why |
pub const SUMMARY: [&str; 15] = [
    "scenario",
    "check",
    "label",
    "set",
    "column",
    "at",
    "mean",
    "sd",
    "median",
    "success",
    "success_low",
    "success_high",
    "p_agreement",
    "method",
    "why",
];

/// The columns of the strategies frame, in order; the columns `set.FIELD` stand between `label` and `set` here too.
///
/// | column | type | what it is |
/// |---|---|---|
/// | scenario .. set | | as in [`OUTCOMES`] |
/// | state | String | where the duel stands, as JSON: round from 1, points left of both sides, rounds won less lost where the majority counts |
/// | side | String | whose choice: `own` or `rival` |
/// | bid | Int64 | what is bid |
/// | share | Float64 | its probability in the plan shown |
/// | least, most | Float64 | its probability over all optimal plans |
pub const STRATEGIES: [&str; 10] =
    ["scenario", "check", "label", "set", "state", "side", "bid", "share", "least", "most"];

/// The frames of some answers.
#[derive(Clone, Debug)]
pub struct Frames {
    /// One row a case, column, index and score.
    pub outcomes: DataFrame,
    /// One row a case, column and index.
    pub summary: DataFrame,
    /// Where each case stands on the axes of its scenario: `label`, `set` and a column a axis, as text.
    pub points: DataFrame,
    /// One row a duel, state, side and bid, where these were asked for.
    pub strategies: Option<DataFrame>,
}

impl Frames {
    /// The frames of the answers to a scenario; its title is empty for a question of the command.
    ///
    /// # Errors
    /// If Polars can't make them.
    pub fn of(scenario: &str, answers: &Answers) -> Result<Frames> {
        Ok(Frames {
            outcomes: outcomes(scenario, answers)?,
            summary: summary(scenario, answers)?,
            points: query::points(answers)?,
            strategies: None,
        })
    }
}

/// What Polars complains of, as an error of ours.
pub(crate) fn polars_error(error: PolarsError) -> Error {
    Error::question(format!(
        "the frame can't be made: {}",
        error.to_string().lines().next().unwrap_or_default()
    ))
}
