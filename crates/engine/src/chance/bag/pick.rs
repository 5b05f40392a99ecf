//! Draws of several cards from a pile, without replacement.

use std::collections::BTreeSet;

use super::fold::{FoldPlan, Key};
use super::law::BagLaw;
use super::merge::{Failure, Lawful, Shares, Sums};
use super::question::SUITS;
use super::{Keep, Question, RollQuery, Shown};
use crate::chance::large::Large;
use crate::chance::share::Lost;
use crate::chance::share::Tier;
use crate::chance::summary::binomial;
use crate::chance::weight::{Fraction, Real, Weight};
use crate::chance::{Chance, Odds};

/// Draws `count` cards from a pile with `left` cards of each kind, and writes the number of cards
/// of each kind to `taken`.
///
/// Kinds are drawn one after the other, each as one choice of its count, so hands that differ only
/// in order are the same branch.
pub fn take<C: Chance>(left: &[i32], count: i32, chance: &mut C, taken: &mut [i32]) {
    let mut cards: i64 = left.iter().map(|&left| i64::from(left)).sum();
    let mut wanted = i64::from(count).clamp(0, cards);
    taken.fill(0);
    for (taken, &left) in taken.iter_mut().zip(left) {
        let left = i64::from(left);
        let others = cards - left;
        if wanted == 0 {
            return;
        }
        let least = (wanted - others).max(0);
        let most = wanted.min(left);
        let these = if least == most {
            least
        } else {
            // Number of hands with `these` cards of this kind.
            let ways = |these: i64| {
                let [one, other] = [(left, these), (others, wanted - these)]
                    .map(|(all, these)| binomial(all as u64, these as u64));
                one?.checked_mul(other?)
            };
            let weights: Option<Vec<u64>> = (least..=most).map(ways).collect();
            let whole = weights.as_ref().and_then(|weights| {
                weights.iter().try_fold(0u64, |sum, &weight| sum.checked_add(weight))
            });
            match (weights, whole) {
                (Some(weights), Some(_)) => least + chance.choose(&Odds::new(&weights)) as i64,
                // Card by card if the number of hands overflows.
                _ => {
                    let (mut these, mut left, mut all) = (0, left, cards);
                    for _ in 0..wanted {
                        let odds = [(all - left) as u64, left as u64];
                        let one = left > 0 && chance.choose(&Odds::new(&odds)) == 1;
                        these += i64::from(one);
                        left -= i64::from(one);
                        all -= 1;
                    }
                    these
                }
            }
        };
        *taken = these as i32;
        wanted -= these;
        cards = others;
    }
}

/// Returns the joint law of the answers to questions about `count` cards of a pile.
///
/// # Formula
/// A fold over the values from high to low: m of the c cards of a value come in C(c, m) ways, suit
/// by suit if a question reads suits, and there are C(n, count) hands.
pub(crate) fn law_of_cards(
    pile: &[(Shown, i32)],
    count: i32,
    questions: &[Question],
) -> Lawful<BagLaw> {
    match law_in::<Fraction>(pile, count, questions) {
        Err(Failure::Overflow) => {}
        made => return made.map(BagLaw::shared),
    }
    match law_in::<Large>(pile, count, questions) {
        Err(Failure::Overflow) => law_in::<Real>(pile, count, questions).map(BagLaw::shared),
        made => made.map(BagLaw::shared),
    }
}

/// Maximum number of integers in a state.
const ROOM: usize = 24;

fn law_in<W: Tier>(pile: &[(Shown, i32)], count: i32, questions: &[Question]) -> Lawful<BagLaw<W>> {
    let cards: i32 = pile.iter().map(|(_, left)| left).sum();
    let count = count.clamp(0, cards);
    let values: BTreeSet<i32> = pile.iter().map(|(card, _)| card.value).collect();
    let shown = values.iter().copied();
    let step = FoldPlan::new(1, count as u32, Keep::All, questions, shown);
    let told = |question: &Question| {
        let asked = &question.asked;
        !matches!(asked, RollQuery::Card(_) | RollQuery::Natural | RollQuery::Groups(_))
    };
    if step.room() > ROOM || !questions.iter().all(told) {
        return Err(Failure::Budget);
    }
    let suited = questions.iter().any(|question| question.asked.reads_suits());
    let is_run = |question: &&Question| matches!(question.asked, RollQuery::SuitedRun(..));
    let runs = questions.iter().filter(is_run).count();
    let one_suit = questions.iter().any(|question| matches!(question.asked, RollQuery::InSuit(_)));
    let one_suit = one_suit || runs > 1;
    let of = |value: i32| -> [u32; SUITS + 1] {
        let mut left = [0; SUITS + 1];
        for (card, copies) in pile.iter().filter(|(card, _)| card.value == value) {
            let suit = if suited { card.printed as usize } else { 0 };
            left[suit] += *copies as u32;
        }
        left
    };
    let alike = !one_suit
        && values.iter().all(|&value| of(value)[1..].windows(2).all(|two| two[0] == two[1]));
    let mut states: Shares<Key<ROOM>, W> = vec![(step.start(&[count]), W::one())];
    let mut products = 0;
    for (place, &value) in values.iter().enumerate().rev() {
        let follows = values.contains(&(value + 1));
        let hands = hands_of::<W>(&of(value), count as u32)?;
        let mut next = Sums::behind(products);
        for (key, weight) in &states {
            for (suits, ways) in &hands {
                let these: u32 = suits.iter().sum();
                let mut key: Key<ROOM> = *key;
                key[0] -= these as i32;
                // At the lowest value, all remaining cards must have it.
                if key[0] < 0 || (place == 0 && key[0] > 0) {
                    continue;
                }
                if these > 0 {
                    step.see(&mut key, these, (value, 0));
                }
                if these > 0 || runs > 0 {
                    let [_, counts @ ..] = suits;
                    step.see_suits(&mut key, counts, (value, follows), alike);
                }
                next.add(key, weight.then(ways).ok_or(Failure::Overflow)?)?;
            }
        }
        (states, products) = next.done()?;
    }
    // The probability of one hand.
    let mut hand = W::one();
    for i in 0..count {
        let part = W::cases(i as u64 + 1, (cards - i) as u64);
        hand = hand.then(&part).ok_or(Failure::Overflow)?;
    }
    let mut outcomes = step.answered(states);
    for (_, share) in &mut outcomes {
        *share = share.then(&hand).ok_or(Failure::Overflow)?;
    }
    Ok(BagLaw { outcomes: super::merge::merge(outcomes)?, lost: Lost::default() })
}

/// Returns the ways to draw at most `most` cards of one value: the count of each suit, with the
/// number of hands.
fn hands_of<W: Weight>(left: &[u32; SUITS + 1], most: u32) -> Lawful<Vec<([u32; SUITS + 1], W)>> {
    let mut hands = vec![([0; SUITS + 1], W::one())];
    for (suit, &copies) in left.iter().enumerate() {
        let mut more = Vec::new();
        for (hand, weight) in &hands {
            let room = most - hand.iter().sum::<u32>();
            let mut ways = weight.clone();
            for these in 0..=copies.min(room) {
                let mut hand = *hand;
                hand[suit] = these;
                more.push((hand, ways.clone()));
                let factor = W::cases((copies - these).into(), (these + 1).into());
                ways = ways.then(&factor).ok_or(Failure::Overflow)?;
            }
        }
        hands = more;
    }
    Ok(hands)
}
