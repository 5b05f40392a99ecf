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
/// | column | type | what it is |
/// |---|---|---|
/// | scenario .. at | | as in [`oddsmith_answers::answer::csv::OUTCOMES`] |
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

/// Converts a Polars error.
pub(crate) fn polars_error(error: PolarsError) -> Error {
    Error::question(format!(
        "the frame can't be made: {}",
        error.to_string().lines().next().unwrap_or_default()
    ))
}

/// The version of Polars that frames use.
pub use polars;
