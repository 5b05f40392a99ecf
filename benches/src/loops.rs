//! A hot loop, with work that is always the same.

use std::hint::black_box;

use oddsmith_engine::chance::Stream;
use oddsmith_engine::odds::{Check, Counts};
use oddsmith_engine::rule::InstructionSet;

/// Branches that a law may have.
const BUDGET: u64 = 20_000_000;

/// Fixed work on a check, under a name.
pub struct Loop<'c> {
    /// What the table calls it.
    pub(super) name: &'static str,
    /// Trials, or laws.
    pub(super) units: u64,
    check: &'c dyn Check,
    way: Way,
}

/// How a check is answered.
enum Way {
    Plain,
    Kernel(InstructionSet),
    Law,
}

impl<'c> Loop<'c> {
    /// So many trials by the plain rule.
    pub fn plain(name: &'static str, check: &'c dyn Check, trials: u64) -> Loop<'c> {
        Loop { name, units: trials, check, way: Way::Plain }
    }

    /// So many trials by its kernel, on this instruction set at most.
    ///
    /// # Panics
    /// When it is played, if the check has no kernel.
    pub fn kernel(
        name: &'static str,
        check: &'c dyn Check,
        set: InstructionSet,
        trials: u64,
    ) -> Loop<'c> {
        Loop { name, units: trials, check, way: Way::Kernel(set) }
    }

    /// Its exact law, so many times.
    ///
    /// # Panics
    /// When it is played, if the check has no exact law.
    pub fn law(name: &'static str, check: &'c dyn Check, laws: u64) -> Loop<'c> {
        Loop { name, units: laws, check, way: Way::Law }
    }

    /// Plays so many units of it.
    pub(super) fn play(&self, units: u64) {
        // What a check finds when it is first played, as the plans of a duel, is no part of its loop.
        let mut counts = Counts::new(&self.check.columns());
        self.check.play_block(&Stream::new(1, "guard"), 0, 1, &mut counts);
        guarded_work(self, black_box(units));
    }
}

/// What is counted: its name is what valgrind is told.
#[inline(never)]
fn guarded_work(one: &Loop, units: u64) {
    let (check, stream) = (one.check, Stream::new(1, "guard"));
    match one.way {
        Way::Plain => {
            let mut counts = Counts::new(&check.columns());
            check.play_block(&stream, 0, units, &mut counts);
            black_box(counts);
        }
        Way::Kernel(set) => {
            let mut counts = Counts::new(&check.columns());
            let mut kernel = check.kernel().expect("a loop by a kernel is of a check that has one");
            kernel.at_most(set);
            let whole = kernel.block();
            for block in 0..units.div_ceil(whole) {
                let trials = whole.min(units - block * whole);
                kernel.play(&stream, block, trials, &mut |scored| counts.add_scored(scored));
            }
            black_box(counts);
        }
        Way::Law => {
            for _ in 0..units {
                black_box(check.law(black_box(BUDGET)).expect("a loop of laws has one"));
            }
        }
    }
}
