//! The layout of cells: all scores of all histograms are numbered consecutively, so that the scores
//! of a branch are a short list of integers.

use super::graph::{Stop, WalkResult};
use super::ledger::{Counter, Ledger};
use crate::rule::{Column, Columns};

/// The cells of each histogram; those of an indexed column follow one another, step by step.
#[derive(Clone, Debug, Default)]
pub(in crate::odds) struct Layout {
    columns: Vec<Span>,
    pub cells: usize,
    /// The index of the column that counts up, if it is requested.
    pub counter: Option<usize>,
    /// The index of the column that counts up, requested or not.
    counts_up: Option<usize>,
    /// The index of the only requested column.
    only: Option<usize>,
    /// The distance between the cells of successive steps, by the cell of the first step; empty if
    /// no column is indexed.
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
    /// Creates the layout of these columns, all of which are requested, or only one.
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

    /// Returns the cell of a score, in an indexed column that of the first step.
    ///
    /// # Errors
    /// If the score is off the scale of its column.
    #[inline]
    pub fn cell(&self, column: usize, score: i32) -> WalkResult<usize> {
        let Span { low, length, first, .. } = self.columns[column];
        // A score below the scale wraps around to a number above any scale.
        let place = score.wrapping_sub(low) as u32 as usize;
        if place < length { Ok(first + place) } else { Err(Stop::OffScale(column)) }
    }

    /// Returns the cells of a column that is not indexed.
    pub fn cells_of(&self, column: usize) -> std::ops::Range<usize> {
        let Span { first, length, .. } = self.columns[column];
        first..first + length
    }

    /// Returns the cell of step `step`, from 1, that corresponds to a cell of the first step.
    #[inline]
    pub fn at(&self, cell: u32, step: u32) -> usize {
        let stride = self.strides.get(cell as usize).copied().unwrap_or(0);
        (cell + stride * (step - 1)) as usize
    }

    /// Returns the cell range of each histogram, in the order of [`Columns::histograms`].
    pub fn histograms(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        self.columns.iter().flat_map(|span| {
            let first = move |index: u32| span.first + index as usize * span.length;
            (0..span.indices).map(move |index| first(index)..first(index) + span.length)
        })
    }
}

/// Collects the cells that a branch records, at most one per column.
pub(in crate::odds) struct Key<'l> {
    layout: &'l Layout,
    cells: [u32; Columns::MOST],
    filed: usize,
    /// The index of a column that got a score off its scale.
    off_scale: Option<usize>,
    counter: Counter,
}

impl<'l> Key<'l> {
    pub fn new(layout: &'l Layout) -> Key<'l> {
        let cells = [0; Columns::MOST];
        let counter = Counter::at(layout.counts_up);
        Key { layout, cells, filed: 0, off_scale: None, counter }
    }

    /// Clears the recorded cells.
    #[inline]
    pub fn restart(&mut self) {
        self.filed = 0;
        self.off_scale = None;
        self.counter.count = 0;
    }

    /// Returns the recorded cells.
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

    /// Returns the number of times that the branch counts up, if that is requested.
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
