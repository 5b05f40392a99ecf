//! Effect of readings (interpretations that a rule text leaves open): a check is computed for
//! combinations of them.

use serde::Serialize;

use oddsmith_answers::json::text;
use oddsmith_answers::map_parallel;
use oddsmith_answers::{Answer, DECISION};
use oddsmith_base::{Error, Named, Result};
use oddsmith_engine::odds::{Event, Progress};
use oddsmith_registry::{Case, Field, Kind, Names, Need, Settings, Value};
use oddsmith_scenario::{Axis, Effort, point};

/// Effect of one reading.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reading {
    /// Name of the field.
    pub field: String,
    /// Smallest figure over the values of the reading: each is the mean over all values of the
    /// other readings, or, if one reading is changed at a time, the figure with the others at their
    /// defaults.
    pub low: f64,
    /// Largest figure over the values of the reading.
    pub high: f64,
    /// Share of the variance, 0..=1.
    pub variance: f64,
    /// Values of the reading, each with its figure.
    pub words: Vec<(String, f64)>,
}

/// Effects of all readings of a check.
#[derive(Clone, Debug, PartialEq)]
pub struct Readings {
    /// Readings, the largest share of variance first.
    pub readings: Vec<Reading>,
    /// True if every combination was computed; else one reading was changed at a time.
    pub whole: bool,
    /// Number of computed cases.
    pub cases: usize,
    /// Lowest figure, and the values of the readings that give it.
    pub lowest: (f64, Vec<(String, String)>),
    /// Highest figure, and the values of the readings that give it.
    pub highest: (f64, Vec<(String, String)>),
    /// True if the figure is a mean, because the check has no success.
    pub mean: bool,
    /// True if any figure was sampled.
    pub sampled: bool,
}

impl Readings {
    /// Returns the members that are added to the JSON object of an answer.
    pub fn members(&self) -> String {
        let (readings, whole, cases) = (text(&self.readings), self.whole, self.cases);
        format!(",\"readings\":{readings},\"combinations\":{{\"whole\":{whole},\"cases\":{cases}}}")
    }
}

/// Largest number of combinations that are all computed.
const MOST: usize = 256;

/// Index of the value of each reading, the figure, and true if it was sampled.
type Combination = (Vec<usize>, f64, bool);

/// Returns the effects of the readings of a check on the share of an event, or on the mean if the
/// check has no success. Readings that are given stay fixed.
///
/// # Formula
/// With all combinations: the share of variance is the variance of the means of the reading's
/// values, divided by the total variance (the first-order Sobol index). With one change at a time:
/// the reading's variance divided by the sum of those of all readings.
///
/// # Errors
/// If the check has no open reading, or a case can't be answered.
pub fn readings(
    case: &Case,
    names: &Names,
    event: &Event,
    effort: Effort,
    progress: &Progress,
) -> Result<Readings> {
    let (entry, given) = (&case.entry, case.settings.given());
    // In a house rule, fields with a choice of words count as open readings.
    let chosen =
        |field: &Field| matches!(field.kind, Kind::Own(_)) && !field.name.starts_with(DECISION);
    let is_open =
        |field: &Field| (field.reading || chosen(field)) && given.get(field.name).is_none();
    let open = entry.fields.iter().filter(is_open);
    let open: Vec<Axis> = open.map(|field| Axis::of(field.name, words(&field))).collect();
    if open.is_empty() {
        return Err(Error::question(format!(
            "the rulebook leaves no interpretation of {} open",
            entry.called()
        ))
        .with_hint(match entry.called {
            // Dice have no rulebook.
            Some(_) => Named::List(None) + " shows the checks of rulebooks",
            None => Named::list(&entry.id) + " lists its fields",
        }));
    }
    let usual: Vec<usize> = open
        .iter()
        .map(|axis| {
            let settings = entry.example().map(|case| case.settings);
            let value = |set: Settings| set.all().get(&axis.name).cloned();
            let value = settings.ok().and_then(value);
            axis.values.iter().position(|word| Some(word) == value.as_ref()).unwrap_or(0)
        })
        .collect();
    let count = open.iter().fold(1usize, |count, axis| count.saturating_mul(axis.values.len()));
    let whole = count <= MOST;
    let places: Vec<Vec<usize>> = if whole {
        (0..count).map(|number| point(&open, number)).collect()
    } else {
        let mut places = vec![usual.clone()];
        for (at, axis) in open.iter().enumerate() {
            for word in (0..axis.values.len()).filter(|word| *word != usual[at]) {
                let mut place = usual.clone();
                place[at] = word;
                places.push(place);
            }
        }
        places
    };
    let figure = |place: &Vec<usize>| -> Option<Result<Combination>> {
        let chosen =
            open.iter().zip(place).map(|(axis, word)| (&*axis.name, axis.values[*word].clone()));
        let all = given.iter().map(|(name, value)| (name, value.clone())).chain(chosen);
        // Inconsistent combinations are skipped.
        let case = entry.case_with(all, names).ok()?;
        Some(
            figure(case, event, effort, progress)
                .map(|(figure, sampled)| (place.clone(), figure, sampled)),
        )
    };
    let found = map_parallel(&places, places.len() < 2, figure);
    let found: Vec<Combination> = found.into_iter().flatten().collect::<Result<_>>()?;
    let none = || Error::question("no combination of interpretations is allowed");
    let first = found.first().ok_or_else(none)?;
    let by = |one: &&Combination, other: &&Combination| one.1.total_cmp(&other.1);
    let said = |found: &Combination| {
        let words = open.iter().zip(&found.0);
        (
            found.1,
            words.map(|(axis, at)| (axis.name.clone(), axis.values[*at].to_string())).collect(),
        )
    };
    let lowest = said(found.iter().min_by(by).unwrap_or(first));
    let highest = said(found.iter().max_by(by).unwrap_or(first));
    let mut readings: Vec<Reading> = (0..open.len())
        .map(|at| reading(&open[at], at, &found, (!whole).then_some(&usual)))
        .collect();
    let total = if whole {
        variance(&found.iter().map(|one| one.1).collect::<Vec<_>>())
    } else {
        readings.iter().map(|reading| reading.variance).sum()
    };
    for reading in &mut readings {
        reading.variance = if total > 1e-24 { reading.variance / total } else { 0.0 };
    }
    readings.sort_by(|one, other| other.variance.total_cmp(&one.variance));
    Ok(Readings {
        readings,
        whole,
        cases: found.len(),
        lowest,
        highest,
        mean: event.target(case.columns()).is_none(),
        sampled: found.iter().any(|(.., sampled)| *sampled),
    })
}

/// Returns the values of a reading; for a number its default, and 0, which disables it.
pub(super) fn words(field: &Field) -> Vec<Value> {
    let guessed = |text: String| Value::guess(&text);
    match field.kind {
        Kind::Flag | Kind::Choice { .. } | Kind::Own(_) => {
            field.values().into_iter().map(guessed).collect()
        }
        _ => match field.need {
            Need::Default(usual) if usual != "0" => vec![Value::guess(usual), Value::Integer(0)],
            _ => Vec::new(),
        },
    }
}

/// Returns the share of the event, or the mean of its column, and true if it was sampled.
fn figure(
    case: oddsmith_registry::Case,
    event: &Event,
    effort: Effort,
    progress: &Progress,
) -> Result<(f64, bool)> {
    let answer = Answer::new(case, effort.sample_only_if_inexact(), event, progress)?;
    let column = event.place(answer.columns());
    let found = answer.event(event).or_else(|| answer.mean(column?));
    let found = found.ok_or_else(|| {
        Error::question(format!(
            "{} has no result to compare interpretations by",
            answer.case.entry.id
        ))
        .with_hint(Event::how_to_say())
    })?;
    Ok((found.value(), !found.is_exact()))
}

/// Returns the effect of one reading, with its absolute variance.
fn reading(axis: &Axis, at: usize, found: &[Combination], usual: Option<&Vec<usize>>) -> Reading {
    let others_usual = |place: &[usize]| {
        usual.is_none_or(|usual| {
            place.iter().enumerate().all(|(other, word)| other == at || *word == usual[other])
        })
    };
    let mean = |word: usize| {
        let with = found.iter().filter(|(place, ..)| place[at] == word && others_usual(place));
        let figures: Vec<f64> = with.map(|(_, figure, _)| *figure).collect();
        (!figures.is_empty()).then(|| figures.iter().sum::<f64>() / figures.len() as f64)
    };
    let words: Vec<(String, f64)> = axis
        .values
        .iter()
        .enumerate()
        .filter_map(|(number, word)| Some((word.to_string(), mean(number)?)))
        .collect();
    let figures: Vec<f64> = words.iter().map(|(_, figure)| *figure).collect();
    Reading {
        field: axis.name.clone(),
        low: figures.iter().copied().fold(f64::INFINITY, f64::min),
        high: figures.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        variance: variance(&figures),
        words,
    }
}

fn variance(figures: &[f64]) -> f64 {
    let mean = figures.iter().sum::<f64>() / figures.len() as f64;
    figures.iter().map(|figure| (figure - mean).powi(2)).sum::<f64>() / figures.len() as f64
}
