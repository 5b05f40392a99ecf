//! A hot loop with a fixed amount of work.

use std::hint::black_box;

use oddsmith_engine::chance::Stream;
use oddsmith_engine::odds::{Check, Counts};
use oddsmith_engine::rule::InstructionSet;

/// Maximum number of branches of a law.
const BUDGET: u64 = 20_000_000;

/// Fixed work on a check, with a name.
pub struct Loop<'c> {
    /// Name in the table.
    pub(super) name: &'static str,
    /// Number of trials or laws.
    pub(super) units: u64,
    check: &'c dyn Check,
    way: Way,
}

/// Method by which a check is answered.
enum Way {
    Plain,
    Kernel(InstructionSet),
    Law,
}

impl<'c> Loop<'c> {
    /// Creates a loop of trials on the plain path.
    pub fn plain(name: &'static str, check: &'c dyn Check, trials: u64) -> Loop<'c> {
        Loop { name, units: trials, check, way: Way::Plain }
    }

    /// Creates a loop of trials by the kernel, on at most this instruction set.
    ///
    /// # Panics
    /// If the check has no kernel, when the loop runs.
    pub fn kernel(
        name: &'static str,
        check: &'c dyn Check,
        set: InstructionSet,
        trials: u64,
    ) -> Loop<'c> {
        Loop { name, units: trials, check, way: Way::Kernel(set) }
    }

    /// Creates a loop that computes the exact law `laws` times.
    ///
    /// # Panics
    /// If the check has no exact law, when the loop runs.
    pub fn law(name: &'static str, check: &'c dyn Check, laws: u64) -> Loop<'c> {
        Loop { name, units: laws, check, way: Way::Law }
    }

    /// Runs this many units of the loop.
    pub(super) fn play(&self, units: u64) {
        // The first trial of a check may do preparations, such as the plans of a duel, outside of
        // the loop.
        let mut counts = Counts::new(&self.check.columns());
        self.check.play_block(&Stream::new(1, "guard"), 0, 1, &mut counts);
        guarded_work(self, black_box(units));
    }
}

/// Runs the measured work. Valgrind identifies the function by its name.
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
