//! Tests of the certainty of sampled numbers: confidence intervals have their stated coverage, and
//! a tally of another law is detected.

use oddsmith::chance::{self, Chance, Die, Stream};
use oddsmith::odds::{Agreements, ERROR, Interval, Sample, Sampled, interval};
use proptest::prelude::*;
use statrs::distribution::{Beta, Binomial, ContinuousCDF, Discrete};

/// The 97.5 % point of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

proptest! {
    #[test]
    fn interval_contains_the_sampled_share(trials in 1u64..1_000_000_000, part in 0.0f64..=1.0, few in 0u64..300) {
        for hits in [(trials as f64 * part) as u64, few.min(trials), trials - few.min(trials)] {
            let Interval { low, high } = interval(hits, trials);
            let share = hits as f64 / trials as f64;
            prop_assert!((0.0..=1.0).contains(&low) && (0.0..=1.0).contains(&high));
            prop_assert!(low <= share && share <= high && low < high, "{low} {share} {high}");
        }
    }

    /// The ends for few hits are the quantiles of beta distributions that define the
    /// Clopper-Pearson interval.
    #[test]
    fn few_hits_have_clopper_pearson_intervals(trials in 1u64..10_000_000, few in 0u64..200, look in 1u32..30) {
        let hits = few.min(trials / 2);
        let error = ERROR / f64::from(look * (look + 1));
        let Interval { low, high } = Sampled::counted(error, hits, trials).interval();
        let (k, n) = (hits as f64, trials as f64);
        let above = Beta::new(k + 1.0, n - k).unwrap().sf(high);
        prop_assert!((above / (error / 2.0) - 1.0).abs() < 1e-6, "{hits} of {trials}: {above}");
        if hits > 0 {
            let below = Beta::new(k, n - k + 1.0).unwrap().cdf(low);
            prop_assert!((below / (error / 2.0) - 1.0).abs() < 1e-6, "{hits} of {trials}: {below}");
        }
    }
}

/// The ends of a Wilson interval are the shares p that a normal test at 95 % just does not reject:
/// |hits/n - p| = z * sqrt(p(1-p)/n).
#[test]
fn many_hits_have_wilson_intervals() {
    for (hits, trials) in [(200u64, 1000u64), (499, 1000), (999_800, 1_000_000)] {
        let (n, share) = (trials as f64, hits as f64 / trials as f64);
        let Interval { low, high } = interval(hits, trials);
        for end in [low, high] {
            let wanted = Z * (end * (1.0 - end) / n).sqrt();
            assert!(((share - end).abs() - wanted).abs() < 1e-12, "{hits} of {trials}: {end}");
        }
    }
}

/// Returns the coverage probability of the interval for a share, summed over every number of hits
/// with the binomial distribution.
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
fn intervals_have_their_stated_coverage() {
    for trials in [10u64, 100, 1000, 10_000, 1_000_000] {
        let expected = [0.1, 0.3, 1.0, 2.0, 3.0, 5.5, 20.0, 150.0, 190.0, 210.0, 400.0];
        for share in expected.map(|hits| hits / trials as f64) {
            if share <= 0.5 {
                let covered = coverage(share, trials);
                assert!(covered >= 0.945, "{covered} at {share} of {trials}");
                let covered = coverage(1.0 - share, trials);
                assert!(covered >= 0.945, "{covered} at 1 - {share} of {trials}");
            }
        }
    }
}

/// Samples 10,000 runs for each share and number of trials.
#[test]
fn intervals_of_sampled_runs_have_their_stated_coverage() {
    let covered = |sides: u16, hit: i32, trials: u64| {
        let (die, stream) = (Die::sided(sides), Stream::new(1, "coverage"));
        let share = f64::from(hit) / f64::from(sides);
        let holds = |run: &u64| {
            let mut chance = chance::Sampled::new(&stream, *run);
            let hits = (0..trials).filter(|_| chance.face(&die) <= hit).count() as u64;
            let Interval { low, high } = interval(hits, trials);
            low <= share && share <= high
        };
        (0..10_000).filter(holds).count()
    };
    let shares = [(10_000, 1), (2000, 1), (1000, 1), (300, 1), (20, 1), (6, 1), (2, 1), (300, 299)];
    for (sides, hit) in shares {
        for trials in [20, 300, 1000] {
            let covered = covered(sides, hit, trials);
            assert!(covered >= 9_450, "{covered} of 10,000 at {hit}/{sides} of {trials}");
        }
    }
}

fn agreements_of(questions: &[&str]) -> Agreements {
    let runs: Vec<_> = questions
        .iter()
        .map(|question| {
            let case = oddsmith::case(question).unwrap();
            (case.law(1_000_000).unwrap(), case.sample(Sample { trials: 50_000, seed: 1 }).unwrap())
        })
        .collect();
    let pairs = runs.iter().flat_map(|(laws, tallies)| laws.columns.iter().zip(&tallies.columns));
    Agreements::of(pairs).unwrap()
}

/// If every blow hits, hits and blows are the same column under two names.
#[test]
fn identical_columns_count_as_one_test() {
    let question = "melodrama.knockout toughness=8 damage=10";
    let three = oddsmith::case(question).unwrap().columns().len();
    assert_eq!((three, agreements_of(&[question]).tests), (3, 2));
    assert_eq!(agreements_of(&[question, question]).tests, 2);
    assert_eq!(agreements_of(&[question, "mutants.check bonus=3 dc=10"]).tests, 3);
}

/// The smallest of n independent p-values, times n, is below 5 % in about 5 % of runs, and never in
/// more.
#[test]
fn adjusted_p_has_its_stated_level() {
    let case = oddsmith::case("mutants.check bonus=3 dc=10").unwrap();
    let laws = case.law(1_000).unwrap();
    let runs = (0..400u64).filter(|run| {
        let tallies: Vec<_> = (0..10)
            .map(|test| case.sample(Sample { trials: 2000, seed: run * 10 + test }).unwrap())
            .collect();
        let pairs = tallies.iter().map(|tallies| (&laws.columns[0], &tallies.columns[0]));
        Agreements::of(pairs).unwrap().p < 0.05
    });
    let share = runs.count() as f64 / 400.0;
    assert!((0.02..0.085).contains(&share), "{share}");
}

#[test]
fn agreements_are_described_in_words() {
    let text = |p, tests| {
        let all = Agreements { p, tests };
        format!("{} ({})", all.verdict(), all.evidence())
    };
    assert_eq!(
        text(0.4, 416),
        "agrees with the exact result (smallest adjusted p of 416 tests: 0.4)"
    );
    assert_eq!(text(1.0, 1), "agrees with the exact result (p of one test: 1)");
    assert_eq!(
        text(3e-9, 12),
        "DISAGREES with the exact result (smallest adjusted p of 12 tests: 3e-9)"
    );
}

#[test]
fn a_tally_of_another_law_disagrees() {
    let law = oddsmith::case("mutants.check bonus=3 dc=10").unwrap().law(1_000).unwrap();
    let tally =
        oddsmith::case("mutants.check bonus=4 dc=10").unwrap().sample(Sample::default()).unwrap();
    assert!(!Agreements::of([(&law.columns[0], &tally.columns[0])]).unwrap().hold());
}
