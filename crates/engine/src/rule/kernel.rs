//! The interface of kernels: block samplers that play many trials at once.

use crate::chance::Stream;

/// A faster way to sample a rule: whole blocks of trials side by side, with their own draws.
///
/// It samples the same distribution as the rule, but different trials: for the same seed its counts
/// differ from those of the plain rule. A test over the registry compares its counts with the
/// rule's law.
pub trait Kernel: Send + Sync {
    /// Returns the number of trials per block; like that of a rule, it does not depend on the
    /// machine.
    fn block(&self) -> u64;

    /// Plays `trials` trials with the luck of one block and reports their scores, each call
    /// aggregating many trials.
    fn play(&self, stream: &Stream, block: u64, trials: u64, scored: &mut dyn FnMut(Scored));

    /// Limits the instruction set. Every instruction set gives the same counts.
    fn at_most(&mut self, set: InstructionSet);
}

/// The number of trials of a block with a certain score in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scored {
    /// The index of the column in the rule's [`Columns`](super::Columns).
    pub column: usize,
    /// The step in an indexed column, from 1; otherwise 1.
    pub step: u32,
    /// The score.
    pub score: i32,
    /// The number of trials.
    pub trials: u64,
}

/// The SIMD registers that a kernel may use, the narrowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum InstructionSet {
    /// Scalar code.
    Scalar,
    /// 128 bits: SSE4.2, NEON, WebAssembly SIMD.
    Simd128,
    /// 256 bits: AVX2.
    Avx2,
    /// 512 bits: AVX-512 with its byte shuffles (Ice Lake, Zen 4 and later).
    Avx512,
}
