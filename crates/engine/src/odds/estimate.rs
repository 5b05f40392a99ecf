//! What is known of one number: exactly, from a sample, or both.

use serde::{Deserialize, Serialize};

use super::Interval;
use crate::chance::large::Ratio;

/// What is known of one number: a share, a mean, a difference.
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
    /// The exact number, where there is a law.
    pub exact: Option<Exact>,
    /// The number from a sample with its interval, where it was played.
    pub sampled: Option<Sampled>,
}

/// An exact number, and its fraction where it has one.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
pub struct Exact {
    /// The number.
    pub value: f64,
    /// By how much it may be off beside the rounding of its last digits, as rarer shares were not
    /// followed: 0 where they all were.
    pub unsure: f64,
    pub(super) fraction: Option<Ratio>,
}

/// A number from a sample.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
pub struct Sampled {
    /// The number.
    pub value: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Exact {
    pub(super) const fn of_value(value: f64, fraction: Option<Ratio>) -> Exact {
        Exact { value, unsure: 0.0, fraction }
    }

    /// A number without a fraction; what floats miss by their last digits is 0.
    pub fn of(value: f64) -> Option<Exact> {
        let value = if value.abs() < NOISE { 0.0 } else { value };
        value.is_finite().then_some(Exact::of_value(value, None))
    }

    /// As a fraction in lowest terms ("391/729", "0", "1"), while the denominator has at most 40
    /// digits.
    pub fn fraction(&self) -> Option<String> {
        self.fraction?.shown(40)
    }

    /// The same while the denominator has at most 12 digits, as tables print it.
    pub fn short_fraction(&self) -> Option<String> {
        self.fraction?.shown(12)
    }
}

impl Sampled {
    /// A share that was hit so often in so many trials, with an interval that misses it with the
    /// chance `alpha`, 0..1.
    pub fn counted(alpha: f64, hits: u64, trials: u64) -> Sampled {
        let Interval { low, high } = super::interval::interval_missing(alpha, hits, trials);
        Sampled { value: hits as f64 / trials as f64, low, high }
    }

    /// Its interval.
    pub fn interval(&self) -> Interval {
        Interval { low: self.low, high: self.high }
    }

    /// How much larger this share is than another, with an interval: -1..=1.
    ///
    /// `correlation` is that of the two counts, -1..=1, where the same trials counted for both; 0
    /// for runs of their own.
    ///
    /// # Formula
    /// With shares p and q, their intervals (l, u) and (m, v), and the correlation r, the lower
    /// end is `p - q - sqrt((p - l)^2 - 2 r (p - l)(v - q) + (v - q)^2)`, and the upper one
    /// likewise.
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
    /// A number that is known exactly.
    pub fn of_value(value: f64) -> Estimate {
        Estimate { exact: Some(Exact::of_value(value, None)), sampled: None }
    }

    /// A counted share, with its 95 % interval.
    pub fn counted(hits: u64, trials: u64) -> Estimate {
        let sampled = Sampled::counted(super::interval::ERROR, hits, trials);
        Estimate { exact: None, sampled: Some(sampled) }
    }

    /// Whether it is known exactly.
    pub fn is_exact(&self) -> bool {
        self.exact.is_some()
    }

    /// The exact number where there is one, else the sampled one.
    pub fn value(&self) -> f64 {
        self.or_sampled(|sampled| sampled.value)
    }

    /// The lower end of its interval; the number itself where it is exact.
    pub fn low(&self) -> f64 {
        self.or_sampled(|sampled| sampled.low)
    }

    /// The upper end of its interval; the number itself where it is exact.
    pub fn high(&self) -> f64 {
        self.or_sampled(|sampled| sampled.high)
    }

    fn or_sampled(&self, of: impl Fn(Sampled) -> f64) -> f64 {
        self.exact.map(|exact| exact.value).or(self.sampled.map(of)).unwrap_or(f64::NAN)
    }

    /// The exact number as a fraction, where it has one.
    pub fn fraction(&self) -> Option<String> {
        self.exact?.fraction()
    }

    /// How much larger this number is than another, exact where both are. The two samples are
    /// taken for independent; those on the same luck know better ([`super::Paired`]).
    pub fn minus(&self, other: &Estimate) -> Estimate {
        let exact = self.exact.zip(other.exact);
        let exact = exact.and_then(|(mine, theirs)| Exact::of(mine.value - theirs.value));
        // One that is exact stands in the place of its sample.
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

/// Numbers that are so close are the same but for the rounding of floats.
pub const NOISE: f64 = 1e-12;
