//! A test of whether a tally is a sample from its law.

use statrs::distribution::{ChiSquared, ContinuousCDF};

use super::{Histogram, Law, Tally};

/// A chi-square test of a tally against its law.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreement {
    /// The statistic.
    pub chi_square: f64,
    /// Its degrees of freedom.
    pub degrees: u32,
    /// The p-value: the probability of a statistic at least this large if the tally is a sample from
    /// the law.
    pub p: f64,
}

/// The smallest p-value of many tests, adjusted for their number, and that number.
pub fn adjusted<'a>(tests: impl IntoIterator<Item = &'a [Agreement]>) -> Option<(f64, usize)> {
    let all: Vec<f64> = tests.into_iter().flatten().map(|test| test.p).collect();
    let least = all.iter().copied().fold(1.0, f64::min);
    (!all.is_empty()).then(|| ((least * all.len() as f64).min(1.0), all.len()))
}

/// The expected number of hits below which neighbouring scores share a bin.
const LEAST_EXPECTED: f64 = 20.0;

/// Tests a tally against its law.
///
/// # Formula
/// `sum((hits - expected)^2 / expected)` over bins of neighbouring scores with at least 20 expected hits each, against the
/// chi-square distribution with one degree of freedom less than there are bins. A hit on an impossible score gives p = 0.
///
/// # Source
/// K. Pearson (1900), Philosophical Magazine 50, 157-175.
///
/// # Examples
/// ```
/// use oddsmith::odds::{Sample, agreement};
///
/// let case = oddsmith::case("mutants.check bonus=3 dc=10")?;
/// let (laws, tallies) = (case.law(1_000)?, case.sample(Sample::default()));
/// assert!(agreement(laws.column("margin")?, tallies.column("margin")?).p > 1e-6);
/// # Ok::<(), oddsmith::Error>(())
/// ```
pub fn agreement(law: &Law, tally: &Tally) -> Agreement {
    let trials = tally.trials() as f64;
    let scores = law.scale().scores().map(|score| (law.share(score), tally.hits(score)));
    let (mut bins, mut expected, mut hits, mut impossible): (Vec<(f64, u64)>, f64, u64, u64) =
        (Vec::new(), 0.0, 0, 0);
    for (share, seen) in scores.chain([(law.none().value, tally.none())]) {
        if share <= 0.0 {
            impossible += seen;
            continue;
        }
        (expected, hits) = (expected + share * trials, hits + seen);
        if expected >= LEAST_EXPECTED {
            bins.push((std::mem::take(&mut expected), std::mem::take(&mut hits)));
        }
    }
    match bins.last_mut() {
        Some(last) => (last.0, last.1) = (last.0 + expected, last.1 + hits),
        None => bins.push((expected, hits)),
    }
    let degrees = bins.len() as u32 - 1;
    if impossible > 0 {
        return Agreement { chi_square: f64::INFINITY, degrees, p: 0.0 };
    }
    let chi_square =
        bins.iter().map(|&(expected, hits)| (hits as f64 - expected).powi(2) / expected).sum();
    let p = match ChiSquared::new(f64::from(degrees)) {
        Ok(chi_squared) => chi_squared.sf(chi_square),
        Err(_) => 1.0,
    };
    Agreement { chi_square, degrees, p }
}
