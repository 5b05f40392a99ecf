//! Tallies: the counts of a run.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::row::SparseRow;
use super::{Counts, Histogram, Sampled};
use crate::rule::{Column, Columns, Scale, Success};
use oddsmith_base::Result;

/// The hits of one histogram in a run of `trials`.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Tally {
    scale: Scale,
    hits: SparseRow<u64>,
    trials: u64,
    /// The alpha of its intervals: 0.05, or less if the run had several looks.
    error: f64,
}

impl Tally {
    /// Returns the number of trials.
    pub fn trials(&self) -> u64 {
        self.trials
    }

    /// Returns the alpha of its intervals: [`super::ERROR`], or less if the run had several looks.
    pub fn alpha(&self) -> f64 {
        self.error
    }

    /// Returns the relative frequency of the scores in this range, with its interval.
    pub fn estimate(&self, scores: RangeInclusive<i32>) -> Sampled {
        Sampled::counted(self.error, self.within(scores), self.trials)
    }

    /// Returns the relative frequency of having no score, with its interval.
    pub fn none_estimate(&self) -> Sampled {
        Sampled::counted(self.error, self.none(), self.trials)
    }

    /// Returns the mean score with its interval, or `None` if there are no scores.
    ///
    /// # Formula
    /// `m ± z s / sqrt(n)` with mean m, standard deviation s and n scored trials.
    pub fn mean_estimate(&self) -> Option<Sampled> {
        let (value, sd) = (self.mean()?, self.sd()?);
        let scored = (self.trials - self.none()) as f64;
        let reach = super::interval::score(self.error) * sd / scored.sqrt();
        Some(Sampled { value, low: value - reach, high: value + reach })
    }

    /// Returns the quantile of `level` with its interval, or `None` if there are no scores.
    ///
    /// # Formula
    /// The quantiles at `level ± z sqrt(level (1 - level) / n)`, with n scored trials.
    pub fn quantile_estimate(&self, level: f64) -> Option<Sampled> {
        let scored = (self.trials - self.none()) as f64;
        let reach = super::interval::score(self.error) * (level * (1.0 - level) / scored).sqrt();
        let at = |level: f64| self.quantile(level.clamp(0.0, 1.0)).map(f64::from);
        Some(Sampled { value: at(level)?, low: at(level - reach)?, high: at(level + reach)? })
    }

    /// Returns the memory in bytes.
    pub fn bytes(&self) -> usize {
        self.hits.bytes()
    }

    /// Returns the number of trials with this score; 0 if it is off the scale.
    pub fn hits(&self, score: i32) -> u64 {
        self.scale.place(score).map_or(0, |place| self.hits.get(place))
    }

    /// Returns the number of trials without a score.
    ///
    /// # Panics
    /// If there are more scores than trials, a bug in the rule or its kernel.
    pub fn none(&self) -> u64 {
        let scored = self.hits.iter().map(|(_, hits)| hits).sum();
        self.trials.checked_sub(scored).expect("a trial has one score at most")
    }

    /// Returns the number of trials with a score in this range.
    pub fn within(&self, scores: RangeInclusive<i32>) -> u64 {
        self.hits.within(self.scale.places(&scores)).iter().sum()
    }

    /// Returns the scores that occurred, each with its hits, in increasing order.
    pub fn seen(&self) -> impl Iterator<Item = (i32, u64)> {
        let hits = self.hits.iter().filter(|(_, hits)| *hits > 0);
        hits.map(|(place, hits)| (self.scale.score(place), hits))
    }

    /// Returns the relative frequency of successes, with its interval.
    pub fn success(&self, success: Success) -> Sampled {
        self.estimate(success.scores())
    }
}

impl Histogram for Tally {
    fn scale(&self) -> &Scale {
        &self.scale
    }

    fn share(&self, score: i32) -> f64 {
        self.hits(score) as f64 / self.trials as f64
    }

    fn possible(&self) -> Box<dyn Iterator<Item = (i32, f64)> + '_> {
        Box::new(self.seen().map(|(score, hits)| (score, hits as f64 / self.trials as f64)))
    }

    fn share_within(&self, scores: RangeInclusive<i32>) -> f64 {
        self.within(scores) as f64 / self.trials as f64
    }
}

/// The tallies of all columns of a rule, counted in the same run.
#[derive(Clone, Debug, PartialEq)]
pub struct Tallies {
    /// One tally per histogram, in the order of [`Columns::histograms`].
    pub columns: Vec<Tally>,
    /// The number of trials.
    pub trials: u64,
    of: Columns,
}

impl Tallies {
    /// Creates the tallies of these counts, whose intervals have this alpha.
    ///
    /// # Errors
    /// If a score was off the scale of its column.
    pub(super) fn new(
        columns: &Columns,
        counts: &Counts,
        trials: u64,
        error: f64,
    ) -> Result<Tallies> {
        counts.on_scale(columns)?;
        let tally = |(column, hits): (&Column, SparseRow<u64>)| Tally {
            scale: column.scale.clone(),
            hits,
            trials,
            error,
        };
        Ok(Tallies {
            columns: columns.histograms().iter().zip(counts.rows()).map(tally).collect(),
            trials,
            of: columns.clone(),
        })
    }

    /// Restores saved tallies of a check with the columns `of`; `None` if their scales differ.
    pub fn restored(columns: Vec<Tally>, of: Columns) -> Option<Tallies> {
        let scales = columns.iter().map(|tally| &tally.scale);
        let trials = columns.first()?.trials;
        of.have_scales(scales).then_some(Tallies { columns, trials, of })
    }

    /// Returns the tally of the column `name`, for an indexed one that of its first step.
    ///
    /// # Errors
    /// If there is no such column.
    pub fn column(&self, name: &str) -> Result<&Tally> {
        self.column_at(name, 1)
    }

    /// Returns the tally of the indexed column `name` at a step, from 1.
    ///
    /// # Errors
    /// If there is no such column or step.
    pub fn column_at(&self, name: &str, step: u32) -> Result<&Tally> {
        Ok(&self.columns[self.of.histogram(name, step)?])
    }

    /// Sets the alpha of the intervals.
    pub fn missing(mut self, error: f64) -> Tallies {
        self.columns.iter_mut().for_each(|tally| tally.error = error);
        self
    }
}
