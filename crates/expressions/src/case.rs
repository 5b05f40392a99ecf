//! A case as the expression language knows it: which answer, which column, its place.

use std::sync::Arc;

use minijinja::{Error, Value};

use super::failing;
use oddsmith_answers::{Answer, Answers, Results};
use oddsmith_base::Hint;
use oddsmith_engine::odds::{Estimate, Event};
use oddsmith_registry::Value as FieldValue;

/// A case of a check, and the column that is asked about.
#[derive(Clone, Debug)]
pub struct Case {
    pub(super) results: Arc<Results>,
    /// The number of its check among all.
    pub check: usize,
    /// Its number among the cases of the check.
    pub case: usize,
    /// The column that it is asked about, and what counts there.
    pub column: Event,
}

impl Case {
    /// Case number `case` of check number `check`.
    pub fn new(results: Arc<Results>, check: usize, case: usize) -> Case {
        Case { results, check, case, column: Event::SUCCESS }
    }

    /// The same case, asked about this column and what counts there.
    #[must_use]
    pub fn about(self, column: Event) -> Case {
        Case { column, ..self }
    }

    /// The check that it belongs to.
    pub fn answers(&self) -> &Answers {
        &self.results.checks[self.check]
    }

    /// What is known of it.
    pub fn answer(&self) -> &Answer {
        &self.answers().cases[self.case]
    }

    /// The label of another check, whose cases have an axis or a field of this name.
    pub(super) fn check_with(&self, name: &str) -> Option<&str> {
        let first = |check| Case::new(self.results.clone(), check, 0);
        let mut others = (0..self.results.checks.len()).filter(|&check| {
            !self.results.checks[check].cases.is_empty() && first(check).place(name).is_some()
        });
        others.next().map(|check| &*self.results.checks[check].label)
    }

    /// What is known of the success that it is asked about.
    pub fn success(&self) -> Option<Estimate> {
        self.answer().event(&self.column)
    }

    /// This event, looked up in its columns.
    pub(super) fn settled(&self, event: Event) -> Result<Event, Error> {
        let settled = event.settled([self.answer().columns()], self.answers().name());
        settled.map_err(|error| match error.hint() {
            // Of numbers alone, in the words of this language.
            Some(Hint::Words(_)) => {
                failing(&error.with_hint("write a number: `share(5)`, `at_least(5)`"))
            }
            _ => failing(&error),
        })
    }

    /// Its axes with their values.
    pub(super) fn at(&self) -> Vec<(String, Value)> {
        let point = self.answers().point(self.case);
        point.into_iter().map(|(axis, value)| (axis.to_owned(), typed(value))).collect()
    }

    /// The value of an axis or a field.
    pub(super) fn place(&self, name: &str) -> Option<Value> {
        if let Some(value) = self.answers().value(name, self.case) {
            return Some(typed(value));
        }
        self.answer().case.settings.get(name).map(typed)
    }

    /// Whether an axis or a field has the same value in another case.
    pub(super) fn agrees(&self, other: &Case, name: &str) -> bool {
        let [axis, other_axis] = [self, other].map(|case| case.answers().value(name, case.case));
        if axis.is_some() || other_axis.is_some() {
            return axis == other_axis || self.place(name) == other.place(name);
        }
        let [field, other_field] = [self, other].map(|case| case.answer().case.settings.get(name));
        field == other_field
    }
}

/// A value of a field as one of the expression language.
pub(super) fn typed(value: &FieldValue) -> Value {
    match value {
        FieldValue::Integer(number) => Value::from(*number),
        FieldValue::Decimal(number) => Value::from(number.value()),
        FieldValue::Flag(flag) => Value::from(*flag),
        FieldValue::Word(word) => Value::from(word.as_str()),
        FieldValue::List(numbers) => numbers.iter().map(|&number| Value::from(number)).collect(),
    }
}
