//! The steps that written dice are compiled to, and their limits: what `notation` makes and `roll`
//! rolls.

use super::Die;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Op {
    Number(i32),
    Dice(Dice),
    Add,
    Subtract,
    Multiply,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Dice {
    pub die: Die,
    pub count: u8,
    pub keep: Keep,
    /// The faces that are rolled again.
    pub again: Vec<i32>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Keep {
    All,
    Highest(u8),
    Lowest(u8),
}

/// The most dice in a chain of rolls again.
pub(super) const LONGEST_CHAIN: u8 = 12;
/// The most numbers that wait for what is done with them.
pub(super) const DEEPEST: usize = 8;
/// The most dice that are kept of a throw.
pub(super) const MOST_KEPT: usize = 10;
/// The largest total: beyond it is a typing slip.
pub(super) const LARGEST: i64 = 1_000_000;
