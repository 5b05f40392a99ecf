//! Tests that the examples in the help of each command run unchanged.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use super::answer;

/// Writes the files that the examples name.
fn write_files(folder: &Path) {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/rules/push_at_best.toml");
    fs::copy(rules, folder.join("push_at_best.toml")).expect("copied");
    let varied = "[vary]\nbonus = { from = 0, to = 10 }\n";
    let check = "[[check]]\nlabel = \"hero\"\nuse = \"mutants.check\"\nset = { bonus = BONUS, dc = 15 }\n\
                 [[expect]]\nlabel = \"hero\"\nmeasure = \"success\"\nbetween = [0.5, 0.6]\n";
    let levels = format!("title = \"A duel\"\n{varied}{}", check.replace("BONUS", "\"$bonus\""));
    let fixed = format!("title = \"A duel\"\n{}", check.replace("BONUS", "5"));
    let words =
        "# A duel\n\n> How likely?\n\nIt is {{ answers['hero'].max('success') | percent }}.\n";
    fs::create_dir(folder.join("my-report")).expect("a folder");
    for (name, text) in [
        ("program.txt", "output 3d6"),
        ("levels.toml", &levels),
        ("my-report/scenario.toml", &fixed),
        ("my-report/report.md", words),
    ] {
        fs::write(folder.join(name), text).expect("written");
    }
}

/// Returns the lines of a help text under a heading.
fn under<'a>(help: &'a str, heading: &str) -> Vec<&'a str> {
    let lines = help.lines().skip_while(|line| *line != heading).skip(1);
    let lines = lines.take_while(|line| line.starts_with("  "));
    // Continuation lines are skipped.
    lines.filter(|line| !line.starts_with("   ")).map(str::trim).collect()
}

/// Runs a line in a shell.
fn shell(folder: &Path, line: &str) -> Output {
    let command = Path::new(env!("CARGO_BIN_EXE_oddsmith"));
    let (built, path) = (command.parent().expect("a folder"), std::env::var("PATH"));
    Command::new("sh")
        .args(["-c", line])
        .current_dir(folder)
        .env("PATH", format!("{}:{}", built.display(), path.unwrap_or_default()))
        .output()
        .expect("a shell")
}

#[test]
fn every_example_in_the_help_runs() {
    let folder = tempfile::tempdir().expect("a folder for a while");
    write_files(folder.path());
    let help = answer("--help");
    let commands = under(&help, "Commands:");
    let mut names: Vec<&str> = commands.iter().filter_map(|line| line.split(' ').next()).collect();
    // The command that writes files for others runs first.
    names.sort_by_key(|name| *name != "new");
    let mut run = 0;
    for name in names.into_iter().filter(|name| *name != "help") {
        let help = answer(&format!("{name} --help"));
        let examples = under(&help, "For example:");
        assert!(!examples.is_empty(), "{name} has no example");
        for line in examples {
            assert!(line.starts_with("oddsmith ") && line.len() <= 78, "{line}");
            let output = shell(folder.path(), line);
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{line}: {stderr}");
            run += 1;
        }
    }
    assert!(run > 30, "{run} examples");
    for line in under(&help, "For example:") {
        let output = shell(folder.path(), line);
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    }
}
