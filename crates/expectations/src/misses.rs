//! Distance of a scenario's answers from its expectations, which tuning minimizes.

use std::sync::Arc;

use super::judge::{ExpectationJudge, Row, SamplingStep};
use oddsmith_answers::{Answer, Results};
use oddsmith_base::{Error, Result};
use oddsmith_engine::odds::{NOISE, Progress};
use oddsmith_expressions::Expressions;
use oddsmith_scenario::{Constraint, Expectation, Measure, Measured, Requirement, Scenario};

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
        Requirement::That(text) => expressions.holds(text).map(|holds| f64::from(u8::from(!holds))),
        Requirement::Measured(measured) => {
            let row = judge.row(measured)?;
            let mut most = 0.0f64;
            for bound in &measured.bounds {
                let (miss, apart) = row.misses(bound)?;
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

impl Row<'_> {
    /// Returns the measure of one answer.
    fn value(&self, answer: &Answer) -> Result<f64> {
        let Measured { measure, .. } = self.measured;
        Ok(self.judge.estimate(answer, measure, SamplingStep::FIRST)?.value())
    }

    /// Returns the figure of a case.
    fn figure(&self, case: usize) -> Result<f64> {
        let terms = self.terms(case, None)?;
        terms.iter().map(|(sign, answer)| Ok(sign * self.value(answer)?)).sum()
    }

    /// Returns the unit of a miss for a bound without a width.
    fn scale(&self, bound: f64) -> f64 {
        match self.measured.measure {
            Measure::Share(_) | Measure::Value => POINTS,
            Measure::Mean(_) | Measure::Quantile(..) => (bound.abs() * POINTS).max(POINTS),
        }
    }

    /// Returns the largest miss of these cases, and their summed squared distance from the middle.
    fn misses(&self, bound: &Constraint) -> Result<(f64, f64)> {
        let mut worst = (0.0f64, 0.0);
        if let Constraint::Monotone { rising, over } = bound {
            for (before, case) in self.steps(over) {
                let step = self.figure(case)? - self.figure(before)?;
                let wrong = if *rising { -step } else { step };
                worst.0 = worst.0.max(positive_part(wrong) / self.scale(0.0));
            }
            return Ok(worst);
        }
        for &case in &self.measured.cases {
            let figure = self.figure(case)?;
            let (miss, apart) = match bound {
                Constraint::Between(low, high) => {
                    let half = (high - low) / 2.0;
                    let scale = if half > NOISE { half } else { self.scale(*low) };
                    let miss = positive_part(low - figure).max(positive_part(figure - high));
                    (miss / scale, ((figure - f64::midpoint(*low, *high)) / scale).powi(2))
                }
                Constraint::AtLeast(low) => (positive_part(low - figure) / self.scale(*low), 0.0),
                Constraint::AtMost(high) => (positive_part(figure - high) / self.scale(*high), 0.0),
                Constraint::Above(label) | Constraint::Below(label) => {
                    let terms = self.terms(case, Some(label))?;
                    let theirs = self.value(terms[terms.len() - 1].1)?;
                    let ahead = figure - theirs;
                    let ahead = if matches!(bound, Constraint::Above(_)) { ahead } else { -ahead };
                    // A figure equal to that of the other check is not above it.
                    let miss = if ahead > NOISE { 0.0 } else { (-ahead).max(1e-6) };
                    (miss / self.scale(theirs), 0.0)
                }
                Constraint::Monotone { .. } => (0.0, 0.0),
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
