//! From a checked program to lines over numbered places: a file for what names are, for the order of
//! lines, and for each kind of thing that a line holds. What runs them stands in `machine.rs`.

mod course;
mod declare;
mod line;
mod number;
mod roll;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::Question as Asking;
use super::code::{Code, Hand, Line, Node};
use super::names::Names;
use crate::chance::{Account, Question};
use oddsmith_base::{Error, Result};

/// What a name is.
#[derive(Clone, Debug)]
enum Meaning {
    Number(usize),
    /// The answers to its questions, and its values where these are needed.
    Bag {
        answers: Vec<(Question, usize)>,
        values: Option<Hand>,
    },
    Deck(usize),
    /// The outcome of a list of results.
    List(usize),
}

struct Lowering<'p> {
    asking: &'p Asking<'p>,
    names: Names<'p>,
    code: Code,
    meanings: BTreeMap<String, Meaning>,
    /// The bounds of states that are numbers.
    bounds: BTreeMap<String, (Node, Node)>,
    /// The list that labels belong to.
    list: String,
    /// Names whose values are final, as far as the lines so far go.
    settled: BTreeSet<String>,
    /// Columns that wait for their names, by their places.
    waiting: Vec<(usize, Vec<String>)>,
    /// Names that are bound in a step.
    step_names: BTreeSet<String>,
    /// Whether lines of a step are being written.
    in_step: bool,
    /// What the bags of all its rolls keep.
    account: Arc<Account>,
}

fn wrong(what: impl Into<String>) -> Error {
    Error::question(what.into())
}

/// Compiles.
pub(super) fn lower(asking: &Asking<'_>) -> Result<Code> {
    let names = Names::of(asking.program, &asking.fields, asking.decisions.values())?;
    let mut lower = Lowering {
        asking,
        names,
        code: Code::default(),
        meanings: BTreeMap::new(),
        bounds: BTreeMap::new(),
        list: "result".to_owned(),
        settled: BTreeSet::new(),
        waiting: Vec::new(),
        step_names: BTreeSet::new(),
        in_step: false,
        account: Arc::default(),
    };
    lower.declare()?;
    lower.program()?;
    Ok(lower.code)
}

impl<'p> Lowering<'p> {
    fn slot(&mut self, name: impl Into<String>) -> usize {
        self.code.slots += 1;
        self.code.names.push((self.code.slots - 1, name.into()));
        self.code.slots - 1
    }

    /// Places for so many values.
    fn hand(&mut self, most: usize, suited: bool) -> Hand {
        let size = self.slot("");
        let first = self.code.slots;
        for _ in 0..most {
            self.slot("");
        }
        Hand { size, first, most, suited }
    }

    fn push(&mut self, line: Line) {
        self.code.lines.push(line);
    }

    fn set(&mut self, slot: usize, node: Node) {
        self.push(Line::Set { slot, node, bounds: None });
    }
}

fn truth(node: Node) -> Node {
    Node::Not(Box::new(Node::Not(Box::new(node))))
}
