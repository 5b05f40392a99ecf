//! How sure a sampled share is.

/// A range that holds the true share 95 times in 100.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Its lower end, 0..=1.
    pub low: f64,
    /// Its upper end, 0..=1.
    pub high: f64,
}

/// The 97.5 % point of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

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
    let n = trials as f64;
    if trials == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    if hits == 0 {
        return Interval { low: 0.0, high: (3.0 / n).min(1.0) };
    }
    if hits == trials {
        return Interval { low: (1.0 - 3.0 / n).max(0.0), high: 1.0 };
    }
    let p = hits as f64 / n;
    let middle = p + Z * Z / (2.0 * n);
    let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
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
