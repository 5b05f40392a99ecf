//! All scores of all columns in one row: a number for each, so that the end of a branch is a short list of numbers.

use crate::rule::Columns;

/// Which cells belong to which column.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The lowest score, the number of scores and the first cell of each column.
    spans: Vec<(i32, usize, usize)>,
    pub cells: usize,
}

impl Layout {
    pub fn new(columns: &Columns) -> Layout {
        let mut cells = 0;
        let mut span = |column: &crate::rule::Column| {
            let first = cells;
            cells += column.scale.len();
            (column.scale.low(), column.scale.len(), first)
        };
        Layout { spans: columns.iter().map(&mut span).collect(), cells }
    }

    /// The cell of a score.
    ///
    /// # Panics
    /// If the score is off the scale that the rule gave: a bug in the rule, which no law should hide.
    #[inline]
    pub fn cell(&self, column: usize, score: i32) -> usize {
        let (low, length, first) = self.spans[column];
        let place = score.wrapping_sub(low) as u32 as usize;
        assert!(place < length, "a score is on its scale");
        first + place
    }

    /// The cells of one column.
    pub fn column(&self, column: usize) -> std::ops::Range<usize> {
        let (_, length, first) = self.spans[column];
        first..first + length
    }
}
