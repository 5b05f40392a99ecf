//! Tests of determinism: the same question and seed give the same bytes, on any number of threads
//! and from one version to the next.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
#[cfg(feature = "cli")]
use std::process::Command;
use std::sync::Arc;

use oddsmith::chance::Stream;
use oddsmith::odds::{Counts, Histogram, Sample};
use oddsmith::registry::Entry;
use oddsmith::rule::Rule;
use oddsmith::systems::checks;
use oddsmith::systems::melodrama::{CardCheck, Toughness};
use serde_json::json;

use crate::games::checks_of;

#[cfg(feature = "cli")]
fn example(entry: &Entry) -> Vec<String> {
    let case = entry.fields.iter().filter_map(|field| match field.need {
        oddsmith::registry::Need::Required(example) => Some(format!("{}={example}", field.name)),
        _ => None,
    });
    case.collect()
}

#[cfg(feature = "cli")]
pub fn threads_change_nothing(game: &str) {
    for entry in checks_of(game) {
        // Two blocks and a part of a third, to distribute over the threads.
        let block = entry.example().expect("an example builds").check().block();
        let trials = (2 * block + 1000).to_string();
        let answer = |threads: &str| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_oddsmith"));
            command
                .args(["odds", &*entry.id, "--sampled-only", "--trials", &trials])
                .args(["--format", "json", "--threads", threads])
                .args(example(&entry));
            let output = command.output().expect("the command runs");
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{}: {stderr}", entry.id);
            output.stdout
        };
        assert_eq!(answer("1"), answer("4"), "{}", entry.id);
    }
}

/// Tallies of 100,000 trials of a check's example, seed 1, column by column.
type Golden = BTreeMap<String, Vec<Vec<u64>>>;

fn golden_path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/tallies.json")
}

fn golden() -> Golden {
    let text = std::fs::read_to_string(golden_path()).expect("the golden file reads");
    serde_json::from_str(&text).expect("the golden file is JSON")
}

fn hits(entry: &Arc<Entry>) -> Vec<Vec<u64>> {
    let case = entry.example().expect("an example builds");
    let tallies = case.sample(Sample { trials: 100_000, seed: 1 }).unwrap();
    let hits = case
        .columns()
        .iter()
        .zip(&tallies.columns)
        .map(|(column, tally)| column.scale.scores().map(|score| tally.hits(score)).collect());
    hits.collect()
}

/// Compares with the golden tallies. A failure here is a value-breaking change, which needs an
/// entry in CHANGELOG.md.
pub fn same_seed_gives_the_same_tally(game: &str) {
    let golden = golden();
    for entry in checks_of(game) {
        let expected = golden.get(&*entry.id);
        let expected =
            expected.unwrap_or_else(|| panic!("{}: `cargo golden` writes its tally", entry.id));
        assert_eq!(expected, &hits(&entry), "{}: the same seed gives other numbers", entry.id);
    }
}

#[test]
#[ignore = "`cargo golden` runs it: it writes the file anew"]
fn write_golden_tallies() {
    let rows = checks().map(|entry| format!("  {:?}: {}", &*entry.id, json!(hits(&entry))));
    let rows: BTreeSet<String> = rows.collect();
    let text = format!("{{\n{}\n}}\n", rows.into_iter().collect::<Vec<_>>().join(",\n"));
    std::fs::write(golden_path(), text).expect("the golden file writes");
}

#[test]
fn each_check_has_a_golden_tally() {
    let ids: BTreeSet<String> = checks().map(|entry| entry.id.to_string()).collect();
    assert!(
        golden().into_keys().eq(ids),
        "a golden tally for each check: `cargo golden` writes them"
    );
}

/// With a difficulty, which the example of `house.roll` no longer has, the plain rule still draws
/// the same hits.
#[test]
fn roll_against_a_difficulty_keeps_its_tally() {
    let case = oddsmith::case("house.roll luck=2d6 dc=8").expect("the question reads");
    let tally = &case.plain().sample(Sample { trials: 100_000, seed: 1 }).unwrap().columns[0];
    let hits: Vec<u64> = tally.scale().scores().map(|score| tally.hits(score)).collect();
    assert_eq!(hits, [2768, 5448, 8407, 11217, 13928, 16725, 13682, 11076, 8335, 5583, 2831]);
}

/// Extends a run block by block; `tests/speed/kernels.rs` has the same test for kernels.
#[test]
fn a_longer_run_extends_a_shorter_one() {
    let case =
        oddsmith::case("melodrama.toughness toughness=8 damage=10").expect("the question reads");
    let case = case.plain();
    let hits = |tally: &oddsmith::odds::Tally| {
        tally.scale().scores().map(|score| tally.hits(score)).collect::<Vec<u64>>()
    };
    const BLOCK: u64 = CardCheck::<Toughness>::EXTRAS.block;
    let stream = Stream::new(3, &case.identity());
    let mut counts = Counts::new(&case.check().columns());
    case.check().play_block(&stream, 0, BLOCK, &mut counts);
    let short = case.sample(Sample { trials: BLOCK, seed: 3 }).unwrap();
    assert_eq!(
        counts.histograms().next().expect("a column"),
        hits(short.column("rung").expect("a rung"))
    );
    case.check().play_block(&stream, 1, 1000, &mut counts);
    let long = case.sample(Sample { trials: BLOCK + 1000, seed: 3 }).unwrap();
    assert_eq!(
        counts.histograms().next().expect("a column"),
        hits(long.column("rung").expect("a rung"))
    );
}

#[test]
fn other_seeds_and_questions_give_other_tallies() {
    let run = |question: &str, seed| {
        oddsmith::case(question)
            .expect("the question reads")
            .sample(Sample { trials: 1000, seed })
            .unwrap()
            .columns
    };
    let one = run("melodrama.opposed active=0 passive=0", 1);
    assert_ne!(one, run("melodrama.opposed active=0 passive=0", 2));
    // The same edge in another question gives other luck.
    assert_ne!(one, run("melodrama.opposed active=1 passive=1", 1));
    // A question with an explicit default is the same question.
    assert_eq!(one, run("melodrama.opposed active=0 passive=0 joker=15", 1));
}
