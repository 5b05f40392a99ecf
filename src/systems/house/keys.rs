//! The keys of a house rule: fields of the checks without a file, and what a table is read into.

use super::rule::{HouseRule, Side, Tie};
use crate::chance::Roll;
use crate::error::{Error, Result};
use crate::registry::{Choice, Edge, Entry, Field, Settings, intern};

const LUCK_VALUES: &str = "dice (2d6+1, 3d6_keep_highest_2, d20_again_10_20, card54) or [[value,copies],…]";
const SOURCE: &str = "house rules";

const LUCK: Field = Field::text("luck", LUCK_VALUES, |text| luck(text).map(drop), "what is rolled or drawn").required("2d6").source(SOURCE);
const ADD: Field = Field::integer("add", "points", "what is added to it").default("0").source(SOURCE);
const DC: Field = Field::integer("dc", "points", "the difficulty, which must be exceeded").required("8").source(SOURCE);
const ROLL_TIE: Field =
    Field::words("tie", &["active", "passive"], "equal totals. active: they succeed; passive: they fail").default("passive").source(SOURCE);

const MINE_LUCK: Field = Field { name: "mine.luck", about: "what the active side rolls or draws", ..LUCK }.required("2d10");
const MINE_ADD: Field = Field { name: "mine.add", about: "what the active side adds", ..ADD };
const THEIRS_LUCK: Field =
    Field { name: "theirs.luck", about: "what the other side rolls or draws; none: a fixed difficulty", ..LUCK }.default("none");
const THEIRS_ADD: Field = Field { name: "theirs.add", about: "what the other side adds", ..ADD };
const TIE: Field =
    Field::choice::<Tie>("tie", "equal totals. active: success; passive, draw: none; again: rolled again, up to 12 times, then a draw")
        .default("passive")
        .source(SOURCE);
const BANDS: Field = Field::text(
    "bands",
    "none or [name:highest margin,…], rising",
    |text| bands(text).map(drop),
    "names of results by margin; the last has no upper end",
)
.default("none")
.source(SOURCE);
const SUCCESS: Field =
    Field::text("success", "none or the name of a band", |_| Ok(()), "the result where success begins").default("none").source(SOURCE);
const CRITICAL_FACE: Field =
    Field::integer("critical.face", "face", "an own die that shows it raises the result").or_none().default("none").source(SOURCE);
const CRITICAL_RAISES: Field = Field::integer("critical.raises", "rungs", "by how many").range(1, 100).default("1").source(SOURCE);

/// The luck that a text means: dice, a deck of `[value, copies]`, or nothing.
pub fn luck(text: &str) -> Result<Roll> {
    if text.trim() == "none" {
        return Roll::parse("0");
    }
    if !text.trim().starts_with('[') {
        return Roll::parse(text);
    }
    let pair = |pair: &str| {
        let (value, copies) = pair.split_once(',')?;
        Some((value.trim().parse().ok()?, copies.trim().parse().ok()?))
    };
    let pairs = text.trim().strip_prefix("[[").and_then(|rest| rest.strip_suffix("]]"));
    let cards = pairs
        .and_then(|pairs| pairs.split("],").map(|part| pair(part.trim().trim_start_matches('['))).collect::<Option<Vec<(i32, u32)>>>());
    let wrong = || Error::question(format!("`{text}` is no deck")).with_hint("a deck is said as [[value,copies],[value,copies]]");
    Roll::of_cards(&cards.ok_or_else(wrong)?)
}

/// The names and highest margins of `[name:highest,…]`; nothing for `none`.
pub fn bands(text: &str) -> Result<Vec<(String, i32)>> {
    if text.trim() == "none" {
        return Ok(Vec::new());
    }
    let wrong = |why: &str| Error::question(format!("`{text}` are no bands: {why}")).with_hint("bands are said as [miss:-1,hit:4,crit:99]");
    let inner = text.trim().strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).ok_or_else(|| wrong("they stand in brackets"))?;
    let band = |part: &str| {
        let (name, highest) = part.split_once(':').ok_or_else(|| wrong("each is a name and a number"))?;
        let highest = highest.trim().parse().map_err(|_| wrong(&format!("`{}` is not a whole number", highest.trim())))?;
        Ok((name.trim().to_owned(), highest))
    };
    let bands = inner.split(',').map(band).collect::<Result<Vec<(String, i32)>>>()?;
    if let Some((name, _)) = bands.iter().enumerate().find_map(|(i, band)| bands[..i].iter().find(|other| other.0 == band.0)) {
        return Err(wrong(&format!("two are called `{name}`")));
    }
    match bands.windows(2).all(|pair| pair[0].1 < pair[1].1) {
        true if bands.len() > 1 => Ok(bands),
        true => Err(wrong("one band tells nothing apart")),
        false => Err(wrong("their margins rise")),
    }
}

impl HouseRule {
    /// The rule that the keys ask for; `get` has the text of each, or none where it is not there.
    ///
    /// # Errors
    /// If a text does not fit its key, or the keys do not go together.
    pub fn read(get: impl Fn(&str) -> Option<String>) -> Result<HouseRule> {
        let number = |key: &str, usual: i32| {
            let Some(text) = get(key) else { return Ok(usual) };
            let number = text.trim().parse().ok().filter(|number: &i32| number.abs() <= 1_000_000);
            number.ok_or_else(|| Error::question(format!("`{key} = {text}` is not a whole number up to a million")))
        };
        let side = |name: &str| {
            let text = get(&format!("{name}.luck")).unwrap_or_else(|| "none".to_owned());
            Ok::<_, Error>(Side { add: number(&format!("{name}.add"), 0)?, luck: luck(&text)? })
        };
        let tie = get("tie").unwrap_or_else(|| "passive".to_owned());
        let tie =
            Tie::WORDS.iter().position(|word| *word == tie).ok_or_else(|| Error::unknown("tie", &tie, "", Tie::WORDS.iter().copied()))?;
        let bands = bands(&get("bands").unwrap_or_else(|| "none".to_owned()))?;
        let success = match get("success").filter(|name| name != "none") {
            None => None,
            Some(name) => {
                let rung = bands.iter().position(|(band, _)| *band == name);
                let unknown = || {
                    Error::unknown("band", &name, "", bands.iter().map(|(band, _)| band.as_str()))
                        .with_hint("success begins at one of the bands")
                };
                Some(rung.ok_or_else(unknown)? as i32)
            }
        };
        let critical = match get("critical.face").filter(|face| face != "none") {
            None => None,
            Some(_) => match (number("critical.face", 0)?, number("critical.raises", 1)?) {
                (face, raises @ 1..=100) => Some((face, raises)),
                (_, raises) => {
                    return Err(Error::question(format!("`critical.raises = {raises}` is out of range")).with_hint("it is 1..100"));
                }
            },
        };
        Ok(HouseRule {
            mine: side("mine")?,
            theirs: side("theirs")?,
            tie: Tie::VALUES[tie],
            results: intern(bands.iter().map(|(name, _)| name.as_str())),
            highest: bands.iter().map(|(_, highest)| *highest).take(bands.len().saturating_sub(1)).collect(),
            success,
            critical,
        })
    }
}

fn of_settings(set: &Settings, key: &str) -> Option<String> {
    set.all().get(key).map(ToString::to_string)
}

/// The record of a roll against a difficulty.
pub const ROLL: Entry = Entry {
    id: "house.roll",
    title: "Roll of your own",
    about: "Any dice or deck and a number against a difficulty.",
    source: SOURCE,
    luck: "one face (or card) a die, in the order of the expression",
    fields: &[LUCK, ADD, DC, ROLL_TIE],
    edge: Edge::NONE,
    build: &|set| {
        let keys = |key: &str| match key {
            "mine.luck" => of_settings(set, "luck"),
            "mine.add" => of_settings(set, "add"),
            "theirs.add" => of_settings(set, "dc"),
            "tie" => of_settings(set, "tie"),
            _ => None,
        };
        Ok(Box::new(HouseRule::read(keys)?))
    },
};

/// The record of one side against another.
pub const OPPOSED: Entry = Entry {
    id: "house.opposed",
    title: "Opposed check of your own",
    about: "Any dice or deck and a number against any other; results by margin, criticals by face.",
    source: SOURCE,
    luck: "one face (or card) a die, own side first, in the order of the expressions",
    fields: &[MINE_LUCK, MINE_ADD, THEIRS_LUCK, THEIRS_ADD, TIE, BANDS, SUCCESS, CRITICAL_FACE, CRITICAL_RAISES],
    edge: Edge::NONE,
    build: &|set| Ok(Box::new(HouseRule::read(|key| of_settings(set, key))?)),
};
