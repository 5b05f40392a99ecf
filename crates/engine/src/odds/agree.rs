//! A test of whether a tally is consistent with its law.

use std::collections::{BTreeSet, HashSet};
use std::hash::BuildHasher;

use statrs::distribution::{ChiSquared, ContinuousCDF};

use super::{Histogram, Law, Tally};

/// A chi-square test of a tally against its law.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreement {
    /// The test statistic.
    pub chi_square: f64,
    /// The degrees of freedom.
    pub degrees: u32,
    /// The p-value: the probability of a statistic at least this large if the tally is a sample
    /// from the law.
    pub p: f64,
}

/// The expected number of hits below which adjacent scores share a bin.
const LEAST_EXPECTED: f64 = 20.0;

/// Tests a tally against its law.
///
/// # Formula
/// `sum((hits - expected)^2 / expected)` over bins of adjacent scores with at least 20 expected
/// hits each, against the chi-square distribution with one degree of freedom less than there are
/// bins. A hit on an impossible score gives p = 0.
///
/// # Source
/// K. Pearson (1900), Philosophical Magazine 50, 157-175.
///
/// # Examples
/// ```
/// use oddsmith_engine::odds::{agreement, Check, Progress, Sample, sample};
/// use oddsmith_engine::program::Question;
///
/// let program = oddsmith_dice::read_program("sum = 2d6\nask sum").unwrap();
/// let program = oddsmith_dice::check_program(program, &[]).unwrap().tree;
/// let rule = Question::of(&program).compile()?;
/// let tallies = sample(&rule, "two dice", Sample::default(), &Progress::default())?;
/// let laws = rule.law(1_000)?;
/// assert!(agreement(laws.column("sum")?, tallies.column("sum")?).p > 1e-6);
/// # Ok::<(), oddsmith_engine::Error>(())
/// ```
pub fn agreement(law: &Law, tally: &Tally) -> Agreement {
    let trials = tally.trials() as f64;
    let (mut bins, mut expected, mut hits, mut impossible): (Vec<(f64, u64)>, f64, u64, u64) =
        (Vec::new(), 0.0, 0, 0);
    for (share, seen) in both(law, tally) {
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

/// The combined result of the chi-square tests of several columns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreements {
    /// The smallest p-value, adjusted for the number of tests, 0..=1.
    pub p: f64,
    /// The number of tests.
    pub tests: usize,
}

/// The p-value below which a tally disagrees with its law.
const CHANCE: f64 = 1e-6;

impl Agreements {
    /// Tests each tally against its law; `None` if no test remains.
    ///
    /// Columns with the same probabilities and hits count as one test; a column with a single
    /// possible score, or with too few hits for two bins, is not tested.
    ///
    /// # Formula
    /// The smallest p-value times the number of tests, at most 1: Holm's adjustment of the
    /// smallest. It is valid for dependent tests.
    ///
    /// # Source
    /// S. Holm (1979), Scandinavian Journal of Statistics 6, 65-70.
    ///
    /// # Examples
    /// ```
    /// use oddsmith_engine::odds::{Agreements, Check, Progress, Sample, sample};
    /// use oddsmith_engine::program::Question;
    ///
    /// let program = oddsmith_dice::read_program("sum = 2d6\nask sum").unwrap();
    /// let program = oddsmith_dice::check_program(program, &[]).unwrap().tree;
    /// let rule = Question::of(&program).compile()?;
    /// let tallies = sample(&rule, "two dice", Sample::default(), &Progress::default())?;
    /// let laws = rule.law(1_000)?;
    /// let agreements = Agreements::of(laws.columns.iter().zip(&tallies.columns)).expect("a test");
    /// assert!(agreements.hold() && agreements.verdict().starts_with("agrees"));
    /// # Ok::<(), oddsmith_engine::Error>(())
    /// ```
    pub fn of<'a>(columns: impl IntoIterator<Item = (&'a Law, &'a Tally)>) -> Option<Agreements> {
        let mut tests = Tests::default();
        columns.into_iter().for_each(|(law, tally)| tests.add(law, tally));
        tests.agreements()
    }

    /// Returns whether the deviations are consistent with chance.
    pub fn hold(&self) -> bool {
        self.p >= CHANCE
    }

    /// Returns the verdict as a predicate of "the simulation": "agrees with the exact result".
    pub fn verdict(&self) -> &'static str {
        match self.hold() {
            true => "agrees with the exact result",
            false => "DISAGREES with the exact result",
        }
    }

    /// Returns the basis of the verdict: "smallest adjusted p of 2 tests: 0.63".
    pub fn evidence(&self) -> String {
        let p = match self.p {
            p if p >= 0.01 => format!("{p:.2}").trim_end_matches('0').trim_end_matches('.').into(),
            0.0 => "0".to_owned(),
            p => format!("{p:.0e}"),
        };
        match self.tests {
            1 => format!("p of one test: {p}"),
            tests => format!("smallest adjusted p of {tests} tests: {p}"),
        }
    }
}

/// Returns the scores that are possible under this law or occurred in this tally, in increasing
/// order.
pub fn scores_present(law: Option<&Law>, tally: Option<&Tally>) -> Vec<i32> {
    let possible = law.into_iter().flat_map(|law| law.possible().map(|(score, _)| score));
    let seen = tally.into_iter().flat_map(|tally| tally.seen().map(|(score, _)| score));
    possible.chain(seen).collect::<BTreeSet<i32>>().into_iter().collect()
}

/// Returns the probability and the hits of each of these scores, and finally of `none`.
fn both(law: &Law, tally: &Tally) -> impl Iterator<Item = (f64, u64)> {
    let scores = scores_present(Some(law), Some(tally)).into_iter();
    let each = scores.map(|score| (law.share(score), tally.hits(score)));
    each.chain([(law.none().value, tally.none())])
}

/// Tests that are added one by one, for the answers of very many cases.
#[derive(Clone, Debug)]
pub struct Tests {
    /// Hashes of the tested columns, to detect repeated tests.
    known: HashSet<u64>,
    least: f64,
    tests: usize,
}

impl Default for Tests {
    fn default() -> Tests {
        Tests { known: HashSet::new(), least: 1.0, tests: 0 }
    }
}

impl Tests {
    /// Tests one more tally against its law, unless an equal test was added before.
    pub fn add(&mut self, law: &Law, tally: &Tally) {
        let tested = agreement(law, tally);
        let certain = tested.p > 0.0 && tested.degrees == 0;
        if !certain && self.known.insert(picture(law, tally)) {
            (self.least, self.tests) = (self.least.min(tested.p), self.tests + 1);
        }
    }

    /// Returns the combined result, or `None` if there is no test.
    pub fn agreements(&self) -> Option<Agreements> {
        let p = (self.least * self.tests as f64).min(1.0);
        (self.tests > 0).then_some(Agreements { p, tests: self.tests })
    }
}

/// Returns a hash of the probabilities and hits of possible or observed scores, in order,
/// independent of the scores' values.
fn picture(law: &Law, tally: &Tally) -> u64 {
    let picture: Vec<(u64, u64)> = both(law, tally)
        .filter(|&(share, hits)| share > 0.0 || hits > 0)
        .map(|(share, hits)| (share.to_bits(), hits))
        .collect();
    foldhash::quality::FixedState::default().hash_one(picture)
}
