//! Counters for the scores of a run.

use crate::odds::ledger::{Counter, Ledger};
use crate::odds::row::SparseRow;
use crate::odds::totals::Totals;
use crate::rule::{Column, Columns, Scored};
use oddsmith_base::Result;

/// The hits of every score of every column. Counts of the same columns merge by addition.
#[derive(Clone, Debug)]
pub struct Counts {
    columns: Vec<Hits>,
    counter: Counter,
}

#[derive(Clone, Debug)]
struct Hits {
    low: i32,
    /// Number of scores.
    length: usize,
    /// Number of histograms.
    indices: usize,
    /// The hits of the score `low + i` at index i; for an indexed column, followed by those of the
    /// next step.
    hits: Totals<u64>,
    /// The hits of scores off the scale, which make the run an error.
    off_scale: u64,
}

impl Counts {
    /// Creates counts of zero.
    pub fn new(columns: &Columns) -> Counts {
        let hits = |column: &Column| {
            let (low, length) = (column.scale.low(), column.scale.len());
            let indices = column.indices() as usize;
            Hits { low, length, indices, hits: Totals::new(length * indices, 0), off_scale: 0 }
        };
        let counter = Counter::at(columns.counter());
        Counts { columns: columns.iter().map(hits).collect(), counter }
    }

    /// Adds one trial, given the score of each histogram.
    pub fn add(&mut self, scores: &[Option<i32>]) {
        let mut scores = scores.iter();
        for column in &mut self.columns {
            for (histogram, score) in scores.by_ref().take(column.indices).enumerate() {
                if let Some(score) = score {
                    column.hit(histogram, *score, 1);
                }
            }
        }
    }

    /// Adds a score of many trials.
    pub fn add_scored(&mut self, Scored { column, step, score, trials }: Scored) {
        self.columns[column].hit(step as usize - 1, score, trials);
    }

    /// Checks that every score was on the scale of its column.
    ///
    /// # Errors
    /// If one was not, naming the column.
    pub(in crate::odds) fn on_scale(&self, columns: &Columns) -> Result<()> {
        let off = self.columns.iter().zip(columns.iter()).find(|(hits, _)| hits.off_scale > 0);
        off.map_or(Ok(()), |(_, column)| Err(column.off_scale()))
    }

    /// Returns the sum of both counts.
    pub fn merge(mut self, other: Counts) -> Counts {
        for (mine, theirs) in self.columns.iter_mut().zip(other.columns) {
            mine.add(theirs);
        }
        self
    }

    /// Adds the hits of one column of `other` to the only column of these counts.
    pub(in crate::odds) fn add_column(&mut self, mut other: Counts, place: usize) {
        self.columns[0].add(other.columns.swap_remove(place));
    }

    /// Returns the hits of each histogram, from its lowest score up, in the order of
    /// [`Columns::histograms`].
    pub fn histograms(&self) -> impl Iterator<Item = Vec<u64>> {
        self.columns.iter().flat_map(|column| {
            column.rows().map(|row| (0..column.length).map(|place| row.get(place)).collect())
        })
    }

    /// Returns the same as sparse rows, in the order of [`Columns::histograms`].
    pub(in crate::odds) fn rows(&self) -> impl Iterator<Item = SparseRow<u64>> {
        self.columns.iter().flat_map(Hits::rows)
    }
}

impl Hits {
    /// Adds the hits of the same column.
    fn add(&mut self, other: Hits) {
        self.off_scale += other.off_scale;
        match (&mut self.hits, other.hits) {
            (Totals::All(mine), Totals::All(theirs)) => {
                mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
            }
            (mine, theirs) => {
                let places = self.length * self.indices;
                for (place, hits) in theirs.within(0..places, |hits| *hits > 0) {
                    *mine.at(place as usize) += hits;
                }
            }
        }
    }

    /// Adds `hits` hits of a score, in this histogram.
    #[inline]
    fn hit(&mut self, histogram: usize, score: i32, hits: u64) {
        // A score below the scale wraps around to a number above any scale.
        let place = score.wrapping_sub(self.low) as u32 as usize;
        match place < self.length {
            true => *self.hits.at(histogram * self.length + place) += hits,
            false => self.off_scale += hits,
        }
    }

    /// Returns the hits if they are stored densely, else an empty slice.
    fn all(&mut self) -> &mut [u64] {
        match &mut self.hits {
            Totals::All(all) => all,
            Totals::Some(..) => &mut [],
        }
    }

    /// Returns the hits of each histogram.
    fn rows(&self) -> impl Iterator<Item = SparseRow<u64>> {
        (0..self.indices).map(|histogram| {
            let first = histogram * self.length;
            let some = self.hits.within(first..first + self.length, |hits| *hits > 0);
            SparseRow::of(self.length, some.into_iter())
        })
    }
}

/// Counts by step: a score in an indexed column counts in the step in which it is recorded. Also
/// used for columns with many scores.
pub(in crate::odds) struct IndexedCounts<'c> {
    counts: &'c mut Counts,
    /// The hits of all densely stored columns, concatenated, so that the loop needs only one
    /// pointer and one length.
    hits: Vec<u64>,
    files: [File; Columns::MOST],
}

/// The location of a column in the hits.
#[derive(Clone, Copy, Default)]
struct File {
    low: i32,
    /// Number of scores; 0 if the column is stored sparsely.
    length: u32,
    /// The index of the lowest score in the first step.
    first: usize,
    /// The distance between successive steps, and the number of steps.
    further: usize,
    indices: usize,
}

impl<'c> IndexedCounts<'c> {
    pub fn new(columns: &Columns, counts: &'c mut Counts) -> IndexedCounts<'c> {
        let (mut files, mut first) = ([File::default(); Columns::MOST], 0);
        for ((file, hits), column) in files.iter_mut().zip(&mut counts.columns).zip(columns.iter())
        {
            let kept = hits.all().len();
            let length = if kept == 0 { 0 } else { hits.length as u32 };
            let further = if column.is_indexed() { length as usize } else { 0 };
            *file = File { low: hits.low, length, first, further, indices: hits.indices };
            first += kept;
        }
        IndexedCounts { counts, hits: vec![0; first], files }
    }

    /// Adds its hits to the counts that it was created for.
    pub fn finish(self) {
        let to = self.counts.columns.iter_mut().flat_map(Hits::all);
        to.zip(self.hits).for_each(|(sum, hits)| *sum += hits);
    }

    /// Counts a score in a sparse column, or one off the scale. A separate function, because it is
    /// long and rarely called.
    #[cold]
    #[inline(never)]
    fn file_few(&mut self, step: u32, place: usize, score: i32) {
        let column = &mut self.counts.columns[place];
        column.hit(if column.indices > 1 { step as usize - 1 } else { 0 }, score, 1);
    }
}

impl Ledger for IndexedCounts<'_> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn file(&mut self, place: usize, score: i32) {
        self.file_in(1, place, score);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn file_in(&mut self, step: u32, place: usize, score: i32) {
        let File { low, length, first, further, indices } = self.files[place];
        let before = step as usize - 1;
        debug_assert!(further == 0 || before < indices, "a score has its step");
        // A score below the scale wraps around to a number above any scale.
        let here = score.wrapping_sub(low) as u32;
        if here < length {
            self.hits[first + before * further + here as usize] += 1;
        } else {
            self.file_few(step, place, score);
        }
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn counter(&mut self) -> &mut Counter {
        &mut self.counts.counter
    }
}

/// Maximum number of scores of a scale that is counted in an array. With one more entry, a row is
/// found by a shift.
const SCORES: usize = 63;

/// Hits of scales of at most [`SCORES`] scores, in arrays, which need no pointer or length in
/// registers: an opposed check is 6 % faster.
///
/// If every score `FITS` its scale, scores off the scale are not counted, which saves a damage
/// ladder 26 % of the instructions.
pub(in crate::odds) struct ShortCounts<const FITS: bool> {
    low: [i32; Columns::MOST],
    /// The entry after the scores of a column counts those off its scale.
    hits: [[u64; SCORES + 1]; Columns::MOST],
    counter: Counter,
}

impl<const FITS: bool> ShortCounts<FITS> {
    /// Creates counts of zero; `None` if a scale is too long, or a column is indexed.
    pub fn new(columns: &Columns) -> Option<ShortCounts<FITS>> {
        let low = |column| columns.get(column).map_or(0, |column: &Column| column.scale.low());
        let low = std::array::from_fn(low);
        let fits = |column: &Column| column.scale.len() <= SCORES;
        let short = !columns.indexed() && columns.iter().all(fits);
        let hits = [[0; SCORES + 1]; Columns::MOST];
        short.then_some(ShortCounts { low, hits, counter: Counter::at(columns.counter()) })
    }

    /// Adds its hits to `counts`, which must have the same columns.
    pub fn add_to(&self, counts: &mut Counts) {
        for (column, from) in counts.columns.iter_mut().zip(&self.hits) {
            let (on, off) = from.split_at(column.length);
            column.off_scale += off.iter().sum::<u64>();
            column.all().iter_mut().zip(on).for_each(|(sum, hits)| *sum += hits);
        }
    }
}

impl<const FITS: bool> Ledger for ShortCounts<FITS> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn file(&mut self, place: usize, score: i32) {
        let here = score.wrapping_sub(self.low[place]) as u32 as usize;
        self.hits[place][if FITS { here } else { here.min(SCORES) }] += 1;
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn counter(&mut self) -> &mut Counter {
        &mut self.counter
    }
}

/// Hits by step of a few columns on short scales, in arrays.
///
/// Every column has a row in every step, so counting needs no branch: a bidding duel writes
/// eighteen scores per trial, so each extra instruction matters.
pub(in crate::odds) struct StepCounts {
    low: [i32; StepCounts::COLUMNS],
    /// Number of histograms of each column.
    indices: [usize; StepCounts::COLUMNS],
    /// Rows by step modulo [`StepCounts::STEPS`], since a column that is not indexed may be scored
    /// in later steps. The entry after the scores of a column counts those off its scale.
    hits: [[[u32; SCORES + 1]; StepCounts::COLUMNS]; StepCounts::STEPS],
    counter: Counter,
}

impl StepCounts {
    const COLUMNS: usize = 8;

    /// One more than the maximum number of indexed steps, which are numbered from 1.
    const STEPS: usize = 32;

    /// Creates counts of zero; `None` if a scale is too long, or there are too many columns, steps
    /// or trials.
    pub fn new(columns: &Columns, trials: u64) -> Option<Box<StepCounts>> {
        let fits = |column: &Column| {
            column.scale.len() <= SCORES && (column.indices() as usize) < StepCounts::STEPS
        };
        let few = columns.len() <= StepCounts::COLUMNS && u32::try_from(trials).is_ok();
        (few && columns.iter().all(fits)).then_some(())?;
        let column = |place| columns.get(place);
        Some(Box::new(StepCounts {
            low: std::array::from_fn(|place| column(place).map_or(0, |it| it.scale.low())),
            indices: std::array::from_fn(|place| {
                column(place).map_or(0, |it| it.indices() as usize)
            }),
            hits: [[[0; SCORES + 1]; StepCounts::COLUMNS]; StepCounts::STEPS],
            counter: Counter::at(columns.counter()),
        }))
    }

    /// Adds its hits to `counts`, which must have the same columns.
    ///
    /// # Panics
    /// If a column was scored in a step that it does not have, a bug in the rule.
    pub fn add_to(&self, counts: &mut Counts) {
        for (step, rows) in self.hits.iter().enumerate() {
            for (column, row) in counts.columns.iter_mut().zip(rows) {
                // Columns that are not indexed are summed over steps.
                let index = if column.indices > 1 { step.wrapping_sub(1) } else { 0 };
                for (score, &hits) in (column.low..).zip(row).filter(|(_, hits)| **hits > 0) {
                    assert!(index < column.indices, "a score has its step");
                    column.hit(index, score, hits.into());
                }
            }
        }
    }
}

impl Ledger for StepCounts {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn file(&mut self, place: usize, score: i32) {
        self.file_in(1, place, score);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn file_in(&mut self, step: u32, place: usize, score: i32) {
        debug_assert!(self.indices[place] == 1 || step as usize <= self.indices[place]);
        let here = score.wrapping_sub(self.low[place]) as u32 as usize;
        let row = &mut self.hits[step as usize % StepCounts::STEPS][place];
        row[here.min(SCORES)] += 1;
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn counter(&mut self) -> &mut Counter {
        &mut self.counter
    }
}
