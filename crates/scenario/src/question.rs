//! A user's question: a check with its fields.

use std::sync::Arc;

use super::{Axis, Cases, NamedQuestion, axes, fields};
use oddsmith_base::Result;
use oddsmith_registry::{Entry, Value};
use oddsmith_systems::Catalogue;

/// A check with its fields, read once on the way from a front end to an answer.
#[derive(Clone, Debug)]
pub struct Question {
    /// The name that the user gives it; empty where there is none.
    pub label: String,
    /// The check, with the cast that its fields name.
    pub entry: Arc<Entry>,
    /// Its fields, each with one value or several.
    pub given: Vec<Axis>,
    /// The names of fields that have a row for each value, also where that is one.
    pub listed: Vec<String>,
}

impl Question {
    /// Reads a question in one line: `4d6kh3`, `melodrama.opposed active=10`, `label: d20 vs 15`.
    ///
    /// # Errors
    /// If it can't be read, there is no such check, it has no such field, or a range is bad.
    ///
    /// # Examples
    /// ```
    /// use crate::Question;
    /// use oddsmith_systems::Catalogue;
    ///
    /// let catalogue = Catalogue::default();
    /// let question = Question::read("easy: d20+5 vs 10..15/5", &catalogue)?;
    /// assert_eq!((question.label.as_str(), question.given.len()), ("easy", 2));
    /// assert_eq!(question.cases(&catalogue)?.len(), 2);
    /// # Ok::<(), oddsmith_base::Error>(())
    /// ```
    pub fn read(text: &str, catalogue: &Catalogue) -> Result<Question> {
        Question::read_among(text, catalogue, |id| catalogue.check(id))
    }

    /// Reads a question about one of the checks that `find` has.
    ///
    /// # Errors
    /// As [`Question::read`] and `find`.
    pub fn read_among(
        text: &str,
        catalogue: &Catalogue,
        find: impl FnOnce(&str) -> Result<Arc<Entry>>,
    ) -> Result<Question> {
        let NamedQuestion { label, check, fields: words } = NamedQuestion::read(text)?;
        let entry = find(&check)?;
        let given = fields(&entry, &words)?;
        let pairs = given.iter().map(|(name, value)| (&**name, &**value));
        let entry = entry.with_cast(pairs, catalogue.folder.as_deref())?;
        let given = axes(&given)?;
        Ok(Question { label: label.unwrap_or_default(), entry, given, listed: Vec::new() })
    }

    /// A question about this check.
    pub fn of(entry: Arc<Entry>) -> Question {
        let (label, given, listed) = (String::new(), Vec::new(), Vec::new());
        Question { label, entry, given, listed }
    }

    /// The value of a field, where it is given one alone.
    pub fn value(&self, field: &str) -> Option<&Value> {
        let axis = self.given.iter().find(|axis| axis.name == field)?;
        axis.values.first().filter(|_| axis.values.len() == 1)
    }

    /// Its cases.
    ///
    /// # Errors
    /// If there are none or too many, or a field is unknown, missing or wrong.
    pub fn cases(&self, catalogue: &Catalogue) -> Result<Cases> {
        let rows = |axis: &&Axis| axis.values.len() > 1 || self.listed.contains(&axis.name);
        let swept = self.given.iter().filter(rows).cloned().collect();
        Cases::over(self.entry.clone(), self.given.clone(), swept, catalogue.names.clone())
    }
}
