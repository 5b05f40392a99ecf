//! Distance of a scenario's answers from its expectations, which tuning minimizes.

use std::sync::Arc;

use super::judge::{ExpectationJudge, SamplingStep};
use oddsmith_answers::{Answers, Results, counterparts};
use oddsmith_base::{Error, Result};
use oddsmith_engine::odds::{NOISE, Progress};
use oddsmith_expressions::Expressions;
use oddsmith_scenario::{Bound, Expectation, Measure, Scenario, Subject};

/// Scale of a miss of a share (5 percentage points), and relative scale of other bounds.
const POINTS: f64 = 0.05;

/// Returns the miss of each expectation, 0 if it is met, and the sum of squared distances of all
/// figures from the middle of their bounds.
///
/// # Formula
/// A miss is measured in half-widths of `between`; without a width, in units of 0.05 for a share or
/// value, else of a twentieth of the bound. The miss of a row is the largest of its cases. A false
/// expression misses by 1.
///
/// # Errors
/// If an expression can't be evaluated, or a duel can't be solved; with the position in the file.
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
    /// Returns the figure of a case.
    fn figure(&self, answers: &Answers, case: usize) -> Result<f64> {
        let figure = |answers: &Answers, case: usize| {
            let answer = &answers.cases[case];
            Ok::<f64, Error>(
                self.judge.estimate(answer, self.measure, SamplingStep::FIRST)?.value(),
            )
        };
        let own = figure(answers, case)?;
        match self.minus {
            None => Ok(own),
            Some(minus) => Ok(own - figure(minus, counterparts(answers, minus)(case)?)?),
        }
    }

    /// Returns the unit of a miss for a bound without a width.
    fn scale(&self, bound: f64) -> f64 {
        match self.measure {
            Measure::Share(_) | Measure::Value => POINTS,
            Measure::Mean(_) | Measure::Quantile(..) => (bound.abs() * POINTS).max(POINTS),
        }
    }

    /// Returns the largest miss of these cases, and their summed squared distance from the middle.
    fn misses(&self, answers: &Answers, cases: &[usize], bound: &Bound) -> Result<(f64, f64)> {
        let mut worst = (0.0f64, 0.0);
        if let Bound::Monotone { rising, over } = bound {
            for (before, case) in ExpectationJudge::steps(answers, cases, over) {
                let step = self.figure(answers, case)? - self.figure(answers, before)?;
                let wrong = if *rising { -step } else { step };
                worst.0 = worst.0.max(positive_part(wrong) / self.scale(0.0));
            }
            return Ok(worst);
        }
        for &case in cases {
            let figure = self.figure(answers, case)?;
            let (miss, apart) = match bound {
                Bound::Between(low, high) => {
                    let half = (high - low) / 2.0;
                    let scale = if half > NOISE { half } else { self.scale(*low) };
                    let miss = positive_part(low - figure).max(positive_part(figure - high));
                    (miss / scale, ((figure - f64::midpoint(*low, *high)) / scale).powi(2))
                }
                Bound::AtLeast(low) => (positive_part(low - figure) / self.scale(*low), 0.0),
                Bound::AtMost(high) => (positive_part(figure - high) / self.scale(*high), 0.0),
                Bound::Above(label) | Bound::Below(label) => {
                    let other = self.judge.labelled(label)?;
                    let there = counterparts(answers, other)(case)?;
                    let theirs = self.judge.estimate(
                        &other.cases[there],
                        self.measure,
                        SamplingStep::FIRST,
                    )?;
                    let ahead = figure - theirs.value();
                    let ahead = if matches!(bound, Bound::Above(_)) { ahead } else { -ahead };
                    // A figure equal to that of the other check is not above it.
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

/// Returns a positive difference, or 0 if it is within rounding noise.
fn positive_part(difference: f64) -> f64 {
    if difference > NOISE { difference } else { 0.0 }
}
