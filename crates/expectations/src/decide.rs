//! Decision on a claim: exact where possible, else sampled in batches until the confidence interval
//! of the deciding figure is within one verdict's bounds or a limit is reached.

use std::sync::Arc;

use oddsmith_answers::Results;
use oddsmith_answers::map_parallel;
use oddsmith_base::{Error, Result};
use oddsmith_engine::odds::Progress;
use oddsmith_expressions::Expressions;
use oddsmith_registry::{Claim, Value};
use oddsmith_scenario::{Effort, Sampling, Scenario};

/// Verdict on a claim, with its evidence.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimVerdict {
    /// Verdict, one of [`VERDICTS`](super::audit::VERDICTS).
    pub verdict: &'static str,
    /// Confidence interval of the deciding figure, if it was sampled.
    pub interval: Option<[f64; 2]>,
    /// Settings and readings that change the verdict, each as `name=value`.
    pub depends_on: Vec<String>,
    /// Remarks, in addition to the figures that the claim computes.
    pub computed: String,
}

impl ClaimVerdict {
    /// Creates a verdict that needed no sampling.
    pub(super) fn exactly(verdict: &'static str, computed: String) -> ClaimVerdict {
        ClaimVerdict { verdict, interval: None, depends_on: Vec::new(), computed }
    }
}

/// Divisor of the trials of the claim's command: each batch has 1/64 of them.
const PART: u64 = 64;

/// Smallest number of batches; enough for most claims, which are far from their bounds.
const LEAST: usize = 16;

/// Largest number of batches; each step doubles them.
const MOST: usize = 512;

/// Half-width of the interval in standard errors of the mean of the batches. For 16 batches it
/// misses the true value with probability 1/10,000 (Student's t with 15 degrees of freedom), for
/// more batches less often, so that verdicts hardly depend on the seed.
const HALF_WIDTH_IN_ERRORS: f64 = 5.24;

/// Fills in the placeholders of a claim's text with settings, or with their defaults.
pub(super) fn fill_settings(claim: &Claim, settings: &[(String, String)], text: &str) -> String {
    claim.settings.iter().fold(text.to_owned(), |text, (name, values)| {
        let given = settings.iter().find(|(given, _)| given == name).map(|(_, value)| value);
        let value = given.or_else(|| values.first()).map_or("", String::as_str);
        text.replace(&format!("<<{name}>>"), value)
    })
}

/// Auditor of claims: the readings and the effort with which their questions are answered.
#[derive(Clone, Copy)]
pub struct Auditor<'a> {
    /// Values of readings that replace their defaults.
    pub readings: &'a [(String, Value)],
    /// Effort of the answers.
    pub effort: Effort,
    /// Progress of the answers.
    pub progress: &'a Progress,
}

impl Auditor<'_> {
    /// Returns the scenario of a claim, with these settings replacing the defaults.
    pub(super) fn scenario(
        &self,
        claim: &Claim,
        settings: &[(String, String)],
    ) -> Result<Scenario> {
        let question = fill_settings(claim, settings, &claim.scenario);
        let text = format!("title = \"{}\"\n{question}", claim.id);
        Scenario::parse_in(None, &text, &[], self.readings)
    }

    /// Answers a scenario; the flag is true if any answer was sampled.
    pub(super) fn answers(
        &self,
        scenario: &Scenario,
        effort: Effort,
    ) -> Result<(Expressions, bool)> {
        let effort = effort.sample_only_if_inexact();
        let results = Results::of(&scenario.questions, effort, self.progress)?;
        let sampled = results.all().any(|answer| answer.laws.is_none());
        Ok((Expressions::new(Arc::new(results)), sampled))
    }

    /// Returns the verdict on a claim with these settings.
    ///
    /// # Errors
    /// If its question can't be answered, or an expression can't be evaluated.
    pub fn decide(&self, claim: &Claim, settings: &[(String, String)]) -> Result<ClaimVerdict> {
        let exactly = |verdict| Ok(ClaimVerdict::exactly(verdict, String::new()));
        let scenario = self.scenario(claim, settings)?;
        let trials = (scenario.effort.sampling().trials() / PART).max(1);
        let batch = |number: usize| {
            let step = (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let seed = Some(self.effort.seed().wrapping_add(step));
            let effort = Effort { seed, ..self.effort.with(Sampling::Trials(trials)) };
            self.answers(&scenario, effort)
        };
        let Some((figure, bounds)) = claim.figure() else {
            let (expressions, sampled) = batch(0)?;
            if sampled {
                return Err(Error::question(format!("{} is played and has no figure", claim.id)));
            }
            for (word, condition) in [("holds", &claim.holds), ("near", &claim.near)] {
                if let Some(condition) = condition
                    && expressions.holds(&fill_settings(claim, settings, condition))?
                {
                    return exactly(word);
                }
            }
            return exactly("fails");
        };
        let figure = fill_settings(claim, settings, figure);
        let of = |number: usize| -> Result<(f64, bool)> {
            let (expressions, sampled) = batch(number)?;
            Ok((expressions.number_over_all(&figure)?, sampled))
        };
        let (first, sampled) = of(0)?;
        if !sampled {
            return exactly(bounds.place([first, first]));
        }
        let mut figures = vec![first];
        loop {
            let more = figures.len()..LEAST.max(2 * figures.len());
            for found in map_parallel(more, false, of) {
                figures.push(found?.0);
            }
            let interval = interval(&figures);
            let verdict = bounds.place(interval);
            if verdict != "undecided" || figures.len() >= MOST {
                let interval = Some(interval);
                return Ok(ClaimVerdict {
                    interval,
                    ..ClaimVerdict::exactly(verdict, String::new())
                });
            }
        }
    }
}

/// Returns the confidence interval of the mean of the batches' figures.
fn interval(figures: &[f64]) -> [f64; 2] {
    let count = figures.len() as f64;
    let mean = figures.iter().sum::<f64>() / count;
    let squares: f64 = figures.iter().map(|figure| (figure - mean).powi(2)).sum();
    let reach = HALF_WIDTH_IN_ERRORS * (squares / (count - 1.0) / count).sqrt();
    [mean - reach, mean + reach]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Equal batches give an interval of width 0; one batch of four that differs does not.
    #[test]
    fn interval_is_five_standard_errors_around_mean_of_batches() {
        assert_eq!(interval(&[2.0; 8]), [2.0, 2.0]);
        let [low, high] = interval(&[1.0, 0.0, 0.0, 0.0]);
        // Mean 1/4, standard error sqrt((3/4) / 3 / 4) = 1/4.
        assert!((low - 0.25 * (1.0 - HALF_WIDTH_IN_ERRORS)).abs() < 1e-12, "{low}");
        assert!((high - 0.25 * (1.0 + HALF_WIDTH_IN_ERRORS)).abs() < 1e-12, "{high}");
    }
}
