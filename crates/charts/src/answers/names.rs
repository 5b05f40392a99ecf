//! What figures call things: rules and dice by their names, not by the words that are typed.

use std::ops::RangeInclusive;

use super::marks::Mark;
use crate::{Axis, Scale};
use oddsmith_answers::answer::{Answers, Results};
use oddsmith_answers::readout;
use oddsmith_answers::text::{capital, listed};
use oddsmith_engine::rule::Column;
use oddsmith_registry::Entry;
use oddsmith_systems::SYSTEMS;

/// Rules of one's own, and the check that rolls any dice.
const HOUSE: &str = "house";
const ROLL: &str = "house.roll";

/// Short forms that players write in capitals.
const SHORT: [&str; 8] = ["ac", "cp", "dc", "dn", "gm", "hp", "npc", "pc"];

/// A field or a column as it is read, with the short forms of players: "DC", "hand GM".
pub fn called(name: &str) -> String {
    // What a column of results is called.
    let words = if name == "rung" { "result".to_owned() } else { readout::words(name) };
    let one = |word: &str| match SHORT.contains(&word) {
        true => word.to_uppercase(),
        false => word.to_owned(),
    };
    words.split(' ').map(one).collect::<Vec<_>>().join(" ")
}

/// A column, with what its index counts: "win, check 3".
pub fn column(column: &Column, at: Option<u32>) -> String {
    let name = called(&column.name);
    at.map_or_else(|| name.clone(), |at| format!("{name}, {} {at}", readout::index(column)))
}

/// What counts in a column, in words: "bruised or better", "total 7 or more".
pub fn counted(column: &Column, scores: &RangeInclusive<i32>) -> String {
    let name = called(&column.name);
    let minus = |score: i32| score.to_string().replace('-', "\u{2212}");
    match (*scores.start(), *scores.end()) {
        (low, _) if column.scale.name(low).is_some() => readout::counted(column, scores),
        (_, high) if column.scale.name(high).is_some() => readout::counted(column, scores),
        (score, other) if score == other => format!("{name} {}", minus(score)),
        (score, i32::MAX) if score == column.scale.high() => format!("{name} {}", minus(score)),
        (score, i32::MAX) => format!("{name} {} or more", minus(score)),
        (_, score) => format!("{name} {} or less", minus(score)),
    }
}

/// A check under its name: dice as they are written, a rule with its game, "Torg attack".
pub fn rule(answers: &Answers) -> String {
    let Some(answer) = answers.cases.first() else { return answers.label.clone() };
    let entry = &answer.case.entry;
    if *entry.id == *ROLL {
        return roll(answers);
    }
    let system = entry.id.split('.').next().unwrap_or_default();
    match SYSTEMS.iter().any(|known| known.name == system && system != HOUSE) {
        true if entry.title.to_lowercase().starts_with(system) => entry.title.to_string(),
        true => format!("{} {}", capital(system), small(&entry.title)),
        false => entry.title.to_string(),
    }
}

/// A title within a name: "Check against a DC" is "check against a DC".
fn small(title: &str) -> String {
    let mut letters = title.chars();
    let first = letters.next().map(char::to_lowercase);
    first.into_iter().flatten().chain(letters).collect()
}

/// Dice with what is added, and against what: "d20 + 5 against 15".
fn roll(answers: &Answers) -> String {
    let swept = |name: &str| answers.axes.iter().any(|axis| axis.fields.iter().any(|f| f == name));
    let Some(answer) = answers.cases.first() else { return String::new() };
    let given = answer.case.settings.given();
    let field = |name: &str| given.get(name).filter(|_| !swept(name)).map(ToString::to_string);
    let add = match field("add").as_deref() {
        None | Some("0") => String::new(),
        Some(add) => match add.strip_prefix('-') {
            Some(less) => format!(" \u{2212} {less}"),
            None => format!(" + {add}"),
        },
    };
    let dc = field("dc").filter(|dc| dc != "none").map(|dc| format!(" against {dc}"));
    let luck = match swept("luck") {
        true => "dice".to_owned(),
        false => field("luck").unwrap_or_default(),
    };
    format!("{luck}{add}{}", dc.unwrap_or_default())
}

/// What all cases of a check have in common, where it is not said by its name: "active 10, passive
/// 5".
pub fn common(answers: &Answers) -> String {
    let Some(answer) = answers.cases.first() else { return String::new() };
    if *answer.case.entry.id == *ROLL {
        return String::new();
    }
    let swept = |name: &str| answers.axes.iter().any(|axis| axis.fields.iter().any(|f| f == name));
    let given = answer.case.settings.given();
    let told = given.iter().filter(|(name, _)| !swept(name));
    let said = |value: String| match value.parse::<f64>() {
        Ok(_) => value.replace('-', "\u{2212}"),
        Err(_) => readout::words(&value),
    };
    listed(told.map(|(name, value)| (called(name), said(value.to_string()))))
}

/// What a check of several is called: its own label, or where that is what was typed, its rule, with
/// its fields where another has the same name.
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

/// The name of a check whose label is its question; `None` for a label of its own.
fn untyped(answers: &Answers) -> Option<String> {
    let id = |entry: &Entry| entry.id.to_string();
    let typed = answers.cases.first().is_some_and(|answer| {
        let id = id(&answer.case.entry);
        answers.label == id || answers.label.starts_with(&format!("{id} "))
    });
    typed.then(|| rule(answers))
}

/// The axis of a column's scores, where these have names: rungs, cards, yes and no.
pub fn scores(mark: &Mark, column: &Column, title: String) -> Axis {
    let rungs = column.scale.names();
    if !rungs.is_empty() {
        return Axis::named(title, rungs.iter().map(|rung| readout::words(rung)));
    }
    let luck = mark.luck();
    if is_card(column, luck.as_deref()) {
        return Axis { scale: Scale::Cards, ..Axis::numbers(title) };
    }
    let compared = luck.is_some_and(|luck| luck.contains(['<', '>', '=']));
    match compared && (column.scale.low(), column.scale.high()) == (0, 1) {
        true => Axis::named(title, ["no", "yes"]),
        false => Axis::numbers(title),
    }
}

/// Whether scores are those of one card of a full deck.
fn is_card(column: &Column, luck: Option<&str>) -> bool {
    // The best or the worst of cards is a card too.
    let drawn = luck.filter(|luck| luck.contains("card5")).is_some_and(|luck| {
        const WORDS: [&str; 8] = ["card52", "card54", "max", "min", "kh1", "kl1", "kh", "kl"];
        let rest = WORDS.iter().fold(luck.to_owned(), |rest, word| rest.replace(word, ""));
        rest.chars().all(|letter| "[](),".contains(letter))
    });
    let named = column.name.split(['_', ' ']).next_back() == Some("card");
    let within = column.scale.low() >= 1 && column.scale.high() <= 15;
    within && (drawn || named)
}

impl Mark<'_> {
    /// The dice that are rolled, of a roll of one's own to which nothing is added.
    fn luck(&self) -> Option<String> {
        let case = &self.answer.case;
        let all = case.settings.all();
        let plain = all.get("add").is_none_or(|add| add.to_string() == "0");
        let luck = (*case.entry.id == *ROLL && plain).then(|| all.get("luck"))??;
        Some(luck.to_string().replace(' ', ""))
    }
}
