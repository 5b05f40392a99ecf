//! The columns that identify a case, with which all frames begin.

use polars::prelude::*;

use super::polars_error;
use oddsmith_answers::{Results, csv};
use oddsmith_base::Result;
use oddsmith_registry::{Case, Type, Value};

/// A swept field, and the type of its values if that is known in advance.
pub(super) type Swept = (String, Option<Type>);

/// Returns the fields that these cases sweep, with the types of all of their values.
///
/// # Errors
/// If a case can't be read.
pub(super) fn swept(all: &[&oddsmith_scenario::Cases]) -> Result<Vec<Swept>> {
    let fields = csv::swept(all.iter().flat_map(|cases| cases.axes()));
    let mut values: Vec<Vec<Value>> = vec![Vec::new(); fields.len()];
    for cases in all {
        // One case per value of each axis; the last axis changes fastest.
        let mut stride = 1;
        for axis in cases.axes().iter().rev() {
            for place in 0..axis.values.len() {
                let (settings, point) =
                    (cases.settings(place * stride)?, cases.point(place * stride));
                for (field, values) in fields.iter().zip(&mut values) {
                    values.extend(csv::field_value(&settings.all(), &point, field));
                }
            }
            stride *= axis.values.len();
        }
    }
    let types = values.iter().map(|values| Some(Type::of(values.iter())));
    Ok(fields.into_iter().zip(types).collect())
}

/// The columns that identify the case of a row. A case is stored once, however many rows it has.
#[derive(Default)]
pub(super) struct Cases {
    title: Option<String>,
    check: Vec<String>,
    label: Vec<Option<String>>,
    /// The swept fields and their values.
    swept: Vec<(Swept, Vec<Option<Value>>)>,
    set: Vec<String>,
    /// The case index of each row.
    rows: Vec<IdxSize>,
}

impl Cases {
    /// Creates empty columns for these answers; the title is empty for a question of the command.
    pub fn of(scenario: &str, results: &Results) -> Cases {
        let swept = csv::swept(results.checks.iter().flat_map(|check| &check.axes));
        let swept: Vec<Swept> = swept.into_iter().map(|field| (field, None)).collect();
        Cases::over(scenario, &swept)
    }

    /// Creates empty columns for cases that sweep these fields.
    pub fn over(scenario: &str, swept: &[Swept]) -> Cases {
        let title = (!scenario.is_empty()).then(|| scenario.to_owned());
        let swept = swept.iter().map(|field| (field.clone(), Vec::new())).collect();
        Cases { title, swept, ..Cases::default() }
    }

    /// Adds `rows` rows about a case, which is at `point` on its axes. The label is empty for a
    /// question of the command.
    pub fn add(&mut self, case: &Case, point: &[(&str, &Value)], label: &str, rows: usize) {
        let all = case.settings.all();
        self.rows.extend(std::iter::repeat_n(self.set.len() as IdxSize, rows));
        self.check.push(case.entry.id.to_string());
        self.label.push((!label.is_empty()).then(|| label.to_owned()));
        self.set.push(all.json());
        for ((field, _), values) in &mut self.swept {
            values.push(csv::field_value(&all, point, field));
        }
    }

    /// Returns the finished columns.
    ///
    /// # Errors
    /// If Polars can't create them.
    pub fn columns(self) -> Result<Vec<Column>> {
        let cases = self.set.len();
        let mut columns = vec![
            Column::new("scenario".into(), vec![self.title; cases]),
            Column::new("check".into(), self.check),
            Column::new("label".into(), self.label),
        ];
        columns.extend(self.swept.iter().map(|((field, known), values)| {
            let known = known.unwrap_or_else(|| Type::of(values.iter().flatten()));
            typed(&format!("set.{field}"), values, known)
        }));
        columns.push(Column::new("set".into(), self.set));
        let rows = IdxCa::from_vec("row".into(), self.rows);
        columns.iter().map(|column| column.take(&rows).map_err(polars_error)).collect()
    }
}

/// Creates a column of field values of this type.
fn typed(name: &str, values: &[Option<Value>], known: Type) -> Column {
    fn each<T>(values: &[Option<Value>], of: impl Fn(&Value) -> Option<T>) -> Vec<Option<T>> {
        values.iter().map(|value| value.as_ref().and_then(&of)).collect()
    }
    let name = name.into();
    match known {
        Type::Integer => Column::new(
            name,
            each(values, |value| match value {
                Value::Integer(number) => Some(i64::from(*number)),
                _ => None,
            }),
        ),
        Type::Number => Column::new(
            name,
            each(values, |value| match value {
                Value::Integer(number) => Some(f64::from(*number)),
                Value::Decimal(number) => Some(number.value()),
                _ => None,
            }),
        ),
        Type::Flag => Column::new(name, each(values, |value| Some(*value == Value::Flag(true)))),
        Type::Text => Column::new(name, each(values, |value| Some(value.to_string()))),
    }
}
