//! The compiler from checked programs to lines over slots: a file for names, for the order of
//! lines, and for each kind of construct. The lines are executed by `machine.rs`.

mod course;
mod declare;
mod line;
mod number;
mod roll;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::Question as Asking;
use super::code::{Code, Hand, Line, Node, Throw};
use super::expand::expand;
use super::names::{NameUsage, extents, lines};
use crate::chance::{ByteBudget, Question};
use oddsmith_base::{Error, Result};
use oddsmith_dice::syntax::{Program, Statement};

/// The value that a name of the source is bound to, by its slots.
#[derive(Clone, Debug)]
enum Meaning {
    Number(usize),
    /// A bag: the slots of the answers to its questions, and of its values if these are needed.
    Bag {
        answers: Vec<(Question, usize)>,
        values: Option<Hand>,
    },
    Deck(usize),
    /// The outcome of a list of results.
    List(usize),
}

/// The state of the compiler while it translates a program to [`Code`], line by line.
struct Lowering<'p> {
    /// The program with its fields and decisions.
    asking: &'p Asking<'p>,
    names: NameUsage<'p>,
    /// The code so far.
    code: Code,
    /// The meaning of each name at the current line.
    meanings: BTreeMap<String, Meaning>,
    /// The bounds of numeric states.
    bounds: BTreeMap<String, (Node, Node)>,
    /// The list that labels currently belong to.
    list: String,
    /// Names whose values are final at the current line.
    settled: BTreeSet<String>,
    /// Columns that wait for their names to become final, by index.
    waiting: Vec<(usize, Vec<String>)>,
    /// Names that are bound in a step.
    step_names: BTreeSet<String>,
    /// Number of `given` conditions still to come.
    conditions: usize,
    /// True while the lines of a step are lowered.
    in_step: bool,
    /// The memory budget of all bags of the rule.
    account: Arc<ByteBudget>,
    /// The slot of the last anonymous roll.
    rolled: Option<usize>,
}

fn wrong(what: impl Into<String>) -> Error {
    Error::question(what.into())
}

/// Compiles a program.
pub(super) fn lower(asking: &Asking<'_>) -> Result<Code> {
    let known = extents(asking.program, &asking.fields);
    let program = expand(asking.program, Program::expressions_mut, &asking.fields, &known)?;
    let mut decisions = BTreeMap::new();
    for (name, policy) in &asking.decisions {
        let policy = expand(policy, |policy, visit| visit(policy), &asking.fields, &known)?;
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
        conditions: lines(asking.program)
            .filter(|line| matches!(line.statement, Statement::Given(_)))
            .count(),
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

    /// Allocates slots for up to `most` values.
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

    /// Emits a line that sets a slot; if the value was just rolled, the roll writes to the slot
    /// directly.
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

    /// Returns the index of the next line.
    fn here(&self) -> usize {
        self.code.lines.len()
    }

    /// Emits a jump with a pending target and returns its index.
    fn jump(&mut self, when: Option<(Node, bool)>) -> usize {
        self.push(Line::Jump { to: 0, when });
        self.here() - 1
    }

    /// Sets the target of a pending jump to the next line.
    fn land(&mut self, jump: usize) {
        let here = self.here();
        if let Line::Jump { to, .. } = &mut self.code.lines[jump] {
            *to = here;
        }
    }

    /// Stores a number in a separate slot, so that its inputs become dead: subsequent rolls are
    /// then enumerated per number rather than per path to it.
    fn kept(&mut self, node: Node) -> Node {
        match node {
            Node::Number(_) => return node,
            // Nothing else reads it.
            Node::Slot(slot) if self.rolled == Some(slot) => return node,
            _ => {}
        }
        let slot = self.slot("");
        self.set(slot, node);
        Node::Slot(slot)
    }

    /// Emits a roll with one question and returns its answer.
    fn rolled(&mut self, throw: Throw) -> Node {
        let slot = self.slot("");
        self.push(Line::Throw { throw, slots: vec![slot] });
        self.rolled = Some(slot);
        Node::Slot(slot)
    }
}

fn truth(node: Node) -> Node {
    Node::Not(Box::new(Node::Not(Box::new(node))))
}
