//! What a rule may bring beside itself: a block sampler that plays many trials at once.

use crate::chance::Stream;

/// A faster way to play a rule: whole blocks of trials, many side by side, with draws of its own.
///
/// It has the law of the rule and nothing else in common with it: for the same seed it counts other
/// trials than the plain rule. A test over the registry holds its counts against the rule's law.
pub trait Kernel: Send + Sync {
    /// The number of trials in a block: like that of a rule a constant, whatever the machine.
    fn block(&self) -> u64;

    /// Plays `trials` trials with the luck of one block and tells what they scored, sums of many
    /// trials at once.
    fn play(&self, stream: &Stream, block: u64, trials: u64, scored: &mut dyn FnMut(Scored));

    /// Uses this instruction set at most. All of them count the same trials.
    fn at_most(&mut self, set: InstructionSet);
}

/// So many trials scored this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scored {
    /// The place of the column among the rule's [`Columns`](super::Columns).
    pub column: usize,
    /// In an indexed column the step, from 1 on; else 1.
    pub step: u32,
    /// The score.
    pub score: i32,
    /// The number of trials.
    pub trials: u64,
}

/// What registers a kernel may use, the narrowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum InstructionSet {
    /// Those of plain code.
    Scalar,
    /// 128 bits: SSE4.2, NEON, SIMD of WebAssembly.
    Simd128,
    /// 256 bits: AVX2.
    Avx2,
    /// 512 bits: AVX-512 with its byte shuffles (Ice Lake, Zen 4 and later).
    Avx512,
}
