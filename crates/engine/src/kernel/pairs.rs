//! Counters of pairs of small symbols in memory: one increment for two trials.

use fearless_simd::prelude::*;

use super::vertical::{Aligned, CHUNK, NOTHING, Vertical};
use super::wide::Wide;

/// Number of symbols, including [`NOTHING`].
const SYMBOLS: usize = NOTHING as usize + 1;

/// Number of pairs of symbols.
const PAIRS: usize = SYMBOLS * SYMBOLS;

/// Number of table entries: as many as 16 bits address, so that no access is bounds-checked. Those
/// past the pairs stay unused.
const PLACES: usize = 1 << u16::BITS;

/// The pairs of symbols of a chunk, each encoded as the first plus 64 times the second; initially
/// pairs that are not counted.
pub const LATE: Aligned<{ CHUNK / 2 }, u16> = Aligned([PAIRS as u16 - 1; CHUNK / 2]);

/// Counts of fewer than 2^32 pairs of symbols.
///
/// One memory increment covers two trials while registers draw the next ones, which is faster than
/// [`Vertical`] with narrow registers. Pairs are counted when others replace them, so no load waits
/// for a recent store.
pub struct Pairs(Box<[u32; PLACES]>);

impl Pairs {
    pub fn new() -> Pairs {
        let places = vec![0; PLACES].into_boxed_slice();
        Pairs(places.try_into().expect("it has as many places"))
    }

    /// Counts the pairs in `late` and replaces them by those of `symbols`, in which 63 is not
    /// counted.
    #[inline(always)]
    pub fn swap<S: Wide>(&mut self, simd: S, late: &mut [u16], symbols: S::u8s) {
        self.add(late);
        simd.joined(symbols).store_slice(late);
    }

    /// Counts some pairs.
    #[inline(always)]
    pub fn add(&mut self, pairs: &[u16]) {
        for &pair in pairs {
            self.0[usize::from(pair)] += 1;
        }
    }

    /// Adds the hits of each symbol to `hits`.
    pub fn add_to(&self, hits: &mut Vertical) {
        for (second, row) in (0..).zip(self.0[..PAIRS].chunks_exact(SYMBOLS)) {
            for (first, &pairs) in (0..).zip(row) {
                hits.raise(first, pairs.into());
                hits.raise(second, pairs.into());
            }
        }
    }
}
