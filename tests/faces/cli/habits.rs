//! Tests of common conveniences of command-line tools: a settings file, `--watch`.

use std::fs;
#[cfg(unix)]
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Command;
#[cfg(unix)]
use std::process::Stdio;

#[cfg(unix)]
use crate::signals::command_with_default_signals;

const ODDSMITH: &str = env!("CARGO_BIN_EXE_oddsmith");

fn oddsmith(folder: &Path) -> Command {
    in_folder(Command::new(ODDSMITH), folder)
}

fn in_folder(mut command: Command, folder: &Path) -> Command {
    // The user's settings must not affect a test.
    command.current_dir(folder).env("XDG_CONFIG_HOME", folder.join("config")).env("NO_COLOR", "1");
    command
}

fn run(folder: &Path, words: &[&str]) -> (String, String, Option<i32>) {
    let output = oddsmith(folder).args(words).output().expect("the command runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (text(output.stdout), text(output.stderr), output.status.code())
}

#[test]
fn settings_are_read_from_a_file() {
    let place = tempfile::tempdir().expect("a folder for a while");
    let below = place.path().join("campaign/rules");
    fs::create_dir_all(&below).expect("a folder");
    let odds = ["odds", "mutants.check", "bonus=5", "dc=10"];
    let typed = |more: &[&str]| run(&below, &[&odds[..], more].concat()).0;
    let usual = typed(&[]);
    let configured = typed(&["--seed", "7", "--trials", "5000", "--format", "markdown"]);
    fs::write(
        place.path().join("oddsmith.toml"),
        "seed = 7\ntrials = 5000\nformat = \"markdown\"\nrules = \"mine.toml\"\n",
    )
    .expect("written");
    fs::write(
        place.path().join("mine.toml"),
        "[[house]]\nname = \"two\"\nrule = \"total = 2d6\\nask total\"\n",
    )
    .expect("written");
    // Settings of a folder above act as if they were typed; flags take precedence.
    assert_ne!(usual, configured);
    assert_eq!(typed(&[]), configured);
    let again = ["--seed", "1", "--trials=1000000", "--format", "table"];
    assert_eq!(typed(&again), usual);
    assert_eq!(run(&below, &["odds", "house.two", "--exact-only"]).2, Some(0));
    // Only the nearest file counts, then the user's settings.
    fs::write(below.join("oddsmith.toml"), "seed = 3\n").expect("written");
    assert_eq!(typed(&["--trials", "5000"]), {
        fs::remove_file(below.join("oddsmith.toml")).expect("removed");
        fs::remove_file(place.path().join("oddsmith.toml")).expect("removed");
        typed(&["--trials", "5000", "--seed", "3"])
    });
    let own = below.join("config/oddsmith");
    fs::create_dir_all(&own).expect("a folder");
    fs::write(own.join("oddsmith.toml"), "seed = 3\n").expect("written");
    assert_eq!(typed(&["--trials", "5000"]), typed(&["--trials", "5000", "--seed", "3"]));
    // An error in the file names its line.
    fs::write(below.join("oddsmith.toml"), "seed = 3\ntrails = 100\n").expect("written");
    let (_, error, code) = run(&below, &odds);
    assert_eq!(code, Some(2));
    assert!(error.contains("oddsmith.toml, line 2") && error.contains("trails"), "{error}");
    // A command without settings ignores the file.
    assert_eq!(run(&below, &["list", "mutants"]).2, Some(0));
}

/// Writes a scenario that expects a success of at least `least`.
#[cfg(unix)]
fn write_expectation(folder: &Path, least: &str) {
    let text = format!(
        "title = \"A promise\"\n[[check]]\nuse = \"mutants.check\"\nset = {{ bonus = 5, dc = 10 }}\n\
         [[expect]]\nlabel = \"mutants.check\"\nat_least = {least}\n"
    );
    fs::write(folder.join("balance.toml"), text).expect("written");
}

/// Each saved version is answered once, an error in between is reported and survived, and Ctrl-C
/// leaves no files.
#[cfg(unix)]
#[test]
fn watched_file_is_answered_again_until_interrupt() {
    use rustix::process::{Pid, Signal, kill_process};

    let place = tempfile::tempdir().expect("a folder for a while");
    let stdout_path = place.path().join("said.txt");
    write_expectation(place.path(), "0.5");
    let mut child = in_folder(command_with_default_signals(ODDSMITH), place.path())
        .args(["verify", "balance.toml", "--watch"])
        .stdout(fs::File::create(&stdout_path).expect("a file"))
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut lines = BufReader::new(child.stderr.take().expect("stderr")).lines();
    let mut until_watching = || {
        let mut before = Vec::new();
        for line in lines.by_ref() {
            let line = line.expect("text");
            if line.starts_with("watching balance.toml") {
                return before.join("\n");
            }
            before.push(line);
        }
        panic!("it ended: {before:?}");
    };
    let mut read_length = 0;
    let mut new_answer = || {
        let text = fs::read_to_string(&stdout_path).expect("text");
        let new = text[read_length..].to_owned();
        read_length = text.len();
        new
    };
    assert_eq!(until_watching(), "");
    assert!(new_answer().contains("at least 0.5"));
    write_expectation(place.path(), "0.x");
    assert!(until_watching().contains("balance.toml, line 7"));
    assert_eq!(new_answer(), "");
    for least in ["0.55", "0.805"] {
        write_expectation(place.path(), least);
        assert_eq!(until_watching(), "");
        let answer = new_answer();
        assert!(answer.contains(&format!("at least {least}")), "{answer}");
    }
    let before = names(place.path());
    let pid = Pid::from_raw(child.id().try_into().expect("a process")).expect("a process");
    kill_process(pid, Signal::INT).expect("the signal is sent");
    let ended = (0..1200).find_map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        child.try_wait().expect("it can be asked")
    });
    if ended.is_none() {
        child.kill().expect("it ends");
    }
    assert_eq!(ended.and_then(|ended| ended.code()), Some(130), "SIGINT ends it");
    assert_eq!(names(place.path()), before);
}

/// Returns the names in a folder, sorted.
#[cfg(unix)]
fn names(folder: &Path) -> Vec<std::ffi::OsString> {
    let all = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<_> = all.map(|entry| entry.expect("an entry").file_name()).collect();
    names.sort();
    names
}

#[test]
fn watching_without_a_file_is_refused() {
    let place = tempfile::tempdir().expect("a folder for a while");
    let (_, error, code) = run(place.path(), &["odds", "3d6", "--watch"]);
    assert_eq!(code, Some(2));
    assert!(error.contains("no file to watch"), "{error}");
}
