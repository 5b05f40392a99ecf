//! Counters for the scores of a run.

use super::ledger::{Counter, Ledger};
use crate::rule::{Column, Columns};

/// The hits of every score of every column. Counts of the same columns merge by addition.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    columns: [Hits; Columns::MOST],
    counter: Counter,
}

#[derive(Clone, Debug, Default)]
struct Hits {
    low: i32,
    /// The number of scores.
    length: usize,
    /// `hits[i]` counts the score `low + i`; behind them, for an indexed column, those of the next
    /// step.
    hits: Vec<u64>,
}

impl Counts {
    /// No hits yet.
    pub fn new(columns: &Columns) -> Counts {
        let mut counts = Counts { counter: Counter::at(columns.counter()), ..Counts::default() };
        for (hits, column) in counts.columns.iter_mut().zip(columns.iter()) {
            let (low, length) = (column.scale.low(), column.scale.len());
            *hits = Hits { low, length, hits: vec![0; length * column.indices() as usize] };
        }
        counts
    }

    /// One trial more, by the score of each histogram.
    pub fn add(&mut self, scores: &[Option<i32>]) {
        let mut scores = scores.iter();
        let columns = self.columns.iter_mut().filter(|column| column.length > 0);
        for Hits { low, length, hits } in columns {
            for (hits, score) in hits.chunks_mut(*length).zip(&mut scores) {
                if let Some(score) = score {
                    hits[score.wrapping_sub(*low) as u32 as usize] += 1;
                }
            }
        }
    }

    /// Both counts together.
    pub fn merge(mut self, other: Counts) -> Counts {
        for (mine, theirs) in self.columns.iter_mut().zip(other.columns) {
            mine.hits.iter_mut().zip(theirs.hits).for_each(|(mine, theirs)| *mine += theirs);
        }
        self
    }

    /// The hits of each histogram, from its lowest score up, in the order of
    /// [`Columns::histograms`].
    pub fn histograms(&self) -> impl Iterator<Item = &[u64]> {
        self.columns
            .iter()
            .filter(|column| column.length > 0)
            .flat_map(|column| column.hits.chunks(column.length))
    }
}

impl Ledger for Counts {
    /// # Panics
    /// If the score is off the scale of its column: a bug in the rule, which no tally should hide.
    #[inline(always)]
    fn file(&mut self, place: usize, score: i32) {
        let Hits { low, hits, .. } = &mut self.columns[place];
        // Below the scale it wraps to a number above any scale.
        hits[score.wrapping_sub(*low) as u32 as usize] += 1;
    }

    #[inline(always)]
    fn counter(&mut self) -> &mut Counter {
        &mut self.counter
    }
}

/// Counts by step: a score in an indexed column is filed under the step in which it is recorded.
pub(super) struct IndexedCounts<'c> {
    counts: &'c mut Counts,
    /// How many histograms further on than the first, by column.
    further: [usize; Columns::MOST],
    indexed: [bool; Columns::MOST],
}

impl<'c> IndexedCounts<'c> {
    pub fn new(columns: &Columns, counts: &'c mut Counts) -> IndexedCounts<'c> {
        let indexed =
            |column| columns.get(column).is_some_and(|column: &Column| column.at.is_some());
        let indexed = std::array::from_fn(indexed);
        IndexedCounts { counts, further: [0; Columns::MOST], indexed }
    }
}

impl Ledger for IndexedCounts<'_> {
    /// # Panics
    /// As that of [`Counts`].
    #[inline(always)]
    fn file(&mut self, place: usize, score: i32) {
        let Hits { low, length, hits } = &mut self.counts.columns[place];
        let first = self.further[place];
        hits[first..first + *length][score.wrapping_sub(*low) as u32 as usize] += 1;
    }

    #[inline(always)]
    fn counter(&mut self) -> &mut Counter {
        &mut self.counts.counter
    }

    #[inline(always)]
    fn step(&mut self, number: u32) {
        for column in 0..Columns::MOST {
            if self.indexed[column] {
                self.further[column] = (number as usize - 1) * self.counts.columns[column].length;
            }
        }
    }
}

/// Hits of scales of at most [`ShortCounts::SCORES`] scores, in arrays: no pointer and no length to
/// keep in registers, which makes an opposed check 6 % faster.
pub(super) struct ShortCounts {
    low: [i32; Columns::MOST],
    hits: [[u64; ShortCounts::SCORES]; Columns::MOST],
    counter: Counter,
}

impl ShortCounts {
    const SCORES: usize = 64;

    /// No hits yet; `None` if a scale is too long.
    pub fn new(columns: &Columns) -> Option<ShortCounts> {
        let low = |column| columns.get(column).map_or(0, |column: &Column| column.scale.low());
        let low = std::array::from_fn(low);
        let short = columns.iter().all(|column| column.scale.len() <= ShortCounts::SCORES);
        let hits = [[0; ShortCounts::SCORES]; Columns::MOST];
        short.then_some(ShortCounts { low, hits, counter: Counter::at(columns.counter()) })
    }

    /// Adds its hits to `counts`, which are of the same columns.
    ///
    /// # Panics
    /// If a score was off its scale: a bug in the rule.
    pub fn add_to(&self, counts: &mut Counts) {
        for (from, to) in self.hits.iter().zip(&mut counts.columns) {
            let (on, off) = from.split_at(to.hits.len());
            assert!(off.iter().all(|&hits| hits == 0), "a score is on its scale");
            to.hits.iter_mut().zip(on).for_each(|(sum, hits)| *sum += hits);
        }
    }
}

impl Ledger for ShortCounts {
    #[inline(always)]
    fn file(&mut self, place: usize, score: i32) {
        self.hits[place][score.wrapping_sub(self.low[place]) as u32 as usize] += 1;
    }

    #[inline(always)]
    fn counter(&mut self) -> &mut Counter {
        &mut self.counter
    }
}
