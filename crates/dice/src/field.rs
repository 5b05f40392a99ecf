//! The fields of a rule, as far as its text knows them.

/// A field of a rule: a number, or one of several words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name, without `$`.
    pub name: String,
    /// Its number where none is given; of words the place of the first, 0.
    pub usual: i64,
    /// Its words, `_` for spaces; empty where it is a number.
    pub words: Vec<String>,
}
