//! What was counted in a run.

use std::ops::RangeInclusive;

use super::interval::{ERROR, interval_missing};
use super::{Counts, Histogram, Interval};
use crate::rule::{Columns, Scale, Success};

/// The hits of one histogram in a run of `trials`.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    scale: Scale,
    hits: Vec<u64>,
    trials: u64,
    /// How often an interval may miss its share: less than 5 % where the run was looked at on its way.
    error: f64,
}

impl Tally {
    /// The number of trials.
    pub fn trials(&self) -> u64 {
        self.trials
    }

    /// How often an interval may miss its share: [`super::ERROR`], less where the run was looked at on its way.
    pub fn error(&self) -> f64 {
        self.error
    }

    /// How often `score` came up; 0 for what is off the scale.
    pub fn hits(&self, score: i32) -> u64 {
        self.scale.place(score).map_or(0, |place| self.hits[place])
    }

    /// How often the column had no score.
    pub fn none(&self) -> u64 {
        self.trials - self.hits.iter().sum::<u64>()
    }

    /// How often the score was in this range.
    pub fn within(&self, scores: RangeInclusive<i32>) -> u64 {
        self.scale
            .scores()
            .filter(|score| scores.contains(score))
            .map(|score| self.hits(score))
            .sum()
    }

    /// How often the score was a success.
    pub fn successes(&self, success: Success) -> u64 {
        self.within(success.scores())
    }

    /// The 95 % interval of the share of successes.
    pub fn interval(&self, success: Success) -> Interval {
        self.interval_of(self.successes(success))
    }

    /// The 95 % interval of a share that so many hits stand for.
    pub fn interval_of(&self, hits: u64) -> Interval {
        interval_missing(self.error, hits, self.trials)
    }
}

impl Histogram for Tally {
    fn scale(&self) -> Scale {
        self.scale
    }

    fn share(&self, score: i32) -> f64 {
        self.hits(score) as f64 / self.trials as f64
    }

    fn share_within(&self, scores: RangeInclusive<i32>) -> f64 {
        self.within(scores) as f64 / self.trials as f64
    }
}

/// All columns of one run, counted in that one run.
#[derive(Clone, Debug, PartialEq)]
pub struct Tallies {
    /// One tally a histogram, in the order of [`Columns::histograms`].
    pub columns: Vec<Tally>,
    /// The number of trials.
    pub trials: u64,
}

impl Tallies {
    pub(super) fn new(columns: &Columns, counts: &Counts, trials: u64) -> Tallies {
        let tally = |(column, hits): (&crate::rule::Column, &[u64])| Tally {
            scale: column.scale,
            hits: hits.to_vec(),
            trials,
            error: ERROR,
        };
        Tallies {
            columns: columns.histograms().iter().zip(counts.histograms()).map(tally).collect(),
            trials,
        }
    }

    /// The same tallies, whose intervals miss only as often as `error` says.
    pub(super) fn missing(mut self, error: f64) -> Tallies {
        self.columns.iter_mut().for_each(|tally| tally.error = error);
        self
    }
}
