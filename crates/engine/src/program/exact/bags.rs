//! Selection of the bags that are worth revealing gradually: many identical, independent values, of
//! which single ranks or the counts of some faces are read.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::rows::cases_of;
use crate::chance::{Keep, Question, RollQuery, Tally};
use crate::program::code::{Code, Line, Node, RollNode, Throw};
use crate::program::machine::Compiled;
use crate::program::roll::keep;

/// Number of outcomes below which bags are rolled at once.
const FEW: f64 = 3_000.0;

/// Maximum number of equally likely faces of a value.
const MOST_FACES: u128 = 65_536;

/// Maximum number of distinct values of a die.
const MOST_VALUES: usize = 300;

/// A bag of dice that all have the same distribution.
pub(super) struct Values {
    /// The line that rolls it.
    pub line: usize,
    pub count: u32,
    /// Each value with its number of faces, the highest first.
    pub values: Vec<(i32, u64)>,
    /// The half-open range of ranks that are kept.
    pub ranks: (u32, u32),
    /// The question whose answer each slot holds.
    pub answers: BTreeMap<usize, Question>,
}

impl Values {
    /// Returns the number of multisets of its values.
    fn ways(&self) -> f64 {
        ways(self.count, self.values.len())
    }
}

/// Returns the number of multisets of `count` out of `values` values.
pub(super) fn ways(count: u32, values: usize) -> f64 {
    (1..=count).fold(1.0, |ways, i| ways * (values as f64 - 1.0 + f64::from(i)) / f64::from(i))
}

/// Returns whether a program rolls bags with many outcomes, estimated from its code.
pub(super) fn many(code: &Code) -> bool {
    let most = code.lines.iter().map(|line| match line {
        Line::Throw { throw: Throw::Dice(roll, questions), .. } if questions.len() > 1 => {
            let member = match &roll.members[..] {
                [member] => member,
                _ => return 1.0,
            };
            let faces = match &member.sides {
                Some(super::super::code::SidesNode::Die(die)) => die.kinds().len(),
                _ => 20,
            };
            match &member.count {
                Node::Number(count) => ways((*count).clamp(0, 1_000) as u32, faces),
                _ => 1.0,
            }
        }
        _ => 1.0,
    });
    most.product::<f64>() > FEW
}

/// Returns the bags of a program that qualify, or `None` if there are none.
pub(super) fn of(machine: &Compiled) -> Option<Vec<Values>> {
    let code = &machine.code;
    let mut set = vec![0; code.slots];
    for line in &code.lines {
        line.sets().into_iter().for_each(|slot| set[slot] += 1);
    }
    let mut bags = Vec::new();
    for (place, line) in code.lines.iter().enumerate() {
        let Line::Throw { throw: Throw::Dice(roll, questions), slots } = line else { continue };
        if questions.len() < 2 || slots.iter().any(|&slot| set[slot] != 1) {
            continue;
        }
        let Some((count, values)) = unit(machine, roll) else { continue };
        if questions.iter().any(|question| question.most.is_some()) {
            continue;
        }
        let kept = match &roll.keep {
            None => Keep::All,
            Some((which, Node::Number(number))) => keep(*which, *number as i32),
            Some(_) => continue,
        };
        let answers = slots.iter().copied().zip(questions.iter().cloned()).collect();
        bags.push(Values { line: place, count, values, ranks: kept.ranks(count), answers });
    }
    let product: f64 = bags.iter().map(Values::ways).product();
    (product > FEW && !bags.is_empty()).then_some(bags)
}

/// Returns the number of values of a roll, and the distribution of one of them as numbers of
/// equally likely faces.
fn unit(machine: &Compiled, roll: &RollNode) -> Option<(u32, Vec<(i32, u64)>)> {
    let [member] = &roll.members[..] else { return None };
    let Node::Number(count @ 1..=200) = member.count else { return None };
    if !roll.reads_nothing() || roll.adds_dice() {
        return None;
    }
    let mut one = roll.clone();
    (one.known, one.made, one.keep) = Default::default();
    one.members[0].count = Node::Number(1);
    let sum = Arc::new(vec![Question::of(RollQuery::Sum)]);
    let (values, all) = cases_of(&*machine.law_of(&one, &sum)?)?;
    let highest_first = values.iter().rev().map(|&(value, cases)| (value as i32, cases as u64));
    (all <= MOST_FACES && values.len() <= MOST_VALUES)
        .then(|| (count as u32, highest_first.collect()))
}

impl Tally {
    /// Returns the gain of each value.
    pub(super) fn gains(&self, values: &[(i32, u64)]) -> Vec<i32> {
        values.iter().map(|&(value, _)| self.gain(value)).collect()
    }
}
