//! What is asked is never more than the machine can bear: each kind of cost is refused, or answered
//! otherwise, with its figure; and what was far too large once is small.
#![cfg(feature = "cli")]

use std::process::{Command, Output, Stdio};

use oddsmith::ErrorKind;
use oddsmith::answer::Answers;
use oddsmith::odds::{Event, Histogram, Progress};
use oddsmith::page::{Shown, page};
use oddsmith::registry::Names;
use oddsmith::scenario::{Amount, Axis, Cases, Effort};
use oddsmith::text::Format;

fn oddsmith(words: &[&str]) -> Output {
    let command = Command::new(env!("CARGO_BIN_EXE_oddsmith")).args(words).output();
    command.expect("the command runs")
}

/// What is said where a question is refused.
fn refused(words: &[&str]) -> String {
    let output = oddsmith(words);
    let told = String::from_utf8(output.stderr).expect("an error is text");
    assert_eq!(output.status.code(), Some(2), "{words:?}: {told}");
    assert!(output.stdout.is_empty(), "{words:?}");
    assert!(told.lines().count() <= 5 && told.contains("hint: "), "{told}");
    told
}

/// The most memory that this process ever held, in bytes; nothing where the system does not say.
fn held() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    number.unwrap_or(0) * 1024
}

const MEGABYTE: u64 = 1 << 20;

/// FINDINGS: 16.9 GB and growing.
#[test]
fn tables_of_policies_are_counted_before_they_are_made() {
    let duel = "odds moma.duel score=1 cap=1000 pool=1000 rival_score=1 rival_cap=1000 \
                rival_pool=1000 rounds=2 --trials 1000";
    for policies in [
        ["policy=uniform", "rival_policy=uniform"],
        ["policy=mix:[1,2]", "rival_policy=max"],
        ["policy=best_reply", "rival_policy=max"],
        ["policy=equilibrium", "rival_policy=half"],
    ] {
        let words: Vec<&str> = duel.split_whitespace().chain(policies).collect();
        let told = refused(&words);
        assert!(told.contains(" is the most") || told.contains("too many bids"), "{told}");
    }
    let small = "odds moma.duel score=1 cap=9 pool=20 rival_score=1 rival_cap=9 rival_pool=20 \
                 policy=uniform rival_policy=uniform rounds=2 --trials 1000";
    assert!(oddsmith(&small.split_whitespace().collect::<Vec<_>>()).status.success());
}

/// FINDINGS: 5 GB before it was counted.
#[test]
fn a_sweep_is_counted_while_it_is_read() {
    let ranges = vec!["0..999999"; 400].join(",");
    let told = refused(&["odds", "mutants.check", "bonus=3", &format!("dc={ranges}")]);
    assert!(told.contains("more than 1000000 cases"), "{told}");
}

fn cases(luck: &str, add: impl Iterator<Item = i32>) -> Cases {
    let entry = oddsmith::systems::check("house.roll").expect("a check");
    let axes = vec![
        Axis::of("luck", vec![luck.to_owned()]),
        Axis::of("add", add.map(|number| number.to_string()).collect()),
    ];
    Cases::new(entry, axes, Names::default()).expect("cases")
}

fn answers(cases: &Cases, amount: u64) -> Answers {
    let effort = Effort { amount: Amount::Trials(amount), ..Effort::default() };
    Answers::new("", cases, effort, &Event::SUCCESS, &Progress::default()).expect("answers")
}

/// FINDINGS: 65 MB a case, for two outcomes.
#[test]
fn few_outcomes_on_a_wide_scale_are_few_numbers() {
    let before = held();
    let answers = answers(&cases("[[1000000,1],[-1000000,1]]", 0..50), 1_000);
    let grown = held() - before;
    assert!(grown < 60 * MEGABYTE, "{} MB", grown / MEGABYTE);
    for (add, answer) in (0..).zip(&answers.cases) {
        let law = &answer.laws.as_ref().expect("a law").columns[0];
        let tally = &answer.tallies.as_ref().expect("a tally").columns[0];
        let shares: Vec<(i32, f64)> = law.possible().collect();
        assert_eq!(shares, [(add - 1_000_000, 0.5), (add + 1_000_000, 0.5)]);
        assert_eq!(law.exactly(add + 1_000_000).fraction().as_deref(), Some("1/2"));
        assert_eq!(
            (law.mean(), law.sd(), law.median()),
            (Some(f64::from(add)), Some(1e6), Some(add - 1_000_000))
        );
        let seen: Vec<(i32, u64)> = tally.seen().collect();
        assert_eq!(
            seen.iter().map(|(score, _)| *score).collect::<Vec<_>>(),
            [shares[0].0, shares[1].0]
        );
        assert_eq!(seen.iter().map(|(_, hits)| hits).sum::<u64>(), 1_000);
        assert_eq!(tally.within(i32::MIN..=0), seen[0].1);
        assert_eq!(answer.outcomes(0).count(), 2);
    }
}

/// A scale so wide that hits are kept by number, against one die of the same faces.
#[test]
fn wide_scales_count_as_narrow_ones_do() {
    let wide = oddsmith::case("house.roll luck=[[1,1],[2,1],[3,2],[900000,4]]").expect("a case");
    let narrow = oddsmith::case("house.roll luck=[[1,1],[2,1],[3,2],[4,4]]").expect("a case");
    let laws = [&wide, &narrow].map(|case| case.law(1_000).expect("a law").columns.remove(0));
    let shares =
        laws.each_ref().map(|law| law.possible().map(|(_, share)| share).collect::<Vec<_>>());
    assert_eq!(shares[0], shares[1]);
    assert_eq!(shares[0], [0.125, 0.125, 0.25, 0.5]);
    let run = oddsmith::odds::Sample { trials: 200_000, seed: 5 };
    let tally = wide.sample(run).columns.remove(0);
    let agreement = oddsmith::odds::agreement(&laws[0], &tally);
    assert!(agreement.degrees == 3 && agreement.p > 1e-6, "{agreement:?}");
}

/// FINDINGS: 1.6 GB and 7 s within the usual budget.
#[test]
fn the_memory_of_a_law_is_bounded() {
    for luck in ["100d1000", "20d20_keep_highest_10"] {
        let case = oddsmith::case(&format!("house.roll luck={luck}")).expect("a case");
        let error = case.law(20_000_000).expect_err("it is too large");
        assert_eq!(error.kind(), ErrorKind::TooLarge, "{luck}: {error}");
        assert!(error.hint().is_some(), "{error}");
    }
    assert!(held() < 600 * MEGABYTE, "{} MB", held() / MEGABYTE);
    // What is sampled instead says why.
    let told = oddsmith(&["odds", "house.roll", "luck=100d1000", "--trials", "1000"]);
    let told = String::from_utf8(told.stdout).expect("text");
    assert!(told.contains("not exact: more than 256 MB"), "{told}");
}

/// FINDINGS: 13 s to minutes, quadratic.
#[test]
fn a_table_has_as_many_rows_as_can_be_read() {
    let answers = answers(&cases("d300*d300", 0..1), 0);
    let law = &answers.cases[0].laws.as_ref().expect("a law").columns[0];
    for view in ["exactly", "at-least", "at-most"] {
        let (_, view) = oddsmith::odds::View::NAMES
            .into_iter()
            .find(|(name, _)| *name == view)
            .expect("a view");
        let shown = Shown { event: Event::SUCCESS.in_column("total").expect("a column"), view };
        let text = page(&answers.cases, &shown, 1).print(Format::Markdown, true);
        let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("| ")).skip(1).collect();
        assert!((100..=410).contains(&rows.len()), "{} rows", rows.len());
        if view == oddsmith::odds::View::Exactly {
            assert!(rows[0].starts_with("| 1 to 499 |"), "{}", rows[0]);
            // What a row stands for, counted by hand: pairs of faces whose product is below 500.
            let pairs = (1..=300)
                .flat_map(|a| (1..=300).map(move |b| a * b))
                .filter(|&product| product < 500);
            let share = pairs.count() as f64 / 90_000.0;
            assert!((law.share_within(1..=499) - share).abs() < 1e-12);
            assert!(rows[0].contains(&format!("{:.2}", share * 100.0)), "{}", rows[0]);
        }
    }
}

/// FINDINGS: gigabytes, an abort.
#[test]
fn a_file_is_measured_before_it_is_read() {
    let folder = tempfile::tempdir().expect("a folder for a while");
    let large = folder.path().join("large.toml");
    std::fs::File::create(&large).and_then(|file| file.set_len(1 << 40)).expect("a sparse file");
    let large = large.to_string_lossy().into_owned();
    for command in [
        vec!["odds", "mutants.check", "bonus=1", "dc=1", "--rules"],
        vec!["compare", "mano.roll", "mano.roll", "--rules"],
    ] {
        let words: Vec<&str> = command.into_iter().chain([large.as_str()]).collect();
        let told = refused(&words);
        assert!(told.contains("the file is more than 8 MB"), "{told}");
    }
    let many: String = (0..1_000_000).map(|i| format!("n{i}=1\n")).collect();
    let named = folder.path().join("named.toml");
    std::fs::write(&named, format!("[table.dc]\n{}", &many[..8 << 20])).expect("a file");
    let named = named.to_string_lossy().into_owned();
    let told = refused(&["odds", "mutants.check", "bonus=1", "dc=n3", "--rules", &named]);
    assert!(told.contains("8 MB") || told.contains("too many values"), "{told}");
}

#[cfg(unix)]
#[test]
fn a_pipe_without_an_end_is_left() {
    let told = refused(&["odds", "mutants.check", "bonus=1", "dc=1", "--rules", "/dev/zero"]);
    assert!(told.contains("the file is more than 8 MB"), "{told}");
    let mut endless = Command::new("yes").stdout(Stdio::piped()).spawn().expect("`yes` runs");
    let output = Command::new(env!("CARGO_BIN_EXE_oddsmith"))
        .args(["odds", "mutants.check", "bonus=1", "dc=1", "--rules", "-"])
        .stdin(endless.stdout.take().expect("its output"))
        .output();
    let told = String::from_utf8(output.expect("it ends").stderr).expect("text");
    endless.kill().and_then(|()| endless.wait()).expect("it ends too");
    assert!(told.contains("the file is more than 8 MB (standard input)"), "{told}");
}

/// FINDINGS: errors of 20 kB, and of several lines.
#[test]
fn values_are_cut_and_escaped_in_errors() {
    let long = "9".repeat(20_000);
    for words in [
        vec!["odds".to_owned(), "mutants.check".to_owned(), format!("bonus={long}")],
        vec!["odds".to_owned(), "mutants.check".to_owned(), format!("{long}=3")],
        vec!["odds".to_owned(), long.clone()],
        vec!["odds".to_owned(), "house.roll".to_owned(), format!("luck={long}")],
        vec!["play".to_owned(), "mano.roll".to_owned(), "--luck".to_owned(), long.clone()],
        vec!["odds".to_owned(), "mano.roll".to_owned(), "--column".to_owned(), long.clone()],
        vec!["compare".to_owned(), "mano.roll".to_owned(), long.clone()],
        vec!["report".to_owned(), "a\nb".to_owned()],
        vec!["odds".to_owned(), "a\nb\u{1b}[31m".to_owned()],
        vec!["run".to_owned(), format!("{}.toml", "x".repeat(200))],
    ] {
        if !cfg!(feature = "documents") && ["report", "run"].contains(&words[0].as_str()) {
            continue;
        }
        let output = oddsmith(&words.iter().map(String::as_str).collect::<Vec<_>>());
        let told = String::from_utf8(output.stderr).expect("text");
        assert!(!output.status.success());
        // A rule's place is shown in two lines more.
        let lines = if words[1] == "house.roll" { 4 } else { 2 };
        assert!(told.lines().count() == lines && told.contains("hint: "), "{told}");
        assert!(told.len() < 900 && !told.contains(&long[..80]), "{} bytes: {told}", told.len());
        assert!(!told.contains('\u{1b}'), "{told:?}");
    }
}

/// FINDINGS: 3.4 GB for a million cases, or an abort. The million is a command: see CONTRIBUTING.md.
#[cfg(feature = "documents")]
#[test]
fn very_many_cases_are_written_as_they_come() {
    let folder = tempfile::tempdir().expect("a folder for a while");
    let scenario = "title = \"Many\"\ntrials = 0\n[sweep]\nbonus = { from = -70, to = 70 }\n\
                    dc = { from = -75, to = 74 }\n[[check]]\nlabel = \"the d20\"\n\
                    use = \"mutants.check\"\nset = { bonus = \"$bonus\", dc = \"$dc\" }\n";
    // Where something asks for all answers at once they are held.
    let held = format!("{scenario}[[expect]]\nthat = \"answers['the d20'].count == 21150\"\n");
    let read = |name: &str| {
        let text = std::fs::read_to_string(folder.path().join(name)).expect("a file");
        // The command that makes it again has the name of its file.
        text.replace("held.toml", "comes.toml")
    };
    for (name, text) in [("comes.toml", scenario), ("held.toml", held.as_str())] {
        std::fs::write(folder.path().join(name), text).expect("a file");
        let command = Command::new(env!("CARGO_BIN_EXE_oddsmith"))
            .args(["run", name])
            .current_dir(folder.path())
            .output();
        let output = command.expect("the command runs");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{told}");
        let told = String::from_utf8(output.stdout).expect("text");
        assert!(told.contains("outcomes.csv") && told.contains("README.md"), "{told}");
        if cfg!(feature = "frames") {
            assert!(
                told.contains("outcomes.parquet") && told.contains("summary.parquet"),
                "{told}"
            );
        }
    }
    let lines = read("comes/outcomes.csv");
    // A d20 has twenty margins.
    assert_eq!(lines.lines().count(), 1 + 21_150 * 20);
    assert!(lines == read("held/outcomes.csv"), "both have the same outcomes");
    let words = read("comes/README.md");
    let range = "success from 0.0 % (bonus -70, dc -49) to 100.0 % (bonus -70, dc -75)";
    assert!(words.contains(range), "{words}");
    assert!(words.contains("All 21\u{2009}150 cases are exact"), "{words}");
    assert_eq!(words, read("held/README.md"));
}

#[test]
#[ignore = "a hundred thousand cases, three times: minutes without optimisation"]
fn answers_that_are_held_are_weighed() {
    let words = ["odds", "mutants.check", "bonus=-160..160", "dc=-160..160", "--trials", "0"];
    let told = refused(&words);
    assert!(told.contains("too much memory at once") && told.contains("--format csv"), "{told}");
    let folder = tempfile::tempdir().expect("a folder for a while");
    let path = folder.path().join("all.csv").to_string_lossy().into_owned();
    let output = oddsmith(&[&words[..], &["--save", &path]].concat());
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && told.contains("103\u{2009}041 cases are in"), "{told}");
    let printed = oddsmith(&[&words[..], &["--format", "csv"]].concat());
    assert!(std::fs::read(&path).expect("a file") == printed.stdout, "both are the same lines");
}
