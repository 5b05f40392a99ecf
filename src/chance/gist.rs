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
#[inline(always)]
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
