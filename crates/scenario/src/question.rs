//! Question of a user: a check with its fields.

use std::sync::Arc;

use super::{Axis, Cases, NamedQuestion, axes, fields};
use oddsmith_base::Result;
use oddsmith_registry::{Entry, Value};
use oddsmith_systems::Catalogue;

/// Check with its fields, parsed from the input of a front end.
#[derive(Clone, Debug)]
pub struct Question {
    /// Label given by the user, or empty.
    pub label: String,
    /// Check, with the cast that its fields name.
    pub entry: Arc<Entry>,
    /// Fields, each with one or several values.
    pub given: Vec<Axis>,
    /// Names of the fields that have a row for each value, even for a single value.
    pub listed: Vec<String>,
}

impl Question {
    /// Parses a question on one line: `4d6kh3`, `melodrama.opposed active=10`, `label: d20 vs 15`.
    ///
    /// # Errors
    /// If the text can't be parsed, the check or a field is unknown, or a range is invalid.
    ///
    /// # Examples
    /// ```
    /// use oddsmith_scenario::Question;
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

    /// Parses a question about a check that `find` returns for its id.
    ///
    /// # Errors
    /// If [`Question::read`] would fail, or `find` fails.
    pub fn read_among(
        text: &str,
        catalogue: &Catalogue,
        find: impl FnOnce(&str) -> Result<Arc<Entry>>,
    ) -> Result<Question> {
        let NamedQuestion { label, check, fields: words, .. } = NamedQuestion::read(text)?;
        let entry = find(&check)?;
        let given = fields(&entry, &words)?;
        let pairs = given.iter().map(|(name, value)| (&**name, &**value));
        let entry = entry.with_cast(pairs, catalogue.folder.as_deref())?;
        let given = axes(&given)?;
        Ok(Question { label: label.unwrap_or_default(), entry, given, listed: Vec::new() })
    }

    /// Returns the value of a field that is given exactly one value.
    pub fn value(&self, field: &str) -> Option<&Value> {
        let axis = self.given.iter().find(|axis| axis.name == field)?;
        axis.values.first().filter(|_| axis.values.len() == 1)
    }

    /// Returns the cases of the question.
    ///
    /// # Errors
    /// If there are none or too many, or a field is unknown, missing or invalid.
    pub fn cases(&self, catalogue: &Catalogue) -> Result<Cases> {
        let rows = |axis: &&Axis| axis.values.len() > 1 || self.listed.contains(&axis.name);
        let swept = self.given.iter().filter(rows).cloned().collect();
        Cases::over(self.entry.clone(), self.given.clone(), swept, catalogue.names.clone())
    }
}
