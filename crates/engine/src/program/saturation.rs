//! Saturation analysis: derives upper bounds for questions about endlessly exploding dice from the
//! comparisons that read them, so that their laws are fractions.

use super::code::{Code, Gather, Hand, Line, Node, Throw};
use super::liveness::throws_of;
use crate::chance::RollQuery;
use oddsmith_dice::range::{self, ANY, FAR, Range};
use oddsmith_dice::syntax::{Comparison, Operator};

/// Maximum number of lines of a program whose questions are bounded.
const MOST_LINES: usize = 4_000;

/// The value from which on all numbers are equivalent to their readers; that of several readers is
/// the largest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum SaturatesAt {
    /// No instruction that reads the number was visited so far.
    Unread,
    /// All numbers from this one on are equivalent.
    Number(i64),
    /// The readers distinguish all numbers.
    Never,
}

impl SaturatesAt {
    /// Returns the value for a reader that only distinguishes 0, of a number in this range.
    fn of_truth(range: Range) -> SaturatesAt {
        if range.0 >= 0 { SaturatesAt::Number(1) } else { SaturatesAt::Never }
    }

    fn map(self, change: impl FnOnce(i64) -> i64) -> SaturatesAt {
        match self {
            SaturatesAt::Number(number) => SaturatesAt::Number(change(number)),
            from => from,
        }
    }
}

struct SaturationBounds {
    from: Vec<SaturatesAt>,
    ranges: Vec<Option<Range>>,
}

/// Sets the bounds of questions about endlessly exploding dice.
pub(super) fn saturate(code: &mut Code) {
    let endless = code
        .lines
        .iter()
        .flat_map(throws_of)
        .any(|throw| matches!(throw, Throw::Dice(roll, _) if roll.is_endless()));
    if !endless || code.lines.len() > MOST_LINES {
        return;
    }
    let mut bounds = SaturationBounds {
        from: vec![SaturatesAt::Unread; code.slots],
        ranges: vec![None; code.slots],
    };
    bounds.find_ranges(code);
    for _ in 0..64 {
        let before = bounds.from.clone();
        for line in code.lines.iter().rev() {
            bounds.read_line(line);
        }
        if before == bounds.from {
            break;
        }
    }
    for line in &mut code.lines {
        if let Line::Throw { throw, slots } = line {
            for (question, &slot) in throw.questions_mut().iter_mut().zip(slots.iter()) {
                question.most = most(&question.asked, bounds.from[slot]);
            }
        }
    }
}

impl SaturationBounds {
    /// Computes the ranges of slots; those that keep growing from step to step are unbounded.
    fn find_ranges(&mut self, code: &Code) {
        for round in 0..6 {
            let before = self.ranges.clone();
            for line in &code.lines {
                match line {
                    Line::Set { slot, node, bounds } => {
                        let mut range = self.range(node);
                        if let Some((low, high)) = bounds {
                            let (low, high) = (self.range(low).0, self.range(high).1);
                            range = (range.0.clamp(low, high), range.1.clamp(low, high));
                        }
                        self.widen(*slot, range, round);
                    }
                    Line::Throw { throw, slots } => {
                        for (place, &slot) in slots.iter().enumerate() {
                            let range = self.answer(throw, place);
                            self.widen(slot, range, round);
                        }
                    }
                    Line::Decide { slot, .. } => self.widen(*slot, (0, 1_000), round),
                    _ => {}
                }
            }
            if before == self.ranges {
                return;
            }
        }
        self.ranges.fill(Some(ANY));
    }

    fn widen(&mut self, slot: usize, range: Range, round: usize) {
        let known = self.ranges[slot].unwrap_or(range);
        let mut wide = range::joined(known, range);
        if round > 2 {
            if wide.0 < known.0 {
                wide.0 = -FAR;
            }
            if wide.1 > known.1 {
                wide.1 = FAR;
            }
        }
        self.ranges[slot] = Some(wide);
    }

    /// Returns the range of an answer, which is not negative unless a die can be.
    fn answer(&self, throw: &Throw, place: usize) -> Range {
        let Throw::Dice(roll, questions) = throw else { return ANY };
        let adds = matches!(
            questions[place].asked,
            RollQuery::Sum
                | RollQuery::Nth(_)
                | RollQuery::Lowest
                | RollQuery::Natural
                | RollQuery::MatchFace
        );
        let low = if adds && (roll.may_be_negative() || roll.part.is_some()) { -FAR } else { 0 };
        let low = match questions[place].asked {
            RollQuery::Tally(_) if roll.has_letters() => -FAR,
            _ => low,
        };
        let high = match (roll.highest(), &questions[place].asked) {
            (Some((_, each)), RollQuery::Nth(_) | RollQuery::Lowest | RollQuery::MatchFace) => each,
            (Some((count, each)), RollQuery::Sum) => count * each,
            (_, RollQuery::Natural) => roll.faces_to(),
            (Some((count, _)), _) => count * 8,
            _ => FAR,
        };
        (low, high)
    }

    fn range(&self, node: &Node) -> Range {
        match node {
            Node::Number(number) => (*number, *number),
            Node::Slot(slot) => self.ranges[*slot].unwrap_or((0, 0)),
            Node::Binary(operator, parts) => {
                range::made(*operator, self.range(&parts[0]), self.range(&parts[1]))
            }
            Node::Not(inner) => range::not(self.range(inner)),
            Node::Negate(inner) => range::negated(self.range(inner)),
            Node::If(parts) => range::joined(self.range(&parts[1]), self.range(&parts[2])),
            Node::Min(nodes) => range::least(nodes.iter().map(|node| self.range(node))),
            Node::Max(nodes) => range::greatest(nodes.iter().map(|node| self.range(node))),
            Node::Abs(inner) => range::absolute(self.range(inner)),
            Node::Lookup(_, rows) => {
                let values = rows.stretches.iter().map(|&(.., value)| (value, value));
                values.fold((rows.otherwise, rows.otherwise), range::joined)
            }
            Node::Of(..) => ANY,
        }
    }

    /// Propagates saturation from the slots that a line sets to the slots that it reads.
    fn read_line(&mut self, line: &Line) {
        match line {
            Line::Set { slot, node, bounds } => {
                let from = if bounds.is_some() { SaturatesAt::Never } else { self.from[*slot] };
                self.read(node, from);
                let ends = bounds.iter().flat_map(|(low, high)| [low, high]);
                ends.for_each(|end| self.read(end, SaturatesAt::Never));
            }
            Line::Label { condition, outcome, .. } => {
                if let Some(condition) = condition {
                    self.truth(condition);
                }
                self.read(outcome, SaturatesAt::Never);
            }
            Line::Record { slots, .. } | Line::RecordAt { slots, .. } => {
                slots.iter().for_each(|&slot| self.from[slot] = SaturatesAt::Never);
            }
            Line::Jump { when: Some((node, _)), .. } => self.truth(node),
            Line::Decide { policy, .. } => self.read(policy, SaturatesAt::Never),
            Line::Shuffle { when, .. } => when.iter().for_each(|when| self.truth(when)),
            Line::Return { hand, when, .. } => {
                self.read_hand(*hand);
                when.iter().for_each(|when| self.truth(when));
            }
            Line::Throw { throw, .. } => self.read_throw(throw),
            _ => {}
        }
    }

    fn read_hand(&mut self, hand: Hand) {
        hand.places().for_each(|slot| self.from[slot] = SaturatesAt::Never);
    }

    fn read_gather(&mut self, gather: &Gather) {
        gather.nodes().for_each(|node| self.read(node, SaturatesAt::Never));
        gather.all_hands().for_each(|hand| self.read_hand(hand));
    }

    fn read_throw(&mut self, throw: &Throw) {
        match throw {
            Throw::Dice(roll, _) => {
                roll.nodes().into_iter().for_each(|node| self.read(node, SaturatesAt::Never));
                if let Some(part) = &roll.part {
                    self.read(&part.value, SaturatesAt::Never);
                    part.lines.iter().rev().for_each(|line| self.read_line(line));
                }
            }
            Throw::Among { .. } => {}
            Throw::Draw { count, .. } => self.read(count, SaturatesAt::Never),
            Throw::Gather(gather, _) => self.read_gather(gather),
        }
    }

    fn truth(&mut self, node: &Node) {
        self.read(node, SaturatesAt::of_truth(self.range(node)));
    }

    /// Records that a node is read by a reader for which all numbers from `from` on are equivalent.
    fn read(&mut self, node: &Node, from: SaturatesAt) {
        for (child, from) in self.needs(node, from) {
            self.read(child, from);
        }
        match node {
            Node::Slot(slot) => self.from[*slot] = self.from[*slot].max(from),
            Node::Of(gather, _) => self.read_gather(gather),
            _ => {}
        }
    }

    /// Returns the children of a node, each with its saturation.
    fn needs<'n>(&self, node: &'n Node, from: SaturatesAt) -> Vec<(&'n Node, SaturatesAt)> {
        match node {
            Node::Binary(operator, parts) => {
                let [a, b] = &**parts;
                let (low_a, low_b) = (self.range(a), self.range(b));
                match operator {
                    Operator::Or | Operator::And => {
                        vec![(a, SaturatesAt::of_truth(low_a)), (b, SaturatesAt::of_truth(low_b))]
                    }
                    Operator::Compare(comparison) => {
                        // All numbers above the maximum of the other side are equivalent.
                        let above = |other: Range, own_is_left: bool| {
                            let strict = match comparison {
                                Comparison::AtLeast | Comparison::Less => !own_is_left,
                                Comparison::Greater | Comparison::AtMost => own_is_left,
                                Comparison::Equal | Comparison::Unequal => true,
                            };
                            match other.1 < FAR {
                                true => SaturatesAt::Number(other.1 + i64::from(strict)),
                                false => SaturatesAt::Never,
                            }
                        };
                        vec![(a, above(low_b, true)), (b, above(low_a, false))]
                    }
                    Operator::Add => {
                        let less = |by: Range| match by.0 > -FAR {
                            true => from.map(|number| number - by.0),
                            false => SaturatesAt::Never,
                        };
                        vec![(a, less(low_b)), (b, less(low_a))]
                    }
                    Operator::Subtract => {
                        let a_from = match low_b.1 < FAR {
                            true => from.map(|number| number + low_b.1),
                            false => SaturatesAt::Never,
                        };
                        vec![(a, a_from), (b, SaturatesAt::Never)]
                    }
                    Operator::Multiply | Operator::Divide if low_b.0 == low_b.1 && low_b.0 > 0 => {
                        let by = low_b.0;
                        let up = |number: i64| match operator {
                            Operator::Divide => number.saturating_mul(by),
                            _ => number.div_euclid(by) + i64::from(number.rem_euclid(by) != 0),
                        };
                        vec![(a, from.map(up)), (b, SaturatesAt::Never)]
                    }
                    _ => vec![(a, SaturatesAt::Never), (b, SaturatesAt::Never)],
                }
            }
            Node::Not(inner) => vec![(inner, SaturatesAt::of_truth(self.range(inner)))],
            Node::Negate(inner) | Node::Abs(inner) | Node::Lookup(inner, _) => {
                vec![(inner, SaturatesAt::Never)]
            }
            Node::If(parts) => {
                let [condition, then, or] = &**parts;
                let truth = SaturatesAt::of_truth(self.range(condition));
                vec![(condition, truth), (then, from), (or, from)]
            }
            Node::Max(nodes) => nodes.iter().map(|node| (node, from)).collect(),
            Node::Min(nodes) => {
                let highs = nodes.iter().map(|node| self.range(node).1).filter(|&high| high < FAR);
                let from = highs.min().map_or(from, |least| from.min(SaturatesAt::Number(least)));
                nodes.iter().map(|node| (node, from)).collect()
            }
            _ => Vec::new(),
        }
    }
}

fn most(asked: &RollQuery, from: SaturatesAt) -> Option<i32> {
    match (asked, from) {
        (
            RollQuery::Sum
            | RollQuery::Tally(_)
            | RollQuery::Size
            | RollQuery::Nth(_)
            | RollQuery::Lowest,
            SaturatesAt::Number(number),
        ) => Some(number.clamp(0, 1 << 20) as i32),
        _ => None,
    }
}
