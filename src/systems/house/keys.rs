//! The keys of a house rule: fields of the checks without a file, and what a table is read into.

use super::fight::{Fight, MOST_AFTER};
use super::rule::{HouseRule, Side, Tie};
use crate::chance::Roll;
use crate::error::{About, Error, Result};
use crate::odds::Check;
use crate::registry::{Choice, Definition, Field, Name, Settings, legible};

const LUCK_VALUES: &str =
    "dice (2d6+1, 3d6_keep_highest_2, d20_again_10_20, card54) or [[value,copies],…]";
const SOURCE: &str = "house rules";

const LUCK: Field =
    Field::text("luck", LUCK_VALUES, |text| luck(text).map(drop), "what is rolled or drawn")
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
const CRITICAL_FACE: Field =
    Field::integer("critical.face", "face", "an own die that shows it raises the result")
        .or_none()
        .default("none")
        .source(SOURCE);
const CRITICAL_RAISES: Field = Field::integer("critical.raises", "rungs", "by how many")
    .range(1, 100)
    .default("1")
    .source(SOURCE);
const RETRY_TIMES: Field =
    Field::integer("retry.times", "tries", "it is tried until it succeeds, at most so often")
        .range(1, 100)
        .default("1")
        .source(SOURCE);
const CARRY_ON: Field = text(
    "carry.on",
    "none or [name,…]",
    |_| Ok(()),
    "the results that leave a penalty; penalties add up",
);
const CARRY_MINE: Field =
    points("carry.mine", "what each of them adds to the own total from then on");
const CARRY_THEIRS: Field =
    points("carry.theirs", "what each of them adds to their total from then on");
const END_ON: Field = Field::text(
    "end.on",
    "none or the name of a band",
    |_| Ok(()),
    "the result that ends the fight, or a better one",
)
.required("crit")
.source(SOURCE);
const END_AFTER: Field = text(
    "end.after",
    "none or [name:times,…]",
    |text| counts(text).map(drop),
    "how many of a result or a better one end it, in all and not in a row",
);
const END_LIMIT: Field = Field::integer("end.limit", "blows", "there it is called off")
    .range(1, 1000)
    .default("60")
    .source(SOURCE);

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
    let cards = pairs.and_then(|pairs| {
        pairs
            .split("],")
            .map(|part| pair(part.trim().trim_start_matches('[')))
            .collect::<Option<Vec<(i32, u32)>>>()
    });
    let wrong = || {
        Error::question(format!("`{text}` is no deck"))
            .with_hint("a deck is said as [[value,copies],[value,copies]]")
    };
    Roll::of_cards(&cards.ok_or_else(wrong)?)
}

/// The names and highest margins of `[name:highest,…]`; nothing for `none`.
pub fn bands(text: &str) -> Result<Vec<(String, i32)>> {
    if text.trim() == "none" {
        return Ok(Vec::new());
    }
    let wrong = |why: &str| {
        Error::question(format!("`{text}` are no bands: {why}"))
            .with_hint("bands are said as [miss:-1,hit:4,crit:99]")
    };
    let bands = named_numbers(text, wrong)?;
    match bands.windows(2).all(|pair| pair[0].1 < pair[1].1) {
        true if bands.len() > 1 => Ok(bands),
        true => Err(wrong("one band tells nothing apart")),
        false => Err(wrong("each needs a higher margin than the one before")),
    }
}

/// The names and numbers of `[name:number,…]`; `wrong` says what else it is.
fn named_numbers(text: &str, wrong: impl Fn(&str) -> Error) -> Result<Vec<(String, i32)>> {
    let inner = text
        .trim()
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .ok_or_else(|| wrong("they stand in brackets"))?;
    let pair = |part: &str| {
        let (name, number) =
            part.split_once(':').ok_or_else(|| wrong("each is a name and a number"))?;
        let number = number
            .trim()
            .parse()
            .map_err(|_| wrong(&format!("`{}` is not a whole number", number.trim())))?;
        legible(name.trim())?;
        Ok((name.trim().to_owned(), number))
    };
    let pairs = inner.split(',').map(pair).collect::<Result<Vec<(String, i32)>>>()?;
    match pairs
        .iter()
        .enumerate()
        .find_map(|(i, pair)| pairs[..i].iter().find(|other| other.0 == pair.0))
    {
        Some((name, _)) => Err(wrong(&format!("two are called `{name}`"))),
        None => Ok(pairs),
    }
}

/// The results and how many of each end a fight, of `[name:times,…]`; nothing for `none`.
fn counts(text: &str) -> Result<Vec<(String, i32)>> {
    if text.trim() == "none" {
        return Ok(Vec::new());
    }
    let wrong = |why: &str| {
        Error::question(format!("`{text}` are no counts: {why}"))
            .with_hint("counts are said as [hit:4]")
    };
    let counts = named_numbers(text, wrong)?;
    match counts.iter().all(|(_, times)| (1..=1000).contains(times)) {
        true if counts.len() <= MOST_AFTER => Ok(counts),
        true => Err(wrong(&format!("there are more than {MOST_AFTER}"))),
        false => Err(wrong("each is 1..1000")),
    }
}

/// The names of `[name,…]` or of one name; nothing for `none`.
fn names(text: &str) -> Vec<&str> {
    let text = text.trim();
    let inner = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    inner.split(',').map(str::trim).filter(|name| !name.is_empty() && *name != "none").collect()
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
            number.ok_or_else(|| {
                Error::question(format!("`{key} = {text}` is not a whole number up to a million"))
                    .with_hint(format!("as in `{key} = 2`"))
                    .about(About::value(key))
            })
        };
        let ranged = |key: &str, usual: i32, low: i32, high: i32| match number(key, usual)? {
            number if (low..=high).contains(&number) => Ok(number),
            number => Err(Error::question(format!("`{key} = {number}` is out of range"))
                .with_hint(format!("it is {low}..{high}"))
                .about(About::value(key))),
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
        let critical = match get("critical.face").filter(|face| face != "none") {
            None => None,
            Some(_) => Some((number("critical.face", 0)?, ranged("critical.raises", 1, 1, 100)?)),
        };
        let tries = ranged("retry.times", 1, 1, 100)? as u16;
        let asked = |keys: &[&str]| keys.iter().any(|key| get(key).is_some());
        let fight = if asked(&["end.on", "end.after", "end.limit"]) {
            let on = get("end.on")
                .filter(|name| name != "none")
                .map(|name| band("end.on", &name, "a fight ends on one of the bands"))
                .transpose()?;
            let after = counts(&text("end.after")).map_err(about("end.after"))?;
            let after = after.into_iter().map(|(name, times)| {
                Ok((
                    band("end.after", &name, "a fight ends after so many of one of the bands")?,
                    times as u16,
                ))
            });
            let after = after.collect::<Result<Vec<_>>>()?;
            if on.is_none() && after.is_empty() {
                return Err(Error::question("the fight has no end")
                    .with_hint("say the result that ends it (`end.on`), or how many (`end.after`)")
                    .about(About::value("end")));
            }
            let carry_on = get("carry.on").unwrap_or_default();
            let mut carries = vec![false; bands.len()];
            for name in names(&carry_on) {
                carries
                    [band("carry.on", name, "penalties are left by some of the bands")? as usize] =
                    true;
            }
            let carry =
                [ranged("carry.mine", 0, -1000, 1000)?, ranged("carry.theirs", 0, -1000, 1000)?];
            Some(Fight {
                carries,
                carry,
                on,
                after,
                limit: ranged("end.limit", 60, 1, 1000)? as u16,
            })
        } else if asked(&["carry.on", "carry.mine", "carry.theirs"]) {
            return Err(Error::question("penalties are carried in a fight, and this is none")
                .with_hint("say when it ends: `end = { on = … }`")
                .about(About::value("carry")));
        } else {
            None
        };
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
            critical,
            // Blow follows blow in a fight until it ends, and it counts its blows alone.
            tries: if fight.is_some() { 1 } else { tries },
            idle_retry: fight.is_some() && tries > 1,
            fight,
        })
    }
}

fn of_settings(set: &Settings, key: &str) -> Option<String> {
    set.all().get(key).map(ToString::to_string)
}

fn two_sided(set: &Settings) -> Result<Box<dyn Check>> {
    let rule = HouseRule::read(|key| of_settings(set, key))?;
    rule.can_come()?;
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
        Ok(Box::new(HouseRule::read(keys)?))
    },
    ..Definition::PLAIN
};

pub const OPPOSED: Definition = Definition {
    id: "house.opposed",
    title: "Opposed check of your own",
    about: "Any dice or deck and a number against any other; results by margin, criticals by face.",
    source: SOURCE,
    luck: "one face (or card) a die, own side first, in the order of the expressions",
    fields: &[
        &[MINE_LUCK, MINE_ADD, THEIRS_LUCK, THEIRS_ADD, TIE, BANDS, SUCCESS, CRITICAL_FACE],
        &[CRITICAL_RAISES, RETRY_TIMES],
    ],
    build: two_sided,
    ..Definition::PLAIN
};

pub const KNOCKOUT: Definition = Definition {
    id: "house.knockout",
    title: "Fight of your own",
    about: "Blow after blow of any dice or deck against any other, with penalties that add up, until a result ends it.",
    source: SOURCE,
    luck: "for each blow one face (or card) a die, own side first, in the order of the expressions",
    fields: &[
        &[MINE_LUCK, MINE_ADD, THEIRS_LUCK, THEIRS_ADD, TIE],
        &[BANDS.required("[miss:10,hit:15,crit:99]"), CRITICAL_FACE, CRITICAL_RAISES, CARRY_ON],
        &[CARRY_MINE, CARRY_THEIRS, END_ON, END_AFTER, END_LIMIT],
    ],
    build: two_sided,
    ..Definition::PLAIN
};
