//! Confidence intervals of sampled probabilities.

/// A confidence interval of a probability, at 95 % by default.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end, 0..=1.
    pub low: f64,
    /// The upper end, 0..=1.
    pub high: f64,
}

impl Interval {
    /// Returns half of the width.
    pub fn half_width(self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

use statrs::distribution::{ContinuousCDF, Normal};

/// The default probability that an interval misses the true value.
pub const ERROR: f64 = 0.05;

/// The 97.5 % quantile of the standard normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// Returns the point beyond which, on either side, a standard normal variable lies with probability
/// `error`.
pub(super) fn score(error: f64) -> f64 {
    // The most common case needs no inverse.
    if error == ERROR { Z } else { Normal::standard().inverse_cdf(1.0 - error / 2.0) }
}

/// Number of hits or misses below which the Clopper-Pearson interval is used.
const MOST_EXACT_HITS: u64 = 200;

/// Returns the 95 % confidence interval of a probability, given `hits` out of `trials`. Its width
/// is never 0.
///
/// # Formula
/// With fewer than 200 hits or misses it is the Clopper-Pearson interval: the probabilities p under
/// which this many hits or more, and this many or fewer, have a probability of 2.5 % each; without
/// hits, `0` to `1 - 0.025^(1/n)`. Otherwise it is Wilson's: `(p + z^2/2n ± z * sqrt(p(1-p)/n +
/// z^2/4n^2)) / (1 + z^2/n)` with `p = hits/n`, `n = trials`, `z = 1.96`.
///
/// # Source
/// C. J. Clopper and E. S. Pearson (1934), Biometrika 26, 404-413.
/// E. B. Wilson (1927), Journal of the American Statistical Association 22, 209-212.
///
/// # Examples
/// ```
/// use oddsmith_engine::odds::interval;
///
/// let even = interval(500_000, 1_000_000);
/// assert!((even.low - 0.49902).abs() < 1e-5 && (even.high - 0.50098).abs() < 1e-5);
/// let never = interval(0, 1000);
/// assert!(never.low == 0.0 && (never.high - 0.00368).abs() < 1e-5);
/// ```
pub fn interval(hits: u64, trials: u64) -> Interval {
    interval_missing(ERROR, hits, trials)
}

/// Returns the interval that misses the true probability with probability `error`, 0..1; repeated
/// looks need a wider interval.
pub fn interval_missing(error: f64, hits: u64, trials: u64) -> Interval {
    let misses = trials - hits;
    if trials == 0 {
        Interval { low: 0.0, high: 1.0 }
    } else if hits.min(misses) >= MOST_EXACT_HITS {
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

/// Returns the Clopper-Pearson interval for hits in at most half of the trials.
///
/// # Formula
/// Both ends are quantiles of beta distributions. They are found by Newton's method from Wilson's
/// ends: the logarithm of `P(X >= k)` is concave in `ln p`, and that of `P(X <= k)` in `ln (1 -
/// p)`, so the iteration converges. The tails are `P(X = k)` times a short sum of decreasing terms,
/// which makes this about ten times as fast as a general beta quantile.
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

/// Returns `1 + r(1) + r(1) r(2) + …`, where the ratios fall below 1 and reach 0.
fn falling(ratio: impl Fn(f64) -> f64) -> f64 {
    let (mut sum, mut term, mut i) = (1.0, 1.0, 1.0);
    while term > 1e-16 * sum {
        term *= ratio(i);
        sum += term;
        i += 1.0;
    }
    sum
}

/// Returns the negative root of an increasing concave function, given with its slope.
fn newton(value_and_slope: impl Fn(f64) -> (f64, f64), start: f64) -> f64 {
    let mut x = start;
    for _ in 0..50 {
        let (value, slope) = value_and_slope(x);
        // Stay negative, and move at most halfway toward 0.
        let next = (x - value / slope).min(x / 2.0);
        let step = (next - x).abs();
        x = next;
        // Convergence is quadratic: the next step would be about the square of this one.
        if step < 1e-8 * x.abs().min(1.0) {
            break;
        }
    }
    x
}

/// Returns the logarithm of the binomial coefficient of `all` and `few`.
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
