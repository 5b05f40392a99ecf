//! Tests of runs that are killed and resumed, and of places without write permission.
//!
//! `ODDSMITH_KILLS=1000 cargo test --test files resumed -- --ignored --nocapture` kills and resumes
//! a thousand times, 200 times without the variable.
#![cfg(all(unix, feature = "cli"))]

use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Instant;

use super::folder::Folder;

/// A run of several blocks, some of them with a kernel, in one thread.
const SCENARIO: &str = r#"title = "Killed"
seed = 5
trials = 800_000
[sweep]
damage = [8, 12]
[[check]]
label = "cards"
use = "melodrama.toughness"
set = { toughness = 8, damage = "$damage" }
answer = "sampled"
[[check]]
label = "ladder"
use = "melodrama.knockout"
set = { toughness = 8, damage = "$damage", limit = 6 }
answer = "sampled"
"#;

/// Kills a run `count` times at random moments, and resumes it until it is complete. Returns the
/// number of parts that were killed more than once.
fn kill_and_resume(count: u64) -> u64 {
    let folder = Folder::new(SCENARIO);
    let start = Instant::now();
    folder.run_ok("run mine.toml --part all.json --threads 1");
    let (whole, time) = (folder.read("all.json"), start.elapsed());
    let (mut kills, mut again, mut random) = (0, 0, 0x9e37_79b9_7f4a_7c15u64);
    while kills < count {
        let mut of_this = 0;
        loop {
            let words = "run mine.toml --part half.json --resume --threads 1";
            let mut command = folder.command(words);
            command.stdout(Stdio::null()).stderr(Stdio::null());
            let mut child = command.spawn().expect("it starts");
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            std::thread::sleep(time.mul_f64((random % 1000) as f64 / 1500.0));
            child.kill().expect("it is there until it is waited for");
            if child.wait().expect("it ends").success() {
                break;
            }
            (kills, of_this) = (kills + 1, of_this + 1);
            if kills >= count || of_this >= 6 {
                // The last attempt is not killed.
                folder.run_ok(words);
                break;
            }
        }
        again += u64::from(of_this > 1);
        let half = folder.read("half.json");
        assert!(half == whole, "after {of_this} kills the part is another");
        std::fs::remove_file(folder.path().join("half.json")).expect("it is there");
        let left = std::fs::read_dir(folder.path()).expect("it reads").count();
        assert_eq!(left, 2, "nothing is left beside the files");
    }
    println!("{kills} kills, {again} parts killed more than once: all byte for byte the whole");
    again
}

#[test]
fn resumed_parts_equal_an_uninterrupted_run() {
    assert!(kill_and_resume(12) > 0);
}

#[test]
#[ignore = "two hundred kills: the command stands at the top"]
fn two_hundred_killed_runs_resume_to_the_same_bytes() {
    let count = std::env::var("ODDSMITH_KILLS").ok().and_then(|count| count.parse().ok());
    kill_and_resume(count.unwrap_or(200));
}

/// Runs the command as a plain user: the current user, or nobody if the test runs as root. Returns
/// None if root cannot switch users.
fn run_as_plain_user(folder: &Path, words: &str) -> Option<Output> {
    let root = std::fs::metadata("/proc/self").ok()?.uid() == 0;
    let mut command = match root {
        false => Command::new(env!("CARGO_BIN_EXE_oddsmith")),
        true => {
            let mut command = Command::new("setpriv");
            let nobody = ["--reuid=65534", "--regid=65534", "--clear-groups"];
            command.args(nobody).arg(env!("CARGO_BIN_EXE_oddsmith"));
            command
        }
    };
    let command = command.args(words.split(' ')).current_dir(folder).env("NO_COLOR", "1");
    command.output().ok()
}

#[test]
fn missing_permissions_are_reported() {
    let quick = SCENARIO.replace("800_000", "1000");
    let folder = Folder::new(&quick);
    let set = |path: &Path, mode: u32| {
        let mode = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(path, mode).expect("the mode is set");
    };
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("secret.toml"), &quick).expect("it is written");
    std::fs::write(path("half.json"), "{}").expect("it is written");
    std::fs::create_dir(path("closed")).expect("it is made");
    std::fs::write(path("closed/mine.txt"), "not ours").expect("it is written");
    set(&path("secret.toml"), 0o000);
    set(&path("half.json"), 0o000);
    set(&path("closed"), 0o555);
    set(folder.path(), 0o555);
    let works = |output: &Output| output.status.success();
    if !run_as_plain_user(folder.path(), "odds d6 --exact-only").as_ref().is_some_and(works) {
        set(folder.path(), 0o755);
        println!("skipped: nobody else can be become here");
        return;
    }
    for words in [
        "run mine.toml",
        "run mine.toml --out closed/made",
        "run mine.toml --out closed",
        "run mine.toml --part part.json",
        "run mine.toml --part half.json --resume",
        "run secret.toml --out closed/made",
        "check secret.toml",
        "odds mutants.check bonus=1 dc=5 --trials 100 --save closed/x.csv",
        "odds mutants.check bonus=1 dc=5 --trials 100 --chart x.svg",
        "odds mutants.check bonus=1 dc=5 --rules secret.toml",
        "verify mine.toml --junit closed/x.xml",
        "merge half.json --save x.csv",
    ] {
        let output = run_as_plain_user(folder.path(), words).expect("it runs");
        let stderr = String::from_utf8_lossy(&output.stderr);
        if words.contains("--junit") && output.status.code() == Some(2) {
            continue;
        }
        assert_eq!(output.status.code(), Some(3), "{words}: {stderr}");
        assert!(stderr.contains("you have no permission there"), "{words}: {stderr}");
        assert!(output.stdout.is_empty(), "{words}");
    }
    set(folder.path(), 0o755);
    let names = |path: &Path| {
        let all = std::fs::read_dir(path).expect("it reads").flatten();
        let mut all: Vec<String> =
            all.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        all.sort();
        all
    };
    assert_eq!(names(folder.path()), ["closed", "half.json", "mine.toml", "secret.toml"]);
    assert_eq!(names(&path("closed")), ["mine.txt"]);
}
