//! All scores of all histograms, numbered in one row of cells, so that what a branch records is a
//! short list of numbers.

use super::graph::{Stop, WalkResult};
use super::ledger::{Counter, Ledger};
use crate::rule::{Column, Columns};

/// The cells of each histogram. Those of an indexed column follow one another, step by step.
#[derive(Clone, Debug, Default)]
pub(in crate::odds) struct Layout {
    columns: Vec<Span>,
    pub cells: usize,
    /// The column that counts up, where it is asked for.
    pub counter: Option<usize>,
    /// The same where it need not be.
    counts_up: Option<usize>,
    /// The one column that is asked for.
    only: Option<usize>,
    /// The distance from the cell of one step to that of the next, by the cell of the first step;
    /// empty where no column is indexed.
    strides: Vec<u32>,
}

/// The cells of one column.
#[derive(Clone, Copy, Debug)]
struct Span {
    low: i32,
    /// The number of scores.
    length: usize,
    first: usize,
    /// The number of histograms.
    indices: u32,
}

impl Layout {
    /// Of these columns, of which all are asked for, or one alone.
    pub fn new(columns: &Columns, only: Option<usize>) -> Layout {
        let mut cells = 0;
        let mut span = |column: &Column| {
            let (low, length, indices) = (column.scale.low(), column.scale.len(), column.indices());
            let first = cells;
            cells += length * indices as usize;
            Span { low, length, first, indices }
        };
        let spans: Vec<Span> = columns.iter().map(&mut span).collect();
        let stride = |(span, column): (&Span, &Column)| {
            let stride = if column.is_indexed() { span.length as u32 } else { 0 };
            std::iter::repeat_n(stride, span.length * span.indices as usize)
        };
        let indexed = columns.iter().filter(|_| columns.indexed());
        let strides = spans.iter().zip(indexed).flat_map(stride).collect();
        let counts_up = columns.counter();
        let counter = counts_up.filter(|place| only.is_none_or(|only| only == *place));
        Layout { columns: spans, cells, counter, counts_up, only, strides }
    }

    /// The cell of a score, in an indexed column that of the first step.
    ///
    /// # Errors
    /// If the score is off the scale of its column.
    #[inline]
    pub fn cell(&self, column: usize, score: i32) -> WalkResult<usize> {
        let Span { low, length, first, .. } = self.columns[column];
        // Below the scale it wraps to a number above any scale.
        let place = score.wrapping_sub(low) as u32 as usize;
        if place < length { Ok(first + place) } else { Err(Stop::OffScale(column)) }
    }

    /// The cells of a column that is not indexed.
    pub fn cells_of(&self, column: usize) -> std::ops::Range<usize> {
        let Span { first, length, .. } = self.columns[column];
        first..first + length
    }

    /// The cell that stands for a cell of the first step in step number `step`, from 1 on.
    #[inline]
    pub fn at(&self, cell: u32, step: u32) -> usize {
        let stride = self.strides.get(cell as usize).copied().unwrap_or(0);
        (cell + stride * (step - 1)) as usize
    }

    /// The cells of each histogram, in the order of [`Columns::histograms`].
    pub fn histograms(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        self.columns.iter().flat_map(|span| {
            let first = move |index: u32| span.first + index as usize * span.length;
            (0..span.indices).map(move |index| first(index)..first(index) + span.length)
        })
    }
}

/// The cells that a branch records, one a column at most.
pub(in crate::odds) struct Key<'l> {
    layout: &'l Layout,
    cells: [u32; Columns::MOST],
    filed: usize,
    /// A column that was given a score off its scale.
    off_scale: Option<usize>,
    counter: Counter,
}

impl<'l> Key<'l> {
    pub fn new(layout: &'l Layout) -> Key<'l> {
        let cells = [0; Columns::MOST];
        let counter = Counter::at(layout.counts_up);
        Key { layout, cells, filed: 0, off_scale: None, counter }
    }

    /// Forgets what was recorded.
    #[inline]
    pub fn restart(&mut self) {
        self.filed = 0;
        self.off_scale = None;
        self.counter.count = 0;
    }

    /// The recorded cells.
    ///
    /// # Errors
    /// If a score was off the scale of its column.
    #[inline]
    pub fn cells(&self) -> WalkResult<&[u32]> {
        match self.off_scale {
            None => Ok(&self.cells[..self.filed]),
            Some(column) => Err(Stop::OffScale(column)),
        }
    }

    /// How often it counts up, where that is asked for.
    pub fn ticks(&self) -> u32 {
        if self.layout.counter.is_some() { self.counter.count as u32 } else { 0 }
    }
}

impl Ledger for Key<'_> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn file(&mut self, place: usize, score: i32) {
        if self.layout.only.is_some_and(|only| only != place) {
            return;
        }
        let Ok(cell) = self.layout.cell(place, score) else {
            self.off_scale = Some(place);
            return;
        };
        let again = |known: &u32| self.layout.cells_of(place).contains(&(*known as usize));
        let filed = &self.cells[..self.filed];
        debug_assert!(!filed.iter().any(again), "a column is recorded once a step");
        self.cells[self.filed] = cell as u32;
        self.filed += 1;
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn counter(&mut self) -> &mut Counter {
        &mut self.counter
    }
}
