//! Which reading of an unclear rule matters?

use super::fights::{self, BINS, Course, blows, courses, drawn, setting, source};
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
    turned: Vec<&'static str>,
    lethal: bool,
}

impl Reading<'_> {
    /// Whether it changes a mean by what can be seen.
    fn matters(&self) -> bool {
        self.courses.iter().zip(&self.base).any(|(one, base)| (one.mean() - base.mean()).abs() >= SEEN)
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

fn switches(check: &Answered) -> Vec<&'static str> {
    let telling = check.findings.first().map(|finding| finding.case.settings.telling());
    telling.map_or(Vec::new(), |fields| fields.iter().map(|(name, _)| name).filter(|name| !NO_SWITCH.contains(name)).collect())
}

fn readings(work: &Work) -> Result<Vec<Reading<'_>>> {
    work.answers.checks.iter().map(|check| reading(work, check)).collect()
}

fn reading<'a>(work: &'a Work, check: &'a Answered) -> Result<Reading<'a>> {
    let kind = |check: &Answered| (check.findings.first().map(|finding| finding.case.entry.id), setting(check, "lethal"));
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
    let changed = readings.iter().map(|reading| Ok((reading, reading.change()?))).collect::<Result<Vec<_>>>()?;
    let game = readings.first().map_or("", |reading| reading.courses[0].id);
    let mut single: Vec<&(&Reading, f64)> = changed.iter().filter(|(reading, _)| reading.turned.len() == 1).collect();
    single.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    let (own, other): (Vec<_>, Vec<_>) = single.into_iter().partition(|(reading, _)| reading.courses[0].id == game);
    let Some((most, _)) = own.first() else { return Err(Error::question("the report needs readings that turn one switch")) };
    let (base, turned) = (fights::at(&most.base, 0)?, fights::at(&most.courses, 0)?);
    let answer = format!(
        "The reading that matters most is \"{}\": at equal ranks it makes a knock-out take {} blows instead of {} on the average, {} instead of {} in the median.",
        most.label,
        blows(turned.mean()),
        blows(base.mean()),
        turned.within(0.5),
        base.within(0.5)
    );
    let dice = match other.first() {
        Some((reading, _)) => {
            let (base, turned) = (fights::at(&reading.base, 0)?, fights::at(&reading.courses, 0)?);
            let same = if reading.turned == most.turned { "the same one" } else { "another one" };
            format!(" By the d20 it is {same}: {} blows instead of {}.", blows(turned.mean()), blows(base.mean()))
        }
        None => String::new(),
    };
    let answer = answer + &dice;
    let each = |(reading, change): &(&Reading, f64)| format!("\"{}\" {}", reading.label, by(*change));
    let mut all: Vec<_> = own.iter().chain(&other).collect();
    all.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    let told = all.into_iter().filter(|(reading, change)| reading.turned != most.turned && change.abs() >= SEEN);
    let order = format!("Of the others, one at a time and in mean blows at equal ranks, {}.", list(&told.map(each).collect::<Vec<_>>()));
    let unseen: Vec<&Reading> = own.iter().chain(&other).filter(|(_, change)| change.abs() < SEEN).map(|(reading, _)| *reading).collect();
    let names: Vec<String> = unseen.iter().map(|reading| format!("\"{}\"", reading.label)).collect();
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
        let stagger =
            |reading: &&Reading| reading.courses[0].id == id && !reading.lethal && reading.turned.iter().all(|name| STAGGER.contains(name));
        let four: Vec<&Reading> = readings.iter().filter(stagger).collect();
        let even = four.iter().map(|reading| fights::at(&reading.courses, 0)).collect::<Result<Vec<_>>>()?;
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
    let mut table = Table::new(1, ["reading", "mean", "sd", "median", "90 %", "change", "per cent"]);
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
    let bars = readings.iter().enumerate().map(|(row, reading)| Ok(fights::at(&reading.courses, 0)?.bar(row as f64)));
    let stack = Stack {
        axis: Axis::named("", names),
        rungs: BINS.iter().map(|(name, ..)| (*name).to_owned()).collect(),
        success: None,
        bars: bars.collect::<Result<_>>()?,
    };
    let means = readings.iter().map(|reading| Ok(fights::at(&reading.courses, 0)?.mean())).collect::<Result<Vec<f64>>>()?;
    let (low, high) = means.iter().fold((f64::MAX, f64::MIN), |(low, high), mean| (low.min(*mean), high.max(*mean)));
    let title = format!("One fight, {} readings: from {} to {} blows", readings.len(), blows(low), blows(high));
    let subtitle = "Share of knock-outs by how many blows they take, per cent, Toughness 10 against damage 10";
    drawn("chart.svg", &Figure::of(title, subtitle, source(work, NAME), stack))
}

/// What every reading changes, over Toughness less damage.
fn changes(work: &Work, readings: &[Reading]) -> Result<Drawn> {
    // From the top: the first reading has the highest place.
    let told: Vec<&Reading> = readings.iter().filter(|reading| !reading.turned.is_empty() && reading.matters()).rev().collect();
    let row = |(y, reading): (usize, &&Reading)| {
        let cells = reading.courses.iter().zip(&reading.base);
        cells.map(|(one, base)| Cell { x: one.edge as f64, y: y as f64, value: one.mean() - base.mean() }).collect::<Vec<_>>()
    };
    let heat = Heat {
        across: Axis::edge("Toughness less damage"),
        up: Axis::named("", told.iter().map(|reading| headed(reading.label))),
        cells: told.iter().enumerate().flat_map(row).collect(),
        values: Values::Numbers("blows".into()),
        even: Some(0.0),
    };
    let by = |a: &&Cell, b: &&Cell| a.value.abs().total_cmp(&b.value.abs());
    let largest = heat.cells.iter().max_by(by).map(|cell| (told[cell.y as usize], cell.value));
    let Some((reading, value)) = largest else { return Err(Error::question("no reading changes a mean")) };
    // The first reading that turns the same switch says it without its game.
    let label = readings.iter().find(|other| other.turned == reading.turned).map_or(reading.label, |other| other.label);
    let title = format!("Up to {} blows {} if {label}", blows(value.abs()), if value > 0.0 { "more" } else { "fewer" });
    let subtitle = "Change in the mean number of blows against the default reading of the same game and track";
    drawn("changes.svg", &Figure::of(title, subtitle, source(work, NAME), heat))
}
