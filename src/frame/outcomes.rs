//! The outcomes frame: one row a case, column and score.

use polars::prelude::*;

use super::polars_error;
use crate::error::Result;
use crate::odds::{Histogram, wilson};
use crate::registry::Value;
use crate::scenario::Finding;

/// Findings that belong together: one check of a scenario, or one question of the command.
#[derive(Clone, Copy)]
pub struct Group<'a> {
    /// The scenario; empty for a question of the command.
    pub scenario: &'a str,
    /// What the scenario calls the check; `None` for a question of the command.
    pub label: Option<&'a str>,
    /// The answers.
    pub findings: &'a [Finding],
}

/// The columns that every row has.
#[derive(Default)]
struct Rows {
    scenario: Vec<Option<String>>,
    check: Vec<&'static str>,
    label: Vec<Option<String>>,
    set: Vec<String>,
    column: Vec<&'static str>,
    at: Vec<Option<i64>>,
    score: Vec<Option<i64>>,
    outcome: Vec<Option<&'static str>>,
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
        let scale = finding.case.columns()[place].scale;
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
        let interval = tally.zip(hits).map(|(tally, hits)| wilson(hits, tally.trials()));
        self.column.push(finding.case.columns()[place].name);
        self.at.push(finding.case.columns()[place].at.map(i64::from));
        self.score.push(score.map(i64::from));
        self.outcome.push(match score {
            None => Some("none"),
            Some(score) if scale.capped_at() == Some(score) => Some("or more"),
            Some(score) => scale.name(score),
        });
        self.exact.push(exact);
        self.hits.push(hits.map(|hits| hits as i64));
        self.trials.push(tally.map(|tally| tally.trials() as i64));
        self.share.push(tally.zip(hits).map(|(tally, hits)| hits as f64 / tally.trials() as f64));
        self.low.push(interval.map(|interval| interval.low));
        self.high.push(interval.map(|interval| interval.high));
    }
}

/// The outcomes frame of these findings: columns and types as [`super::OUTCOMES`] says.
///
/// Plain numbers that can't come up and did not are left out; rungs are not.
///
/// # Errors
/// If Polars can't make it.
pub fn outcomes(groups: &[Group]) -> Result<DataFrame> {
    let mut rows = Rows::default();
    let swept = swept(groups);
    let mut values: Vec<Vec<Option<Value>>> = vec![Vec::new(); swept.len()];
    for group in groups {
        for finding in group.findings {
            let before = rows.score.len();
            for (place, column) in finding.case.columns().iter().enumerate() {
                column.scale.scores().map(Some).for_each(|score| rows.add(finding, place, score));
                let none = finding.laws.as_ref().is_some_and(|laws| laws.columns[place].none().value > 0.0)
                    || finding.tallies.as_ref().is_some_and(|tallies| tallies.columns[place].none() > 0);
                if none {
                    rows.add(finding, place, None);
                }
            }
            let added = rows.score.len() - before;
            let all = finding.case.settings.all();
            let set = all.json();
            for _ in 0..added {
                rows.scenario.push((!group.scenario.is_empty()).then(|| group.scenario.to_owned()));
                rows.check.push(finding.case.entry.id);
                rows.label.push(group.label.map(str::to_owned));
                rows.set.push(set.clone());
            }
            for (name, column) in swept.iter().zip(&mut values) {
                let value = all.get(name).cloned();
                column.extend(std::iter::repeat_n(value, added));
            }
        }
    }
    let height = rows.score.len();
    let mut columns = vec![
        Column::new("scenario".into(), rows.scenario),
        Column::new("check".into(), rows.check),
        Column::new("label".into(), rows.label),
    ];
    columns.extend(swept.iter().zip(values).map(|(name, values)| typed(&format!("set.{name}"), &values)));
    columns.extend([
        Column::new("set".into(), rows.set),
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

/// The fields that have several values among the cases of a check, in the order of the check's fields.
fn swept(groups: &[Group]) -> Vec<&'static str> {
    let mut swept = Vec::new();
    for group in groups {
        let Some(first) = group.findings.first() else { continue };
        for (name, value) in first.case.settings.all().iter() {
            let differs = group.findings.iter().any(|finding| finding.case.settings.all().get(name) != Some(value));
            if differs && !swept.contains(&name) {
                swept.push(name);
            }
        }
    }
    swept
}

/// A column of field values: numbers or flags where all are, else text.
fn typed(name: &str, values: &[Option<Value>]) -> Column {
    let all = |is: fn(&Value) -> bool| values.iter().flatten().all(is);
    if all(|value| matches!(value, Value::Integer(_))) {
        let numbers = values.iter().map(|value| if let Some(Value::Integer(number)) = value { Some(i64::from(*number)) } else { None });
        Column::new(name.into(), numbers.collect::<Vec<_>>())
    } else if all(|value| matches!(value, Value::Integer(_) | Value::Decimal(_))) {
        let number = |value: &Value| match value {
            Value::Integer(number) => Some(f64::from(*number)),
            Value::Decimal(number) => Some(number.value()),
            _ => None,
        };
        Column::new(name.into(), values.iter().map(|value| value.as_ref().and_then(number)).collect::<Vec<_>>())
    } else if all(|value| matches!(value, Value::Flag(_))) {
        let flags = values.iter().map(|value| value.as_ref().map(|value| *value == Value::Flag(true)));
        Column::new(name.into(), flags.collect::<Vec<_>>())
    } else {
        Column::new(name.into(), values.iter().map(|value| value.as_ref().map(Value::to_string)).collect::<Vec<_>>())
    }
}
