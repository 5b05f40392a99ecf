//! Tests of scenario files: errors name their place, pairs share their luck, sweeps become frames.
#![cfg(all(feature = "cli", feature = "frames", feature = "documents"))]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

#[cfg(unix)]
use crate::signals::command_with_default_signals;
use oddsmith::answer::csv::{Csv, OUTCOMES};
use oddsmith::answer::strategies::STRATEGIES;
use oddsmith::answer::{Answer, Results};
use oddsmith::frame::polars::prelude::*;
use oddsmith::frame::{SUMMARY, outcomes, summary};
use oddsmith::odds::{Event, Progress, Sampled};
use oddsmith::scenario::{Effort, Scenario};

fn oddsmith(arguments: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_oddsmith"))
        .args(arguments)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .output()
        .expect("the command runs")
}

fn files(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .expect("a folder")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    names.sort();
    names
}

/// Every broken file is refused with its own message, which has the line, the underlined place and
/// a hint; nothing is written.
#[test]
fn broken_files_have_specific_errors() {
    let broken = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken");
    let empty = tempfile::tempdir().expect("a folder for a while");
    let mut seen: Vec<String> = Vec::new();
    for name in files(&broken) {
        let path = empty.path().join(&name);
        std::fs::copy(broken.join(&name), &path).expect("a copy");
        let output = oddsmith(&["run", &name], empty.path());
        let text = String::from_utf8(output.stderr).expect("an error is text");
        assert_eq!(output.status.code(), Some(2), "{name}: {text}");
        assert!(output.stdout.is_empty(), "{name}: an error leaves stdout empty");
        let first = text.lines().next().unwrap_or_default();
        assert!(first.starts_with("error: ") && first.contains(&name), "{name}: {text}");
        assert!(text.contains("hint: "), "{name}: there is something to do: {text}");
        // A missing part has no place in the file.
        if !["no_check.toml", "no_title.toml"].contains(&name.as_str()) {
            assert!(
                first.contains("line ") && first.contains("column ") && text.contains("^"),
                "{name}: {text}"
            );
        }
        assert!(
            !seen.contains(&first.replace(&name, "")),
            "{name}: each has a message of its own: {first}"
        );
        seen.push(first.replace(&name, ""));
        std::fs::remove_file(&path).expect("the copy goes");
        assert!(files(empty.path()).is_empty(), "{name}: nothing is written");
        insta::assert_snapshot!(format!("broken_{}", name.trim_end_matches(".toml")), text, &name);
    }
    assert!(seen.len() >= 25);
}

fn answered(text: &str) -> (Scenario, Results) {
    let scenario = Scenario::parse(text).expect("a scenario");
    let effort = Effort { budget: Some(1_000_000), ..scenario.effort };
    let results = Results::of(&scenario.questions, effort, &Progress::default());
    (scenario, results.expect("it is answered"))
}

/// Returns the sampled estimate of a case's success.
fn played(answer: &Answer) -> Sampled {
    answer.event(&Event::SUCCESS).and_then(|share| share.sampled).expect("it was played")
}

/// Returns the number of trials of a case.
fn trials(answer: &Answer) -> u64 {
    answer.tallies.as_ref().expect("tallies").trials
}

const SAVES: &str = r#"
title = "Saves"
trials = 40000
[sweep]
damage = [6, 10]
[[check]]
label = "cards"
use = "melodrama.toughness"
set = { toughness = 8, damage = "$damage" }
[[check]]
label = "d20"
use = "mutants.toughness"
set = { toughness = 8, damage = "$damage" }
"#;

/// The frames have the names and types that other programs read.
#[test]
fn frames_keep_their_schema() {
    let (scenario, answers) = answered(SAVES);
    let outcomes = outcomes(&scenario.title, &answers).expect("a frame");
    let summary = summary(&scenario.title, &answers).expect("a frame");
    let with_swept = |names: &[&str]| -> Vec<String> {
        names
            .iter()
            .flat_map(|name| {
                if *name == "set" {
                    vec!["set.damage".to_owned(), "set".to_owned()]
                } else {
                    vec![(*name).to_owned()]
                }
            })
            .collect()
    };
    let names = |frame: &DataFrame| {
        frame.get_column_names().iter().map(|name| name.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(names(&outcomes), with_swept(&OUTCOMES));
    assert_eq!(names(&summary), with_swept(&SUMMARY));
    let (text, whole, float) = (DataType::String, DataType::Int64, DataType::Float64);
    for (name, wanted) in [
        ("scenario", &text),
        ("check", &text),
        ("label", &text),
        ("set.damage", &whole),
        ("set", &text),
        ("column", &text),
        ("at", &whole),
        ("score", &whole),
        ("outcome", &text),
        ("exact", &float),
        ("hits", &whole),
        ("trials", &whole),
        ("share", &float),
        ("low", &float),
        ("high", &float),
    ] {
        assert_eq!(outcomes.column(name).expect("a column").dtype(), wanted, "{name}");
    }
    for name in ["mean", "sd", "median", "success", "success_low", "success_high", "p_agreement"] {
        assert_eq!(summary.column(name).expect("a column").dtype(), &float, "{name}");
    }
    // Four cases of five rungs each.
    assert_eq!((outcomes.height(), summary.height()), (20, 4));
    let total = outcomes
        .column("exact")
        .and_then(|exact| exact.f64().map(|exact| exact.sum()))
        .expect("floats");
    assert!((total.expect("a sum") - 4.0).abs() < 1e-12);
}

#[test]
fn frames_are_written_and_read_back() {
    let (scenario, answers) = answered(SAVES);
    let outcomes = outcomes(&scenario.title, &answers).expect("a frame");
    let folder = tempfile::tempdir().expect("a folder for a while");
    let about = oddsmith::frame::About { seed: 7, scenario: SAVES.to_owned() };
    for ending in oddsmith::frame::FORMATS {
        let path = folder.path().join(format!("outcomes.{ending}"));
        let bytes = oddsmith::frame::bytes(&outcomes, ending, &about).expect("bytes");
        oddsmith::file::write(&path, &bytes).expect("it is written");
        let back = oddsmith::frame::read(&path).expect("it is read");
        assert!(back.equals_missing(&outcomes), "{ending}");
        let text = String::from_utf8_lossy(&bytes);
        let has_metadata = text.contains("oddsmith.seed") && text.contains("title = \"Saves\"");
        assert!(has_metadata, "{ending} says what it is of");
    }
    // CSV is written from the answers: as many lines, and the same hits.
    let csv = Csv::whole(vec!["damage".to_owned()]).all(&scenario.title, &answers.checks);
    let mut lines = csv.lines();
    let names: Vec<&str> = lines.next().expect("a heading").split(',').collect();
    let wanted: Vec<String> =
        outcomes.get_column_names().iter().map(|name| name.to_string()).collect();
    assert_eq!(names, wanted);
    assert_eq!(lines.clone().count(), outcomes.height());
    let hits = outcomes.column("hits").and_then(|hits| hits.i64().cloned()).expect("numbers");
    let last = |line: &str| line.rsplit(',').nth(4).and_then(|hits| hits.parse().ok());
    for (row, line) in lines.enumerate() {
        assert_eq!(last(line), hits.get(row), "{line}");
    }
}

/// A pair may also be sampled to a precision: all its shares are then within the precision.
#[test]
fn pairs_are_sampled_to_their_precision() {
    let paired = SAVES
        .replace("use = ", "pair = \"same luck\"\nuse = ")
        .replace("trials = 40000", "precision = 0.002");
    let (_, answers) = answered(&paired);
    assert_eq!(answers.pairs.len(), 2);
    for answer in answers.all() {
        let half = played(answer).interval().half_width();
        assert!(half < 0.002 && trials(answer) > 200_000, "{half} after {}", trials(answer));
        assert!(answer.agreement(0).expect("law and tally").p > 1e-6);
    }
}

/// Pairs share their luck: the tallies are still samples of their laws, and the interval of the
/// difference is narrower than with independent runs.
#[test]
fn pairs_have_narrower_differences() {
    let paired = SAVES.replace("use = ", "pair = \"same luck\"\nuse = ");
    let ((_, separate), (_, paired_answers)) = (answered(SAVES), answered(&paired));
    assert!(separate.pairs.is_empty());
    assert_eq!(paired_answers.pairs.len(), 2);
    for pair in &paired_answers.pairs {
        let answer = |check: usize| &paired_answers.checks[check].cases[pair.case];
        let share = |check: usize| answer(check).event(&Event::SUCCESS).expect("a success");
        let wanted = share(pair.a).value() - share(pair.b).value();
        assert!((pair.difference.value() - wanted).abs() < 1e-12, "both are exact");
        let interval = pair.difference.sampled.expect("it was played").interval();
        // 95 % intervals with some room; the seed is fixed, so the result never changes.
        let room = interval.half_width();
        assert!(
            interval.low - room < wanted && wanted < interval.high + room,
            "{wanted} {interval:?}"
        );
        let apart = played(answer(pair.a)).minus(played(answer(pair.b)), 0.0).interval();
        assert!(
            interval.half_width() < 0.8 * apart.half_width(),
            "{interval:?} is hardly narrower than {apart:?}"
        );
    }
    for answer in paired_answers.all() {
        assert!(answer.agreement(0).expect("law and tally").p > 1e-6);
    }
}

#[test]
fn precision_is_reached_without_excess() {
    let text = SAVES.replace("trials = 40000", "precision = 0.0004");
    let (_, answers) = answered(&text);
    for answer in answers.all() {
        let half = played(answer).interval().half_width();
        assert!(half < 0.0004, "{half}");
        // The trials end at a block border, and not far beyond the need: 1.25 times as many trials
        // narrow the interval by a tenth.
        assert!(
            trials(answer).is_multiple_of(answer.case.check().block()) && half > 0.0004 * 0.6,
            "{half} after {}",
            trials(answer)
        );
        // A sequential interval is wider than the interval of a run with a fixed number of trials.
        let hits = (played(answer).value * trials(answer) as f64).round() as u64;
        assert!(half > oddsmith::odds::interval(hits, trials(answer)).half_width());
    }
}

/// Sequential intervals miss the exact share rarely, in runs to a precision.
#[test]
fn sequential_intervals_keep_their_error() {
    let case = oddsmith::case("mutants.check bonus=3 dc=10").expect("a case");
    let (place, success) = case.success().expect("a success");
    let exact = case.law(1_000).expect("a law").columns[place].success(success).value;
    let scores = success.scores();
    let until = oddsmith::odds::Precision { half_width: 0.0015, place, scores };
    let misses = (1..=60).filter(|&seed| {
        let tallies = case.sample_until(seed, until.clone(), &Progress::default()).unwrap();
        let interval = tallies.columns[place].success(success).interval();
        !(interval.low..=interval.high).contains(&exact)
    });
    // At 5 % at most three misses of sixty are expected; ten would be a one in a thousand chance.
    assert!(misses.count() < 10);
}

/// A run writes its folder, with the same bytes on any number of threads.
#[test]
fn a_run_writes_its_folder() {
    let folder = tempfile::tempdir().expect("a folder for a while");
    let text = format!(
        "{SAVES}\n[[chart]]\nkind = \"stack\"\nx = \"damage\"\n[[chart]]\nkind = \"difference\"\nx = \"damage\"\nfile = \"gap.png\"\n"
    );
    std::fs::write(folder.path().join("saves.toml"), text).expect("it is written");
    let mut bytes: Vec<Vec<Vec<u8>>> = Vec::new();
    for threads in ["1", "2"] {
        let output =
            oddsmith(&["run", "saves.toml", "--threads", threads, "--out", threads], folder.path());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let out: PathBuf = folder.path().join(threads);
        let names = files(&out);
        assert_eq!(
            names,
            [
                ".oddsmith.files",
                "README.md",
                "chart.svg",
                "gap.png",
                "outcomes.csv",
                "outcomes.parquet",
                "summary.parquet"
            ]
        );
        bytes.push(
            names.iter().map(|name| std::fs::read(out.join(name)).expect("a file")).collect(),
        );
    }
    assert!(bytes[0] == bytes[1], "threads change nothing");
}

/// Two axes of a hundred: ten thousand cases, exact, in one frame.
#[test]
fn ten_thousand_cases_are_one_frame() {
    let text = "title = \"Grid\"\ntrials = 0\n[sweep]\na = { from = 1, to = 100 }\nb = { from = 1, to = 100 }\n[[check]]\nuse = \"mutants.check\"\nset = { bonus = \"$a\", dc = \"$b\" }\n";
    let (scenario, answers) = answered(text);
    let outcomes = outcomes(&scenario.title, &answers).expect("a frame");
    let summary = summary(&scenario.title, &answers).expect("a frame");
    assert_eq!(summary.height(), 10_000);
    assert_eq!(outcomes.height(), 200_000);
}

/// Ctrl-C during a run gives exit code 130 and leaves no partial output.
#[cfg(unix)]
#[test]
fn interrupt_leaves_no_partial_output() {
    use std::os::unix::process::ExitStatusExt;

    let folder = tempfile::tempdir().expect("a folder for a while");
    std::fs::write(
        folder.path().join("long.toml"),
        SAVES.replace("trials = 40000", "trials = 1_000_000_000_000"),
    )
    .expect("it is written");
    // On a busy machine the signal may come before the handler is set, and then ends the process
    // directly.
    let ended = [700, 3_000, 12_000, 48_000].into_iter().find_map(|milliseconds| {
        let mut child = command_with_default_signals(env!("CARGO_BIN_EXE_oddsmith"))
            .args(["run", "long.toml", "--sampled-only", "--quiet"])
            .current_dir(folder.path())
            .spawn()
            .expect("the command runs");
        std::thread::sleep(std::time::Duration::from_millis(milliseconds));
        let pid = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill runs").success());
        let status = child.wait().expect("it ends");
        status.signal().is_none().then_some(status)
    });
    assert_eq!(ended.and_then(|status| status.code()), Some(130));
    assert_eq!(files(folder.path()), ["long.toml"]);
}

/// Saved strategies of a duel agree with the printed answer, and are complete plans for each side
/// in every state that its points may reach.
#[test]
fn saved_strategies_are_complete_plans() {
    let folder = tempfile::tempdir().expect("a folder for a while");
    let question = [
        "attribute=6",
        "skill=5",
        "rival_attribute=3",
        "rival_skill=6",
        "pool=11",
        "rival_pool=9",
        "rounds=3",
        "price=0.01",
    ];
    let arguments = |more: &[&'static str]| [&["duel"], &question[..], more].concat();
    let output =
        oddsmith(&arguments(&["--format", "json", "--save", "strategies.parquet"]), folder.path());
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("an answer");
    let frame = oddsmith::frame::read(&folder.path().join("strategies.parquet")).expect("a frame");
    let names: Vec<_> = frame.get_column_names().iter().map(|name| name.to_string()).collect();
    assert_eq!(names, STRATEGIES);

    let text =
        |name: &str| frame.column(name).and_then(|column| column.str().cloned()).expect("a text");
    let number =
        |name: &str| frame.column(name).and_then(|column| column.f64().cloned()).expect("a number");
    let (state, side, shares) = (text("state"), text("side"), number("share"));
    let bids = frame.column("bid").and_then(|column| column.i64().cloned()).expect("a number");
    let mut plans = std::collections::HashMap::<(String, String), Vec<f64>>::new();
    for row in 0..frame.height() {
        let (at, who) = (state.get(row).expect("a state"), side.get(row).expect("a side"));
        let at: serde_json::Value = serde_json::from_str(at).expect("a state is JSON");
        let plan = plans.entry((at.to_string(), who.to_owned())).or_default();
        assert_eq!(bids.get(row), Some(plan.len() as i64), "{at}");
        plan.push(shares.get(row).expect("a share"));
        let [least, most] = ["least", "most"].map(|name| number(name).get(row).expect("a bound"));
        assert!(least <= plan[plan.len() - 1] && plan[plan.len() - 1] <= most, "{at}");
    }
    for ((at, who), plan) in &plans {
        let at: serde_json::Value = serde_json::from_str(at).expect("it was one");
        let (left, cap) = if who == "own" { (&at["own"], 5) } else { (&at["rival"], 6) };
        assert_eq!(plan.len() as i64, left.as_i64().expect("points").min(cap) + 1, "{at} {who}");
        assert!((plan.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{at} {who}");
    }
    // One state at first; then the own side has 6 to 11 points left and the rival 3 to 9; then 1 to
    // 11 and 0 to 9.
    let states = 1 + 6 * 7 + 11 * 10;
    assert_eq!(plans.len(), 2 * states);
    for (key, who) in [("strategy", "own"), ("rival_strategy", "rival")] {
        for choice in answer["duels"][0][key].as_array().expect("choices") {
            let plan = &plans[&(choice["state"].to_string(), who.to_owned())];
            assert!(
                (plan[choice["bid"].as_u64().expect("a bid") as usize]
                    - choice["share"].as_f64().expect("a share"))
                .abs()
                    < 1e-15
            );
        }
    }
}

#[test]
fn a_run_of_duels_writes_their_strategies() {
    let folder = tempfile::tempdir().expect("a folder for a while");
    let duels = r#"
title = "Duels"
trials = 1000
[sweep]
skill = [1, 2]
[[check]]
label = "bids"
use = "moma.duel"
set = { attribute = 2, skill = "$skill", rival_attribute = 2, rival_skill = 1, rounds = 2 }
"#;
    std::fs::write(folder.path().join("duels.toml"), duels).expect("a scenario");
    std::fs::write(folder.path().join("saves.toml"), SAVES).expect("a scenario");
    assert!(oddsmith(&["run", "duels.toml"], folder.path()).status.success());
    let frame =
        oddsmith::frame::read(&folder.path().join("duels/strategies.parquet")).expect("a frame");
    let swept =
        frame.column("set.skill").and_then(|column| column.i64().cloned()).expect("numbers");
    // One point a bid: 2 + 2 choices, then 2 x 2 states; two points: 3 + 2 choices, then 3 x 2
    // states.
    let rows = |skill: i64| swept.iter().filter(|value| *value == Some(skill)).count();
    assert_eq!((rows(1), rows(2)), (4 + 4 * 4, 5 + 6 * 5));
    assert_eq!(
        frame
            .column("label")
            .and_then(|label| label.str().map(|label| label.get(0) == Some("bids")))
            .ok(),
        Some(true)
    );
    assert!(oddsmith(&["run", "saves.toml"], folder.path()).status.success());
    assert!(
        !folder.path().join("saves/strategies.parquet").exists(),
        "where nothing is a duel there are none"
    );
}

/// Duels with too many states for a frame of strategies still write everything else.
#[test]
fn a_run_of_large_duels_says_why_it_writes_no_strategies() {
    let folder = tempfile::tempdir().expect("a folder for a while");
    let large = concat!(env!("CARGO_MANIFEST_DIR"), "/reports/novice-and-master/scenario.toml");
    assert!(oddsmith(&["run", large, "--out", "duels"], folder.path()).status.success());
    let duels = folder.path().join("duels");
    assert!(duels.join("outcomes.parquet").exists() && !duels.join("strategies.parquet").exists());
    let words = std::fs::read_to_string(duels.join("README.md")).expect("words");
    assert!(words.contains("strategies.parquet was not written: the strategies of all states are"));
}

/// Charts and tables of a run use the success of each case.
#[test]
fn swept_tie_is_drawn_with_the_success_of_each_case() {
    let folder = tempfile::tempdir().expect("a folder for a while");
    let ties = r#"
title = "Ties"
trials = 0
[sweep]
tie = ["active", "passive"]
[[check]]
label = "roll"
use = "house.roll"
set = { luck = "1d20", dc = 10, tie = "$tie" }
[[chart]]
kind = "curve"
x = "tie"
"#;
    std::fs::write(folder.path().join("ties.toml"), ties).expect("a scenario");
    let output = oddsmith(&["run", "ties.toml"], folder.path());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let page = std::fs::read_to_string(folder.path().join("ties/README.md")).expect("a page");
    let expected = "success from 50.0 % (tie passive) to 55.0 % (tie active)";
    assert!(page.contains(expected), "{page}");
    assert!(page.contains("| active | 55.0 |") && page.contains("| passive | 50.0 |"), "{page}");
}
