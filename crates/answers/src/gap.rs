//! Gaps between two checks: the difference of an event's shares at each point, and the crossings.

use std::collections::BTreeMap;

use super::{Answer, Answers};
use oddsmith_base::{Error, Result};
use oddsmith_engine::odds::{Estimate, Event};
use oddsmith_registry::Value;
use oddsmith_scenario::Axis;

/// Difference between the shares of an event in two checks, at one point.
#[derive(Clone, Debug, PartialEq)]
pub struct Gap {
    /// Index of the case in the first check.
    pub case: usize,
    /// Index of the case in the second check.
    pub other: usize,
    /// Share in the first check minus share in the second; exact if both shares are exact.
    pub difference: Estimate,
}

/// Gaps between two checks at all points of the first.
#[derive(Clone, Debug)]
pub struct Gaps {
    /// Axes of the first check.
    pub axes: Vec<Axis>,
    /// Gaps in the order of the cases of the first check, one for each case.
    pub gaps: Vec<Gap>,
}

/// Two checks of a comparison: the difference of their shares in each case, and the points at which
/// they are equal.
#[derive(Debug)]
pub struct PairComparison {
    /// Index of the first check in the comparison, from 0.
    pub a: usize,
    /// Index of the second check in the comparison, from 0.
    pub b: usize,
    /// Gaps between the two checks.
    pub gaps: Gaps,
    /// Points on the axis at which the two checks have equal shares.
    pub crossings: Vec<Crossing>,
}

/// Point at which two checks have equal shares: between two values of an axis, or at one of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// Value on the axis, linearly interpolated between the two neighbouring values.
    pub at: f64,
    /// Indices of the neighbouring cases; equal if the difference is exactly 0 at that case.
    pub between: [usize; 2],
    /// True if the confidence intervals of both neighbouring differences contain 0, so that
    /// sampling does not show which check has the larger share.
    pub noisy: bool,
}

impl Gaps {
    /// Returns the gaps between the shares of two events: by index if both checks have equally many
    /// cases, else between cases with the same values on the axes that both checks have.
    ///
    /// # Errors
    /// If a case of either check lacks its event, or a case has no counterpart.
    pub fn of(first: &Answers, second: &Answers, events: [&Event; 2]) -> Result<Gaps> {
        // Equally many cases are compared in the given order.
        let others: Vec<usize> = match first.cases.len() == second.cases.len() {
            true => (0..first.cases.len()).collect(),
            false => {
                (0..first.cases.len()).map(counterparts(first, second)).collect::<Result<_>>()?
            }
        };
        let gap = |case: usize| {
            let other = others[case];
            let share = |answers: &Answers, case: usize, event| {
                let answer: &Answer = &answers.cases[case];
                answer.event(event).ok_or_else(|| {
                    Error::question(format!("`{}` has no success to compare", answers.name()))
                        .with_hint(Event::how_to_say())
                })
            };
            let mine = share(first, case, events[0])?;
            let difference = mine.minus(&share(second, other, events[1])?);
            Ok(Gap { case, other, difference })
        };
        let gaps = (0..first.cases.len()).map(gap).collect::<Result<_>>()?;
        Ok(Gaps { axes: first.axes.clone(), gaps })
    }

    /// Returns the gap with the largest absolute difference; the first of equally large ones.
    pub fn widest(&self) -> Option<&Gap> {
        let wider = |gap: &Gap| gap.difference.value().abs();
        self.gaps.iter().rev().max_by(|one, other| wider(one).total_cmp(&wider(other)))
    }

    /// Returns the crossings on the only axis; empty if there are no or several axes, or if the
    /// axis is not numeric.
    pub fn crossings(&self) -> Vec<Crossing> {
        let [axis] = &self.axes[..] else { return Vec::new() };
        let mut places: Vec<(f64, Estimate)> = Vec::new();
        for gap in &self.gaps {
            let Some(at) = axis.values[gap.case].number() else { return Vec::new() };
            places.push((at, gap.difference));
        }
        crossings(&places)
    }
}

/// Returns the gaps of every pair of checks.
///
/// # Errors
/// Returns an error if [`Gaps::of`] fails for a pair.
pub fn all_gaps(checks: &[Answers], events: &[Event]) -> Result<Vec<PairComparison>> {
    let pairs = (0..checks.len()).flat_map(|a| (a + 1..checks.len()).map(move |b| (a, b)));
    let versus = |(a, b): (usize, usize)| {
        let gaps = Gaps::of(&checks[a], &checks[b], [&events[a], &events[b]])?;
        Ok(PairComparison { a, b, crossings: gaps.crossings(), gaps })
    };
    pairs.map(versus).collect()
}

/// Returns the points at which differences, each at its value on an axis, change their sign.
///
/// # Formula
/// A difference of exactly 0 between differences of opposite signs is a crossing; of several in a
/// row, the crossing is their middle. Between two differences of opposite signs, the crossing is
/// interpolated linearly.
pub fn crossings(places: &[(f64, Estimate)]) -> Vec<Crossing> {
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by(|&one, &other| places[one].0.total_cmp(&places[other].0));
    let value = |case: usize| places[case].1.value();
    let unsure = |case: usize| places[case].1.low() < 0.0 && places[case].1.high() > 0.0;
    let mut found = Vec::new();
    // Last case with a difference other than 0, and the cases with difference 0 after it.
    let (mut last, mut zeros): (Option<usize>, Vec<usize>) = (None, Vec::new());
    for case in order {
        if value(case) == 0.0 {
            zeros.push(case);
            continue;
        }
        let other = |last: &usize| value(*last).signum() != value(case).signum();
        if let Some(before) = last.filter(other) {
            let between = match (zeros.first(), zeros.last()) {
                (Some(&first), Some(&last)) => [first, last],
                _ => [before, case],
            };
            let [from, to] = between.map(|case| places[case].0);
            let part = match zeros.is_empty() {
                true => value(before) / (value(before) - value(case)),
                false => 0.5,
            };
            let noisy = zeros.is_empty() && unsure(before) && unsure(case);
            found.push(Crossing { at: from + part * (to - from), between, noisy });
        }
        zeros.clear();
        last = Some(case);
    }
    found
}

/// Returns a function that maps the index of a case of `first` to the index of the case of `second`
/// with the same values on the shared axes. Both checks are scanned only once.
pub fn counterparts<'a>(
    first: &'a Answers,
    second: &'a Answers,
) -> impl Fn(usize) -> Result<usize> + 'a {
    let shared = |axis: &&Axis| second.axes.iter().any(|other| other.name == axis.name);
    let names: Vec<&str> =
        first.axes.iter().filter(shared).map(|axis| axis.name.as_str()).collect();
    let values = |answers: &'a Answers| answers.axes.iter().map(|axis| &axis.values);
    let alike = first.cases.len() == second.cases.len();
    let same = alike && (names.is_empty() || values(first).eq(values(second)));
    let place = move |answers: &'a Answers, case: usize| -> Vec<Option<&'a Value>> {
        names.iter().map(|name| answers.value(name, case)).collect()
    };
    // Each point with its case; `None` if several cases have the same point.
    let mut cases: BTreeMap<Vec<Option<&Value>>, Option<usize>> = BTreeMap::new();
    for other in (0..second.cases.len()).filter(|_| !same) {
        let known = cases.entry(place(second, other));
        known.and_modify(|case| *case = None).or_insert(Some(other));
    }
    move |case| {
        let found =
            if same { Some(case) } else { cases.get(&place(first, case)).copied().flatten() };
        found.ok_or_else(|| {
            let (first, second) = (first.name(), second.name());
            Error::question(format!("`{first}` and `{second}` have unlike cases"))
                .with_hint("what is compared has the same values on each axis, or one case for all")
        })
    }
}
