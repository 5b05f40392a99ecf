//! What a node comes to while a program runs, and what a throw answers.

use std::sync::atomic::Ordering;

use super::code::{Gather, LARGEST, Node, Throw, WhenNode};
use super::machine::{Compiled, Slots};
use super::roll::keep;
use crate::chance::{
    Chance, Faces, Keep, NoPart, Part, Question, RollQuery, Scripted, Shown, answers_of, take,
};
use oddsmith_dice::syntax::Operator;

/// A chance for what needs none.
fn no_luck() -> Scripted {
    Scripted::new(Vec::new())
}

impl Compiled {
    /// The number that a node is, without luck.
    pub(super) fn pure(&self, node: &Node, slots: &[i32]) -> i64 {
        match node {
            Node::Number(number) => *number,
            Node::Slot(slot) => i64::from(slots[*slot]),
            node => self.number(node, &mut Slots::from_slice(slots), &mut no_luck()),
        }
    }

    /// The number that a node is. Most are a leaf, or two: these need no call.
    #[inline(always)]
    pub(super) fn number<C: Chance>(&self, node: &Node, slots: &mut [i32], chance: &mut C) -> i64 {
        match node {
            Node::Number(number) => *number,
            Node::Slot(slot) => i64::from(slots[*slot]),
            node => self.worked_out(node, slots, chance),
        }
    }

    /// The number that a node is which has others within it.
    fn worked_out<C: Chance>(&self, node: &Node, slots: &mut [i32], chance: &mut C) -> i64 {
        match node {
            Node::Number(number) => *number,
            Node::Slot(slot) => i64::from(slots[*slot]),
            Node::Binary(operator, parts) => {
                let left = self.number(&parts[0], slots, chance);
                match operator {
                    Operator::Or if left != 0 => return 1,
                    Operator::And if left == 0 => return 0,
                    _ => {}
                }
                let right = self.number(&parts[1], slots, chance);
                let number = operator.of(left, right).unwrap_or(0);
                self.held(number)
            }
            Node::Not(inner) => i64::from(self.number(inner, slots, chance) == 0),
            Node::Negate(inner) => -self.number(inner, slots, chance),
            Node::If(parts) => match self.number(&parts[0], slots, chance) {
                0 => self.number(&parts[2], slots, chance),
                _ => self.number(&parts[1], slots, chance),
            },
            Node::Min(nodes) => {
                let each = nodes.iter().map(|node| self.number(node, slots, chance));
                each.min().unwrap_or(0)
            }
            Node::Max(nodes) => {
                let each = nodes.iter().map(|node| self.number(node, slots, chance));
                each.max().unwrap_or(0)
            }
            Node::Abs(inner) => self.number(inner, slots, chance).abs(),
            Node::Roll(throw) => {
                let mut answers = [0];
                self.throw(throw, slots, chance, &mut answers);
                self.held(answers[0].into())
            }
            Node::Of(gather, question) => {
                let mut read = |node: &Node| self.number(node, slots, chance) as i32;
                let mut answers = [0];
                let asked = match &**question {
                    WhenNode::Fixed(question) => {
                        let asked = std::slice::from_ref(question);
                        self.gather(gather, slots, asked, &mut answers);
                        return i64::from(answers[0]).min(LARGEST);
                    }
                    WhenNode::Count(ranges) => {
                        let ends = ranges.iter().map(|(low, high)| {
                            let low = low.as_ref().map_or(i32::MIN, &mut read);
                            (low, high.as_ref().map_or(i32::MAX, &mut read))
                        });
                        RollQuery::Tally(vec![Faces(ends.collect())].into())
                    }
                    WhenNode::Nth(rank) => RollQuery::Nth(read(rank).max(0) as u32),
                    WhenNode::Sets(size) => RollQuery::Sets(read(size).max(1) as u32),
                };
                self.gather(gather, slots, &[Question::of(asked)], &mut answers);
                i64::from(answers[0]).min(LARGEST)
            }
        }
    }

    /// A number as a place holds it. One that is too large is known to have come up.
    #[inline(always)]
    pub(super) fn held(&self, number: i64) -> i64 {
        if !(-LARGEST..=LARGEST).contains(&number) {
            self.beyond.store(true, Ordering::Relaxed);
        }
        number.clamp(-LARGEST, LARGEST)
    }

    fn gather(&self, gather: &Gather, slots: &[i32], questions: &[Question], answers: &mut [i32]) {
        let shown = gather
            .hands
            .iter()
            .flat_map(|hand| hand.values(slots).iter().map(|&value| hand.shown(value)));
        let kept = gather
            .keep
            .as_ref()
            .map_or(Keep::All, |(kept, count)| keep(*kept, self.pure(count, slots) as i32));
        answers_of(shown, kept, questions, answers);
    }

    pub(super) fn throw<C: Chance>(
        &self,
        throw: &Throw,
        slots: &mut [i32],
        chance: &mut C,
        answers: &mut [i32],
    ) {
        match throw {
            Throw::Dice(roll, questions) => {
                let read = |node: &Node| self.number(node, slots, &mut no_luck()) as i32;
                let bag = roll.bag(questions, read);
                match &roll.part {
                    None => chance.roll(&bag, &NoPart, answers),
                    Some(node) => chance.roll(&bag, &Value { machine: self, node, slots }, answers),
                }
            }
            Throw::Draw { deck, count, questions, last } => {
                let deck = &self.code.decks[*deck];
                let count = self.number(count, slots, chance) as i32;
                let left = &mut slots[deck.first..deck.first + deck.kinds.len()];
                let cards = || deck.kinds.iter().map(|&(card, _)| card);
                if *last && C::FORKS {
                    let pile: Vec<(Shown, i32)> = cards().zip(left.iter().copied()).collect();
                    return chance.pick(&pile, count, questions, answers);
                }
                let mut taken = Slots::from_elem(0, left.len());
                take(left, count, chance, &mut taken);
                left.iter_mut().zip(&taken).for_each(|(left, taken)| *left -= taken);
                let drawn = cards().zip(&taken);
                let drawn = drawn.flat_map(|(card, &taken)| (0..taken).map(move |_| card));
                answers_of(drawn, Keep::All, questions, answers);
            }
            Throw::Gather(gather, questions) => self.gather(gather, slots, questions, answers),
        }
    }
}

/// The value of a node, as a part of a bag.
struct Value<'m> {
    machine: &'m Compiled,
    node: &'m Node,
    slots: &'m [i32],
}

impl Part for Value<'_> {
    fn value<C: Chance>(&self, chance: &mut C) -> i32 {
        self.machine.number(self.node, &mut Slots::from_slice(self.slots), chance) as i32
    }
}
