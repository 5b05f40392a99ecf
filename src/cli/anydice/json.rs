//! JSON of the outputs of an AnyDice program: every probability as a fraction and as a float.

use serde::Serialize;

use crate::answer::json;
use crate::anydice::{Output, Report};
use crate::systems::anydice::notice_text;

#[derive(Serialize)]
struct Whole<'a> {
    schema: u32,
    outputs: Vec<Named<'a>>,
    warnings: Vec<String>,
}

#[derive(Serialize)]
struct Named<'a> {
    name: &'a str,
    outcomes: Vec<Outcome>,
    mean: Option<f64>,
    sd: Option<f64>,
}

#[derive(Serialize)]
struct Outcome {
    value: i64,
    /// Exact fraction, or None if it has too many digits.
    fraction: Option<String>,
    share: f64,
}

/// Returns all outputs and warnings of a report as JSON.
pub fn report(report: &Report) -> String {
    fn named(output: &Output) -> Named<'_> {
        let Output { name, outcomes, .. } = output;
        let outcome = |(value, weight): &(i64, _)| Outcome {
            value: *value,
            fraction: output.fraction(weight),
            share: output.share(weight),
        };
        let outcomes = outcomes.iter().map(outcome).collect();
        Named { name, outcomes, mean: output.mean(), sd: output.deviation() }
    }
    let outputs = report.outputs.iter().map(named).collect();
    json::text(&Whole {
        schema: 1,
        outputs,
        warnings: report.warnings.iter().map(notice_text).collect(),
    }) + "\n"
}
