//! Tests of files written by the command: sets are complete, links and modes are kept, files of
//! others stay, and no input is overwritten.
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

fn stderr(output: &Output) -> String {
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

/// Returns a scenario with these charts.
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
    assert_eq!(failed.status.code(), Some(3), "{}", stderr(&failed));
    assert!(stderr(&failed).contains("create the folder `nodir` first"), "{}", stderr(&failed));
    assert_eq!(names(place.path()), [""; 0]);

    fs::create_dir(place.path().join("c.svg")).expect("a folder is in the way");
    let failed = odds(place.path(), &["--save", "ok.csv", "--chart", "c.svg"]);
    assert_eq!(failed.status.code(), Some(3), "{}", stderr(&failed));
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
        assert!(saved.status.success(), "{}", stderr(&saved));
        assert!(at(link).is_symlink(), "{link} is a link still");
        assert!(read(&at(link)).starts_with("scenario,check"));
    }
    assert_eq!(at("there/real.csv").metadata().expect("it is there").mode() & 0o777, 0o640);
    assert_eq!(names(&at("there")), ["new.csv", "real.csv"]);
    // A new file has the default mode.
    fs::write(at("plain"), "").expect("it is written");
    let mode = |name: &str| at(name).metadata().expect("it is there").mode();
    assert_eq!(mode("there/new.csv"), mode("plain"));

    symlink("b.csv", at("a.csv")).expect("a link is made");
    symlink("a.csv", at("b.csv")).expect("a link is made");
    let circle = odds(place.path(), &["--save", "a.csv"]);
    assert_eq!(circle.status.code(), Some(3), "{}", stderr(&circle));
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
    let inode = fs::metadata(at("dice")).expect("it is there").ino();
    for _ in 0..2 {
        let made = oddsmith(place.path(), &["run", "dice.toml"]);
        assert!(made.status.success(), "{}", stderr(&made));
        assert!(at("dice/README.md").is_symlink() && read(&at("elsewhere.md")).contains("# Dice"));
        assert_eq!(at("dice/outcomes.csv").metadata().expect("so").mode() & 0o777, 0o600);
    }
    // The folder keeps its inode, so it stays the working directory of other processes.
    assert_eq!(fs::metadata(at("dice")).expect("it is there").ino(), inode);
}

#[test]
fn special_files_are_refused_or_written_through() {
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
    assert_eq!(refused.status.code(), Some(3), "{}", stderr(&refused));
    assert!(stderr(&refused).contains("dice/chart.svg"), "{}", stderr(&refused));
    assert_eq!(names(&at("dice")), ["chart.svg"], "the others are not written");

    fs::remove_file(at("dice/chart.svg")).expect("it goes");
    fs::create_dir(at("dice/chart.svg")).expect("it is made");
    let refused = oddsmith(place.path(), &["run", "dice.toml"]);
    assert_eq!(refused.status.code(), Some(3), "{}", stderr(&refused));
    assert_eq!(names(&at("dice")), ["chart.svg"], "the others are not written");

    pipe(&at("pipe.csv"));
    let reader = std::thread::spawn({
        let pipe = at("pipe.csv");
        move || read(&pipe)
    });
    let through = odds(place.path(), &["--save", "pipe.csv"]);
    assert!(through.status.success(), "{}", stderr(&through));
    assert!(reader.join().expect("it reads").starts_with("scenario,check"));

    fs::write(at("locked.csv"), "before").expect("it is written");
    fs::set_permissions(at("locked.csv"), Permissions::from_mode(0o444)).expect("it may be");
    let refused = odds(place.path(), &["--save", "locked.csv"]);
    assert_eq!(refused.status.code(), Some(3), "{}", stderr(&refused));
    assert_eq!(read(&at("locked.csv")), "before");
}

#[test]
fn an_input_is_never_overwritten() {
    let place = place();
    let at = |name: &str| place.path().join(name);
    let text = scenario(&["chart.svg"]);
    fs::write(at("README.md"), &text).expect("it is written");
    let refused = oddsmith(place.path(), &["run", "README.md", "--out", "."]);
    assert_eq!(refused.status.code(), Some(2), "{}", stderr(&refused));
    assert!(stderr(&refused).contains("is what this reads"), "{}", stderr(&refused));
    assert_eq!(names(place.path()), ["README.md"]);
    assert_eq!(read(&at("README.md")), text);

    // Also through a link.
    fs::rename(at("README.md"), at("dice.toml")).expect("it is renamed");
    fs::create_dir(at("out")).expect("it is made");
    symlink("../dice.toml", at("out/outcomes.csv")).expect("a link is made");
    let refused = oddsmith(place.path(), &["run", "dice.toml", "--out", "out"]);
    assert_eq!(refused.status.code(), Some(2), "{}", stderr(&refused));
    assert_eq!((names(&at("out")), read(&at("dice.toml"))), (vec!["outcomes.csv".into()], text));

    fs::write(at("rules.svg"), "").expect("it is written");
    let refused = odds(place.path(), &["--rules", "rules.svg", "--chart", "rules.svg"]);
    assert_eq!(refused.status.code(), Some(2), "{}", stderr(&refused));
    assert_eq!(read(&at("rules.svg")), "");
}

/// A scenario that reads a cast, a deck and a program.
const READS: &str = "title = \"t\"\ntrials = 9_000_000_000_000\n\
    [[check]]\nlabel = \"cast\"\nuse = \"melodrama.fight\"\nanswer = \"sampled\"\nset = { cast = \"in/cast.toml\" }\n\
    [[check]]\nlabel = \"deck\"\nuse = \"torg.flip\"\nset = { letters = \"ab\", deck = \"in/deck.csv\" }\n\
    [[check]]\nlabel = \"program\"\nuse = \"anydice\"\nprogram = \"in/program.txt\"\n\
    [[expect]]\nlabel = \"deck\"\nmeasure = \"at_least:0\"\nat_least = 0\n";

/// An output path that is an input is refused, under any path and through links, before any trial
/// is played; so many trials would take weeks.
#[test]
fn outputs_that_are_inputs_are_refused_before_any_trial() {
    let place = place();
    let at = |name: &str| place.path().join(name);
    fs::create_dir(at("in")).expect("it is made");
    let write = |name: &str, text: &str| fs::write(at(name), text).expect("it is written");
    let cast = oddsmith(place.path(), &["new", "--cast", "melodrama.fight"]).stdout;
    write("in/cast.toml", &String::from_utf8(cast).expect("a text"));
    write("in/deck.csv", include_str!("../../crates/games/torg/src/cards/deck.csv"));
    write("in/program.txt", "output 3d6 named \"p\"\n");
    write("in/rules.toml", "[[house]]\nname = \"two\"\nrule = \"two = 2d6\"\n");
    write("in/scenario.toml", &READS.replace("in/cast", "cast").replace("in/prog", "prog"));
    write("in/scenario.md", "# t\n\nWords.\n");
    write("in/small.toml", &scenario(&[]));
    write("in/part.json", "");
    fs::remove_file(at("in/part.json")).expect("it is removed");
    for words in [
        ["run", "in/small.toml", "--part", "in/part.json"],
        ["run", "in/small.toml", "--out", "saved"],
    ] {
        let made = oddsmith(place.path(), &words);
        assert!(made.status.success(), "{}", stderr(&made));
    }
    fs::rename(at("saved/outcomes.csv"), at("in/saved.csv")).expect("it is renamed");
    fs::rename(at("saved/outcomes.parquet"), at("in/saved.parquet")).expect("it is renamed");
    write("oddsmith.toml", "trials = 9_000_000_000_000\n");
    let all = |folder: &str| -> Vec<Vec<u8>> {
        names(&at(folder)).iter().map(|name| fs::read(at(folder).join(name)).expect("so")).collect()
    };
    let before = all("in");
    // The input, the arguments that read it, and the flag that would write it.
    let cases: [(&str, &str, &str); 14] = [
        ("in/deck.csv", "odds torg.flip letters=ab deck=in/deck.csv --sampled-only", "--save .csv"),
        (
            "in/deck.csv",
            "odds torg.flip letters=ab deck=1990,in/deck.csv --sampled-only",
            "--chart .svg",
        ),
        (
            "in/cast.toml",
            "odds melodrama.fight cast=in/cast.toml --sampled-only",
            "--save .parquet",
        ),
        ("in/program.txt", "odds anydice program=in/program.txt", "--save .csv"),
        ("in/rules.toml", "odds house.two --rules in/rules.toml --sampled-only", "--save .arrow"),
        ("in/rules.toml", "compare house.two 3d6 --rules in/rules.toml", "--chart .png"),
        (
            "in/deck.csv",
            "dc torg.skill difficulty=10 deck=in/deck.csv --solve value --target 0.5",
            "--save .csv",
        ),
        ("in/program.txt", "anydice in/program.txt", "--save .csv"),
        ("in/scenario.toml", "verify in/scenario.toml", "--junit .xml"),
        ("in/deck.csv", "verify in/scenario.toml", "--junit .xml"),
        ("in/saved.csv", "verify in/small.toml --baseline in/saved.csv", "--junit .xml"),
        ("in/saved.parquet", "verify in/small.toml --baseline in/saved.parquet", "--junit .xml"),
        ("in/cast.toml", "run in/scenario.toml", "--part .json"),
        ("in/part.json", "merge in/part.json", "--save .csv"),
    ];
    for (input, words, flag) in cases {
        let (flag, ending) = flag.split_once(' ').expect("a flag and an ending");
        for link in ["soft", "hard"] {
            let output = format!("{link}{ending}");
            match link {
                "soft" => symlink(input, at(&output)).expect("a link is made"),
                _ => fs::hard_link(at(input), at(&output)).expect("a link is made"),
            }
            for path in
                [output.clone(), format!("in/../{output}"), at(&output).display().to_string()]
            {
                let words: Vec<&str> = words.split(' ').chain([flag, &path]).collect();
                let refused = oddsmith(place.path(), &words);
                assert_eq!(refused.status.code(), Some(2), "{words:?}: {}", stderr(&refused));
                let error = format!("`{path}` is what this reads");
                assert!(stderr(&refused).contains(&error), "{words:?}: {}", stderr(&refused));
            }
            fs::remove_file(at(&output)).expect("it is removed");
        }
    }
    // Files of an output folder, and the settings file, which is always read.
    for (input, name) in [
        ("in/scenario.md", "README.md"),
        ("in/deck.csv", "outcomes.csv"),
        ("in/cast.toml", "summary.parquet"),
        ("in/program.txt", "outcomes.parquet"),
    ] {
        fs::create_dir(at("out")).expect("it is made");
        fs::hard_link(at(input), at("out").join(name)).expect("a link is made");
        let refused = oddsmith(place.path(), &["run", "in/scenario.toml", "--out", "out"]);
        assert_eq!(refused.status.code(), Some(2), "{name}: {}", stderr(&refused));
        let error = format!("`out/{name}` is what this reads");
        assert!(stderr(&refused).contains(&error), "{name}: {}", stderr(&refused));
        assert_eq!(names(&at("out")), [name]);
        fs::remove_dir_all(at("out")).expect("it is removed");
    }
    symlink("oddsmith.toml", at("s.csv")).expect("a link is made");
    let refused = oddsmith(place.path(), &["odds", "2d6", "--sampled-only", "--save", "s.csv"]);
    assert!(stderr(&refused).contains("`s.csv` is what this reads"), "{}", stderr(&refused));
    assert_eq!(all("in"), before);
}

/// The request of a document, which Python uses too, lists all files that it reads.
#[test]
fn document_request_lists_all_input_files() {
    let place = place();
    let at = |name: &str| place.path().join(name);
    fs::create_dir(at("in")).expect("it is made");
    let cast = oddsmith(place.path(), &["new", "--cast", "melodrama.fight"]).stdout;
    fs::write(at("in/cast.toml"), cast).expect("it is written");
    let deck = include_str!("../../crates/games/torg/src/cards/deck.csv");
    fs::write(at("in/deck.csv"), deck).expect("it is written");
    fs::write(at("in/program.txt"), "output 3d6 named \"p\"\n").expect("it is written");
    let text = READS.replace("in/deck", &at("in/deck").display().to_string());
    fs::write(at("mine.toml"), text).expect("it is written");
    fs::write(at("mine.md"), "# t\n").expect("it is written");
    let task = oddsmith::document::DocumentRequest::of_file(&at("mine.toml"), "", "");
    let inputs: Vec<_> = task.expect("a scenario").inputs;
    for name in ["mine.toml", "mine.md", "in/cast.toml", "in/deck.csv", "in/program.txt"] {
        assert!(inputs.contains(&at(name)), "{name}: {inputs:?}");
    }
}

/// Commands that rewrite a file on purpose may read it.
#[test]
fn resume_and_update_may_rewrite_their_input() {
    let place = place();
    let at = |name: &str| place.path().join(name);
    let expects = "[[expect]]\nlabel = \"roll\"\nwhere = { dc = 5 }\nat_least = 0.99\n";
    fs::write(at("dice.toml"), scenario(&[]) + expects).expect("it is written");
    for words in [
        &["run", "dice.toml", "--part", "1.part", "--trials", "100"][..],
        &["run", "dice.toml", "--part", "1.part", "--trials", "100", "--resume"],
        &["verify", "dice.toml", "--update"],
    ] {
        let done = oddsmith(place.path(), words);
        assert!(done.status.success(), "{words:?}: {}", stderr(&done));
    }
    assert!(!read(&at("dice.toml")).contains("0.99"));
}

/// A named output folder keeps files of others; files of an earlier run may be replaced.
#[test]
fn files_of_others_are_kept() {
    let place = place();
    let at = |name: &str| place.path().join(name);
    fs::write(at("dice.toml"), scenario(&["chart.svg"])).expect("it is written");
    fs::write(at("README.md"), "mine").expect("it is written");
    let refused = oddsmith(place.path(), &["run", "dice.toml", "--out", "."]);
    assert_eq!(refused.status.code(), Some(2), "{}", stderr(&refused));
    assert!(stderr(&refused).contains("README.md"), "{}", stderr(&refused));
    assert_eq!(names(place.path()), ["README.md", "dice.toml"]);
    let refused = oddsmith(place.path(), &["run", "dice.toml", "--out", "README.md"]);
    assert_eq!(refused.status.code(), Some(3), "{}", stderr(&refused));
    assert_eq!(read(&at("README.md")), "mine");
    for _ in 0..2 {
        let made = oddsmith(place.path(), &["run", "dice.toml", "--out", "out"]);
        assert!(made.status.success(), "{}", stderr(&made));
    }
}

#[test]
fn rerun_removes_only_its_own_obsolete_files() {
    let place = place();
    let at = |name: &str| place.path().join(name);
    let run = |charts: &[&str]| {
        fs::write(at("dice.toml"), scenario(charts)).expect("it is written");
        let made = oddsmith(place.path(), &["run", "dice.toml"]);
        assert!(made.status.success(), "{}", stderr(&made));
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
    // The manifest has the format of b3sum, ordered by name.
    let manifest = read(&at("dice/.oddsmith.files"));
    let listed: Vec<&str> = manifest.lines().filter_map(|line| line.split("  ").nth(1)).collect();
    assert!(listed.is_sorted() && listed.contains(&"four.svg") && !listed.contains(&"two.svg"));
    let hash = blake3::hash(&fs::read(at("dice/four.svg")).expect("it reads")).to_hex();
    assert!(manifest.contains(&format!("{hash}  four.svg\n")), "{manifest}");
    // The same set gives the same bytes.
    run(&["three.svg", "four.svg"]);
    assert_eq!(read(&at("dice/.oddsmith.files")), manifest);

    // A manifest with a path outside the folder is ignored.
    fs::write(at("precious"), "precious").expect("it is written");
    let hash = blake3::hash(b"precious").to_hex();
    fs::write(at("dice/.oddsmith.files"), format!("{hash}  ../precious\n")).expect("so");
    run(&["three.svg"]);
    assert_eq!(read(&at("precious")), "precious");
    assert_eq!(charts("dice"), ["four.svg", "mine.svg", "three.svg", "two.svg"]);
}

#[test]
fn report_check_names_obsolete_files() {
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
    let folder = File::open(at("dice")).expect("it opens");
    folder.lock().expect("it is locked");
    let unlock = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(500));
        drop(folder);
    });
    let made = oddsmith(place.path(), &["run", "dice.toml"]);
    assert!(made.status.success(), "{}", stderr(&made));
    unlock.join().expect("it ends");

    // Many runs at once: each set is complete, and no temporary file is left.
    let expected = names(&at("dice"));
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| assert!(oddsmith(place.path(), &["run", "dice.toml"]).status.success()));
        }
    });
    assert_eq!(names(&at("dice")), expected);
    assert_eq!(names(place.path()), ["dice", "dice.toml"]);
}

#[test]
fn long_names_and_planted_links_are_safe() {
    let place = place();
    let at = |name: &str| place.path().join(name);
    let long = format!("{}.csv", "x".repeat(251));
    let saved = odds(place.path(), &["--save", &long]);
    assert!(saved.status.success(), "{}", stderr(&saved));
    // Folders left by killed runs are removed; other entries with such names stay.
    fs::create_dir_all(at(".oddsmith-abcdefghij/new")).expect("it is made");
    fs::write(at(".oddsmith-abcdefghij/new/a.csv"), "half a file").expect("it is written");
    fs::write(at(".oddsmith-notes.txt"), "not ours").expect("it is written");
    fs::write(at("mine"), "not ours").expect("it is written");
    symlink("mine", at(".oddsmith-0123456789")).expect("a link is made");
    let saved = odds(place.path(), &["--save", &long]);
    assert!(saved.status.success(), "{}", stderr(&saved));
    let kept = [".oddsmith-0123456789", ".oddsmith-notes.txt", "mine", &long];
    assert_eq!(names(place.path()), kept);
    assert_eq!(read(&at("mine")), "not ours");

    // A link planted at the path of the temporary copy is not followed.
    fs::write(at("dice.toml"), scenario(&[])).expect("it is written");
    fs::create_dir_all(at("victim/hidden")).expect("it is made");
    fs::write(at("victim/hidden/mine"), "not ours").expect("it is written");
    let copy = format!(".oddsmith-{}", &blake3::hash(b"dice").to_hex()[..16]);
    symlink("victim", at(&copy)).expect("a link is made");
    let made = oddsmith(place.path(), &["run", "dice.toml"]);
    assert!(made.status.success() && at("dice/README.md").exists(), "{}", stderr(&made));
    assert!(at(&copy).is_symlink() && !at("dice/mine").exists());
    assert_eq!(read(&at("victim/hidden/mine")), "not ours");
}
