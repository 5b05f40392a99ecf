//! The summary frame: one row a case, column and index.

use polars::prelude::*;

use super::cases::Cases;
use super::polars_error;
use crate::error::Result;
use crate::odds::Histogram;
use crate::scenario::{Answers, Finding};

/// The summary frame of these answers: columns and types as [`super::SUMMARY`] says.
///
/// # Errors
/// If Polars can't make it.
pub fn summary(scenario: &str, answers: &Answers) -> Result<DataFrame> {
    let mut cases = Cases::of(scenario, answers);
    let (mut column, mut at, mut method, mut why) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut figures: [Vec<Option<f64>>; 7] = Default::default();
    for check in &answers.checks {
        for finding in &check.findings {
            let columns = finding.case.columns();
            cases.add(&finding.case.entry.id, &check.label, &finding.case.settings, columns.len());
            for (place, counted) in columns.iter().enumerate() {
                column.push(counted.name);
                at.push(counted.at.map(i64::from));
                method.push(if finding.laws.is_some() { "exact" } else { "sampled" });
                why.push(finding.why.clone());
                figures
                    .iter_mut()
                    .zip(numbers(finding, place))
                    .for_each(|(column, figure)| column.push(figure));
            }
        }
    }
    let height = column.len();
    let mut columns = cases.columns()?;
    columns.extend([Column::new("column".into(), column), Column::new("at".into(), at)]);
    let names = ["mean", "sd", "median", "success", "success_low", "success_high", "p_agreement"];
    columns.extend(
        names.into_iter().zip(figures).map(|(name, figures)| Column::new(name.into(), figures)),
    );
    columns.extend([Column::new("method".into(), method), Column::new("why".into(), why)]);
    DataFrame::new(height, columns).map_err(polars_error)
}

/// Mean, sd, median, success with its interval, and the p-value of one histogram.
fn numbers(finding: &Finding, place: usize) -> [Option<f64>; 7] {
    let law = finding.laws.as_ref().map(|laws| &laws.columns[place]);
    let tally = finding.tallies.as_ref().map(|tallies| &tallies.columns[place]);
    let of = |histogram: &dyn Histogram| {
        [histogram.mean(), histogram.sd(), histogram.median().map(f64::from)]
    };
    let [mean, sd, median] =
        law.map(|law| of(law)).or(tally.map(|tally| of(tally))).unwrap_or_default();
    let success = finding.case.columns()[place].success;
    let success = success.and_then(|success| match (law, tally) {
        (Some(law), _) => Some([law.share_of(success); 3]),
        (None, Some(tally)) => Some([
            tally.share_of(success),
            tally.interval(success).low,
            tally.interval(success).high,
        ]),
        (None, None) => None,
    });
    let [share, low, high] = success.map_or([None; 3], |figures| figures.map(Some));
    [mean, sd, median, share, low, high, finding.agreement(place).map(|agreement| agreement.p)]
}
