//! Passes of the compiler, each with a switch, so that its worth can be measured.

use std::sync::atomic::{AtomicU16, Ordering};

/// Optimization pass of the compiler. A pass changes the cost of an answer, never an exact answer.
///
/// The example `passes` of the package `oddsmith-query` counts the rules that are refused or take
/// more branches without each of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// Merging of draws from one deck, or of rolls, that are only read together.
    JoinDraws,
    /// Gradual reveal of bags, after loops with a constant number of steps are unrolled.
    RevealBags,
    /// Merging of consecutive rolls and computations into one line.
    MergeLines,
    /// Rolling of pools that only change one slot, die by die.
    RollByDie,
    /// Fusion of expressions over private rolls into one roll.
    FuseRolls,
    /// Specialization of the code after a decision for each of its words.
    ExpandDecisions,
    /// Upper bounds for endlessly exploding dice from the comparisons that read them.
    Saturate,
    /// Step counts by the engine in place of a state of the program.
    CountSteps,
    /// Sampling by the index of all answers, for programs that first roll and then compute.
    SampleByIndex,
}

/// Bits of the disabled passes.
static DISABLED: AtomicU16 = AtomicU16::new(0);

impl Pass {
    /// All passes, in no particular order.
    pub const ALL: [Pass; 9] = [
        Pass::JoinDraws,
        Pass::RevealBags,
        Pass::MergeLines,
        Pass::RollByDie,
        Pass::FuseRolls,
        Pass::ExpandDecisions,
        Pass::Saturate,
        Pass::CountSteps,
        Pass::SampleByIndex,
    ];

    /// Disables the pass in all programs that this process compiles from now on.
    ///
    /// # Examples
    /// ```
    /// oddsmith_engine::program::Pass::FuseRolls.disable();
    /// ```
    pub fn disable(self) {
        DISABLED.fetch_or(1 << self as u16, Ordering::Relaxed);
    }

    /// Returns true unless the pass is disabled.
    pub(super) fn is_enabled(self) -> bool {
        DISABLED.load(Ordering::Relaxed) & 1 << self as u16 == 0
    }
}
