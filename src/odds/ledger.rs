//! The engine's side of a record: what it adds to the scores that a rule records.

use crate::rule::{Columns, Record};

/// A record as the engine keeps it.
pub(super) trait Ledger: Record {
    /// Scores `score` in the column at this place.
    fn file(&mut self, place: usize, score: i32);

    /// A trial is over: the count of the column that counts up becomes its score.
    #[inline(always)]
    fn end(&mut self) {}

    /// The next step begins, numbered from 1 on: indexed columns are filed by it.
    #[inline(always)]
    fn step(&mut self, number: u32) {
        let _ = number;
    }
}

/// The columns that take the number of steps, and the step at which a trial is cut off.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    /// One bit a column.
    columns: u8,
    /// The last step.
    pub limit: i32,
}

impl Clock {
    /// The clock of a rule; `None` where no column counts steps.
    pub fn of(columns: &Columns) -> Option<Clock> {
        let bit = |(place, column): (usize, &crate::rule::Column)| {
            if column.scale.capped_at().is_some() { 1 << place } else { 0 }
        };
        let bits = columns.iter().enumerate().map(bit).fold(0, |bits, bit| bits | bit);
        columns.limit().map(|limit| Clock { columns: bits, limit })
    }

    /// Scores the number of steps in its columns.
    #[inline(always)]
    pub fn stop(self, steps: i32, ledger: &mut impl Ledger) {
        let mut left = self.columns;
        while left != 0 {
            ledger.file(left.trailing_zeros() as usize, steps);
            left &= left - 1;
        }
    }
}
