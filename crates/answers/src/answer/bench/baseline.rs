//! What an edit of the rules has changed: answers against an outcomes frame that was kept.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::answer::csv::{placed, swept};
use crate::answer::{Answers, Results};
use crate::text::listed;
use oddsmith_base::{Error, Parameter, Result};
use oddsmith_engine::odds::{Event, Sampled};

/// A case: its check, its label, and the values of the fields that sweep.
type Key = (String, String, BTreeMap<String, String>);

/// The shares of a histogram, by score and name of the outcome.
type Shares = BTreeMap<(Option<i32>, String), Sampled>;

/// An outcomes frame as it was kept.
#[derive(Clone, Debug, Default)]
pub struct Baseline {
    cases: BTreeMap<Key, BTreeMap<(String, String), Shares>>,
}

/// A case that has changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// The label of its check.
    pub label: String,
    /// Where it stands: its swept fields.
    pub at: BTreeMap<String, String>,
    /// The success share before; null where there is none.
    pub before: Option<f64>,
    /// And now.
    pub after: Option<f64>,
    /// The column that has changed most.
    pub column: String,
    /// The share of its outcomes that come out otherwise, 0..=1.
    pub moved: f64,
    /// Whether the difference is within the noise of what was played.
    pub noisy: bool,
}

/// All that has changed.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Changes {
    /// The cases that have, the largest change first.
    pub changed: Vec<Change>,
    /// How many are as they were.
    pub same: usize,
    /// The cases that were not there before.
    pub new: Vec<String>,
    /// The cases that are there no more.
    pub gone: Vec<String>,
}

/// What the nine digits of a kept file may hide.
const KEPT: f64 = 2e-8;

impl Baseline {
    /// Reads the CSV form of an outcomes frame.
    ///
    /// # Errors
    /// If it is no CSV, or lacks a column of the frame.
    pub fn read(text: &str) -> Result<Baseline> {
        let mut records = records(text)?.into_iter();
        let heading = records.next().unwrap_or_default();
        let column = |name: &str| {
            let saved = Parameter::Save.to("outcomes.csv");
            heading.iter().position(|known| known == name).ok_or_else(|| {
                Error::question(format!("the saved outcomes have no column `{name}`"))
                    .with_hint("keep what `run` writes, or what `odds` does with " + saved)
            })
        };
        let [check, label, name, at, score, outcome, exact, share, low, high] =
            ["check", "label", "column", "at", "score", "outcome", "exact", "share", "low", "high"]
                .map(column);
        let (check, label, name, at) = (check?, label?, name?, at?);
        let (score, outcome, exact) = (score?, outcome?, exact?);
        let (share, low, high) = (share?, low?, high?);
        let fields: Vec<(usize, &str)> = heading
            .iter()
            .enumerate()
            .filter_map(|(place, name)| Some((place, name.strip_prefix("set.")?)))
            .collect();
        let mut baseline = Baseline::default();
        for (line, record) in records.enumerate() {
            if record.len() != heading.len() {
                let message =
                    format!("line {} of the saved outcomes has a different length", line + 2);
                return Err(Error::question(message));
            }
            let number = |place: usize| record[place].parse::<f64>().ok();
            let share = match (number(exact), number(share)) {
                (Some(value), _) => Sampled { value, low: value, high: value },
                (None, Some(value)) => Sampled {
                    value,
                    low: number(low).unwrap_or(value),
                    high: number(high).unwrap_or(value),
                },
                (None, None) => continue,
            };
            let set = fields.iter().filter(|(place, _)| !record[*place].is_empty());
            let set = set.map(|(place, name)| ((*name).to_owned(), record[*place].clone()));
            let key = (record[check].clone(), record[label].clone(), set.collect());
            let column = (record[name].clone(), record[at].clone());
            let outcome = (record[score].parse().ok(), record[outcome].clone());
            let columns = baseline.cases.entry(key).or_default();
            columns.entry(column).or_default().insert(outcome, share);
        }
        Ok(baseline)
    }

    /// What has changed since.
    pub fn changes(&self, results: &Results) -> Changes {
        let mut changes = Changes::default();
        let mut seen = Vec::new();
        let fields = swept(results.checks.iter().flat_map(|check| &check.axes));
        for check in &results.checks {
            for case in 0..check.cases.len() {
                let key = key(check, case, &fields);
                match self.cases.get(&key) {
                    None => changes.new.push(said(&key)),
                    Some(before) => match change(check, case, &key, before) {
                        Some(change) => changes.changed.push(change),
                        None => changes.same += 1,
                    },
                }
                seen.push(key);
            }
        }
        let gone = self.cases.keys().filter(|key| !seen.contains(key));
        changes.gone = gone.map(said).collect();
        changes.changed.sort_by(|one, other| other.moved.total_cmp(&one.moved));
        changes
    }
}

/// What tells a case of the answers from others, as a frame says it.
fn key(check: &Answers, case: usize, fields: &[String]) -> Key {
    let answer = &check.cases[case];
    let (all, point) = (answer.case.settings.all(), check.point(case));
    let value = |field: &String| {
        placed(&all, &point, field).map(|value| (field.clone(), value.to_string()))
    };
    let set = fields.iter().filter_map(value).collect();
    (answer.case.entry.id.to_string(), check.label.clone(), set)
}

/// A case in words.
fn said((check, label, set): &Key) -> String {
    let name = if label.is_empty() { check } else { label };
    if set.is_empty() { name.clone() } else { format!("{name}: {}", listed(set)) }
}

/// How a case differs from what was kept of it; `None` where it does not.
fn change(
    check: &Answers,
    case: usize,
    key: &Key,
    before: &BTreeMap<(String, String), Shares>,
) -> Option<Change> {
    let answer = &check.cases[case];
    let mut most: Option<(f64, String, bool)> = None;
    for (place, column) in answer.columns().iter().enumerate() {
        let at = column.at.map_or_else(String::new, |at| at.to_string());
        let empty = Shares::new();
        let before = before.get(&(column.name.to_string(), at.clone())).unwrap_or(&empty);
        let after: Shares = answer
            .outcomes(place)
            .map(|outcome| {
                let share = outcome.share;
                let (value, low, high) = (share.value(), share.low(), share.high());
                let name = outcome.words().unwrap_or_default().to_owned();
                ((outcome.score, name), Sampled { value, low, high })
            })
            .collect();
        let (moved, noisy) = apart(before, &after);
        let name =
            if at.is_empty() { column.name.to_string() } else { format!("{}@{at}", column.name) };
        if most.as_ref().is_none_or(|(known, ..)| moved > *known) {
            most = Some((moved, name, noisy));
        }
    }
    let (moved, column, noisy) = most.filter(|(moved, ..)| *moved > KEPT)?;
    let success = Event::SUCCESS.target(answer.columns());
    let kept = success.as_ref().and_then(|(place, scores)| {
        let counted = &answer.columns()[*place];
        let at = counted.at.map_or_else(String::new, |at| at.to_string());
        let shares = before.get(&(counted.name.to_string(), at))?;
        let counts = |score: &Option<i32>| score.is_some_and(|score| scores.contains(&score));
        Some(
            shares
                .iter()
                .filter(|((score, _), _)| counts(score))
                .map(|(_, share)| share.value)
                .sum(),
        )
    });
    Some(Change {
        label: check.label.clone(),
        at: key.2.clone(),
        before: kept,
        after: answer.event(&Event::SUCCESS).map(|share| share.value()),
        column,
        moved,
        noisy,
    })
}

/// The share of outcomes that come out otherwise, and whether what was played can't tell.
fn apart(before: &Shares, after: &Shares) -> (f64, bool) {
    let (mut sum, mut noisy) = (0.0, true);
    let nothing = Sampled { value: 0.0, low: 0.0, high: 0.0 };
    let keys: std::collections::BTreeSet<_> = before.keys().chain(after.keys()).collect();
    for key in keys {
        let (one, other) =
            (before.get(key).unwrap_or(&nothing), after.get(key).unwrap_or(&nothing));
        sum += (one.value - other.value).abs();
        noisy &= one.low <= other.high + KEPT && other.low <= one.high + KEPT;
    }
    (sum / 2.0, noisy)
}

/// The records of a CSV text (RFC 4180).
fn records(text: &str) -> Result<Vec<Vec<String>>> {
    let (mut records, mut record, mut cell) = (Vec::new(), Vec::new(), String::new());
    let (mut quoted, mut letters) = (false, text.chars().peekable());
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                cell.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => record.push(std::mem::take(&mut cell)),
            '\r' if !quoted => {}
            '\n' if !quoted => {
                record.push(std::mem::take(&mut cell));
                records.push(std::mem::take(&mut record));
            }
            letter => cell.push(letter),
        }
    }
    if quoted {
        return Err(Error::question("a quote in the outcomes is not closed"));
    }
    if !cell.is_empty() || !record.is_empty() {
        record.push(cell);
        records.push(record);
    }
    Ok(records)
}
