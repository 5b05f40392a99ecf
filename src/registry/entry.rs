//! What the registry holds of each system and each check.

use super::{Case, Field, Names, Settings};
use crate::error::Result;
use crate::odds::Check;

/// A rule text.
#[derive(Debug)]
pub struct System {
    /// Its short name, which its checks begin with.
    pub name: &'static str,
    /// Its full name.
    pub title: &'static str,
    /// Where its rules stand.
    pub source: &'static str,
    /// Its checks, in the order of its text.
    pub checks: &'static [Entry],
    /// Who plays what: the policies that its checks take, each with what it does.
    pub policies: &'static [(&'static str, &'static str)],
    /// Its worked examples: the text of its `examples.toml`.
    pub examples: &'static str,
}

/// A check: a rule under a name, with its fields.
pub struct Entry {
    /// Its name, `system.check`.
    pub id: &'static str,
    /// What it is, in two or three words.
    pub title: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
    /// Where the rule text has it.
    pub source: &'static str,
    /// What luck it takes, in order.
    pub luck: &'static str,
    /// Its fields.
    pub fields: &'static [Field],
    /// How it is compared with other checks.
    pub edge: Edge,
    /// Makes the rule from its fields.
    pub build: &'static Build,
}

/// How a check is given an advantage, so that it stands on one axis with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// What each of these fields is at an advantage; empty for a check that has none.
    pub set: &'static [(&'static str, Term)],
    /// The field that makes it harder.
    pub difficulty: Option<&'static str>,
}

/// A field's value at an advantage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// The advantage and this.
    Advantage(i32),
    /// This at any advantage.
    Fixed(i32),
}

impl Edge {
    /// No advantage and no difficulty.
    pub const NONE: Edge = Edge { set: &[], difficulty: None };

    /// This recipe, and the field that makes it harder.
    pub const fn of(set: &'static [(&'static str, Term)], difficulty: &'static str) -> Edge {
        Edge { set, difficulty: Some(difficulty) }
    }
}

/// Makes a rule from its fields.
pub type Build = dyn Fn(&Settings) -> Result<Box<dyn Check>> + Sync;

impl std::fmt::Debug for Entry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Entry").field("id", &self.id).finish_non_exhaustive()
    }
}

impl Entry {
    /// A case of this check: its fields filled in from pairs of name and text.
    ///
    /// # Errors
    /// If a field is unknown, missing or wrong, or if the fields do not go together.
    pub fn case<'a>(
        &'static self,
        given: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Case> {
        self.case_with(given, &Names::default())
    }

    /// The same, where some numbers have names of one's own.
    ///
    /// # Errors
    /// As [`Entry::case`].
    pub fn case_with<'a>(
        &'static self,
        given: impl IntoIterator<Item = (&'a str, &'a str)>,
        names: &Names,
    ) -> Result<Case> {
        Case::new(self, Settings::read(self, given, names)?)
    }

    /// A case with example values.
    ///
    /// # Errors
    /// If an example does not fit, which a test rules out.
    pub fn example(&'static self) -> Result<Case> {
        Case::new(self, Settings::example(self)?)
    }
}
