//! Counters for the scores of a run.

use super::ledger::{Counter, Ledger};
use super::row::Row;
use super::totals::MOST_KEPT;
use crate::rule::{Column, Columns, Scored};

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
    /// The number of histograms.
    indices: usize,
    /// `hits[i]` counts the score `low + i`; behind them, for an indexed column, those of the next
    /// step. Empty where there would be too many.
    hits: Vec<u64>,
    /// The hits by place where there are too many places: those that were hit alone.
    few: Few,
}

type Few = std::collections::HashMap<u32, u64, foldhash::fast::FixedState>;

impl Counts {
    /// No hits yet.
    pub fn new(columns: &Columns) -> Counts {
        let mut counts = Counts { counter: Counter::at(columns.counter()), ..Counts::default() };
        for (hits, column) in counts.columns.iter_mut().zip(columns.iter()) {
            let (low, length) = (column.scale.low(), column.scale.len());
            let places = length * column.indices() as usize;
            let kept = if places <= MOST_KEPT { places } else { 0 };
            let indices = column.indices() as usize;
            *hits = Hits { low, length, indices, hits: vec![0; kept], few: Few::default() };
        }
        counts
    }

    /// One trial more, by the score of each histogram.
    pub fn add(&mut self, scores: &[Option<i32>]) {
        let mut scores = scores.iter();
        for column in self.columns.iter_mut().filter(|column| column.length > 0) {
            for (histogram, score) in scores.by_ref().take(column.indices).enumerate() {
                if let Some(score) = score {
                    column.hit(histogram * column.length, *score);
                }
            }
        }
    }

    /// What many trials scored.
    ///
    /// # Panics
    /// If it is off the scale of its column: a bug in the kernel, which no tally should hide.
    pub fn add_scored(&mut self, Scored { column, step, score, trials }: Scored) {
        let hits = &mut self.columns[column];
        let first = (step as usize - 1) * hits.length;
        let place = score.wrapping_sub(hits.low) as u32 as usize;
        assert!(place < hits.length, "a score is on its scale");
        if hits.is_wide() {
            *hits.few.entry((first + place) as u32).or_default() += trials;
        } else {
            hits.hits[first + place] += trials;
        }
    }

    /// Both counts together.
    pub fn merge(mut self, other: Counts) -> Counts {
        for (mine, theirs) in self.columns.iter_mut().zip(other.columns) {
            mine.add(theirs);
        }
        self
    }

    /// Adds what others have counted in one of their columns to the only one of these.
    pub(super) fn add_column(&mut self, other: Counts, place: usize) {
        let theirs = other.columns.into_iter().nth(place).unwrap_or_default();
        self.columns[0].add(theirs);
    }

    /// The hits of each histogram, from its lowest score up, in the order of
    /// [`Columns::histograms`].
    pub fn histograms(&self) -> impl Iterator<Item = Vec<u64>> {
        let columns = self.columns.iter().filter(|column| column.length > 0);
        columns.flat_map(|column| {
            (0..column.indices).map(|histogram| {
                let row = column.row(histogram);
                (0..column.length).map(|place| row.get(place)).collect()
            })
        })
    }

    /// The same by place, in the order of [`Columns::histograms`].
    pub(super) fn rows(&self) -> impl Iterator<Item = Row<u64>> {
        let columns = self.columns.iter().filter(|column| column.length > 0);
        columns.flat_map(|column| (0..column.indices).map(|histogram| column.row(histogram)))
    }
}

impl Hits {
    fn is_wide(&self) -> bool {
        self.length > 0 && self.hits.is_empty()
    }

    /// Both together, of the same column.
    fn add(&mut self, other: Hits) {
        self.hits.iter_mut().zip(other.hits).for_each(|(mine, theirs)| *mine += theirs);
        let few = other.few.into_iter();
        few.for_each(|(place, hits)| *self.few.entry(place).or_default() += hits);
    }

    /// One hit more of a score, in the histogram whose first place this is.
    #[inline(always)]
    fn hit(&mut self, first: usize, score: i32) {
        // Below the scale it wraps to a number above any scale.
        let place = score.wrapping_sub(self.low) as u32 as usize;
        match self.hits.get_mut(first + place) {
            Some(hits) if place < self.length => *hits += 1,
            _ => self.hit_few(first, place),
        }
    }

    /// The same where those alone are kept which were hit. Apart, as it is long, and rare.
    #[cold]
    #[inline(never)]
    fn hit_few(&mut self, first: usize, place: usize) {
        assert!(self.is_wide() && place < self.length, "a score is on its scale");
        *self.few.entry((first + place) as u32).or_default() += 1;
    }

    fn row(&self, histogram: usize) -> Row<u64> {
        let first = histogram * self.length;
        let mut some: Vec<(u32, u64)> = match self.is_wide() {
            true => {
                let here = first as u32..(first + self.length) as u32;
                let hits = self.few.iter().filter(|(place, _)| here.contains(place));
                hits.map(|(place, hits)| (place - here.start, *hits)).collect()
            }
            false => {
                let hits = self.hits[first..first + self.length].iter().copied();
                (0..).zip(hits).filter(|(_, hits)| *hits > 0).collect()
            }
        };
        some.sort_unstable();
        Row::of(self.length, some.into_iter())
    }
}

/// Counts by step: a score in an indexed column is filed under the step in which it is recorded.
/// Columns of many scores are counted so too.
pub(super) struct IndexedCounts<'c> {
    counts: &'c mut Counts,
    /// The hits of all columns whose every place is kept, one column behind the other, so that the
    /// loop has one pointer and one length to remember.
    hits: Vec<u64>,
    files: [File; Columns::MOST],
    /// The steps before the present one.
    steps: usize,
}

/// Where a column is filed.
#[derive(Clone, Copy, Default)]
struct File {
    low: i32,
    /// The number of scores; 0 where those alone are kept which were hit.
    length: u32,
    /// The place of the lowest score in the first step.
    first: usize,
    /// How many places further each step is filed than the one before it, and of how many steps.
    further: usize,
    indices: usize,
}

impl<'c> IndexedCounts<'c> {
    pub fn new(columns: &Columns, counts: &'c mut Counts) -> IndexedCounts<'c> {
        let (mut files, mut first) = ([File::default(); Columns::MOST], 0);
        for ((file, hits), column) in files.iter_mut().zip(&counts.columns).zip(columns.iter()) {
            let (low, length) = (hits.low, if hits.is_wide() { 0 } else { hits.length as u32 });
            let further = if column.is_indexed() { length as usize } else { 0 };
            *file = File { low, length, first, further, indices: hits.indices };
            first += hits.hits.len();
        }
        IndexedCounts { counts, hits: vec![0; first], files, steps: 0 }
    }

    /// Adds its hits to the counts that it was made for.
    pub fn finish(self) {
        let mut hits = self.hits.into_iter();
        let to = self.counts.columns.iter_mut().flat_map(|column| &mut column.hits);
        to.for_each(|sum| *sum += hits.next().unwrap_or(0));
    }

    /// Files a score where those alone are kept which were hit, or one that is off the scale. Apart,
    /// as it is long, and rare.
    #[cold]
    #[inline(never)]
    fn file_few(&mut self, place: usize, score: i32) {
        let column = &mut self.counts.columns[place];
        let histogram = if column.indices > 1 { self.steps } else { 0 };
        column.hit(histogram * column.length, score);
    }
}

impl Ledger for IndexedCounts<'_> {
    /// # Panics
    /// If the score is off the scale of its column: a bug in the rule, which no tally should hide. In
    /// tests also if its column has no such step.
    #[inline(always)]
    fn file(&mut self, place: usize, score: i32) {
        let File { low, length, first, further, indices } = self.files[place];
        debug_assert!(further == 0 || self.steps < indices, "a score has its step");
        // Below the scale it wraps to a number above any scale.
        let here = score.wrapping_sub(low) as u32;
        if here < length {
            self.hits[first + self.steps * further + here as usize] += 1;
        } else {
            self.file_few(place, score);
        }
    }

    #[inline(always)]
    fn counter(&mut self) -> &mut Counter {
        &mut self.counts.counter
    }

    #[inline(always)]
    fn step(&mut self, number: u32) {
        self.steps = number as usize - 1;
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

    /// No hits yet; `None` if a scale is too long, or scores are filed by step.
    pub fn new(columns: &Columns) -> Option<ShortCounts> {
        let low = |column| columns.get(column).map_or(0, |column: &Column| column.scale.low());
        let low = std::array::from_fn(low);
        let fits = |column: &Column| column.scale.len() <= ShortCounts::SCORES;
        let short = !columns.indexed() && columns.iter().all(fits);
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
