//! Merging of consecutive rolls and computations on them into one line: its law is computed once
//! for all states with equal inputs, and only slots that are read later distinguish outcomes.

use std::sync::Arc;

use super::bags::ways;
use super::place::{Inserted, aims};
use crate::program::code::{Block, Code, Line, MemberNode, Node, SidesNode, Throw};
use crate::program::liveness::{after_lines, node_reads};

/// Number of outcomes below which rolls stay separate lines.
const FEW: f64 = 100.0;

/// Merges rolls into blocks in a program with a loop; `None` if there are none.
pub(super) fn merge_lines(code: &Code) -> Option<Code> {
    if !code.lines.iter().any(|line| matches!(line, Line::Again { .. })) {
        return None;
    }
    let mut code = code.clone();
    let aims = aims(&code);
    let live = after_lines(&code);
    let mut inserted = Inserted::new(&code);
    let (mut at, mut found) = (0, false);
    while at < code.lines.len() {
        let run = Run::from(&mut code, at, &aims);
        let end = at + run.count;
        let Some((mut lines, block)) = run.block(&live, end) else {
            at += 1;
            continue;
        };
        lines.push(Line::Block(Arc::new(block)));
        inserted.instead_of(at, lines);
        (at + 1..end).for_each(|place| inserted.instead_of(place, Vec::new()));
        (at, found) = (end, true);
    }
    found.then(|| inserted.into(&code))
}

/// A run of consecutive lines.
#[derive(Default)]
struct Run {
    /// Number of lines of the program in the run.
    count: usize,
    /// Lines inserted before the run: they compute its inputs.
    before: Vec<Line>,
    lines: Vec<Line>,
    /// The slots that the lines set, in order.
    sets: Vec<usize>,
    inputs: Vec<usize>,
    throws: usize,
    works: usize,
    ways: f64,
}

impl Run {
    /// Returns the longest run of lines from `at` on that can be merged.
    fn from(code: &mut Code, at: usize, aims: &[bool]) -> Run {
        let mut run = Run { ways: 1.0, ..Run::default() };
        let slots = code.slots;
        while let Some(&aim) = aims.get(at + run.count) {
            if run.count > 0 && aim || !run.takes(code, at + run.count) {
                break;
            }
            run.count += 1;
        }
        if run.throws < 2 || run.works == 0 || run.ways < FEW {
            code.slots = slots;
            return Run { count: 0, ..run };
        }
        run
    }

    /// Adds a line to the run, if it can be merged.
    fn takes(&mut self, code: &mut Code, place: usize) -> bool {
        let mut line = code.lines[place].clone();
        match &mut line {
            Line::Throw { throw: Throw::Dice(roll, _), slots } if roll.part.is_none() => {
                let mixed = |node: &mut Node| {
                    let (own, other) = self.told(node);
                    own && other
                };
                if roll.nodes_mut().into_iter().any(mixed) {
                    return false;
                }
                self.ways *= roll.members.iter().map(ways_of).product::<f64>();
                let mut new = code.slots;
                for node in roll.nodes_mut() {
                    if node.known().is_some() || self.told(node).0 {
                        continue;
                    }
                    self.before.push(Line::Set { slot: new, node: node.clone(), bounds: None });
                    *node = Node::Slot(new);
                    self.inputs.push(new);
                    new += 1;
                }
                roll.known = Default::default();
                code.slots = new;
                self.sets.extend(slots.iter());
                self.throws += 1;
            }
            Line::Set { slot, node, bounds: None } if self.throws > 0 => {
                let (own, other) = self.told(node);
                if !own || other || self.inputs.contains(slot) {
                    return false;
                }
                self.sets.push(*slot);
                self.works += 1;
            }
            _ => return false,
        }
        self.lines.push(line);
        true
    }

    /// Returns whether an expression reads slots set by the run, and whether it reads others.
    fn told(&self, node: &Node) -> (bool, bool) {
        let (mut own, mut other) = (false, false);
        node_reads(node, &mut |slot| match self.sets.contains(&slot) {
            true => own = true,
            false => other = true,
        });
        (own, other)
    }

    /// Returns the run as a block, with the lines before it; `None` if all its slots are read
    /// later.
    fn block(self, live: &[Vec<bool>], end: usize) -> Option<(Vec<Line>, Block)> {
        if self.count == 0 {
            return None;
        }
        let mut outputs: Vec<usize> = Vec::new();
        for &slot in &self.sets {
            if live[end - 1][slot] && !outputs.contains(&slot) {
                outputs.push(slot);
            }
        }
        (outputs.len() < self.sets.len())
            .then(|| (self.before, Block::new(self.lines, self.inputs, outputs)))
    }
}

/// Returns the approximate number of outcomes of some dice.
fn ways_of(member: &MemberNode) -> f64 {
    let faces = match &member.sides {
        Some(SidesNode::Die(die)) => die.kinds().len(),
        _ => 6,
    };
    ways(member.count.known().map_or(2, |count| count.clamp(0, 20) as u32), faces)
}
