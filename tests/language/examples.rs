//! Tests of the rules of `examples/rules` against chances computed independently, from the
//! mechanics in words: `examples.json` has them by rule and fields, column and outcome.

use std::collections::BTreeMap;

use oddsmith::odds::Histogram;
use oddsmith::systems::house::parse;
use serde_json::Value;

const KNOWN: &str = include_str!("examples.json");

/// Tolerance for the rounding of floats.
const ROUNDED: f64 = 1e-11;

/// Returns the text of an example.
fn example(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/rules");
    std::fs::read_to_string(format!("{folder}/{name}.toml")).unwrap()
}

/// Returns the share of each possible outcome of a column, by its name.
fn shares(law: &dyn Histogram) -> BTreeMap<String, f64> {
    let scale = law.scale();
    let named = law.possible().filter(|(_, share)| *share > 0.0);
    let name = |score: i32| match scale.name(score) {
        Some(name) => name.replace(' ', "_"),
        None => score.to_string(),
    };
    named.map(|(score, share)| (name(score), share)).collect()
}

#[test]
fn examples_match_independent_chances() {
    let known: BTreeMap<String, BTreeMap<String, Value>> = serde_json::from_str(KNOWN).unwrap();
    let questions = known.iter().filter(|(question, _)| !question.starts_with("best "));
    let mut compared = 0;
    for (question, columns) in questions {
        let (name, fields) = question.split_once(' ').unwrap_or((question, ""));
        let entries = parse(&example(name)).unwrap();
        let fields = fields.split_whitespace().map(|field| field.split_once('=').unwrap());
        let case = entries[0].case(fields).unwrap_or_else(|error| panic!("{question}: {error}"));
        let laws = case.law(20_000_000).unwrap_or_else(|error| panic!("{question}: {error}"));
        for (column, outcomes) in columns {
            let shares = shares(laws.column(column).unwrap());
            for (outcome, share) in outcomes.as_object().unwrap() {
                let share = share.as_f64().unwrap();
                let own = shares.get(outcome).copied().unwrap_or(0.0);
                let near = (own - share).abs() < ROUNDED;
                assert!(
                    near && (own > 0.0) == (share > 0.0),
                    "{question}: {outcome} {own} {share}"
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 400, "{compared} outcomes");
}
