//! How a claim is decided: exactly where it is exact, else by the interval of the number that
//! decides, played until that lies on one side of its bounds or a bound comes.

use std::sync::Arc;

use super::audit::question;
use crate::answer::Results;
use crate::answer::expression::Expressions;
use crate::scenario::{Effort, Scenario};
use crate::text::numbers::trimmed;
use oddsmith_base::{Error, Result};
use oddsmith_engine::odds::Progress;
use oddsmith_registry::Claim;

/// What came of a claim.
pub(super) struct Decision {
    /// The verdict.
    pub verdict: &'static str,
    /// What was found, in words.
    pub computed: String,
    /// Whether it was played.
    pub sampled: bool,
}

impl Decision {
    /// What takes no luck to know.
    pub fn sure(verdict: &'static str, computed: String) -> Decision {
        Decision { verdict, computed, sampled: false }
    }
}

/// So many batches are played at least, before their mean is believed.
const LEAST: usize = 8;

/// And so many at most.
const MOST: usize = 96;

/// An interval reaches so many standard errors of the mean of the batches to each side: one of
/// eight batches misses the truth once in a thousand times, one of more once in ten thousand or
/// less often, so that a verdict hangs on no seed.
const REACH: [f64; 2] = [5.4, 4.3];

/// A text of a claim, with these settings in place of the usual ones.
pub(super) fn said(claim: &Claim, settings: &[(String, String)], text: &str) -> String {
    claim.settings.iter().fold(text.to_owned(), |text, (name, values)| {
        let given = settings.iter().find(|(given, _)| given == name).map(|(_, value)| value);
        let value = given.or_else(|| values.first()).map_or("", String::as_str);
        text.replace(&format!("<<{name}>>"), value)
    })
}

/// The verdict of a claim with these settings and readings.
///
/// # Errors
/// If its question can't be answered so, or an expression can't be worked out.
pub(super) fn decide(
    claim: &Claim,
    settings: &[(String, String)],
    readings: &[(String, String)],
    effort: Effort,
    progress: &Progress,
) -> Result<Decision> {
    let scenario = Scenario::parse_with(&question(claim, settings), &[], readings)?;
    let effort = Effort { amount: scenario.amount, ..effort };
    let batch = |number: u64| -> Result<(Expressions, bool)> {
        // The first is what the claim's command plays.
        let seed = effort.seed.wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let effort = Effort { seed, ..effort };
        let results = Results::of(&scenario.questions, effort.sample_only_if_inexact(), progress)?;
        let sampled = results.all().any(|answer| answer.laws.is_none());
        Ok((Expressions::new(Arc::new(results)), sampled))
    };
    let (first, sampled) = batch(0)?;
    let words = first.words(&said(claim, settings, &claim.computed))?;
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    if !sampled {
        let conditions = [("holds", &claim.holds), ("near", &claim.near)];
        for (word, condition) in conditions {
            if let Some(condition) = condition
                && first.holds(&said(claim, settings, condition))?
            {
                return Ok(Decision::sure(word, words));
            }
        }
        if claim.holds.is_some() {
            return Ok(Decision::sure("fails", words));
        }
    }
    let figure = claim.figure.as_ref().map(|figure| said(claim, settings, figure));
    let (Some(figure), Some(holds)) = (figure, claim.holds_within) else {
        return Err(Error::question(format!("{} is played and has no figure", claim.id)));
    };
    let near = claim.near_within.unwrap_or(holds);
    let mut figures = vec![first.overall(&figure)?];
    if !sampled {
        let value = figures[0];
        return Ok(Decision::sure(place([value, value], holds, near), words));
    }
    loop {
        while figures.len() < LEAST {
            figures.push(batch(figures.len() as u64)?.0.overall(&figure)?);
        }
        let interval = interval(&figures);
        let verdict = place(interval, holds, near);
        if verdict != "undecided" || figures.len() >= MOST {
            let [low, high] = interval.map(|end| trimmed(end, 4));
            let computed = format!("{words} (decided by a number from {low} to {high})");
            return Ok(Decision { verdict, computed, sampled: true });
        }
        for _ in 0..figures.len() {
            figures.push(batch(figures.len() as u64)?.0.overall(&figure)?);
        }
    }
}

/// Where the mean of these figures is for sure.
fn interval(figures: &[f64]) -> [f64; 2] {
    let count = figures.len() as f64;
    let mean = figures.iter().sum::<f64>() / count;
    let squares: f64 = figures.iter().map(|figure| (figure - mean).powi(2)).sum();
    let reach =
        REACH[usize::from(figures.len() > LEAST)] * (squares / (count - 1.0) / count).sqrt();
    [mean - reach, mean + reach]
}

/// The verdict of a number that is in an interval.
fn place([low, high]: [f64; 2], holds: [f64; 2], near: [f64; 2]) -> &'static str {
    let inside = |[from, to]: [f64; 2]| from <= low && high <= to;
    let outside = |[from, to]: [f64; 2]| high < from || to < low;
    match (inside(holds), outside(holds)) {
        (true, _) => "holds",
        (_, true) if inside(near) => "near",
        (_, true) if outside(near) => "fails",
        _ => "undecided",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A number on a bound is on neither side of it.
    #[test]
    fn what_an_interval_does_not_decide_is_undecided() {
        let (holds, near) = ([0.0, 0.05], [-0.1, 0.1]);
        let of = |low: f64, high: f64| place([low, high], holds, near);
        assert_eq!(of(0.01, 0.02), "holds");
        assert_eq!(of(0.04, 0.06), "undecided");
        assert_eq!(of(0.06, 0.09), "near");
        assert_eq!(of(-0.05, -0.01), "near");
        assert_eq!(of(0.09, 0.12), "undecided");
        assert_eq!(of(0.12, 0.15), "fails");
    }

    /// Batches that are all the same leave no doubt; one apart from seven does.
    #[test]
    fn an_interval_is_that_of_the_mean_of_batches() {
        assert_eq!(interval(&[2.0; 8]), [2.0, 2.0]);
        let [low, high] = interval(&[1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        // Mean 1/8, standard error sqrt((7/8) / 7 / 8) = 1/8.
        assert!(
            (low - (0.125 - 5.4 / 8.0)).abs() < 1e-12 && (high - (0.125 + 5.4 / 8.0)).abs() < 1e-12
        );
    }
}
