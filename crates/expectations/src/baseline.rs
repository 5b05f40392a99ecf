//! Comparison of answers with a saved outcomes frame, to find the effects of a change of rules.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use oddsmith_answers::csv::{field_value, swept};
use oddsmith_answers::{Answers, Results};
use oddsmith_engine::odds::{Event, Sampled};
use oddsmith_engine::rule::Column;
use oddsmith_text::{listed, terminal};

/// Key of a case: its check, its label, and the values of its swept fields.
type Key = (String, String, BTreeMap<String, String>);

/// Shares of a column of a case, by score and name of the outcome.
type Shares = BTreeMap<(Option<i32>, String), Sampled>;

/// Column of a saved case, with the row of its first outcome in the file.
#[derive(Clone, Debug)]
pub(super) struct Histogram {
    pub row: usize,
    pub shares: Shares,
}

/// Saved outcomes frame.
#[derive(Clone, Debug, Default)]
pub struct Baseline {
    /// Histograms of each case, by name and index of the column.
    pub(super) cases: BTreeMap<Key, BTreeMap<(String, String), Histogram>>,
}

/// Changed case.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// Label of the check.
    pub label: String,
    /// Values of the swept fields.
    pub at: BTreeMap<String, String>,
    /// Success share in the baseline; null if there is none.
    pub before: Option<f64>,
    /// Success share now; null if there is none.
    pub after: Option<f64>,
    /// Column with the largest change.
    pub column: String,
    /// Total variation distance of the column's shares, 0..=1.
    pub moved: f64,
    /// True if the confidence intervals of all outcomes overlap, so that the change may be noise.
    pub noisy: bool,
}

/// Differences between a baseline and new results.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Changes {
    /// Changed cases, the largest change first.
    pub changed: Vec<Change>,
    /// Number of unchanged cases.
    pub same: usize,
    /// Cases that the baseline lacks.
    pub new: Vec<String>,
    /// Cases that only the baseline has.
    pub gone: Vec<String>,
}

/// Largest difference that the rounding to nine digits in a saved file can cause.
const ROUNDING: f64 = 2e-8;

impl Baseline {
    /// Compares results with the baseline.
    pub fn changes(&self, results: &Results) -> Changes {
        let mut changes = Changes::default();
        let mut seen = BTreeSet::new();
        let fields = swept(results.checks.iter().flat_map(|check| &check.axes));
        for check in &results.checks {
            for case in 0..check.cases.len() {
                let key = key(check, case, &fields);
                match self.cases.get(&key) {
                    None => changes.new.push(describe_case(&key)),
                    Some(before) => match change(check, case, &key, before) {
                        Some(change) => changes.changed.push(change),
                        None => changes.same += 1,
                    },
                }
                seen.insert(key);
            }
        }
        let gone = self.cases.keys().filter(|key| !seen.contains(key));
        changes.gone = gone.map(describe_case).collect();
        changes.changed.sort_by(|one, other| other.moved.total_cmp(&one.moved));
        changes
    }
}

/// Returns a name in the form used by saved outcomes, without invisible characters.
pub(super) fn name(text: &str) -> String {
    terminal(text)
}

/// Builds the key of a case from its non-empty fields, with normalized numbers. A label equal to
/// the check is dropped, because `odds` saves none.
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

/// Returns the key of a case of the answers.
fn key(check: &Answers, case: usize, fields: &[String]) -> Key {
    let answer = &check.cases[case];
    let (all, point) = (answer.case.settings.all(), check.point(case));
    let value = |field: &String| {
        field_value(&all, &point, field).map_or_else(String::new, |value| value.to_string())
    };
    let values: Vec<String> = fields.iter().map(value).collect();
    let set = fields.iter().zip(&values).map(|(field, value)| (field.as_str(), value.as_str()));
    case_key(&answer.case.entry.id, &check.label, set)
}

/// Describes a case by its name and fields.
fn describe_case((check, label, set): &Key) -> String {
    let name = if label.is_empty() { check } else { label };
    if set.is_empty() { name.clone() } else { format!("{name}: {}", listed(set)) }
}

/// Returns the change of a case; `None` if it is unchanged.
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
    let moved = |(place, column): (usize, &Column)| {
        let after: Shares = answer
            .outcomes(place)
            .map(|outcome| {
                let share = outcome.share;
                let (value, low, high) = (share.value(), share.low(), share.high());
                let words = name(outcome.words().unwrap_or_default());
                ((outcome.shown_score(), words), Sampled { value, low, high })
            })
            .collect();
        let (moved, noisy) = distance(kept(column).unwrap_or(&Shares::new()), &after);
        let name = match column.at {
            None => column.name.to_string(),
            Some(at) => format!("{}@{at}", column.name),
        };
        (moved, name, noisy)
    };
    let all = answer.columns().iter().enumerate().map(moved);
    let most = all.reduce(|most, next| if next.0 > most.0 { next } else { most });
    let (moved, column, noisy) = most.filter(|(moved, ..)| *moved > ROUNDING)?;
    let success = Event::SUCCESS.target(answer.columns());
    let kept = success.as_ref().and_then(|(place, scores)| {
        let counted = &answer.columns()[*place];
        let of_name = |words: &str| {
            let place = counted.scale.names().iter().position(|known| name(known) == words)?;
            Some(counted.scale.score(place))
        };
        // Tuples are saved without a score.
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

/// Returns the total variation distance of two sets of shares, and true if all intervals overlap.
fn distance(before: &Shares, after: &Shares) -> (f64, bool) {
    let (mut sum, mut noisy) = (0.0, true);
    let nothing = Sampled { value: 0.0, low: 0.0, high: 0.0 };
    let keys: BTreeSet<_> = before.keys().chain(after.keys()).collect();
    for key in keys {
        let (one, other) =
            (before.get(key).unwrap_or(&nothing), after.get(key).unwrap_or(&nothing));
        sum += (one.value - other.value).abs();
        noisy &= one.low <= other.high + ROUNDING && other.low <= one.high + ROUNDING;
    }
    (sum / 2.0, noisy)
}
