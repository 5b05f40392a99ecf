//! Tests of saved outcomes read back: an unchanged file counts as the same whatever its names are,
//! and a damaged file is refused.

use std::sync::Arc;

use oddsmith::answer::csv::{Csv, swept};
use oddsmith::answer::{Answers, Results};
use oddsmith::expectations::baseline::{Baseline, Changes};
use oddsmith::odds::{Event, Progress};
use oddsmith::registry::Names;
use oddsmith::scenario::{Axis, Cases, Effort, Scenario};
use oddsmith::text::{cell, from_cell, line, records, terminal};
use proptest::prelude::*;

fn little() -> Effort {
    Effort { budget: Some(20_000), trials: Some(50), ..Effort::default() }
}

fn answered(text: &str) -> Results {
    let scenario = Scenario::parse(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    Results::of(&scenario.questions, little(), &Progress::default()).expect("answers")
}

fn saved(results: &Results, csv: fn(Vec<String>) -> Csv) -> String {
    let axes = results.checks.iter().flat_map(|check| &check.axes);
    csv(swept(axes)).all("a title", &results.checks)
}

fn changes(saved: &str, results: &Results) -> Changes {
    Baseline::read(saved).unwrap_or_else(|error| panic!("{error}: {saved}")).changes(results)
}

/// Returns the comparison in which all cases are the same.
fn same(results: &Results) -> Changes {
    Changes { same: results.all().count(), ..Changes::default() }
}

/// Returns a scenario with this label and this name of an outcome.
fn scenario(label: &str, outcome: &str) -> String {
    let label = toml::Value::from(label);
    format!(
        "title = \"t\"\n[sweep]\nluck = [\"-2d6\", \"d6-1\"]\n\
         [[house]]\nname = \"x\"\nrule = '''\nr = d6\n{outcome}: r > 4\nnone: otherwise\n'''\n\
         [[check]]\nlabel = {label}\nuse = \"house.x\"\n\
         [[check]]\nlabel = \"swept\"\nuse = \"house.roll\"\nset = {{ luck = \"$luck\", dc = 2 }}\n"
    )
}

/// Characters with a meaning in spreadsheets, in CSV, or at the start or end of a cell.
const ODD: &str = "[-+=@'\",;:| \\\\.0-9aé🎲\u{a0}]{1,12}";

proptest! {
    /// Covers every text, also with characters that are never shown.
    #[test]
    fn cells_round_trip(texts in proptest::collection::vec("(?s).{0,8}", 1..5), odd in ODD) {
        let texts: Vec<&str> = texts.iter().map(String::as_str).chain([&*odd]).collect();
        let seen: Vec<String> = texts.iter().map(|text| terminal(text)).collect();
        for (text, seen) in texts.iter().zip(&seen) {
            let cell = cell(text);
            prop_assert_eq!(from_cell(&cell), seen);
        }
        let read = records(&line(texts)).expect("a line");
        prop_assert_eq!(&read[0].cells, &seen);
    }

    #[test]
    fn saved_csv_with_any_label_reads_back_without_changes(label in ODD) {
        prop_assume!(!label.trim().is_empty() && label != "swept");
        let results = answered(&scenario(&label, "+1 harm"));
        for form in [Csv::short, Csv::whole] {
            prop_assert_eq!(changes(&saved(&results, form), &results), same(&results));
        }
    }
}

#[test]
fn names_of_outcomes_round_trip() {
    for outcome in ["+1 harm", "-1", "-x", "x+y", "5 +", "+"] {
        let text = scenario("'+2 sword", outcome);
        // Also with two columns as one, whose outcomes have names and no scores.
        for text in [text.replace("otherwise\n", "otherwise\nask (r, result)\n"), text] {
            let results = answered(&text);
            assert_eq!(changes(&saved(&results, Csv::short), &results), same(&results), "{text}");
        }
    }
}

/// Covers every check of the registry, all its columns and indices, exact and sampled.
#[test]
fn saved_outcomes_of_every_check_are_unchanged() {
    let mut read = 0;
    for entry in oddsmith::systems::checks() {
        let given = entry.exact_example().map(|(name, value)| Axis::of(name, [value]));
        let cases = Cases::new(Arc::clone(&entry), given.collect(), Names::default());
        let cases = cases.unwrap_or_else(|error| panic!("{}: {error}", entry.id));
        let answers = Answers::new("+", &cases, little(), &Event::SUCCESS, &Progress::default());
        let answers = answers.unwrap_or_else(|error| panic!("{}: {error}", entry.id));
        let (checks, pairs) = (vec![answers], Vec::new());
        let results = Results { checks, pairs, trials: 0, seed: little().seed() };
        assert_eq!(changes(&saved(&results, Csv::whole), &results), same(&results), "{}", entry.id);
        read += 1;
    }
    assert!(read > 50, "{read}");
}

/// Outcomes saved by `odds` have no label but are matched to their check.
#[test]
fn outcomes_without_a_label_are_matched_to_the_check() {
    let text = "title = \"t\"\n[[check]]\nuse = \"house.roll\"\nset = { luck = \"2d6\", dc = 5 }\n";
    let results = answered(text);
    let mut unlabelled = answered(text);
    unlabelled.checks[0].label = String::new();
    assert_eq!(changes(&saved(&unlabelled, Csv::whole), &results), same(&results));
}

/// An outcomes frame: exact, sampled, and with an index.
const SAVED: &str = "check,label,column,at,score,outcome,exact,hits,trials,share,low,high\n\
                     c,a,x,,0,miss,0.25,,,,,\n\
                     c,a,x,,1,hit,0.75,,,,,\n\
                     c,b,x,2,-1,,,1,4,0.25,0.1,0.5\n\
                     c,b,x,2,,none,,3,4,0.75,0.5,0.9\n";

#[test]
fn invalid_values_are_refused_with_their_place() {
    assert!(Baseline::read(SAVED).is_ok());
    for (from, to, message, line) in [
        ("0.25,,,,,", "NaN,,,,,", "`NaN` is not a number from 0 to 1", 2),
        ("0.75,,,,,", "inf,,,,,", "`inf` is not a number from 0 to 1", 3),
        ("0.75,,,,,", "5,,,,,", "`5` is not a number from 0 to 1", 3),
        ("0.75,,,,,", "-0.1,,,,,", "`-0.1` is not a number from 0 to 1", 3),
        ("0.75,,,,,", "1.0001,,,,,", "`1.0001` is not a number from 0 to 1", 3),
        ("0.75,,,,,", "three,,,,,", "`three` is not a number from 0 to 1", 3),
        ("0.75,,,,,", ",,,,,", "a row has no share", 3),
        ("0.75,,,,,", "0.5,,,,,", "the shares of `x` add up to 0.750000", 2),
        ("1,hit", "one,hit", "`one` is not a whole number", 3),
        ("1,hit", "1.5,hit", "`1.5` is not a whole number", 3),
        ("1,hit", "0,miss", "an outcome has two rows", 3),
        (",2,-1", ",two,-1", "`two` is not an index", 4),
        (",1,4,", ",5,4,", "5 hits in 4 trials", 4),
        (",1,4,", ",-1,4,", "`-1` is not a count", 4),
        (",1,4,", ",x,4,", "`x` is not a count", 4),
        (",1,4,", ",1,NaN,", "`NaN` is not a count", 4),
        (",1,4,", ",,4,", "but not all", 4),
        ("0.25,0.1,0.5", "NaN,0.1,0.5", "`NaN` is not a number from 0 to 1", 4),
        ("0.25,0.1,0.5", "0.25,0.5,0.1", "the share 0.25 is not from 0.5 to 0.1", 4),
        ("0.25,0.1,0.5", "0.25,0.1,inf", "`inf` is not a number from 0 to 1", 4),
        ("0.25,0.1,0.5", "0.25,,", "but not all", 4),
        ("0.25,0.1,0.5", "0.35,0.1,0.5", "the shares of `x` add up to 1.1", 4),
        (",0.5,0.9\n", ",0.5,0.9", "may be cut", 5),
        (",0.5,0.9\n", ",0.5", "may be cut", 5),
        (",0.5,0.9\n", "\n", "a row of 10 cells under 12 columns", 5),
        ("none,,3", "\"none,,3", "a quote is not closed", 5),
    ] {
        assert!(SAVED.contains(from), "{from}");
        let error = Baseline::read(&SAVED.replacen(from, to, 1)).expect_err(to);
        let place = error.place().map(|place| place.to_string()).unwrap_or_default();
        assert!(error.to_string().contains(message), "{to}: {error}");
        assert!(place.starts_with(&format!("line {line}, ")), "{to}: {error}");
        assert!(error.hint().is_some() && error.kind() == oddsmith::ErrorKind::Question, "{to}");
    }
}

#[test]
fn outcomes_saved_by_spreadsheets_are_read() {
    let results = answered(&scenario("+2 sword", "+1 harm"));
    let csv = saved(&results, Csv::short);
    let all_quoted = |line: &str| {
        let cells = records(&format!("{line}\n")).expect("a line").remove(0).cells;
        let cells = cells.iter().map(|text| format!("\"{}\"", cell(text).replace('"', "\"\"")));
        cells.collect::<Vec<_>>().join(",") + "\r\n"
    };
    let all_quoted: String = csv.lines().map(all_quoted).collect();
    for text in [format!("\u{feff}{csv}"), csv.replace('\n', "\r\n"), all_quoted] {
        assert_eq!(changes(&text, &results), same(&results), "{text}");
    }
}

/// Frames keep names without CSV escapes and swept numbers as numbers.
#[cfg(feature = "frames")]
#[test]
fn frames_compare_the_same_as_csv() {
    use oddsmith::frame::{About, bytes, outcomes, read, rows};

    let folder = tempfile::tempdir().expect("a folder for a while");
    let prices = "[sweep]\nprice = [0.05, 1]\n[[check]]\nlabel = \"duel\"\nuse = \"moma.duel\"\n\
                  set = { attribute = 4, skill = 4, rival_attribute = 3, rival_skill = 4, price = \"$price\" }\n";
    for text in [scenario("+2 sword", "+1 harm"), format!("title = \"t\"\n{prices}")] {
        let results = answered(&text);
        let frame = outcomes("a title", &results).expect("a frame");
        for ending in ["parquet", "arrow"] {
            let file = folder.path().join(format!("saved.{ending}"));
            let frame = bytes(&frame, ending, &About::default()).expect("a file");
            std::fs::write(&file, frame).expect("written");
            let baseline = Baseline::of_rows(rows(&read(&file).expect("a frame")));
            assert_eq!(baseline.expect("rows").changes(&results), same(&results), "{text}");
        }
    }
    let row = |share| ["c", "a", "x", "", "0", "miss", share, "", "", "", "", ""];
    let names = SAVED.lines().next().expect("names").split(',');
    let text = |row: [&str; 12]| row.map(str::to_owned).to_vec();
    let rows = [names.map(str::to_owned).collect(), text(row("0.5")), text(row("NaN"))];
    let error = Baseline::of_rows(rows).expect_err("a share that is none");
    assert_eq!(error.to_string(), "`NaN` is not a number from 0 to 1 (row 2)");
}

/// Compares, with the command, every format in which outcomes are saved, also of merged parts.
#[cfg(all(feature = "cli", feature = "documents", feature = "frames"))]
#[test]
fn every_saved_format_is_compared() {
    use std::process::Command;

    let folder = tempfile::tempdir().expect("a folder for a while");
    let run = |words: &str| {
        let command = Command::new(env!("CARGO_BIN_EXE_oddsmith"))
            .args(words.split(' '))
            .current_dir(folder.path())
            .output()
            .expect("the command runs");
        let error = String::from_utf8_lossy(&command.stderr).into_owned();
        assert_eq!(command.status.code(), Some(0), "{words}: {error}");
        String::from_utf8_lossy(&command.stdout).into_owned()
    };
    let mine = scenario("+2 sword", "+1 harm").replace("title =", "trials = 300\ntitle =");
    std::fs::write(folder.path().join("mine.toml"), &mine).expect("written");
    run("run mine.toml --out o");
    run("run mine.toml --part 1.part");
    let mut saved = vec!["o/outcomes.csv".to_owned(), "o/outcomes.parquet".to_owned()];
    for ending in ["csv", "parquet", "arrow"] {
        run(&format!("merge 1.part --save merged.{ending}"));
        saved.push(format!("merged.{ending}"));
    }
    for saved in saved {
        let changes = run(&format!("verify mine.toml --baseline {saved}"));
        assert!(changes.contains("no change in 3 cases"), "{saved}: {changes}");
        let changes = run(&format!("verify mine.toml --baseline {saved} --format json"));
        assert!(changes.contains("\"same\":3,\"new\":[],\"gone\":[]"), "{saved}: {changes}");
    }
}
