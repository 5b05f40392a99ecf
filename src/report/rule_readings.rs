//! Which reading of an unclear rule matters?

use super::fights::{self, BINS, Course, blows, courses, setting, source};
use super::pictures::drawn;
use super::prose::list;
use super::{Drawn, Report, Said, Work};
use crate::chart::{Axis, Cell, Figure, Heat, Stack, Values};
use crate::error::{Error, Result};
use crate::scenario::Answered;
use crate::text::{Table, capital};

const NAME: &str = "rule-readings";

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    question: "The Toughness rules can be read in several ways. How many blows does a knock-out take under each reading, and which reading matters most?",
    say,
};

/// A check under a reading, and the one that it is held against: the first of its game and its track.
struct Reading<'a> {
    label: &'a str,
    courses: Vec<Course<'a>>,
    base: Vec<Course<'a>>,
    /// The switches that it turns.
    turned: Vec<&'a str>,
    lethal: bool,
}

impl Reading<'_> {
    /// Whether it changes a mean by what can be seen.
    fn matters(&self) -> bool {
        self.courses
            .iter()
            .zip(&self.base)
            .any(|(one, base)| (one.mean() - base.mean()).abs() >= SEEN)
    }

    /// The change in mean blows at equal ranks.
    fn change(&self) -> Result<f64> {
        Ok(fights::at(&self.courses, 0)?.mean() - fights::at(&self.base, 0)?.mean())
    }
}

/// Fields that differ between the readings and say nothing of a reading.
const NO_SWITCH: [&str; 4] = ["toughness", "damage", "lethal", "limit"];

/// The least change in mean blows that is told.
const SEEN: f64 = 0.01;
/// The switches of the four readings of the stagger.
const STAGGER: [&str; 2] = ["stagger_bruises", "second_stagger"];

fn switches(check: &Answered) -> Vec<&str> {
    let telling = check.findings.first().map(|finding| finding.case.settings.telling());
    telling.map_or(Vec::new(), |fields| {
        fields.iter().map(|(name, _)| name).filter(|name| !NO_SWITCH.contains(name)).collect()
    })
}

fn readings(work: &Work) -> Result<Vec<Reading<'_>>> {
    work.answers.checks.iter().map(|check| reading(work, check)).collect()
}

fn reading<'a>(work: &'a Work, check: &'a Answered) -> Result<Reading<'a>> {
    let kind = |check: &Answered| {
        (
            check.findings.first().map(|finding| finding.case.entry.id.clone()),
            setting(check, "lethal"),
        )
    };
    let base = work.answers.checks.iter().find(|other| kind(other) == kind(check)).unwrap_or(check);
    Ok(Reading {
        label: &check.label,
        courses: courses(work, &check.label)?,
        base: courses(work, &base.label)?,
        turned: switches(check),
        lethal: setting(check, "lethal").as_deref() == Some("true"),
    })
}

fn say(work: &Work) -> Result<Said> {
    let readings = readings(work)?;
    let changed = readings
        .iter()
        .map(|reading| Ok((reading, reading.change()?)))
        .collect::<Result<Vec<_>>>()?;
    let game = readings.first().map_or("", |reading| reading.courses[0].id);
    let mut single: Vec<&(&Reading, f64)> =
        changed.iter().filter(|(reading, _)| reading.turned.len() == 1).collect();
    single.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    let of = |lethal: bool, own: bool| -> Vec<&(&Reading, f64)> {
        let here = |(reading, _): &(&Reading, f64)| {
            reading.lethal == lethal && (reading.courses[0].id == game) == own
        };
        single.iter().copied().filter(|found| here(found)).collect()
    };
    let (own, other, lethal) = (of(false, true), of(false, false), of(true, true));
    let (Some((most, _)), Some((most_other, _))) = (own.first(), other.first()) else {
        return Err(Error::question(
            "the report needs readings of both games that turn one switch",
        ));
    };
    let told = |reading: &Reading| -> Result<String> {
        let (base, turned) = (fights::at(&reading.base, 0)?, fights::at(&reading.courses, 0)?);
        Ok(format!(
            "{} blows instead of {} on the average (median {} instead of {})",
            blows(turned.mean()),
            blows(base.mean()),
            turned.within(0.5),
            base.within(0.5)
        ))
    };
    let answer = if most.turned == most_other.turned {
        format!(
            "In both games the reading that matters most is \"{}\": at equal ranks a knock-out then takes {} by cards, and {} by the d20.",
            most.label,
            told(most)?,
            told(most_other)?
        )
    } else {
        format!(
            "The reading that matters most is \"{}\" by cards, where at equal ranks a knock-out then takes {}, and \"{}\" by the d20, with {}.",
            most.label,
            told(most)?,
            most_other.label,
            told(most_other)?
        )
    };
    let rest = |found: &[&(&Reading, f64)]| -> String {
        let seen = found
            .iter()
            .filter(|(reading, change)| reading.turned != most.turned && change.abs() >= SEEN);
        let each: Vec<String> = seen
            .map(|(reading, change)| format!("\"{}\" {}", plain(reading), by(*change)))
            .collect();
        if each.is_empty() { "none changes anything".to_owned() } else { list(&each) }
    };
    let order = format!(
        "Of the others, one at a time and in mean blows at equal ranks: by cards, {}; by the d20, {}; by cards where damage is lethal, {}.",
        rest(&own),
        rest(&other),
        rest(&lethal)
    );
    let unseen: Vec<&Reading> = own
        .iter()
        .chain(&other)
        .chain(&lethal)
        .filter(|(_, change)| change.abs() < SEEN)
        .map(|(reading, _)| *reading)
        .collect();
    let names: Vec<String> =
        unseen.iter().map(|reading| format!("\"{}\"", reading.label)).collect();
    let mut none = format!("Less than a hundredth of a blow is changed by {}.", list(&names));
    if names.is_empty() {
        none.clear();
    }
    if unseen.iter().any(|reading| reading.turned == ["tie"]) {
        none += " A stun costs nothing in this count: every blow lands and the target does not strike back.";
    }
    Ok(Said {
        paragraphs: vec![answer, four(&readings)?, order, none],
        tables: vec![(
            "Blows until the target is down at equal ranks (Toughness 10 against damage 10), and the change in the mean against the default reading.".into(),
            table(&changed)?,
        )],
        pictures: vec![bars(work, &readings)?, changes(work, &readings)?],
    })
}

/// A label as the name of a row; the die keeps its small letter.
fn headed(label: &str) -> String {
    if label.starts_with("d20") { label.to_owned() } else { capital(label) }
}

/// A reading without the name of its game or its track.
fn plain<'a>(reading: &Reading<'a>) -> &'a str {
    reading.label.split_once(": ").map_or(reading.label, |(_, label)| label)
}

/// A change in words: "adds 0.33 blows", "takes 0.85".
fn by(change: f64) -> String {
    format!("{} {:.2}", if change > 0.0 { "adds" } else { "takes away" }, change.abs())
}

/// The four readings of the stagger, of each game.
fn four(readings: &[Reading]) -> Result<String> {
    let mut parts = Vec::new();
    let mut ids: Vec<&str> = readings.iter().map(|reading| reading.courses[0].id).collect();
    ids.dedup();
    for id in ids {
        let stagger = |reading: &&Reading| {
            reading.courses[0].id == id
                && !reading.lethal
                && reading.turned.iter().all(|name| STAGGER.contains(name))
        };
        let four: Vec<&Reading> = readings.iter().filter(stagger).collect();
        let even = four
            .iter()
            .map(|reading| fights::at(&reading.courses, 0))
            .collect::<Result<Vec<_>>>()?;
        let low = even.iter().min_by(|a, b| a.mean().total_cmp(&b.mean()));
        let high = even.iter().max_by(|a, b| a.mean().total_cmp(&b.mean()));
        if let (Some(low), Some(high)) = (low, high) {
            let game = if id.starts_with("melodrama") { "by cards" } else { "by the d20" };
            parts.push(format!(
                "from {:.2} to {:.2} {game} (medians {} to {})",
                low.mean(),
                high.mean(),
                low.within(0.5),
                high.within(0.5)
            ));
        }
    }
    Ok(format!(
        "Under the four readings of the stagger (does it bruise, does a second one knock out) the mean at equal ranks goes {}.",
        list(&parts)
    ))
}

fn table(changed: &[(&Reading, f64)]) -> Result<Table> {
    let mut table =
        Table::new(1, ["reading", "mean", "sd", "median", "90 %", "change", "per cent"]);
    for (reading, change) in changed {
        let (course, base) = (fights::at(&reading.courses, 0)?, fights::at(&reading.base, 0)?);
        let sign = |value: f64, decimals: usize| {
            let text = format!("{:.decimals$}", value.abs());
            let nothing = text.trim_matches(['0', '.']).is_empty();
            let sign = if nothing {
                ""
            } else if value > 0.0 {
                "+"
            } else {
                "\u{2212}"
            };
            format!("{sign}{text}")
        };
        table.row([
            reading.label.to_owned(),
            format!("{:.2}", course.mean()),
            format!("{:.2}", course.sd()),
            course.within(0.5).to_string(),
            course.within(0.9).to_string(),
            sign(*change, 2),
            sign(change / base.mean() * 100.0, 1),
        ]);
    }
    Ok(table)
}

/// The blows of every reading at equal ranks, as rows.
fn bars(work: &Work, readings: &[Reading]) -> Result<Drawn> {
    let names = readings.iter().map(|reading| headed(reading.label));
    let bars = readings
        .iter()
        .enumerate()
        .map(|(row, reading)| Ok(fights::at(&reading.courses, 0)?.bar(row as f64)));
    let stack = Stack {
        axis: Axis::named("", names),
        rungs: BINS.iter().map(|(name, ..)| (*name).to_owned()).collect(),
        success: None,
        bars: bars.collect::<Result<_>>()?,
    };
    // Each game and each track has a range of its own.
    let range = |id: &str, lethal: bool| -> Result<String> {
        let here = readings
            .iter()
            .filter(|reading| reading.courses[0].id == id && reading.lethal == lethal);
        let means = here
            .map(|reading| Ok(fights::at(&reading.courses, 0)?.mean()))
            .collect::<Result<Vec<f64>>>()?;
        let (low, high) = means
            .iter()
            .fold((f64::MAX, f64::MIN), |(low, high), mean| (low.min(*mean), high.max(*mean)));
        Ok(format!("{} to {}", blows(low), blows(high)))
    };
    let id = |place: usize| readings.get(place).map_or("", |reading| reading.courses[0].id);
    let (cards, dice) = (id(0), id(readings.len() - 1));
    let title = format!(
        "By its reading, a knock-out takes {} blows by cards ({} if lethal) and {} by the d20",
        range(cards, false)?,
        range(cards, true)?,
        range(dice, false)?
    );
    let subtitle =
        "Share of knock-outs by how many blows they take, per cent, Toughness 10 against damage 10";
    drawn("chart.svg", &Figure::of(title, subtitle, source(work, NAME), stack))
}

/// What every reading changes, over Toughness less damage.
fn changes(work: &Work, readings: &[Reading]) -> Result<Drawn> {
    // From the top: the first reading has the highest place.
    let told: Vec<&Reading> = readings
        .iter()
        .filter(|reading| !reading.turned.is_empty() && reading.matters())
        .rev()
        .collect();
    let row = |(y, reading): (usize, &&Reading)| {
        let cells = reading.courses.iter().zip(&reading.base);
        cells
            .map(|(one, base)| Cell {
                x: one.edge as f64,
                y: y as f64,
                value: one.mean() - base.mean(),
            })
            .collect::<Vec<_>>()
    };
    let heat = Heat {
        across: Axis::edge("Toughness less damage"),
        up: Axis::named("", told.iter().map(|reading| headed(reading.label))),
        cells: told.iter().enumerate().flat_map(row).collect(),
        values: Values::Numbers("blows".into()),
        even: Some(0.0),
    };
    let by = |a: &&Cell, b: &&Cell| a.value.abs().total_cmp(&b.value.abs());
    let largest = heat.cells.iter().max_by(by).map(|cell| (told[cell.y as usize], cell));
    let Some((reading, cell)) = largest else {
        return Err(Error::question("no reading changes a mean"));
    };
    // The first reading that turns the same switch says it without its game.
    let label = readings
        .iter()
        .find(|other| other.turned == reading.turned)
        .map_or(reading.label, |other| other.label);
    let game =
        if reading.courses[0].id == readings[0].courses[0].id { "by cards" } else { "by the d20" };
    let title = format!(
        "Up to {} blows {} if {label}, {game} {}",
        blows(cell.value.abs()),
        if cell.value > 0.0 { "more" } else { "fewer" },
        fights::at_ranks(cell.x as i64)
    );
    let subtitle =
        "Change in the mean number of blows against the default reading of the same game and track";
    drawn("changes.svg", &Figure::of(title, subtitle, source(work, NAME), heat))
}
