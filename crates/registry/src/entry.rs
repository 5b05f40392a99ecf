//! What the registry holds of each system and each check.

use crate::Case;
use std::sync::Arc;

use super::{Field, FieldList, Form, Kind, Name, Settings};
use oddsmith_base::{Error, Result};
use oddsmith_engine::odds::Check;
use oddsmith_engine::program::Compiled;
use oddsmith_engine::strategy::{Position, Solved, Terms};

/// A rule text.
#[derive(Debug)]
pub struct System {
    /// Its short name, which its checks begin with.
    pub name: &'static str,
    /// Its full name.
    pub title: &'static str,
    /// Where its rules stand.
    pub source: &'static str,
    /// Its colour, the same in every figure.
    pub colour: Colour,
    /// Its checks, in the order of its text.
    pub checks: &'static [Definition],
    /// What is solved in place of a check, under its name: duels with fields of their own.
    pub duels: &'static [Definition],
    /// Who decides: the policies that its checks take.
    pub policies: &'static [Policies],
    /// Its worked examples: the text of its `examples.toml`.
    pub examples: &'static str,
    /// What it says in numbers: the text of its `claims.toml`; empty where it makes no claim.
    pub claims: &'static str,
}

/// The policies that a field takes.
#[derive(Debug)]
pub struct Policies {
    /// What they decide and where, like "bids, in the duel".
    pub of: &'static str,
    /// Each by its name, with what it does in a line.
    pub named: &'static [(&'static str, &'static str)],
}

/// A colour as red, green and blue, a byte each: `0x1467a8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour {
    /// On a light ground.
    pub light: u32,
    /// On a dark one.
    pub dark: u32,
}

/// A check of the code, as its file says it: its fields in groups, which other checks may have too.
pub type Definition = Entry<&'static str, &'static [&'static [Field<'static>]], BuildCode>;

impl System {
    /// The case that one line asks about: a check of this system and its fields,
    /// `game.check field=value`.
    ///
    /// # Errors
    /// If the check or a field is unknown, or a value does not fit.
    pub fn case(&self, question: &str) -> Result<Case> {
        let (id, fields) = question.split_once(' ').unwrap_or((question, ""));
        let known = || self.checks.iter().map(|check| check.id);
        let check = self.checks.iter().find(|check| check.id == id);
        let check = check.ok_or_else(|| Error::unknown("check", id, self.name, known()))?;
        Arc::new(check.entry()).asked(fields)
    }
}

impl Entry {
    /// The case with the fields of one line: `name=value name=value`.
    ///
    /// # Errors
    /// If a field is unknown, or a value does not fit.
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
    /// What most checks have in common: no solver, and no advantage.
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

    /// The entry that it is.
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

/// A check: a rule under a name, with its fields.
#[derive(Clone, Copy)]
pub struct Entry<N = Name, F = FieldList, B = Build> {
    /// Its name, `system.check`.
    pub id: N,
    /// What it is, in two or three words.
    pub title: N,
    /// What errors call it where people need not type its name: "a roll of dice".
    pub called: Option<&'static str>,
    /// What it does, in a sentence.
    pub about: N,
    /// Where the rule text has it.
    pub source: &'static str,
    /// What luck it takes, in order.
    pub luck: &'static str,
    /// Its fields.
    pub fields: F,
    /// How it is compared with other checks.
    pub edge: Edge<N>,
    /// What solves it, where both sides choose in secret and the best they can do is known.
    pub solver: Option<Solver>,
    /// Where its defaults are too large for an exact law: values of fields with which it has one.
    pub small: &'static [(&'static str, &'static str)],
    /// Whether it has too many states for a law in any budget: it is sampled alone.
    pub sampled: bool,
    /// The fields that do nothing but move its scores: with one more, each score is so much higher,
    /// and as likely as before.
    pub moves: &'static [(&'static str, i32)],
    /// What characters are made of, where a cast takes part.
    pub cast: Option<&'static Form>,
    /// Makes the rule from its fields.
    pub build: B,
}

/// How a check is given an advantage, so that it stands on one axis with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge<N = Name> {
    /// What each of these fields is at an advantage; none for a check that has no advantage.
    terms: [Option<(N, Term)>; 2],
    /// The field that makes it harder the higher it is.
    pub difficulty: Option<N>,
}

/// A field's value at an advantage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// The advantage and this.
    Advantage(i32),
    /// This at any advantage.
    Fixed(i32),
}

impl Edge<&'static str> {
    /// No advantage and no difficulty.
    pub const NONE: Self = Edge { terms: [None, None], difficulty: None };

    /// No advantage, and the field that makes it harder.
    pub const fn harder_by(difficulty: &'static str) -> Self {
        Edge { difficulty: Some(difficulty), ..Edge::NONE }
    }

    /// The field that is the advantage, beyond so much, and the one that makes it harder, which is
    /// so much at any advantage.
    pub const fn of((own, more): (&'static str, i32), (other, fixed): (&'static str, i32)) -> Self {
        let terms = [Some((own, Term::Advantage(more))), Some((other, Term::Fixed(fixed)))];
        Edge { terms, difficulty: Some(other) }
    }
}

impl Edge<&'static str> {
    /// The field that is the advantage.
    pub const fn by(own: &'static str) -> Self {
        Edge { terms: [Some((own, Term::Advantage(0))), None], difficulty: None }
    }
}

impl<N> Edge<N> {
    /// The same, its fields named otherwise.
    fn map<M>(self, name: impl Fn(N) -> M) -> Edge<M> {
        let terms = self.terms.map(|term| term.map(|(field, value)| (name(field), value)));
        Edge { terms, difficulty: self.difficulty.map(name) }
    }
}

impl Edge {
    /// Of fields that a user declared: the one that is the advantage, and the one that makes it
    /// harder.
    pub fn own(advantage: Option<&str>, difficulty: Option<&str>) -> Edge {
        let fixed = difficulty.filter(|_| advantage.is_some());
        let terms = [
            advantage.map(|field| (field, Term::Advantage(0))),
            fixed.map(|field| (field, Term::Fixed(0))),
        ];
        Edge { terms, difficulty }.map(|field| Name::Owned(field.to_owned()))
    }

    /// What each of its fields is at an advantage; none for a check that has no advantage.
    pub fn terms(&self) -> impl Iterator<Item = (&str, Term)> {
        self.terms.iter().flatten().map(|(field, term)| (&**field, *term))
    }

    /// Whether it has no advantage.
    pub fn is_none(&self) -> bool {
        self.terms().next().is_none()
    }
}

/// What solves a check of hidden, simultaneous choices.
#[derive(Clone, Copy, Debug)]
pub struct Solver {
    /// The fields that say how each side plays: a solution takes none of them.
    pub policies: &'static [&'static str],
    /// The names of the simple policies whose price it knows.
    pub simple: fn(&Settings) -> Result<Vec<String>>,
    /// The words of its solution.
    pub terms: Terms<&'static str>,
    /// Its value, the choices before the first round, and what simple policies give away.
    pub solve: fn(&Settings) -> Result<Solved>,
    /// How many choices both sides have in all states.
    pub choices: fn(&Settings) -> Result<usize>,
    /// The choices in every state.
    pub positions: fn(&Settings) -> Result<Vec<Position>>,
}

/// Makes a rule from its fields.
#[derive(Clone)]
pub enum Build {
    /// By a function of the code.
    Code(BuildCode),
    /// From what a user wrote: a program.
    Own(BuildOwn),
    /// In any other way that is known only while it runs.
    Made(BuildMade),
}

/// Makes a rule of the code from its fields.
pub type BuildCode = fn(&Settings) -> Result<Box<dyn Check>>;

/// Makes the program that a user wrote from its fields.
pub type BuildOwn = Arc<dyn Fn(&Settings) -> Result<Compiled> + Send + Sync>;

/// Makes a rule in a way that is known only while it runs.
pub type BuildMade = Arc<dyn Fn(&Settings) -> Result<Box<dyn Check>> + Send + Sync>;

impl Build {
    /// The rule with these fields.
    ///
    /// # Errors
    /// If the fields do not go together.
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
    /// What errors call it: its name, or words where people need not type that.
    pub fn called(&self) -> &str {
        self.called.unwrap_or(&self.id)
    }

    /// Whether it can be solved: a duel, or a rule in which a player decides.
    pub fn is_solved(&self) -> bool {
        self.solver.is_some() || self.decided().is_some()
    }

    /// What makes the program that it is, where a player decides in it.
    pub fn decided(&self) -> Option<&BuildOwn> {
        let decides = |field: Field| matches!(field.kind, Kind::Expression { .. });
        match &self.build {
            Build::Own(program) => self.fields.iter().any(decides).then_some(program),
            Build::Code(_) | Build::Made(_) => None,
        }
    }

    /// Its field of this name.
    pub fn field(&self, name: &str) -> Option<Field<'_>> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// What a case with an exact law is given: the examples of what is required, and what makes a
    /// large check small.
    pub fn exact_example(&self) -> impl Iterator<Item = (&str, &str)> {
        self.fields.examples().chain(self.small.iter().copied())
    }

    /// The field that is found where a chance is wanted: what makes it harder.
    pub fn harder_by(&self) -> Option<Field<'_>> {
        let field = self.edge.difficulty.as_ref().and_then(|name| self.field(name));
        field.or_else(|| self.difficulty())
    }

    /// Its difficulty, of which a higher number is harder; with the names of its numbers
    /// ([`Field::named_numbers`]).
    pub fn difficulty(&self) -> Option<Field<'_>> {
        self.fields.iter().find(|field| field.difficulty)
    }
}
