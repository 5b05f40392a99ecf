//! The fields of a check from code, house rules and casts.

use std::sync::Arc;

use super::cast::LazyCast;
use super::{Cast, Field, Name, Need, Word};
use oddsmith_base::Result;

/// The fields of a check: those from code, those of a house rule, or those from code and a cast.
#[derive(Clone, Debug)]
pub enum FieldList {
    /// Fields from code.
    Code(&'static [&'static [Field<'static>]]),
    /// Fields of a house rule.
    Own(Vec<OwnField>),
    /// Fields from code, and those of the characters of a cast.
    Cast(&'static [&'static [Field<'static>]], LazyCast),
}

/// A field declared by a user: an integer, a word or an expression, with its default.
#[derive(Clone, Debug)]
pub struct OwnField {
    /// The name, in lower case.
    pub name: String,
    /// The default, as typed by a user.
    pub usual: String,
    /// The type of its values.
    pub kind: OwnKind,
    /// True if it makes the check harder.
    pub difficulty: bool,
}

/// The type of a user-declared field.
#[derive(Clone, Debug)]
pub enum OwnKind {
    /// An integer from -1000 to 1000.
    Number,
    /// One of these words, lower case, `_` for spaces.
    Words(Vec<String>),
    /// A player's decision, given as a word or an expression that this function parses.
    Decision(fn(&str) -> Result<Word>),
    /// The type of this field from code, for the field of a character.
    Like(Field<'static>),
}

impl FieldList {
    fn groups(&self) -> (&'static [&'static [Field<'static>]], &[OwnField]) {
        match self {
            FieldList::Code(groups) => (groups, &[]),
            FieldList::Own(fields) => (&[], fields),
            FieldList::Cast(groups, cast) => (groups, cast.get().fields()),
        }
    }

    /// Returns the cast, if there is one.
    pub fn cast(&self) -> Option<&Arc<Cast>> {
        match self {
            FieldList::Cast(_, cast) => Some(cast.get()),
            FieldList::Code(_) | FieldList::Own(_) => None,
        }
    }

    /// Returns each field, in the order of the check.
    pub fn iter(&self) -> impl Iterator<Item = Field<'_>> {
        let (code, own) = self.groups();
        code.iter().copied().flatten().copied().chain(own.iter().map(OwnField::field))
    }

    /// Returns the fields whose defaults depend on others, with their index; user-declared fields
    /// never do.
    pub(super) fn following(&self) -> impl Iterator<Item = (usize, &Field<'static>)> {
        let code = self.groups().0.iter().copied().flatten().enumerate();
        code.filter(|(_, field)| matches!(field.need, Need::Follows { .. } | Need::Same(_)))
    }

    /// Returns the required fields, each with its example.
    pub(super) fn examples(&self) -> impl Iterator<Item = (&str, &str)> {
        self.iter().filter_map(|field| match field.need {
            Need::Required(example) => Some((field.name, example)),
            Need::Default(_) | Need::Follows { .. } | Need::Same(_) => None,
        })
    }

    /// Returns the names of the fields, which outlive the check.
    pub(super) fn names(&self) -> impl Iterator<Item = Name> {
        let (code, own) = self.groups();
        let own = own.iter().map(|field| Name::Owned(field.name.clone()));
        code.iter().copied().flatten().map(|field| Name::Borrowed(field.name)).chain(own)
    }
}

impl OwnField {
    fn field(&self) -> Field<'_> {
        let about = "a field of this house rule";
        let field = match &self.kind {
            OwnKind::Number => Field::number(&self.name, about),
            OwnKind::Words(words) => Field::own(&self.name, words, about),
            OwnKind::Decision(read) => {
                let values = "one of its words, or an expression over what is seen";
                Field::expression(&self.name, values, *read, "what the player decides")
            }
            OwnKind::Like(like) => {
                return Field { name: &self.name, ..like.default(&self.usual) };
            }
        };
        let field = field.default(&self.usual);
        Field { difficulty: self.difficulty, ..field.source("a [[house]] table") }
    }
}
