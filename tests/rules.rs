//! The mechanics of `examples/rules`: each is short, says what it shows, and answers.

use oddsmith::odds::{Histogram, Sample};
use oddsmith::systems::house::parse;

/// What an example may take here; larger ones are sampled.
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
                let tallies = case.sample(Sample { trials: 200, seed: 1 });
                assert!(!tallies.columns.is_empty(), "{named} is sampled");
            }
        }
        seen += 1;
    }
    assert!(seen >= 60, "{seen} mechanics");
}
