//! The engine's side of a [`Record`]: the scores that it adds to those of the rule.

use crate::rule::{Columns, Handle, Record};

/// A [`Record`] of the engine, which can also record the scores that the engine adds: step counts
/// and counters.
pub(in crate::odds) trait Ledger {
    /// Records `score` in the column at this index.
    fn file(&mut self, place: usize, score: i32);

    /// Returns the counter of the current trial.
    fn counter(&mut self) -> &mut Counter;

    /// Ends a trial: the counter becomes the score of the column that counts up.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn end(&mut self) {
        let Counter { place, count } = self.counter();
        if let Some(place) = *place {
            let count = std::mem::take(count);
            self.file(place, count);
        }
    }

    /// Records `score` in the column at this index in step `step`, from 1, by which indexed columns
    /// are split.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn file_in(&mut self, step: u32, place: usize, score: i32) {
        let _ = step;
        self.file(place, score);
    }

    /// Adds a transcript line.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn say(&mut self, line: impl FnOnce() -> String) {
        let _ = line;
    }
}

/// A ledger in a certain step. The caller has the step in a register; storing it in the ledger
/// would cost a load per score.
pub(in crate::odds) struct InStep<'l, L>(pub &'l mut L, pub u32);

impl<L: Ledger> Ledger for InStep<'_, L> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn file(&mut self, place: usize, score: i32) {
        self.0.file_in(self.1, place, score);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn counter(&mut self) -> &mut Counter {
        self.0.counter()
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn say(&mut self, line: impl FnOnce() -> String) {
        self.0.say(line);
    }
}

impl<L: Ledger> Record for L {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn score(&mut self, column: Handle, score: i32) {
        self.file(column.place(), score);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn count(&mut self, column: Handle) {
        let counter = self.counter();
        debug_assert_eq!(counter.place, Some(column.place()), "this column counts up");
        counter.count += 1;
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn tell(&mut self, line: impl FnOnce() -> String) {
        self.say(line);
    }
}

/// The index of the column that counts up, if there is one, and its count in the current trial.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::odds) struct Counter {
    place: Option<usize>,
    pub count: i32,
}

impl Counter {
    pub fn at(place: Option<usize>) -> Counter {
        Counter { place, count: 0 }
    }
}

/// The columns that record the number of steps, and the step at which a trial is cut off.
#[derive(Clone, Copy, Debug)]
pub(in crate::odds) struct Clock {
    /// A bit set of column indices.
    columns: u8,
    /// The first step in which a trial may end.
    pub first: i32,
    /// The last step.
    pub limit: i32,
    /// The number that a trial cut off at the last step scores in excess of it, 0 or 1.
    pub beyond: i32,
}

impl Clock {
    /// Returns the clock of a rule, or `None` if no column counts steps.
    pub fn of(columns: &Columns) -> Option<Clock> {
        let limit = columns.limit()?;
        let mut clock = Clock { columns: 0, first: i32::MAX, limit, beyond: columns.beyond() };
        for (place, column) in columns.iter().enumerate() {
            if column.scale.last_step().is_some() {
                clock.columns |= 1 << place;
                clock.first = clock.first.min(column.scale.low());
            }
        }
        Some(clock)
    }

    /// Records the number of steps in its columns.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn stop(self, steps: i32, ledger: &mut impl Ledger) {
        let mut left = self.columns;
        while left != 0 {
            ledger.file(left.trailing_zeros() as usize, steps);
            left &= left - 1;
        }
    }
}
