//! The estimate of one number: exact, from a sample, or both.

use serde::{Deserialize, Serialize};

use super::Interval;
use crate::chance::large::Ratio;

/// The value of a quantity, such as a probability, a mean or a difference: exact, sampled or both.
///
/// # Examples
/// ```
/// use oddsmith_engine::odds::Estimate;
///
/// let exact = Estimate::of_value(0.55);
/// assert_eq!((exact.value(), exact.low(), exact.high(), exact.is_exact()), (0.55, 0.55, 0.55, true));
/// let counted = Estimate::counted(5_500, 10_000);
/// assert!(!counted.is_exact() && counted.low() < 0.55 && counted.high() > 0.55);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
pub struct Estimate {
    /// The exact value, if there is a law.
    pub exact: Option<Exact>,
    /// The sampled value with its interval, if it was sampled.
    pub sampled: Option<Sampled>,
}

/// An exact value, with its fraction if it has one.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
pub struct Exact {
    /// The value.
    pub value: f64,
    /// Bound on the error, apart from rounding, due to dropped outcomes: 0 if none were dropped.
    pub unsure: f64,
    pub(super) fraction: Option<Ratio>,
}

/// A value estimated from a sample, with its confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
pub struct Sampled {
    /// The value.
    pub value: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end of the 95 % interval.
    pub high: f64,
}

impl Exact {
    pub(super) const fn of_value(value: f64, fraction: Option<Ratio>) -> Exact {
        Exact { value, unsure: 0.0, fraction }
    }

    /// Creates a value without a fraction, rounding noise to 0; `None` if it is not finite.
    pub fn of(value: f64) -> Option<Exact> {
        let value = if value.abs() < NOISE { 0.0 } else { value };
        value.is_finite().then_some(Exact::of_value(value, None))
    }

    /// Returns the fraction in lowest terms ("391/729", "0", "1"), if the denominator has at most
    /// 40 digits.
    pub fn fraction(&self) -> Option<String> {
        self.fraction?.shown(40)
    }

    /// Returns the fraction if the denominator has at most 12 digits, for tables.
    pub fn short_fraction(&self) -> Option<String> {
        self.fraction?.shown(12)
    }
}

impl Sampled {
    /// Creates a sampled probability from `hits` of `trials`, with an interval that misses the true
    /// value with probability `alpha`, 0..1.
    pub fn counted(alpha: f64, hits: u64, trials: u64) -> Sampled {
        let Interval { low, high } = super::interval::interval_missing(alpha, hits, trials);
        Sampled { value: hits as f64 / trials as f64, low, high }
    }

    /// Returns the interval.
    pub fn interval(&self) -> Interval {
        Interval { low: self.low, high: self.high }
    }

    /// Returns the difference of two sampled probabilities, -1..=1, with an interval.
    ///
    /// `correlation`, -1..=1, is that of the two counts if both come from the same trials, and 0
    /// for independent runs.
    ///
    /// # Formula
    /// With probabilities p and q, their intervals (l, u) and (m, v), and the correlation r, the
    /// lower end is `p - q - sqrt((p - l)^2 - 2 r (p - l)(v - q) + (v - q)^2)`; the upper end is
    /// analogous.
    ///
    /// # Source
    /// R. G. Newcombe (1998), Statistics in Medicine 17, 873-890 (independent, method 10) and
    /// 2635-2650 (paired).
    pub fn minus(self, other: Sampled, correlation: f64) -> Sampled {
        let reach = |mine: f64, theirs: f64| {
            (mine * mine - 2.0 * correlation * mine * theirs + theirs * theirs).max(0.0).sqrt()
        };
        let value = self.value - other.value;
        let low = value - reach(self.value - self.low, other.high - other.value);
        let high = value + reach(self.high - self.value, other.value - other.low);
        Sampled { value, low, high }
    }
}

impl Estimate {
    /// Creates an exact estimate.
    pub fn of_value(value: f64) -> Estimate {
        Estimate { exact: Some(Exact::of_value(value, None)), sampled: None }
    }

    /// Creates an estimate of a probability from counts, with its 95 % interval.
    pub fn counted(hits: u64, trials: u64) -> Estimate {
        let sampled = Sampled::counted(super::interval::ERROR, hits, trials);
        Estimate { exact: None, sampled: Some(sampled) }
    }

    /// Returns whether there is an exact value.
    pub fn is_exact(&self) -> bool {
        self.exact.is_some()
    }

    /// Returns the exact value if there is one, else the sampled one.
    pub fn value(&self) -> f64 {
        self.or_sampled(|sampled| sampled.value)
    }

    /// Returns the lower end of the interval, or the value itself if it is exact.
    pub fn low(&self) -> f64 {
        self.or_sampled(|sampled| sampled.low)
    }

    /// Returns the upper end of the interval, or the value itself if it is exact.
    pub fn high(&self) -> f64 {
        self.or_sampled(|sampled| sampled.high)
    }

    fn or_sampled(&self, of: impl Fn(Sampled) -> f64) -> f64 {
        self.exact.map(|exact| exact.value).or(self.sampled.map(of)).unwrap_or(f64::NAN)
    }

    /// Returns the exact value as a fraction, if it has one.
    pub fn fraction(&self) -> Option<String> {
        self.exact?.fraction()
    }

    /// Returns the difference of two values, which is exact if both are.
    ///
    /// The two samples are assumed independent; for runs on the same luck, [`super::Paired`] gives
    /// narrower intervals.
    pub fn minus(&self, other: &Estimate) -> Estimate {
        let exact = self.exact.zip(other.exact);
        let exact = exact.and_then(|(mine, theirs)| Exact::of(mine.value - theirs.value));
        // An exact value replaces its sample.
        let sample = |of: &Estimate| {
            let exact =
                of.exact.map(|Exact { value, .. }| Sampled { value, low: value, high: value });
            exact.or(of.sampled)
        };
        let sampled = match exact {
            Some(_) => self.sampled.zip(other.sampled),
            None => sample(self).zip(sample(other)),
        };
        let sampled = sampled.map(|(mine, theirs)| mine.minus(theirs, 0.0));
        Estimate { exact, sampled }
    }
}

/// The absolute difference below which two values are considered equal up to float rounding.
pub const NOISE: f64 = 1e-12;
