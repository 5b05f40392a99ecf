//! The same question and seed give the same bytes: on any number of threads, and from one version
//! to the next.

use std::collections::BTreeMap;
use std::path::Path;
#[cfg(feature = "cli")]
use std::process::Command;

use oddsmith::chance::Stream;
use oddsmith::odds::{Counts, Histogram, Sample};
use oddsmith::rule::Rule;
use oddsmith::systems::checks;
use oddsmith::systems::melodrama::{CardCheck, Toughness};

#[cfg(feature = "cli")]
fn example(entry: &oddsmith::registry::Entry) -> Vec<String> {
    let case = entry.fields.iter().filter_map(|field| match field.need {
        oddsmith::registry::Need::Required(example) => Some(format!("{}={example}", field.name)),
        _ => None,
    });
    case.collect()
}

#[cfg(feature = "cli")]
#[test]
fn threads_change_nothing() {
    for entry in checks() {
        // Two blocks and a part of a third, so that threads share them out.
        let block = entry.example().expect("an example builds").check().block();
        let trials = (2 * block + 1000).to_string();
        let answer = |threads: &str| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_oddsmith"));
            command
                .args(["odds", &*entry.id, "--sampled-only", "--trials", &trials])
                .args(["--format", "json", "--threads", threads])
                .args(example(&entry));
            let output = command.output().expect("the command runs");
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{}: {said}", entry.id);
            output.stdout
        };
        assert_eq!(answer("1"), answer("4"), "{}", entry.id);
    }
}

/// One golden tally a check: 100,000 trials of its example, seed 1. A change here is value-breaking
/// and goes into CHANGELOG.md;
/// `UPDATE_GOLDEN=1 cargo test --test determinism` writes the file anew.
#[test]
fn seeds_keep_their_promise() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/tallies.json");
    let tallies: BTreeMap<String, Vec<Vec<u64>>> = checks()
        .map(|entry| {
            let case = entry.example().expect("an example builds");
            let tallies = case.sample(Sample { trials: 100_000, seed: 1 });
            let hits = case.columns().iter().zip(&tallies.columns).map(|(column, tally)| {
                column.scale.scores().map(|score| tally.hits(score)).collect()
            });
            (entry.id.to_string(), hits.collect())
        })
        .collect();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let rows =
            tallies.iter().map(|(id, hits)| format!("  {id:?}: {}", serde_json::json!(hits)));
        std::fs::write(&path, format!("{{\n{}\n}}\n", rows.collect::<Vec<_>>().join(",\n")))
            .expect("the golden file writes");
    }
    let golden: BTreeMap<String, Vec<Vec<u64>>> =
        serde_json::from_str(&std::fs::read_to_string(&path).expect("the golden file reads"))
            .expect("the golden file is JSON");
    assert_eq!(golden.len(), tallies.len(), "a golden tally for each check");
    for (id, hits) in &tallies {
        assert_eq!(golden.get(id.as_str()), Some(hits), "{id}: the same seed gives other numbers");
    }
}

/// The example of `house.roll` has no difficulty any more; with one the plain rule draws what it
/// always drew.
#[test]
fn a_roll_against_a_difficulty_keeps_its_promise() {
    let case = oddsmith::case("house.roll luck=2d6 dc=8").expect("the question reads");
    let tally = &case.plain().sample(Sample { trials: 100_000, seed: 1 }).columns[0];
    let hits: Vec<u64> = tally.scale().scores().map(|score| tally.hits(score)).collect();
    assert_eq!(hits, [2768, 5448, 8407, 11217, 13928, 16725, 13682, 11076, 8335, 5583, 2831]);
}

/// Block by block; `tests/kernels.rs` has the same of kernels.
#[test]
fn a_longer_run_extends_a_shorter_one() {
    let case =
        oddsmith::case("melodrama.toughness toughness=8 damage=10").expect("the question reads");
    let case = case.plain();
    let hits = |tally: &oddsmith::odds::Tally| {
        tally.scale().scores().map(|score| tally.hits(score)).collect::<Vec<u64>>()
    };
    const BLOCK: u64 = CardCheck::<Toughness>::SHORTCUTS.block;
    let stream = Stream::new(3, &case.identity());
    let mut counts = Counts::new(&case.check().columns());
    case.check().play_block(&stream, 0, BLOCK, &mut counts);
    let short = case.sample(Sample { trials: BLOCK, seed: 3 });
    assert_eq!(
        counts.histograms().next().expect("a column"),
        hits(short.column("rung").expect("a rung"))
    );
    case.check().play_block(&stream, 1, 1000, &mut counts);
    let long = case.sample(Sample { trials: BLOCK + 1000, seed: 3 });
    assert_eq!(
        counts.histograms().next().expect("a column"),
        hits(long.column("rung").expect("a rung"))
    );
}

#[test]
fn other_seeds_and_other_questions_have_other_luck() {
    let run = |question: &str, seed| {
        oddsmith::case(question)
            .expect("the question reads")
            .sample(Sample { trials: 1000, seed })
            .columns
    };
    let one = run("melodrama.opposed active=0 passive=0", 1);
    assert_ne!(one, run("melodrama.opposed active=0 passive=0", 2));
    // The same edge, but another question: its luck is its own.
    assert_ne!(one, run("melodrama.opposed active=1 passive=1", 1));
    // A default that is given is the same question.
    assert_eq!(one, run("melodrama.opposed active=0 passive=0 joker=15", 1));
}
