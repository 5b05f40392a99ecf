//! Gists of a hand: the functions of dealt cards that a rule can ask for without seeing the hand.

use super::{Cards, Deck};

/// The gist of a hand: a number folded from its cards, value by value from the lowest up.
///
/// The fold is what makes large deals exact: hands with the same gist so far are one branch (the
/// idea is icepool's
/// multiset evaluator, <https://github.com/HighDiceRoller/icepool>).
pub trait Gist {
    /// The gist of no card at all.
    fn of_none(&self) -> i32;

    /// The gist when `copies` cards of `value` join a hand of lower cards whose gist was `so_far`;
    /// `copies` is at least 1.
    fn with(&self, so_far: i32, value: i32, copies: u32) -> i32;
}

/// The gist of this hand.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(super) fn of<G: Gist, const W: usize>(gist: &G, deck: &Deck<W>, hand: Cards<W>) -> i32 {
    deck.kinds().iter().fold(gist.of_none(), |so_far, kind| match kind.cards.and(hand).count() {
        0 => so_far,
        copies => gist.with(so_far, kind.value, copies),
    })
}

/// The value of the best card of the hand.
pub struct Best;

impl Gist for Best {
    fn of_none(&self) -> i32 {
        i32::MIN
    }

    fn with(&self, _so_far: i32, value: i32, _copies: u32) -> i32 {
        value
    }
}

/// How many cards of the hand are worth so much or more.
pub struct CountFrom(
    /// The lowest value that counts.
    pub i32,
);

impl Gist for CountFrom {
    fn of_none(&self) -> i32 {
        0
    }

    fn with(&self, so_far: i32, value: i32, copies: u32) -> i32 {
        if value >= self.0 { so_far + copies as i32 } else { so_far }
    }
}

/// Every gist of `count` cards of a full deck, rising, with the number of hands that have it; there
/// are no more hands than a word counts.
pub(super) fn all<G: Gist, const W: usize>(
    gist: &G,
    deck: &Deck<W>,
    count: usize,
) -> Vec<(i32, u64)> {
    // ways[cards dealt] has each gist over the values seen so far with its hands; a hand takes k of
    // a value in C(copies, k) ways.
    let kinds = deck.kinds();
    let mut ways: Vec<Vec<_>> = (0..=count).map(|_| Vec::with_capacity(kinds.len())).collect();
    ways[0].push((gist.of_none(), 1u64));
    let (mut size, mut taken) = (0, Vec::new());
    for kind in kinds {
        // Most kinds have as many cards as the one before.
        if kind.cards.count() != size {
            size = kind.cards.count();
            let ways = |k| binomial(size, k).expect("at most all hands");
            taken = (1..=size.min(count as u32)).map(ways).collect();
        }
        // From the most cards down, so that a hand takes of this value once.
        for dealt in (0..count).rev() {
            let (before, after) = ways.split_at_mut(dealt + 1);
            let before = &before[dealt];
            let Some(first) = before.first() else { continue };
            let hands = |run: &[(i32, u64)]| run.iter().map(|(_, hands)| hands).sum::<u64>();
            let all = hands(before);
            for ((copies, ways), after) in (1..).zip(&taken).zip(after) {
                // Hands that become one gist one after the other are added up first: often all.
                let with = |so_far: i32| gist.with(so_far, kind.value, copies);
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

/// Adds hands to those of a gist, where it is new at the end: the latest come back first.
#[inline]
fn add(all: &mut Vec<(i32, u64)>, gist: i32, hands: u64) {
    match all.iter_mut().rev().find(|known| known.0 == gist) {
        Some(known) => known.1 += hands,
        None => all.push((gist, hands)),
    }
}

/// The number of ways to take `k` of `n`; `None` if it does not fit 64 bits, as it does for every
/// `n` up to 64.
pub(super) fn binomial(n: impl Into<u64>, k: impl Into<u64>) -> Option<u64> {
    let (n, k) = (n.into(), k.into());
    (0..k.min(n - k)).try_fold(1u64, |ways, i| match ways.checked_mul(n - i) {
        Some(ways) => Some(ways / (i + 1)),
        None => u64::try_from(u128::from(ways) * u128::from(n - i) / u128::from(i + 1)).ok(),
    })
}
