//! The gap between two checks: how far apart an event is at each point, and where they cross.

use std::collections::BTreeMap;

use super::{Answer, Answers};
use oddsmith_base::{Error, Result};
use oddsmith_engine::odds::{Estimate, Event};
use oddsmith_registry::Value;
use oddsmith_scenario::Axis;

/// How much larger a share is in one check than in another, at one point.
#[derive(Clone, Debug, PartialEq)]
pub struct Gap {
    /// The number of the case in the first check.
    pub case: usize,
    /// The number of the case in the second check.
    pub other: usize,
    /// The difference, exact where both shares are.
    pub difference: Estimate,
}

/// The gaps between two checks at all points of the first.
#[derive(Clone, Debug)]
pub struct Gaps {
    /// The axes of the first check.
    pub axes: Vec<Axis>,
    /// One gap a point, in the order of its cases.
    pub gaps: Vec<Gap>,
}

/// The gaps between two checks, which stand at places `a` and `b` of a comparison, from 0 on.
#[derive(Debug)]
pub struct Versus {
    /// The place of the first check.
    pub a: usize,
    /// The place of the second check.
    pub b: usize,
    /// How far apart they are.
    pub gaps: Gaps,
    /// Where they cross.
    pub crossings: Vec<Crossing>,
}

/// Where two checks are equal: between two values of an axis, or at one of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// The place on the axis, straight between the values on either side.
    pub at: f64,
    /// The numbers of the cases on either side; the same where the difference is exactly 0 there.
    pub between: [usize; 2],
    /// Whether the sampled differences on either side can't tell who is ahead.
    pub noisy: bool,
}

impl Gaps {
    /// The gaps between the shares of an event: case by case where there are as many of both, else
    /// each where the checks have the same values on the axes that they share.
    ///
    /// # Errors
    /// If a case of either has not the event, or a case has no counterpart.
    pub fn of(first: &Answers, second: &Answers, events: [&Event; 2]) -> Result<Gaps> {
        // What a person compares stands side by side as it was asked.
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

    /// Where the difference is largest, taken without its sign; the first of equally large ones.
    pub fn widest(&self) -> Option<&Gap> {
        let wider = |gap: &Gap| gap.difference.value().abs();
        self.gaps.iter().rev().max_by(|one, other| wider(one).total_cmp(&wider(other)))
    }

    /// Where the checks cross on their one axis; nowhere if there is none, or it is not of numbers.
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

/// The gaps of every pair of checks.
///
/// # Errors
/// As [`Gaps::of`].
pub fn versus(checks: &[Answers], events: &[Event]) -> Result<Vec<Versus>> {
    let pairs = (0..checks.len()).flat_map(|a| (a + 1..checks.len()).map(move |b| (a, b)));
    let versus = |(a, b): (usize, usize)| {
        let gaps = Gaps::of(&checks[a], &checks[b], [&events[a], &events[b]])?;
        Ok(Versus { a, b, crossings: gaps.crossings(), gaps })
    };
    pairs.map(versus).collect()
}

/// Where differences, each at its place on an axis, change their sign.
///
/// # Formula
/// A difference of exactly 0 between others of both signs is a crossing; of several in a row it is
/// their middle. Between differences of two signs the crossing is on the straight line.
pub fn crossings(places: &[(f64, Estimate)]) -> Vec<Crossing> {
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by(|&one, &other| places[one].0.total_cmp(&places[other].0));
    let value = |case: usize| places[case].1.value();
    let unsure = |case: usize| places[case].1.low() < 0.0 && places[case].1.high() > 0.0;
    let mut found = Vec::new();
    // The last place where there was a difference, and the zeros behind it.
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

/// The case of `second` that stands where a case of `first` does. The two are looked through once.
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
    // Each place with its case; with none where several stand there.
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
