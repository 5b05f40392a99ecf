//! Tests of balance checks: true expectations hold and false ones fail, with a bounded error rate.
//! Files are updated with their comments kept, and changes against a baseline are listed.
#![cfg(feature = "cli")]

use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;

use oddsmith::answer::csv::{Csv, swept};
use oddsmith::cli::update::update_bounds;
use oddsmith::expectations::baseline::Baseline;
use oddsmith::odds::Progress;
use oddsmith::scenario::Scenario;
use oddsmith::{
    answer::Results,
    expectations::{Judgement, Verdict, judge},
};

fn oddsmith(arguments: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_oddsmith"))
        .args(arguments)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .output()
        .expect("the command runs")
}

fn answered(text: &str) -> (Scenario, Arc<Results>) {
    let scenario = Scenario::parse(text).expect("a scenario");
    let effort = scenario.effort;
    let progress = Progress::default();
    let results = Results::of(&scenario.questions, effort.sample_only_if_inexact(), &progress)
        .expect("answers");
    (scenario, Arc::new(results))
}

fn judged(text: &str) -> Vec<Judgement> {
    let (scenario, results) = answered(text);
    judge(&scenario, &results, &Progress::default()).expect("verdicts")
}

/// Success chance with an advantage of 5 for the active side, counted over two decks.
const TRUTH: f64 = 599.0 / 729.0;

fn sampled(low: f64, high: f64) -> String {
    format!(
        "title = \"t\"\n[[check]]\nlabel = \"a\"\nuse = \"melodrama.opposed\"\n\
         set = {{ active = 10, passive = 5 }}\nanswer = \"sampled\"\n\
         [[expect]]\nlabel = \"a\"\nbetween = [{low}, {high}]\n"
    )
}

#[test]
fn differences_of_two_tenths_of_a_point_are_decided() {
    let verdict = |low, high| judged(&sampled(low, high))[0].verdict;
    assert_eq!(verdict(TRUTH - 0.002, TRUTH + 0.002), Verdict::Holds);
    assert_eq!(verdict(TRUTH + 0.002, TRUTH + 0.006), Verdict::Fails);
    assert_eq!(verdict(TRUTH - 0.006, TRUTH - 0.002), Verdict::Fails);
}

/// Judges twenty true rows with each of a thousand seeds; at most 5 % of the files may fail.
#[test]
fn true_files_fail_at_most_at_the_stated_rate() {
    let mut text = String::from("title = \"t\"\ntrials = 200\nseed = SEED\n");
    for dc in 1..=20 {
        // A d20 with a bonus of 5 against the difficulty.
        let truth = f64::from((26 - dc).clamp(0, 20)) / 20.0;
        text += &format!(
            "[[check]]\nlabel = \"{dc}\"\nuse = \"mutants.check\"\nset = {{ bonus = 5, dc = {dc} \
                }}\n\
             answer = \"sampled\"\n[[expect]]\nlabel = \"{dc}\"\nat_least = {}\nat_most = {}\n",
            truth - 0.06,
            truth + 0.06
        );
    }
    let failed = |seed: &usize| {
        let rows = judged(&text.replace("SEED", &seed.to_string()));
        rows.iter().any(|row| row.verdict != Verdict::Holds)
    };
    let failed = (1..=1000).filter(failed).count();
    assert!(failed <= 50, "{failed} of 1000 true files fail");
}

const CARDS: &str = r#"# What the cards promise.
title = "Cards"

[sweep]
edge = { from = 0, to = 4 }   # a few

[[check]]
label = "cards"
use   = "melodrama.opposed"
set   = { active = "$edge", passive = 0, joker = 15 }

[[expect]]            # equals
label   = "cards"
where   = { edge = 0 }
between = [0.30, 0.40]   # too low
why     = "a fair fight"

[[expect]]
label    = "cards"
monotone = "rising"
over     = "edge"

[[expect]]
label    = "cards"
at_least = 0.6        # not for equals
"#;

#[test]
fn update_changes_only_the_bounds() {
    let folder = tempfile::tempdir().expect("a folder for a while");
    let file = folder.path().join("cards.toml");
    std::fs::write(&file, CARDS).expect("a file");
    let output = oddsmith(&["verify", "cards.toml"], folder.path());
    assert_eq!(output.status.code(), Some(1));
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(stdout.contains("1 of 3 expectations hold") && stdout.contains("line 12"), "{stdout}");
    assert!(stdout.contains("a fair fight") && stdout.contains("oddsmith odds melodrama.opposed"));
    let output = oddsmith(&["verify", "cards.toml", "--update"], folder.path());
    assert_eq!(output.status.code(), Some(0), "what is moved holds");
    let text = std::fs::read_to_string(&file).expect("it is there");
    // Between equals the active side wins 391 of 729.
    let by_hand = CARDS
        .replace("[0.30, 0.40]   # too low", "[0.486, 0.586]   # too low")
        .replace("at_least = 0.6 ", "at_least = 0.536 ");
    assert_eq!(text, by_hand);
    let output = oddsmith(&["verify", "cards.toml"], folder.path());
    assert_eq!(output.status.code(), Some(0));
    // Expectations that hold stay unchanged.
    let (same, moved) = update_bounds(&text, &[]).expect("TOML");
    assert_eq!((same, moved), (text, Vec::new()));
}

/// The update writes bounds from the trials that the verdict took, not only from the few of the
/// first try, so that the next run holds.
#[test]
fn updated_bounds_hold_in_the_next_run() {
    let folder = tempfile::tempdir().expect("a folder for a while");
    let file = folder.path().join("hands.toml");
    for (trials, bound) in [(20, "between = [0.30, 0.31]"), (400, "at_least = 0.9")] {
        let text = format!(
            "title = \"t\"\ntrials = {trials}\n[[check]]\nlabel = \"hands\"\nuse = \
                \"melodrama.hand\"\n\
             set = {{ hand = 3, opposing_hand = 8, decks = \"one\" }}\n[[expect]]\n\
             label = \"hands\"\n{bound}\n"
        );
        std::fs::write(&file, &text).expect("a file");
        let verified = |flags: &[&str]| {
            let output = oddsmith(&[&["verify", "hands.toml"], flags].concat(), folder.path());
            (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
        };
        assert_eq!(verified(&[]).0, Some(1), "{bound}");
        assert_eq!(verified(&["--update"]).0, Some(0), "{bound}");
        assert_ne!(std::fs::read_to_string(&file).expect("it is there"), text);
        let (code, stdout) = verified(&[]);
        assert_eq!(code, Some(0), "{stdout}");
    }
}

/// Counting the joker as 14 changes only pairs of a joker and another card.
#[test]
fn edits_are_reported_case_by_case() {
    let (_, before) = answered(CARDS);
    let kept = Csv::short(swept(before.checks.iter().flat_map(|check| &check.axes)))
        .all("", &before.checks);
    let baseline = Baseline::read(&kept).expect("what was kept");
    let same = baseline.changes(&before);
    assert_eq!((same.changed.len(), same.same), (0, 5));
    let (_, after) =
        answered(&CARDS.replace("joker = 15", "joker = 14").replace("to = 4", "to = 5"));
    let changes = baseline.changes(&after);
    assert_eq!((changes.changed.len(), changes.same), (5, 0));
    assert_eq!(changes.new, ["cards: active 5"]);
    let moved: Vec<f64> = changes.changed.iter().map(|change| change.moved).collect();
    assert!(moved.windows(2).all(|pair| pair[0] >= pair[1]), "the largest comes first: {moved:?}");
    // At edge 0 the success share stays: a joker beats and loses to the same cards.
    let even =
        changes.changed.iter().find(|change| change.at["active"] == "0").expect("it is there");
    let (before, after) = (even.before.expect("a share"), even.after.expect("a share"));
    assert!((before - 391.0 / 729.0).abs() < 1e-8 && (after - 391.0 / 729.0).abs() < 1e-12);
    assert!(Baseline::read("a,b\n1,2\n").is_err() && Baseline::read("check,\"x\n").is_err());
}

/// A baseline saved as a frame gives the same output as the CSV of the same folder.
#[cfg(feature = "frames")]
#[test]
fn a_baseline_may_be_parquet() {
    let folder = tempfile::tempdir().expect("a folder for a while");
    let file = folder.path().join("cards.toml");
    let exact = CARDS.replace("use   =", "answer = \"exact\"\nuse   =");
    std::fs::write(&file, &exact).expect("a file");
    oddsmith(&["run", "cards.toml", "--out", "kept", "--quiet"], folder.path());
    let edited = exact.replace("joker = 15", "joker = 14");
    std::fs::write(&file, edited).expect("a file");
    let [parquet, csv] = ["kept/outcomes.parquet", "kept/outcomes.csv"].map(|kept| {
        let output = oddsmith(&["verify", "cards.toml", "--baseline", kept], folder.path());
        String::from_utf8_lossy(&output.stdout).into_owned()
    });
    assert!(parquet.contains("5 of 5 cases changed"), "{parquet}");
    assert_eq!(parquet, csv);
}

#[test]
fn verdicts_are_written_in_machine_formats() {
    let folder = tempfile::tempdir().expect("a folder for a while");
    let text = CARDS.replace("a fair fight", "50 % & <fair>");
    std::fs::write(folder.path().join("cards.toml"), text).expect("a file");
    let run = |arguments: &[&str]| {
        let output = oddsmith(arguments, folder.path());
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    let lines = run(&["verify", "cards.toml", "--format", "github"]);
    let first = lines.lines().next().expect("a line");
    assert!(
        first.starts_with("::error file=cards.toml,line=12,title=expectation 1 fails::50 %25 ")
    );
    assert!(lines.ends_with("::notice title=oddsmith::1 of 3 expectations hold\n"), "{lines}");
    run(&["verify", "cards.toml", "--junit", "verdicts.xml"]);
    let xml = std::fs::read_to_string(folder.path().join("verdicts.xml")).expect("it is there");
    assert!(xml.contains("tests=\"3\"") && xml.contains("failures=\"2\""), "{xml}");
    assert!(xml.contains("&lt;fair&gt;") && !xml.contains("<fair>"), "{xml}");
    let rows: serde_json::Value =
        serde_json::from_str(&run(&["verify", "cards.toml", "--format", "json"])).expect("JSON");
    let verdicts: Vec<&str> = rows["rows"]
        .as_array()
        .expect("rows")
        .iter()
        .filter_map(|row| row["verdict"].as_str())
        .collect();
    assert_eq!(verdicts, ["fails", "holds", "fails"]);
    assert_eq!(
        rows["rows"][0]["command"],
        "oddsmith odds melodrama.opposed active=0 passive=0 joker=15"
    );
}

/// Returns the example file of docs/balance-in-ci.md.
fn documented_file() -> String {
    let page = include_str!("../../docs/balance-in-ci.md");
    let start = page.find("```toml\n").expect("a file") + 8;
    page[start..start + page[start..].find("```").expect("its end")].to_owned()
}

/// The documented file passes unchanged; each of ten mistakes in it gets an error with a hint.
#[test]
fn documented_file_passes_and_mistakes_get_hints() {
    let folder = tempfile::tempdir().expect("a folder for a while");
    let verify = |text: &str| {
        std::fs::write(folder.path().join("balance.toml"), text).expect("a file");
        oddsmith(&["verify", "balance.toml"], folder.path())
    };
    let file = documented_file();
    let output = verify(&file);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("3 of 3 expectations hold"));
    for (right, wrong, about) in [
        ("use   = \"house.duel\"", "use   = \"house.dual\"", "house.dual"),
        ("foe = \"$foe\"", "foe = \"$fo\"", "$fo"),
        ("label   = \"hero\"", "label   = \"heroes\"", "heroes"),
        ("share:fumble", "share:fumbel", "fumbel"),
        ("at_most = 0.01", "atmost = 0.01", "atmost"),
        ("between = [0.5, 0.6]", "between = [0.6, 0.5]", "between"),
        ("where   = { foe = 5 }", "where   = { foe = 9 }", "no case"),
        ("luck = \"2d10\" }\ntheirs", "luck = \"2x10\" }\ntheirs", "2x10"),
        ("success = \"hit\"", "success = \"hitt\"", "hitt"),
        ("\"falling\"", "falling", "falling"),
    ] {
        assert!(file.contains(right), "{right}");
        let output = verify(&file.replacen(right, wrong, 1));
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{wrong}: {stderr}");
        assert!(
            stderr.contains(about) && stderr.contains("hint: ") && stderr.contains("line "),
            "{stderr}"
        );
        assert!(output.stdout.is_empty(), "{wrong}");
    }
}

#[test]
fn unusable_files_and_arguments_are_refused() {
    let folder = tempfile::tempdir().expect("a folder for a while");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("a file");
    };
    write("a.toml", "title = \"t\"\n[[check]]\nuse = \"mano.roll\"\nset = { difficulty = 10 }\n");
    write(
        "b.toml",
        "title = \"t\"\n[vary]\nx = [5, 6]\n[[check]]\nuse = \"mano.roll\"\nset = { difficulty = \
            \"$x\" }\n",
    );
    for (arguments, about) in [
        (&["verify", "a.toml"][..], "has no expectations"),
        (&["verify", "b.toml"], "to find"),
        (&["run", "b.toml"], "to find"),
        (&["verify", "-", "--update"], "standard input"),
        (&["verify", "a.toml", "--junit", "x.json"], "--junit"),
        (&["verify", "a.toml", "--baseline", "x.txt"], "outcomes"),
        (&["tune", "a.toml"], "has no `[vary]`"),
        (&["tune", "b.toml"], "has no expectations"),
    ] {
        if arguments[0] == "run" && cfg!(not(feature = "documents")) {
            continue;
        }
        let output = oddsmith(arguments, folder.path());
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
        assert!(stderr.contains(about), "{arguments:?}: {stderr}");
    }
    let output = oddsmith(&["verify", "none.toml"], folder.path());
    assert_eq!(output.status.code(), Some(3));
}
