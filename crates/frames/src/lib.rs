//! Answers as Polars frames with a fixed schema, and frames as files.
//!
//! This crate holds everything that needs Polars; it contains no charts and no text.

mod cases;
mod files;
mod outcomes;
mod strategies;
mod stream;
mod summary;
mod threads;

use polars::prelude::*;

use oddsmith_base::Error;

pub use files::{About, FORMATS, bytes, read, rows};
pub use outcomes::outcomes;
pub use strategies::strategies;
pub use stream::Stream;
pub use summary::summary;

/// The columns of the summary frame, in order; the columns `set.FIELD` are between `label` and
/// `set`, as in the outcomes frame.
///
/// | column | type | meaning |
/// |---|---|---|
/// | scenario .. at | | as in [`oddsmith_answers::csv::OUTCOMES`] |
/// | mean, sd, median | Float64 | statistics of the scores, exact if there is a law |
/// | success, success_low, success_high | Float64 | probability of success and its interval; null without one |
/// | p_agreement | Float64 | p-value of the tally against the law, if both exist |
/// | method | String | `exact` or `sampled` |
/// | why | String | reason for the method |
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

/// Converts a Polars error.
pub(crate) fn polars_error(error: PolarsError) -> Error {
    Error::question(format!(
        "the frame can't be made: {}",
        error.to_string().lines().next().unwrap_or_default()
    ))
}

/// The version of Polars that frames use.
pub use polars;
