//! Tests of `oddsmith check`: shipped files have no error, and a planted mistake is reported at its
//! place before any trial is played.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// A scenario without a mistake; each of `SLIPS` changes one thing.
const SCENARIO: &str = r#"title  = "Two ways to stay on your feet"
trials = 5_000_000_000

[sweep]
damage = { from = 6, to = 10 }

[[house]]
name   = "guard"
fields = { skill = 3 }
rule   = """
total = 2d6 + $skill
held: total >= 9
hurt: otherwise
"""
ladder  = ["hurt", "held"]
success = "held"

[[check]]
label = "cards"
use   = "melodrama.toughness"
set   = { toughness = 10, damage = "$damage" }

[[check]]
label = "dice"
use   = "house.guard"

[[chart]]
file  = "chart.svg"
kind  = "curve"
x     = "damage"
title = "{{ answers['cards'].max('success') | percent }} at best"

[[expect]]
label    = "cards"
where    = { damage = 8 }
measure  = "at_least:bruised"
at_least = 0.1

[[expect]]
that = "answers['cards'].at(damage=6).share('unhurt') > 0.2"
"#;

/// The report of the scenario.
const WORDS: &str = "# Two ways to stay on your feet

> Which is safer?

At damage 6 the cards save {{ answers['cards'].at(damage=6).success | percent }}.

{{ chart('chart.svg') }}

{% for case in answers['cards'] %}
- {{ case.at.damage }}: {{ case.share('stunned') | percent }}
{% endfor %}
";

/// Planted mistakes: the original text, its replacement, and a part of the error message.
const SLIPS: &[(&str, &str, &str)] = &[
    (
        "x     = \"damage\"",
        "x     = \"damage\"\nwhere = \"label == 'dice'\"",
        "unknown axis `damage` of these cases",
    ),
    ("toughness = 10,", "toughnes = 10,", "unknown field `toughnes`"),
    ("toughness = 10,", "toughness = 1O,", ""),
    ("\"$damage\" }", "\"$damge\" }", "damge"),
    ("use   = \"house.guard\"", "use   = \"house.gaurd\"", "house.gaurd"),
    ("total >= 9", "totl >= 9", "totl"),
    ("success = \"held\"", "success = \"holds\"", "holds"),
    ("ladder  = [\"hurt\", \"held\"]", "ladder  = [\"hurt\"]", "held"),
    ("2d6 + $skill", "2d6 + $skil", "skil"),
    ("kind  = \"curve\"", "kind  = \"curv\"", "curv"),
    ("x     = \"damage\"", "x     = \"damages\"", "damages"),
    ("max('success')", "max('succes')", "succes"),
    ("answers['cards'].max", "answers['card'].max", "card"),
    ("| percent }} at best", "| percents }} at best", "percents"),
    ("label    = \"cards\"", "label    = \"card\"", "card"),
    ("{ damage = 8 }", "{ damage = 88 }", "88"),
    ("at_least:bruised", "at_least:brused", "brused"),
    ("at(damage=6).share('unhurt')", "at(damage=66).share('unhurt')", "66"),
    ("share('unhurt') > 0.2", "share('unhurd') > 0.2", "unhurd"),
    ("share('unhurt') > 0.2", "share('unhurt')", "neither true nor false"),
    ("at(damage=6).success | percent", "at(damge=6).success | percent", "damge"),
    ("chart('chart.svg')", "chart('chart.png')", "chart.png"),
    ("case.share('stunned')", "case.share('stuned')", "stuned"),
    ("case.at.damage", "case.at.dmg", ""),
    ("> Which is safer?", "> Which is safer? {{ answers[0].succes }}", "succes"),
];

pub fn oddsmith(folder: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_oddsmith"));
    command.args(words).current_dir(folder).output().expect("the command runs")
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn write_changed(folder: &Path, from: &str, to: &str) {
    let changed = |text: &str| text.replacen(from, to, 1);
    fs::write(folder.join("scenario.toml"), changed(SCENARIO)).expect("written");
    fs::write(folder.join("report.md"), changed(WORDS)).expect("written");
}

#[test]
fn mistakes_are_reported_at_their_place_before_any_trial() {
    let place = tempfile::tempdir().expect("a folder for a while");
    write_changed(place.path(), "", "");
    let fine = oddsmith(place.path(), &["check", "scenario.toml"]);
    assert!(fine.status.success(), "{}", stderr(&fine));
    let counts = "scenario.toml: 6 cases, 1 chart, 2 expectations\n";
    assert_eq!(String::from_utf8_lossy(&fine.stdout), counts);
    for (from, to, message) in SLIPS {
        assert_eq!(SCENARIO.contains(from) as u8 + WORDS.contains(from) as u8, 1, "{from}");
        write_changed(place.path(), from, to);
        let text = if SCENARIO.contains(from) { SCENARIO } else { WORDS };
        let before = &text[..text.find(from).expect("what is changed")];
        let line = format!("line {}", before.matches('\n').count() + 1);
        let checked = oddsmith(place.path(), &["check", "scenario.toml"]);
        assert_eq!(checked.status.code(), Some(2), "{to}: {}", stderr(&checked));
        let error = stderr(&checked);
        let reported = error.contains(&line) && error.contains(message) && error.contains("hint:");
        assert!(reported, "{to}: {error}");
        // Five thousand million trials would take minutes.
        let run = oddsmith(place.path(), &["run", "scenario.toml", "--out", "made"]);
        assert_eq!(stderr(&run), error, "{to}");
        assert!(!place.path().join("made").exists(), "{to}");
    }
}

#[test]
fn shipped_files_pass_in_one_call() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let in_folder = |folder: &str, ending: &str| {
        let all = fs::read_dir(root.join(folder)).expect("a folder");
        let mut all: Vec<String> = all
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| {
                path.join(ending).is_file() || path.extension().is_some_and(|it| it == ending)
            })
            .map(|path| path.to_string_lossy().into_owned())
            .collect();
        all.sort();
        all
    };
    let mut all = vec!["check".to_owned()];
    all.extend(in_folder("reports", "scenario.toml"));
    all.extend(in_folder("examples/rules", "toml"));
    all.extend(in_folder("examples/cluster", "toml"));
    assert!(all.len() > 100, "{}", all.len());
    let words: Vec<&str> = all.iter().map(String::as_str).collect();
    let checked = oddsmith(root, &words);
    assert!(checked.status.success(), "{}", stderr(&checked));
    assert_eq!(String::from_utf8_lossy(&checked.stdout).lines().count(), all.len() - 1);
}

/// Reports a wrong name in any position: after an expression that no placeholder answer satisfies,
/// and at the end of every shipped report.
#[test]
#[cfg(feature = "documents")]
fn wrong_names_are_reported_after_number_dependent_expressions() {
    let folder = tempfile::tempdir().expect("a folder for a while");
    for expression in [
        "answers['cards'].best('success').at.damage > 0",
        "answers['cards'].where('success > 0.99').min('success') > 0",
        "answers['cards'].where('success > 0.5').at(damage=8).success > 0",
    ] {
        let rows = format!(
            "\n[[expect]]\nthat = \"{expression}\"\n\n[[expect]]\nthat = \"answers['carsd'].count > 0\"\n"
        );
        fs::write(folder.path().join("slip.toml"), SCENARIO.to_owned() + &rows).expect("written");
        let output = oddsmith(folder.path(), &["check", "slip.toml"]);
        assert_eq!(output.status.code(), Some(2), "{expression}: {}", stderr(&output));
        assert!(
            stderr(&output).contains("did you mean `cards`?"),
            "{expression}: {}",
            stderr(&output)
        );
    }
    for report in fs::read_dir("reports").expect("reports").flatten() {
        let from = report.path();
        let Ok(words) = fs::read_to_string(from.join("report.md")) else { continue };
        let to = folder.path().join(report.file_name());
        fs::create_dir_all(&to).expect("made");
        for file in fs::read_dir(&from).expect("its files").flatten() {
            let is_input = file.path().extension().is_some_and(|end| end == "toml" || end == "csv");
            if is_input {
                fs::copy(file.path(), to.join(file.file_name())).expect("copied");
            }
        }
        fs::write(to.join("report.md"), words + "\n{{ 1 | precent }}\n").expect("written");
        let output = oddsmith(&to, &["check", "."]);
        assert!(
            stderr(&output).contains("unknown filter `precent`"),
            "{to:?}: {}",
            stderr(&output)
        );
    }
}

/// The standard input is checked like a file.
#[test]
fn standard_input_is_checked() {
    use std::io::Write;
    let mut check = Command::new(env!("CARGO_BIN_EXE_oddsmith"));
    let pipe = std::process::Stdio::piped;
    let check = check.args(["check", "-"]).stdin(pipe()).stdout(pipe()).spawn();
    let mut check = check.expect("started");
    check.stdin.take().expect("a pipe").write_all(SCENARIO.as_bytes()).expect("written");
    let output = check.wait_with_output().expect("ended");
    assert!(output.status.success(), "{}", stderr(&output));
}

#[test]
fn each_shipped_file_passes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let all = ["reports", "examples/rules", "examples/cluster"]
        .map(|folder| fs::read_dir(root.join(folder)));
    let mut count = 0;
    for entry in all.into_iter().flat_map(|entries| entries.expect("a folder").flatten()) {
        let path = entry.path();
        let toml = path.extension().is_some_and(|ending| ending == "toml");
        if !toml && !path.join("scenario.toml").is_file() {
            continue;
        }
        let checked = Command::new(env!("CARGO_BIN_EXE_oddsmith")).arg("check").arg(&path).output();
        let checked = checked.expect("the command runs");
        let error = String::from_utf8_lossy(&checked.stderr);
        assert!(checked.status.success(), "{}: {error}", path.display());
        count += 1;
    }
    assert!(count > 100, "{count}");
}

#[test]
fn all_files_are_reported_and_the_worst_sets_the_exit_code() {
    let place = tempfile::tempdir().expect("a folder for a while");
    write_changed(place.path(), "total >= 9", "totl >= 9");
    fs::write(
        place.path().join("rules.toml"),
        "[[house]]\nname = \"two\"\nrule = \"two = 2d6\\nask two\"\n",
    )
    .expect("written");
    let checked = oddsmith(place.path(), &["check", "scenario.toml", "rules.toml", "none.toml"]);
    assert_eq!(checked.status.code(), Some(3), "{}", stderr(&checked));
    assert_eq!(stderr(&checked).matches("error: ").count(), 2, "{}", stderr(&checked));
    assert_eq!(String::from_utf8_lossy(&checked.stdout), "rules.toml: 1 rule\n");
}
