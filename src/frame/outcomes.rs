//! The outcomes frame: one row a case, column, index and score.

use polars::prelude::*;

use super::cases::Cases;
use super::polars_error;
use crate::error::Result;
use crate::odds::Histogram;
use crate::scenario::{Answers, Finding};

/// What every row says of a score.
#[derive(Default)]
struct Rows {
    column: Vec<&'static str>,
    at: Vec<Option<i64>>,
    score: Vec<Option<i64>>,
    outcome: Vec<Option<String>>,
    exact: Vec<Option<f64>>,
    hits: Vec<Option<i64>>,
    trials: Vec<Option<i64>>,
    share: Vec<Option<f64>>,
    low: Vec<Option<f64>>,
    high: Vec<Option<f64>>,
}

impl Rows {
    /// A row for one score of a column, or for no score at all.
    fn add(&mut self, finding: &Finding, place: usize, score: Option<i32>) {
        let scale = &finding.case.columns()[place].scale;
        let exact = finding
            .laws
            .as_ref()
            .map(|laws| &laws.columns[place])
            .map(|law| score.map_or_else(|| law.none().value, |score| law.share(score)));
        let tally = finding.tallies.as_ref().map(|tallies| &tallies.columns[place]);
        let hits = tally.map(|tally| score.map_or_else(|| tally.none(), |score| tally.hits(score)));
        if scale.names().is_empty() && exact.unwrap_or(0.0) <= 0.0 && hits.unwrap_or(0) == 0 {
            return;
        }
        let interval = tally.zip(hits).map(|(tally, hits)| tally.interval_of(hits));
        self.column.push(finding.case.columns()[place].name);
        self.at.push(finding.case.columns()[place].at.map(i64::from));
        self.score.push(score.map(i64::from));
        self.outcome.push(match score {
            None => Some("none".to_owned()),
            Some(score) if scale.capped_at() == Some(score) => Some("or more".to_owned()),
            Some(score) => scale.name(score).map(str::to_owned),
        });
        self.exact.push(exact);
        self.hits.push(hits.map(|hits| hits as i64));
        self.trials.push(tally.map(|tally| tally.trials() as i64));
        self.share.push(tally.zip(hits).map(|(tally, hits)| hits as f64 / tally.trials() as f64));
        self.low.push(interval.map(|interval| interval.low));
        self.high.push(interval.map(|interval| interval.high));
    }
}

/// The outcomes frame of these answers: columns and types as [`super::OUTCOMES`] says.
///
/// Plain numbers that can't come up and did not are left out; rungs are not.
///
/// # Errors
/// If Polars can't make it.
pub fn outcomes(scenario: &str, answers: &Answers) -> Result<DataFrame> {
    let mut rows = Rows::default();
    let mut cases = Cases::of(scenario, answers);
    for check in &answers.checks {
        for finding in &check.findings {
            let before = rows.score.len();
            for (place, column) in finding.case.columns().iter().enumerate() {
                column.scale.scores().map(Some).for_each(|score| rows.add(finding, place, score));
                let none = finding
                    .laws
                    .as_ref()
                    .is_some_and(|laws| laws.columns[place].none().value > 0.0)
                    || finding
                        .tallies
                        .as_ref()
                        .is_some_and(|tallies| tallies.columns[place].none() > 0);
                if none {
                    rows.add(finding, place, None);
                }
            }
            cases.add(
                &finding.case.entry.id,
                &check.label,
                &finding.case.settings,
                rows.score.len() - before,
            );
        }
    }
    let height = rows.score.len();
    let mut columns = cases.columns()?;
    columns.extend([
        Column::new("column".into(), rows.column),
        Column::new("at".into(), rows.at),
        Column::new("score".into(), rows.score),
        Column::new("outcome".into(), rows.outcome),
        Column::new("exact".into(), rows.exact),
        Column::new("hits".into(), rows.hits),
        Column::new("trials".into(), rows.trials),
        Column::new("share".into(), rows.share),
        Column::new("low".into(), rows.low),
        Column::new("high".into(), rows.high),
    ]);
    DataFrame::new(height, columns).map_err(polars_error)
}
