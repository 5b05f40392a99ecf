//! A test of whether a tally is a sample from its law.

use std::collections::HashSet;

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
    /// Holds each tally against its law. Columns with the same shares and the same hits are one test, and a column that can
    /// have only one score, or too few hits for two bins, is none. `None` where no test is left.
    ///
    /// # Formula
    /// The smallest p-value times the number of tests, at most 1: what Holm's adjustment makes of the smallest. It holds
    /// however the tests depend on each other.
    ///
    /// # Source
    /// S. Holm (1979), Scandinavian Journal of Statistics 6, 65-70.
    ///
    /// # Examples
    /// ```
    /// use oddsmith::odds::{Agreements, Sample};
    ///
    /// let case = oddsmith::case("mutants.check bonus=3 dc=10")?;
    /// let (laws, tallies) = (case.law(1_000)?, case.sample(Sample::default()));
    /// let agreements = Agreements::of(laws.columns.iter().zip(&tallies.columns)).expect("a test");
    /// assert!(agreements.hold() && agreements.sentence().starts_with("The simulation agrees"));
    /// # Ok::<(), oddsmith::Error>(())
    /// ```
    pub fn of<'a>(columns: impl IntoIterator<Item = (&'a Law, &'a Tally)>) -> Option<Agreements> {
        let mut known: HashSet<Vec<(u64, u64)>> = HashSet::new();
        let (mut least, mut tests) = (1.0f64, 0);
        for (law, tally) in columns {
            let tested = agreement(law, tally);
            let certain = tested.p > 0.0 && tested.degrees == 0;
            if !certain && known.insert(picture(law, tally)) {
                (least, tests) = (least.min(tested.p), tests + 1);
            }
        }
        (tests > 0).then(|| Agreements { p: (least * tests as f64).min(1.0), tests })
    }

    /// Whether chance explains how far they are apart.
    pub fn hold(&self) -> bool {
        self.p >= CHANCE
    }

    /// As one plain sentence.
    pub fn sentence(&self) -> String {
        let p = match self.p {
            p if p >= 0.01 => format!("{p:.2}").trim_end_matches('0').trim_end_matches('.').into(),
            0.0 => "0".to_owned(),
            p => format!("{p:.0e}"),
        };
        let tests = match self.tests {
            1 => format!("p of one test: {p}"),
            tests => format!("smallest adjusted p of {tests} tests: {p}"),
        };
        match self.hold() {
            true => format!("The simulation agrees with the exact odds ({tests})."),
            false => format!("The simulation DISAGREES with the exact odds ({tests})."),
        }
    }
}

/// The shares and hits of what can come up or did, in order, whatever the scores are called.
fn picture(law: &Law, tally: &Tally) -> Vec<(u64, u64)> {
    let scores = law.scale().scores().map(|score| (law.share(score), tally.hits(score)));
    let all = scores.chain([(law.none().value, tally.none())]);
    all.filter(|&(share, hits)| share > 0.0 || hits > 0)
        .map(|(share, hits)| (share.to_bits(), hits))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::odds::Sample;

    fn of(questions: &[&str]) -> Agreements {
        let runs: Vec<_> = questions
            .iter()
            .map(|question| {
                let case = crate::case(question).unwrap();
                (case.law(1_000_000).unwrap(), case.sample(Sample { trials: 50_000, seed: 1 }))
            })
            .collect();
        let pairs =
            runs.iter().flat_map(|(laws, tallies)| laws.columns.iter().zip(&tallies.columns));
        Agreements::of(pairs).unwrap()
    }

    /// Where every blow lands, hits and blows are one column under two names.
    #[test]
    fn columns_that_are_identical_are_one_test() {
        let question = "melodrama.knockout toughness=8 damage=10";
        let three = crate::case(question).unwrap().columns().len();
        assert_eq!((three, of(&[question]).tests), (3, 2));
        assert_eq!(of(&[question, question]).tests, 2);
        assert_eq!(of(&[question, "mutants.check bonus=3 dc=10"]).tests, 3);
    }

    /// The smallest of n independent p-values, times n, is below 5 % in about 5 % of runs and never in more.
    #[test]
    fn the_adjusted_p_is_small_as_seldom_as_it_says() {
        let case = crate::case("mutants.check bonus=3 dc=10").unwrap();
        let laws = case.law(1_000).unwrap();
        let runs = (0..400u64).filter(|run| {
            let tallies: Vec<_> = (0..10)
                .map(|test| case.sample(Sample { trials: 2000, seed: run * 10 + test }))
                .collect();
            let pairs = tallies.iter().map(|tallies| (&laws.columns[0], &tallies.columns[0]));
            Agreements::of(pairs).unwrap().p < 0.05
        });
        let share = runs.count() as f64 / 400.0;
        assert!((0.02..0.085).contains(&share), "{share}");
    }

    #[test]
    fn they_are_one_sentence() {
        let said = |p, tests| Agreements { p, tests }.sentence();
        assert_eq!(
            said(0.4, 416),
            "The simulation agrees with the exact odds (smallest adjusted p of 416 tests: 0.4)."
        );
        assert_eq!(said(1.0, 1), "The simulation agrees with the exact odds (p of one test: 1).");
        assert_eq!(
            said(3e-9, 12),
            "The simulation DISAGREES with the exact odds (smallest adjusted p of 12 tests: 3e-9)."
        );
    }

    #[test]
    fn a_tally_of_another_law_disagrees() {
        let law = crate::case("mutants.check bonus=3 dc=10").unwrap().law(1_000).unwrap();
        let tally = crate::case("mutants.check bonus=4 dc=10").unwrap().sample(Sample::default());
        assert!(!Agreements::of([(&law.columns[0], &tally.columns[0])]).unwrap().hold());
    }
}
