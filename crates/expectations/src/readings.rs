//! What the readings of a rule matter: a check under every combination of its switches that the
//! text leaves open.

use serde::Serialize;

use oddsmith_answers::at_once;
use oddsmith_answers::{Answer, DECISION};
use oddsmith_base::{Error, Named, Result};
use oddsmith_engine::odds::{Event, Progress};
use oddsmith_registry::{Case, Field, Kind, Names, Need, Settings, Value};
use oddsmith_scenario::{Axis, Effort, point};

/// What one reading matters.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reading {
    /// The field.
    pub field: String,
    /// The least figure of its words: the mean over all that the others may be, or with the others
    /// at their default where one at a time is changed.
    pub low: f64,
    /// The greatest.
    pub high: f64,
    /// Its share share of variance, 0..=1.
    pub variance: f64,
    /// Each word with its figure.
    pub words: Vec<(String, f64)>,
}

/// What all readings of a check matter.
#[derive(Clone, Debug, PartialEq)]
pub struct Readings {
    /// The readings, what matters most first.
    pub readings: Vec<Reading>,
    /// Whether every combination was worked out; else one at a time was changed.
    pub whole: bool,
    /// How many cases that were.
    pub cases: usize,
    /// The lowest figure, and the words that make it.
    pub lowest: (f64, Vec<(String, String)>),
    /// The highest figure, and the words that make it.
    pub highest: (f64, Vec<(String, String)>),
    /// Whether the figure is a mean, as nothing is a success.
    pub mean: bool,
    /// Whether any figure was played.
    pub sampled: bool,
}

/// Up to so many combinations all are worked out.
const MOST: usize = 256;

/// A case with one word for each reading, and its figure.
type Combination = (Vec<usize>, f64, bool);

/// What the readings of a check matter for the share of an event (or, where nothing is a success,
/// for the mean), where these fields are given: a reading that is given stays.
///
/// # Formula
/// Of all combinations: a reading's share share of variance is that of the means of its words (the
/// first-order index of Sobol). One at a time: its own variance over the sum of all.
///
/// # Errors
/// If the check has no reading that is open, or a case can't be answered.
pub fn readings(
    case: &Case,
    names: &Names,
    event: &Event,
    effort: Effort,
    progress: &Progress,
) -> Result<Readings> {
    let (entry, given) = (&case.entry, case.settings.given());
    // A rule of one's own is open where it has words to choose from.
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
            // Dice are of no rulebook.
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
        // Words that do not go together are no reading.
        let case = entry.case_with(all, names).ok()?;
        Some(
            figure(case, event, effort, progress)
                .map(|(figure, sampled)| (place.clone(), figure, sampled)),
        )
    };
    let found = at_once(&places, places.len() < 2, figure);
    let found: Vec<Combination> = found.into_iter().flatten().collect::<Result<_>>()?;
    let first = found.first().ok_or_else(|| {
        Error::question(
            "no combination of interpretations \
        is allowed",
        )
    })?;
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
    let columns =
        entry.case_with(given.iter().map(|(name, value)| (name, value.clone())), names)?;
    Ok(Readings {
        readings,
        whole,
        cases: found.len(),
        lowest,
        highest,
        mean: event.target(columns.columns()).is_none(),
        sampled: found.iter().any(|(.., sampled)| *sampled),
    })
}

/// What a reading may be: its words; of a number what it is usually, and 0, which is without it.
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

/// The share of the event, or the mean of its column where it has none; and whether it was played.
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

/// What one reading matters, not yet as a share of all.
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
