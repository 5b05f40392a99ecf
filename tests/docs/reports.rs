//! Tests that the committed reports are what the code makes, and that `report` makes a document of
//! any folder.
#![cfg(all(feature = "documents", feature = "cli"))]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Runs the command in a folder.
fn oddsmith(folder: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_oddsmith"))
        .args(words)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .output()
        .expect("the command starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Makes a folder with a scenario and a report text.
fn folder(scenario: &str, words: &str) -> (tempfile::TempDir, PathBuf) {
    let place = tempfile::tempdir().expect("a folder for a while");
    let inside = place.path().join("mine");
    std::fs::create_dir(&inside).expect("a folder is made");
    std::fs::write(inside.join("scenario.toml"), scenario).expect("it is written");
    std::fs::write(inside.join("report.md"), words).expect("it is written");
    (place, inside)
}

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn reports_rebuild_unchanged() {
    let made = oddsmith(Path::new(env!("CARGO_MANIFEST_DIR")), &["report", "--check", "--quiet"]);
    assert!(
        made.status.success(),
        "`cargo run --release -- report` rebuilds them:\n{}{}",
        text(&made.stdout),
        text(&made.stderr)
    );
}

/// Returns a scenario with this die.
fn coin(die: &str) -> String {
    format!(
        r#"title = "A coin of my own"
trials = 1000
[sweep]
goal = {{ from = 2, to = 6 }}
[[house]]
name = "toss"
fields = {{ goal = 2 }}
mine = {{ luck = "{die}" }}
theirs = {{ add = "$goal" }}
tie = "active"
[[check]]
label = "toss"
use = "house.toss"
set = {{ goal = "$goal" }}
[[chart]]
kind = "curve"
x = "goal"
title = "At 2 it is {{{{ answers['toss'].at(goal=2).success | percent(0) }}}}"
[[expect]]
that = "answers['toss'].at(goal=4).success == 0.5"
why = "At 4 it is even."
"#
    )
}

const WORDS: &str = r#"{% set toss = answers["toss"] %}
# A coin of my own

> Is it fair?

At 4 it is even: {{ toss.at(goal=4).success | percent }}.

{{ chart("chart.svg") }}

{{ table(toss, rows="goal", caption="Success by goal.") }}

<script>alert("yes")</script>
"#;

#[test]
fn report_makes_a_document_of_a_folder() {
    let (place, inside) = folder(&coin("1d6"), WORDS);
    let made = oddsmith(place.path(), &["report", "mine"]);
    assert!(made.status.success(), "{}", text(&made.stderr));
    let readme = read(&inside, "README.md");
    assert!(readme.starts_with("# A coin of my own\n\n> Is it fair?\n\nAt 4 it is even: 50.0"));
    assert!(readme.contains("![At 2 it is 83\u{a0}%](chart.svg)"), "{readme}");
    assert!(readme.contains("Success by goal.\n\n| Goal | success |\n|---:|---:|\n| 2 | 83.3 |"));
    assert!(readme.contains("All 5 cases are exact"), "{readme}");
    let foot = "Made by `oddsmith report mine`, which writes every outcome to `outcomes.csv`.";
    assert!(readme.trim_end().ends_with(foot), "{readme}");
    let page = read(&inside, "index.html");
    assert!(page.contains("<h1>A coin of my own</h1>") && page.contains("<svg"), "{page}");
    assert!(!page.contains("<script>alert"), "raw HTML of the words is let through");
    assert!(read(&inside, "outcomes.csv").starts_with("check,label,set.goal,column"));
    assert!(inside.join("chart.svg").is_file());

    // Nothing has changed, so the check passes.
    let same = oddsmith(place.path(), &["report", "mine", "--check"]);
    assert!(same.status.success(), "{}", text(&same.stdout));

    // A repository may omit files that are built from the rest, but none may be out of date.
    let outcomes = read(&inside, "outcomes.csv");
    std::fs::write(inside.join("outcomes.csv"), "old").expect("it is written");
    std::fs::remove_file(inside.join("index.html")).expect("it is removed");
    let old = oddsmith(place.path(), &["report", "mine", "--check"]);
    assert_eq!(text(&old.stdout), "mine/outcomes.csv would change\n");
    std::fs::remove_file(inside.join("outcomes.csv")).expect("it is removed");
    let left_out = oddsmith(place.path(), &["report", "mine", "--check"]);
    assert!(left_out.status.success(), "{}", text(&left_out.stdout));
    std::fs::write(inside.join("outcomes.csv"), outcomes).expect("it is written");

    // A mark must name an existing row.
    let bold = WORDS.replace("At 4 it is even:", "It is fair.{#- held by 9 #} At 4 it is even:");
    std::fs::write(inside.join("report.md"), bold).expect("it is written");
    let loose = oddsmith(place.path(), &["report", "mine", "--check"]);
    assert_eq!(loose.status.code(), Some(2));
    assert!(
        text(&loose.stderr).contains("`9` is no row of the scenario"),
        "{}",
        text(&loose.stderr)
    );
    std::fs::write(inside.join("report.md"), WORDS).expect("it is written");

    // With another rule the numbers in the text change, and the claim no longer holds.
    std::fs::write(inside.join("scenario.toml"), coin("1d8")).expect("it is written");
    let changed = oddsmith(place.path(), &["report", "mine", "--check"]);
    assert_eq!(changed.status.code(), Some(1));
    assert!(text(&changed.stdout).contains("README.md would change"), "{}", text(&changed.stdout));
    assert_eq!(read(&inside, "README.md"), readme, "--check writes nothing");
    let failed = oddsmith(place.path(), &["report", "mine"]);
    assert_eq!(failed.status.code(), Some(1), "{}", text(&failed.stdout));
    let stderr = text(&failed.stderr);
    assert!(stderr.contains("expectation no. 1 fails: At 4 it is even."), "{stderr}");
    let readme = read(&inside, "README.md");
    assert!(readme.contains("At 4 it is even: 62.5"), "{readme}");
    assert!(readme.contains("**1 of 1 expectations does not hold:**"), "{readme}");
    assert!(readme.contains("At 4 it is even."), "{readme}");
}

/// Returns the names and contents of all files of a folder.
fn files(folder: &Path) -> Vec<(std::ffi::OsString, Vec<u8>)> {
    let entries = std::fs::read_dir(folder).expect("the folder reads").flatten();
    let mut all: Vec<_> = entries
        .map(|entry| (entry.file_name(), std::fs::read(entry.path()).expect("a file")))
        .collect();
    all.sort();
    all
}

/// The files have the same bytes for every spelling of the folder's path.
#[test]
fn spelling_of_the_folder_changes_nothing() {
    let made = |spelled: &dyn Fn(&Path) -> String| {
        let (place, inside) = folder(&coin("1d6"), WORDS);
        let made = oddsmith(place.path(), &["report", &spelled(&inside)]);
        assert!(made.status.success(), "{}", text(&made.stderr));
        let same = oddsmith(place.path(), &["report", "--check", "mine"]);
        assert!(same.status.success(), "{}", text(&same.stdout));
        files(&inside)
    };
    let wanted = made(&|_| "mine".to_owned());
    assert!(wanted.len() >= 6, "{} files", wanted.len());
    for spelled in ["./mine", "mine/", "./mine/", "mine//", "mine/.", "../PLACE/mine"] {
        let spelled = |inside: &Path| {
            let place = inside.parent().and_then(Path::file_name).expect("its folder");
            spelled.replace("PLACE", &place.to_string_lossy())
        };
        assert!(made(&spelled) == wanted, "{}", spelled(Path::new("PLACE/mine")));
    }
    assert!(made(&|inside| inside.to_string_lossy().into_owned()) == wanted, "the whole path");
}

#[test]
fn errors_in_a_report_text_name_file_and_line() {
    let start = "# A coin of my own\n\nIt is\n";
    for (words, place, why) in [
        (format!("{start}{{{{ answers['tos'].count }}}}\n"), "line 4", "`tos`"),
        (format!("{start}\n{{{{ chart('other.svg') }}}}\n"), "line 5", "no chart `other.svg`"),
        (format!("{start}{{{{ answers['toss'].at(goal=9).success }}}}\n"), "line 4", "goal=9"),
        (format!("{start}{{{{ table(answers['toss'], rows='gaol') }}}}\n"), "line 4", "`gaol`"),
        ("# Another title\n".to_owned(), "report.md", "`# A coin of my own`"),
    ] {
        let (folder, inside) = folder(&coin("1d6"), &words);
        let made = oddsmith(folder.path(), &["report", "mine"]);
        let stderr = text(&made.stderr);
        assert_eq!(made.status.code(), Some(2), "{words}: {stderr}");
        assert!(
            stderr.contains("report.md") && stderr.contains(place) && stderr.contains(why),
            "{stderr}"
        );
        assert!(!inside.join("README.md").exists(), "nothing is written: {words}");
    }
}

#[test]
fn scenario_without_report_text_gets_a_summary() {
    let place = tempfile::tempdir().expect("a folder for a while");
    std::fs::write(place.path().join("coin.toml"), coin("1d6")).expect("it is written");
    let made = oddsmith(place.path(), &["run", "coin.toml"]);
    assert!(made.status.success(), "{}", text(&made.stderr));
    let readme = read(&place.path().join("coin"), "README.md");
    assert!(readme.contains("Toss: success from 16.7 % (goal 6) to 83.3 % (goal 2)."), "{readme}");
    assert!(
        readme.contains("](chart.svg)"),
        "charts that no words show stand at the end: {readme}"
    );
    // A report text next to the scenario is used.
    std::fs::write(place.path().join("coin.md"), WORDS).expect("it is written");
    let made = oddsmith(place.path(), &["run", "coin.toml"]);
    assert!(made.status.success(), "{}", text(&made.stderr));
    assert!(read(&place.path().join("coin"), "README.md").contains("> Is it fair?"));
}

#[test]
fn reports_marked_only_when_named_are_left_out() {
    let place = tempfile::tempdir().expect("a folder for a while");
    for (name, key) in [("one", ""), ("two", "only_when_named = true\n")] {
        let inside = place.path().join("reports").join(name);
        std::fs::create_dir_all(&inside).expect("a folder is made");
        std::fs::write(inside.join("scenario.toml"), format!("{key}{}", coin("1d6"))).expect("so");
    }
    let list = oddsmith(place.path(), &["report", "--list"]);
    assert!(text(&list.stdout).contains("two") && text(&list.stdout).contains("only when named"));
    assert!(oddsmith(place.path(), &["report"]).status.success());
    let made = |name: &str| place.path().join("reports").join(name).join("README.md").is_file();
    assert!(made("one") && !made("two"));
    let page = read(&place.path().join("reports"), "index.html");
    assert_eq!(page.matches("<section").count(), 1, "a report has a section");
    for wanted in ["src=\"http", "@import", "url(http", "<link"] {
        assert!(!page.contains(wanted), "the page fetches something: {wanted}");
    }
    assert!(oddsmith(place.path(), &["report", "two"]).status.success());
    assert!(made("two"), "a word that is no folder is a report");
    let wrong = oddsmith(place.path(), &["report", "thre"]);
    assert_eq!(wrong.status.code(), Some(2));
}

#[test]
fn table_uses_the_only_remaining_axis() {
    let scenario = "title = \"Left\"\n[sweep]\nbonus = [1, 2]\ndc = [10, 11]\n[[check]]\nlabel = \
        \"a\"\nuse = \"mutants.check\"\nset = { bonus = \"$bonus\", dc = \"$dc\" }\n[[check]]\nlabel = \
        \"one\"\nuse = \"mutants.check\"\nset = { bonus = 1, dc = 10 }\n";
    let words = "# Left\n\n{{ table(answers['a'].where('dc == 10')) }}\n";
    let (place, inside) = folder(scenario, words);
    let made = oddsmith(place.path(), &["report", "mine"]);
    assert!(made.status.success(), "{}", text(&made.stderr));
    assert!(read(&inside, "README.md").contains("| Bonus | success |\n|---:|---:|\n| 1 |"));
    for (slip, why) in [("answers['a']", "needs `rows=`"), ("answers['one']", "needs an axis")] {
        let words = format!("# Left\n\n{{{{ table({slip}) }}}}\n");
        std::fs::write(inside.join("report.md"), words).expect("it is written");
        let made = oddsmith(place.path(), &["report", "mine"]);
        assert!(text(&made.stderr).contains(why), "{}", text(&made.stderr));
    }
}
