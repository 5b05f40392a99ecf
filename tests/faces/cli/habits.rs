//! What people of this kind of tool expect: a file of settings, `--watch`.

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
    // The user's own settings are no part of a test.
    command.current_dir(folder).env("XDG_CONFIG_HOME", folder.join("config")).env("NO_COLOR", "1");
    command
}

fn said(folder: &Path, words: &[&str]) -> (String, String, Option<i32>) {
    let output = oddsmith(folder).args(words).output().expect("the command runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (text(output.stdout), text(output.stderr), output.status.code())
}

#[test]
fn settings_stand_in_a_file() {
    let place = tempfile::tempdir().expect("a folder for a while");
    let below = place.path().join("campaign/rules");
    fs::create_dir_all(&below).expect("a folder");
    let odds = ["odds", "mutants.check", "bonus=5", "dc=10"];
    let typed = |more: &[&str]| said(&below, &[&odds[..], more].concat()).0;
    let usual = typed(&[]);
    let asked = typed(&["--seed", "7", "--trials", "5000", "--format", "markdown"]);
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
    // From a folder above, as if it were typed; what is typed comes first.
    assert_ne!(usual, asked);
    assert_eq!(typed(&[]), asked);
    let again = ["--seed", "1", "--trials=1000000", "--format", "table"];
    assert_eq!(typed(&again), usual);
    assert_eq!(said(&below, &["odds", "house.two", "--exact-only"]).2, Some(0));
    // The nearest file alone, then the user's own.
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
    // A slip has its line.
    fs::write(below.join("oddsmith.toml"), "seed = 3\ntrails = 100\n").expect("written");
    let (_, error, code) = said(&below, &odds);
    assert_eq!(code, Some(2));
    assert!(error.contains("oddsmith.toml, line 2") && error.contains("trails"), "{error}");
    // A scenario says itself how it is answered.
    assert_eq!(said(&below, &["list", "mutants"]).2, Some(0));
}

/// A scenario that promises at least so much.
#[cfg(unix)]
fn promise(folder: &Path, least: &str) {
    let text = format!(
        "title = \"A promise\"\n[[check]]\nuse = \"mutants.check\"\nset = {{ bonus = 5, dc = 10 }}\n\
         [[expect]]\nlabel = \"mutants.check\"\nat_least = {least}\n"
    );
    fs::write(folder.join("balance.toml"), text).expect("written");
}

/// Saved twice it is answered twice, an error in between is shown and survived, and Ctrl-C leaves
/// nothing behind.
#[cfg(unix)]
#[test]
fn watched_file_is_answered_again_until_interrupt() {
    use rustix::process::{Pid, Signal, kill_process};

    let place = tempfile::tempdir().expect("a folder for a while");
    let said_so_far = place.path().join("said.txt");
    promise(place.path(), "0.5");
    let mut child = in_folder(command_with_default_signals(ODDSMITH), place.path())
        .args(["verify", "balance.toml", "--watch"])
        .stdout(fs::File::create(&said_so_far).expect("a file"))
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
    let mut heard = 0;
    let mut new_answer = || {
        let text = fs::read_to_string(&said_so_far).expect("text");
        let new = text[heard..].to_owned();
        heard = text.len();
        new
    };
    assert_eq!(until_watching(), "");
    assert!(new_answer().contains("at least 0.5"));
    promise(place.path(), "0.x");
    assert!(until_watching().contains("balance.toml, line 7"));
    assert_eq!(new_answer(), "");
    for least in ["0.55", "0.805"] {
        promise(place.path(), least);
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

/// What lies in a folder.
#[cfg(unix)]
fn names(folder: &Path) -> Vec<std::ffi::OsString> {
    let all = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<_> = all.map(|entry| entry.expect("an entry").file_name()).collect();
    names.sort();
    names
}

#[test]
fn what_names_no_file_is_not_watched() {
    let place = tempfile::tempdir().expect("a folder for a while");
    let (_, error, code) = said(place.path(), &["odds", "3d6", "--watch"]);
    assert_eq!(code, Some(2));
    assert!(error.contains("no file to watch"), "{error}");
}
