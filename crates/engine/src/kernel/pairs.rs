//! Counters of pairs of small symbols in memory: one count for two trials.

use fearless_simd::prelude::*;

use super::vertical::{Aligned, CHUNK, NOTHING, Vertical};
use super::wide::Wide;

/// The symbols that have a place, with that of nothing.
const SYMBOLS: usize = NOTHING as usize + 1;

/// The pairs that they make.
const PAIRS: usize = SYMBOLS * SYMBOLS;

/// The places of a table: as many as 16 bits name, so that no look into it is checked. Those beyond
/// the pairs are never touched.
const PLACES: usize = 1 << u16::BITS;

/// Pairs of the symbols of a chunk, each the first and 64 times the second; at the start of what is
/// not counted.
pub const LATE: Aligned<{ CHUNK / 2 }, u16> = Aligned([PAIRS as u16 - 1; CHUNK / 2]);

/// Counts of pairs of symbols, for fewer than 2^32 of them.
///
/// Memory is raised once for two trials while registers draw the next ones, which is sooner done than
/// [`Vertical`] where these are narrow. Pairs are counted when others take their place: no load then
/// waits for what was just stored.
pub struct Pairs(Box<[u32; PLACES]>);

impl Pairs {
    pub fn new() -> Pairs {
        let places = vec![0; PLACES].into_boxed_slice();
        Pairs(places.try_into().expect("it has as many places"))
    }

    /// Counts the pairs of a register, and puts there those of these symbols; one that is not counted
    /// is 63.
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

    /// Adds the hits of each symbol to others.
    pub fn add_to(&self, hits: &mut Vertical) {
        for (second, row) in (0..).zip(self.0[..PAIRS].chunks_exact(SYMBOLS)) {
            for (first, &pairs) in (0..).zip(row) {
                hits.raise(first, pairs.into());
                hits.raise(second, pairs.into());
            }
        }
    }
}
