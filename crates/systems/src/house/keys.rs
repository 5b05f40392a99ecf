//! The keys of a house rule: fields of the checks without a file, and what a table is read into.

use super::rule::{HouseRule, Side, Tie};
use super::short;
use super::texts::{bands, luck, spelled};
use oddsmith_base::{About, Error, Result};
use oddsmith_engine::chance::Roll;
use oddsmith_engine::odds::Check;
use oddsmith_registry::{Choice, Definition, Field, Name, Settings};

const LUCK_VALUES: &str =
    "dice (2d6+1, 3d6kh2, d20!!{10,20}, card54; docs/dice.md) or [[value,copies],…]";
const SOURCE: &str = "house rules";

const LUCK: Field = Field::expression("luck", LUCK_VALUES, spelled, "what is rolled or drawn")
    .required("2d6")
    .source(SOURCE);
const ADD: Field = points("add", "what is added to it");
const DC: Field = Field::integer(
    "dc",
    "points",
    "the difficulty, which must be exceeded; none: the total is all, and nothing is a success",
)
.difficulty()
.or_none()
.default("none")
.source(SOURCE);
const ROLL_TIE: Field = Field::words(
    "tie",
    &["active", "passive"],
    "equal totals. active: they succeed; passive: they fail",
)
.default("passive")
.source(SOURCE);

/// A text that may be none.
const fn text(
    name: &'static str,
    values: &'static str,
    check: fn(&str) -> Result<()>,
    about: &'static str,
) -> Field<'static> {
    Field::text(name, values, check, about).default("none").source(SOURCE)
}

/// Points that are added.
const fn points(name: &'static str, about: &'static str) -> Field<'static> {
    Field::integer(name, "points", about).default("0").source(SOURCE)
}

const MINE_LUCK: Field =
    Field { name: "mine.luck", about: "what the active side rolls or draws", ..LUCK }
        .required("2d10");
const MINE_ADD: Field = points("mine.add", "what the active side adds");
const THEIRS_LUCK: Field = Field {
    name: "theirs.luck",
    about: "what the other side rolls or draws; none: a fixed difficulty",
    ..LUCK
}
.default("none");
const THEIRS_ADD: Field = points("theirs.add", "what the other side adds");
const TIE: Field =
    Field::choice::<Tie>("tie", "equal totals. active: success; passive, draw: none; again: rolled again, up to 12 times, then a draw")
        .default("passive")
        .source(SOURCE);
const BANDS: Field = text(
    "bands",
    "none or [name:highest margin,…], rising",
    |text| bands(text).map(drop),
    "names of results by margin; the last has no upper end",
);
const SUCCESS: Field =
    text("success", "none or the name of a band", |_| Ok(()), "the result where success begins");
impl HouseRule {
    /// The rule that the keys ask for; `get` has the text of each, or none where it is not there.
    ///
    /// # Errors
    /// If a text does not fit its key, or the keys do not go together.
    pub fn read(get: impl Fn(&str) -> Option<String>) -> Result<HouseRule> {
        let number = |key: &str, usual: i32| {
            let Some(text) = get(key) else { return Ok(usual) };
            let number = text.trim().parse().ok().filter(|number: &i32| number.abs() <= 1_000_000);
            number.ok_or_else(|| {
                Error::question(format!("`{key} = {text}` is not a whole number up to a million"))
                    .with_hint(format!("as in `{key} = 2`"))
                    .about(About::value(key))
            })
        };
        let side = |name: &str| {
            let key = format!("{name}.luck");
            let text = get(&key).unwrap_or_else(|| "none".to_owned());
            let luck = luck(&text).map_err(|error| error.about(About::value(key)))?;
            Ok::<_, Error>(Side { add: number(&format!("{name}.add"), 0)?, luck })
        };
        let against = get("theirs.add").is_none_or(|add| add != "none");
        let tie = get("tie").unwrap_or_else(|| "passive".to_owned());
        let tie = Tie::named(&tie).ok_or_else(|| {
            Error::unknown("tie", &tie, "", Tie::WORDS.iter().copied()).about(About::value("tie"))
        })?;
        let text = |key: &str| get(key).unwrap_or_else(|| "none".to_owned());
        let about = |key: &'static str| move |error: Error| error.about(About::value(key));
        let bands = bands(&text("bands")).map_err(about("bands"))?;
        let band = |key: &str, name: &str, hint: &str| {
            let rung = bands.iter().position(|(band, _)| *band == name);
            rung.map(|rung| rung as i32).ok_or_else(|| {
                Error::unknown("band", name, "", bands.iter().map(|(band, _)| band.as_str()))
                    .with_hint(hint)
                    .about(About::Entry(key.to_owned(), name.to_owned()))
            })
        };
        let success = get("success").filter(|name| name != "none");
        let success = success
            .map(|name| band("success", &name, "success begins at one of the bands"))
            .transpose()?;
        Ok(HouseRule {
            mine: side("mine")?,
            theirs: if against { side("theirs")? } else { Side { add: 0, luck: luck("none")? } },
            against,
            tie,
            results: bands.iter().map(|(name, _)| Name::Owned(name.clone())).collect(),
            highest: bands
                .iter()
                .map(|(_, highest)| *highest)
                .take(bands.len().saturating_sub(1))
                .collect(),
            success,
        })
    }
}

fn of_settings(set: &Settings, key: &str) -> Option<String> {
    set.all().get(key).map(ToString::to_string)
}

/// What was read otherwise than it was typed.
fn notes(set: &Settings) -> Vec<String> {
    let given = set.given();
    let typed = ["luck", "mine.luck", "theirs.luck"].into_iter().filter_map(|key| given.get(key));
    let read = typed.filter_map(|text| oddsmith_dice::read_expression(&text.to_string()).ok());
    read.flat_map(|read| read.notes).map(|note| note.message).collect()
}

/// The rule that the keys ask for: as it always was where its dice are such, else a written one.
pub fn built(
    get: impl Fn(&str) -> Option<String>,
    notes: impl FnOnce() -> Vec<String>,
    can_come: bool,
) -> Result<Box<dyn Check>> {
    let lucks = ["mine.luck", "theirs.luck"].map(|key| get(key).unwrap_or_else(|| "none".into()));
    let former = |text: &String| text.starts_with("[[") || Roll::parse(text).is_ok();
    if !lucks.iter().all(|text| text == "none" || former(text)) {
        return Ok(Box::new(short::written(get, can_come)?.noted(notes())));
    }
    let rule = HouseRule::read(get)?;
    if can_come {
        rule.can_come()?;
    }
    Ok(Box::new(rule))
}

pub const ROLL: Definition = Definition {
    id: "house.roll",
    title: "Roll of your own",
    about: "Any dice or deck and a number against a difficulty.",
    source: SOURCE,
    luck: "one face (or card) a die, in the order of the expression",
    fields: &[&[LUCK, ADD, DC, ROLL_TIE]],
    build: |set| {
        let keys = |key: &str| match key {
            "mine.luck" => of_settings(set, "luck"),
            "mine.add" => of_settings(set, "add"),
            "theirs.add" => of_settings(set, "dc"),
            "tie" => of_settings(set, "tie"),
            _ => None,
        };
        built(keys, || notes(set), false)
    },
    ..Definition::PLAIN
};

pub const OPPOSED: Definition = Definition {
    id: "house.opposed",
    title: "Opposed check of your own",
    about: "Any dice or deck and a number against any other; results by margin.",
    source: SOURCE,
    luck: "one face (or card) a die, own side first, in the order of the expressions",
    fields: &[&[MINE_LUCK, MINE_ADD, THEIRS_LUCK, THEIRS_ADD, TIE, BANDS, SUCCESS]],
    build: |set| built(|key| of_settings(set, key), || notes(set), true),
    ..Definition::PLAIN
};
