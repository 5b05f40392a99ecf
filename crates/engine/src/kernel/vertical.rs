//! Bit-sliced counters of small symbols: a register holds one binary digit of many counts.

use fearless_simd::prelude::*;

use super::wide::Wide;

/// Number of symbols that are counted: 0 to 62.
pub const SYMBOLS: usize = 63;

/// The symbol of a rejected draw, which is not counted.
pub const NOTHING: u8 = 63;

/// Number of symbols in a chunk, which is counted at once.
pub const CHUNK: usize = 4096;

/// Number of bytes of the widest register.
const WIDEST: usize = 64;

/// Number of bytes of the narrowest register.
pub const NARROW: usize = 16;

/// Number of symbols in a group: each has a bit of a byte.
const GROUP: usize = 8;

/// Number of binary digits that stay in registers: 1, 2, 4, 8, 16, 32.
const DIGITS: usize = 6;

/// Counts of symbols.
///
/// A symbol becomes one bit in a byte of its group of eight. Sixty-four registers of them are added
/// bit by bit with carry-save adders, so only one in sixty-four, whose bits stand for 64 hits each,
/// has to be unloaded.
pub struct Vertical {
    groups: Vec<Group>,
    /// Number of additions to the bytes of `sums` since they were last unloaded.
    raised: u8,
    hits: [u64; TABLED],
}

/// The lowest bit of each byte of a word.
const FIRST_BITS: u64 = u64::MAX / 0xff;

/// Number of distinct symbols, including [`NOTHING`].
const TABLED: usize = SYMBOLS + 1;

/// Bytes or words aligned to a cache line, so that a register of any width loads from one line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct Aligned<const N: usize, T = u8>(pub [T; N]);

/// The index of each byte of a register.
pub static COUNTING: Aligned<WIDEST> = {
    let mut bytes = [0; WIDEST];
    let mut lane = 0;
    while lane < WIDEST {
        bytes[lane] = lane as u8;
        lane += 1;
    }
    Aligned(bytes)
};

struct Group {
    digits: [Aligned<WIDEST>; DIGITS],
    /// Counts in units of 64, by symbol.
    sums: [Aligned<WIDEST>; GROUP],
}

impl Vertical {
    /// Creates counts of zero for the symbols below `symbols`.
    pub fn new(symbols: usize) -> Vertical {
        let group = |_| Group {
            digits: [Aligned([0; WIDEST]); DIGITS],
            sums: [Aligned([0; WIDEST]); GROUP],
        };
        let groups = (0..symbols.div_ceil(GROUP)).map(group).collect();
        Vertical { groups, raised: 0, hits: [0; TABLED] }
    }

    /// Returns the number of groups of symbols.
    pub fn groups(&self) -> usize {
        self.groups.len()
    }

    /// Adds one hit of a symbol.
    #[inline(always)]
    pub fn hit(&mut self, symbol: u8) {
        self.raise(symbol, 1);
    }

    /// Adds `hits` hits of a symbol.
    #[inline(always)]
    pub fn raise(&mut self, symbol: u8, hits: u64) {
        self.hits[usize::from(symbol & NOTHING)] += hits;
    }

    /// Returns the hits of each symbol; 0 for [`NOTHING`].
    pub fn hits(mut self) -> [u64; TABLED] {
        self.unload();
        for (group, Group { digits, .. }) in self.groups.iter().enumerate() {
            for (digit, bytes) in digits.iter().enumerate() {
                for (place, hits) in self.hits[GROUP * group..][..GROUP].iter_mut().enumerate() {
                    // A byte of the sum is at most eight, so there is no carry into the next byte.
                    let ones = bytes
                        .0
                        .as_chunks::<8>()
                        .0
                        .iter()
                        .map(|&eight| u64::from_le_bytes(eight) >> place & FIRST_BITS);
                    let ones = ones.sum::<u64>().wrapping_mul(FIRST_BITS) >> 56;
                    *hits += ones << digit;
                }
            }
        }
        // The last group of 57 symbols or more includes it.
        self.hits[usize::from(NOTHING)] = 0;
        self.hits
    }

    fn unload(&mut self) {
        for (group, Group { sums, .. }) in self.groups.iter_mut().enumerate() {
            for (place, bytes) in sums.iter_mut().enumerate() {
                // The sum of 64 bytes fits 16 bits.
                let sum: u16 = bytes.0.iter().map(|&byte| u16::from(byte)).sum();
                let sum = u64::from(sum);
                self.hits[GROUP * group + place] += sum << DIGITS;
                *bytes = Aligned([0; WIDEST]);
            }
        }
        self.raised = 0;
    }

    /// Counts the symbols of a chunk, of which there are [`CHUNK`].
    #[inline(always)]
    pub fn add<S: Wide>(&mut self, simd: S, symbols: &[u8]) {
        let width = S::u8s::LEN;
        if !S::REGISTERS {
            return symbols.iter().for_each(|&symbol| self.hit(symbol));
        }
        for part in symbols.chunks_exact(64 * width) {
            if self.raised == u8::MAX {
                self.unload();
            }
            self.raised += 1;
            for (group, counts) in self.groups.iter_mut().enumerate() {
                counts.add(simd, group as u8, part);
            }
        }
    }
}

impl Group {
    /// Counts the symbols of sixty-four registers.
    #[inline(always)]
    fn add<S: Wide>(&mut self, simd: S, group: u8, symbols: &[u8]) {
        let width = S::u8s::LEN;
        let digits = self.digits.each_ref().map(
            #[inline(always)]
            |bytes| S::u8s::from_slice(simd, &bytes.0[..width]),
        );
        let mut adder = Adder { simd, group, symbols, digits };
        let full = adder.sixty_four(0);
        for (digit, bytes) in adder.digits.iter().zip(&mut self.digits) {
            digit.store_slice(&mut bytes.0[..width]);
        }
        let zero = S::u8s::splat(simd, 0);
        for (place, bytes) in self.sums.iter_mut().enumerate() {
            let hit = S::u8s::splat(simd, 1 << place);
            let more = (full & hit).simd_eq(zero).select(zero, S::u8s::splat(simd, 1));
            let bytes = &mut bytes.0[..width];
            (S::u8s::from_slice(simd, bytes) + more).store_slice(bytes);
        }
    }
}

/// Adds bits; each of its sums returns the carry into the next digit.
struct Adder<'s, S: Wide> {
    simd: S,
    group: u8,
    symbols: &'s [u8],
    digits: [S::u8s; DIGITS],
}

macro_rules! adders {
    ($($all:ident: twice $half:ident to digit $digit:literal;)+) => {$(
        #[inline(always)]
        fn $all(&mut self, k: usize) -> S::u8s {
            let (a, b) = (self.$half(k), self.$half(k + (1 << $digit)));
            let (sum, carried) = self.simd.add_bits(self.digits[$digit], a, b);
            self.digits[$digit] = sum;
            carried
        }
    )+};
}

impl<S: Wide> Adder<'_, S> {
    #[inline(always)]
    fn bit(&self, k: usize) -> S::u8s {
        let symbols = &self.symbols[k * S::u8s::LEN..][..S::u8s::LEN];
        self.simd.one_hot(self.group, S::u8s::from_slice(self.simd, symbols))
    }

    adders! {
        two: twice bit to digit 0;
        four: twice two to digit 1;
        eight: twice four to digit 2;
        sixteen: twice eight to digit 3;
        thirty_two: twice sixteen to digit 4;
        sixty_four: twice thirty_two to digit 5;
    }
}
