//! Case in the expression language: its answer, its column, and its point on the axes.

use std::sync::Arc;

use minijinja::{Error, Value};

use super::failing;
use oddsmith_answers::{Answer, Answers, Results};
use oddsmith_base::Hint;
use oddsmith_engine::odds::{Estimate, Event};
use oddsmith_registry::Value as FieldValue;

/// Case of a check, with the column and event of its figures.
#[derive(Clone, Debug)]
pub struct Case {
    pub(super) results: Arc<Results>,
    /// Index of the check.
    pub check: usize,
    /// Index of the case in the check.
    pub case: usize,
    /// Column of the figures, and the event that counts as success.
    pub column: Event,
}

impl Case {
    /// Creates the case with index `case` of the check with index `check`, for its success.
    pub fn new(results: Arc<Results>, check: usize, case: usize) -> Case {
        Case { results, check, case, column: Event::SUCCESS }
    }

    /// Returns the case with another column and event.
    #[must_use]
    pub fn about(self, column: Event) -> Case {
        Case { column, ..self }
    }

    /// Returns the answers of the check of the case.
    pub fn answers(&self) -> &Answers {
        &self.results.checks[self.check]
    }

    /// Returns the answer of the case.
    pub fn answer(&self) -> &Answer {
        &self.answers().cases[self.case]
    }

    /// Returns the label of the first check whose cases have an axis or a field of this name.
    pub(super) fn check_with(&self, name: &str) -> Option<&str> {
        let first = |check| Case::new(self.results.clone(), check, 0);
        let mut others = (0..self.results.checks.len()).filter(|&check| {
            !self.results.checks[check].cases.is_empty() && first(check).place(name).is_some()
        });
        others.next().map(|check| &*self.results.checks[check].label)
    }

    /// Returns the share of the case's event.
    pub fn success(&self) -> Option<Estimate> {
        self.answer().event(&self.column)
    }

    /// Resolves an event with the columns of the case.
    pub(super) fn settled(&self, event: Event) -> Result<Event, Error> {
        let settled = event.settled([self.answer().columns()], self.answers().name());
        settled.map_err(|error| match error.hint() {
            // For plain numbers, the hint uses the syntax of this language.
            Some(Hint::Words(_)) => {
                failing(&error.with_hint("write a number: `share(5)`, `at_least(5)`"))
            }
            _ => failing(&error),
        })
    }

    /// Returns the axes with their values.
    pub(super) fn at(&self) -> Vec<(String, Value)> {
        let point = self.answers().point(self.case);
        point.into_iter().map(|(axis, value)| (axis.to_owned(), typed(value))).collect()
    }

    /// Returns the value of an axis or a field.
    pub(super) fn place(&self, name: &str) -> Option<Value> {
        if let Some(value) = self.answers().value(name, self.case) {
            return Some(typed(value));
        }
        self.answer().case.settings.get(name).map(typed)
    }

    /// Returns true if an axis or a field has the same value in another case.
    pub(super) fn agrees(&self, other: &Case, name: &str) -> bool {
        let [axis, other_axis] = [self, other].map(|case| case.answers().value(name, case.case));
        if axis.is_some() || other_axis.is_some() {
            return axis == other_axis || self.place(name) == other.place(name);
        }
        let [field, other_field] = [self, other].map(|case| case.answer().case.settings.get(name));
        field == other_field
    }
}

/// Converts the value of a field to a value of the expression language.
pub(super) fn typed(value: &FieldValue) -> Value {
    match value {
        FieldValue::Integer(number) => Value::from(*number),
        FieldValue::Decimal(number) => Value::from(number.value()),
        FieldValue::Flag(flag) => Value::from(*flag),
        FieldValue::Word(word) => Value::from(&**word),
        FieldValue::List(numbers) => numbers.iter().map(|&number| Value::from(number)).collect(),
    }
}
