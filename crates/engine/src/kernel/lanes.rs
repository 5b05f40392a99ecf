//! The random words of a kernel: thirty-two generators that step together.

use fearless_simd::prelude::*;

use crate::chance::Stream;
use crate::rule::{InstructionSet, Kernel, Scored};

/// The number of generators.
pub const LANES: usize = 32;

/// The number of 16-bit words per step: four per generator.
pub const WORDS: usize = 4 * LANES;

/// A kernel that plays one block of trials with the random words of [`Lanes`].
pub trait Play: Send + Sync {
    /// The number of trials per block.
    const BLOCK: u64;

    /// Plays `trials` trials and reports their scores; reports with zero trials are allowed.
    fn play(&self, lanes: Lanes, trials: u64, scored: &mut dyn FnMut(Scored));
}

/// Adapts a [`Play`] to [`Kernel`], with the highest instruction set it may use.
struct Played<P>(P, InstructionSet);

/// Returns the kernel of this player.
pub fn played(play: impl Play + 'static) -> Box<dyn Kernel> {
    Box::new(Played(play, InstructionSet::Avx512))
}

impl<P: Play> Kernel for Played<P> {
    fn block(&self) -> u64 {
        P::BLOCK
    }

    fn play(&self, stream: &Stream, block: u64, trials: u64, scored: &mut dyn FnMut(Scored)) {
        let lanes = Lanes::new(&stream.states(block), self.1);
        self.0.play(lanes, trials, &mut |told| {
            if told.trials > 0 {
                scored(told);
            }
        });
    }

    fn at_most(&mut self, set: InstructionSet) {
        self.1 = set;
    }
}

/// Thirty-two lanes of xoshiro256++ (Blackman, Vigna 2021, ACM TOMS 47-4).
///
/// A step gives one 64-bit word per lane, in the order of the lanes, and each word four 16-bit
/// words, the lowest first. This defines the stream; registers of any width only compute it faster.
#[derive(Clone, Debug)]
pub struct Lanes {
    /// The four state words of each generator, one row per word.
    state: [[u64; LANES]; 4],
    /// The highest instruction set that may be used.
    pub most: InstructionSet,
}

impl Lanes {
    /// Creates generators with these states, four words per lane.
    pub fn new(states: &[[u64; 4]; LANES], most: InstructionSet) -> Lanes {
        let row = |row: usize| std::array::from_fn(|lane| states[lane][row]);
        Lanes { state: std::array::from_fn(row), most }
    }

    /// Returns the next step's words, one per lane.
    pub fn step(&mut self) -> [u64; LANES] {
        let [s0, s1, s2, s3] = &mut self.state;
        std::array::from_fn(|lane| {
            let word = s0[lane].wrapping_add(s3[lane]).rotate_left(23).wrapping_add(s0[lane]);
            let shifted = s1[lane] << 17;
            s2[lane] ^= s0[lane];
            s3[lane] ^= s1[lane];
            s1[lane] ^= s2[lane];
            s0[lane] ^= s3[lane];
            s2[lane] ^= shifted;
            s3[lane] = s3[lane].rotate_left(45);
            word
        })
    }

    /// Fills `words` with the words of the next steps, [`WORDS`] per step.
    #[inline(always)]
    pub fn fill<S: Simd>(&mut self, simd: S, words: &mut [u16]) {
        self.steps::<S, u16, 4>(simd, words, |word, to| {
            word.bitcast::<S::u16s>().store_slice(to);
            if cfg!(target_endian = "big") {
                to.as_chunks_mut::<4>().0.iter_mut().for_each(|four| four.reverse());
            }
        });
    }

    /// Fills `words` with the same stream as 64-bit words.
    #[inline(always)]
    pub fn fill_whole<S: Simd>(&mut self, simd: S, words: &mut [u64]) {
        self.steps::<S, u64, 1>(simd, words, |word, to| word.store_slice(to));
    }

    /// Visits the words of the next steps, two registers of generators at a time and thus not in
    /// stream order: two registers of 16-bit words for each register of `places`, which holds half
    /// as many.
    #[inline(always)]
    pub fn each<S: Simd>(
        &mut self,
        simd: S,
        places: &mut [u16],
        mut see: impl FnMut([S::u16s; 2], &mut [u16]),
    ) {
        let width = S::u64s::LEN;
        let each = places.len() / (LANES / (2 * width));
        let pairs = (0..LANES).step_by(2 * width).zip(places.chunks_exact_mut(each));
        for (first, places) in pairs {
            let row =
                |row: usize, lane| S::u64s::from_slice(simd, &self.state[row][lane..][..width]);
            let of = |lane| [row(0, lane), row(1, lane), row(2, lane), row(3, lane)];
            let (mut one, mut two) = (of(first), of(first + width));
            for places in places.chunks_exact_mut(S::u16s::LEN) {
                let words = [next::<S>(&mut one), next::<S>(&mut two)];
                see([words[0].bitcast(), words[1].bitcast()], places);
            }
            for row in 0..4 {
                one[row].store_slice(&mut self.state[row][first..][..width]);
                two[row].store_slice(&mut self.state[row][first + width..][..width]);
            }
        }
    }

    /// Runs the next steps, a register of generators at a time; `store` receives each register of
    /// words, each word in `PARTS` parts, and its destination.
    #[inline(always)]
    fn steps<S: Simd, T, const PARTS: usize>(
        &mut self,
        simd: S,
        words: &mut [T],
        store: impl Fn(S::u64s, &mut [T]),
    ) {
        // Two chains at once hide the latency of one; four do not fit into sixteen registers.
        let width = S::u64s::LEN;
        for first in (0..LANES).step_by(2 * width) {
            let row =
                |row: usize, lane| S::u64s::from_slice(simd, &self.state[row][lane..][..width]);
            let of = |lane| [row(0, lane), row(1, lane), row(2, lane), row(3, lane)];
            let (mut one, mut two) = (of(first), of(first + width));
            for step in words.chunks_exact_mut(PARTS * LANES) {
                let here = &mut step[PARTS * first..][..2 * PARTS * width];
                let (low, high) = here.split_at_mut(PARTS * width);
                store(next::<S>(&mut one), low);
                store(next::<S>(&mut two), high);
            }
            for row in 0..4 {
                one[row].store_slice(&mut self.state[row][first..][..width]);
                two[row].store_slice(&mut self.state[row][first + width..][..width]);
            }
        }
    }
}

/// Returns the next word of a register of generators.
#[inline(always)]
fn next<S: Simd>([s0, s1, s2, s3]: &mut [S::u64s; 4]) -> S::u64s {
    let sum = *s0 + *s3;
    let word = ((sum << 23) | (sum >> 41)) + *s0;
    let shifted = *s1 << 17;
    *s2 ^= *s0;
    *s3 ^= *s1;
    *s1 ^= *s2;
    *s0 ^= *s3;
    *s2 ^= shifted;
    *s3 = (*s3 << 45) | (*s3 >> 19);
    word
}
