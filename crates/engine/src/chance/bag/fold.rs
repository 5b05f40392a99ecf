//! The fold over faces from high to low: each value is visited once, and the state holds the number
//! of dice left of each kind and the accumulators of the questions.
//!
//! The idea is icepool's multiset evaluator (<https://github.com/HighDiceRoller/icepool>);
//! transition probabilities follow the binomial distribution.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::merge::{Failure, Lawful, MOST_PRODUCTS, Shares, Sums};
use super::question::SUITS;
use super::row::in_rows;
use super::{Keep, Question, RollQuery};
use crate::chance::weight::Weight;

/// A state of the fold: the dice left of each kind, then the accumulators of each question.
pub(super) type Key<const N: usize> = [i32; N];

/// A group of identical dice, with the distribution of (value, printed face).
#[derive(Clone)]
pub(super) struct Kind<W> {
    pub count: u32,
    pub law: Rc<Shares<(i32, i32), W>>,
}

/// Maximum number of integers in a state; smaller arrays are hashed faster.
const ROOM: usize = 20;
const SMALL_ROOM: usize = 4;

/// Sentinel below all values.
const NONE: i32 = i32::MIN;

/// Maximum number of precomputed binomial weights that are held at once.
const MOST_SHARES: u64 = 1 << 20;

/// The joint distribution of the answers, and the number of products computed so far.
pub(super) type Folded<W> = (Shares<Vec<i32>, W>, u64);

/// Returns the joint distribution of the answers to all questions, and the running count of
/// products.
///
/// `products` is the count before this fold. Float weights below `least` are dropped.
pub(super) fn fold<W: Weight>(
    kinds: &[Kind<W>],
    keep: Keep,
    questions: &[Question],
    products: u64,
    least: f64,
) -> Lawful<Folded<W>> {
    let dice: u32 = kinds.iter().map(|kind| kind.count).sum();
    let values = kinds.iter().flat_map(|kind| kind.law.iter().map(|((value, _), _)| *value));
    let step = FoldPlan { least, ..FoldPlan::new(kinds.len(), dice, keep, questions, values) };
    if let Some(answers) = in_rows(kinds, &step, products)? {
        return Ok(answers);
    }
    match step.room() {
        room if room > ROOM => Err(Failure::Budget),
        room if room > SMALL_ROOM => fold_in::<W, ROOM>(kinds, &step, products),
        _ => fold_in::<W, SMALL_ROOM>(kinds, &step, products),
    }
}

/// Implements [`fold`] for states of at most `N` integers.
fn fold_in<W: Weight, const N: usize>(
    kinds: &[Kind<W>],
    step: &FoldPlan<'_>,
    products: u64,
) -> Lawful<Folded<W>> {
    let values: BTreeSet<(i32, i32)> =
        kinds.iter().flat_map(|kind| kind.law.iter().map(|(value, _)| *value)).collect();
    let square = |kind: &Kind<W>| (u64::from(kind.count) + 1).pow(2) / 2;
    let ways: u64 = kinds.iter().map(square).sum();
    if ways > MOST_SHARES || ways * values.len() as u64 > 4 * MOST_PRODUCTS {
        return Err(Failure::Budget);
    }
    let left: Vec<i32> = kinds.iter().map(|kind| kind.count as i32).collect();
    let mut states: Shares<Key<N>, W> = vec![(step.start(&left), W::one())];
    let (mut powers, mut products) = (Vec::new(), products);
    for &(value, printed) in values.iter().rev() {
        powers.clear();
        for kind in kinds {
            let place = kind.law.iter().position(|(other, _)| *other == (value, printed));
            let share = place.map(|place| &kind.law[place].1);
            let last = kind.law.iter().all(|(other, _)| *other >= (value, printed));
            powers.push((shares(kind.count, share)?, last));
        }
        let mut next = Sums::behind(products);
        for (key, weight) in &states {
            step.deal(0, *key, weight, 0, (value, printed), &powers, &mut next)?;
        }
        (states, products) = next.done()?;
    }
    Ok((step.answered(states), products))
}

/// Returns, for each number of dice left and each `m` up to it, `share^m` times the number of ways
/// to choose `m` of the dice.
pub(super) fn shares<W: Weight>(count: u32, share: Option<&W>) -> Lawful<Vec<Vec<W>>> {
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

/// Returns the number of state integers that a question uses.
fn needs(asked: &RollQuery) -> usize {
    match asked {
        RollQuery::Size => 0,
        RollQuery::MatchFace => 2,
        RollQuery::Run => 3,
        RollQuery::RunAlso(..) => 4,
        RollQuery::Suited => SUITS,
        RollQuery::SuitedRun(..) => 2 * SUITS + 1,
        _ => 1,
    }
}

/// The questions of a fold and the layout of its state.
pub(super) struct FoldPlan<'f> {
    /// Number of kinds of dice.
    kinds: usize,
    pub questions: &'f [Question],
    /// For each question, the half-open range of ranks that it reads.
    pub ranks: Vec<(u32, u32)>,
    /// For each question, whether no die can lower the answer.
    rises: Vec<bool>,
    dice: u32,
    /// Float weights below this are dropped.
    pub least: f64,
}

impl<'f> FoldPlan<'f> {
    /// Creates the plan for `kinds` kinds of dice, `dice` in all, that can show `values`.
    pub fn new(
        kinds: usize,
        dice: u32,
        keep: Keep,
        questions: &'f [Question],
        values: impl Iterator<Item = i32> + Clone,
    ) -> FoldPlan<'f> {
        let ranks = |question: &Question| {
            if question.rolled { (0, dice) } else { keep.ranks(dice) }
        };
        let rises =
            |question: &Question| values.clone().all(|value| question.asked.gain(value) >= 0);
        let ranks = questions.iter().map(ranks).collect();
        let rises = questions.iter().map(rises).collect();
        FoldPlan { kinds, questions, ranks, rises, dice, least: 0.0 }
    }

    /// Returns the number of integers in a state.
    pub fn room(&self) -> usize {
        self.kinds + self.questions.iter().map(|question| needs(&question.asked)).sum::<usize>()
    }

    /// Returns the initial state, with `left` dice of each kind.
    pub fn start<const N: usize>(&self, left: &[i32]) -> Key<N> {
        let mut start = [0; N];
        start[..self.kinds].copy_from_slice(left);
        let mut at = self.kinds;
        for question in self.questions {
            let unseen = matches!(
                question.asked,
                RollQuery::Nth(_)
                    | RollQuery::Lowest
                    | RollQuery::Natural
                    | RollQuery::Run
                    | RollQuery::RunAlso(..)
            );
            if unseen {
                start[at] = NONE;
            }
            at += needs(&question.asked);
        }
        start
    }

    /// Distributes over how many dice of each kind, from `kind` on, show this value, and adds the
    /// resulting states to `next`.
    #[allow(clippy::too_many_arguments)]
    fn deal<W: Weight, const N: usize>(
        &self,
        kind: usize,
        mut key: Key<N>,
        weight: &W,
        shown: u32,
        face: (i32, i32),
        powers: &[(Vec<Vec<W>>, bool)],
        next: &mut Sums<Key<N>, W>,
    ) -> Lawful<()> {
        if kind == self.kinds {
            if shown > 0 {
                self.see(&mut key, shown, face);
            }
            return next.add(key, weight.clone());
        }
        let (rows, last) = &powers[kind];
        let left = key[kind];
        let row = &rows[left as usize];
        // At the last value of a kind, all dice left of that kind show it.
        let from = if *last { left as usize } else { 0 };
        for (m, ways) in row.iter().enumerate().skip(from) {
            let mut key = key;
            key[kind] = left - m as i32;
            if m == 0 {
                self.deal(kind + 1, key, weight, shown, face, powers, next)?;
                continue;
            }
            let weight = weight.then(ways).ok_or(Failure::Overflow)?;
            if !W::EXACT && weight.value() < self.least {
                continue;
            }
            self.deal(kind + 1, key, &weight, shown + m as u32, face, powers, next)?;
        }
        Ok(())
    }

    /// Updates the state for `shown` dice that show this value; all higher values come before it.
    pub fn see(&self, key: &mut [i32], shown: u32, (value, printed): (i32, i32)) {
        let left: i32 = key[..self.kinds].iter().sum();
        let end = self.dice - left as u32;
        let before = end - shown;
        let mut at = self.kinds;
        let questions = self.questions.iter().zip(&self.ranks).zip(&self.rises);
        for ((question, &(first, past)), &rises) in questions {
            let slots = &mut key[at..];
            at += needs(&question.asked);
            let kept = end.min(past).saturating_sub(before.max(first)) as i32;
            if kept == 0 {
                continue;
            }
            match &question.asked {
                RollQuery::Sum | RollQuery::Tally(_) => {
                    slots[0] += kept * question.asked.gain(value);
                    // With negative gains, later faces may lower the sum again, so it is not
                    // clamped.
                    if let Some(most) = question.most.filter(|_| rises) {
                        slots[0] = slots[0].min(most);
                    }
                }
                RollQuery::Size => {}
                RollQuery::Nth(rank) => {
                    let place = first + rank.saturating_sub(1);
                    if *rank > 0 && (before..end).contains(&place) && place < past {
                        slots[0] = value;
                    }
                }
                RollQuery::Lowest => slots[0] = value,
                RollQuery::Matches => slots[0] = slots[0].max(kept),
                RollQuery::MatchFace => {
                    if kept > slots[0] {
                        (slots[0], slots[1]) = (kept, value);
                    }
                }
                RollQuery::Sets(size) => slots[0] += i32::from(kept >= *size as i32),
                RollQuery::Run => {
                    let run = if slots[0] == value + 1 { slots[1] + 1 } else { 1 };
                    (slots[0], slots[1], slots[2]) = (value, run, slots[2].max(run));
                }
                &RollQuery::RunAlso(own, also) => {
                    let run = if slots[0] == value + 1 { slots[1] + 1 } else { 1 };
                    (slots[0], slots[1]) = (value, run);
                    let (aux, longest) = run_also((own, also), value, run, slots[3]);
                    (slots[2], slots[3]) = (slots[2].max(longest), aux);
                }
                RollQuery::Natural => {
                    if slots[0] == NONE {
                        slots[0] = printed;
                    }
                }
                // Suits are handled in `see_suits`.
                RollQuery::Suited
                | RollQuery::InSuit(_)
                | RollQuery::SuitedRun(..)
                | RollQuery::Card(_) => {}
                RollQuery::Groups(_) => debug_assert!(false, "groups are made of values"),
            }
        }
    }

    /// Updates the state for the number of cards of each suit that have this value.
    ///
    /// `follows` is true if the previous value is exactly one higher. If the suits are `alike`,
    /// their accumulators are sorted, since only the multiset matters.
    pub fn see_suits(
        &self,
        key: &mut [i32],
        suits: &[u32; SUITS],
        (value, follows): (i32, bool),
        alike: bool,
    ) {
        let (mut at, mut counts, mut runs) = (self.kinds, None, None);
        for question in self.questions {
            let slots = &mut key[at..];
            match question.asked {
                RollQuery::Suited => {
                    slots.iter_mut().zip(suits).for_each(|(sum, &more)| *sum += more as i32);
                    counts = Some(at);
                }
                RollQuery::InSuit(suit) => {
                    slots[0] += suits.get(suit as usize - 1).map_or(0, |&more| more as i32);
                }
                RollQuery::SuitedRun(own, also) => {
                    for (suit, &more) in suits.iter().enumerate() {
                        let run = if follows { slots[suit] } else { 0 };
                        slots[suit] = if more > 0 { run + 1 } else { 0 };
                        if more > 0 {
                            let aux = slots[SUITS + suit];
                            let (aux, longest) = run_also((own, also), value, slots[suit], aux);
                            slots[SUITS + suit] = aux;
                            slots[2 * SUITS] = slots[2 * SUITS].max(longest);
                        }
                    }
                    runs = Some(at);
                }
                _ => {}
            }
            at += needs(&question.asked);
        }
        if alike {
            let read =
                |key: &[i32], at: Option<usize>, suit: usize| at.map_or(0, |at| key[at + suit]);
            let mut each: [[i32; 3]; SUITS] = std::array::from_fn(|suit| {
                [read(key, counts, suit), read(key, runs, suit), read(key, runs, SUITS + suit)]
            });
            each.sort_unstable();
            for (suit, [count, run, aux]) in each.into_iter().enumerate() {
                counts.iter().for_each(|at| key[at + suit] = count);
                runs.iter().for_each(|at| (key[at + suit], key[at + SUITS + suit]) = (run, aux));
            }
        }
    }

    /// Returns the distribution of the answers of these final states, in increasing order.
    pub fn answered<W: Weight, const N: usize>(
        &self,
        states: Shares<Key<N>, W>,
    ) -> Shares<Vec<i32>, W> {
        let each = states.into_iter().map(|(key, weight)| (self.answers(&key), weight));
        let mut answers: Shares<Vec<i32>, W> = each.collect();
        answers.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        answers
    }

    fn answers(&self, key: &[i32]) -> Vec<i32> {
        let mut at = self.kinds;
        let answer = |(question, &(first, past)): (&Question, &(u32, u32))| {
            let slots = &key[at..];
            at += needs(&question.asked);
            let answer = match question.asked {
                RollQuery::Size => (past - first) as i32,
                RollQuery::MatchFace => slots[1],
                RollQuery::Run | RollQuery::RunAlso(..) => slots[2],
                RollQuery::SuitedRun(..) => slots[2 * SUITS],
                RollQuery::Suited => slots[..SUITS].iter().copied().max().unwrap_or(0),
                _ if slots[0] == NONE => 0,
                _ => slots[0],
            };
            question.most.map_or(answer, |most| most.min(answer))
        };
        self.questions.iter().zip(&self.ranks).map(answer).collect()
    }
}

/// Advances a straight in which the value `own` also counts as `also`: returns the auxiliary state
/// and the longest straight so far.
///
/// Values come in decreasing order; `run` is the straight that ends at `value`.
fn run_also((own, also): (i32, i32), value: i32, run: i32, aux: i32) -> (i32, i32) {
    if also < own {
        // A high card that also counts low: it has been seen, and the straight reaches down to it.
        let aux = aux | i32::from(value == own);
        let more = value == also + 1 && aux > 0;
        return (aux, run + i32::from(more));
    }
    if also == own {
        return (0, run);
    }
    // A low card that also counts high: `aux` holds the length of the straight from the top.
    let aux = if aux == also - 1 - value { aux + 1 } else { aux };
    let longest = if value == own { run.max(aux + 1) } else { run };
    (aux, longest)
}
