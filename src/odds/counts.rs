//! Where the scores of a run are counted.

use crate::rule::{Columns, Record};

/// Hits of every score of every column. Counts of the same columns merge by adding.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    columns: [Hits; Columns::MOST],
}

#[derive(Clone, Debug, Default)]
struct Hits {
    low: i32,
    /// `hits[i]` counts the score `low + i`.
    hits: Vec<u64>,
}

impl Counts {
    /// No hits yet.
    pub fn new(columns: &Columns) -> Counts {
        let mut counts = Counts::default();
        for (hits, column) in counts.columns.iter_mut().zip(columns.iter()) {
            *hits = Hits { low: column.scale.low(), hits: vec![0; column.scale.len()] };
        }
        counts
    }

    /// Both counts together.
    pub fn merge(mut self, other: Counts) -> Counts {
        for (mine, theirs) in self.columns.iter_mut().zip(other.columns) {
            mine.hits.iter_mut().zip(theirs.hits).for_each(|(mine, theirs)| *mine += theirs);
        }
        self
    }

    /// The hits of one column, from its lowest score up.
    pub fn column(&self, column: usize) -> &[u64] {
        &self.columns[column].hits
    }
}

impl Record for Counts {
    /// # Panics
    /// If the score is off the scale that the rule gave: a bug in the rule, which no tally should hide.
    #[inline(always)]
    fn score(&mut self, column: usize, score: i32) {
        let Hits { low, hits } = &mut self.columns[column];
        // Below the scale it wraps to a number above any scale.
        hits[score.wrapping_sub(*low) as u32 as usize] += 1;
    }
}

/// Hits of scales of at most [`ShortCounts::SCORES`] scores, all in place: no pointer and no length to keep at hand, which
/// is worth 6 % of an opposed check.
pub(super) struct ShortCounts {
    low: [i32; Columns::MOST],
    hits: [[u64; ShortCounts::SCORES]; Columns::MOST],
}

impl ShortCounts {
    const SCORES: usize = 64;

    /// No hits yet; `None` if a scale is too long.
    pub fn new(columns: &Columns) -> Option<ShortCounts> {
        let mut low = [0; Columns::MOST];
        for (low, column) in low.iter_mut().zip(columns.iter()) {
            *low = column.scale.low();
        }
        let short = columns.iter().all(|column| column.scale.len() <= ShortCounts::SCORES);
        short.then_some(ShortCounts { low, hits: [[0; ShortCounts::SCORES]; Columns::MOST] })
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

impl Record for ShortCounts {
    #[inline(always)]
    fn score(&mut self, column: usize, score: i32) {
        self.hits[column][score.wrapping_sub(self.low[column]) as u32 as usize] += 1;
    }
}
