//! Display names of rules, dice, fields and columns in figures.

use std::ops::RangeInclusive;

use super::marks::Mark;
use super::small;
use crate::theme::game;
use crate::{Axis, Scale};
use oddsmith_answers::{Answers, Results};
use oddsmith_engine::rule::Column;
use oddsmith_readout as readout;
use oddsmith_registry::{Case, Settings, Value};
use oddsmith_text::{capital, listed};

/// The check of opposed rolls of arbitrary dice.
const OPPOSED: &str = "house.opposed";

/// Returns the display name of a field or column, with the players' abbreviations: "DC", "hand GM".
pub fn called(name: &str) -> String {
    readout::field_heading(name).replace("mine.", "own ").replace("theirs.", "other side's ")
}

/// Returns the display name of a column with its index: "win, check 3".
pub fn column(column: &Column, at: Option<u32>) -> String {
    // A column `win` with the rungs "lose, tie, win" is named "result".
    let own = column.scale.names().iter().any(|name| **name == *column.name);
    let name = called(if own { "result" } else { &column.name });
    at.map_or_else(|| name.clone(), |at| format!("{name}, {} {at}", readout::index(column)))
}

/// Describes the selected scores of a column: "bruised or better", "total 7 or more".
pub fn counted(column: &Column, scores: &RangeInclusive<i32>) -> String {
    let name = called(&column.name);
    let minus = |score: i32| score.to_string().replace('-', "\u{2212}");
    match (*scores.start(), *scores.end()) {
        (low, high) if [low, high].iter().any(|end| column.scale.name(*end).is_some()) => {
            readout::describe_event(column, scores)
        }
        (score, other) if other == score || other == i32::MAX && score == column.scale.high() => {
            format!("{name} {}", minus(score))
        }
        (score, i32::MAX) => format!("{name} {} or more", minus(score)),
        (_, score) => format!("{name} {} or less", minus(score)),
    }
}

/// Returns the name of a check: dice in notation, a rule with its game, "Torg attack".
pub fn rule(answers: &Answers) -> String {
    let Some(answer) = answers.cases.first() else { return answers.label.clone() };
    let Case { entry, settings, .. } = &answer.case;
    let swept = swept(answers);
    if let Some(dice) = readout::roll(entry, settings, &swept) {
        return dice;
    }
    if entry.id == OPPOSED {
        return opposed(settings, &swept);
    }
    match game(&entry.id).map(|game| game.name) {
        Some(game) if entry.title.to_lowercase().starts_with(game) => entry.title.to_string(),
        Some(game) => format!("{} {}", capital(game), small(&entry.title)),
        None => readout::words(&entry.title),
    }
}

/// Returns the fields that differ among the cases of a check.
fn swept(answers: &Answers) -> Vec<&str> {
    answers.axes.iter().flat_map(|axis| &axis.fields).map(String::as_str).collect()
}

/// Returns opposed dice, or dice against a fixed number: "2d10 against d20 + 2".
fn opposed(settings: &Settings, swept: &[&str]) -> String {
    let given = |name| readout::given(settings, swept, name);
    let theirs = match (given("theirs.luck"), given("theirs.add")) {
        (None, None) => String::new(),
        (None, Some(add)) => format!(" against {}", add.replace('-', "\u{2212}")),
        (Some(_), _) => format!(" against {}", readout::dice(settings, swept, "theirs.")),
    };
    readout::dice(settings, swept, "mine.") + &theirs
}

/// Returns the fields that all cases of a check share, unless its name contains them: "active 10,
/// passive 5".
pub fn common(answers: &Answers) -> String {
    let Some(answer) = answers.cases.first() else { return String::new() };
    if [readout::ROLL, OPPOSED].contains(&&*answer.case.entry.id) {
        return String::new();
    }
    let (given, swept) = (answer.case.settings.given(), swept(answers));
    let told = given.iter().filter(|(name, _)| !swept.contains(name));
    listed(told.map(|(name, value)| (called(name), value_words(value))))
}

/// Returns a value as text: a number with a true minus sign, a word without underscores.
pub fn value_words(value: &Value) -> String {
    match value.number() {
        Some(_) => value.to_string().replace('-', "\u{2212}"),
        None => readout::words(&value.to_string()),
    }
}

/// Returns the label of a check among several: its explicit label; or else its rule, with its
/// fields if another has the same name.
pub fn label(results: &Results, check: usize) -> String {
    let own = &results.checks[check];
    let Some(name) = untyped(own) else { return own.label.clone() };
    let same = |other: &&Answers| untyped(other).is_some_and(|other| other == name);
    if results.checks.iter().filter(same).count() < 2 {
        return name;
    }
    let full = |answers: &Answers| match (rule(answers), common(answers)) {
        (rule, fields) if fields.is_empty() => rule,
        (rule, fields) => format!("{rule}, {fields}"),
    };
    let mine = full(own);
    let unique = results.checks.iter().filter(|other| full(other) == mine).count() < 2;
    if unique { mine } else { own.label.clone() }
}

/// Returns the name of a check whose label is just its question; `None` if it has an explicit
/// label.
fn untyped(answers: &Answers) -> Option<String> {
    let typed = answers.cases.first().is_some_and(|answer| {
        let rest = answers.label.strip_prefix(&*answer.case.entry.id);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    });
    typed.then(|| rule(answers))
}

/// Returns the axis of a column's scores, with names for rungs, cards, yes and no.
pub fn scores(mark: &Mark, column: &Column, title: String) -> Axis {
    let rungs = column.scale.names();
    if !rungs.is_empty() {
        return Axis::named(title, rungs.iter().map(|rung| readout::words(rung)));
    }
    if mark.is_card() {
        return Axis { scale: Scale::Cards, ..Axis::numbers(title) };
    }
    let compared = readout::luck(mark.answer).is_some_and(|luck| luck.contains(['<', '>', '=']));
    match compared && (column.scale.low(), column.scale.high()) == (0, 1) {
        true => Axis::named(title, ["no", "yes"]),
        false => Axis::numbers(title),
    }
}

impl Mark<'_> {
    /// Returns whether its scores are those of one card of a full deck.
    pub fn is_card(&self) -> bool {
        self.at().is_some_and(|place| readout::is_card(self.answer, place))
    }
}
