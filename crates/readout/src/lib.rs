//! Pages and tables of answers: the output of `odds`, `compare` and `duel`, and of documents.
//! This package selects the rows and columns of an answer for people.
//! Formats and files do not belong here.

mod audit;
mod best;
mod cards;
mod compare;
mod dc;
mod duel;
mod grid;
mod laws;
mod many;
mod notes;
mod one;
mod outcome;
mod outcomes;
mod readings;
mod tune;
mod verify;

pub use audit::audit;
pub use best::{best, bests};
pub use cards::{VALUES as CARD_VALUES, is_card, luck};
pub use compare::Comparison;
pub use dc::{Aim, dc, ranges};
pub use duel::{duel, duels};
pub use many::many;
pub use notes::with_notes;
pub use one::one;
pub use outcome::{ColumnOutcome, told};
pub use readings::readings;
pub use tune::tune;
pub use verify::verify;

use laws::{are_laws, laws};
use std::ops::RangeInclusive;

use oddsmith_answers::{Answer, Answers, DECISION};
use oddsmith_engine::odds::{Event, View, interval};
use oddsmith_engine::rule::Column;
use oddsmith_registry::{Entry, Need, Settings};
use oddsmith_scenario::Level;
use oddsmith_text::{Page, capital, listed, numbers};

/// Selection of the results that a page shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shown {
    /// Column, and the event in it that counts as success.
    pub event: Event,
    /// View of the scores: each by itself, or cumulative from above or below.
    pub view: View,
    /// Target share.
    pub level: Option<Level>,
    /// Levels of the requested quantiles, 0..1.
    pub quantiles: Vec<f64>,
}

/// Returns the page of an answer: one case in full, or many as a table.
pub fn page(answers: &[Answer], shown: &Shown, seed: u64) -> Page {
    let page = match answers {
        [answer] => one(answer, shown),
        _ => many(answers, shown),
    };
    with_notes(page, &answers.iter().collect::<Vec<_>>(), seed)
}

/// Returns a name as text: "improved critical". Dice with function calls or lists of faces are
/// unchanged.
pub fn words(name: &str) -> String {
    if name.contains(['(', '{']) { name.to_owned() } else { name.replace('_', " ") }
}

/// Abbreviations that are shown in capitals.
const SHORT: [&str; 8] = ["ac", "cp", "dc", "dn", "gm", "hp", "npc", "pc"];

/// Returns the name of a field or a column as text, with abbreviations in capitals: "DC", "hand
/// GM".
pub fn field_heading(name: &str) -> String {
    let words = named(name, None);
    let one = |word: &str| match SHORT.contains(&word) {
        true => word.to_uppercase(),
        false => word.to_owned(),
    };
    words.split(' ').map(one).collect::<Vec<_>>().join(" ")
}

/// Returns the name of the index of a column: "round", or "margin number" if the rule has none.
pub fn index(column: &Column) -> String {
    match column.index() {
        "" => format!("{} number", words(&column.name)),
        index => words(index),
    }
}

/// Returns the name of a column as text, with its index if it has one: "win@3".
pub fn named(name: &str, at: Option<u32>) -> String {
    let name = if name == "rung" { "result".to_owned() } else { words(name) };
    at.map_or_else(|| name.clone(), |at| format!("{name}@{at}"))
}

/// Describes the event of a range of scores: "bruised or better", "margin 0 or more".
pub fn describe_event(column: &Column, scores: &RangeInclusive<i32>) -> String {
    let name = |score| column.scale.name(score).map(words);
    let column_words = words(&column.name);
    match (*scores.start(), *scores.end()) {
        (score, other) if other == score || other == i32::MAX && score == column.scale.high() => {
            name(score).unwrap_or_else(|| format!("{column_words} = {score}"))
        }
        (score, i32::MAX) => name(score)
            .map_or(format!("{column_words} {score} or more"), |rung| format!("{rung} or better")),
        (_, score) => name(score)
            .map_or(format!("{column_words} {score} or less"), |rung| format!("{rung} or worse")),
    }
}

/// Id of the check for rolls of any dice.
pub const ROLL: &str = "house.roll";

/// Describes a roll with its addition and difficulty: "d20 + 5 against 15"; "dice" if they differ
/// between cases. `None` for other checks.
pub fn roll(entry: &Entry, settings: &Settings, swept: &[&str]) -> Option<String> {
    let dc = given(settings, swept, "dc").map(|dc| numbers::minus(&format!(" against {dc}")));
    (entry.id == ROLL).then(|| dice(settings, swept, "") + &dc.unwrap_or_default())
}

/// Returns the value of a field that is given for all cases, unless it is "none".
pub fn given(settings: &Settings, swept: &[&str], name: &str) -> Option<String> {
    let value = settings.given().get(name).filter(|_| !swept.contains(&name))?.to_string();
    Some(value).filter(|value| value != "none")
}

/// Returns the dice of a side with what is added to them, "d20 + 5"; "dice" if they differ from case
/// to case.
pub fn dice(settings: &Settings, swept: &[&str], side: &str) -> String {
    let given = |field: &str| given(settings, swept, &format!("{side}{field}"));
    let add = given("add").filter(|add| add != "0").map(|add| match add.strip_prefix('-') {
        Some(less) => format!(" \u{2212} {less}"),
        None => format!(" + {add}"),
    });
    given("luck").unwrap_or_else(|| "dice".to_owned()) + &add.unwrap_or_default()
}

/// Returns the title of a check with the fields that all cases share: "Toughness save: toughness
/// 10".
pub fn title(entry: &Entry, settings: &Settings, swept: &[&str]) -> String {
    let (check, said) = match roll(entry, settings, swept) {
        Some(dice) if dice.starts_with("dice") => (capital(&dice), &["luck", "add", "dc"][..]),
        Some(dice) => (dice, &["luck", "add", "dc"][..]),
        None => (entry.title.to_string(), &[][..]),
    };
    let given = settings.given();
    let told = given.iter().filter(|(name, _)| !swept.contains(name) && !said.contains(name));
    let fields = listed(told.map(|(name, value)| (words(name), words(&value.to_string()))));
    if fields.is_empty() { check } else { format!("{check}: {fields}") }
}

/// Returns the title with the default choices of decisions without a given policy: "House rule pig:
/// go always yes".
pub fn title_played(entry: &Entry, settings: &Settings, swept: &[&str]) -> String {
    let given = settings.given();
    let always = always(entry, |name| given.get(name).is_some() || swept.contains(&name));
    let title = title(entry, settings, swept);
    let sign = if title.contains(": ") { ',' } else { ':' };
    if always.is_empty() { title } else { format!("{title}{sign} {}", always.join(", ")) }
}

/// Returns the default choices of decisions without a given policy: "go always yes".
fn always(entry: &Entry, is_given: impl Fn(&str) -> bool) -> Vec<String> {
    let each = entry.fields.iter().filter_map(|field| match field.need {
        Need::Default(word) if !is_given(field.name) => {
            let decision = field.name.strip_prefix(DECISION)?;
            Some(format!("{} always {}", words(decision), words(word)))
        }
        _ => None,
    });
    each.collect()
}

/// Returns a line for each check with default choices: "pig: go always yes".
pub fn policies(checks: &[Answers]) -> Vec<String> {
    let each = checks.iter().filter_map(|check| {
        let case = &check.cases.first().filter(|answer| answer.is_counted())?.case;
        let given = case.settings.given();
        let swept = |name: &str| check.axes.iter().any(|axis| axis.name == name);
        let always = always(&case.entry, |name| given.get(name).is_some() || swept(name));
        (!always.is_empty()).then(|| format!("{}: {}", check.label, always.join(", ")))
    });
    each.collect()
}

/// Returns the given fields that differ between the cases of a question.
pub fn swept<'a>(cases: &[&'a Settings]) -> Vec<&'a str> {
    let first = cases[0].given();
    let differs = |name: &str| cases.iter().any(|case| case.given().get(name) != first.get(name));
    first.iter().map(|(name, _)| name).filter(|name| differs(name)).collect()
}

impl Shown {
    /// Returns the shown column of this case.
    fn column<'a>(&self, answer: &'a Answer) -> Option<&'a Column> {
        answer.columns().get(self.event.place(answer.columns())?)
    }

    /// Returns the success scores of the shown column.
    fn success(&self, answer: &Answer) -> Option<RangeInclusive<i32>> {
        self.event.success_of(answer.columns(), self.event.place(answer.columns())?)
    }

    /// Returns true if any case has a success.
    fn any_success(&self, answers: &[Answer]) -> bool {
        answers.iter().any(|answer| self.success(answer).is_some())
    }
}

/// Returns the heading of a field; the field `luck` of a roll is shown as "dice".
fn heading(of: &Answer, field: &str) -> String {
    match of.case.entry.id == ROLL && field == "luck" {
        true => "dice".to_owned(),
        false => words(field),
    }
}

/// Returns the values of the swept fields as text.
fn place(settings: &Settings, swept: &[&str]) -> Vec<String> {
    let given = settings.given();
    let values = swept.iter().filter_map(|name| given.get(name));
    values.map(|value| words(&value.to_string())).collect()
}

/// Returns the number of significant decimals of a percentage.
fn decimals(answer: &Answer) -> usize {
    match (&answer.laws, &answer.tallies) {
        (None, Some(tallies)) => {
            numbers::decimals(interval(tallies.trials / 2, tallies.trials)).min(2)
        }
        _ => 1,
    }
}
