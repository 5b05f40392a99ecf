//! What an edit of the rules has changed: answers against an outcomes frame that was kept.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use oddsmith_answers::csv::{placed, swept};
use oddsmith_answers::{Answers, Results};
use oddsmith_engine::odds::{Event, Sampled};
use oddsmith_engine::rule::Column;
use oddsmith_text::{listed, terminal};

/// A case: its check, its label, and the values of the fields that sweep.
type Key = (String, String, BTreeMap<String, String>);

/// The shares of a column of a case, by score and name of the outcome.
type Shares = BTreeMap<(Option<i32>, String), Sampled>;

/// A column of a case, and the row of its first outcome.
#[derive(Clone, Debug)]
pub(super) struct Histogram {
    pub row: usize,
    pub shares: Shares,
}

/// An outcomes frame as it was kept.
#[derive(Clone, Debug, Default)]
pub struct Baseline {
    /// By case; the histograms of each by name and index.
    pub(super) cases: BTreeMap<Key, BTreeMap<(String, String), Histogram>>,
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
    /// What has changed since.
    pub fn changes(&self, results: &Results) -> Changes {
        let mut changes = Changes::default();
        let mut seen = BTreeSet::new();
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
                seen.insert(key);
            }
        }
        let gone = self.cases.keys().filter(|key| !seen.contains(key));
        changes.gone = gone.map(said).collect();
        changes.changed.sort_by(|one, other| other.moved.total_cmp(&one.moved));
        changes
    }
}

/// A name as saved outcomes and answers have it alike: without letters that are never shown.
pub(super) fn name(text: &str) -> String {
    terminal(text)
}

/// What tells a case from others: fields that have a value, numbers written in one way. A label that
/// repeats the check is none, as `odds` saves none.
pub(super) fn case_key<'a>(
    check: &str,
    label: &str,
    set: impl Iterator<Item = (&'a str, &'a str)>,
) -> Key {
    let value = |value: &str| match value.parse::<f64>() {
        Ok(number) if number.is_finite() => number.to_string(),
        _ => name(value),
    };
    let set = set.filter(|(_, text)| !text.is_empty());
    let set = set.map(|(field, text)| (field.to_owned(), value(text))).collect();
    (name(check), name(if label == check { "" } else { label }), set)
}

/// What tells a case of the answers from others.
fn key(check: &Answers, case: usize, fields: &[String]) -> Key {
    let answer = &check.cases[case];
    let (all, point) = (answer.case.settings.all(), check.point(case));
    let value = |field: &String| {
        placed(&all, &point, field).map_or_else(String::new, |value| value.to_string())
    };
    let values: Vec<String> = fields.iter().map(value).collect();
    let set = fields.iter().zip(&values).map(|(field, value)| (field.as_str(), value.as_str()));
    case_key(&answer.case.entry.id, &check.label, set)
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
    before: &BTreeMap<(String, String), Histogram>,
) -> Option<Change> {
    let answer = &check.cases[case];
    let kept = |column: &Column| {
        let at = column.at.map_or_else(String::new, |at| at.to_string());
        before.get(&(name(&column.name), at)).map(|histogram| &histogram.shares)
    };
    let mut most: Option<(f64, String, bool)> = None;
    for (place, column) in answer.columns().iter().enumerate() {
        let after: Shares = answer
            .outcomes(place)
            .map(|outcome| {
                let share = outcome.share;
                let (value, low, high) = (share.value(), share.low(), share.high());
                let words = name(outcome.words().unwrap_or_default());
                ((outcome.shown_score(), words), Sampled { value, low, high })
            })
            .collect();
        let (moved, noisy) = apart(kept(column).unwrap_or(&Shares::new()), &after);
        let name = match column.at {
            None => column.name.to_string(),
            Some(at) => format!("{}@{at}", column.name),
        };
        if most.as_ref().is_none_or(|(known, ..)| moved > *known) {
            most = Some((moved, name, noisy));
        }
    }
    let (moved, column, noisy) = most.filter(|(moved, ..)| *moved > KEPT)?;
    let success = Event::SUCCESS.target(answer.columns());
    let kept = success.as_ref().and_then(|(place, scores)| {
        let counted = &answer.columns()[*place];
        let of_name = |words: &str| {
            let place = counted.scale.names().iter().position(|known| name(known) == words)?;
            Some(counted.scale.score(place))
        };
        // Tuples are kept without a score.
        let counts = |(score, words): &(Option<i32>, String)| {
            score.or_else(|| of_name(words)).is_some_and(|score| scores.contains(&score))
        };
        let shares = kept(counted)?.iter().filter(|(outcome, _)| counts(outcome));
        Some(shares.map(|(_, share)| share.value).sum())
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
    let keys: BTreeSet<_> = before.keys().chain(after.keys()).collect();
    for key in keys {
        let (one, other) =
            (before.get(key).unwrap_or(&nothing), after.get(key).unwrap_or(&nothing));
        sum += (one.value - other.value).abs();
        noisy &= one.low <= other.high + KEPT && other.low <= one.high + KEPT;
    }
    (sum / 2.0, noisy)
}
