//! Helpers for tests that compare fights with laws of other checks, and with values of other
//! programs.

use std::ops::RangeInclusive;
use std::path::Path;

use oddsmith_engine::odds::{Histogram, Law, Sample};
use oddsmith_registry::{Case, System};

/// Returns the case of a question of a game.
///
/// # Panics
/// If it is invalid.
pub fn case(system: &System, question: &str) -> Case {
    system.case(question).unwrap_or_else(|error| panic!("{question}: {error}"))
}

/// Returns the exact law of a column, for an indexed one in the first round.
///
/// # Panics
/// If there is none.
pub fn law(system: &System, question: &str, column: &str) -> Law {
    let laws = case(system, question).law(20_000_000);
    let laws = laws.unwrap_or_else(|error| panic!("{question}: {error}"));
    laws.column_at(column, 1).unwrap_or_else(|error| panic!("{error}")).clone()
}

/// Asserts that columns of a fight have the same laws as those of another check, for all these
/// scores.
///
/// # Panics
/// If they differ.
pub fn same_laws(
    system: &System,
    [fight, other]: [&str; 2],
    columns: &[[&str; 2]],
    scores: RangeInclusive<i32>,
) {
    for [ours, theirs] in columns {
        let (one, two) = (law(system, fight, ours), law(system, other, theirs));
        for score in scores.clone() {
            let off = (one.share(score) - two.share(score)).abs();
            assert!(off < 1e-12, "{fight}: {ours} {score} is {off} off {other}");
        }
    }
}

/// Formats fields of a character for a question: ` prefix.field=value` each.
pub fn with_prefix(fields: &[(&str, String)], prefix: &str) -> String {
    fields.iter().map(|(field, value)| format!(" {prefix}{field}={value}")).collect()
}

/// Asserts that the means of a fight agree with those of another program, given as a list of mean
/// and error per column, within five standard errors; returns the number of columns compared.
///
/// # Panics
/// If they differ.
pub fn as_another_program(case: &Case, path: &Path) -> usize {
    let text = std::fs::read_to_string(path).expect("the other program's values");
    let trials = 200_000;
    let tallies = case.sample(Sample { trials, ..Default::default() }).unwrap();
    let mut lines = text.lines().map(|line| line.trim().trim_end_matches(','));
    let mut held = 0;
    while let Some(line) = lines.next() {
        let Some((name, "[")) = line.split_once(": ") else { continue };
        let name = name.trim_matches('"');
        let mut number =
            || lines.next().and_then(|line| line.parse::<f64>().ok()).expect("a number");
        let (mean, error) = (number(), number());
        let column = tallies.column_at(name, 1).expect("it counts the same");
        let (ours, spread) = match name {
            "won" => (column.share(2), 0.5),
            _ => (column.mean().expect("a mean"), column.sd().expect("a spread")),
        };
        let error = error.hypot(spread / (trials as f64).sqrt());
        assert!((ours - mean).abs() < 5.0 * error, "{name}: {ours}, another program {mean}");
        held += 1;
    }
    held
}
