//! What the command writes: sets that are whole, links and modes that stay, nothing of others
//! touched, no input overwritten.
#![cfg(all(unix, feature = "documents", feature = "cli"))]

use std::fs::{self, File, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output};

const ODDS: [&str; 5] = ["odds", "house.roll", "luck=2d6", "dc=3..5", "--exact-only"];

fn oddsmith(folder: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_oddsmith"))
        .args(words)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .output()
        .expect("the command starts")
}

fn odds(folder: &Path, words: &[&str]) -> Output {
    oddsmith(folder, &[&ODDS, words].concat())
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder reads").flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn place() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder for a while")
}

/// A scenario with these charts.
fn scenario(charts: &[&str]) -> String {
    let check = "[[check]]\nlabel = \"roll\"\nuse = \"house.roll\"\nset = { luck = \"2d6\", dc = \"$dc\" }\n";
    let mut text = format!("title = \"Dice\"\ntrials = 0\n[sweep]\ndc = [3, 5, 7]\n{check}");
    for file in charts {
        text += &format!("[[chart]]\nkind = \"curve\"\nx = \"dc\"\nfile = \"{file}\"\n");
    }
    text
}

#[test]
fn either_all_files_of_a_call_are_written_or_none() {
    let place = place();
    let failed = odds(place.path(), &["--save", "ok.csv", "--chart", "nodir/c.svg"]);
    assert_eq!(failed.status.code(), Some(3), "{}", said(&failed));
    assert!(said(&failed).contains("create the folder `nodir` first"), "{}", said(&failed));
    assert_eq!(names(place.path()), [""; 0]);

    fs::create_dir(place.path().join("c.svg")).expect("a folder is in the way");
    let failed = odds(place.path(), &["--save", "ok.csv", "--chart", "c.svg"]);
    assert_eq!(failed.status.code(), Some(3), "{}", said(&failed));
    assert_eq!(names(place.path()), ["c.svg"]);
}

#[test]
fn links_are_followed_and_modes_kept() {
    let place = place();
    let at = |name: &str| place.path().join(name);
    fs::create_dir(at("there")).expect("it is made");
    fs::write(at("there/real.csv"), "before").expect("it is written");
    fs::set_permissions(at("there/real.csv"), Permissions::from_mode(0o640)).expect("it may be");
    symlink("there/real.csv", at("link.csv")).expect("a link is made");
    symlink("link.csv", at("links.csv")).expect("a link is made");
    symlink("there/new.csv", at("dangling.csv")).expect("a link is made");
    for link in ["links.csv", "dangling.csv"] {
        let saved = odds(place.path(), &["--save", link]);
        assert!(saved.status.success(), "{}", said(&saved));
        assert!(at(link).is_symlink(), "{link} is a link still");
        assert!(read(&at(link)).starts_with("scenario,check"));
    }
    assert_eq!(at("there/real.csv").metadata().expect("it is there").mode() & 0o777, 0o640);
    assert_eq!(names(&at("there")), ["new.csv", "real.csv"]);
    // A new file has the mode that any new file has.
    fs::write(at("plain"), "").expect("it is written");
    let mode = |name: &str| at(name).metadata().expect("it is there").mode();
    assert_eq!(mode("there/new.csv"), mode("plain"));

    symlink("b.csv", at("a.csv")).expect("a link is made");
    symlink("a.csv", at("b.csv")).expect("a link is made");
    let circle = odds(place.path(), &["--save", "a.csv"]);
    assert_eq!(circle.status.code(), Some(3), "{}", said(&circle));
}

#[test]
fn members_of_a_set_may_be_links() {
    let place = place();
    let at = |name: &str| place.path().join(name);
    fs::write(at("dice.toml"), scenario(&["chart.svg"])).expect("it is written");
    fs::create_dir(at("dice")).expect("it is made");
    fs::write(at("elsewhere.md"), "before").expect("it is written");
    symlink("../elsewhere.md", at("dice/README.md")).expect("a link is made");
    fs::write(at("dice/outcomes.csv"), "before").expect("it is written");
    fs::set_permissions(at("dice/outcomes.csv"), Permissions::from_mode(0o600)).expect("so");
    let stands = fs::metadata(at("dice")).expect("it is there").ino();
    for _ in 0..2 {
        let made = oddsmith(place.path(), &["run", "dice.toml"]);
        assert!(made.status.success(), "{}", said(&made));
        assert!(at("dice/README.md").is_symlink() && read(&at("elsewhere.md")).contains("# Dice"));
        assert_eq!(at("dice/outcomes.csv").metadata().expect("so").mode() & 0o777, 0o600);
    }
    // Whoever stands in the folder stands there still.
    assert_eq!(fs::metadata(at("dice")).expect("it is there").ino(), stands);
}

#[test]
fn what_is_no_file_is_refused_or_written_through() {
    let place = place();
    let at = |name: &str| place.path().join(name);
    fs::write(at("dice.toml"), scenario(&["chart.svg"])).expect("it is written");
    fs::create_dir(at("dice")).expect("it is made");
    let pipe = |path: &Path| {
        let made = Command::new("mkfifo").arg(path).status();
        assert!(made.expect("mkfifo is there").success());
    };
    pipe(&at("dice/chart.svg"));
    let refused = oddsmith(place.path(), &["run", "dice.toml"]);
    assert_eq!(refused.status.code(), Some(3), "{}", said(&refused));
    assert!(said(&refused).contains("dice/chart.svg"), "{}", said(&refused));
    assert_eq!(names(&at("dice")), ["chart.svg"], "the others are not written");

    fs::remove_file(at("dice/chart.svg")).expect("it goes");
    fs::create_dir(at("dice/chart.svg")).expect("it is made");
    let refused = oddsmith(place.path(), &["run", "dice.toml"]);
    assert_eq!(refused.status.code(), Some(3), "{}", said(&refused));
    assert_eq!(names(&at("dice")), ["chart.svg"], "the others are not written");

    pipe(&at("pipe.csv"));
    let reader = std::thread::spawn({
        let pipe = at("pipe.csv");
        move || read(&pipe)
    });
    let through = odds(place.path(), &["--save", "pipe.csv"]);
    assert!(through.status.success(), "{}", said(&through));
    assert!(reader.join().expect("it reads").starts_with("scenario,check"));

    fs::write(at("locked.csv"), "before").expect("it is written");
    fs::set_permissions(at("locked.csv"), Permissions::from_mode(0o444)).expect("it may be");
    let refused = odds(place.path(), &["--save", "locked.csv"]);
    assert_eq!(refused.status.code(), Some(3), "{}", said(&refused));
    assert_eq!(read(&at("locked.csv")), "before");
}

#[test]
fn an_input_is_never_overwritten() {
    let place = place();
    let at = |name: &str| place.path().join(name);
    let text = scenario(&["chart.svg"]);
    fs::write(at("README.md"), &text).expect("it is written");
    let refused = oddsmith(place.path(), &["run", "README.md", "--out", "."]);
    assert_eq!(refused.status.code(), Some(2), "{}", said(&refused));
    assert!(said(&refused).contains("is what this reads"), "{}", said(&refused));
    assert_eq!(names(place.path()), ["README.md"]);
    assert_eq!(read(&at("README.md")), text);

    // Through a link too.
    fs::rename(at("README.md"), at("dice.toml")).expect("it is renamed");
    fs::create_dir(at("out")).expect("it is made");
    symlink("../dice.toml", at("out/outcomes.csv")).expect("a link is made");
    let refused = oddsmith(place.path(), &["run", "dice.toml", "--out", "out"]);
    assert_eq!(refused.status.code(), Some(2), "{}", said(&refused));
    assert_eq!((names(&at("out")), read(&at("dice.toml"))), (vec!["outcomes.csv".into()], text));

    fs::write(at("rules.svg"), "").expect("it is written");
    let refused = odds(place.path(), &["--rules", "rules.svg", "--chart", "rules.svg"]);
    assert_eq!(refused.status.code(), Some(2), "{}", said(&refused));
    assert_eq!(read(&at("rules.svg")), "");
}

/// A folder that was named keeps the words of others; what a run has written, the next may replace.
#[test]
fn words_of_others_stay() {
    let place = place();
    let at = |name: &str| place.path().join(name);
    fs::write(at("dice.toml"), scenario(&["chart.svg"])).expect("it is written");
    fs::write(at("README.md"), "mine").expect("it is written");
    let refused = oddsmith(place.path(), &["run", "dice.toml", "--out", "."]);
    assert_eq!(refused.status.code(), Some(2), "{}", said(&refused));
    assert!(said(&refused).contains("README.md"), "{}", said(&refused));
    assert_eq!(names(place.path()), ["README.md", "dice.toml"]);
    let refused = oddsmith(place.path(), &["run", "dice.toml", "--out", "README.md"]);
    assert_eq!(refused.status.code(), Some(3), "{}", said(&refused));
    assert_eq!(read(&at("README.md")), "mine");
    for _ in 0..2 {
        let made = oddsmith(place.path(), &["run", "dice.toml", "--out", "out"]);
        assert!(made.status.success(), "{}", said(&made));
    }
}

#[test]
fn what_a_set_no_longer_has_goes_and_nothing_else() {
    let place = place();
    let at = |name: &str| place.path().join(name);
    let run = |charts: &[&str]| {
        fs::write(at("dice.toml"), scenario(charts)).expect("it is written");
        let made = oddsmith(place.path(), &["run", "dice.toml"]);
        assert!(made.status.success(), "{}", said(&made));
    };
    let charts = |folder: &str| -> Vec<String> {
        names(&at(folder)).into_iter().filter(|name| name.ends_with(".svg")).collect()
    };
    run(&["one.svg", "two.svg", "three.svg"]);
    fs::write(at("dice/mine.svg"), "not ours").expect("it is written");
    fs::write(at("dice/two.svg"), "changed by hand").expect("it is written");
    run(&["three.svg", "four.svg"]);
    assert_eq!(charts("dice"), ["four.svg", "mine.svg", "three.svg", "two.svg"]);
    assert_eq!(read(&at("dice/two.svg")), "changed by hand");
    // The manifest is what b3sum prints, in the order of the names.
    let manifest = read(&at("dice/.oddsmith.files"));
    let listed: Vec<&str> = manifest.lines().filter_map(|line| line.split("  ").nth(1)).collect();
    assert!(listed.is_sorted() && listed.contains(&"four.svg") && !listed.contains(&"two.svg"));
    let hash = blake3::hash(&fs::read(at("dice/four.svg")).expect("it reads")).to_hex();
    assert!(manifest.contains(&format!("{hash}  four.svg\n")), "{manifest}");
    // The same set again: the same bytes.
    run(&["three.svg", "four.svg"]);
    assert_eq!(read(&at("dice/.oddsmith.files")), manifest);

    // A manifest that leads elsewhere is none of ours.
    fs::write(at("precious"), "precious").expect("it is written");
    let hash = blake3::hash(b"precious").to_hex();
    fs::write(at("dice/.oddsmith.files"), format!("{hash}  ../precious\n")).expect("so");
    run(&["three.svg"]);
    assert_eq!(read(&at("precious")), "precious");
    assert_eq!(charts("dice"), ["four.svg", "mine.svg", "three.svg", "two.svg"]);
}

#[test]
fn a_check_names_what_would_go() {
    let place = place();
    let at = |name: &str| place.path().join(name);
    fs::create_dir(at("dice")).expect("it is made");
    fs::write(at("dice/scenario.toml"), scenario(&["one.svg", "two.svg"])).expect("so");
    fs::write(at("dice/report.md"), "# Dice\n").expect("it is written");
    assert!(oddsmith(place.path(), &["report", "dice"]).status.success());
    assert!(oddsmith(place.path(), &["report", "dice", "--check"]).status.success());
    fs::write(at("dice/scenario.toml"), scenario(&["one.svg"])).expect("it is written");
    let check = oddsmith(place.path(), &["report", "dice", "--check"]);
    let out = String::from_utf8_lossy(&check.stdout).into_owned();
    assert!(check.status.code() == Some(1) && out.contains("two.svg would change"), "{out}");
    assert!(at("dice/two.svg").exists(), "--check removes nothing");
    assert!(oddsmith(place.path(), &["report", "dice"]).status.success());
    assert!(!at("dice/two.svg").exists());
    assert_eq!(read(&at("dice/report.md")), "# Dice\n");
}

#[test]
fn runs_into_one_folder_wait_for_each_other() {
    let place = place();
    let at = |name: &str| place.path().join(name);
    fs::write(at("dice.toml"), scenario(&["chart.svg"])).expect("it is written");
    fs::create_dir(at("dice")).expect("it is made");
    let held = File::open(at("dice")).expect("it opens");
    held.lock().expect("it is locked");
    let soon = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(500));
        drop(held);
    });
    let made = oddsmith(place.path(), &["run", "dice.toml"]);
    assert!(made.status.success(), "{}", said(&made));
    soon.join().expect("it ends");

    // Many at once: each set is whole, and nothing is left.
    let alone = names(&at("dice"));
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| assert!(oddsmith(place.path(), &["run", "dice.toml"]).status.success()));
        }
    });
    assert_eq!(names(&at("dice")), alone);
    assert_eq!(names(place.path()), ["dice", "dice.toml"]);
}

#[test]
fn names_of_any_length_and_planted_links_do_no_harm() {
    let place = place();
    let at = |name: &str| place.path().join(name);
    let long = format!("{}.csv", "x".repeat(251));
    let saved = odds(place.path(), &["--save", &long]);
    assert!(saved.status.success(), "{}", said(&saved));
    // What killed runs left is swept, what only looks like it stays.
    fs::write(at(".oddsmith-abcdefghij"), "half a file").expect("it is written");
    fs::write(at(".oddsmith-notes.txt"), "not ours").expect("it is written");
    fs::write(at("mine"), "not ours").expect("it is written");
    symlink("mine", at(".oddsmith-0123456789")).expect("a link is made");
    let saved = odds(place.path(), &["--save", &long]);
    assert!(saved.status.success(), "{}", said(&saved));
    let kept = [".oddsmith-0123456789", ".oddsmith-notes.txt", "mine", &long];
    assert_eq!(names(place.path()), kept);
    assert_eq!(read(&at("mine")), "not ours");

    // Planted where a set is written beside: refused, and not followed.
    fs::write(at("dice.toml"), scenario(&[])).expect("it is written");
    fs::create_dir_all(at("victim")).expect("it is made");
    fs::create_dir(at("dice")).expect("it is made");
    symlink("../victim", at("dice/.oddsmith-new")).expect("a link is made");
    let refused = oddsmith(place.path(), &["run", "dice.toml"]);
    assert_eq!(refused.status.code(), Some(3), "{}", said(&refused));
    assert_eq!(names(&at("victim")), [""; 0]);
}
