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

/// Where fewer hits or misses than this were counted, the interval is that of Clopper and Pearson.
const FEW: u64 = 200;

/// The interval of the share that `hits` out of `trials` stand for, at 95 %. Its width is never 0.
///
/// # Formula
/// With fewer than 200 hits or misses it is Clopper's and Pearson's: the shares p under which so many hits or more, and so many or
/// fewer, have a chance of 2.5 % each; after no hit at all `0` to `1 - 0.025^(1/n)`. With more it is Wilson's:
/// `(p + z^2/2n ± z * sqrt(p(1-p)/n + z^2/4n^2)) / (1 + z^2/n)` with `p = hits/n`, `n = trials`, `z = 1.96`.
///
/// # Source
/// C. J. Clopper and E. S. Pearson (1934), Biometrika 26, 404-413.
/// E. B. Wilson (1927), Journal of the American Statistical Association 22, 209-212.
///
/// # Examples
/// ```
/// use oddsmith::odds::interval;
///
/// let even = interval(500_000, 1_000_000);
/// assert!((even.low - 0.49902).abs() < 1e-5 && (even.high - 0.50098).abs() < 1e-5);
/// let never = interval(0, 1000);
/// assert!(never.low == 0.0 && (never.high - 0.00368).abs() < 1e-5);
/// ```
pub fn interval(hits: u64, trials: u64) -> Interval {
    interval_missing(ERROR, hits, trials)
}

/// The same interval, missing the true share only as often as `error` says, 0..1: what is looked at several times needs a wider one.
pub fn interval_missing(error: f64, hits: u64, trials: u64) -> Interval {
    let misses = trials - hits;
    if trials == 0 {
        Interval { low: 0.0, high: 1.0 }
    } else if hits.min(misses) >= FEW {
        wilson(error, hits, trials)
    } else if hits <= misses {
        clopper_pearson(error, hits, trials)
    } else {
        let Interval { low, high } = clopper_pearson(error, misses, trials);
        Interval { low: 1.0 - high, high: 1.0 - low }
    }
}

fn wilson(error: f64, hits: u64, trials: u64) -> Interval {
    let n = trials as f64;
    let (p, z) = (hits as f64 / n, score(error));
    let middle = p + z * z / (2.0 * n);
    let half = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    Interval { low: ((middle - half) / scale).max(0.0), high: ((middle + half) / scale).min(1.0) }
}

/// The interval of few hits: at most half of the trials.
///
/// # Formula
/// Both ends are quantiles of beta distributions. They are found by Newton's method from Wilson's ends: the logarithm of
/// `P(X >= k)` is concave in `ln p`, and that of `P(X <= k)` in `ln (1 - p)`, so that no step leads astray. The tails are
/// `P(X = k)` times a short sum of falling terms, which makes this some ten times as fast as a general beta quantile.
fn clopper_pearson(error: f64, hits: u64, trials: u64) -> Interval {
    let (n, k, tail) = (trials as f64, hits as f64, (error / 2.0).ln());
    if hits == 0 {
        return Interval { low: 0.0, high: -(tail / n).exp_m1() };
    }
    let ways = ln_choose(trials, hits);
    let from = wilson(error, hits, trials);
    let others = n - k;
    // ln p of the lower end.
    let at_least = |x: f64| {
        let odds = x.exp() / -x.exp_m1();
        let sum = falling(|i| (others - i + 1.0) / (k + i) * odds);
        (ways + k * x + others * (-x.exp()).ln_1p() + sum.ln() - tail, k / sum)
    };
    // ln (1 - p) of the upper end.
    let at_most = |y: f64| {
        let odds = y.exp() / -y.exp_m1();
        let sum = falling(|i| (k - i + 1.0) / (others + i) * odds);
        (ways + k * (-y.exp_m1()).ln() + others * y + sum.ln() - tail, others / sum)
    };
    let high = if hits == trials { 1.0 } else { -newton(at_most, (-from.high).ln_1p()).exp_m1() };
    Interval { low: newton(at_least, from.low.ln()).exp(), high }
}

/// `1 + r(1) + r(1) r(2) + …`, where the ratios fall below 1 and reach 0.
fn falling(ratio: impl Fn(f64) -> f64) -> f64 {
    let (mut sum, mut term, mut i) = (1.0, 1.0, 1.0);
    while term > 1e-16 * sum {
        term *= ratio(i);
        sum += term;
        i += 1.0;
    }
    sum
}

/// The root of a rising concave function, given with its slope; below 0, as logarithms of shares are.
fn newton(value_and_slope: impl Fn(f64) -> (f64, f64), start: f64) -> f64 {
    let mut x = start;
    for _ in 0..50 {
        let (value, slope) = value_and_slope(x);
        // Never out of the range, nor more than half of the way to its end.
        let next = (x - value / slope).min(x / 2.0);
        let step = (next - x).abs();
        x = next;
        // The next step would be about the square of this one.
        if step < 1e-8 * x.abs().min(1.0) {
            break;
        }
    }
    x
}

/// The logarithm of the number of ways to choose `few` of `all`.
fn ln_choose(all: u64, few: u64) -> f64 {
    let (mut sum, mut product) = (0.0, 1.0f64);
    for i in 0..few {
        product *= (all - i) as f64 / (i + 1) as f64;
        if product > 1e250 {
            sum += product.ln();
            product = 1.0;
        }
    }
    sum + product.ln()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Chance, Die, Sampled, Stream};
    use proptest::prelude::*;
    use statrs::distribution::{Beta, Binomial, Discrete};

    proptest! {
        #[test]
        fn an_interval_holds_its_share(trials in 1u64..1_000_000_000, part in 0.0f64..=1.0, few in 0u64..300) {
            for hits in [(trials as f64 * part) as u64, few.min(trials), trials - few.min(trials)] {
                let Interval { low, high } = interval(hits, trials);
                let share = hits as f64 / trials as f64;
                prop_assert!((0.0..=1.0).contains(&low) && (0.0..=1.0).contains(&high));
                prop_assert!(low <= share && share <= high && low < high, "{low} {share} {high}");
            }
        }

        /// The ends of few hits are the quantiles of the beta distributions that the definition names.
        #[test]
        fn few_hits_have_clopper_and_pearsons(trials in 1u64..10_000_000, few in 0u64..200, look in 1u32..30) {
            let hits = few.min(trials / 2);
            let error = ERROR / f64::from(look * (look + 1));
            let Interval { low, high } = interval_missing(error, hits, trials);
            let (k, n) = (hits as f64, trials as f64);
            let above = Beta::new(k + 1.0, n - k).unwrap().sf(high);
            prop_assert!((above / (error / 2.0) - 1.0).abs() < 1e-6, "{hits} of {trials}: {above}");
            if hits > 0 {
                let below = Beta::new(k, n - k + 1.0).unwrap().cdf(low);
                prop_assert!((below / (error / 2.0) - 1.0).abs() < 1e-6, "{hits} of {trials}: {below}");
            }
        }
    }

    /// Wilson's ends are the shares p that a normal test at 95 % just does not reject: |hits/n - p| = z * sqrt(p(1-p)/n).
    #[test]
    fn many_hits_have_wilsons() {
        for (hits, trials) in [(200u64, 1000u64), (499, 1000), (999_800, 1_000_000)] {
            let (n, share) = (trials as f64, hits as f64 / trials as f64);
            let Interval { low, high } = interval(hits, trials);
            for end in [low, high] {
                let wanted = Z * (end * (1.0 - end) / n).sqrt();
                assert!(((share - end).abs() - wanted).abs() < 1e-12, "{hits} of {trials}: {end}");
            }
        }
    }

    /// The chance that the interval holds a share: over every number of hits, by the binomial distribution.
    fn coverage(share: f64, trials: u64) -> f64 {
        let mean = share * trials as f64;
        let far = 9.0 * (mean * (1.0 - share)).sqrt() + 30.0;
        let hits = (mean - far).max(0.0) as u64..=((mean + far) as u64).min(trials);
        let binomial = Binomial::new(share, trials).unwrap();
        let holds = |hits: &u64| {
            let Interval { low, high } = interval(*hits, trials);
            low <= share && share <= high
        };
        hits.filter(holds).map(|hits| binomial.pmf(hits)).sum()
    }

    #[test]
    fn an_interval_holds_its_share_as_often_as_it_says() {
        for trials in [10u64, 100, 1000, 10_000, 1_000_000] {
            let expected = [0.1, 0.3, 1.0, 2.0, 3.0, 5.5, 20.0, 150.0, 190.0, 210.0, 400.0];
            for share in expected.map(|hits| hits / trials as f64) {
                if share <= 0.5 {
                    let held = coverage(share, trials);
                    assert!(held >= 0.945, "{held} at {share} of {trials}");
                    let held = coverage(1.0 - share, trials);
                    assert!(held >= 0.945, "{held} at 1 - {share} of {trials}");
                }
            }
        }
    }

    /// 10,000 runs each, drawn.
    #[test]
    fn drawn_runs_hold_their_share_as_often_as_they_say() {
        let held = |sides: u16, hit: i32, trials: u64| {
            let (die, stream) = (Die::sided(sides), Stream::new(1, "coverage"));
            let share = f64::from(hit) / f64::from(sides);
            let holds = |run: &u64| {
                let mut chance = Sampled::new(&stream, *run);
                let hits = (0..trials).filter(|_| chance.face(&die) <= hit).count() as u64;
                let Interval { low, high } = interval(hits, trials);
                low <= share && share <= high
            };
            (0..10_000).filter(holds).count()
        };
        let shares =
            [(10_000, 1), (2000, 1), (1000, 1), (300, 1), (20, 1), (6, 1), (2, 1), (300, 299)];
        for (sides, hit) in shares {
            for trials in [20, 300, 1000] {
                let held = held(sides, hit, trials);
                assert!(held >= 9_450, "{held} of 10,000 at {hit}/{sides} of {trials}");
            }
        }
    }
}
