//! Character Points: the cost of a template, a character and its equipment by the tables of the
//! text.

use std::path::Path;

use toml::{Table, Value};

use super::blow::{Combatant, Weapon};
use oddsmith_base::{Error, Result, shown};
use oddsmith_engine::rule::{Columns, Handle, Success};
use oddsmith_mechanics::{Certain, exactly};
use oddsmith_registry::{Definition, Field, document, fields};

fields! {
    struct PointsFields {
        build: String, "what is priced: levels by number, the rest true, a second piece of partial cover in a list",
            checked("a TOML file or an inline table: template, character and equipment with the rows of the tables",
                |text| points(text).map(drop)),
            verbatim(), required("{character={ability_levels=4}}"), source("Character Points");
        budget: Option<i32>, "Character Points that may be spent; the points left are shown",
            unit("CP"), range(-1_000_000, 1_000_000),
            named(&[("minor_npc", 250), ("new_pc", 300), ("legendary_hero", 1000), ("superhero", 3000)]),
            source("Character Points");
    }
}

/// Groups of table rows that exclude each other.
const EXCLUSIVE: [&[&str]; 6] = [
    &["no_variability", "low_variability", "medium_variability", "high_variability"],
    &["none", "single", "multiple", "each_hand"],
    &["one_sharp_weapon", "multiple_sharp_weapons"],
    &["one_padded_weapon", "multiple_padded_weapons"],
    &["daily_regeneration", "hourly_regeneration", "sudden_regeneration"],
    &["more_speed", "less_speed"],
];

/// Rows of a table with their price in Character Points, per level or once for a quality.
type Rows = &'static [(&'static str, i32)];

/// Prices of the rows of the table Template Character Points.
const TEMPLATE: Rows = &[
    ("no_variability", -10),
    ("low_variability", -5),
    ("medium_variability", 0),
    ("high_variability", 5),
    ("agility_levels", 15),
    ("strength_levels", 10),
    ("toughness_levels", 5),
    ("running_levels", 10),
    ("swimming_levels", 10),
    ("airspeed_levels", 10),
    ("ability_levels", 8),
    ("flying", 15),
    ("gliding", 10),
    ("soaring", 5),
    ("parachuting", 5),
    ("perfect_regeneration", 10),
    ("daily_regeneration", 10),
    ("hourly_regeneration", 30),
    ("sudden_regeneration", 50),
    ("mechanical", 5),
    ("blind", -70),
    ("deaf", -30),
    ("dumb", -10),
    ("mute", -15),
    ("inept", -20),
    ("unintelligent", -40),
    ("none", -50),
    ("single", -20),
    ("multiple", 0),
    ("each_hand", 10),
    ("leverage_levels", 4),
    ("offense_levels", 5),
    ("meters_of_range", 1),
    ("one_sharp_weapon", 20),
    ("multiple_sharp_weapons", 30),
    ("one_padded_weapon", 5),
    ("multiple_padded_weapons", 8),
];

/// Prices of the rows of the table Character Character Points.
const CHARACTER: Rows = &[
    ("ability_levels", 5),
    ("more_speed", 20),
    ("less_speed", -20),
    ("agility_levels", 10),
    ("toughness_levels", 3),
    ("strength_levels", 5),
    ("running_levels", 10),
    ("swimming_levels", 10),
    ("airspeed_levels", 10),
];

/// Prices of the rows of the table Equipment Character Points.
const EQUIPMENT: Rows = &[
    ("heft_levels", -10),
    ("power_levels", 10),
    ("meters_of_range", 1),
    ("offense_levels", 5),
    ("control_levels", 10),
    ("sharp", 20),
    ("padded", 5),
    ("two_handed", -10),
    ("flash", -5),
    ("noise", -10),
    ("smoke", -20),
];

/// Prices of the speeds that the text lists for a template, by speed.
const SPEEDS: [(f64, i32); 5] = [(0.25, -30), (0.5, 0), (1.0, 30), (2.0, 60), (3.0, 90)];

/// Prices of 1 to 10 shots before reloading (10: ten or more), without the time of reloading.
const SHOTS: [i32; 10] = [0, 5, 10, 12, 14, 16, 17, 18, 19, 20];

/// Heaviest mass of each table row, in kilograms; each row costs 1 point less than the row before.
const MASSES: [f64; 23] = [
    0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.10, 0.20, 0.50, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0,
    100.0, 200.0, 500.0, 1000.0, 2000.0, 5000.0, 10_000.0, 20_000.0,
];

/// Price of a mass below the first row, in Character Points.
const NO_MASS: i64 = 10;

const CP: Handle = Handle::first("cp");
const LEFT: Handle = CP.then("left");

/// Returns the cost of a build, given as the path of a TOML file or as an inline table.
///
/// # Formula
/// The sum of its rows: levels multiplied by their price (negative levels count negatively),
/// qualities once, partial cover `5 x cover x absorption` per piece, complete cover
/// `50 x absorption`, shots by their price less `2 x reload time` in turns, mass by the listed row
/// of the same or the next heavier mass.
///
/// # Source
/// Mano a Mano, Character Points.
///
/// # Errors
/// If the build can't be read, has an unknown row, has two rows that exclude each other, or has an
/// amount out of range.
fn points(text: &str) -> Result<i32> {
    priced(&build(text)?)
}

/// Reads a build from a TOML file or an inline table.
fn build(text: &str) -> Result<Table> {
    match text.trim().starts_with('{') {
        true => {
            let line = format!("build = {text}");
            let whole: Table = parsed(&line)?;
            Ok(whole.get("build").and_then(Value::as_table).cloned().unwrap_or_default())
        }
        false => document::read(Path::new(text), parsed),
    }
}

/// Returns the cost of a build in Character Points.
fn priced(table: &Table) -> Result<i32> {
    let mut cp = 0i64;
    for (part, value) in table {
        cp += match (part.as_str(), value) {
            ("template", Value::Table(rows)) => template(rows)?,
            ("character", Value::Table(rows)) => listed(rows, CHARACTER, &[], "character")?,
            ("equipment", Value::Array(pieces)) => {
                let piece = |piece: &Value| piece.as_table().map(equipment);
                let wrong = || Error::question("a piece of equipment is no table");
                let pieces = pieces.iter().map(|one| piece(one).ok_or_else(wrong)?);
                pieces.collect::<Result<Vec<i64>>>()?.iter().sum()
            }
            ("equipment", Value::Table(rows)) => equipment(rows)?,
            ("template" | "character" | "equipment", _) => {
                return Err(Error::question(format!("`{part}` is no table of rows"))
                    .with_hint("as in `character = { ability_levels = 4 }`"));
            }
            _ => {
                let known = ["template", "character", "equipment"];
                return Err(Error::unknown("part", part, "a build", known));
            }
        };
    }
    match i32::try_from(cp) {
        Ok(cp) if (-1_000_000..=1_000_000).contains(&cp) => Ok(cp),
        _ => Err(Error::question(format!("a build of {cp} Character Points is out of range"))
            .with_hint("the text's largest are 3000")),
    }
}

/// Field of a character in a fight that replaces its numbers with a build.
pub const BUILD_OF_CHARACTER: Field = Field::text(
    "build",
    "none, a TOML file or an inline table as in mano.points",
    |text| if text == "none" { Ok(()) } else { points(text).map(drop) },
    "a build of Character Points, which says all of its numbers; none: they are given",
)
.verbatim()
.default("none")
.source("Character Points; what levels are in combat is the wiki's");

/// Returns the numbers and the agility of a character: those of the build, or `given` if the text
/// is `none`.
///
/// # Formula
/// Attack: ability + offense levels. Defence: ability + agility. Power: 3 + strength + leverage +
/// the highest power of a weapon. Toughness: 7 + toughness levels. A weapon is blunt unless a row
/// makes it sharp or padded. Armour is the piece of complete or partial cover with the highest
/// absorption; complete cover has cover 1000.
///
/// # Source
/// The combat pages of the Mano a Mano wiki, whose sample person has strength 3 and toughness 7.
///
/// # Errors
/// If the build can't be read or priced.
pub fn combatant(text: &str, given: (Combatant, i32)) -> Result<(Combatant, i32)> {
    if text == "none" {
        return Ok(given);
    }
    let table = build(text)?;
    priced(&table)?;
    let pieces: Vec<&Table> = match table.get("equipment") {
        Some(Value::Array(pieces)) => pieces.iter().filter_map(Value::as_table).collect(),
        Some(Value::Table(piece)) => vec![piece],
        _ => Vec::new(),
    };
    let person = ["template", "character"].map(|part| table.get(part).and_then(Value::as_table));
    let person: Vec<&Table> = person.into_iter().flatten().collect();
    let amount = |rows: &Table, row: &str| {
        rows.get(row).and_then(Value::as_integer).unwrap_or(0).clamp(-1000, 1000) as i32
    };
    let has = |rows: &Table, row: &str| {
        rows.get(row).is_some_and(|value| !matches!(value, Value::Boolean(false)))
    };
    let levels = |row: &str| person.iter().map(|rows| amount(rows, row)).sum::<i32>();
    let best = |row: &str| pieces.iter().map(|rows| amount(rows, row)).max().unwrap_or(0);
    let any = |rows: &[&str]| {
        rows.iter().any(|row| person.iter().chain(&pieces).any(|table| has(table, row)))
    };
    let (mut armour, mut cover) = (0, 0);
    for rows in person.iter().chain(&pieces) {
        for (piece, absorption) in covers(rows)? {
            if absorption as i32 > armour {
                (armour, cover) = (absorption as i32, piece.map_or(1000, |cover| cover as i32));
            }
        }
    }
    let (ability, agility) = (levels("ability_levels"), levels("agility_levels"));
    let combatant = Combatant {
        attack: ability + levels("offense_levels") + best("offense_levels"),
        defense: ability + agility,
        power: 3 + levels("strength_levels") + levels("leverage_levels") + best("power_levels"),
        toughness: 7 + levels("toughness_levels"),
        kind: match () {
            () if any(&["sharp", "one_sharp_weapon", "multiple_sharp_weapons"]) => Weapon::Sharp,
            () if any(&["padded", "one_padded_weapon", "multiple_padded_weapons"]) => {
                Weapon::Padded
            }
            () => Weapon::Blunt,
        },
        armour,
        cover,
        ..given.0
    };
    Ok((combatant, agility))
}

fn parsed(text: &str) -> Result<Table> {
    text.parse::<Table>().map_err(|error| {
        Error::question(format!("the build is no TOML: {}", error.message().replace('\n', ", ")))
            .with_hint("as in {character={ability_levels=4}}")
    })
}

/// Returns the cost of the rows of a table, except those in `own`, which are priced separately.
fn listed(rows: &Table, prices: Rows, own: &[&str], of: &str) -> Result<i64> {
    for group in EXCLUSIVE {
        let there = |row: &&&str| !matches!(rows.get(**row), None | Some(Value::Boolean(false)));
        let mut given = group.iter().filter(there);
        if let (Some(one), Some(other)) = (given.next(), given.next()) {
            return Err(Error::question(format!("`{one}` and `{other}` exclude each other"))
                .with_hint(format!("leave one of them out of `{of}`")));
        }
    }
    let mut cp = 0;
    for (row, value) in rows.iter().filter(|(row, _)| !own.contains(&row.as_str())) {
        let known = || prices.iter().map(|(row, _)| *row).chain(own.iter().copied());
        let price = prices.iter().find(|(name, _)| name == row);
        let (_, price) = price.ok_or_else(|| Error::unknown("row", row, of, known()))?;
        let times = match value {
            Value::Boolean(there) => i64::from(*there),
            value => amount(row, value, -1000)?,
        };
        cp += i64::from(*price) * times;
    }
    Ok(cp)
}

/// Reads a whole number from `least` to 1000.
fn amount(row: &str, value: &Value, least: i64) -> Result<i64> {
    let number = value.as_integer().filter(|number| (least..=1000).contains(number));
    number.ok_or_else(|| {
        Error::question(format!("`{row} = {}` is no amount", shown(&value.to_string())))
            .with_hint(format!("it is true, or a whole number from {least} to 1000"))
    })
}

fn template(rows: &Table) -> Result<i64> {
    let own = ["speed", "partial_cover", "complete_cover"];
    let mut cp = listed(rows, TEMPLATE, &own, "template")? + priced_covers(rows)?;
    if let Some(speed) = rows.get("speed") {
        let given = number(speed);
        let known = SPEEDS.iter().find(|(speed, _)| Some(*speed) == given);
        let (_, price) = known.ok_or_else(|| {
            Error::question(format!("the text lists no speed of {}", shown(&speed.to_string())))
                .with_hint("it lists 0.25, 0.5, 1, 2 and 3")
        })?;
        cp += i64::from(*price);
    }
    Ok(cp)
}

fn equipment(rows: &Table) -> Result<i64> {
    let own = ["partial_cover", "complete_cover", "shots", "reload_time", "mass"];
    let mut cp = listed(rows, EQUIPMENT, &own, "equipment")? + priced_covers(rows)?;
    let reload = rows.get("reload_time").map_or(Ok(0), |time| amount("reload_time", time, 0))?;
    match rows.get("shots") {
        Some(Value::String(word)) if word == "no_limit" => cp += 20,
        Some(shots) => {
            let shots = amount("shots", shots, 1)?;
            cp += i64::from(SHOTS[shots.min(10) as usize - 1]) - 2 * reload;
        }
        None if reload > 0 => {
            return Err(Error::question("`reload_time` without `shots`")
                .with_hint("say how many shots there are before reloading"));
        }
        None => {}
    }
    if let Some(mass) = rows.get("mass") {
        cp += priced_mass(mass)?;
    }
    Ok(cp)
}

/// Returns the price of a mass: that of the same or the next heavier row, or [`NO_MASS`] below the
/// first row.
fn priced_mass(mass: &Value) -> Result<i64> {
    let kilograms = number(mass).filter(|mass| *mass >= 0.0).ok_or_else(|| {
        Error::question(format!("`mass = {}` is no mass", shown(&mass.to_string())))
            .with_hint("in kilograms, as in `mass = 1.5`")
    })?;
    if kilograms < MASSES[0] {
        return Ok(NO_MASS);
    }
    let row = MASSES.iter().position(|most| kilograms <= *most);
    row.map(|row| NO_MASS - 1 - row as i64).ok_or_else(|| {
        Error::question(format!("the text prices no mass of {kilograms} kg"))
            .with_hint("its heaviest row ends at 20,000 kg")
    })
}

/// Returns the cover and the absorption of each piece of cover; complete cover has no amount of
/// cover.
fn covers(rows: &Table) -> Result<Vec<(Option<i64>, i64)>> {
    let pieces = match rows.get("partial_cover") {
        Some(Value::Array(pieces)) => pieces.iter().collect(),
        one => Vec::from_iter(one),
    };
    let mut covers = Vec::new();
    for partial in pieces {
        let part = |name: &str| partial.get(name).map(|value| amount(name, value, 0));
        let (Some(cover), Some(absorption)) = (part("cover"), part("absorption")) else {
            return Err(Error::question("partial cover has a cover and an absorption").with_hint(
                "as in `partial_cover = { cover = 2, absorption = 3 }`, or a list of such pieces",
            ));
        };
        covers.push((Some(cover?), absorption?));
    }
    if let Some(complete) = rows.get("complete_cover") {
        covers.push((None, amount("complete_cover", complete, 0)?));
    }
    Ok(covers)
}

/// Returns the price of all cover.
fn priced_covers(rows: &Table) -> Result<i64> {
    let price =
        |(cover, absorption): &(Option<i64>, i64)| cover.map_or(50, |cover| 5 * cover) * absorption;
    Ok(covers(rows)?.iter().map(price).sum())
}

fn number(value: &Value) -> Option<f64> {
    value.as_float().or_else(|| value.as_integer().map(|number| number as f64))
}

pub const ENTRY: Definition = Definition {
    id: "mano.points",
    title: "Character Points",
    about: "What a template, a character and its equipment cost, by the text's tables, and what a budget leaves.",
    source: "Mano a Mano, Character Points",
    luck: "none",
    fields: &[PointsFields::FIELDS],
    build: |set| {
        let PointsFields { build, budget } = PointsFields::read(set);
        let cp = points(&build)?;
        let (mut columns, mut scores) = (vec![exactly((CP, cp))], vec![(CP, cp)]);
        let mut told = format!("{cp} Character Points");
        if let Some(budget) = budget {
            let left = budget - cp;
            columns.push(exactly((LEFT, left)).success(Success::AtLeast(0)));
            scores.push((LEFT, left));
            told = format!("{cp} of {budget} Character Points, {left} are left");
        }
        let columns = Columns::new(columns);
        Ok(Box::new(Certain { columns, scores, told: vec![told], remark: None }))
    },
    ..Definition::PLAIN
};
