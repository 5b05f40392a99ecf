//! The same question and seed give the same bytes: on any number of threads, and from one version
//! to the next.

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

/// A change here is value-breaking and goes into CHANGELOG.md.
pub fn seeds_keep_their_promise(game: &str) {
    let golden = golden();
    for entry in checks_of(game) {
        let known = golden.get(&*entry.id);
        let known =
            known.unwrap_or_else(|| panic!("{}: `cargo golden` writes its tally", entry.id));
        assert_eq!(known, &hits(&entry), "{}: the same seed gives other numbers", entry.id);
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

/// The example of `house.roll` has no difficulty any more; with one the plain rule draws what it
/// always drew.
#[test]
fn a_roll_against_a_difficulty_keeps_its_promise() {
    let case = oddsmith::case("house.roll luck=2d6 dc=8").expect("the question reads");
    let tally = &case.plain().sample(Sample { trials: 100_000, seed: 1 }).unwrap().columns[0];
    let hits: Vec<u64> = tally.scale().scores().map(|score| tally.hits(score)).collect();
    assert_eq!(hits, [2768, 5448, 8407, 11217, 13928, 16725, 13682, 11076, 8335, 5583, 2831]);
}

/// Block by block; `tests/speed/kernels.rs` has the same of kernels.
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
fn other_seeds_and_other_questions_have_other_luck() {
    let run = |question: &str, seed| {
        oddsmith::case(question)
            .expect("the question reads")
            .sample(Sample { trials: 1000, seed })
            .unwrap()
            .columns
    };
    let one = run("melodrama.opposed active=0 passive=0", 1);
    assert_ne!(one, run("melodrama.opposed active=0 passive=0", 2));
    // The same edge, but another question: its luck is its own.
    assert_ne!(one, run("melodrama.opposed active=1 passive=1", 1));
    // A default that is given is the same question.
    assert_eq!(one, run("melodrama.opposed active=0 passive=0 joker=15", 1));
}
