//! Constant propagation, and unrolling of loops with a constant number of steps.

use std::collections::BTreeMap;

use crate::program::code::{Code, LARGEST, Line, NONE, Node};
use oddsmith_dice::syntax::Operator;

/// Maximum number of lines of an unrolled program.
const MOST_LINES: usize = 6_000;

/// The value of each slot, if it is constant.
pub(in crate::program) type Known = Vec<Option<i64>>;

/// The lines written so far, and jumps with pending targets.
struct Writer<'c> {
    code: &'c Code,
    lines: Vec<Line>,
    /// For each pending target, the jumps to it and the constants on their paths.
    waiting: BTreeMap<usize, (Vec<usize>, Known)>,
}

/// Unrolls the loop of a program; if its end is not known, the program is returned unchanged.
pub(super) fn unrolled(code: &Code) -> Option<Code> {
    let mut writer = Writer { code, lines: Vec::new(), waiting: BTreeMap::new() };
    let known = vec![Some(0); code.slots];
    match writer.write(known) {
        Some(()) => Some(Code { lines: writer.lines, limit: None, ..code.clone() }),
        None => Some(code.clone()),
    }
}

impl Writer<'_> {
    fn write(&mut self, known: Known) -> Option<()> {
        let (mut at, mut here) = (0, Some(known));
        while at < self.code.lines.len() {
            if self.lines.len() > MOST_LINES {
                return None;
            }
            if let Some((jumps, other)) = self.waiting.remove(&at) {
                let aim = self.lines.len();
                for jump in jumps {
                    if let Line::Jump { to, .. } = &mut self.lines[jump] {
                        *to = aim;
                    }
                }
                here = Some(match here {
                    None => other,
                    Some(known) => joined(known, &other),
                });
            }
            let Some(known) = &mut here else {
                at += 1;
                continue;
            };
            let mut line = self.code.lines[at].clone();
            line.each_mut(&mut |node| simplify(node, known));
            at += 1;
            match &mut line {
                Line::Jump { to, when } => {
                    let aim = *to;
                    let taken = match when {
                        None => Some(true),
                        Some((Node::Number(number), yes)) => Some((*number != 0) == *yes),
                        Some(_) => None,
                    };
                    if aim < at && taken != Some(false) {
                        return None;
                    }
                    match taken {
                        Some(false) => {}
                        Some(true) => {
                            self.wait(Line::Jump { to: 0, when: None }, aim, known.clone());
                            here = None;
                        }
                        None => {
                            let known = known.clone();
                            self.wait(line, aim, known);
                        }
                    }
                }
                Line::Again { to } => {
                    if !self.waiting.is_empty() {
                        return None;
                    }
                    at = *to;
                }
                Line::RecordAt { column, slots, steps, at: step, before } => {
                    let now = known[*steps]?;
                    let step = i64::from(*step);
                    if if *before { now < step } else { now == step } {
                        let (column, slots) = (*column, std::mem::take(slots));
                        self.lines.push(Line::Record { column, slots });
                    }
                }
                Line::Done | Line::Restart => {
                    self.lines.push(line);
                    here = None;
                }
                _ => {
                    effect(self.code, &line, known);
                    self.lines.push(line);
                }
            }
        }
        self.waiting.is_empty().then_some(())
    }

    fn wait(&mut self, jump: Line, aim: usize, known: Known) {
        let place = self.lines.len();
        self.lines.push(jump);
        match self.waiting.get_mut(&aim) {
            None => drop(self.waiting.insert(aim, (vec![place], known))),
            Some((jumps, other)) => {
                jumps.push(place);
                *other = joined(known, other);
            }
        }
    }
}

/// Returns the constants common to both paths.
fn joined(mut known: Known, other: &Known) -> Known {
    for (one, other) in known.iter_mut().zip(other) {
        *one = one.filter(|_| one == other);
    }
    known
}

/// Updates the constants by the effect of a line.
fn effect(code: &Code, line: &Line, known: &mut Known) {
    match line {
        Line::Set { slot, node, bounds } => {
            let ends = bounds.as_ref().map(|(low, high)| (low.known(), high.known()));
            known[*slot] = match ends {
                None => node.known(),
                Some((Some(low), Some(high))) => {
                    node.known().map(|number| number.min(high).max(low))
                }
                Some(_) => None,
            };
        }
        Line::Label { slot, condition, outcome } => {
            let holds = condition.as_ref().map_or(Some(1), Node::known);
            match (known[*slot], holds) {
                (Some(number), _) if number != i64::from(NONE) => {}
                (Some(_), Some(0)) => {}
                (Some(_), Some(_)) => known[*slot] = outcome.known(),
                _ => known[*slot] = None,
            }
        }
        _ => line.sets().into_iter().for_each(|slot| known[slot] = None),
    }
    if let Some(deck) = line.deck() {
        code.decks[deck].slots().for_each(|slot| known[slot] = None);
    }
}

/// Substitutes constants in a node and folds it.
pub(in crate::program) fn simplify(node: &mut Node, known: &Known) {
    node.each_mut(&mut |child| simplify(child, known));
    let of = |node: &Node| node.known();
    let number = match &*node {
        Node::Slot(slot) => known[*slot],
        Node::Binary(operator, parts) => match (operator, of(&parts[0]), of(&parts[1])) {
            (Operator::And, Some(0), _) | (Operator::And, _, Some(0)) => Some(0),
            (Operator::Or, Some(number), _) | (Operator::Or, _, Some(number)) if number != 0 => {
                Some(1)
            }
            (operator, Some(left), Some(right)) => {
                let number = operator.of(left, right).unwrap_or(0);
                Some(number).filter(|number| (-LARGEST..=LARGEST).contains(number))
            }
            _ => None,
        },
        Node::Not(inner) => of(inner).map(|number| i64::from(number == 0)),
        Node::Negate(inner) => of(inner).map(|number| -number),
        Node::Abs(inner) => of(inner).map(i64::abs),
        Node::Lookup(inner, rows) => of(inner).map(|number| rows.value(number)),
        Node::If(parts) => match of(&parts[0]) {
            Some(condition) => {
                let taken = parts[if condition != 0 { 1 } else { 2 }].clone();
                *node = taken;
                return;
            }
            None => None,
        },
        Node::Min(nodes) => {
            let all: Option<Vec<i64>> = nodes.iter().map(of).collect();
            all.and_then(|all| all.into_iter().min())
        }
        Node::Max(nodes) => {
            let all: Option<Vec<i64>> = nodes.iter().map(of).collect();
            all.and_then(|all| all.into_iter().max())
        }
        Node::Number(_) | Node::Of(..) => None,
    };
    if let Some(number) = number {
        *node = Node::Number(number);
    }
}
