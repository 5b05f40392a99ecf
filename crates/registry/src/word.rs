//! Words and expressions as values.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use oddsmith_dice::Checked;
use oddsmith_dice::syntax::Expression;

/// Word, or dice with the expression that was parsed from them. Words with equal texts are equal.
///
/// # Examples
/// ```
/// use oddsmith_registry::Word;
///
/// let read = oddsmith_dice::read_expression("4d6 k3").unwrap();
/// let dice = Word::from(oddsmith_dice::check_expression(read, &[]).unwrap());
/// assert_eq!(dice, Word::from("4d6kh3"));
/// assert!(dice.dice().is_some());
/// ```
#[derive(Clone, Debug)]
pub struct Word {
    text: String,
    dice: Option<Arc<Checked<Expression>>>,
}

impl Word {
    /// Returns the expression, if the text was parsed as dice.
    pub fn dice(&self) -> Option<&Checked<Expression>> {
        self.dice.as_deref()
    }
}

/// The word is the printed form of the expression.
impl From<Checked<Expression>> for Word {
    fn from(dice: Checked<Expression>) -> Word {
        Word { text: dice.tree.to_string(), dice: Some(Arc::new(dice)) }
    }
}

impl From<String> for Word {
    fn from(text: String) -> Word {
        Word { text, dice: None }
    }
}

impl From<&str> for Word {
    fn from(text: &str) -> Word {
        Word::from(text.to_owned())
    }
}

impl Deref for Word {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl PartialEq for Word {
    fn eq(&self, other: &Word) -> bool {
        self.text == other.text
    }
}

impl Eq for Word {}

impl PartialOrd for Word {
    fn partial_cmp(&self, other: &Word) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Word {
    fn cmp(&self, other: &Word) -> Ordering {
        self.text.cmp(&other.text)
    }
}

impl Hash for Word {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}
