//! Fields of a rule, as far as its text uses them.

/// A field of a rule: a number, or one of several words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Name, without `$`.
    pub name: String,
    /// Default number; for words the index of the first, 0.
    pub usual: i64,
    /// Words, with `_` for spaces; empty for a number.
    pub words: Vec<String>,
}
