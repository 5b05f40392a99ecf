//! What a law and a tally have in common: shares of scores on a scale.

use std::ops::RangeInclusive;

use crate::rule::{Scale, Success};

/// A histogram on one scale: the share of each score. Frames and charts treat laws and tallies
/// alike.
///
/// Shares are of all trials. The trials without a score (outcome `none`) are the rest to 1, and are
/// left out of the moments.
pub trait Histogram {
    /// The scores it may have.
    fn scale(&self) -> &Scale;

    /// The share of `score`, 0..=1; 0 for what is off the scale.
    fn share(&self, score: i32) -> f64;

    /// The scores that have a share, by rising score.
    fn possible(&self) -> Box<dyn Iterator<Item = (i32, f64)> + '_>;

    /// The share of what has a score, 0..=1.
    fn scored(&self) -> f64 {
        self.share_within(i32::MIN..=i32::MAX)
    }

    /// The share of the scores in this range.
    fn share_within(&self, scores: RangeInclusive<i32>) -> f64;

    /// The share of the scores that count as a success.
    fn share_of(&self, success: Success) -> f64 {
        self.share_within(success.scores())
    }

    /// The mean score; `None` where nothing has one, and of conditions, which have no order.
    ///
    /// # Formula
    /// `sum(x * p(x)) / sum(p(x))`, where `p(x)` is the share of score x.
    fn mean(&self) -> Option<f64> {
        self.shares_mean()
    }

    /// The mean as the shares give it, rounding as they do.
    fn shares_mean(&self) -> Option<f64> {
        let scored = self.scored();
        let sum: f64 = self.possible().map(|(score, share)| f64::from(score) * share).sum();
        (scored > 0.0 && self.scale().is_ordered()).then(|| sum / scored)
    }

    /// The standard deviation of the score; `None` where nothing has one.
    ///
    /// # Formula
    /// `sqrt(sum((x - mean)^2 * p(x)) / sum(p(x)))`
    fn sd(&self) -> Option<f64> {
        let mean = self.mean()?;
        let square = |(score, share): (i32, f64)| (f64::from(score) - mean).powi(2) * share;
        let squares: f64 = self.possible().map(square).sum();
        Some((squares / self.scored()).sqrt())
    }

    /// The quantile of `level` (0..=1): the smallest score whose cumulative share is at least
    /// `level`
    /// of what is scored. Conditions, which have no order, have none.
    fn quantile(&self, level: f64) -> Option<i32> {
        // Tolerance for rounding: floats may add a half up to 0.4999999999999999.
        let enough = level * self.scored() - 1e-12;
        let mut below = 0.0;
        let reaches = |(_, share): &(i32, f64)| {
            below += share;
            below > 0.0 && below >= enough
        };
        let found = self.possible().find(reaches).filter(|_| self.scale().is_ordered());
        found.map(|(score, _)| score)
    }

    /// The smallest score whose cumulative share is at least one half.
    fn median(&self) -> Option<i32> {
        self.quantile(0.5)
    }

    /// The median, and the other where half of all lies below each: 10 and 11 of 3d6.
    fn medians(&self) -> Option<(i32, i32)> {
        let low = self.median()?;
        let possible = || self.possible().filter(|(_, share)| *share > 0.0);
        let below: f64 =
            possible().filter(|(score, _)| *score <= low).map(|(_, share)| share).sum();
        let halved = (below - self.scored() / 2.0).abs() < 1e-12;
        let next = possible().map(|(score, _)| score).find(|score| *score > low);
        Some((low, next.filter(|_| halved).unwrap_or(low)))
    }
}
