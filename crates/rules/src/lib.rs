//! House rules: any dice or deck against a number or other dice, from the command line or from a
//! `[[house]]` table.
//!
//! This module holds the short form and written rules, the parsing of their keys, and the
//! conversion of a file's tables to checks. The language of rules and its evaluation are elsewhere.

mod house_rule;
mod short;
mod table;

pub use table::parse;

use short::{Short, Side, Tie};

use oddsmith_base::{About, Error, Result};
use oddsmith_dice::Checked;
use oddsmith_dice::syntax::{Expression, Kind};
use oddsmith_engine::odds::Check;
use oddsmith_registry::{Choice, Colour, Definition, Field, Settings, System, Value};

/// The record of this system.
pub static SYSTEM: System = System {
    name: "house",
    title: "House rules",
    source: "rules of your own: in fields, or in [[house]] tables of a file",
    colour: Colour { light: 0xa8285a, dark: 0xef86ac },
    checks: &[ROLL, OPPOSED],
    duels: &[],
    policies: &[],
    examples: include_str!("examples.toml"),
    claims: "",
};

const LUCK_VALUES: &str =
    "dice (2d6+1, 3d6kh2, d20!!{10,20}, card54; docs/dice.md) or [[value,copies],…]";
const SOURCE: &str = "house rules";

const LUCK: Field = Field::expression("luck", LUCK_VALUES, short::luck, "the dice or cards")
    .required("2d6")
    .source(SOURCE);
const ADD: Field = points("add", "a number added to it");
const DC: Field = Field::number("dc", "the difficulty to reach; none: show the total only")
    .difficulty()
    .or_none()
    .default_range(5, 25)
    .source(SOURCE);
const ROLL_TIE: Field = Field::words(
    "tie",
    &["active", "passive"],
    "a total equal to the dc. active: it succeeds; passive: it fails",
)
.default("active")
.source(SOURCE);

/// Creates a text field that may be `none`.
const fn text(
    name: &'static str,
    values: &'static str,
    check: fn(&str) -> Result<()>,
    about: &'static str,
) -> Field<'static> {
    Field::text(name, values, check, about).default("none").source(SOURCE)
}

/// Creates a field of points that are added.
const fn points(name: &'static str, about: &'static str) -> Field<'static> {
    Field::number(name, about).source(SOURCE)
}

const MINE_LUCK: Field =
    Field { name: "mine.luck", about: "the active side's dice or cards", ..LUCK }.required("2d10");
const MINE_ADD: Field = points("mine.add", "a number the active side adds");
const THEIRS_LUCK: Field = Field {
    name: "theirs.luck",
    about: "the other side's dice or cards; none: a fixed difficulty",
    ..LUCK
}
.default("none");
const THEIRS_ADD: Field = points("theirs.add", "a number the other side adds");
const TIE: Field = Field::choice::<Tie>(
    "tie",
    "equal totals. active: success; passive, draw: none; again: \
        rolled again, up to 12 times, then a draw",
)
.default("passive")
.source(SOURCE);
const BANDS: Field = text(
    "bands",
    "none or [name:highest margin,…], rising",
    |text| if text == "none" { Ok(()) } else { short::bands(text).map(drop) },
    "names of results by margin; the last has no upper end",
);
const SUCCESS: Field =
    text("success", "none or the name of a band", |_| Ok(()), "success counts from this result");

/// Returns the text of a field, unless it is `none`.
fn given(set: &Settings, key: &str) -> Option<String> {
    set.get(key).map(ToString::to_string).filter(|text| text != "none")
}

/// Returns the dice of a field, unless it is `none`.
fn dice<'s>(set: &'s Settings, key: &str) -> Option<&'s Checked<Expression>> {
    match set.get(key) {
        Some(Value::Word(word)) => word.dice(),
        _ => None,
    }
}

/// Returns the side given by these fields; an addend of 0 is left out.
fn side(set: &Settings, luck: &str, add: &str) -> Side {
    let luck = dice(set, luck).map(|luck| luck.tree.clone());
    let add = match set.get(add) {
        Some(Value::Integer(number)) if *number != 0 => Some(Kind::from(i64::from(*number))),
        _ => None,
    };
    luck.into_iter().chain(add.map(Expression::from)).collect()
}

/// Builds a check from a rule in its short form, with the notes on its dice.
fn built(set: &Settings, short: Short) -> Result<Box<dyn Check>> {
    let luck = ["luck", "mine.luck", "theirs.luck"].into_iter().filter_map(|key| dice(set, key));
    let notes: Vec<_> = luck.flat_map(|luck| luck.notes.clone()).collect();
    let rule = Short { notes, tie: given(set, "tie").as_deref().and_then(Tie::named), ..short };
    Ok(Box::new(rule.written(Vec::new())?.compile(|_| None)?))
}

const ROLL: Definition = Definition {
    id: "house.roll",
    title: "Roll",
    called: Some("a roll of dice"),
    about: "Any dice or deck, plus a number, against a difficulty.",
    source: SOURCE,
    luck: "one face or card per die, as written",
    fields: &[&[LUCK, ADD, DC, ROLL_TIE]],
    moves: &[("add", 1), ("dc", -1)],
    build: |set| {
        let theirs = given(set, "dc").map(|_| side(set, "none", "dc"));
        let mine = side(set, "luck", "add");
        // A yes-or-no expression is its own success.
        let compared = dice(set, "luck").map(|luck| &luck.tree).filter(|luck| luck.is_yes_or_no());
        let beside = [("dc", theirs.is_some()), ("add", mine.len() > 1)];
        let beside = beside.into_iter().find(|(_, given)| *given);
        if let (Some(luck), Some((field, _))) = (compared, beside) {
            let roll = luck.compared().map_or("2d6".to_owned(), |(roll, ..)| roll.to_string());
            let error = format!("`{luck}` is a yes or no, which takes no `{field}`");
            let hint = format!("give the roll alone, `{roll}`, with its `{field}`");
            return Err(Error::question(error).with_hint(hint).about(About::value("luck")));
        }
        let success = compared.map(|_| "total >= 1".to_owned());
        built(set, Short { mine, theirs, success, ..Short::default() })
    },
    ..Definition::PLAIN
};

const OPPOSED: Definition = Definition {
    id: "house.opposed",
    title: "Opposed roll",
    about: "Any dice or deck, plus a number, against any other; the margin gives the result.",
    source: SOURCE,
    luck: "one face or card per die, own side first, as written",
    fields: &[&[MINE_LUCK, MINE_ADD, THEIRS_LUCK, THEIRS_ADD, TIE, BANDS, SUCCESS]],
    build: |set| {
        let bands = given(set, "bands").map(|text| short::bands(&text)).transpose()?;
        let short = Short {
            mine: side(set, "mine.luck", "mine.add"),
            theirs: Some(side(set, "theirs.luck", "theirs.add")),
            bands: bands.unwrap_or_default(),
            success: given(set, "success"),
            ..Short::default()
        };
        built(set, short)
    },
    ..Definition::PLAIN
};
