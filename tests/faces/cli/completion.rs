//! Tests of shell completion.

use std::process::Command;

use super::answer;

#[test]
fn lines_are_completed_from_the_registry() {
    let completed = |line: &str| {
        answer(&format!("complete -- {line}")).lines().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(completed("odds melodrama.op"), ["melodrama.opposed"]);
    assert_eq!(completed("od"), ["odds"]);
    assert_eq!(completed("odds melodrama.opposed act"), ["active="]);
    assert_eq!(completed("odds melodrama.unopposed dc=f"), ["dc=formidable"]);
    assert_eq!(completed("play torg.check edition="), ["edition=1990", "edition=eternity"]);
    assert_eq!(completed("odds mano.roll --exact"), ["--exact-only"]);
    // Fields already given are not offered again, and required ones come first.
    let fields = completed("odds melodrama.opposed active=3 \"\"");
    assert_eq!((fields[0].as_str(), fields.contains(&"active=".to_owned())), ("passive=", false));
    // Flags are completed with their values, and do not count as arguments.
    let formats = ["table", "markdown", "html", "bbcode", "csv", "json"];
    assert_eq!(completed("odds mano.roll --format \"\""), formats);
    assert_eq!(completed("odds mano.roll --format=h"), ["--format=html"]);
    assert_eq!(completed("odds --exact-only --format json mano.ro"), ["mano.roll"]);
    assert_eq!(completed("odds --trials 10 melodrama.opposed act"), ["active="]);
    assert!(completed("odds mano.roll --trials \"\"").is_empty());
    assert_eq!(completed("compare mano.roll torg.ch"), ["torg.check"]);
    assert_eq!(completed("odds mano.roll --rules READ"), ["README.md"]);
    assert_eq!(completed("odds mano.roll --save sr"), ["src/"]);
    assert_eq!(completed("completions z"), ["zsh"]);
}

/// Names of reports and files, in a temporary folder.
#[cfg(feature = "frames")]
#[test]
fn reports_and_files_are_completed() {
    let folder = tempfile::tempdir().expect("a folder for a while");
    for name in ["reports/first", "reports/second", "reports/data"] {
        std::fs::create_dir_all(folder.path().join(name)).expect("a folder");
    }
    for name in ["reports/first/scenario.toml", "reports/second/scenario.toml", "a.toml", "a.txt"] {
        std::fs::write(folder.path().join(name), "").expect("a file");
    }
    let completed = |words: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_oddsmith"))
            .args(["complete", "--"])
            .args(words)
            .current_dir(folder.path())
            .output()
            .expect("the command runs");
        String::from_utf8(output.stdout).expect("words").lines().map(str::to_owned).collect()
    };
    let of = |words: &[&str]| -> Vec<String> { completed(words) };
    assert_eq!(of(&["report", ""]), ["first", "second", "reports/"]);
    assert_eq!(of(&["report", "reports/s"]), ["reports/second/"]);
    assert_eq!(of(&["run", "a"]), ["a.toml"]);
    assert_eq!(of(&["run", ""]), ["a.toml", "reports/"]);
}

/// Runs the completion script in bash, as the shell does on Tab.
#[cfg(unix)]
#[test]
fn bash_completes_a_line() {
    let bin = std::path::Path::new(env!("CARGO_BIN_EXE_oddsmith"));
    let folder = bin.parent().expect("it stands in a folder");
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    let bash = |line: &str| {
        let script = format!(
            "set -u\ncompopt() {{ :; }}\neval \"$(oddsmith completions bash)\"\n\
             COMP_LINE='{line}'; COMP_POINT=${{#COMP_LINE}}; _oddsmith || true\n\
             printf '%s\\n' \"${{COMPREPLY[@]}}\""
        );
        Command::new("bash").args(["-c", &script]).env("PATH", &path).output()
    };
    if bash("oddsmith ").is_err() {
        // Skipped if there is no bash.
        return;
    }
    let completed = |line: &str| {
        let output = bash(line).expect("bash runs");
        assert!(output.stderr.is_empty(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("words").lines().map(str::to_owned).collect()
    };
    let of = |line: &str| -> Vec<String> { completed(line) };
    assert_eq!(of("oddsmith od"), ["odds"]);
    assert_eq!(of("oddsmith odds melodrama.op"), ["melodrama.opposed"]);
    // Bash already has the name and `=`, so only the value is inserted.
    assert_eq!(of("oddsmith play torg.check edition="), ["1990", "eternity"]);
    assert_eq!(of("oddsmith odds mano.roll --format j"), ["json"]);
    assert_eq!(
        of("oddsmith odds mano.roll --format "),
        ["table", "markdown", "html", "bbcode", "csv", "json"]
    );
    assert_eq!(of("oddsmith completions f"), ["fish"]);
}
