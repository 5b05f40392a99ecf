//! The summary frame, one row a case, column and index; and the columns that name a case, which all frames begin with.

use polars::prelude::*;

use super::polars_error;
use crate::error::Result;
use crate::odds::Histogram;
use crate::registry::Value;
use crate::scenario::{Answered, Answers, Finding};

/// The columns that say which case a row is about.
pub(super) struct Cases {
    title: Option<String>,
    scenario: Vec<Option<String>>,
    check: Vec<&'static str>,
    label: Vec<Option<String>>,
    /// The swept fields and their values.
    swept: Vec<(String, Vec<Option<Value>>)>,
    set: Vec<String>,
}

impl Cases {
    /// No rows yet, for these answers.
    pub fn new(scenario: &str, answers: &Answers) -> Cases {
        let mut swept: Vec<(String, Vec<Option<Value>>)> = Vec::new();
        for field in answers.checks.iter().flat_map(|check| &check.axes).flat_map(|axis| &axis.fields) {
            if !swept.iter().any(|(known, _)| known == field) {
                swept.push((field.clone(), Vec::new()));
            }
        }
        let title = (!scenario.is_empty()).then(|| scenario.to_owned());
        Cases { title, scenario: Vec::new(), check: Vec::new(), label: Vec::new(), swept, set: Vec::new() }
    }

    /// So many rows about one case.
    pub fn add(&mut self, check: &Answered, finding: &Finding, rows: usize) {
        let all = finding.case.settings.all();
        self.scenario.extend(std::iter::repeat_n(self.title.clone(), rows));
        self.check.extend(std::iter::repeat_n(finding.case.entry.id, rows));
        self.label.extend(std::iter::repeat_n((!check.label.is_empty()).then(|| check.label.clone()), rows));
        self.set.extend(std::iter::repeat_n(all.json(), rows));
        for (field, values) in &mut self.swept {
            values.extend(std::iter::repeat_n(all.get(field).cloned(), rows));
        }
    }

    /// The finished columns.
    pub fn columns(self) -> Vec<Column> {
        let mut columns = vec![
            Column::new("scenario".into(), self.scenario),
            Column::new("check".into(), self.check),
            Column::new("label".into(), self.label),
        ];
        columns.extend(self.swept.iter().map(|(field, values)| typed(&format!("set.{field}"), values)));
        columns.push(Column::new("set".into(), self.set));
        columns
    }
}

/// The summary frame of these answers: columns and types as [`super::SUMMARY`] says.
///
/// # Errors
/// If Polars can't make it.
pub fn summary(scenario: &str, answers: &Answers) -> Result<DataFrame> {
    let mut cases = Cases::new(scenario, answers);
    let (mut column, mut at, mut method, mut why) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut figures: [Vec<Option<f64>>; 7] = Default::default();
    for check in &answers.checks {
        for finding in &check.findings {
            let columns = finding.case.columns();
            cases.add(check, finding, columns.len());
            for (place, counted) in columns.iter().enumerate() {
                column.push(counted.name);
                at.push(counted.at.map(i64::from));
                method.push(if finding.laws.is_some() { "exact" } else { "sampled" });
                why.push(finding.why.clone());
                figures.iter_mut().zip(numbers(finding, place)).for_each(|(column, figure)| column.push(figure));
            }
        }
    }
    let height = column.len();
    let mut columns = cases.columns();
    columns.extend([Column::new("column".into(), column), Column::new("at".into(), at)]);
    let names = ["mean", "sd", "median", "success", "success_low", "success_high", "p_agreement"];
    columns.extend(names.into_iter().zip(figures).map(|(name, figures)| Column::new(name.into(), figures)));
    columns.extend([Column::new("method".into(), method), Column::new("why".into(), why)]);
    DataFrame::new(height, columns).map_err(polars_error)
}

/// Mean, sd, median, success with its interval, and the p-value of one histogram.
fn numbers(finding: &Finding, place: usize) -> [Option<f64>; 7] {
    let law = finding.laws.as_ref().map(|laws| &laws.columns[place]);
    let tally = finding.tallies.as_ref().map(|tallies| &tallies.columns[place]);
    let of = |histogram: &dyn Histogram| [histogram.mean(), histogram.sd(), histogram.median().map(f64::from)];
    let [mean, sd, median] = law.map(|law| of(law)).or(tally.map(|tally| of(tally))).unwrap_or_default();
    let success = finding.case.columns()[place].success;
    let success = success.and_then(|success| match (law, tally) {
        (Some(law), _) => Some([law.share_of(success); 3]),
        (None, Some(tally)) => Some([tally.share_of(success), tally.interval(success).low, tally.interval(success).high]),
        (None, None) => None,
    });
    let [share, low, high] = success.map_or([None; 3], |figures| figures.map(Some));
    [mean, sd, median, share, low, high, finding.agreement(place).map(|agreement| agreement.p)]
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
