//! The columns that name a case, which all frames begin with.

use polars::prelude::*;

use super::polars_error;
use crate::answer::{Results, csv};
use crate::error::Result;
use crate::registry::{Case, Value};

/// The columns that say which case a row is about. A case is held once, however many rows it has.
pub(super) struct Cases {
    title: Option<String>,
    check: Vec<String>,
    label: Vec<Option<String>>,
    /// The swept fields and their values.
    swept: Vec<(String, Vec<Option<Value>>)>,
    set: Vec<String>,
    /// The case of each row.
    rows: Vec<IdxSize>,
}

impl Cases {
    /// No rows yet, for these answers; the title is empty for a question of the command.
    pub fn of(scenario: &str, results: &Results) -> Cases {
        let swept = csv::swept(results.checks.iter().flat_map(|check| &check.axes));
        let title = (!scenario.is_empty()).then(|| scenario.to_owned());
        Cases {
            title,
            check: Vec::new(),
            label: Vec::new(),
            swept: swept.into_iter().map(|field| (field, Vec::new())).collect(),
            set: Vec::new(),
            rows: Vec::new(),
        }
    }

    /// So many rows about one more case, which stands at `point` on its axes. Its label is empty
    /// for a question of the command.
    pub fn add(&mut self, case: &Case, point: &[(&str, &str)], label: &str, rows: usize) {
        let all = case.settings.all();
        self.rows.extend(std::iter::repeat_n(self.set.len() as IdxSize, rows));
        self.check.push(case.entry.id.to_string());
        self.label.push((!label.is_empty()).then(|| label.to_owned()));
        self.set.push(all.json());
        for (field, values) in &mut self.swept {
            values.push(csv::placed(&all, point, field));
        }
    }

    /// The finished columns.
    ///
    /// # Errors
    /// If Polars can't make them.
    pub fn columns(self) -> Result<Vec<Column>> {
        let cases = self.set.len();
        let mut columns = vec![
            Column::new("scenario".into(), vec![self.title; cases]),
            Column::new("check".into(), self.check),
            Column::new("label".into(), self.label),
        ];
        columns.extend(
            self.swept.iter().map(|(field, values)| typed(&format!("set.{field}"), values)),
        );
        columns.push(Column::new("set".into(), self.set));
        let rows = IdxCa::from_vec("row".into(), self.rows);
        columns.iter().map(|column| column.take(&rows).map_err(polars_error)).collect()
    }
}

/// A column of field values: numbers or flags where all are, else text.
fn typed(name: &str, values: &[Option<Value>]) -> Column {
    let all = |is: fn(&Value) -> bool| values.iter().flatten().all(is);
    if all(|value| matches!(value, Value::Integer(_))) {
        let numbers = values.iter().map(|value| {
            if let Some(Value::Integer(number)) = value { Some(i64::from(*number)) } else { None }
        });
        Column::new(name.into(), numbers.collect::<Vec<_>>())
    } else if all(|value| matches!(value, Value::Integer(_) | Value::Decimal(_))) {
        let number = |value: &Value| match value {
            Value::Integer(number) => Some(f64::from(*number)),
            Value::Decimal(number) => Some(number.value()),
            _ => None,
        };
        Column::new(
            name.into(),
            values.iter().map(|value| value.as_ref().and_then(number)).collect::<Vec<_>>(),
        )
    } else if all(|value| matches!(value, Value::Flag(_))) {
        let flags =
            values.iter().map(|value| value.as_ref().map(|value| *value == Value::Flag(true)));
        Column::new(name.into(), flags.collect::<Vec<_>>())
    } else {
        Column::new(
            name.into(),
            values.iter().map(|value| value.as_ref().map(Value::to_string)).collect::<Vec<_>>(),
        )
    }
}
