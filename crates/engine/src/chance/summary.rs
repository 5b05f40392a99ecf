//! Summaries of a hand ("summaries"): functions of the dealt cards that a rule evaluates without seeing
//! the hand.

use super::{Cards, Deck};

/// A summary of a hand: an integer folded over its cards, value by value from the lowest.
///
/// The fold makes large deals exact: hands with equal intermediate results are one branch. The idea
/// is icepool's multiset evaluator (<https://github.com/HighDiceRoller/icepool>).
pub trait Summarize {
    /// Returns the summary of the empty hand.
    fn of_none(&self) -> i32;

    /// Returns the summary after `copies` cards of `value`, at least 1, join a hand of lower cards
    /// with the summary `so_far`.
    fn with(&self, so_far: i32, value: i32, copies: u32) -> i32;
}

/// Returns the summary of this hand.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(super) fn of<G: Summarize, const W: usize>(
    summarize: &G,
    deck: &Deck<W>,
    hand: Cards<W>,
) -> i32 {
    deck.kinds().iter().fold(summarize.of_none(), |so_far, kind| {
        match kind.cards.and(hand).count() {
            0 => so_far,
            copies => summarize.with(so_far, kind.value, copies),
        }
    })
}

/// The value of the highest card of the hand.
pub struct Best;

impl Summarize for Best {
    fn of_none(&self) -> i32 {
        i32::MIN
    }

    fn with(&self, _so_far: i32, value: i32, _copies: u32) -> i32 {
        value
    }
}

/// The number of cards of the hand whose value is at least this.
pub struct CountFrom(
    /// The lowest value that counts.
    pub i32,
);

impl Summarize for CountFrom {
    fn of_none(&self) -> i32 {
        0
    }

    fn with(&self, so_far: i32, value: i32, copies: u32) -> i32 {
        if value >= self.0 { so_far + copies as i32 } else { so_far }
    }
}

/// Returns every summary of `count` cards of a full deck, in increasing order, with its number of
/// hands.
///
/// The number of all hands must fit 64 bits.
pub(super) fn all<G: Summarize, const W: usize>(
    summarize: &G,
    deck: &Deck<W>,
    count: usize,
) -> Vec<(i32, u64)> {
    // ways[cards dealt] maps each summary over the values so far to its number of hands; a hand takes
    // k of a value in C(copies, k) ways.
    let kinds = deck.kinds();
    let mut ways: Vec<Vec<_>> = (0..=count).map(|_| Vec::with_capacity(kinds.len())).collect();
    ways[0].push((summarize.of_none(), 1u64));
    let (mut size, mut taken) = (0, Vec::new());
    for kind in kinds {
        // Most kinds have as many cards as the previous one.
        if kind.cards.count() != size {
            size = kind.cards.count();
            let ways = |k| binomial(size, k).expect("at most all hands");
            taken = (1..=size.min(count as u32)).map(ways).collect();
        }
        // In decreasing order of cards, so that each value is used once per hand.
        for dealt in (0..count).rev() {
            let (before, after) = ways.split_at_mut(dealt + 1);
            let before = &before[dealt];
            let Some(first) = before.first() else { continue };
            let hands = |run: &[(i32, u64)]| run.iter().map(|(_, hands)| hands).sum::<u64>();
            let all = hands(before);
            for ((copies, ways), after) in (1..).zip(&taken).zip(after) {
                // Adjacent entries with the same new summary are summed first; often all entries are.
                let with = |so_far: i32| summarize.with(so_far, kind.value, copies);
                let alike = |one: &(i32, u64), other: &(i32, u64)| with(one.0) == with(other.0);
                if before.iter().all(|ways| alike(first, ways)) {
                    add(after, with(first.0), all * ways);
                    continue;
                }
                for run in before.chunk_by(alike) {
                    add(after, with(run[0].0), hands(run) * ways);
                }
            }
        }
    }
    let mut all = ways.pop().unwrap_or_default();
    all.sort_unstable();
    all
}

/// Adds hands to a summary, searching from the end, where recent summaries are.
#[inline]
fn add(all: &mut Vec<(i32, u64)>, summarize: i32, hands: u64) {
    match all.iter_mut().rev().find(|known| known.0 == summarize) {
        Some(known) => known.1 += hands,
        None => all.push((summarize, hands)),
    }
}

/// Returns the binomial coefficient C(n, k), or `None` if it overflows 64 bits; for `n` up to 64 it
/// never does.
pub(super) fn binomial(n: impl Into<u64>, k: impl Into<u64>) -> Option<u64> {
    let (n, k) = (n.into(), k.into());
    (0..k.min(n - k)).try_fold(1u64, |ways, i| match ways.checked_mul(n - i) {
        Some(ways) => Some(ways / (i + 1)),
        None => u64::try_from(u128::from(ways) * u128::from(n - i) / u128::from(i + 1)).ok(),
    })
}
