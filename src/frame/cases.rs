//! The columns that name a case, which all frames begin with.

use polars::prelude::*;

use super::polars_error;
use crate::error::Result;
use crate::registry::{Settings, Value};
use crate::scenario::Answers;

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
    /// No rows yet; the title is empty for a question of the command.
    pub fn new<'a>(scenario: &str, swept: impl IntoIterator<Item = &'a str>) -> Cases {
        let mut fields: Vec<(String, Vec<Option<Value>>)> = Vec::new();
        for field in swept {
            if !fields.iter().any(|(known, _)| known == field) {
                fields.push((field.to_owned(), Vec::new()));
            }
        }
        let title = (!scenario.is_empty()).then(|| scenario.to_owned());
        Cases {
            title,
            check: Vec::new(),
            label: Vec::new(),
            swept: fields,
            set: Vec::new(),
            rows: Vec::new(),
        }
    }

    /// No rows yet, for these answers.
    pub fn of(scenario: &str, answers: &Answers) -> Cases {
        let axes = answers.checks.iter().flat_map(|check| &check.axes);
        Cases::new(scenario, axes.flat_map(|axis| &axis.fields).map(String::as_str))
    }

    /// So many rows about one more case. Its label is empty for a question of the command.
    pub fn add(&mut self, check: &str, label: &str, settings: &Settings, rows: usize) {
        let all = settings.all();
        self.rows.extend(std::iter::repeat_n(self.set.len() as IdxSize, rows));
        self.check.push(check.to_owned());
        self.label.push((!label.is_empty()).then(|| label.to_owned()));
        self.set.push(all.json());
        for (field, values) in &mut self.swept {
            values.push(all.get(field).cloned());
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
