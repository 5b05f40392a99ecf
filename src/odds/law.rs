//! An exact law: the probability of each score.

use std::ops::RangeInclusive;

use super::row::Row;
use super::weight::{Fraction, Real, Weight};
use super::{Exact, Histogram};
use crate::chance::gcd;
use crate::rule::{Scale, Success};

/// The exact shares of one column.
///
/// They are whole fractions in lowest terms while these fit 128 bits, and floats with a stated
/// bound on their error beyond.
#[derive(Clone, Debug, PartialEq)]
pub struct Law {
    scale: Scale,
    shares: Row<f64>,
    /// Whole weights with their total, in lowest terms, where they fit.
    whole: Option<(Row<u128>, u128)>,
    error: f64,
}

impl Law {
    /// From the whole weights of the scores that have one, by place: parts of 1. `None` if they
    /// have no common denominator that fits.
    pub(super) fn from_fractions(scale: Scale, weights: &[(u32, Fraction)]) -> Option<Law> {
        let lowest: Vec<(u32, Fraction)> =
            weights.iter().map(|(place, weight)| (*place, weight.lowest())).collect();
        let total = lowest.iter().try_fold(1u128, |total, (_, weight)| {
            (total / gcd(total, weight.under)).checked_mul(weight.under)
        })?;
        let weights = lowest
            .iter()
            .map(|(place, weight)| Some((*place, weight.over.checked_mul(total / weight.under)?)))
            .collect::<Option<Vec<(u32, u128)>>>()?;
        let shares = weights.iter().map(|&(place, weight)| (place, ratio(weight, total)));
        let shares = Row::of(scale.len(), shares);
        let whole = Row::of(scale.len(), weights.iter().copied());
        Some(Law { scale, shares, whole: Some((whole, total)), error: 0.0 })
    }

    /// From the float weights of the scores that have one, by place, each off by less than `error`.
    pub(super) fn from_reals(scale: Scale, weights: &[(u32, Real)], error: f64) -> Law {
        let shares = weights.iter().map(|(place, weight)| (*place, weight.value()));
        Law { shares: Row::of(scale.len(), shares), scale, whole: None, error }
    }

    /// The bound on the error of a share: 0 where it is a fraction of whole numbers.
    pub fn error(&self) -> f64 {
        self.error
    }

    /// What it takes in memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.shares.bytes() + self.whole.as_ref().map_or(0, |(weights, _)| weights.bytes())
    }

    /// The share of one score.
    pub fn exactly(&self, score: i32) -> Exact {
        self.within(score..=score)
    }

    /// The share of the scores that count as a success.
    ///
    /// # Examples
    /// ```
    /// use oddsmith::odds::Success;
    ///
    /// let laws = oddsmith::case("melodrama.opposed active=0 passive=0")?.law(1_000)?;
    /// let success = laws.column("margin")?.success(Success::AtLeast(0));
    /// assert_eq!(success.fraction().as_deref(), Some("391/729"));
    /// # Ok::<(), oddsmith::Error>(())
    /// ```
    pub fn success(&self, success: Success) -> Exact {
        self.within(success.scores())
    }

    /// The share of trials without a score.
    pub fn none(&self) -> Exact {
        let scored = self.within(i32::MIN..=i32::MAX);
        let fraction = scored.fraction.map(|all| Fraction { over: all.under - all.over, ..all });
        let rest = 1.0 - scored.value;
        let noise = self.whole.is_none() && rest <= self.error * self.scale.len() as f64;
        let value = if noise { 0.0 } else { rest };
        Exact { value: fraction.map_or(value, |rest| ratio(rest.over, rest.under)), fraction }
    }

    /// The share of the scores in this range.
    pub fn within(&self, scores: RangeInclusive<i32>) -> Exact {
        let here = self.scale.places(&scores);
        match &self.whole {
            Some((weights, total)) => {
                let over = weights.within(here).iter().sum();
                let fraction = Fraction { over, under: *total }.lowest();
                Exact { value: ratio(fraction.over, fraction.under), fraction: Some(fraction) }
            }
            None => {
                let add = |sum: Real, share: &f64| sum.or(&Real::of(*share)).unwrap_or(sum);
                let sum = self.shares.within(here).iter().fold(Real::ZERO, add);
                Exact { value: sum.value().min(1.0), fraction: None }
            }
        }
    }
}

fn ratio(over: u128, under: u128) -> f64 {
    over as f64 / under as f64
}

impl Histogram for Law {
    fn scale(&self) -> &Scale {
        &self.scale
    }

    fn share(&self, score: i32) -> f64 {
        self.scale.place(score).map_or(0.0, |place| self.shares.get(place))
    }

    fn possible(&self) -> Box<dyn Iterator<Item = (i32, f64)> + '_> {
        let shares = self.shares.iter().filter(|(_, share)| *share > 0.0);
        Box::new(shares.map(|(place, share)| (self.scale.score(place), share)))
    }

    fn share_within(&self, scores: RangeInclusive<i32>) -> f64 {
        self.within(scores).value
    }

    fn scored(&self) -> f64 {
        1.0 - self.none().value
    }

    /// From the whole weights where they fit, so that a fair game has a mean of 0 and not of 2e-16.
    fn mean(&self) -> Option<f64> {
        let whole = self.whole.as_ref().and_then(|(weights, _)| {
            let term = |(place, weight): (usize, u128)| {
                i128::try_from(weight).ok()?.checked_mul(self.scale.score(place).into())
            };
            let mut terms = weights.iter().map(term);
            let sum = terms.try_fold(0i128, |sum, term| sum.checked_add(term?))?;
            let scored: u128 = weights.iter().map(|(_, weight)| weight).sum();
            Some((sum as f64, scored as f64))
        });
        match whole.filter(|_| self.scale.is_ordered()) {
            Some((sum, scored)) => (scored > 0.0).then(|| sum / scored),
            None => self.shares_mean(),
        }
    }
}
