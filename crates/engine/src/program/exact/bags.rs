//! Which bags of a program are worth being shown bit by bit: many equal values, each for itself, of
//! which single ranks or the numbers of some faces are read.

use std::collections::BTreeMap;

use crate::chance::share::Share;
use crate::chance::{Enumerated, Keep, Question, RollQuery, Tally};
use crate::program::code::{Code, Line, Node, RollNode, Throw};
use crate::program::machine::{Compiled, Slots};
use crate::program::roll::keep;

/// Bags that may lie in fewer ways than this are shown at once.
const FEW: f64 = 3_000.0;

/// The most equally likely faces that a value may have.
const MOST_FACES: u128 = 65_536;

/// The most different values of a die.
const MOST_VALUES: usize = 300;

/// A bag of equal values.
pub(super) struct Values {
    /// The line that rolls it.
    pub line: usize,
    pub count: u32,
    /// Each value with how many of all faces show it, the highest first.
    pub values: Vec<(i32, u64)>,
    /// The first rank that is kept, and the first behind them.
    pub ranks: (u32, u32),
    /// By place, which of its answers lies there.
    pub answers: BTreeMap<usize, Question>,
}

impl Values {
    /// In how many ways its values may lie.
    fn ways(&self) -> f64 {
        ways(self.count, self.values.len())
    }
}

/// The number of multisets.
pub(super) fn ways(count: u32, values: usize) -> f64 {
    (1..=count).fold(1.0, |ways, i| ways * (values as f64 - 1.0 + f64::from(i)) / f64::from(i))
}

/// Whether a program rolls bags that may lie in many ways, as far as its text tells.
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

/// The bags of a program that are worth it; `None` where there are none.
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

/// How many values a roll has, and the law of one of them in equally likely faces.
fn unit(machine: &Compiled, roll: &RollNode) -> Option<(u32, Vec<(i32, u64)>)> {
    let [member] = &roll.members[..] else { return None };
    let Node::Number(count @ 1..=200) = member.count else { return None };
    let fixed = |node: &&Node| matches!(node, Node::Number(_));
    if !roll.nodes().iter().all(fixed) || roll.adds_dice() {
        return None;
    }
    if roll.part.as_ref().is_some_and(|part| !part.reads_nothing()) {
        return None;
    }
    let mut one = roll.clone();
    (one.known, one.made, one.keep) = Default::default();
    one.members[0].count = Node::Number(1);
    let throw = Throw::Dice(one, vec![Question::of(RollQuery::Sum)].into());
    let mut shares: BTreeMap<i32, Share> = BTreeMap::new();
    let (mut chance, mut path) = (Enumerated::new(), vec![Share::one()]);
    let mut slots = Slots::from_elem(0, machine.code.slots);
    loop {
        let mut answers = [0];
        machine.throw(&throw, &mut slots, &mut chance, &mut answers);
        chance.weigh(&mut path);
        if chance.failed() || chance.lost().all > 0.0 || shares.len() > MOST_VALUES {
            return None;
        }
        let share = path[path.len() - 1].clone();
        let sum = match shares.get(&answers[0]) {
            None => share,
            Some(known) => known.or(&share, &mut chance.patience),
        };
        shares.insert(answers[0], sum);
        match chance.advance() {
            Some(shared) => path.truncate(shared + 1),
            None => break,
        }
    }
    let fractions: Option<Vec<(i32, u128, u128)>> = shares
        .into_iter()
        .rev()
        .map(|(value, share)| match share {
            Share::Fraction(share) => Some((value, share.over, share.under)),
            _ => None,
        })
        .collect();
    let fractions = fractions?;
    let all = fractions.iter().try_fold(1u128, |all, &(.., under)| {
        let all = num_integer::Integer::lcm(&all, &under);
        (all <= MOST_FACES).then_some(all)
    })?;
    let weight = |(value, over, under): (i32, u128, u128)| (value, (over * (all / under)) as u64);
    Some((count as u32, fractions.into_iter().map(weight).collect()))
}

impl Tally {
    /// What each value counts, as far as it counts at all.
    pub(super) fn gains(&self, values: &[(i32, u64)]) -> Vec<i32> {
        values.iter().map(|&(value, _)| self.gain(value)).collect()
    }
}
