//! Tests of rules in which features of the language meet: their exact and their simulated laws are
//! those of `meetings.toml`.

use super::parsed_entry;
use oddsmith::odds::{Histogram, Sample};

/// A rule and its laws.
struct Row {
    name: String,
    fields: Vec<String>,
    rule: String,
    laws: Vec<(String, String)>,
    open: bool,
    crashes: bool,
}

impl Row {
    fn of(table: &toml::Value) -> Row {
        let text = |value: &toml::Value| value.as_str().expect("a text").to_owned();
        let pairs = |key: &str| table.get(key).and_then(toml::Value::as_table);
        let pairs = |key: &str| pairs(key).into_iter().flatten();
        let is = |key: &str| table.get(key).and_then(toml::Value::as_bool).unwrap_or(false);
        Row {
            name: text(&table["name"]),
            fields: pairs("fields").map(|(name, value)| format!("{name} = {value}")).collect(),
            rule: text(&table["rule"]),
            laws: pairs("laws").map(|(name, law)| (name.clone(), text(law))).collect(),
            open: is("open"),
            crashes: is("crashes"),
        }
    }
}

/// Trials of a simulation.
const TRIALS: u64 = 20_000;

/// Returns the first difference between the answer to a rule and its laws.
fn difference(row: &Row) -> Option<String> {
    let fields = format!("fields = {{ {} }}", row.fields.join(", "));
    let case = parsed_entry(&row.rule, &fields).and_then(|entry| entry.case([]));
    let answers = case.and_then(|case| {
        let exact = case.law(2_000_000)?;
        let sampled = case.sample(Sample { trials: TRIALS, seed: 1 })?;
        Ok((case, exact, sampled))
    });
    let (case, exact, sampled) = match answers {
        Ok(answers) => answers,
        Err(error) => return Some(error.to_string()),
    };
    for (name, text) in &row.laws {
        let is_named = |column: &oddsmith::rule::Column| {
            let at = column.at.map_or(String::new(), |at| format!("@{at}"));
            format!("{}{at}", column.name) == *name
        };
        let Some(place) = case.columns().iter().position(is_named) else {
            return Some(format!("no column {name}"));
        };
        let (law, tally) = (&exact.columns[place], &sampled.columns[place]);
        let (outcomes, is_whole) = match text.strip_suffix(" ...") {
            Some(some) => (some, false),
            None => (&text[..], true),
        };
        let mut sum = 0.0;
        for outcome in split(outcomes) {
            let (outcome, fraction) = outcome.rsplit_once(": ").expect("an outcome");
            let score = law.possible().map(|(score, _)| score).find(|&score| {
                law.scale().name(score).map_or(score.to_string(), ToString::to_string) == outcome
            });
            let Some(score) = score else { return Some(format!("{name}: never {outcome}")) };
            let own = law.exactly(score);
            let (above, below) = fraction.split_once('/').unwrap_or((fraction, "1"));
            let [above, below] = [above, below].map(|text| text.parse::<f64>().expect("a number"));
            let share = above / below;
            sum += share;
            let is_same = match own.fraction() {
                Some(own) => own == fraction,
                None => (own.value - share).abs() < 1e-12,
            };
            if !is_same {
                return Some(format!("{name}: {outcome} exact {own:?}, not {fraction}"));
            }
            let simulated = tally.share(score);
            let error = (share * (1.0 - share) / TRIALS as f64).sqrt();
            if (simulated - share).abs() > 5.0 * error + 1e-9 {
                return Some(format!("{name}: {outcome} simulated {simulated}, not {fraction}"));
            }
        }
        assert!(!is_whole || (sum - 1.0).abs() < 1e-9, "{}: the law of {name} has {sum}", row.name);
    }
    None
}

/// Splits outcomes at the commas behind their fractions.
fn split(outcomes: &str) -> Vec<&str> {
    let mut all = Vec::new();
    let (mut start, mut is_behind_colon) = (0, false);
    for (at, letter) in outcomes.char_indices() {
        match letter {
            ':' => is_behind_colon = true,
            ',' if is_behind_colon => {
                all.push(outcomes[start..at].trim());
                (start, is_behind_colon) = (at + 1, false);
            }
            _ => {}
        }
    }
    all.push(outcomes[start..].trim());
    all
}

#[test]
fn laws_where_features_meet_are_those_of_the_table() {
    let file: toml::Table = include_str!("meetings.toml").parse().expect("TOML");
    let rows = file["rule"].as_array().expect("a list of rules").iter().map(Row::of);
    let wrong = rows.filter(|row| !row.crashes).filter_map(|row| {
        let found = difference(&row);
        let text = found.as_deref().unwrap_or("is right now");
        (row.open != found.is_some()).then(|| format!("{}: {text}", row.name))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
