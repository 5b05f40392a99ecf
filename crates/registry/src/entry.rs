//! The registry's records of systems and checks.

use crate::Case;
use std::sync::Arc;

use super::{CastSchema, Field, FieldList, Kind, Name, Settings};
use oddsmith_base::{Error, Result};
use oddsmith_engine::odds::Check;
use oddsmith_engine::program::Compiled;
use oddsmith_engine::strategy::{Position, Solved, Terms};

/// A game system: its checks, and the text of its rules and examples.
#[derive(Debug)]
pub struct System {
    /// The short name, the prefix of its checks.
    pub name: &'static str,
    /// The full name.
    pub title: &'static str,
    /// The source of its rules.
    pub source: &'static str,
    /// Its color, the same in every figure.
    pub colour: Colour,
    /// The checks of the system, in the order of its rule text.
    pub checks: &'static [Definition],
    /// Its duels, which are solved rather than sampled and have their own fields.
    pub duels: &'static [Definition],
    /// The policies that its checks accept.
    pub policies: &'static [Policies],
    /// Its worked examples: the text of its `examples.toml`.
    pub examples: &'static str,
    /// Its numeric claims: the text of its `claims.toml`; empty if there are none.
    pub claims: &'static str,
}

/// The policies that a field of a decision accepts.
#[derive(Debug)]
pub struct Policies {
    /// The decision and where it occurs, like "bids, in the duel".
    pub of: &'static str,
    /// The name of each policy, with a one-line description.
    pub named: &'static [(&'static str, &'static str)],
}

/// An RGB color: `0x1467a8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour {
    /// The color on a light background.
    pub light: u32,
    /// The color on a dark background.
    pub dark: u32,
}

/// A check defined in code, with its fields in groups that checks can share.
pub type Definition = Entry<&'static str, &'static [&'static [Field<'static>]], BuildCode>;

impl System {
    /// Returns the case of a one-line question: a check of this system and its fields, `game.check
    /// field=value`.
    ///
    /// # Errors
    /// If the check or a field is unknown, or a value is invalid.
    pub fn case(&self, question: &str) -> Result<Case> {
        let (id, fields) = question.split_once(' ').unwrap_or((question, ""));
        let known = || self.checks.iter().map(|check| check.id);
        let check = self.checks.iter().find(|check| check.id == id);
        let check = check.ok_or_else(|| Error::unknown("check", id, self.name, known()))?;
        Arc::new(check.entry()).asked(fields)
    }
}

impl Entry {
    /// Returns the case with the fields of one line: `name=value name=value`.
    ///
    /// # Errors
    /// If a field is unknown, or a value is invalid.
    pub fn asked(self: &Arc<Entry>, fields: &str) -> Result<Case> {
        let pair = |word| -> Result<(&str, &str)> {
            str::split_once(word, '=').ok_or_else(|| {
                Error::question(format!("unexpected `{word}`"))
                    .with_hint("fields are written `name=value`")
            })
        };
        self.case(fields.split_whitespace().map(pair).collect::<Result<Vec<_>>>()?)
    }
}

impl Definition {
    /// The defaults of a definition: no solver, and no advantage.
    pub const PLAIN: Definition = Definition {
        id: "",
        title: "",
        called: None,
        about: "",
        source: "",
        luck: "",
        fields: &[],
        edge: Edge::NONE,
        solver: None,
        small: &[],
        sampled: false,
        moves: &[],
        cast: None,
        build: |_| Err(Error::question("this check has no rule")),
    };

    /// Converts the definition to an entry.
    pub fn entry(&self) -> Entry {
        let Definition { called, source, luck, solver, small, sampled, moves, cast, .. } = *self;
        Entry {
            called,
            id: Name::Borrowed(self.id),
            title: Name::Borrowed(self.title),
            about: Name::Borrowed(self.about),
            source,
            luck,
            fields: match cast {
                Some(form) => FieldList::Cast(self.fields, form.usual()),
                None => FieldList::Code(self.fields),
            },
            edge: self.edge.map(Name::Borrowed),
            solver,
            small,
            sampled,
            moves,
            cast,
            build: Build::Code(self.build),
        }
    }
}

/// Registry entry of a check: its rule, its name and its fields.
#[derive(Clone, Copy)]
pub struct Entry<N = Name, F = FieldList, B = Build> {
    /// The id, `system.check`.
    pub id: N,
    /// The title, in two or three words.
    pub title: N,
    /// The name in error messages if users don't type the id: "a roll of dice".
    pub called: Option<&'static str>,
    /// A one-sentence description.
    pub about: N,
    /// The place in the rule text.
    pub source: &'static str,
    /// The luck that it draws, in order.
    pub luck: &'static str,
    /// The fields.
    pub fields: F,
    /// The fields by which it is compared with other checks.
    pub edge: Edge<N>,
    /// The solver, for duels of simultaneous choices that can be solved.
    pub solver: Option<Solver>,
    /// Field values that make the check small enough for an exact law, if the defaults are too
    /// large.
    pub small: &'static [(&'static str, &'static str)],
    /// True if it has too many states for an exact law in any budget, so that it can only be
    /// sampled.
    pub sampled: bool,
    /// The fields that only shift its scores: adding one raises each score by this amount, with the
    /// same probabilities.
    pub moves: &'static [(&'static str, i32)],
    /// The schema of its cast, if it has one.
    pub cast: Option<&'static CastSchema>,
    /// Builds the rule from its fields.
    pub build: B,
}

/// The fields that set a check's advantage, so that different checks share one axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge<N = Name> {
    /// The value of each of these fields at an advantage; empty for a check without an advantage.
    terms: [Option<(N, Term)>; 2],
    /// The field of which higher values make the check harder.
    pub difficulty: Option<N>,
}

/// The value of a field at a given advantage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// The advantage plus this.
    Advantage(i32),
    /// This at any advantage.
    Fixed(i32),
}

impl Edge<&'static str> {
    /// No advantage and no difficulty.
    pub const NONE: Self = Edge { terms: [None, None], difficulty: None };

    /// Declares only the field that makes the check harder.
    pub const fn harder_by(difficulty: &'static str) -> Self {
        Edge { difficulty: Some(difficulty), ..Edge::NONE }
    }

    /// Declares the field that is the advantage plus an offset, and the field that makes it harder,
    /// which is fixed.
    pub const fn of((own, more): (&'static str, i32), (other, fixed): (&'static str, i32)) -> Self {
        let terms = [Some((own, Term::Advantage(more))), Some((other, Term::Fixed(fixed)))];
        Edge { terms, difficulty: Some(other) }
    }
}

impl Edge<&'static str> {
    /// Declares the field that is the advantage.
    pub const fn by(own: &'static str) -> Self {
        Edge { terms: [Some((own, Term::Advantage(0))), None], difficulty: None }
    }
}

impl<N> Edge<N> {
    /// Maps the names of the fields.
    fn map<M>(self, name: impl Fn(N) -> M) -> Edge<M> {
        let terms = self.terms.map(|term| term.map(|(field, value)| (name(field), value)));
        Edge { terms, difficulty: self.difficulty.map(name) }
    }
}

impl Edge {
    /// Creates the edge of a house rule: the field that is the advantage, and the one that makes it
    /// harder.
    pub fn own(advantage: Option<&str>, difficulty: Option<&str>) -> Edge {
        let fixed = difficulty.filter(|_| advantage.is_some());
        let terms = [
            advantage.map(|field| (field, Term::Advantage(0))),
            fixed.map(|field| (field, Term::Fixed(0))),
        ];
        Edge { terms, difficulty }.map(|field| Name::Owned(field.to_owned()))
    }

    /// Returns the value of each of its fields at an advantage; empty for a check without an
    /// advantage.
    pub fn terms(&self) -> impl Iterator<Item = (&str, Term)> {
        self.terms.iter().flatten().map(|(field, term)| (&**field, *term))
    }

    /// Returns whether there is no advantage.
    pub fn is_none(&self) -> bool {
        self.terms().next().is_none()
    }
}

/// The solver of a check in which both sides choose simultaneously, as functions of its settings.
#[derive(Clone, Copy, Debug)]
pub struct Solver {
    /// The fields for the policy of each side, which a solution does not take.
    pub policies: &'static [&'static str],
    /// Returns the names of the simple policies whose cost it computes.
    pub simple: fn(&Settings) -> Result<Vec<String>>,
    /// The terms of its solution.
    pub terms: Terms<&'static str>,
    /// Returns the value, the choices before the first round, and the cost of simple policies.
    pub solve: fn(&Settings) -> Result<Solved>,
    /// Returns the number of choices of both sides in all states.
    pub choices: fn(&Settings) -> Result<usize>,
    /// Returns the choices in every state.
    pub positions: fn(&Settings) -> Result<Vec<Position>>,
}

/// The constructor that builds the rule of a check from its settings.
#[derive(Clone)]
pub enum Build {
    /// A function in code.
    Code(BuildCode),
    /// The program of a house rule.
    Own(BuildOwn),
    /// Any other constructor that is created at run time.
    Made(BuildMade),
}

/// A constructor of a rule that is defined in code.
pub type BuildCode = fn(&Settings) -> Result<Box<dyn Check>>;

/// Builds the program of a house rule from its fields.
pub type BuildOwn = Arc<dyn Fn(&Settings) -> Result<Compiled> + Send + Sync>;

/// Builds a rule by a constructor created at run time.
pub type BuildMade = Arc<dyn Fn(&Settings) -> Result<Box<dyn Check>> + Send + Sync>;

impl Build {
    /// Builds the rule with these fields.
    ///
    /// # Errors
    /// If the fields are inconsistent.
    pub fn of(&self, settings: &Settings) -> Result<Box<dyn Check>> {
        match self {
            Build::Code(build) => build(settings),
            Build::Own(build) => Ok(Box::new(build(settings)?)),
            Build::Made(build) => build(settings),
        }
    }
}

impl<N: std::fmt::Debug, F, B> std::fmt::Debug for Entry<N, F, B> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Entry").field("id", &self.id).finish_non_exhaustive()
    }
}

impl Entry {
    /// Returns the name in error messages: its id, or a description if users don't type the id.
    pub fn called(&self) -> &str {
        self.called.unwrap_or(&self.id)
    }

    /// Returns whether it can be solved: a duel, or a rule in which a player decides.
    pub fn is_solved(&self) -> bool {
        self.solver.is_some() || self.decided().is_some()
    }

    /// Returns the constructor of its program, if a player decides in it.
    pub fn decided(&self) -> Option<&BuildOwn> {
        let decides = |field: Field| matches!(field.kind, Kind::Expression { .. });
        match &self.build {
            Build::Own(program) => self.fields.iter().any(decides).then_some(program),
            Build::Code(_) | Build::Made(_) => None,
        }
    }

    /// Returns the field with this name.
    pub fn field(&self, name: &str) -> Option<Field<'_>> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// Returns the fields of a case with an exact law: the examples of required fields, and the
    /// values that make a large check small.
    pub fn exact_example(&self) -> impl Iterator<Item = (&str, &str)> {
        self.fields.examples().chain(self.small.iter().copied())
    }

    /// Returns the field that is searched for a given probability: the one that makes it harder.
    pub fn harder_by(&self) -> Option<Field<'_>> {
        let field = self.edge.difficulty.as_ref().and_then(|name| self.field(name));
        field.or_else(|| self.difficulty())
    }

    /// Returns its difficulty, of which higher numbers are harder, with the names of its numbers
    /// ([`Field::named_numbers`]).
    pub fn difficulty(&self) -> Option<Field<'_>> {
        self.fields.iter().find(|field| field.difficulty)
    }
}
