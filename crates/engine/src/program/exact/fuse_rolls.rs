//! Fusion of expressions over private rolls: each becomes one roll, whose law is computed from
//! those of its parts.
//!
//! With `x = max(5d6, 5d6) + 3d8 / 2` there are no states between the rolls: distributions of
//! independent parts are combined as rows of cases, and `x` is one fork.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::place::{Inserted, aims};
use super::rows::Row;
use crate::chance::{Question, RollQuery};
use crate::program::code::{Code, Line, Node, PartCode, RollNode, Throw};
use crate::program::liveness::{node_reads, reads_of};
use crate::program::machine::{Compiled, Slots};

/// Rewrites such expressions as rolls; `None` if there are none.
pub(super) fn fuse_rolls(code: &Code) -> Option<Code> {
    // Decisions may depend on the individual rolls.
    let decides = code.lines.iter().any(|line| matches!(line, Line::Decide { .. }));
    let mut works = false;
    let is_more = |node: &Node| !matches!(node, Node::Number(_) | Node::Slot(_));
    code.lines.iter().for_each(|line| line.each(&mut |node| works |= is_more(node)));
    if decides || !works {
        return None;
    }
    let mut closing = Closing::of(code);
    let mut lines = code.lines.clone();
    for (place, line) in lines.iter_mut().enumerate() {
        if closing.aims[place] {
            closing.waiting.clear();
        }
        closing.line(place, line);
    }
    closing.found.retain(|found| !found.within && found.row.is_some());
    let beyond = closing.machine.overflowed.load(Ordering::Relaxed);
    if closing.found.is_empty() || beyond {
        return None;
    }
    let mut inserted = Inserted::new(code);
    for found in closing.found {
        let Some(row) = found.row else { continue };
        let part = PartCode {
            lines: found.lines.iter().map(|&line| code.lines[line].clone()).collect(),
            value: found.node,
        };
        let questions = Arc::new(vec![Question::of(RollQuery::Sum)]);
        let roll = RollNode::of_law(part, row.law(), &questions);
        let throw = Throw::Dice(roll, questions);
        found.lines.iter().for_each(|&line| inserted.instead_of(line, Vec::new()));
        let line = Line::Throw { throw, slots: vec![found.slot] };
        match found.whole {
            true => inserted.instead_of(found.at, vec![line]),
            false => inserted.before(found.at, vec![line]),
        }
    }
    Some(inserted.into(&Code { lines, slots: closing.slots, ..code.clone() }))
}

/// An expression over private rolls.
struct Found {
    /// The line that reads it; `whole` is true if that line only stores it in `slot`.
    at: usize,
    whole: bool,
    slot: usize,
    /// The lines that compute its inputs, and the expression.
    lines: Vec<usize>,
    node: Node,
    /// Its distribution; `None` if it directly follows its only roll, and is then left alone unless
    /// it is part of a larger expression.
    row: Option<Row>,
    /// True if it is part of a larger expression.
    within: bool,
}

/// A roll that was not read yet: its line, or its index among the expressions found.
#[derive(Clone, Copy)]
enum Source {
    Roll(usize),
    Found(usize),
}

struct Closing<'c> {
    code: &'c Code,
    machine: Compiled,
    /// True for lines that are jump targets.
    aims: Vec<bool>,
    /// For each slot, the number of lines that set it, and the number of reads.
    sets: Vec<usize>,
    reads: Vec<usize>,
    waiting: BTreeMap<usize, Source>,
    /// The distributions of rolls, by line.
    rows: BTreeMap<usize, Option<Row>>,
    found: Vec<Found>,
    slots: usize,
}

impl Closing<'_> {
    fn of(code: &Code) -> Closing<'_> {
        let (mut sets, mut reads) = (vec![0; code.slots], vec![0; code.slots]);
        for line in &code.lines {
            line.sets().into_iter().for_each(|slot| sets[slot] += 1);
            reads_of(code, line).into_iter().for_each(|slot| reads[slot] += 1);
        }
        Closing {
            code,
            machine: Compiled::plain(code.clone()),
            aims: aims(code),
            sets,
            reads,
            waiting: BTreeMap::new(),
            rows: BTreeMap::new(),
            found: Vec::new(),
            slots: code.slots,
        }
    }

    /// Processes a line: notes its roll, or finds the expressions in it.
    fn line(&mut self, place: usize, line: &mut Line) {
        match line {
            Line::Throw { throw: Throw::Dice(roll, questions), slots } => {
                if let ([_], &[slot]) = (&questions[..], &slots[..])
                    && self.sets[slot] == 1
                    && roll.reads_nothing()
                {
                    self.waiting.insert(slot, Source::Roll(place));
                    return;
                }
            }
            Line::Set { slot, node, bounds: None } => {
                if let Some(number) = self.find(place, *slot, true, node) {
                    if self.sets[*slot] == 1 {
                        self.waiting.insert(*slot, Source::Found(number));
                    }
                    return;
                }
            }
            _ => {}
        }
        if !self.waiting.is_empty() {
            line.each_mut(&mut |node| self.within(place, node));
        }
    }

    /// Replaces the largest parts of a node that are expressions over private rolls by slots.
    fn within(&mut self, place: usize, node: &mut Node) {
        if matches!(node, Node::Number(_) | Node::Slot(_)) {
            return;
        }
        if self.find(place, self.slots, false, node).is_some() {
            *node = Node::Slot(self.slots);
            self.slots += 1;
            return;
        }
        node.each_mut(&mut |child| self.within(place, child));
    }

    /// Registers a node if it is an expression over private rolls; returns its index.
    fn find(&mut self, at: usize, slot: usize, whole: bool, node: &Node) -> Option<usize> {
        let mut read = reads(node);
        let all = read.len();
        read.sort_unstable();
        read.dedup();
        let own = |slot: &usize| self.waiting.contains_key(slot);
        if read.is_empty()
            || !read.iter().all(own)
            || read.iter().map(|&slot| self.reads[slot]).sum::<usize>() != all
        {
            return None;
        }
        let follows = |slot: &usize| matches!(self.waiting.get(slot), Some(Source::Roll(line)) if line + 1 == at);
        let row = match read.len() == 1 && follows(&read[0]) {
            true if whole => None,
            true => return None,
            false => Some(self.row(node)?),
        };
        let mut lines = Vec::new();
        for slot in read {
            match self.waiting.remove(&slot) {
                Some(Source::Found(number)) => {
                    let found = &mut self.found[number];
                    found.within = true;
                    lines.extend(found.lines.iter().copied().chain([found.at]));
                }
                Some(Source::Roll(line)) => lines.push(line),
                None => {}
            }
        }
        lines.sort_unstable();
        let node = node.clone();
        self.found.push(Found { at, whole, slot, lines, node, row, within: false });
        Some(self.found.len() - 1)
    }

    /// Returns the distribution of a node over private rolls.
    fn row(&mut self, node: &Node) -> Option<Row> {
        let read = reads(node);
        let shared = |one: &Node, other: &Node| {
            let read = reads(one);
            reads(other).iter().any(|slot| read.contains(slot))
        };
        match node {
            Node::Number(number) => Some(Row::known(*number)),
            Node::Slot(slot) => self.row_in(*slot),
            _ if read.iter().all(|slot| *slot == read[0]) => {
                let row = self.row_in(*read.first()?)?;
                self.mapped(&row, node, read[0])
            }
            Node::Binary(operator, parts) if !shared(&parts[0], &parts[1]) => {
                self.row(&parts[0])?.with(&self.row(&parts[1])?, *operator)
            }
            Node::Min(nodes) | Node::Max(nodes) => {
                let alone =
                    |place: usize| nodes[..place].iter().all(|other| !shared(&nodes[place], other));
                let (first, others) =
                    nodes.split_first().filter(|_| (1..nodes.len()).all(alone))?;
                let mut sum = self.row(first)?;
                for other in others {
                    let other = self.row(other)?;
                    sum = match node {
                        Node::Max(_) => sum.higher(&other)?,
                        _ => sum.lower(&other)?,
                    };
                }
                Some(sum)
            }
            Node::Not(inner) | Node::Negate(inner) | Node::Abs(inner) | Node::Lookup(inner, _) => {
                let row = self.row(inner)?;
                let mut outer = node.clone();
                outer.each_mut(&mut |inner| *inner = Node::Slot(0));
                self.mapped(&row, &outer, 0)
            }
            _ => None,
        }
    }

    /// Returns the distribution of a node that depends on one slot.
    fn mapped(&self, row: &Row, node: &Node, slot: usize) -> Option<Row> {
        let mut slots = Slots::from_elem(0, self.code.slots);
        row.map(|number| {
            slots[slot] = number as i32;
            self.machine.number(node, &slots)
        })
    }

    /// Returns the distribution of the value in a slot.
    fn row_in(&mut self, slot: usize) -> Option<Row> {
        match *self.waiting.get(&slot)? {
            Source::Roll(line) => self.rolled(line),
            Source::Found(number) => match &self.found[number] {
                Found { row: Some(row), .. } => Some(row.clone()),
                Found { node, lines, .. } => {
                    let (node, slot) = (node.clone(), *reads(node).first()?);
                    let row = self.rolled(*lines.first()?)?;
                    self.mapped(&row, &node, slot)
                }
            },
        }
    }

    /// Returns the distribution of the roll of a line.
    fn rolled(&mut self, line: usize) -> Option<Row> {
        let row = self.rows.entry(line).or_insert_with(|| match &self.code.lines[line] {
            Line::Throw { throw: Throw::Dice(roll, questions), .. } => {
                Row::of(&*self.machine.law_of(roll, questions)?)
            }
            _ => None,
        });
        row.clone()
    }
}

/// Returns the slots that a node reads, with repetitions.
fn reads(node: &Node) -> Vec<usize> {
    let mut read = Vec::new();
    node_reads(node, &mut |slot| read.push(slot));
    read
}

#[cfg(test)]
mod tests {
    use crate::odds::{Check, Histogram};
    use crate::program::code::{Line, Throw};
    use crate::program::{Compiled, Question};
    use crate::rule::Rule;
    use oddsmith_dice::{check_program, read_program};

    fn compiled(text: &str) -> Compiled {
        let said = check_program(read_program(text).expect(text), &[]).expect(text).tree;
        Question::of(&said).compile().expect(text)
    }

    /// Returns the number of rolls in the code for the last column.
    fn rolls(compiled: &Compiled) -> usize {
        let last = compiled.columns.len() - 1;
        let one = (Compiled::EXTRAS.for_column)(compiled, last).expect("a program has it");
        let rolls = |line: &&Line| matches!(line, Line::Throw { throw: Throw::Dice(..), .. });
        one.code.lines.iter().filter(rolls).count()
    }

    /// An expression over private rolls becomes one roll, with the same law as one whose rolls are
    /// read twice.
    #[test]
    fn a_number_of_its_own_rolls_is_one_roll() {
        for number in [
            "a / 2 + b / 3 + c / 5",
            "max(a, b) - max(c, 3)",
            "min(a, b, c, 9)",
            "max(a, -b, c - 20)",
            "abs(a - b) * c",
            "a * a - b mod (c - 4)",
            "(a >= b) + (not (c = 7))",
            "(a > 9 and b < 6) or c = 10",
            "if a > 10 then a - 10 else 0 - a",
            "-((a + b) /^ 4)",
        ] {
            let text = |more: &str| {
                format!(
                    "a = 3d6\nb = repeat(2, d8)\nc = d{{1, 1, 7, 10}}\n\
                     x = {number}{more}\nask x"
                )
            };
            let (alone, shared) = (text(""), text(" + 0 * a * b * c"));
            let (alone, shared) = (compiled(&alone), compiled(&shared));
            let law = |of: &Compiled| of.law(1_000_000).expect(number).columns;
            assert_eq!(law(&alone), law(&shared), "{number}");
            assert_eq!(rolls(&alone), 1, "{number}");
            assert!(rolls(&shared) > 1, "{number}");
        }
    }

    /// Parts of an expression that is not private itself, before and after jumps, and in loops.
    #[test]
    fn parts_of_numbers_are_rolls() {
        for (text, few) in [
            ("a = d6\nx = a * a + max(2d6, 3d4) / a\nask x", 2),
            ("a = d6\nb = 2d6\nx = if a > 3 then b + 3d6 else 4\nask x", 2),
            ("state s = 9\nstep\n  s = s - max(0, 2d6 - d8) - 1\nuntil s <= 0\nask s", 1),
            ("a = 2d6\nwin: a - d6 > 3\nmeet: d4 + d4 > 5\nlose: otherwise", 2),
        ] {
            assert_eq!(rolls(&compiled(text)), few, "{text}");
        }
    }

    /// Cases that overflow are left to separate rolls.
    #[test]
    fn what_is_too_much_to_count_is_walked() {
        let laws = compiled("x = 40d6 / 30 + 40d6 / 40\nask x").law(1_000_000).expect("a law");
        let values = laws.columns[0].possible().count();
        assert!(laws.branches > values as u64, "{} {values}", laws.branches);
        let total: f64 = laws.columns[0].possible().map(|(_, share)| share).sum();
        assert!((total - 1.0).abs() < 1e-12, "{total}");
    }
}
