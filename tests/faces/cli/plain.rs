//! Tests of explanations for newcomers in answers: scales, defaults, certainty, the sides of a
//! fight, written files.

use super::{answer, oddsmith};

#[test]
fn explained_answers_match_their_snapshots() {
    for (name, line) in [
        ("plain_cards", "card54 --trials 0"),
        ("plain_scales", "compare card54 d20 --trials 0"),
        ("plain_unlike", "compare 3d6 'd{A,B}' --trials 0"),
        ("plain_defaults", "compare mano.roll melodrama.opposed --edge 0..2 --trials 0"),
        ("plain_undecided", "compare 'd20 vs 11' 'd20 vs 11' --sampled-only --trials 1000"),
        (
            "plain_undecided_all",
            "compare melodrama.opposed melodrama.save --edge -2..2 --sampled-only --trials 1000",
        ),
        (
            "plain_ahead",
            "compare mano.roll melodrama.opposed --edge -3..3 --sampled-only --trials 1000",
        ),
        ("plain_grid", "odds mutants.check bonus=0..2 dc=5,10 --sampled-only --trials 1000"),
        ("plain_grid_of", "odds mutants.check bonus=0..2 dc=5,10 --at-least 5 --trials 0"),
        ("plain_fight", "odds melodrama.fight --trials 2000"),
    ] {
        let text = answer(line);
        for line in text.lines() {
            assert!(line.chars().count() <= 80, "{name}: a line is wider than 80 columns: {line}");
        }
        insta::assert_snapshot!(name, text);
    }
}

/// Very small chances have right digits: 6^-100 times the number of ways, counted in whole numbers
/// by another program.
#[test]
fn rare_chances_are_right() {
    for (line, wanted) in [
        ("100d6 --at-most 150 --trials 0", "total 150 or less: <0.01 % = about 1 in 3.6e37"),
        ("200d6 --column total --trials 0 --at-most 200", "about 1 in 4.3e155"),
        ("1000d6 --at-most 1100 --trials 0", "total 1100 or less: <0.01 %, less than 1 in 1e280"),
        ("3d6 --at-most 2 --trials 0", "total 2 or less: 0.00 %"),
    ] {
        let text = answer(line);
        assert!(text.contains(wanted), "{line}: {}", &text[..text.len().min(300)]);
    }
    let rows = answer("200d6 --trials 0 --format csv");
    let row = rows.lines().find(|line| line.contains(",437,")).expect("437 has a row");
    // 1 in 2.0446674933623983e29.
    assert!(row.contains("4.89077076466"), "{row}");
}

#[test]
fn written_files_are_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let chart = folder.path().join("a chart.svg");
    let line = format!("odds d6 --trials 0 --chart '{}'", chart.display());
    let stderr = String::from_utf8(oddsmith(&line).stderr).expect("text");
    assert_eq!(stderr.trim(), format!("Wrote {}", chart.display()));
    assert!(oddsmith(&format!("{line} --quiet")).stderr.is_empty(), "quiet is quiet");
}

const SCENARIO: &str = r#"title = "Balance"
trials = 2000
seed = 7
[sweep]
dc = [10, 11, 12]
[[check]]
label = "orc"
use = "house.roll"
set = { luck = "d20+5", dc = "$dc" }
[[check]]
label = "fight"
use = "melodrama.fight"
[[expect]]
label = "orc"
monotone = "rising"
over = "dc"
[[expect]]
label = "orc"
monotone = "falling"
over = "dc"
[[expect]]
label = "fight"
between = [0.5, 0.6]   # at first
why = "about a half"
[[expect]]
label = "fight"
column = "rounds"
measure = "at_least:8"
between = [0.1, 0.12]
"#;

/// A failed expectation shows the step with its sign, and names a command that prints its number.
#[test]
fn verify_names_commands_that_print_its_numbers() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("balance.toml");
    std::fs::write(&file, SCENARIO).expect("it is written");
    let output = oddsmith(&format!("verify '{}'", file.display()));
    let text = String::from_utf8(output.stdout).expect("text");
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("orc: success from dc 10 to 11 is changed by -0.05"), "{text}");
    let json = oddsmith(&format!("verify '{}' --format json", file.display())).stdout;
    let json: serde_json::Value = serde_json::from_slice(&json).expect("JSON");
    for row in json["rows"].as_array().expect("rows").iter().filter(|row| row["sampled"] == true) {
        let command = row["command"].as_str().expect("a command");
        let command = command.strip_prefix("oddsmith ").expect("ours");
        assert!(command.contains("--trials 2000 --seed 7"), "{command}");
        let shown = oddsmith(&format!("{command} --format json")).stdout;
        let shown: serde_json::Value = serde_json::from_slice(&shown).expect("JSON");
        let found = row["computed"].as_str().expect("a number").split(' ').next();
        let found: f64 = found.expect("it begins with it").parse().expect("a number");
        let columns = shown["cases"][0]["columns"].as_array().expect("columns").clone();
        let same = |column: &serde_json::Value| {
            let share = column["sampled"]["success"]["share"].as_f64();
            share.is_some_and(|share| (share - found).abs() < 1e-6)
        };
        assert!(columns.iter().any(same), "{command} does not show {found}");
    }
}

/// An updated expectation is no failure, and its old reason is marked as old.
#[test]
fn verify_reports_updated_bounds() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("balance.toml");
    std::fs::write(&file, SCENARIO).expect("it is written");
    let output = oddsmith(&format!("verify '{}' --update", file.display()));
    let text = String::from_utf8(output.stdout).expect("text");
    let name = file.display().to_string();
    let text = text.replace(&name, "balance.toml");
    for line in text.lines().skip(2) {
        assert!(line.chars().count() <= 80, "a line is wider than 80 columns: {line}");
    }
    insta::assert_snapshot!("plain_moved", text);
    let after = std::fs::read_to_string(&file).expect("it is there");
    assert!(after.contains("# at first") && !after.contains("[0.5, 0.6]"), "{after}");
}
