//! Falsehoods that are planted in copies of the reports that ship: `report --check` finds each, also
//! where whoever planted it has given the marks new letters.
#![cfg(all(feature = "documents", feature = "cli"))]

use std::path::{Path, PathBuf};

use serde::Deserialize;

const WORDS: &str = "report.md";
const SCENARIO: &str = "scenario.toml";

#[derive(Deserialize)]
struct Planted {
    planted: Vec<Falsehood>,
}

#[derive(Deserialize)]
struct Falsehood {
    kind: String,
    report: String,
    #[serde(default = "words")]
    file: String,
    #[serde(rename = "true")]
    true_words: String,
    #[serde(rename = "false")]
    false_words: String,
}

fn words() -> String {
    WORDS.to_owned()
}

fn reports() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("reports")
}

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// What is found in a scenario and its words.
fn untied(scenario: &str, words: &str) -> Vec<String> {
    let place = tempfile::tempdir().expect("a folder for a while");
    std::fs::write(place.path().join(SCENARIO), scenario).expect("it is written");
    std::fs::write(place.path().join(WORDS), words).expect("it is written");
    let request = oddsmith::document::DocumentRequest::of_folder(place.path(), "mine", "");
    request.expect("a report").untied().into_iter().map(|one| one.what).collect()
}

/// What is found once whoever planted a falsehood has given all marks the letters that they ask for.
fn with_new_letters(scenario: &str, words: &str) -> Vec<String> {
    let (mut scenario, mut words) = (scenario.to_owned(), words.to_owned());
    loop {
        let found = untied(&scenario, &words);
        let asked = found.iter().find_map(|what| {
            let (_, mark) = what.split_once("then write `")?;
            let (named, _) = mark.rsplit_once(": ")?;
            Some((format!("{named}:"), mark.trim_end_matches('`').to_owned()))
        });
        let Some((start, mark)) = asked else { return found };
        // Each mark with these rows in turn, until it is the one that was meant.
        let mended = [true, false].into_iter().find_map(|in_words| {
            let text = if in_words { &words } else { &scenario };
            text.match_indices(&start).find_map(|(at, _)| {
                let end = at + text[at..].find("#}")? + 2;
                let other = format!("{}{mark}{}", &text[..at], &text[end..]);
                let left = match in_words {
                    true => untied(&scenario, &other),
                    false => untied(&other, &words),
                };
                (left.len() < found.len()).then_some((in_words, other))
            })
        });
        match mended {
            Some((true, other)) => words = other,
            Some((false, other)) => scenario = other,
            None => return found,
        }
    }
}

#[test]
fn what_ships_is_held() {
    for entry in std::fs::read_dir(reports()).expect("the reports").filter_map(Result::ok) {
        let inside = entry.path();
        if inside.join("report.md").is_file() {
            let found = untied(&read(&inside, "scenario.toml"), &read(&inside, "report.md"));
            assert!(found.is_empty(), "{}: {found:#?}", inside.display());
        }
    }
}

#[test]
fn planted_falsehoods_are_found() {
    let Planted { planted } = toml::from_str(include_str!("planted.toml")).expect("falsehoods");
    let missed = planted.iter().filter(|falsehood| {
        let Falsehood { report, file, true_words, false_words, .. } = falsehood;
        let inside = reports().join(report);
        let (mut scenario, mut words) = (read(&inside, SCENARIO), read(&inside, WORDS));
        let text = if file == SCENARIO { &mut scenario } else { &mut words };
        assert!(text.contains(true_words), "{report}: {true_words}");
        *text = text.replacen(true_words, false_words, 1);
        with_new_letters(&scenario, &words).is_empty()
    });
    let missed: Vec<String> = missed
        .map(|Falsehood { kind, report, false_words, .. }| {
            format!("{kind}, {report}: {false_words}")
        })
        .collect();
    assert!(missed.is_empty(), "of {}: {missed:#?}", planted.len());
    let mut kinds: Vec<&str> = planted.iter().map(|falsehood| falsehood.kind.as_str()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    assert!(kinds.len() >= 15, "{kinds:?}");
}

/// A sentence, the row that quotes it, and their letters are all turned round: the formula is not.
#[test]
fn a_row_cannot_say_the_opposite_of_its_formula() {
    let (name, said, opposite) = (
        "after-the-first-bruise",
        "the less going first is worth",
        "the more going first is worth",
    );
    let inside = reports().join(name);
    let turned = [SCENARIO, WORDS].map(|file| {
        let text = read(&inside, file);
        assert!(text.contains(said), "{name}, {file}: {said}");
        text.replace(said, opposite)
    });
    let found = with_new_letters(&turned[0], &turned[1]);
    assert!(found.iter().any(|what| what.contains("the opposite")), "{name}: {found:#?}");
}

/// A formula that is turned round, beneath a sentence that stays, asks for new letters.
#[test]
fn a_formula_is_not_turned_round_unseen() {
    for name in ["advantage", "swinginess", "who-wins-the-fight", "upper-hand"] {
        let inside = reports().join(name);
        let (scenario, words) = (read(&inside, SCENARIO), read(&inside, WORDS));
        let (start, rows) = scenario.split_once("[[expect]]").expect("rows");
        let turned = format!("{start}[[expect]]{}", rows.replace(" < ", " >= "));
        assert!(!untied(&turned, &words).is_empty(), "{name}");
    }
}
