//! The sampler of trials that roll a few dice, or play a card per side, and add up the faces.

use fearless_simd::prelude::*;

use super::lanes::{Lanes, WORDS};
use super::pairs::{LATE, Pairs};
use super::vertical::{Aligned, CHUNK, NOTHING, Vertical};
use super::wide::{TABLE, Wide, widest};

/// Maximum number of dice per trial.
pub const DICE: usize = 3;

/// Maximum number of sides of a die.
pub const SIDES: usize = 60;

/// Number of 16-bit words of the widest register.
const REGISTER: usize = 32;

/// Number of steps of the lanes in a chunk.
const STEPS: usize = CHUNK / WORDS;

/// The words of a chunk, reused for many chunks, since allocation clears them.
pub type Words = Aligned<CHUNK, u16>;

/// Draws of dice whose faces add up to a symbol.
///
/// # Exactness
/// One 16-bit word answers a trial: multiplied by the sides of each die in turn, its high half is
/// the index of the face and its low half continues. The word is rejected if the last low half is
/// below 2^16 mod the product of all sides (Lemire 2019, arXiv 1805.10941), so each combination is
/// equally likely, without bias. Trials are the words that are not rejected, in the order of the
/// stream.
#[derive(Clone, Debug)]
pub struct SumSampler {
    /// Number of dice.
    dice: usize,
    /// The sides of each die, in every word of the widest register.
    sides: [Aligned<REGISTER, u16>; DICE],
    /// The amount that each face adds to the symbol.
    adds: [Aligned<TABLE>; DICE],
    /// Low halves below this are rejected.
    reject: Aligned<REGISTER, u16>,
    symbols: usize,
    /// The symbol of a rejected draw.
    nothing: Aligned<{ 2 * REGISTER }>,
}

impl SumSampler {
    /// Creates a sampler of dice whose faces add these amounts; `None` if there are too many dice,
    /// sides or symbols.
    pub fn new(adds: &[Vec<u8>]) -> Option<SumSampler> {
        SumSampler::with_rejected(adds, NOTHING)
    }

    /// Creates a sampler whose symbols may go up to 254, for draws that aren't counted; `nothing`
    /// is the symbol of a rejected draw.
    pub fn with_rejected(adds: &[Vec<u8>], nothing: u8) -> Option<SumSampler> {
        let product: usize = adds.iter().map(Vec::len).product();
        let most: usize =
            adds.iter().map(|adds| usize::from(adds.iter().copied().max().unwrap_or(0))).sum();
        let fits = (1..=DICE).contains(&adds.len())
            && adds.iter().all(|adds| (1..=SIDES).contains(&adds.len()))
            // At most one word in eight is rejected.
            && product <= 1 << 13
            && most < usize::from(nothing);
        fits.then(|| {
            let mut sums = SumSampler {
                dice: adds.len(),
                sides: [Aligned([1; REGISTER]); DICE],
                adds: [Aligned([0; TABLE]); DICE],
                reject: Aligned([((1usize << 16) % product) as u16; REGISTER]),
                symbols: most + 1,
                nothing: Aligned([nothing; 2 * REGISTER]),
            };
            for (die, adds) in adds.iter().enumerate() {
                sums.sides[die] = Aligned([adds.len() as u16; REGISTER]);
                sums.adds[die].0[..adds.len()].copy_from_slice(adds);
            }
            sums
        })
    }

    /// Returns the hits of each symbol in `trials` trials.
    pub fn count(&self, mut lanes: Lanes, trials: u64) -> [u64; TABLE] {
        let mut hits = Vertical::new(self.symbols);
        let left = widest!(
            lanes.most,
            wide => match (self.dice, self.blocks()) {
                (1, _) => self.chunks::<_, 1, 4>(wide, &mut lanes, trials, &mut hits),
                (2, 1 | 2) => self.chunks::<_, 2, 2>(wide, &mut lanes, trials, &mut hits),
                (2, _) => self.chunks::<_, 2, 4>(wide, &mut lanes, trials, &mut hits),
                (_, 1) => self.chunks::<_, 3, 1>(wide, &mut lanes, trials, &mut hits),
                (_, _) => self.chunks::<_, 3, 4>(wide, &mut lanes, trials, &mut hits),
            }
        );
        self.rest(&mut lanes, left, &mut hits);
        hits.hits()
    }

    /// Writes the symbols of the next words, in the order of the stream.
    #[inline(always)]
    pub fn symbols<S: Wide>(
        &self,
        simd: S,
        lanes: &mut Lanes,
        words: &mut Words,
        symbols: &mut [u8; CHUNK],
    ) {
        lanes.fill(simd, &mut words.0);
        match (self.dice, self.blocks()) {
            (1, _) => self.draw::<S, 1, 4>(simd, &words.0, symbols),
            (2, 1 | 2) => self.draw::<S, 2, 2>(simd, &words.0, symbols),
            (2, _) => self.draw::<S, 2, 4>(simd, &words.0, symbols),
            (_, 1) => self.draw::<S, 3, 1>(simd, &words.0, symbols),
            (_, _) => self.draw::<S, 3, 4>(simd, &words.0, symbols),
        };
    }

    /// Draws the symbols of a chunk without SIMD, one trial after the other, from the same words.
    pub fn symbols_in_turn(&self, lanes: &mut Lanes, symbols: &mut [u8; CHUNK]) {
        for step in symbols.as_chunks_mut::<WORDS>().0 {
            for (four, word) in step.as_chunks_mut::<4>().0.iter_mut().zip(lanes.step()) {
                for (quarter, symbol) in four.iter_mut().enumerate() {
                    *symbol =
                        self.symbol((word >> (16 * quarter)) as u16).unwrap_or(self.nothing.0[0]);
                }
            }
        }
    }

    /// Returns the number of blocks of sixteen faces of the largest die.
    fn blocks(&self) -> usize {
        self.sides.iter().map(|sides| usize::from(sides.0[0]).div_ceil(16)).max().unwrap_or(1)
    }

    /// Returns the symbol of a word, or `None` if it is rejected.
    #[inline(always)]
    fn symbol(&self, mut word: u16) -> Option<u8> {
        let mut symbol = 0;
        for die in 0..self.dice {
            let product = u32::from(word) * u32::from(self.sides[die].0[0]);
            symbol += self.adds[die].0[(product >> 16) as usize];
            word = product as u16;
        }
        (word >= self.reject.0[0]).then_some(symbol)
    }

    /// Plays one trial at a time: all of them without SIMD, else the last few.
    fn rest(&self, lanes: &mut Lanes, mut left: u64, hits: &mut Vertical) {
        while left > 0 {
            for word in lanes.step() {
                for quarter in 0..4 {
                    if let (true, Some(symbol)) =
                        (left > 0, self.symbol((word >> (16 * quarter)) as u16))
                    {
                        hits.hit(symbol);
                        left -= 1;
                    }
                }
            }
        }
    }

    /// Plays chunks of whole steps as long as all their words are needed; returns the number of
    /// trials left.
    #[inline(always)]
    fn chunks<S: Wide, const N: usize, const B: usize>(
        &self,
        simd: S,
        lanes: &mut Lanes,
        mut left: u64,
        hits: &mut Vertical,
    ) -> u64 {
        if !S::REGISTERS {
            return left;
        }
        if hits.groups() >= S::PAIRS {
            return self.pairs::<S, N, B>(simd, lanes, left, hits);
        }
        let (mut words, mut symbols) = (Aligned([0; CHUNK]), Aligned([NOTHING; CHUNK]));
        while let Some(steps) = steps(left) {
            let words = &mut words.0[..steps * WORDS];
            lanes.fill(simd, words);
            let mut counting = S::u8s::splat(simd, 0);
            let registers = words.chunks_exact(S::u8s::LEN);
            for (words, symbols) in registers.zip(symbols.0.chunks_exact_mut(S::u8s::LEN)) {
                let [symbol, counts] = self.register::<S, N, B>(simd, halves(simd, words));
                counting -= counts;
                symbol.store_slice(symbols);
            }
            symbols.0[steps * WORDS..].fill(NOTHING);
            hits.add(simd, &symbols.0);
            left -= counted::<S>(counting, steps);
        }
        left
    }

    /// Counts the symbols of draws as pairs, which are computed as the words are drawn.
    #[inline(always)]
    fn pairs<S: Wide, const N: usize, const B: usize>(
        &self,
        simd: S,
        lanes: &mut Lanes,
        mut left: u64,
        hits: &mut Vertical,
    ) -> u64 {
        // A local copy is provably unchanged while pairs are counted, so its fields stay in
        // registers.
        let (here, mut pairs, mut late) = (self.clone(), Pairs::new(), LATE);
        while let Some(steps) = steps(left) {
            let mut counting = S::u8s::splat(simd, 0);
            lanes.each(
                simd,
                &mut late.0[..steps * WORDS / 2],
                #[inline(always)]
                |words, late| {
                    let [symbol, counts] = here.register::<S, N, B>(simd, words);
                    counting -= counts;
                    pairs.swap(simd, late, symbol);
                },
            );
            left -= counted::<S>(counting, steps);
        }
        pairs.add(&late.0);
        pairs.add_to(hits);
        left
    }

    /// Converts words to symbols, in order.
    #[inline(always)]
    fn draw<S: Wide, const N: usize, const B: usize>(
        &self,
        simd: S,
        words: &[u16],
        symbols: &mut [u8],
    ) {
        let registers = words.chunks_exact(S::u8s::LEN);
        for (words, symbols) in registers.zip(symbols.chunks_exact_mut(S::u8s::LEN)) {
            let [symbol, _] = self.register::<S, N, B>(simd, halves(simd, words));
            simd.in_order(symbol).store_slice(symbols);
        }
    }

    /// Returns the symbols of two registers of words, in the order of [`Wide::pack`], and a mask of
    /// those that count.
    #[inline(always)]
    fn register<S: Wide, const N: usize, const B: usize>(
        &self,
        simd: S,
        [mut first, mut second]: [S::u16s; 2],
    ) -> [S::u8s; 2] {
        let mut symbol = S::u8s::splat(simd, 0);
        // `black_box` hides that the factors are loop invariant: otherwise the compiler widens them
        // and all products before the loop, which takes three times as long, and the invariants
        // would displace the generators from the registers.
        let here = std::hint::black_box(self);
        for (sides, adds) in here.sides[..N].iter().zip(&here.adds) {
            let sides = S::u16s::from_slice(simd, &sides.0[..S::u16s::LEN]);
            let places = simd.pack(simd.high(first, sides), simd.high(second, sides));
            symbol += simd.look_up(&adds.0, B, places);
            first *= sides;
            second *= sides;
        }
        // A byte is not 0 where a low half is below the least.
        let least = S::u16s::from_slice(simd, &here.reject.0[..S::u16s::LEN]);
        let below = simd.pack(least.saturating_sub(first), least.saturating_sub(second));
        let counts = below.simd_eq(0);
        let nothing = S::u8s::from_slice(simd, &here.nothing.0[..S::u8s::LEN]);
        let [none, all] = [0, u8::MAX].map(
            #[inline(always)]
            |byte| S::u8s::splat(simd, byte),
        );
        [counts.select(symbol, nothing), counts.select(all, none)]
    }
}

/// Returns the number of steps of the next chunk, all words of which are needed; `None` if not even
/// one step is.
#[inline(always)]
fn steps(left: u64) -> Option<usize> {
    let steps = STEPS.min((left / WORDS as u64) as usize);
    (steps > 0).then_some(steps)
}

/// Loads the two registers of words that make a register of symbols.
#[inline(always)]
fn halves<S: Wide>(simd: S, words: &[u16]) -> [S::u16s; 2] {
    let (first, second) = words.split_at(S::u16s::LEN);
    [S::u16s::from_slice(simd, first), S::u16s::from_slice(simd, second)]
}

/// Returns the number of words that count in these steps, from per-byte counts modulo 256: fewer
/// than 256 are rejected per byte, so nothing is lost.
#[inline(always)]
fn counted<S: Wide>(counting: S::u8s, steps: usize) -> u64 {
    let registers = steps * WORDS / S::u8s::LEN;
    let mut bytes = [0; 64];
    let bytes = &mut bytes[..S::u8s::LEN];
    counting.store_slice(bytes);
    let rejected = bytes.iter().map(|&byte| u64::from((registers as u8).wrapping_sub(byte)));
    (steps * WORDS) as u64 - rejected.sum::<u64>()
}
