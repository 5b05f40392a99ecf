//! Tests of the mechanics of `examples/rules`: each is short, has a description and can be
//! answered, and all are in the report on them.

use std::path::{Path, PathBuf};

use oddsmith::odds::{Histogram, Sample};
use oddsmith::systems::house::parse;

/// Budget of a law; larger examples are sampled.
const BUDGET: u64 = 10_000;

#[test]
fn every_example_answers_and_is_short() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/rules");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let named = path.display();
        assert!(text.starts_with("# "), "{named} says what it shows");
        let rule = text.split("\"\"\"\n").nth(1).unwrap();
        assert!(rule.lines().count() <= 10, "{named} has at most ten lines");
        let entries = parse(&text).unwrap_or_else(|error| panic!("{named}: {error}"));
        let case = entries[0].case([]).unwrap_or_else(|error| panic!("{named}: {error}"));
        let whole = |histogram: &dyn Histogram| (histogram.scored() - 1.0).abs() < 1e-9;
        match case.law(BUDGET) {
            Ok(laws) => {
                let sums = laws.columns.iter().all(|law| whole(law) || law.none().value > 0.0);
                assert!(sums, "{named}: its laws add up");
            }
            Err(_) => {
                let tallies = case.sample(Sample { trials: 200, seed: 1 }).unwrap();
                assert!(!tallies.columns.is_empty(), "{named} is sampled");
            }
        }
        seen += 1;
    }
    assert!(seen >= 60, "{seen} mechanics");
}

/// The line before the rules in the scenario of the report.
const RULES: &str = "# What follows is examples/rules, written by `cargo golden`.\n";

/// Returns the examples as checks labelled with their titles, and again with an advantage of one
/// point.
fn as_checks() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/rules");
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = entries.collect();
    files.sort();
    let mut checks = String::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let table: toml::Table = text.parse().unwrap();
        // Only examples with a check are in the report.
        let Some(check) = table.get("check") else { continue };
        let (house, check) = (&table["house"][0], &check[0]);
        let title = table["title"].as_str().unwrap();
        let label = |label: &str| format!("label = \"{label}\"");
        let own = &text[text.find("[[house]]").unwrap()..];
        let known = label(check["label"].as_str().unwrap());
        checks += &format!("\n{}", own.replace(&known, &label(title)));
        if let (Some(edge), Some(_)) = (house.get("edge"), house.get("success")) {
            let edge = edge.as_str().unwrap();
            let more = house["fields"][edge].as_integer().unwrap() + 1;
            let (label, used) = (label(&format!("{title}, +1")), &check["use"]);
            checks +=
                &format!("\n[[check]]\n{label}\nuse   = {used}\nset   = {{ {edge} = {more} }}\n");
        }
    }
    checks
}

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("reports/sixty-ways/scenario.toml")
}

/// Returns the scenario of the report, before and after the line `RULES`.
fn scenario() -> (String, String) {
    let text = std::fs::read_to_string(path()).unwrap();
    let (before, rules) = text.split_once(RULES).unwrap();
    (before.to_owned(), rules.to_owned())
}

#[test]
#[ignore = "`cargo golden` runs it: it writes the scenario anew"]
fn write_golden_scenario() {
    std::fs::write(path(), format!("{}{RULES}{}", scenario().0, as_checks())).unwrap();
}

#[test]
fn report_contains_every_example() {
    assert_eq!(scenario().1, as_checks(), "`cargo golden` writes it anew");
}
