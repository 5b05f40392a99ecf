//! The fold over faces from high to low: each value once, with the dice left of each kind and what
//! the questions need as state.
//!
//! The idea is icepool's multiset evaluator (<https://github.com/HighDiceRoller/icepool>); the
//! shares between the states are those of the binomial law.

use super::merge::{Failure, Lawful, Map};
use super::{Asked, Keep, Question};
use crate::chance::weight::Weight;

/// Equal dice, as a law of value and printed face.
pub(super) struct Kind<W> {
    pub count: u32,
    pub law: Vec<((i32, i32), W)>,
}

/// The numbers of a state: the dice left of each kind, then what each question needs.
const ROOM: usize = 20;

/// Shares below this are not followed where weights are floats: all of them together are less than
/// a rounding.
const LEAST: f64 = 1e-30;

/// Below all values.
const NONE: i32 = i32::MIN;

/// The most states of a value, and of all values together.
const MOST: usize = 400_000;
const MOST_IN_ALL: usize = 1_000_000;

type Key = [i32; ROOM];

/// How many numbers a question needs.
fn needs(asked: &Asked) -> usize {
    match asked {
        Asked::Size => 0,
        Asked::MatchFace => 2,
        Asked::Run => 3,
        _ => 1,
    }
}

/// The answers to all questions with their shares.
pub(super) fn fold<W: Weight>(
    kinds: &[Kind<W>],
    keep: Keep,
    questions: &[Question],
) -> Lawful<Vec<(Vec<i32>, W)>> {
    let dice: u32 = kinds.iter().map(|kind| kind.count).sum();
    let slots: usize = questions.iter().map(|question| needs(&question.asked)).sum();
    let used = kinds.len() + slots;
    if used > ROOM {
        return Err(Failure::Budget);
    }
    let ranks = |question: &Question| {
        if question.rolled { (0, dice) } else { keep.ranks(dice) }
    };
    let ranks: Vec<(u32, u32)> = questions.iter().map(ranks).collect();
    let mut values: Vec<(i32, i32)> =
        kinds.iter().flat_map(|kind| kind.law.iter().map(|(value, _)| *value)).collect();
    values.sort_unstable();
    values.dedup();

    let mut start = [0; ROOM];
    for (left, kind) in start.iter_mut().zip(kinds) {
        *left = kind.count as i32;
    }
    let mut at = kinds.len();
    for question in questions {
        if matches!(question.asked, Asked::Nth(_) | Asked::Lowest | Asked::Natural | Asked::Run) {
            start[at] = NONE;
        }
        at += needs(&question.asked);
    }
    let mut states: Map<Key, W> = Map::default();
    states.insert(start, W::one());
    let gains = |question: &Question| {
        let mut values = kinds.iter().flat_map(|kind| &kind.law);
        values.all(|((value, _), _)| question.asked.gain(*value) >= 0)
    };
    let rises: Vec<bool> = questions.iter().map(gains).collect();
    let step = Step { kinds, questions, ranks: &ranks, rises: &rises, dice };
    let mut powers = Vec::new();
    let mut visited = 0;
    for &(value, printed) in values.iter().rev() {
        powers.clear();
        for kind in kinds {
            let place = kind.law.iter().position(|(other, _)| *other == (value, printed));
            let share = place.map(|place| &kind.law[place].1);
            let last = kind.law.iter().all(|(other, _)| *other >= (value, printed));
            powers.push((shares(kind.count, share)?, last));
        }
        let mut next: Map<Key, W> = Map::default();
        let mut order: Vec<(&Key, &W)> = states.iter().collect();
        if !W::EXACT {
            // Sums of floats do not depend on the order of a map.
            order.sort_unstable_by(|(one, _), (other, _)| one[..used].cmp(&other[..used]));
        }
        for (key, weight) in order {
            step.deal(0, *key, weight, 0, (value, printed), &powers, &mut next)?;
        }
        visited += next.len();
        if next.len() > MOST || visited > MOST_IN_ALL {
            return Err(Failure::Budget);
        }
        states = next;
    }
    let mut answers: Vec<(Vec<i32>, W)> =
        states.into_iter().map(|(key, weight)| (step.answers(&key), weight)).collect();
    answers.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    Ok(answers)
}

/// `share^m` times the ways to take m of so many dice, by the dice left and m.
fn shares<W: Weight>(count: u32, share: Option<&W>) -> Lawful<Vec<Vec<W>>> {
    let mut powers = vec![W::one()];
    for _ in 0..count {
        let Some(share) = share else { break };
        powers.push(powers[powers.len() - 1].then(share).ok_or(Failure::Overflow)?);
    }
    let mut rows = Vec::new();
    let mut ways = vec![W::one()];
    for left in 0..=count as usize {
        if left > 0 {
            let mut next = vec![W::one()];
            for m in 1..left {
                next.push(ways[m - 1].or(&ways[m]).ok_or(Failure::Overflow)?);
            }
            next.push(W::one());
            ways = next;
        }
        let row = ways.iter().zip(&powers).map(|(ways, power)| ways.then(power));
        rows.push(row.collect::<Option<Vec<W>>>().ok_or(Failure::Overflow)?);
    }
    Ok(rows)
}

/// One value of the fold.
struct Step<'f, W> {
    kinds: &'f [Kind<W>],
    questions: &'f [Question],
    ranks: &'f [(u32, u32)],
    /// Of each question, whether no die lowers the answer.
    rises: &'f [bool],
    dice: u32,
}

impl<W: Weight> Step<'_, W> {
    /// Some dice of each kind, from `kind` on, show this value.
    #[allow(clippy::too_many_arguments)]
    fn deal(
        &self,
        kind: usize,
        mut key: Key,
        weight: &W,
        shown: u32,
        face: (i32, i32),
        powers: &[(Vec<Vec<W>>, bool)],
        next: &mut Map<Key, W>,
    ) -> Lawful<()> {
        if kind == self.kinds.len() {
            if shown > 0 {
                self.see(&mut key, shown, face);
            }
            let sum = next.entry(key).or_insert_with(W::zero);
            *sum = sum.or(weight).ok_or(Failure::Overflow)?;
            return Ok(());
        }
        let (rows, last) = &powers[kind];
        let left = key[kind];
        let row = &rows[left as usize];
        // What is left at the last value of its kind shows it.
        let from = if *last { left as usize } else { 0 };
        for (m, ways) in row.iter().enumerate().skip(from) {
            let mut key = key;
            key[kind] = left - m as i32;
            if m == 0 {
                self.deal(kind + 1, key, weight, shown, face, powers, next)?;
                continue;
            }
            let weight = weight.then(ways).ok_or(Failure::Overflow)?;
            if !W::EXACT && weight.value() < LEAST {
                continue;
            }
            self.deal(kind + 1, key, &weight, shown + m as u32, face, powers, next)?;
        }
        Ok(())
    }

    /// So many dice show this value, behind all higher ones.
    fn see(&self, key: &mut Key, shown: u32, (value, printed): (i32, i32)) {
        let left: i32 = key[..self.kinds.len()].iter().sum();
        let end = self.dice - left as u32;
        let before = end - shown;
        let mut at = self.kinds.len();
        let questions = self.questions.iter().zip(self.ranks).zip(self.rises);
        for ((question, &(first, past)), &rises) in questions {
            let slots = &mut key[at..];
            at += needs(&question.asked);
            let kept = end.min(past).saturating_sub(before.max(first)) as i32;
            if kept == 0 {
                continue;
            }
            match &question.asked {
                Asked::Sum | Asked::Tally(_) => {
                    slots[0] += kept * question.asked.gain(value);
                    // Faces below may lower it again where there are negative ones.
                    if let Some(most) = question.most.filter(|_| rises) {
                        slots[0] = slots[0].min(most);
                    }
                }
                Asked::Size => {}
                Asked::Nth(rank) => {
                    let place = first + rank.saturating_sub(1);
                    if *rank > 0 && (before..end).contains(&place) && place < past {
                        slots[0] = value;
                    }
                }
                Asked::Lowest => slots[0] = value,
                Asked::Matches => slots[0] = slots[0].max(kept),
                Asked::MatchFace => {
                    if kept > slots[0] {
                        (slots[0], slots[1]) = (kept, value);
                    }
                }
                Asked::Sets(size) => slots[0] += i32::from(kept >= *size as i32),
                Asked::Run => {
                    let run = if slots[0] == value + 1 { slots[1] + 1 } else { 1 };
                    (slots[0], slots[1], slots[2]) = (value, run, slots[2].max(run));
                }
                Asked::Natural => {
                    if slots[0] == NONE {
                        slots[0] = printed;
                    }
                }
            }
        }
    }

    fn answers(&self, key: &Key) -> Vec<i32> {
        let mut at = self.kinds.len();
        let answer = |(question, &(first, past)): (&Question, &(u32, u32))| {
            let slots = &key[at..];
            at += needs(&question.asked);
            let answer = match question.asked {
                Asked::Size => (past - first) as i32,
                Asked::MatchFace => slots[1],
                Asked::Run => slots[2],
                _ if slots[0] == NONE => 0,
                _ => slots[0],
            };
            question.most.map_or(answer, |most| most.min(answer))
        };
        self.questions.iter().zip(self.ranks).map(answer).collect()
    }
}
