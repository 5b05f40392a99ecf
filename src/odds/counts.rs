//! Where the scores of a run are counted: all cells of all columns in one row of integers.

use crate::rule::{Columns, Record};

/// Which cells belong to which column.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    spans: [Span; Columns::MOST],
    pub cells: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct Span {
    low: i32,
    length: u32,
    offset: usize,
}

impl Layout {
    pub fn new(columns: &Columns) -> Layout {
        let (mut spans, mut cells) = ([Span::default(); Columns::MOST], 0);
        for (span, column) in spans.iter_mut().zip(columns.iter()) {
            *span = Span { low: column.scale.low(), length: column.scale.len() as u32, offset: cells };
            cells += column.scale.len();
        }
        Layout { spans, cells }
    }

    /// The cell of a score.
    ///
    /// # Panics
    /// If the score is off the scale that the rule gave: a bug in the rule, which no tally should hide.
    #[inline(always)]
    pub fn cell(&self, column: usize, score: i32) -> usize {
        let span = self.spans[column];
        let place = score.wrapping_sub(span.low) as u32;
        assert!(place < span.length, "a score is on its scale");
        span.offset + place as usize
    }

    /// The cells of one column.
    pub fn column(&self, column: usize) -> std::ops::Range<usize> {
        let span = self.spans[column];
        span.offset..span.offset + span.length as usize
    }
}

/// Hits of every score of every column. Counts of the same columns merge by adding.
#[derive(Clone, Debug)]
pub struct Counts {
    pub(super) layout: Layout,
    pub(super) cells: Vec<u64>,
}

impl Counts {
    /// No hits yet.
    pub fn new(columns: &Columns) -> Counts {
        let layout = Layout::new(columns);
        Counts { cells: vec![0; layout.cells], layout }
    }

    /// Both counts together.
    pub fn merge(mut self, other: Counts) -> Counts {
        self.cells.iter_mut().zip(other.cells).for_each(|(mine, theirs)| *mine += theirs);
        self
    }
}

impl Record for Counts {
    #[inline(always)]
    fn score(&mut self, column: usize, score: i32) {
        self.cells[self.layout.cell(column, score)] += 1;
    }
}
