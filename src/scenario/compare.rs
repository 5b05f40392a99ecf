//! Several checks on one axis: each with the same advantage, by its own recipe.

use std::sync::Arc;

use super::{Answers, Axis};
use crate::error::{Error, Result};
use crate::odds::{Known, Success};
use crate::registry::{Case, Entry, Names, Term};

/// The cases of a check at these advantages, each shifted by `shift`: the fields of its recipe are filled in, the others are as given.
///
/// # Errors
/// If the check has no recipe, a field that the advantage sets is given, or a value does not fit.
pub fn at_edges(
    entry: &Arc<Entry>,
    given: &[(String, String)],
    edges: &[i64],
    shift: i64,
    names: &Names,
) -> Result<Vec<Case>> {
    if entry.edge.is_none() {
        let error = Error::question(format!("{} has no advantage to compare it by", entry.id));
        return Err(error.with_hint("give all of its fields, and compare the cases as they are"));
    }
    let advantage = |name: &str| {
        entry.edge.terms().any(|(field, term)| field == name && matches!(term, Term::Advantage(_)))
    };
    if let Some((name, value)) = given.iter().find(|(name, _)| advantage(name)) {
        let error = Error::question(format!(
            "`{name}={value}` is given, and `{name}` is what the advantage sets"
        ));
        return Err(error.with_hint("leave it out; `--edge -5..5` says which advantages"));
    }
    let case = |&edge: &i64| {
        let filled = entry
            .edge
            .terms()
            .filter(|(field, _)| !given.iter().any(|(name, _)| name == field))
            .map(|(field, term)| {
                let value = match term {
                    Term::Advantage(offset) => edge + shift + i64::from(offset),
                    Term::Fixed(value) => i64::from(value),
                };
                (field.to_owned(), value.to_string())
            });
        let all: Vec<(String, String)> = given.iter().cloned().chain(filled).collect();
        entry.case_with(all.iter().map(|(name, value)| (name.as_str(), value.as_str())), names)
    };
    edges.iter().map(case).collect()
}

/// The shift at which a check without advantage is nearest to this share of success, 0..=1; the smallest of equally good ones.
///
/// # Errors
/// As [`at_edges`]; and if the check has no success, or no exact answer within the budget.
pub fn shift_to(
    entry: &Arc<Entry>,
    given: &[(String, String)],
    share: f64,
    names: &Names,
    budget: u64,
) -> Result<i64> {
    let mut best: Option<(i64, f64)> = None;
    // From the middle outwards, so that of equally good shifts the smallest stays.
    for shift in (0..=60).flat_map(|shift| [shift, -shift]) {
        let Some(case) = at_edges(entry, given, &[0], shift, names)?.pop() else { continue };
        let no_success = || Error::question(format!("{} has no success to match", entry.id));
        let (place, success) = case.success().ok_or_else(no_success)?;
        let off = (case.law(budget)?.columns[place].success(success).value - share).abs();
        if best.is_none_or(|(_, least)| off < least - 1e-12) {
            best = Some((shift, off));
        }
    }
    Ok(best.map_or(0, |(shift, _)| shift))
}

/// How much larger one check's success share is than another's, at one case of both.
#[derive(Clone, Debug, PartialEq)]
pub struct Gap {
    /// The place of the first check.
    pub a: usize,
    /// The place of the second.
    pub b: usize,
    /// The number of the case.
    pub case: usize,
    /// The difference, exact where both are.
    pub known: Known,
}

/// The differences of every pair of checks, case by case; `successes` says what counts in each case of each check, and in which
/// histogram.
pub fn gaps(answers: &Answers, successes: &[Vec<(usize, Success)>]) -> Vec<Gap> {
    let share = |check: usize, case: usize| {
        let (place, success) = successes[check][case];
        let finding = &answers.checks[check].findings[case];
        match (&finding.laws, &finding.tallies) {
            (Some(laws), _) => Some(Known::exact(laws.columns[place].success(success).value)),
            (None, Some(tallies)) => {
                let tally = &tallies.columns[place];
                let share = tally.successes(success) as f64 / tally.trials() as f64;
                Some(Known { share, interval: tally.interval(success) })
            }
            (None, None) => None,
        }
    };
    let count = answers.checks.len();
    let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
    let gap = |(a, b, case)| {
        let mut known = share(a, case)?.less(share(b, case)?, 0.0);
        // What floats miss by their last digits is no difference.
        for value in [&mut known.share, &mut known.interval.low, &mut known.interval.high] {
            *value = if value.abs() < 1e-12 { 0.0 } else { *value };
        }
        Some(Gap { a, b, case, known })
    };
    pairs
        .flat_map(|(a, b)| (0..answers.checks[a].findings.len()).map(move |case| (a, b, case)))
        .filter_map(gap)
        .collect()
}

/// Where two checks cross: the places on the axis, straight between its values.
pub fn crossings(gaps: &[Gap], axis: &Axis) -> Vec<(usize, usize, f64)> {
    let mut found = Vec::new();
    let Some(values) =
        axis.values.iter().map(|value| value.parse::<f64>().ok()).collect::<Option<Vec<f64>>>()
    else {
        return found;
    };
    // The last place of each pair where one was ahead.
    let mut last: Option<&Gap> = None;
    for gap in gaps {
        if last.is_some_and(|last| (last.a, last.b) != (gap.a, gap.b)) {
            last = None;
        }
        if gap.known.share == 0.0 {
            continue;
        }
        if let Some(before) = last
            && before.known.share.signum() != gap.known.share.signum()
        {
            let (from, to) = (values[before.case], values[gap.case]);
            let part = before.known.share / (before.known.share - gap.known.share);
            found.push((gap.a, gap.b, from + part * (to - from)));
        }
        last = Some(gap);
    }
    found
}
