//! Branches: the possible outcomes of a step from a state.

use crate::chance::share::{Share, Tier};
use crate::chance::weight::Fraction;

/// A possible outcome of a step from a state, with the data for moving mass along it in a quarter
/// of a cache line.
pub(in crate::odds) struct Branch {
    /// The probability, summed over all paths with this outcome.
    pub value: f64,
    /// Twice the next state, plus 1 if it stays within the same step; [`END`] at an end.
    pub(in crate::odds) to: u32,
    /// Number of times that it counts up.
    pub(in crate::odds) ticks: u16,
    /// True if it records a score.
    pub records: bool,
}

/// The value of `to` for a branch that ends.
pub(in crate::odds) const END: u32 = u32::MAX;

impl Branch {
    /// Returns the next state, or `None` at an end.
    #[inline]
    pub fn next(&self) -> Option<u32> {
        (self.to != END).then_some(self.to >> 1)
    }

    /// Returns the number of times that it counts up.
    #[inline]
    pub fn ticks(&self) -> u32 {
        self.ticks.into()
    }

    /// Returns whether it continues within the same step.
    #[inline]
    pub fn within(&self) -> bool {
        self.to != END && self.to & 1 == 1
    }
}

/// The exact probabilities of branches. Nearly all fit two 64-bit words, a third of the size of
/// [`Share`].
#[derive(Default)]
pub(in crate::odds) struct Shares {
    /// Numerator and denominator; or the index in `long` and 0.
    short: Vec<[u64; 2]>,
    long: Vec<Share>,
}

impl Shares {
    /// Adds the probability of the next branch.
    pub fn push(&mut self, share: Share) {
        let short = match &share {
            Share::Fraction(Fraction { over, under }) => {
                (*over).try_into().and_then(|over| Ok([over, (*under).try_into()?])).ok()
            }
            Share::Large(_) | Share::Real(_) => None,
        };
        self.short.push(short.unwrap_or([self.long.len() as u64, 0]));
        self.long.extend(short.is_none().then_some(share));
    }

    /// Returns the probability of a branch, whose float value is given; `None` if this kind of
    /// weight can't hold it.
    #[inline]
    pub fn weight<W: Tier>(&self, number: usize, value: f64) -> Option<W> {
        match self.short[number] {
            [place, 0] => W::of(&self.long[place as usize], value),
            [over, under] => {
                W::of(&Share::Fraction(Fraction { over: over.into(), under: under.into() }), value)
            }
        }
    }

    /// Returns the memory in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.short[..]) + size_of_val(&self.long[..])
    }
}
