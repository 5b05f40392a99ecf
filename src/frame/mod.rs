//! Polars lives here: findings as frames, their column names and types said once, and frames as text.
//! What belongs here: frames and the questions that are asked of them. What does not: pictures, files.
//! Layer: above `scenario`, below `chart`.

mod outcomes;

use polars::prelude::*;
use polars_io::SerWriter;
use polars_io::csv::write::CsvWriter;

use crate::error::{Error, Result};

pub use outcomes::{Group, outcomes};

/// The columns of the outcomes frame, in order; the columns `set.FIELD` of swept fields stand between `label` and `set`.
///
/// | column | type | what it is |
/// |---|---|---|
/// | scenario, check, label | String | where the row belongs |
/// | set.FIELD | Int64, Boolean or String | the value of a field that sweeps |
/// | set | String | all fields, as JSON |
/// | column | String | what is counted |
/// | at | Int64 | the index of an indexed column, else null |
/// | score | Int64 | null for outcome `none` |
/// | outcome | String | the name of the score, where it has one; "or more" marks a score that means it |
/// | exact | Float64 | the law's share, null where there is no law |
/// | hits, trials | Int64 | how often it came up, null where it was not played |
/// | share, low, high | Float64 | hits / trials and its 95 % interval |
pub const OUTCOMES: [&str; 14] =
    ["scenario", "check", "label", "set", "column", "at", "score", "outcome", "exact", "hits", "trials", "share", "low", "high"];

/// A frame as CSV.
///
/// # Errors
/// If Polars can't write it.
pub fn csv(frame: &DataFrame) -> Result<String> {
    let mut bytes = Vec::new();
    CsvWriter::new(&mut bytes).finish(&mut frame.clone()).map_err(polars_error)?;
    String::from_utf8(bytes).map_err(|error| Error::question(format!("a frame is no text: {error}")))
}

/// The frame with all floats at nine significant digits, so that another machine writes the same bytes.
///
/// # Errors
/// If Polars can't.
pub fn nine_digits(frame: &DataFrame) -> Result<DataFrame> {
    let mut frame = frame.clone();
    let floats: Vec<String> =
        frame.columns().iter().filter(|column| column.dtype() == &DataType::Float64).map(|column| column.name().to_string()).collect();
    for name in floats {
        let column = frame.column(&name).and_then(|column| column.f64().cloned()).map_err(polars_error)?;
        let rounded: Float64Chunked = column.iter().map(|value| value.map(nine)).collect();
        frame.with_column(rounded.with_name(name.as_str().into()).into_column()).map_err(polars_error)?;
    }
    Ok(frame)
}

/// A float at nine significant digits.
fn nine(value: f64) -> f64 {
    format!("{value:.8e}").parse().unwrap_or(value)
}

/// What Polars complains of, as an error of ours.
pub(crate) fn polars_error(error: PolarsError) -> Error {
    Error::question(format!("the frame can't be made: {}", error.to_string().lines().next().unwrap_or_default()))
}
