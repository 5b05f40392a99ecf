//! Evaluation of expressions and throws at run time.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use smallvec::SmallVec;

use super::code::{Beside, Gather, Gone, LARGEST, Line, Node, PartCode, RollNode, Throw, WhenNode};
use super::machine::{Compiled, Slots};
use super::roll::keep;
use crate::chance::{
    BagLaw, Chance, Enumerated, Faces, Keep, NoPart, Odds, Part, Question, RollQuery, Shown,
    answers_of, take,
};
use oddsmith_dice::syntax::Operator;

impl Compiled {
    /// Evaluates a node. Leaves, the most common case, are inlined.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn number(&self, node: &Node, slots: &[i32]) -> i64 {
        match node {
            Node::Number(number) => *number,
            Node::Slot(slot) => i64::from(slots[*slot]),
            node => self.worked_out(node, slots),
        }
    }

    /// Evaluates a node with children.
    fn worked_out(&self, node: &Node, slots: &[i32]) -> i64 {
        match node {
            Node::Number(number) => *number,
            Node::Slot(slot) => i64::from(slots[*slot]),
            Node::Binary(operator, parts) => {
                let left = self.number(&parts[0], slots);
                match operator {
                    Operator::Or if left != 0 => return 1,
                    Operator::And if left == 0 => return 0,
                    _ => {}
                }
                let right = self.number(&parts[1], slots);
                let number = operator.of(left, right).unwrap_or(0);
                self.held(number)
            }
            Node::Not(inner) => i64::from(self.number(inner, slots) == 0),
            Node::Negate(inner) => -self.number(inner, slots),
            Node::If(parts) => match self.number(&parts[0], slots) {
                0 => self.number(&parts[2], slots),
                _ => self.number(&parts[1], slots),
            },
            Node::Min(nodes) => {
                nodes.iter().map(|node| self.number(node, slots)).min().unwrap_or(0)
            }
            Node::Max(nodes) => {
                nodes.iter().map(|node| self.number(node, slots)).max().unwrap_or(0)
            }
            Node::Abs(inner) => self.number(inner, slots).abs(),
            Node::Lookup(inner, rows) => rows.value(self.number(inner, slots)),
            Node::Of(gather, question) => {
                let mut read = |node: &Node| self.number(node, slots) as i32;
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

    /// Clamps a number to the range of a slot, and sets the overflow flag if it was out of range.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn held(&self, number: i64) -> i64 {
        if !(-LARGEST..=LARGEST).contains(&number) {
            self.overflowed.store(true, Ordering::Relaxed);
        }
        number.clamp(-LARGEST, LARGEST)
    }

    /// Returns whether a condition holds; true without a condition.
    pub(super) fn holds(&self, when: Option<&Node>, slots: &[i32]) -> bool {
        when.is_none_or(|when| self.number(when, slots) != 0)
    }

    /// Sets a slot to a number, clamped to bounds.
    #[inline]
    pub(super) fn set(
        &self,
        slot: usize,
        node: &Node,
        bounds: Option<&(Node, Node)>,
        slots: &mut [i32],
    ) {
        let mut number = self.number(node, slots);
        if let Some((low, high)) = bounds {
            number = number.min(self.number(high, slots)).max(self.number(low, slots));
        }
        slots[slot] = number as i32;
    }

    /// Rolls and stores the answers in slots.
    #[inline]
    pub(super) fn throw_into<C: Chance>(
        &self,
        throw: &Throw,
        places: &[usize],
        slots: &mut [i32],
        chance: &mut C,
    ) {
        let mut few = [0; 8];
        let mut many;
        let answers = match places.len() {
            count @ 0..=8 => &mut few[..count],
            count => {
                many = vec![0; count];
                &mut many[..]
            }
        };
        self.throw(throw, slots, chance, answers);
        for (&place, &answer) in places.iter().zip(answers.iter()) {
            slots[place] = self.held(answer.into()) as i32;
        }
    }

    fn gather(&self, gather: &Gather, slots: &[i32], questions: &[Question], answers: &mut [i32]) {
        let shown = gather
            .hands
            .iter()
            .flat_map(|hand| hand.values(slots).iter().map(|&value| hand.shown(value)));
        let kept = gather
            .keep
            .as_ref()
            .map_or(Keep::All, |(kept, count)| keep(*kept, self.number(count, slots) as i32));
        let (mut other, shares): (SmallVec<[Shown; 16]>, bool) = match &gather.beside {
            None => return answers_of(shown, kept, questions, answers),
            Some(Beside::LessOne(node)) => {
                let value = self.number(node, slots) as i32;
                (SmallVec::from_elem(Shown { value, printed: value }, 1), false)
            }
            Some(Beside::Less(hand) | Beside::Common(hand)) => {
                let shared = matches!(gather.beside, Some(Beside::Common(_)));
                (hand.values(slots).iter().map(|&value| hand.shown(value)).collect(), shared)
            }
        };
        let one = matches!(gather.beside, Some(Beside::LessOne(_)));
        let stays = |shown: &Shown| {
            let alike =
                |there: &Shown| if one { there.value == shown.value } else { there == shown };
            let there = other.iter().position(alike);
            if let Some(place) = there {
                other.swap_remove(place);
            }
            there.is_some() == shares
        };
        let shown: SmallVec<[Shown; 16]> = shown.filter(stays).collect();
        answers_of(shown.into_iter(), kept, questions, answers);
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
                let read = |node: &Node| self.number(node, slots) as i32;
                let bag = roll.bag(questions, read);
                match &roll.part {
                    None => chance.roll(&bag, &NoPart, answers),
                    Some(part) => chance.roll(&bag, &Value { machine: self, part, slots }, answers),
                }
            }
            Throw::Draw { deck, count, questions, gone } => {
                let deck = &self.code.decks[*deck];
                let count = self.number(count, slots) as i32;
                let left = &mut slots[deck.slots()];
                let cards = || deck.kinds.iter().map(|&(card, _)| card);
                if *gone != Gone::Counted && C::FORKS {
                    let pile: Vec<(Shown, i32)> = cards().zip(left.iter().copied()).collect();
                    let count = match gone {
                        Gone::Back => {
                            let most = count.clamp(0, left.iter().sum());
                            chance.choose(&Odds::new(&vec![1; most as usize + 1])) as i32
                        }
                        _ => count,
                    };
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
            Throw::Among { among, at, count, .. } => {
                let (at, count) = (self.number(at, slots), self.number(count, slots));
                chance.roll(among.bag(at, count), &NoPart, answers);
            }
        }
    }
}

/// A computed value, as a part of a bag.
struct Value<'m> {
    machine: &'m Compiled,
    part: &'m PartCode,
    slots: &'m [i32],
}

impl Part for Value<'_> {
    fn value<C: Chance>(&self, chance: &mut C) -> i32 {
        let mut slots = Slots::from_slice(self.slots);
        self.machine.in_block(&self.part.lines, &mut slots, chance);
        self.machine.number(&self.part.value, &slots) as i32
    }

    fn is_closed(&self) -> bool {
        self.part.reads_nothing()
    }
}

impl Compiled {
    /// Returns the law of a roll that depends on no slot.
    pub(super) fn law_of(
        &self,
        roll: &RollNode,
        questions: &Arc<Vec<Question>>,
    ) -> Option<Arc<BagLaw>> {
        let bag = roll.bag(questions, |node| node.known().unwrap_or(0) as i32);
        let slots = &mut Slots::from_elem(0, self.code.slots)[..];
        let law = match &roll.part {
            None => Enumerated::law_of(&bag, &NoPart),
            Some(part) => Enumerated::law_of(&bag, &Value { machine: self, part, slots }),
        };
        law.ok()
    }

    /// Runs lines that set slots and roll, with local jumps.
    pub(super) fn in_block<C: Chance>(&self, lines: &[Line], slots: &mut Slots, chance: &mut C) {
        let mut at = 0;
        while let Some(line) = lines.get(at) {
            at += 1;
            match line {
                Line::Set { slot, node, bounds } => {
                    self.set(*slot, node, bounds.as_ref(), slots);
                }
                Line::Throw { throw, slots: places } => {
                    self.throw_into(throw, places, slots, chance);
                }
                Line::Jump { to, when } => {
                    let (node, yes) =
                        when.as_ref().map_or((None, true), |(node, yes)| (Some(node), *yes));
                    if self.holds(node, slots) == yes {
                        at = *to;
                    }
                }
                _ => {}
            }
        }
    }
}
