//! How sure a sampled share is.

/// A range that holds the true share 95 times in 100.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Its lower end, 0..=1.
    pub low: f64,
    /// Its upper end, 0..=1.
    pub high: f64,
}

impl Interval {
    /// Half of its width.
    pub fn half_width(self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

use statrs::distribution::{ContinuousCDF, Normal};

/// How often an interval of 95 % misses.
pub const ERROR: f64 = 0.05;

/// The 97.5 % point of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// The point that a normal score is beyond, on either side, with this chance.
pub(super) fn score(error: f64) -> f64 {
    // What nearly all ask for needs no search for the inverse.
    if error == ERROR { Z } else { Normal::standard().inverse_cdf(1.0 - error / 2.0) }
}

/// The Wilson score interval of `hits` out of `trials` at 95 %; what was never seen is between 0 and 3/n, what was always seen between 1 - 3/n and 1.
///
/// # Formula
/// `(p + z^2/2n ± z * sqrt(p(1-p)/n + z^2/4n^2)) / (1 + z^2/n)` with `p = hits/n`, `n = trials`, `z = 1.96`.
/// At the ends the rule of three (-ln 0.05 = 2.996) takes its place.
///
/// # Source
/// E. B. Wilson (1927), Journal of the American Statistical Association 22, 209-212.
///
/// # Examples
/// ```
/// let even = oddsmith::odds::wilson(500_000, 1_000_000);
/// assert!((even.low - 0.49902).abs() < 1e-5 && (even.high - 0.50098).abs() < 1e-5);
/// assert_eq!(oddsmith::odds::wilson(0, 1000).high, 0.003);
/// ```
pub fn wilson(hits: u64, trials: u64) -> Interval {
    wilson_missing(ERROR, hits, trials)
}

/// The same interval, missing the true share only as often as `error` says, 0..1: what is looked at several times needs a wider one.
pub fn wilson_missing(error: f64, hits: u64, trials: u64) -> Interval {
    let n = trials as f64;
    if trials == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    // The rule of three, and its like for smaller errors.
    let unseen = if error == ERROR { 3.0 } else { -error.ln() } / n;
    if hits == 0 {
        return Interval { low: 0.0, high: unseen.min(1.0) };
    }
    if hits == trials {
        return Interval { low: (1.0 - unseen).max(0.0), high: 1.0 };
    }
    let (p, z) = (hits as f64 / n, score(error));
    let middle = p + z * z / (2.0 * n);
    let half = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    Interval { low: (middle - half) / scale, high: (middle + half) / scale }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn an_interval_holds_its_share(trials in 1u64..1_000_000_000, part in 0.0f64..=1.0) {
            let hits = (trials as f64 * part) as u64;
            let Interval { low, high } = wilson(hits, trials);
            let share = hits as f64 / trials as f64;
            prop_assert!((0.0..=1.0).contains(&low) && (0.0..=1.0).contains(&high));
            prop_assert!(low <= share && share <= high, "{low} {share} {high}");
        }
    }

    /// Wilson's ends are the shares p that a normal test at 95 % just does not reject: |hits/n - p| = z * sqrt(p(1-p)/n).
    #[test]
    fn it_is_wilsons() {
        for (hits, trials) in [(7u64, 10u64), (1, 100), (499, 1000), (999_999, 1_000_000)] {
            let (n, share) = (trials as f64, hits as f64 / trials as f64);
            let Interval { low, high } = wilson(hits, trials);
            for end in [low, high] {
                let wanted = Z * (end * (1.0 - end) / n).sqrt();
                assert!(((share - end).abs() - wanted).abs() < 1e-12, "{hits} of {trials}: {end}");
            }
        }
    }
}
