//! How far a scenario's answers are from what it expects: what a search for balance makes small.

use std::sync::Arc;

use super::judge::{ExpectationJudge, Look};
use oddsmith_answers::{Answers, Results, counterparts};
use oddsmith_base::{Error, Result};
use oddsmith_engine::odds::{NOISE, Progress};
use oddsmith_expressions::Expressions;
use oddsmith_scenario::{Bound, Expectation, Measure, Scenario, Subject};

/// What a twentieth stands for: five points of a share.
const POINTS: f64 = 0.05;

/// What each expectation misses of its bounds, 0 where it is met; and how far in all the figures
/// are from the middle of their bounds, squared.
///
/// # Formula
/// A miss is counted in half-widths of `between`; in 0.05 of a share or value, or in a twentieth of
/// the bound, where it has no width; the largest of all cases of a row. An expression that is false
/// misses 1.
///
/// # Errors
/// If an expression can't be worked out, or a duel can't be solved; with its place in the file.
pub fn misses(scenario: &Scenario, results: &Arc<Results>) -> Result<(Vec<f64>, f64)> {
    let expressions = Expressions::new(results.clone());
    let progress = Progress::default();
    let judge = ExpectationJudge::new(scenario, results, &progress);
    let mut off = 0.0;
    let mut of = |expectation: &Expectation| match &expectation.subject {
        Subject::That(text) => expressions.holds(text).map(|holds| f64::from(u8::from(!holds))),
        Subject::Measured { label, cases, measure, minus, bounds, .. } => {
            let answers = judge.labelled(label)?;
            let minus = minus.as_deref().map(|label| judge.labelled(label)).transpose()?;
            let measured = Measured { judge: &judge, measure, minus };
            let mut most = 0.0f64;
            for bound in bounds {
                let (miss, apart) = measured.misses(answers, cases, bound)?;
                most = most.max(miss);
                off += apart;
            }
            Ok(most)
        }
    };
    let place = |error: Error, row: &Expectation| error.at_span(&scenario.text, row.place.clone());
    let misses = scenario
        .expectations
        .iter()
        .map(|row| of(row).map_err(|error| place(error, row)))
        .collect::<Result<_>>()?;
    Ok((misses, off))
}

struct Measured<'a> {
    judge: &'a ExpectationJudge<'a>,
    measure: &'a Measure,
    minus: Option<&'a Answers>,
}

impl Measured<'_> {
    /// The figure of a case.
    fn figure(&self, answers: &Answers, case: usize) -> Result<f64> {
        let figure = |answers: &Answers, case: usize| {
            let answer = &answers.cases[case];
            Ok::<f64, Error>(self.judge.estimate(answer, self.measure, Look::FIRST)?.value())
        };
        let own = figure(answers, case)?;
        match self.minus {
            None => Ok(own),
            Some(minus) => Ok(own - figure(minus, counterparts(answers, minus)(case)?)?),
        }
    }

    /// What is counted as one, where a bound has no width of its own.
    fn scale(&self, bound: f64) -> f64 {
        match self.measure {
            Measure::Share(_) | Measure::Value => POINTS,
            Measure::Mean(_) | Measure::Quantile(..) => (bound.abs() * POINTS).max(POINTS),
        }
    }

    /// The largest miss of these cases, and their distance from the middle, squared.
    fn misses(&self, answers: &Answers, cases: &[usize], bound: &Bound) -> Result<(f64, f64)> {
        let mut worst = (0.0f64, 0.0);
        if let Bound::Monotone { rising, over } = bound {
            for (before, case) in ExpectationJudge::steps(answers, cases, over) {
                let step = self.figure(answers, case)? - self.figure(answers, before)?;
                let wrong = if *rising { -step } else { step };
                worst.0 = worst.0.max(beyond(wrong) / self.scale(0.0));
            }
            return Ok(worst);
        }
        for &case in cases {
            let figure = self.figure(answers, case)?;
            let (miss, apart) = match bound {
                Bound::Between(low, high) => {
                    let half = (high - low) / 2.0;
                    let scale = if half > NOISE { half } else { self.scale(*low) };
                    let miss = beyond(low - figure).max(beyond(figure - high));
                    (miss / scale, ((figure - f64::midpoint(*low, *high)) / scale).powi(2))
                }
                Bound::AtLeast(low) => (beyond(low - figure) / self.scale(*low), 0.0),
                Bound::AtMost(high) => (beyond(figure - high) / self.scale(*high), 0.0),
                Bound::Above(label) | Bound::Below(label) => {
                    let other = self.judge.labelled(label)?;
                    let there = counterparts(answers, other)(case)?;
                    let theirs =
                        self.judge.estimate(&other.cases[there], self.measure, Look::FIRST)?;
                    let ahead = figure - theirs.value();
                    let ahead = if matches!(bound, Bound::Above(_)) { ahead } else { -ahead };
                    // As much as the other is not more.
                    let miss = if ahead > NOISE { 0.0 } else { (-ahead).max(1e-6) };
                    (miss / self.scale(theirs.value()), 0.0)
                }
                Bound::Monotone { .. } => (0.0, 0.0),
            };
            worst = (worst.0.max(miss), worst.1 + apart);
        }
        Ok(worst)
    }
}

/// What is above nothing; what rounds to a bound in its last digits is at it.
fn beyond(difference: f64) -> f64 {
    if difference > NOISE { difference } else { 0.0 }
}
