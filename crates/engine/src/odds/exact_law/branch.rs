//! One way in which a step from a state may end.

use crate::chance::share::{Share, Tier};
use crate::chance::weight::Fraction;

/// One way in which a step from a state may end: what moving mass along it takes, in a quarter of a
/// cache line.
pub(in crate::odds) struct Branch {
    /// Its probability, summed over all paths that end so.
    pub value: f64,
    /// The state it goes on in, twice, and 1 more where it stays within the same step.
    pub(in crate::odds) to: u32,
    /// How often it counts up.
    pub(in crate::odds) ticks: u16,
    /// Whether it records anything.
    pub records: bool,
}

/// Where a branch goes on that ends.
pub(in crate::odds) const END: u32 = u32::MAX;

impl Branch {
    /// The state it goes on in; `None` at an end.
    #[inline]
    pub fn next(&self) -> Option<u32> {
        (self.to != END).then_some(self.to >> 1)
    }

    /// How often it counts up.
    #[inline]
    pub fn ticks(&self) -> u32 {
        self.ticks.into()
    }

    /// Whether it goes on within the same step.
    #[inline]
    pub fn within(&self) -> bool {
        self.to != END && self.to & 1 == 1
    }
}

/// The exact probabilities of branches. Nearly all fit into two words, a third of a [`Share`].
#[derive(Default)]
pub(in crate::odds) struct Shares {
    /// Over and under; 0 under where it is one of those that do not fit, and which.
    short: Vec<[u64; 2]>,
    long: Vec<Share>,
}

impl Shares {
    /// That of the next branch.
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

    /// That of a branch, whose value as a float is at hand; `None` if this kind can't hold it.
    #[inline]
    pub fn weight<W: Tier>(&self, number: usize, value: f64) -> Option<W> {
        match self.short[number] {
            [place, 0] => W::of(&self.long[place as usize], value),
            [over, under] => {
                W::of(&Share::Fraction(Fraction { over: over.into(), under: under.into() }), value)
            }
        }
    }

    /// What they take in memory.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.short[..]) + size_of_val(&self.long[..])
    }
}
