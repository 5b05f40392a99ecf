//! Tests of sampled against exact distributions: every check, every switch, many seeds.

use oddsmith::odds::{Agreement, Laws, Sample, agreement};
use oddsmith::registry::{Case, Kind};
use oddsmith::systems::checks;

use crate::games::checks_of;

fn laws(case: &Case) -> Laws {
    case.law(20_000_000).expect("one-step checks are exact")
}

/// Compares the tally of every column of a case, under one seed, with its law.
fn agreements(case: &Case, laws: &Laws, trials: u64, seed: u64) -> Vec<Agreement> {
    let tallies = case.sample(Sample { trials, seed }).unwrap();
    laws.columns.iter().zip(&tallies.columns).map(|(law, tally)| agreement(law, tally)).collect()
}

/// Runs 20 seeds per check. A p-value below 1e-6 is an error; all p-values together must be
/// uniformly distributed.
#[test]
fn tallies_are_samples_of_their_laws() {
    let mut p_values = Vec::new();
    for entry in checks().filter(|entry| !entry.sampled) {
        let case = entry.case(entry.exact_example()).expect("an example builds");
        let laws = laws(&case);
        for seed in 1..=20 {
            for (column, found) in case.columns().iter().zip(agreements(&case, &laws, 20_000, seed))
            {
                assert!(found.p > 1e-6, "{} {} seed {seed}: {found:?}", entry.id, column.name);
                if found.degrees > 0 {
                    p_values.push(found.p);
                }
            }
        }
    }
    // Kolmogorov-Smirnov: the largest distance from the uniform distribution, at a level of about
    // 1e-6.
    p_values.sort_unstable_by(f64::total_cmp);
    let n = p_values.len() as f64;
    assert!(n > 200.0, "there are enough p-values to judge their spread");
    let distances =
        p_values.iter().enumerate().map(|(i, &p)| ((i as f64 + 1.0) / n - p).max(p - i as f64 / n));
    let distance = distances.fold(0.0, f64::max);
    // Columns of one run are not independent of each other, so the bound is a little wider than the
    // theorem's.
    assert!(distance < 3.2 / n.sqrt(), "p-values are {distance:.3} from uniform, {n} of them");
}

/// Tests every value of every switch, with one seed each.
pub fn every_switch_agrees(game: &str) {
    for entry in checks_of(game).filter(|entry| !entry.sampled) {
        for field in entry.fields.iter() {
            let words: Vec<&str> = match field.kind {
                Kind::Choice { words, .. } => words.to_vec(),
                Kind::Flag => vec!["false", "true"],
                _ => continue,
            };
            for word in words {
                // Too large for a law; `fights.rs` compares such values with a simulation.
                if field.too_large.contains(&word) {
                    continue;
                }
                let examples = entry.exact_example().filter(|(name, _)| *name != field.name);
                let case = entry
                    .case(examples.chain([(field.name, word)]))
                    .expect("a word of a switch builds");
                for found in agreements(&case, &laws(&case), 50_000, 7) {
                    assert!(found.p > 1e-6, "{} {}={word}: {found:?}", entry.id, field.name);
                }
            }
        }
    }
}
