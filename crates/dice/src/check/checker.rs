//! State of the check of a rule: the properties of names and fields.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::Range;

use super::extent::Extents;
use crate::fault::{Fault, Read};
use crate::field::Field;
use crate::syntax::Function;
use oddsmith_base::Error;

/// Kind of value that an expression or a name has.
#[derive(Clone, Debug, PartialEq)]
pub enum ValueKind {
    /// A number.
    Number,
    /// A bag of dice: the letters on their faces, and the number of kept dice if it is fixed.
    Roll { letters: String, kept: Option<i64> },
    /// Cards from a deck.
    Cards,
    /// A deck.
    Deck,
    /// A word of a field or a decision, with all of its words.
    Words(Vec<String>),
}

/// Names of cards, whose values are numbers.
const CARDS: [&str; 9] = ["a", "ace", "k", "king", "q", "queen", "j", "jack", "joker"];

/// A name that is bound.
#[derive(Clone, Debug)]
pub struct Bound {
    pub nature: ValueKind,
    pub state: bool,
}

/// Check of a rule, line by line.
pub struct Checker<'f> {
    pub fields: &'f [Field],
    /// Spans of the comparisons in which a roll has no brackets.
    pub bare: Vec<Range<usize>>,
    pub names: BTreeMap<String, Bound>,
    /// Bounds of the names that are bound once.
    pub extents: Extents,
    /// All names that the rule binds, for errors.
    pub all_names: Vec<String>,
    /// True if the rule has steps.
    pub steps: bool,
}

impl<'f> Checker<'f> {
    pub fn new(fields: &'f [Field], bare: Vec<Range<usize>>) -> Checker<'f> {
        let (names, extents) = (BTreeMap::new(), Extents::new());
        Checker { fields, bare, names, extents, all_names: Vec::new(), steps: false }
    }

    /// Returns the nature of a field.
    pub fn field(&self, name: &str, span: &Range<usize>) -> Read<ValueKind> {
        let Some(field) = self.fields.iter().find(|field| field.name == name) else {
            let known = || self.fields.iter().map(|field| field.name.as_str());
            let unknown = Error::unknown("field", &format!("${name}"), "", known());
            let hint = match self.fields.is_empty() {
                true => format!("declare it with its default: `fields = {{ {name} = 6 }}`"),
                false => format!("the fields are {}", listed(known(), "$")),
            };
            return Err(Fault::new(span, unknown.to_string()).with_hint(hint));
        };
        Ok(match field.words.is_empty() {
            true => ValueKind::Number,
            false => ValueKind::Words(field.words.clone()),
        })
    }

    /// Returns the nature of a name.
    pub fn known(&self, name: &str, span: &Range<usize>) -> Read<ValueKind> {
        if name == "steps" || name == "ended" {
            return match self.steps {
                true => Ok(ValueKind::Number),
                false => {
                    Err(Fault::new(span, format!("`{name}` exists only where there are steps"))
                        .with_hint("add `step` and `until …`"))
                }
            };
        }
        if let Some(bound) = self.names.get(name) {
            return Ok(bound.nature.clone());
        }
        if self.all_names.iter().any(|later| later == name) {
            return Err(Fault::new(span, format!("`{name}` is used before its line"))
                .with_hint("lines run from the top down"));
        }
        if self.fields.iter().any(|field| field.name == name) {
            return Err(Fault::new(span, format!("`{name}` is a field"))
                .with_hint(format!("write `${name}`")));
        }
        if let Some(function) = Function::named(name) {
            return Err(Fault::new(span, format!("`{name}` is a function"))
                .with_hint(format!("as in `{}`", function.shape().2)));
        }
        if CARDS.contains(&name.to_ascii_lowercase().as_str()) {
            return Err(Fault::new(span, format!("unknown name `{name}`")).with_hint(
                "cards are numbers: a jack is 11, a queen 12, a king 13; an ace 1 of `card54`, 14 \
                    of `deck52`; a joker 15",
            ));
        }
        let steps = ["steps", "ended"].into_iter().filter(|_| self.steps);
        let known = self.all_names.iter().map(String::as_str).chain(steps);
        let unknown = Error::unknown("name", name, "", known);
        let hint = match unknown.hint() {
            Some(near) if !self.all_names.is_empty() => near.clone(),
            _ => "write a number, or define it in a rule: `r = 3d6`".into(),
        };
        Err(Fault::new(span, unknown.to_string()).with_hint(hint))
    }

    /// Binds a name that is not yet bound.
    pub fn bind(&mut self, name: &str, span: &Range<usize>, nature: ValueKind) -> Read<()> {
        self.put(name, span, Bound { nature, state: false })
    }

    pub fn put(&mut self, name: &str, span: &Range<usize>, bound: Bound) -> Read<()> {
        if self.names.contains_key(name) {
            return Err(Fault::new(span, format!("`{name}` is already defined")).with_hint(
                "a name has one value; use `state` for what changes from step to step",
            ));
        }
        self.names.insert(name.to_owned(), bound);
        Ok(())
    }
}

/// Formats names as `$a, $b and $c`.
pub fn listed(names: impl IntoIterator<Item = impl Display>, sign: &str) -> String {
    let names: Vec<String> = names.into_iter().map(|name| format!("`{sign}{name}`")).collect();
    match names.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => names.join(""),
    }
}
