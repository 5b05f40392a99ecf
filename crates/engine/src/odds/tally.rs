//! The counts of a run.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::pairs::{Pairs, Scores, some};
use super::row::Row;
use super::{Counts, Histogram, Sampled};
use crate::rule::{Column, Columns, Scale, Success};
use oddsmith_base::Result;

/// The hits of one histogram in a run of `trials`.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    scale: Scale,
    hits: Row<u64>,
    trials: u64,
    /// The alpha of its intervals: 0.05, less where the run had several looks.
    error: f64,
    /// How both of each pair scored, where the trials were mirrored pairs.
    pairs: Option<Pairs>,
}

impl Tally {
    /// The number of trials.
    pub fn trials(&self) -> u64 {
        self.trials
    }

    /// The alpha of its intervals: [`super::ERROR`], less where the run had several looks.
    pub fn alpha(&self) -> f64 {
        self.error
    }

    /// The share of the scores in this range, with its interval.
    pub fn estimate(&self, scores: RangeInclusive<i32>) -> Sampled {
        self.estimated(&some(&scores), self.within(scores))
    }

    /// The share that has no score, with its interval.
    pub fn none_estimate(&self) -> Sampled {
        self.estimated(&(None..=None), self.none())
    }

    fn estimated(&self, scores: &Scores, hits: u64) -> Sampled {
        let Some(pairs) = &self.pairs else {
            return Sampled::counted(self.error, hits, self.trials);
        };
        let trials = self.trials as f64;
        Sampled::worth(self.error, hits as f64 / trials, trials * pairs.worth(scores, hits))
    }

    /// The gain of mirrored pairs for the share of these scores: what a trial was worth in trials
    /// drawn alone, from 1/2 up, below 1 where mirroring does harm. `None` where the trials were
    /// drawn alone, or all or none of them scored so.
    ///
    /// # Formula
    /// `p (1 - p) / (p (1 - p) + c)`: the variance of one trial by twice that of the mean of a
    /// pair, where p is the share and c the covariance of the two of a pair.
    ///
    /// # Source
    /// J. M. Hammersley and K. W. Morton (1956), Proceedings of the Cambridge Philosophical Society
    /// 52, 449-475.
    pub fn gain(&self, scores: RangeInclusive<i32>) -> Option<f64> {
        let hits = self.within(scores.clone());
        let pairs = self.pairs.as_ref().filter(|_| hits > 0 && hits < self.trials)?;
        Some(pairs.worth(&some(&scores), hits))
    }

    /// Whether its trials were mirrored pairs.
    pub fn is_mirrored(&self) -> bool {
        self.pairs.is_some()
    }

    /// Its trials that are independent of each other: all; of mirrored pairs the mirrored ones.
    pub(super) fn independent(&self) -> Cow<'_, Tally> {
        let Some(pairs) = &self.pairs else { return Cow::Borrowed(self) };
        let mut hits: BTreeMap<u32, u64> = BTreeMap::new();
        let place = |score| self.scale.place(score).map(|place| place as u32);
        for (place, times) in
            pairs.mirrored().filter_map(|(score, times)| Some((place(score)?, times)))
        {
            *hits.entry(place).or_default() += times;
        }
        let hits = Row::of(self.scale.len(), hits.into_iter());
        let (scale, trials, error) = (self.scale.clone(), pairs.count(), self.error);
        Cow::Owned(Tally { scale, hits, trials, error, pairs: None })
    }

    /// The mean score with its interval; `None` where nothing was scored.
    ///
    /// # Formula
    /// `m ± z s / sqrt(n)` with mean m, standard deviation s and n scored trials. Of mirrored pairs
    /// `s^2 = sum((x - m + y - m)^2) / n`, over pairs, whose trials score x and y.
    pub fn mean_estimate(&self) -> Option<Sampled> {
        let (value, sd) = (self.mean()?, self.sd()?);
        let scored = (self.trials - self.none()) as f64;
        let spread = match &self.pairs {
            None => sd,
            Some(pairs) => (pairs.squares(value) / scored).sqrt(),
        };
        let reach = super::interval::score(self.error) * spread / scored.sqrt();
        Some(Sampled { value, low: value - reach, high: value + reach })
    }

    /// The smallest score whose cumulative share reaches `level`, and the lowest and highest score
    /// that it may be in truth.
    ///
    /// # Formula
    /// The quantiles at `level ± z sqrt(level (1 - level) / n)`, n scored trials; of mirrored pairs
    /// as many as they are worth up to the quantile.
    pub fn quantile_estimate(&self, level: f64) -> Option<Sampled> {
        let worth = self.quantile(level).and_then(|score| self.gain(i32::MIN..=score));
        let scored = (self.trials - self.none()) as f64 * worth.unwrap_or(1.0);
        let reach = super::interval::score(self.error) * (level * (1.0 - level) / scored).sqrt();
        let at = |level: f64| self.quantile(level.clamp(0.0, 1.0)).map(f64::from);
        Some(Sampled { value: at(level)?, low: at(level - reach)?, high: at(level + reach)? })
    }

    /// What it takes in memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.hits.bytes() + self.pairs.as_ref().map_or(0, Pairs::bytes)
    }

    /// The number of trials with this score; 0 for what is off the scale.
    pub fn hits(&self, score: i32) -> u64 {
        self.scale.place(score).map_or(0, |place| self.hits.get(place))
    }

    /// The number of trials without a score.
    ///
    /// # Panics
    /// If there are more scores than trials: a bug in the rule or its kernel, which no tally should
    /// hide.
    pub fn none(&self) -> u64 {
        let scored = self.hits.iter().map(|(_, hits)| hits).sum();
        self.trials.checked_sub(scored).expect("a trial has one score at most")
    }

    /// The number of trials with a score in this range.
    pub fn within(&self, scores: RangeInclusive<i32>) -> u64 {
        self.hits.within(self.scale.places(&scores)).iter().sum()
    }

    /// The scores that came up, each with its hits, by rising score.
    pub fn seen(&self) -> impl Iterator<Item = (i32, u64)> {
        let hits = self.hits.iter().filter(|(_, hits)| *hits > 0);
        hits.map(|(place, hits)| (self.scale.score(place), hits))
    }

    /// The share of successes, with its interval.
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

/// The tallies of all columns, from the same run.
#[derive(Clone, Debug, PartialEq)]
pub struct Tallies {
    /// One tally a histogram, in the order of [`Columns::histograms`].
    pub columns: Vec<Tally>,
    /// The number of trials.
    pub trials: u64,
    of: Columns,
}

impl Tallies {
    /// The tallies of these counts, whose intervals have this alpha.
    pub(super) fn new(columns: &Columns, counts: &Counts, trials: u64, error: f64) -> Tallies {
        let tally = |(column, hits): (&Column, Row<u64>)| Tally {
            scale: column.scale.clone(),
            hits,
            trials,
            error,
            pairs: None,
        };
        Tallies {
            columns: columns.histograms().iter().zip(counts.rows()).map(tally).collect(),
            trials,
            of: columns.clone(),
        }
    }

    /// The tally of the column `name`, of an indexed one that of its first step.
    ///
    /// # Errors
    /// If there is no such column.
    pub fn column(&self, name: &str) -> Result<&Tally> {
        self.column_at(name, 1)
    }

    /// The tally of the indexed column `name` at a step, from 1 on.
    ///
    /// # Errors
    /// If there is no such column, or it has no such step.
    pub fn column_at(&self, name: &str, step: u32) -> Result<&Tally> {
        Ok(&self.columns[self.of.histogram(name, step)?])
    }

    /// The same tallies of trials that were mirrored pairs, which scored so in each histogram.
    pub(super) fn of_pairs(mut self, pairs: impl IntoIterator<Item = Pairs>) -> Tallies {
        let both = self.columns.iter_mut().zip(pairs);
        both.for_each(|(tally, pairs)| tally.pairs = Some(pairs));
        self
    }

    /// The same tallies, with intervals of this alpha.
    pub(crate) fn missing(mut self, error: f64) -> Tallies {
        self.columns.iter_mut().for_each(|tally| tally.error = error);
        self
    }
}
