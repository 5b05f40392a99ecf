//! The common interface of laws and tallies: relative frequencies of scores on a scale.

use std::ops::RangeInclusive;

use crate::rule::{Scale, Success};

/// A histogram on one scale: the probability (or relative frequency) of each score. Frames and
/// charts treat laws and tallies alike.
///
/// Probabilities are relative to all trials. Trials without a score (outcome `none`) make up the
/// rest to 1, and are excluded from the moments.
pub trait Histogram {
    /// Returns the scale.
    fn scale(&self) -> &Scale;

    /// Returns the probability of `score`, 0..=1; 0 if it is off the scale.
    fn share(&self, score: i32) -> f64;

    /// Returns the scores with a positive probability, in increasing order.
    fn possible(&self) -> Box<dyn Iterator<Item = (i32, f64)> + '_>;

    /// Returns the probability of having a score, 0..=1.
    fn scored(&self) -> f64 {
        self.share_within(i32::MIN..=i32::MAX)
    }

    /// Returns the probability of the scores in this range.
    fn share_within(&self, scores: RangeInclusive<i32>) -> f64;

    /// Returns the probability of a success.
    fn share_of(&self, success: Success) -> f64 {
        self.share_within(success.scores())
    }

    /// Returns the mean score; `None` if there are no scores, or no order.
    ///
    /// # Formula
    /// `sum(x * p(x)) / sum(p(x))`, where `p(x)` is the probability of score x.
    fn mean(&self) -> Option<f64> {
        self.shares_mean()
    }

    /// Returns the mean computed from the float probabilities.
    fn shares_mean(&self) -> Option<f64> {
        let scored = self.scored();
        let sum: f64 = self.possible().map(|(score, share)| f64::from(score) * share).sum();
        (scored > 0.0 && self.scale().is_ordered()).then(|| sum / scored)
    }

    /// Returns the standard deviation of the score; `None` if there are no scores, or no order.
    ///
    /// # Formula
    /// `sqrt(sum((x - mean)^2 * p(x)) / sum(p(x)))`
    fn sd(&self) -> Option<f64> {
        let mean = self.mean()?;
        let square = |(score, share): (i32, f64)| (f64::from(score) - mean).powi(2) * share;
        let squares: f64 = self.possible().map(square).sum();
        Some((squares / self.scored()).sqrt())
    }

    /// Returns the quantile of `level` (0..=1): the smallest score whose cumulative probability is
    /// at least `level` times that of having a score; `None` if there is no order.
    fn quantile(&self, level: f64) -> Option<i32> {
        // Tolerance for rounding: floats may add up to 0.4999999999999999 instead of one half.
        let enough = level * self.scored() - 1e-12;
        let mut below = 0.0;
        let reaches = |(_, share): &(i32, f64)| {
            below += share;
            below > 0.0 && below >= enough
        };
        let found = self.possible().find(reaches).filter(|_| self.scale().is_ordered());
        found.map(|(score, _)| score)
    }

    /// Returns the smallest score whose cumulative probability is at least one half.
    fn median(&self) -> Option<i32> {
        self.quantile(0.5)
    }

    /// Returns the lower and the upper median, which differ if the probability of a score up to the
    /// lower one is exactly one half: 10 and 11 of 3d6.
    fn medians(&self) -> Option<(i32, i32)> {
        let low = self.median()?;
        let below: f64 =
            self.possible().filter(|(score, _)| *score <= low).map(|(_, share)| share).sum();
        let halved = (below - self.scored() / 2.0).abs() < 1e-12;
        let next = self.possible().map(|(score, _)| score).find(|score| *score > low);
        Some((low, next.filter(|_| halved).unwrap_or(low)))
    }
}
