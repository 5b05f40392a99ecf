//! Tests of one set of questions in every format: terminal, Markdown, HTML, BBCode, CSV and JSON.
//! Each output has a snapshot, and none drops an outcome or a case.

use oddsmith::Named;
use oddsmith::answer::csv::{Csv, swept};
use oddsmith::answer::{Answers, json};
use oddsmith::odds::{Event, Progress, View};
use oddsmith::readout::{Shown, page};
use oddsmith::registry::Names;
use oddsmith::scenario::{Cases, Effort, axes};
use oddsmith::text::{Detail, Format};

/// Questions with different properties: rungs, numbers, outcomes without a score, steps, a last
/// score that means "or more", no law, one axis, two axes.
const QUESTIONS: [(&str, &str); 8] = [
    ("rungs", "melodrama.toughness toughness=8 damage=10"),
    ("numbers", "moma.check attribute=3 skill=2 dn=5"),
    ("none", "torg.check value=8 difficulty=12 effect_value=10"),
    ("steps", "moma.days attribute=3 skill=3 dn=5 days=2 encounters=2"),
    ("or more", "melodrama.knockout toughness=6 damage=8 limit=5"),
    ("one axis", "mutants.check bonus=0..2 dc=10"),
    ("two axes", "mutants.check bonus=0..2 dc=5..15/5"),
    ("ladders", "melodrama.toughness toughness=8 damage=10 lethal=false,true"),
];

const FORMATS: [(&str, Format); 5] = [
    ("terminal", Format::Table),
    ("markdown", Format::Markdown),
    ("html", Format::Html),
    ("bbcode", Format::Bbcode),
    ("csv", Format::Csv),
];

fn cases(question: &str) -> Cases {
    let mut words = question.split(' ');
    let entry = oddsmith::systems::check(words.next().unwrap()).unwrap();
    let pair = |word: &str| {
        let (name, value) = word.split_once('=').unwrap();
        (name.to_owned(), value.to_owned())
    };
    let given: Vec<(String, String)> = words.map(pair).collect();
    Cases::new(entry, axes(&given).unwrap(), Names::default()).unwrap()
}

fn answers(question: &str, effort: Effort) -> (Cases, Answers) {
    let cases = cases(question);
    let progress = Progress::default();
    let answers = Answers::new("", &cases, effort, &Event::SUCCESS, &progress).unwrap();
    (cases, answers)
}

/// Returns the efforts: exact and sampled, exact only, sampled only.
fn efforts() -> [(&'static str, Effort); 3] {
    let both = Effort { trials: Some(10_000), seed: Some(7), ..Effort::default() };
    [
        ("both", both),
        ("exact", both.exact_only()),
        ("sampled", Effort { sampled_only: true, ..both }),
    ]
}

fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\u{1b}' => drop(letters.by_ref().find(|letter| *letter == 'm')),
            _ => plain.push(letter),
        }
    }
    plain
}

#[test]
fn every_format_matches_its_snapshot() {
    for (name, question) in QUESTIONS {
        let (cases, answers) = answers(question, efforts()[0].1);
        let mut text = String::new();
        for (face, format) in FORMATS {
            let page = page(&answers.cases, &Shown::default(), 7);
            text += &format!(
                "=== {face}\n{}",
                plain(&page.print(format, Detail::Usual, Named::to_string))
            );
        }
        let csv = Csv::whole(swept(cases.axes()));
        let lines: Vec<String> =
            answers.cases.iter().map(|answer| csv.lines("", "", answer, &[])).collect();
        let lines = csv.heading() + &lines.concat();
        text += &format!("=== csv, its first lines\n{}", first(&lines, 6));
        let case = json::case(&answers.cases[0], None, 7, &Event::SUCCESS);
        let case: serde_json::Value = serde_json::from_str(&case).unwrap();
        let case = serde_json::to_string_pretty(&case).unwrap() + "\n";
        text += &format!("=== json, its first lines\n{}", first(&case, 40));
        insta::assert_snapshot!(format!("face_{}", name.replace(' ', "_")), text);
    }
}

fn first(text: &str, lines: usize) -> String {
    text.lines().take(lines).map(|line| format!("{line}\n")).collect()
}

/// JSON and CSV list every score that can occur or did, with shares that add up to 1.
#[test]
fn json_and_csv_have_every_outcome() {
    for (_, question) in QUESTIONS {
        for (made, effort) in efforts() {
            let (cases, answers) = answers(question, effort);
            let csv = Csv::whole(swept(cases.axes()));
            for answer in &answers.cases {
                let outcomes: usize =
                    (0..answer.columns().len()).map(|place| answer.outcomes(place).count()).sum();
                assert_eq!(
                    csv.lines("", "", answer, &[]).lines().count(),
                    outcomes,
                    "{question} {made}"
                );
                let case = json::case(answer, None, 7, &Event::SUCCESS);
                let case: serde_json::Value = serde_json::from_str(&case).unwrap();
                for (place, column) in case["columns"].as_array().unwrap().iter().enumerate() {
                    for (part, there) in
                        [("exact", answer.laws.is_some()), ("sampled", answer.tallies.is_some())]
                    {
                        let Some(listed) = column[part]["outcomes"].as_array() else {
                            assert!(!there, "{question} {made}: {part} is missing");
                            continue;
                        };
                        let sum: f64 =
                            listed.iter().map(|one| one["share"].as_f64().unwrap()).sum();
                        assert!((sum - 1.0).abs() < 1e-9, "{question} {made} {part}: {sum}");
                        let possible = answer.outcomes(place).filter(|one| match part {
                            "exact" => one.is_possible(),
                            _ => one.is_seen(),
                        });
                        assert!(listed.len() >= possible.count(), "{question} {made} {part}");
                    }
                }
            }
        }
    }
}

/// The formats for people have a cell for every case, and for every rung of a single case.
#[test]
fn printed_formats_have_every_case_and_rung() {
    for (_, question) in QUESTIONS {
        for (made, effort) in efforts() {
            let (_, answers) = answers(question, effort);
            for view in [View::Exactly, View::AtLeast, View::AtMost] {
                let shown = Shown { view, ..Shown::default() };
                let page = page(&answers.cases, &shown, 7);
                let cells: usize = page
                    .tables
                    .iter()
                    .map(|table| table.rows().iter().map(Vec::len).sum::<usize>())
                    .sum();
                assert!(cells >= answers.cases.len(), "{question} {made}: a case is missing");
                for (face, format) in FORMATS {
                    let text = plain(&page.print(format, Detail::Usual, Named::to_string));
                    // CSV has no bars.
                    let is_bar =
                        |cell: &str| cell.starts_with(['█', '▉', '▊', '▋', '▌', '▍', '▎', '▏']);
                    let cells = page.tables.iter().flat_map(|table| table.rows()).flatten();
                    for cell in cells.filter(|cell| format != Format::Csv || !is_bar(cell)) {
                        let minus = oddsmith::text::numbers::minus;
                        let cell = match format {
                            Format::Html => oddsmith::text::html(&minus(cell)),
                            Format::Markdown => oddsmith::text::markdown(&minus(cell)),
                            Format::Csv => cell.clone(),
                            _ => minus(cell),
                        };
                        assert!(
                            text.contains(cell.trim()),
                            "{question} {made}: {face} drops `{cell}`"
                        );
                    }
                    assert!(
                        text.lines()
                            .all(|line| format != Format::Table || line.chars().count() <= 80),
                        "{question} {made}: a line is wider than 80\n{text}"
                    );
                }
            }
            let [one] = &answers.cases[..] else { continue };
            let table = page(&answers.cases, &Shown::default(), 7);
            let text = plain(&table.print(Format::Table, Detail::Usual, Named::to_string));
            for column in one.columns().iter().filter(|column| column.at.is_none()) {
                for rung in column.scale.names() {
                    assert!(
                        text.contains(&rung.replace('_', " ")),
                        "{question}: no {rung}\n{text}"
                    );
                }
            }
        }
    }
}

/// Names with a meaning in a format are shown as they are.
#[test]
fn hostile_names_are_escaped() {
    use oddsmith::text::{Page, Table};
    let hostile = "<script>|[b]*x*\u{1b}[31m\n`y`";
    let table = Table::of(1, [hostile, "share"], [[hostile, "50.0"]]);
    let page = Page {
        title: hostile.to_owned(),
        unit: hostile.to_owned(),
        answer: vec![hostile.to_owned()],
        tables: vec![table],
        lines: vec![hostile.into()],
        notes: vec![hostile.into()],
        details: Vec::new(),
    };
    for (face, format) in FORMATS {
        // A backslash escapes the character after it.
        let text = page
            .print(format, Detail::Usual, Named::to_string)
            .replace("\\<", "")
            .replace("\\[", "");
        let wrong: &[&str] = match format {
            Format::Table => &["\u{1b}[31m"],
            Format::Markdown => &["<script>", " *x*", "\u{1b}", "[b]*"],
            Format::Html => &["<script>", "\u{1b}"],
            Format::Bbcode => &["[b]*", "\u{1b}"],
            Format::Csv => &["\u{1b}", "\n`y`"],
        };
        for wrong in wrong {
            assert!(!text.contains(wrong), "{face} says {wrong:?}:\n{text}");
        }
    }
}
