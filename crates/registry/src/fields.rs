//! The fields of a check, whoever declared them.

use std::sync::Arc;

use super::cast::LazyCast;
use super::{Cast, Field, Name, Need};
use oddsmith_base::Result;

/// The fields of a check: those of the code, those that a user declared, or those of the code and of
/// a cast.
#[derive(Clone, Debug)]
pub enum FieldList {
    /// Of the code.
    Code(&'static [&'static [Field<'static>]]),
    /// A user's.
    Own(Vec<OwnField>),
    /// Of the code, and of the characters who take part.
    Cast(&'static [&'static [Field<'static>]], LazyCast),
}

/// A field that a user declared: a whole number, a word or an expression, with its default.
#[derive(Clone, Debug)]
pub struct OwnField {
    /// Its name.
    pub name: String,
    /// Its default, as a person would type it.
    pub usual: String,
    /// What it may be.
    pub kind: OwnKind,
    /// Whether it makes the check harder.
    pub difficulty: bool,
}

/// What a field may be that a user declared.
#[derive(Clone, Debug)]
pub enum OwnKind {
    /// A whole number from -1000 to 1000.
    Number,
    /// One of these words, lower case, `_` for spaces.
    Words(Vec<String>),
    /// What a player decides, as a word or an expression that this reads.
    Decision(fn(&str) -> Result<String>),
    /// What this field of the code may be: a character's.
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

    /// Who takes part, where the fields are a cast's.
    pub fn cast(&self) -> Option<&Arc<Cast>> {
        match self {
            FieldList::Cast(_, cast) => Some(cast.get()),
            FieldList::Code(_) | FieldList::Own(_) => None,
        }
    }

    /// Each field, in the order of the check.
    pub fn iter(&self) -> impl Iterator<Item = Field<'_>> {
        let (code, own) = self.groups();
        code.iter().copied().flatten().copied().chain(own.iter().map(OwnField::field))
    }

    /// The fields that follow from others, each with its place: a user's never do.
    pub(super) fn following(&self) -> impl Iterator<Item = (usize, &Field<'static>)> {
        let code = self.groups().0.iter().copied().flatten().enumerate();
        code.filter(|(_, field)| matches!(field.need, Need::Follows { .. } | Need::Same(_)))
    }

    /// The fields that must be given, each with its example.
    pub(super) fn examples(&self) -> impl Iterator<Item = (&str, &str)> {
        self.iter().filter_map(|field| match field.need {
            Need::Required(example) => Some((field.name, example)),
            Need::Default(_) | Need::Follows { .. } | Need::Same(_) => None,
        })
    }

    /// The names of the fields, each as one that outlives the check.
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
