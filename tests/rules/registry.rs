//! Tests of the requirements of the registry on every check, game by game.

use std::collections::HashSet;

use oddsmith::odds::{Event, Histogram, Sample};
use oddsmith::registry::{Decimal, Definition, Entry, Kind, Names, Need, Value};
use oddsmith::rule::Column;
use oddsmith::scenario::{Axis, Cases};
use oddsmith::systems::{SYSTEMS, checks};

use crate::games::checks_of;

const BUDGET: u64 = 20_000_000;

/// Returns the field that must be given together with `field`.
fn together(entry: &Entry, field: &str) -> Option<&'static str> {
    let may_be_none = |name: &str| {
        entry.fields.iter().any(|field| {
            field.name == name
                && matches!(
                    (field.kind, field.need),
                    (Kind::Integer { none: true, .. }, Need::Default("none"))
                )
        })
    };
    let pair = [("attack", "defense"), ("defense", "attack")];
    pair.into_iter()
        .find(|(one, other)| *one == field && may_be_none(one) && may_be_none(other))
        .map(|(_, other)| other)
}

/// Returns the questions that change one field of the example at a time: every word of a switch,
/// the ends of a range, every name.
fn variations(entry: &Entry) -> Vec<Vec<(&str, String)>> {
    let examples = || entry.exact_example().map(|(name, value)| (name, value.to_owned()));
    let mut questions = vec![examples().collect::<Vec<_>>()];
    for field in entry.fields.iter() {
        let values: Vec<String> = match field.kind {
            Kind::Integer { low, high, names, .. } => [low.to_string(), high.to_string()]
                .into_iter()
                .chain(names.iter().map(|(name, _)| (*name).to_owned()))
                .collect(),
            Kind::Decimal { low, high, .. } => {
                vec![low.to_string(), high.to_string(), "0.05".into()]
            }
            Kind::Flag => vec!["true".into(), "false".into()],
            Kind::Choice { words, .. } => words.iter().map(|word| (*word).to_owned()).collect(),
            Kind::Own(words) => words.to_vec(),
            Kind::Text { .. } | Kind::File { .. } | Kind::Expression { .. } => match field.need {
                Need::Required(value) | Need::Default(value) => vec![value.to_owned()],
                Need::Follows { .. } | Need::Same(_) => vec![],
            },
            Kind::List { low, high, .. } => {
                vec![format!("[{low}]"), format!("[{high},{low}]"), "[4,4,5]".into()]
            }
        };
        for value in values {
            if field.too_large.contains(&value.as_str()) {
                continue;
            }
            let others = examples().filter(|(name, _)| *name != field.name);
            let partner = together(entry, field.name).map(|partner| (partner, "0".to_owned()));
            questions.push(others.chain(partner).chain([(field.name, value)]).collect());
        }
    }
    questions
}

#[test]
fn ids_and_names_are_unique_and_well_formed() {
    let well_formed = |name: &str| {
        name.chars().all(|letter| {
            letter.is_ascii_lowercase() || letter.is_ascii_digit() || "_.".contains(letter)
        })
    };
    let mut ids = HashSet::new();
    for system in SYSTEMS.iter() {
        for entry in system.checks.iter().map(Definition::entry) {
            let (game, check) = entry.id.split_once('.').expect("an id is system.check");
            assert_eq!(game, system.name, "{}", entry.id);
            assert!(well_formed(check) && ids.insert(entry.id.clone()), "{}", entry.id);
            let mut fields = HashSet::new();
            for field in entry.fields.iter() {
                assert!(
                    well_formed(field.name) && fields.insert(field.name),
                    "{} {}",
                    entry.id,
                    field.name
                );
                assert!(
                    !field.about.is_empty() && !field.source.is_empty(),
                    "{} {} says what it is and where it stands",
                    entry.id,
                    field.name
                );
            }
            for text in [&*entry.title, &entry.about, entry.source, entry.luck] {
                assert!(!text.is_empty(), "{} says what it is", entry.id);
            }
        }
    }
    assert_eq!(ids.len(), checks().count());
}

pub fn checks_build_and_their_laws_sum_to_one(game: &str) {
    for entry in checks_of(game) {
        for question in variations(&entry) {
            let case = entry
                .case(question.iter().map(|(name, value)| (*name, value.as_str())))
                .unwrap_or_else(|error| panic!("{} {question:?}: {error}", entry.id));
            let columns: HashSet<_> =
                case.columns().iter().map(|column| (column.name.clone(), column.at)).collect();
            assert_eq!(
                columns.len(),
                case.columns().len(),
                "{}: column names are unique",
                entry.id
            );
            if entry.sampled {
                // A score outside its scale would show in the tally.
                let tallies = case.sample(Sample { trials: 200, seed: 1 }).unwrap();
                assert!(tallies.columns.iter().all(|tally| tally.scored() <= 1.0));
                continue;
            }
            let laws = case
                .law(BUDGET)
                .unwrap_or_else(|error| panic!("{} {question:?}: {error}", entry.id));
            for (column, law) in case.columns().iter().zip(&laws.columns) {
                let sum: f64 = column.scale.scores().map(|score| law.share(score)).sum();
                let sum = sum + law.none().value;
                assert!(
                    (sum - 1.0).abs() < 1e-12,
                    "{} {question:?} {}: shares add up to {sum}",
                    entry.id,
                    column.name
                );
                let scored = column.may_be_none || law.none().value == 0.0;
                assert!(
                    scored,
                    "{} {question:?} {}: every trial has a score",
                    entry.id, column.name
                );
                assert!(
                    law.error() < 1e-12,
                    "{} {question:?}: floats are right to 1e-12",
                    entry.id
                );
            }
        }
    }
}

/// A column requested as the only one has the same law and the same trials as among all columns, by
/// kernel and by the plain rule, also in a fight that is cut off by its limit.
pub fn single_column_equals_its_column_among_all(game: &str) {
    let examples = checks_of(game).filter(|entry| !entry.sampled).map(|entry| {
        let fields = entry.exact_example().map(|(name, value)| format!(" {name}={value}"));
        format!("{}{}", entry.id, fields.collect::<String>())
    });
    let called_off = "mutants.exchange attack=2 defense=9 toughness=8 damage=8 limit=9".to_owned();
    let called_off = called_off.starts_with(&format!("{game}.")).then_some(called_off);
    for question in examples.chain(called_off) {
        let case = || oddsmith::case(&question).expect("an example builds");
        let (whole, laws) = (case(), case().law(BUDGET).expect("it is exact"));
        let run = Sample { trials: 3_001, seed: 3 };
        let (kernel, plain) = (whole.sample(run).unwrap(), case().plain().sample(run).unwrap());
        for (place, column) in whole.columns().iter().enumerate() {
            let event = Event::SUCCESS.in_column(&column.name).expect("a name is no index");
            let alone = case().about(&event);
            let others = alone.columns().iter().filter(|other| other.name != column.name);
            assert_eq!(others.count(), 0, "{question}: {} is asked alone", column.name);
            let like = |other: &Column| (&other.name, other.at) == (&column.name, column.at);
            let here = alone.columns().iter().position(like).expect("the column is asked");
            let (law, same) = (&laws.columns[place], &alone.law(BUDGET).unwrap().columns[here]);
            for score in column.scale.scores() {
                let off = (law.share(score) - same.share(score)).abs();
                assert!(off < 1e-13, "{question} {} {score}: off by {off}", column.name);
            }
            assert_eq!(
                alone.sample(run).unwrap().columns[here],
                kernel.columns[place],
                "{question}"
            );
            let by_rule = case().about(&event).plain().sample(run).unwrap();
            assert_eq!(by_rule.columns[here], plain.columns[place], "{question}");
        }
    }
}

pub fn explicit_default_changes_nothing(game: &str) {
    for entry in checks_of(game) {
        let usual = entry.example().expect("an example builds");
        for field in entry.fields.iter() {
            let Need::Default(value) = field.need else { continue };
            let examples = entry.fields.iter().filter_map(|field| match field.need {
                Need::Required(example) => Some((field.name, example)),
                Need::Default(_) | Need::Follows { .. } | Need::Same(_) => None,
            });
            let given = entry
                .case(examples.chain([(field.name, value)]))
                .expect("a default fits its field");
            assert_eq!(given.identity(), usual.identity(), "{} {}", entry.id, field.name);
        }
    }
}

/// A case of a sweep has the same fields as the single case, including those that follow from
/// others, and the same identity; otherwise it would be played with other luck.
pub fn swept_case_equals_the_single_case(game: &str) {
    for entry in checks_of(game) {
        let usual = entry.example().expect("an example builds");
        let numbers = entry.fields.iter().filter_map(|field| {
            let Kind::Integer { low, high, .. } = field.kind else { return None };
            let mut values = vec![high.to_string(), (low + 1).min(high).to_string()];
            values.extend(usual.settings.number(&field).map(|usual| usual.to_string()));
            Some((field.name.to_owned(), values))
        });
        let numbers: Vec<(String, Vec<String>)> = numbers.collect();
        for (at, (name, values)) in numbers.iter().enumerate() {
            for (other, others) in &numbers[at + 1..] {
                let swept = [name, other];
                let fixed = entry
                    .exact_example()
                    .filter(|(field, _)| swept.iter().all(|name| name.as_str() != *field));
                let fixed: Vec<Axis> =
                    fixed.map(|(field, value)| Axis::of(field, [value])).collect();
                let cases = |values: &[String], others: &[String]| {
                    let own = [(name, values), (other, others)];
                    let own = own.map(|(name, values)| Axis::of(name, values.to_vec()));
                    let given = fixed.iter().cloned().chain(own).collect();
                    Cases::new(entry.clone(), given, Names::default())
                };
                let sweep = cases(values, others).expect("numbers sweep");
                for number in 0..sweep.len() {
                    let (first, second) = (number / others.len(), number % others.len());
                    let alone = cases(&values[first..=first], &others[second..=second]);
                    let alone = alone.and_then(|alone| alone.settings(0)).expect("it fits");
                    let here = sweep.settings(number).expect("it fits");
                    assert_eq!(here, alone, "{} {swept:?} {number}", entry.id);
                }
            }
        }
    }
}

/// Sweeps every field of every check over all its values: each case can be answered and printed.
#[cfg(feature = "cli")]
pub fn every_field_sweeps(game: &str) {
    for entry in checks_of(game) {
        for field in entry.fields.iter() {
            let mut values: Vec<String> = variations(&entry)
                .iter()
                .flatten()
                .filter(|(name, _)| *name == field.name)
                .map(|(_, value)| value.clone())
                .collect();
            // An example occurs in every variation of the other fields.
            values.sort();
            values.dedup();
            let partner = together(&entry, field.name).map(|partner| format!("{partner}=0"));
            let others = entry.exact_example().filter(|(name, _)| *name != field.name);
            let others = others.map(|(name, value)| format!("{name}={value}"));
            // The printed form of a fight does not depend on its length, and its law at full length
            // has a test above.
            let short = entry.fields.iter().any(|other| other.name == "limit")
                && entry.small.iter().all(|(name, _)| *name != "limit")
                && field.name != "limit";
            let others = others.chain(partner).chain(short.then(|| "limit=6".to_owned()));
            let others: Vec<String> = others.collect();
            let output_of = |format: &str, how: &str| {
                let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_oddsmith"));
                command
                    .args(["odds", &*entry.id, how, "--trials", "200", "--format", format])
                    .arg(format!("{}={}", field.name, values.join(",")))
                    .args(&others);
                let output = command.output().expect("the command runs");
                let stderr = String::from_utf8_lossy(&output.stderr);
                assert!(output.status.success(), "{command:?}: {stderr}");
                String::from_utf8(output.stdout).expect("text")
            };
            let wanted: Vec<String> =
                if values.is_empty() { vec![String::new()] } else { values.clone() };
            // The laws have a test above, so they need not be computed for both formats.
            assert_cases_are_complete(&output_of("json", "--sampled-only"), wanted.len());
            if wanted.len() > 1 {
                let how = ["--exact-only", "--sampled-only"][usize::from(entry.sampled)];
                assert_rows_are_complete(
                    &output_of("markdown", how),
                    &wanted,
                    &format!("{} {}", entry.id, field.name),
                );
            }
        }
    }
}

/// Asserts that the JSON has as many cases as values, with shares from 0 to 1 that sum to at most
/// 1.
#[cfg(feature = "cli")]
fn assert_cases_are_complete(text: &str, count: usize) {
    let answer: serde_json::Value = serde_json::from_str(text).expect("it is JSON");
    let cases = answer["cases"].as_array().expect("cases");
    assert_eq!(cases.len(), count, "a case for each value");
    for column in cases.iter().flat_map(|case| case["columns"].as_array().expect("columns")) {
        let kind = if column["exact"].is_null() { "sampled" } else { "exact" };
        let shares: Vec<f64> = column[kind]["outcomes"]
            .as_array()
            .expect("outcomes")
            .iter()
            .map(|outcome| outcome["share"].as_f64().expect("a share is a number"))
            .collect();
        let sum: f64 = shares.iter().sum();
        assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)) && sum < 1.0 + 1e-9);
        if let Some(share) = column[kind]["success"]["share"].as_f64() {
            assert!((0.0..=1.0 + 1e-12).contains(&share), "{share}");
        }
    }
}

/// Asserts that the Markdown has a row for each value, with as many cells as the heading, and
/// without numbers such as NaN or -0.
#[cfg(feature = "cli")]
fn assert_rows_are_complete(text: &str, values: &[String], what: &str) {
    let cells = |line: &str| -> Vec<String> {
        // Brackets are escaped, as a list would read as a link.
        let plain = |cell: &str| cell.trim().replace("\\[", "[").replace("\\]", "]");
        line.trim_matches(['|', ' ']).split('|').map(plain).collect()
    };
    let printed = |value: &String| oddsmith::text::numbers::minus(&value.replace('_', " "));
    let mut left: Vec<String> = values.iter().map(printed).collect();
    let mut heading: Option<Vec<String>> = None;
    for line in text.lines() {
        if !line.starts_with('|') {
            heading = None;
            continue;
        }
        let row = cells(line);
        let Some(heading) = &heading else {
            heading = Some(row);
            continue;
        };
        assert_eq!(row.len(), heading.len(), "{what}: {line}");
        if row[0].chars().all(|letter| "-: ".contains(letter)) {
            continue;
        }
        let place = left.iter().position(|value| *value == row[0]);
        left.remove(place.unwrap_or_else(|| panic!("{what}: no value asks for the row {line}")));
        for cell in &row[1..] {
            assert!(
                !["NaN", "inf", "-0.0", "-0", "\u{2212}0.0", "\u{2212}0"].contains(&cell.as_str()),
                "{what}: `{cell}` in {line}"
            );
        }
        assert!(row[1..].iter().any(|cell| !cell.is_empty()), "{what}: {line} is empty");
    }
    assert!(left.is_empty(), "{what}: no rows for {left:?} in {text}");
}

#[test]
fn lists_are_lists_in_json() {
    for (value, json) in [
        (Value::Word("[order,step]".into()), r#"["order","step"]"#),
        (Value::Word("[[1,4],[2,4]]".into()), "[[1,4],[2,4]]"),
        (Value::Word("[]".into()), "[]"),
        (Value::Word("bids:[3,2]".into()), r#""bids:[3,2]""#),
        (Value::List(vec![1, 2]), "[1,2]"),
    ] {
        assert_eq!(serde_json::to_string(&value).unwrap(), json);
    }
}

#[test]
fn decimals_round_trip() {
    for text in ["0", "2", "-1.5", "0.05", "0.333333333333", "-0.000000000001", "1000"] {
        let number = Decimal::read(text).unwrap();
        assert_eq!(
            (number.to_string().as_str(), number.value()),
            (text, text.parse::<f64>().unwrap())
        );
    }
    assert_eq!(Decimal::read("-0.0"), Decimal::read("0"));
    assert_eq!(Decimal::read("0.0500000000000000000"), Decimal::read("0.05"));
    for wrong in
        ["", ".5", "5.", "1,5", "1e3", "--1", "+1", "0.0000000000001", "99999999999999", "nan"]
    {
        assert_eq!(Decimal::read(wrong), None, "{wrong}");
    }
}
