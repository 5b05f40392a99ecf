//! Tests of limits of resources: each kind of excessive cost is refused, or answered in another
//! way, with its figure in the message; inputs that once took far too much take little.
#![cfg(feature = "cli")]

use std::process::{Command, Output, Stdio};

use oddsmith::answer::Answers;
use oddsmith::chance::{Chance, Die};
use oddsmith::odds::{Event, Histogram, Progress};
use oddsmith::readout::{Shown, page};
use oddsmith::registry::{Definition, Names};
use oddsmith::rule::{Column, Columns, Handle, Record, Rule, Scale, Step};
use oddsmith::scenario::{Axis, Cases, Effort};
use oddsmith::text::{Detail, Format};
use oddsmith::{ErrorKind, Named};

fn oddsmith(words: &[&str]) -> Output {
    let command = Command::new(env!("CARGO_BIN_EXE_oddsmith")).args(words).output();
    command.expect("the command runs")
}

/// Returns the error message of a refused question.
fn refused(words: &[&str]) -> String {
    let output = oddsmith(words);
    let stderr = String::from_utf8(output.stderr).expect("an error is text");
    assert_eq!(output.status.code(), Some(2), "{words:?}: {stderr}");
    assert!(output.stdout.is_empty(), "{words:?}");
    assert!(stderr.lines().count() <= 5 && stderr.contains("hint: "), "{stderr}");
    stderr
}

/// Returns the peak memory of this process in bytes, or 0 if the system does not report it.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    number.unwrap_or(0) * 1024
}

const MEGABYTE: u64 = 1 << 20;

/// Once took 16.9 GB and more.
#[test]
fn policy_tables_are_counted_before_they_are_made() {
    let duel = "odds moma.duel score=1 cap=1000 pool=1000 rival_score=1 rival_cap=1000 \
                rival_pool=1000 rounds=2 --trials 1000";
    for policies in [
        ["policy=uniform", "rival_policy=uniform"],
        ["policy=mix:[1,2]", "rival_policy=max"],
        ["policy=best_reply", "rival_policy=max"],
        ["policy=equilibrium", "rival_policy=half"],
    ] {
        let words: Vec<&str> = duel.split_whitespace().chain(policies).collect();
        let stderr = refused(&words);
        assert!(stderr.contains(" is the most") || stderr.contains("too many bids"), "{stderr}");
    }
    let small = "odds moma.duel score=1 cap=9 pool=20 rival_score=1 rival_cap=9 rival_pool=20 \
                 policy=uniform rival_policy=uniform rounds=2 --trials 1000";
    assert!(oddsmith(&small.split_whitespace().collect::<Vec<_>>()).status.success());
}

/// Once took 5 GB before the cases were counted.
#[test]
fn sweep_is_counted_while_it_is_parsed() {
    let ranges = vec!["0..999999"; 400].join(",");
    let stderr = refused(&["odds", "mutants.check", "bonus=3", &format!("dc={ranges}")]);
    assert!(stderr.contains("more than 1000000 cases"), "{stderr}");
}

fn cases(luck: &str, add: impl Iterator<Item = i32>) -> Cases {
    let entry = oddsmith::systems::check("house.roll").expect("a check");
    let axes = vec![Axis::of("luck", vec![luck.to_owned()]), Axis::of("add", add)];
    Cases::new(entry, axes, Names::default()).expect("cases")
}

fn answers(cases: &Cases, amount: u64) -> Answers {
    let effort = Effort { trials: Some(amount), ..Effort::default() };
    Answers::new("", cases, effort, &Event::SUCCESS, &Progress::default()).expect("answers")
}

/// Once took 6 MB per case, for two outcomes.
#[test]
fn few_outcomes_on_a_wide_scale_take_little_memory() {
    let answers = answers(&cases("[[100000,1],[-100000,1]]", 0..50), 1_000);
    for (add, answer) in (0..).zip(&answers.cases) {
        let law = &answer.laws.as_ref().expect("a law").columns[0];
        let tally = &answer.tallies.as_ref().expect("a tally").columns[0];
        let shares: Vec<(i32, f64)> = law.possible().collect();
        assert_eq!(shares, [(add - 100_000, 0.5), (add + 100_000, 0.5)]);
        assert_eq!(law.exactly(add + 100_000).fraction().as_deref(), Some("1/2"));
        assert_eq!(
            (law.mean(), law.sd(), law.median()),
            (Some(f64::from(add)), Some(1e5), Some(add - 100_000))
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
    // Runs in 250 MB of memory; once, 50 cases took 330 MB.
    #[cfg(unix)]
    {
        let words = "odds house.roll luck=[[100000,1],[-100000,1]] add=0..49 --trials 1000";
        let within = format!("ulimit -d 250000; exec \"$0\" {words} --threads 1");
        let command =
            Command::new("sh").args(["-c", &within, env!("CARGO_BIN_EXE_oddsmith")]).output();
        let output = command.expect("a shell runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

/// Compares a scale that is too wide for an array of hits with a narrow scale of the same weights.
#[test]
fn wide_scales_count_like_narrow_ones() {
    let wide = oddsmith::case("house.roll luck=[[1,1],[2,1],[3,2],[90000,4]]").expect("a case");
    let narrow = oddsmith::case("house.roll luck=[[1,1],[2,1],[3,2],[4,4]]").expect("a case");
    let laws = [&wide, &narrow].map(|case| case.law(1_000).expect("a law").columns.remove(0));
    let shares =
        laws.each_ref().map(|law| law.possible().map(|(_, share)| share).collect::<Vec<_>>());
    assert_eq!(shares[0], shares[1]);
    assert_eq!(shares[0], [0.125, 0.125, 0.25, 0.5]);
    let run = oddsmith::odds::Sample { trials: 200_000, seed: 5 };
    let tally = wide.sample(run).unwrap().columns.remove(0);
    let agreement = oddsmith::odds::agreement(&laws[0], &tally);
    assert!(agreement.degrees == 3 && agreement.p > 1e-6, "{agreement:?}");
}

/// Rule that rolls faces in a row and keeps each: far more states than fit in memory, and large
/// ones.
struct Long(Die);

/// The faces as a number, and padding that makes a state large.
#[derive(Clone, PartialEq, Eq)]
struct Large(u32, [u64; 256]);

impl std::hash::Hash for Large {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

const SUM: Handle = Handle::first("sum");

impl Rule for Long {
    type State = Large;

    fn columns(&self) -> Columns {
        Columns::one(Column::new(SUM, Scale::numbers(0, 1)))
    }

    fn start(&self) -> Large {
        Large(1, [0; 256])
    }

    fn step<C: Chance>(
        &self,
        Large(faces, rest): Large,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Step<Large> {
        let face = chance.face(&self.0);
        if faces > 1 << 20 {
            record.score(SUM, face % 2);
            return Step::Done;
        }
        Step::Within(Large(100 * faces + face as u32, rest))
    }
}

/// Once took 1.6 GB and 7 s within the default budget. The rule has 100 + 100^2 + 100^3 states of 2
/// kB each.
#[test]
fn the_memory_of_a_law_is_bounded() {
    const LONG: Definition = Definition {
        id: "test.long",
        title: "Long",
        about: "Faces in a row, each of which is kept.",
        luck: "faces",
        build: |_| Ok(Box::new(Long(Die::sided(100)))),
        ..Definition::PLAIN
    };
    let case = std::sync::Arc::new(LONG.entry()).case([("", ""); 0]).expect("a case");
    let before = peak_memory();
    let error = case.law(20_000_000).expect_err("it is too large");
    let grown = peak_memory() - before;
    assert_eq!(error.kind(), ErrorKind::TooLarge, "{error}");
    assert!(error.hint().is_some(), "{error}");
    assert!(grown < 500 * MEGABYTE, "{} MB", grown / MEGABYTE);
    // What is sampled instead says why.
    let effort = Effort { trials: Some(100), ..Effort::default() };
    let answer = oddsmith::answer::Answer::new(case, effort, &Event::SUCCESS, &Progress::default());
    let why = answer.expect("an answer").why;
    assert!(why.starts_with("not exact: more than 320 MB"), "{why}");
}

/// Once took from 13 s to minutes, as the time was quadratic. Three dice of four thousand values
/// each, of which two are kept, have millions of states.
#[test]
fn dice_of_very_many_values_are_sampled() {
    let question = "house.roll dc=9 luck=3d900x500kh2";
    let case = oddsmith::case(question).expect("it reads");
    assert!(case.law(20_000_000).is_err(), "it is given up");
    let small = oddsmith::case(&question.replace("900x500", "90x50")).expect("it reads");
    assert!(small.law(20_000_000).is_ok(), "small cases are also exact");
}

#[test]
fn tables_have_a_readable_number_of_rows() {
    let answers = answers(&cases("d300*d300", 0..1), 0);
    let law = &answers.cases[0].laws.as_ref().expect("a law").columns[0];
    for view in ["exactly", "at-least", "at-most"] {
        let (_, view) = oddsmith::odds::View::NAMES
            .into_iter()
            .find(|(name, _)| *name == view)
            .expect("a view");
        let shown = Shown {
            event: Event::SUCCESS.in_column("total").expect("a column"),
            view,
            ..Shown::default()
        };
        let text = page(&answers.cases, &shown, 1).print(
            Format::Markdown,
            Detail::Brief,
            Named::to_string,
        );
        let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("| ")).skip(1).collect();
        assert!((100..=410).contains(&rows.len()), "{} rows", rows.len());
        if view == oddsmith::odds::View::Exactly {
            assert!(rows[0].starts_with("| 1 to 499 |"), "{}", rows[0]);
            // The share of a row, counted by hand: pairs of faces whose product is below 500.
            let pairs = (1..=300)
                .flat_map(|a| (1..=300).map(move |b| a * b))
                .filter(|&product| product < 500);
            let share = pairs.count() as f64 / 90_000.0;
            assert!((law.share_within(1..=499) - share).abs() < 1e-12);
            assert!(rows[0].contains(&format!("{:.2}", share * 100.0)), "{}", rows[0]);
        }
    }
}

/// Once took gigabytes, and aborted.
#[test]
fn file_size_is_checked_before_reading() {
    let folder = tempfile::tempdir().expect("a folder for a while");
    let large = folder.path().join("large.toml");
    std::fs::File::create(&large).and_then(|file| file.set_len(1 << 40)).expect("a sparse file");
    let large = large.to_string_lossy().into_owned();
    for command in [
        vec!["odds", "mutants.check", "bonus=1", "dc=1", "--rules"],
        vec!["compare", "mano.roll", "mano.roll", "--rules"],
    ] {
        let words: Vec<&str> = command.into_iter().chain([large.as_str()]).collect();
        let stderr = refused(&words);
        assert!(stderr.contains("the file is more than 8 MB"), "{stderr}");
    }
    let many: String = (0..1_000_000).map(|i| format!("n{i}=1\n")).collect();
    let named = folder.path().join("named.toml");
    std::fs::write(&named, format!("[table.dc]\n{}", &many[..8 << 20])).expect("a file");
    let named = named.to_string_lossy().into_owned();
    let stderr = refused(&["odds", "mutants.check", "bonus=1", "dc=n3", "--rules", &named]);
    assert!(stderr.contains("8 MB") || stderr.contains("too many values"), "{stderr}");
}

#[cfg(unix)]
#[test]
fn endless_pipes_are_refused() {
    let stderr = refused(&["odds", "mutants.check", "bonus=1", "dc=1", "--rules", "/dev/zero"]);
    assert!(stderr.contains("the file is more than 8 MB"), "{stderr}");
    let mut endless = Command::new("yes").stdout(Stdio::piped()).spawn().expect("`yes` runs");
    let output = Command::new(env!("CARGO_BIN_EXE_oddsmith"))
        .args(["odds", "mutants.check", "bonus=1", "dc=1", "--rules", "-"])
        .stdin(endless.stdout.take().expect("its output"))
        .output();
    let stderr = String::from_utf8(output.expect("it ends").stderr).expect("text");
    endless.kill().and_then(|()| endless.wait()).expect("it ends too");
    assert!(stderr.contains("the file is more than 8 MB (standard input)"), "{stderr}");
}

/// Errors once had up to 20 kB, or several lines.
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
        let stderr = String::from_utf8(output.stderr).expect("text");
        assert!(!output.status.success());
        // An error in dice shows its place in two more lines; a number as the only argument is
        // dice.
        let is_dice = words[0] == "odds" && words[1] == long;
        let lines = if words[1] == "house.roll" || is_dice { 4 } else { 2 };
        assert!(stderr.lines().count() == lines && stderr.contains("hint: "), "{stderr}");
        assert!(
            stderr.len() < 900 && !stderr.contains(&long[..80]),
            "{} bytes: {stderr}",
            stderr.len()
        );
        assert!(!stderr.contains('\u{1b}'), "{stderr:?}");
    }
}

/// A million cases once took 3.4 GB, or aborted. CONTRIBUTING.md has the command for a million.
#[cfg(feature = "documents")]
#[test]
fn many_cases_are_streamed() {
    use oddsmith::document::DocumentRequest;
    let folder = tempfile::tempdir().expect("a folder for a while");
    let task = |last: [u32; 2], more: &str| {
        let [bonus, dc] = last;
        let text = format!(
            "title = \"Many\"\ntrials = 0\n[sweep]\nbonus = {{ from = 0, to = {bonus} }}\n\
             dc = {{ from = 0, to = {dc} }}\n[[check]]\nlabel = \"the d20\"\n\
             use = \"mutants.check\"\nset = {{ bonus = \"$bonus\", dc = \"$dc\" }}\n{more}"
        );
        let path = folder.path().join("many.toml");
        std::fs::write(&path, text).expect("a file");
        DocumentRequest::of_file(&path, "many", "oddsmith run many.toml").expect("a scenario")
    };
    let with = |mut task: DocumentRequest, bonuses: i32, values: i32| {
        let axes =
            [("bonus", bonuses), ("dc", values)].map(|(name, values)| Axis::of(name, 0..values));
        let check = &mut task.scenario.questions[0];
        let entry = std::sync::Arc::clone(check.cases.entry());
        check.cases = Cases::new(entry, axes.to_vec(), Names::default()).expect("cases");
        task
    };
    assert!(!with(task([0, 0], ""), 100, 200).streams(), "20000 cases are held");
    assert!(with(task([0, 0], ""), 59, 339).streams(), "20001 cases are not");
    // All answers are kept if something needs them at once.
    let all = "[[expect]]\nthat = \"answers['the d20'].count == 20001\"\n";
    assert!(!with(task([0, 0], all), 59, 339).streams());

    // Both ways write the same files.
    let few = DocumentRequest { frames: cfg!(feature = "frames"), ..task([9, 29], "") };
    let (out, progress) = (folder.path().join("out"), Progress::default());
    let mut transaction = oddsmith::file::Transaction::new(&[]).expect("nothing is read");
    let streamed = few.stream(&out, &mut transaction, &progress).expect("it is written");
    streamed
        .write(&out, &mut transaction)
        .and_then(|_| transaction.commit())
        .expect("it is written");
    let kept = few.make(&progress).expect("it is made");
    let read = |name: &str| std::fs::read(out.join(name)).expect("a file");
    for name in ["README.md", "outcomes.csv"] {
        let (_, bytes) = kept.files.iter().find(|(other, _)| other == name).expect("it is made");
        assert!(read(name) == *bytes, "{name} is the same both ways");
    }
    if cfg!(feature = "frames") {
        assert!(!read("outcomes.parquet").is_empty() && !read("summary.parquet").is_empty());
    }
    // A d20 has twenty margins.
    let lines = String::from_utf8(read("outcomes.csv")).expect("text");
    assert_eq!(lines.lines().count(), 1 + 300 * 20);
    let words = String::from_utf8(read("README.md")).expect("text");
    let range = "success from 0.0 % (bonus 0, dc 21) to 100.0 % (bonus 0, dc 0)";
    assert!(words.contains(range) && words.contains("All 300 cases are exact"), "{words}");
}

/// Answers once took 300 MB and more. Their total is estimated after a few hundred cases.
#[test]
fn memory_of_all_answers_is_bounded() {
    let entry = oddsmith::systems::check("house.roll").expect("a check");
    let luck = Axis::of("luck", vec!["(d30-1)*30+d30".to_owned()]);
    let axes = vec![luck, Axis::of("dc", 0..20), Axis::of("add", 0..900)];
    let cases = Cases::new(entry, axes, Names::default()).expect("cases");
    let effort = Effort { trials: Some(0), ..Effort::default() };
    let found = Answers::new("", &cases, effort, &Event::SUCCESS, &Progress::default());
    let error = found.expect_err("18000 of them are too many");
    assert!(error.to_string().contains("too much memory at once"), "{error}");
    assert!(error.hint().is_some_and(|hint| hint.to_string().contains("format csv")), "{error:?}");
}

/// Once panicked if the system gave no threads or files, or if far too many were requested.
#[cfg(unix)]
#[test]
fn runs_with_low_limits_of_threads_and_files() {
    let odds = "odds mutants.check bonus=3 dc=5..20 --trials 1000 --quiet";
    let within = |limits: &str| {
        Command::new("sh")
            .args(["-c", &format!("{limits}; exec \"$0\" {odds}")])
            .arg(env!("CARGO_BIN_EXE_oddsmith"))
            .env("RAYON_NUM_THREADS", "1000000")
            .output()
            .expect("a shell runs")
    };
    let usual = within(":");
    assert!(usual.status.success(), "{}", String::from_utf8_lossy(&usual.stderr));
    for limits in ["ulimit -n 4", "ulimit -n 5"] {
        let output = within(limits);
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success() && output.stdout == usual.stdout, "{limits}: {stderr}");
    }
}

/// Covers report texts that grow in proportion to their previous size, or without end.
#[cfg(feature = "documents")]
#[test]
fn report_text_of_a_template_is_bounded() {
    let folder = tempfile::tempdir().expect("a folder for a while");
    let scenario = "title = \"T\"\ntrials = 0\n[[check]]\nlabel = \"a\"\n\
                    use = \"mutants.check\"\nset = { bonus = 3, dc = 10 }\n";
    std::fs::create_dir(folder.path().join("mine")).expect("a folder");
    std::fs::write(folder.path().join("mine/scenario.toml"), scenario).expect("a file");
    let row = "a row of words that is long enough to be many of them. ".repeat(100);
    let again = |what: &str, times: usize| {
        let end = "{% endfor %}";
        format!("{{% for i in range({times}) %}}{what}{end}")
    };
    let nested = "{% set x = [x, x, x, x] %}".repeat(11);
    let doubled = |what: &str| {
        format!("{{% set x = 'x' %}}{}{{{{ x }}}}", format!("{{% set x = {what} %}}").repeat(40))
    };
    for (words, message) in [
        (again("{{ 'x' * 9000 }}", 900), "the words are more than 4 MB"),
        (again(&row, 900), "the words are more than 4 MB"),
        (format!("{{% set x = [1, 2] %}}{nested}{{{{ x }}}}"), "the words are more than 4 MB"),
        ("{% set n = namespace(x='x') %}".to_owned(), "unknown function `namespace`"),
        ("{% macro m(x) %}{{ m(x ~ x) }}{% endmacro %}{{ m('x') }}".to_owned(), "recursion"),
        (doubled("x * 2"), "repeated string is too large"),
        (doubled("[x, x]"), "the words are more than 4 MB"),
        (doubled("{1: x, 2: x}"), "the words are more than 4 MB"),
        (doubled("[x] + [x, x]"), "the words are more than 4 MB"),
        (doubled("x | replace('', x)"), "unknown filter `replace`"),
        (doubled("[x, x] | join(x)"), "the words are more than 4 MB"),
        ("{{ range(9000) | join('x' * 900) }}".to_owned(), "the words are more than 4 MB"),
        ("{% set x %}{{ 'x' * 999999 }}{% endset %}{{ x * 999 }}".to_owned(), "too large"),
        ("{{ ('x' * 10 ** 9) | length }}".to_owned(), "repeated string is too large"),
        ("{{ 'x' * 10000000 }}".to_owned(), "the words are more than 4 MB"),
        ("{{ [1] | batch(10 ** 9, 1) }}".to_owned(), "too many arguments"),
        ("{{ ['x'] | sum(start='x') }}".to_owned(), "unknown argument `start`"),
        ("{{ 0.5 | percent(99999) }}".to_owned(), "99999 decimals are too many"),
        ("{{ 'x' | format(1) }}".to_owned(), "unknown filter `format`"),
        (again(&again("", 90_000), 90_000), "the words take more than 5000000 steps"),
    ] {
        std::fs::write(folder.path().join("mine/report.md"), format!("# T\n\n{words}\n"))
            .expect("a file");
        let output = Command::new(env!("CARGO_BIN_EXE_oddsmith"))
            .args(["report", "mine"])
            .current_dir(folder.path())
            .output();
        let output = output.expect("the command runs");
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{words}: {stderr}");
        assert!(stderr.contains(message) && stderr.contains("hint: "), "{stderr}");
    }
}
