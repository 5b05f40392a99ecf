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
use super::code::{Code, Hand, Line, Node, Throw};
use super::expand::{expand, expand_expression};
use super::names::{NameUsage, extents, lines};
use crate::chance::{ByteBudget, Question};
use oddsmith_base::{Error, Result};
use oddsmith_dice::syntax::Statement;

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
    names: NameUsage<'p>,
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
    /// How many conditions on trials that count are still to come.
    conditions: usize,
    /// Whether lines of a step are being written.
    in_step: bool,
    /// What the bags of all its rolls keep.
    account: Arc<ByteBudget>,
    /// The place of the last roll that has no name.
    rolled: Option<usize>,
}

fn wrong(what: impl Into<String>) -> Error {
    Error::question(what.into())
}

/// Compiles.
pub(super) fn lower(asking: &Asking<'_>) -> Result<Code> {
    let known = extents(asking.program, &asking.fields);
    let program = expand(asking.program, &asking.fields, &known)?;
    let mut decisions = BTreeMap::new();
    for (name, policy) in &asking.decisions {
        let policy = expand_expression(policy, &asking.fields, &known)?;
        decisions.insert(name.clone(), policy);
    }
    let asking = &Asking { program: &program, decisions, ..asking.clone() };
    let names = NameUsage::of(asking.program, &asking.fields, asking.decisions.values(), known)?;
    let mut lower = Lowering {
        asking,
        code: Code { faces: names.letters.clone(), ..Code::default() },
        names,
        meanings: BTreeMap::new(),
        bounds: BTreeMap::new(),
        list: "result".to_owned(),
        settled: BTreeSet::new(),
        waiting: Vec::new(),
        step_names: BTreeSet::new(),
        conditions: lines(asking.program).filter(|line| is_condition(&line.statement)).count(),
        in_step: false,
        account: Arc::default(),
        rolled: None,
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

    /// A place takes a number. One that was rolled just now is rolled into it at once.
    fn set(&mut self, slot: usize, node: Node) {
        if let (Node::Slot(from), Some(Line::Throw { slots, .. })) =
            (&node, self.code.lines.last_mut())
            && slots[..] == [*from]
            && self.rolled == Some(*from)
        {
            slots[0] = slot;
            return;
        }
        self.push(Line::Set { slot, node, bounds: None });
    }

    /// The place of the next line.
    fn here(&self) -> usize {
        self.code.lines.len()
    }

    /// A jump whose aim is not known yet, and its place.
    fn jump(&mut self, when: Option<(Node, bool)>) -> usize {
        self.push(Line::Jump { to: 0, when });
        self.here() - 1
    }

    /// The jump at a place leads to the next line.
    fn land(&mut self, jump: usize) {
        let here = self.here();
        if let Line::Jump { to, .. } = &mut self.code.lines[jump] {
            *to = here;
        }
    }

    /// A number in a place of its own, so that what it was made of need not be kept: what is rolled
    /// next is rolled for each number and not for each way to it.
    fn kept(&mut self, node: Node) -> Node {
        match node {
            Node::Number(_) => return node,
            // Nobody else reads it.
            Node::Slot(slot) if self.rolled == Some(slot) => return node,
            _ => {}
        }
        let slot = self.slot("");
        self.set(slot, node);
        Node::Slot(slot)
    }

    /// A roll in a line of its own, and the answer to its one question.
    fn rolled(&mut self, throw: Throw) -> Node {
        let slot = self.slot("");
        self.push(Line::Throw { throw, slots: vec![slot] });
        self.rolled = Some(slot);
        Node::Slot(slot)
    }
}

fn is_condition(statement: &Statement) -> bool {
    matches!(statement, Statement::Given(_))
}

fn truth(node: Node) -> Node {
    Node::Not(Box::new(Node::Not(Box::new(node))))
}
