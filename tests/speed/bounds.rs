//! What is asked is never more than the machine can bear: each kind of cost is refused, or answered
//! otherwise, with its figure; and what was far too large once is small.
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
    let axes = vec![Axis::of("luck", vec![luck.to_owned()]), Axis::of("add", add)];
    Cases::new(entry, axes, Names::default()).expect("cases")
}

fn answers(cases: &Cases, amount: u64) -> Answers {
    let effort = Effort { trials: Some(amount), ..Effort::default() };
    Answers::new("", cases, effort, &Event::SUCCESS, &Progress::default()).expect("answers")
}

/// FINDINGS: 6 MB a case, for two outcomes.
#[test]
fn few_outcomes_on_a_wide_scale_are_few_numbers() {
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
    // In a quarter of a gigabyte, where 50 cases took 330 MB.
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

/// A scale so wide that hits are kept by number, against one die of the same faces.
#[test]
fn wide_scales_count_as_narrow_ones_do() {
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

/// Faces in a row, each of which is kept: far more states than memory, and large ones.
struct Long(Die);

/// The faces as a number, and what makes a state large.
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

/// FINDINGS: 1.6 GB and 7 s within the usual budget. Here 100 + 100² + 100³ states of 2 kB each.
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
    let before = held();
    let error = case.law(20_000_000).expect_err("it is too large");
    let grown = held() - before;
    assert_eq!(error.kind(), ErrorKind::TooLarge, "{error}");
    assert!(error.hint().is_some(), "{error}");
    assert!(grown < 500 * MEGABYTE, "{} MB", grown / MEGABYTE);
    // What is sampled instead says why.
    let effort = Effort { trials: Some(100), ..Effort::default() };
    let answer = oddsmith::answer::Answer::new(case, effort, &Event::SUCCESS, &Progress::default());
    let why = answer.expect("an answer").why;
    assert!(why.starts_with("not exact: more than 320 MB"), "{why}");
}

/// FINDINGS: 13 s to minutes, quadratic.
/// Three dice of four thousand values each, of which two are kept: millions of states in all.
#[test]
fn dice_of_very_many_values_are_sampled() {
    let question = "house.roll dc=9 luck=3d900x500kh2";
    let case = oddsmith::case(question).expect("it reads");
    assert!(case.law(20_000_000).is_err(), "it is given up");
    let small = oddsmith::case(&question.replace("900x500", "90x50")).expect("it reads");
    assert!(small.law(20_000_000).is_ok(), "small cases are also exact");
}

#[test]
fn a_table_has_as_many_rows_as_can_be_read() {
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
        // The place in dice is shown in two lines more, and a number alone is dice.
        let alone = words[0] == "odds" && words[1] == long;
        let lines = if words[1] == "house.roll" || alone { 4 } else { 2 };
        assert!(told.lines().count() == lines && told.contains("hint: "), "{told}");
        assert!(told.len() < 900 && !told.contains(&long[..80]), "{} bytes: {told}", told.len());
        assert!(!told.contains('\u{1b}'), "{told:?}");
    }
}

/// FINDINGS: 3.4 GB for a million cases, or an abort. The million is a command: see
/// CONTRIBUTING.md.
#[cfg(feature = "documents")]
#[test]
fn very_many_cases_are_written_as_they_come() {
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
    // Where something asks for all answers at once they are held.
    let all = "[[expect]]\nthat = \"answers['the d20'].count == 20001\"\n";
    assert!(!with(task([0, 0], all), 59, 339).streams());

    // Both ways write the same.
    let few = DocumentRequest { frames: cfg!(feature = "frames"), ..task([9, 29], "") };
    let (out, progress) = (folder.path().join("out"), Progress::default());
    let mut transaction = oddsmith::file::Transaction::new(&[]).expect("nothing is read");
    let comes = few.stream(&out, &mut transaction, &progress).expect("it is written");
    comes.write(&out, &mut transaction).and_then(|_| transaction.commit()).expect("it is written");
    let held = few.make(&progress).expect("it is made");
    let read = |name: &str| std::fs::read(out.join(name)).expect("a file");
    for name in ["README.md", "outcomes.csv"] {
        let (_, bytes) = held.files.iter().find(|(other, _)| other == name).expect("it is made");
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

/// FINDINGS: answers of 300 MB and more. What all of them take shows after a few hundred.
#[test]
fn answers_that_are_held_are_weighed() {
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

/// FINDINGS: panics where the system gives no threads or files, or where far too many are asked
/// for.
#[cfg(unix)]
#[test]
fn few_threads_and_files_are_enough_or_said() {
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
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success() && output.stdout == usual.stdout, "{limits}: {told}");
    }
}

/// Words that would grow by what they were before, or without an end.
#[cfg(feature = "documents")]
#[test]
fn the_words_of_a_template_are_bounded() {
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
    for (words, said) in [
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
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{words}: {told}");
        assert!(told.contains(said) && told.contains("hint: "), "{told}");
    }
}
