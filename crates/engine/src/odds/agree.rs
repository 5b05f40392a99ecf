//! A test of whether a tally is a sample from its law.

use std::collections::{BTreeSet, HashSet};
use std::hash::BuildHasher;

use statrs::distribution::{ChiSquared, ContinuousCDF};

use super::{Histogram, Law, Tally};

/// A chi-square test of a tally against its law.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreement {
    /// The statistic.
    pub chi_square: f64,
    /// Its degrees of freedom.
    pub degrees: u32,
    /// The p-value: the probability of a statistic at least this large if the tally is a sample
    /// from
    /// the law.
    pub p: f64,
}

/// The expected number of hits below which neighbouring scores share a bin.
const LEAST_EXPECTED: f64 = 20.0;

/// Tests a tally against its law.
///
/// # Formula
/// `sum((hits - expected)^2 / expected)` over bins of neighbouring scores with at least 20 expected
/// hits each, against the
/// chi-square distribution with one degree of freedom less than there are bins. A hit on an
/// impossible score gives p = 0.
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
/// let program = oddsmith_dice::check_program(program, &[]).unwrap().said;
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

/// Many tests taken together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreements {
    /// The smallest p-value, adjusted for how many tests there are, 0..=1.
    pub p: f64,
    /// The number of tests.
    pub tests: usize,
}

/// Below this, chance is no explanation.
const CHANCE: f64 = 1e-6;

impl Agreements {
    /// Holds each tally against its law. Columns with the same shares and the same hits are one
    /// test, and a column that can
    /// have only one score, or too few hits for two bins, is none. `None` where no test is left.
    ///
    /// # Formula
    /// The smallest p-value times the number of tests, at most 1: what Holm's adjustment makes of
    /// the smallest. It holds
    /// however the tests depend on each other.
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
    /// let program = oddsmith_dice::check_program(program, &[]).unwrap().said;
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

    /// Whether chance explains how far they are apart.
    pub fn hold(&self) -> bool {
        self.p >= CHANCE
    }

    /// What the simulation does, in words that follow it: "agrees with the exact result".
    pub fn verdict(&self) -> &'static str {
        match self.hold() {
            true => "agrees with the exact result",
            false => "DISAGREES with the exact result",
        }
    }

    /// What the verdict rests on: "smallest adjusted p of 2 tests: 0.63".
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

/// The scores that can come up by this law, or did in this tally, rising.
pub fn scores_present(law: Option<&Law>, tally: Option<&Tally>) -> Vec<i32> {
    let possible = law.into_iter().flat_map(|law| law.possible().map(|(score, _)| score));
    let seen = tally.into_iter().flat_map(|tally| tally.seen().map(|(score, _)| score));
    possible.chain(seen).collect::<BTreeSet<i32>>().into_iter().collect()
}

/// The share and the hits of each of these scores, and at last of none.
fn both(law: &Law, tally: &Tally) -> impl Iterator<Item = (f64, u64)> {
    let scores = scores_present(Some(law), Some(tally)).into_iter();
    let each = scores.map(|score| (law.share(score), tally.hits(score)));
    each.chain([(law.none().value, tally.none())])
}

/// Tests that come one by one, as the answers of very many cases do.
#[derive(Clone, Debug)]
pub struct Tests {
    /// The pictures of what was tested, as hashes.
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
    /// Holds one more tally against its law, where that is a test of its own.
    pub fn add(&mut self, law: &Law, tally: &Tally) {
        let tested = agreement(law, tally);
        let certain = tested.p > 0.0 && tested.degrees == 0;
        if !certain && self.known.insert(picture(law, tally)) {
            (self.least, self.tests) = (self.least.min(tested.p), self.tests + 1);
        }
    }

    /// All of them together; `None` where there is none.
    pub fn agreements(&self) -> Option<Agreements> {
        let p = (self.least * self.tests as f64).min(1.0);
        (self.tests > 0).then_some(Agreements { p, tests: self.tests })
    }
}

/// A hash of the shares and hits of what can come up or did, in order, whatever the scores are
/// called.
fn picture(law: &Law, tally: &Tally) -> u64 {
    let picture: Vec<(u64, u64)> = both(law, tally)
        .filter(|&(share, hits)| share > 0.0 || hits > 0)
        .map(|(share, hits)| (share.to_bits(), hits))
        .collect();
    foldhash::quality::FixedState::default().hash_one(picture)
}
