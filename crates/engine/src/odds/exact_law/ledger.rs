//! The engine's side of a record: what it adds to the scores that a rule records.

use crate::rule::{Columns, Handle, Record};

/// A record as the engine keeps it.
pub(in crate::odds) trait Ledger {
    /// Scores `score` in the column at this place.
    fn file(&mut self, place: usize, score: i32);

    /// What counts up in the present trial.
    fn counter(&mut self) -> &mut Counter;

    /// A trial is over: the count of the column that counts up becomes its score.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn end(&mut self) {
        let Counter { place, count } = self.counter();
        if let Some(place) = *place {
            let count = std::mem::take(count);
            self.file(place, count);
        }
    }

    /// Scores `score` in the column at this place, in the step of this number, from 1 on: indexed
    /// columns are filed by it.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn file_in(&mut self, step: u32, place: usize, score: i32) {
        let _ = step;
        self.file(place, score);
    }

    /// The rule says a line.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn say(&mut self, line: impl FnOnce() -> String) {
        let _ = line;
    }
}

/// A ledger in the step of this number. Who records knows the step: a ledger that had to remember it
/// would look for it at each score.
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

/// The column that counts up, where a rule has one, and its count in the present trial.
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

/// The columns that take the number of steps, and the step at which a trial is cut off.
#[derive(Clone, Copy, Debug)]
pub(in crate::odds) struct Clock {
    /// One bit a column.
    columns: u8,
    /// The first step in which a trial may end.
    pub first: i32,
    /// The last step.
    pub limit: i32,
    /// What a trial that is cut off there scores beyond it.
    pub beyond: i32,
}

impl Clock {
    /// The clock of a rule; `None` where no column counts steps.
    pub fn of(columns: &Columns) -> Option<Clock> {
        let bit = |(place, column): (usize, &crate::rule::Column)| {
            if column.scale.last_step().is_some() { 1 << place } else { 0 }
        };
        let bits = columns.iter().enumerate().map(bit).fold(0, |bits, bit| bits | bit);
        let beyond = columns.beyond();
        let counted = columns.iter().filter(|column| column.scale.last_step().is_some());
        let first = counted.map(|column| column.scale.low()).min().unwrap_or(1);
        columns.limit().map(|limit| Clock { columns: bits, first, limit, beyond })
    }

    /// The places of its columns.
    pub fn places(self) -> impl Iterator<Item = usize> {
        (0..u8::BITS as usize).filter(move |place| self.columns >> place & 1 == 1)
    }

    /// Scores the number of steps in its columns.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn stop(self, steps: i32, ledger: &mut impl Ledger) {
        let mut left = self.columns;
        while left != 0 {
            ledger.file(left.trailing_zeros() as usize, steps);
            left &= left - 1;
        }
    }
}
