//! Judgement of measures against bounds, with additional sampling until decided.

use super::verdict::{Verdict, sum, within};
use oddsmith_answers::{Answer, Answers, Results, counterparts};
use oddsmith_base::{Error, Result};
use oddsmith_engine::odds::{ERROR, Estimate, Event, Exact, Histogram, Progress, Sample, Tally};
use oddsmith_scenario::{Constraint, Expectation, Measure, Measured, Requirement, Scenario};

/// Largest multiple of the answers' trials that is simulated for a decision.
const MOST_TIMES: u64 = 100;

/// Returns the lowest and the highest figure of each of these rows, by number from 1, for rows with
/// numeric bounds. Sampled figures count with the ends of their confidence intervals.
///
/// # Errors
/// Returns an error if [`judge`](crate::judge()) would.
pub fn figures(
    scenario: &Scenario,
    results: &Results,
    rows: impl Iterator<Item = usize>,
    progress: &Progress,
) -> Result<Vec<(usize, (f64, f64))>> {
    let judge = ExpectationJudge::new(scenario, results, progress);
    let of = |number: usize| match &scenario.expectations[number - 1].subject {
        Requirement::That(_) => None,
        Requirement::Measured(measured) => {
            let figures = judge.row(measured).and_then(|row| row.figures());
            figures.map(|figures| figures.map(|figures| (number, figures))).transpose()
        }
    };
    rows.filter_map(of).collect()
}

/// Returns the number of sampled decisions: one for each bound and case of a sampled row.
fn decisions(scenario: &Scenario, results: &Results) -> usize {
    let played = |label: &String| {
        let answers = results.labelled(label).into_iter().flat_map(|answers| &answers.cases);
        answers.clone().any(|answer| answer.laws.is_none() && answer.tallies.is_some())
    };
    let of = |expectation: &Expectation| match &expectation.subject {
        Requirement::That(_) => 0,
        Requirement::Measured(Measured { label, cases, minus, bounds, .. }) => {
            let sampled = |bound: &&Constraint| {
                let labels = [Some(label), minus.as_ref(), bound.other()];
                labels.into_iter().flatten().any(played)
            };
            bounds.iter().filter(sampled).count() * cases.len()
        }
    };
    scenario.expectations.iter().map(of).sum()
}

/// Judge of expectations, from exact or simulated results.
pub(crate) struct ExpectationJudge<'a> {
    pub(super) results: &'a Results,
    progress: &'a Progress,
    /// Probability with which a single decision may be wrong.
    error: f64,
}

impl<'a> ExpectationJudge<'a> {
    /// Creates a judge for the answers to a scenario.
    pub fn new(
        scenario: &Scenario,
        results: &'a Results,
        progress: &'a Progress,
    ) -> ExpectationJudge<'a> {
        let error = ERROR / decisions(scenario, results).max(1) as f64;
        ExpectationJudge { results, progress, error }
    }

    /// Returns the check with this label.
    pub fn labelled(&self, label: &str) -> Result<&'a Answers> {
        let known = self.results.checks.iter().map(|answers| answers.label.as_str());
        self.results.labelled(label).ok_or_else(|| Error::unknown("label", label, "", known))
    }

    /// Finds the answers that a row is about.
    pub fn row(&'a self, measured: &'a Measured) -> Result<Row<'a>> {
        let answers = self.labelled(&measured.label)?;
        let minus = measured.minus.as_deref().map(|label| self.labelled(label)).transpose()?;
        Ok(Row { judge: self, measured, answers, minus })
    }

    /// Compares a signed sum of measures with bounds, with more trials while the interval is
    /// undecided. Step j has an error probability of `e / (j (j + 1))`, which sums to e. Also
    /// returns the multiple of the answers' trials that was simulated.
    pub fn decide(
        &self,
        terms: &[(f64, &Answer)],
        measure: &Measure,
        (low, high): (f64, f64),
    ) -> Result<(Verdict, Estimate, u64)> {
        let mut times = 1;
        for look in 1u32.. {
            let look = SamplingStep { times, error: self.error / f64::from(look * (look + 1)) };
            let found = terms
                .iter()
                .map(|(sign, answer)| Ok((*sign, self.estimate(answer, measure, look)?)))
                .collect::<Result<Vec<_>>>()?;
            let estimate = sum(&found);
            let verdict = within(&estimate, low, high);
            if verdict != Verdict::Undecided || times >= MOST_TIMES {
                return Ok((verdict, estimate, times));
            }
            times = (times * 4).min(MOST_TIMES);
        }
        unreachable!("the last look returns")
    }

    /// Returns a measure of one answer; simulates again if it is sampled and `look` needs more
    /// trials.
    pub fn estimate(
        &self,
        answer: &Answer,
        measure: &Measure,
        look: SamplingStep,
    ) -> Result<Estimate> {
        let played = answer.tallies.as_ref().filter(|_| answer.laws.is_none());
        let tallies = match played {
            Some(own) if *measure != Measure::Value && look.times > 1 => {
                let trials = own.trials.saturating_mul(look.times);
                let run = Sample { trials, seed: self.results.seed };
                Some(answer.case.sample_watched(run, self.progress)?.missing(look.error))
            }
            // A run that stopped at a precision has used part of its error probability for that.
            Some(own) => {
                let spent = own.columns.first().map_or(1.0, |tally| tally.alpha() / ERROR);
                Some(own.clone().missing(look.error * spent))
            }
            None => answer.tallies.clone(),
        };
        let tally = |place: usize| tallies.as_ref().map(|tallies| &tallies.columns[place]);
        let place = |event: &Event| event.place(answer.columns()).ok_or_else(|| nothing(answer));
        let found = match measure {
            Measure::Value => Some(Estimate::of_value(answer.value()?)),
            Measure::Share(event) => {
                let (place, scores) =
                    event.target(answer.columns()).ok_or_else(|| nothing(answer))?;
                let exact = answer.share(place, scores.clone()).exact;
                let sampled = tally(place).map(|tally| tally.estimate(scores));
                Some(Estimate { exact, sampled })
            }
            Measure::Mean(event) => {
                let place = place(event)?;
                let exact = answer.mean(place).and_then(|mean| mean.exact);
                Some(Estimate { exact, sampled: tally(place).and_then(Tally::mean_estimate) })
            }
            Measure::Quantile(event, level) => {
                let place = place(event)?;
                let law =
                    answer.laws.as_ref().and_then(|laws| laws.columns[place].quantile(*level));
                let exact = law.and_then(|score| Exact::of(f64::from(score)));
                let sampled = tally(place).and_then(|tally| tally.quantile_estimate(*level));
                Some(Estimate { exact, sampled })
            }
        };
        found
            .filter(|found| found.exact.is_some() || found.sampled.is_some())
            .ok_or_else(|| nothing(answer))
    }
}

/// Step of a sampled decision.
#[derive(Clone, Copy)]
pub(crate) struct SamplingStep {
    /// Factor by which the trials of the answer are multiplied.
    times: u64,
    /// Error probability of the interval.
    error: f64,
}

impl SamplingStep {
    /// The results as given, at the default error probability.
    pub const FIRST: SamplingStep = SamplingStep { times: 1, error: ERROR };
}

/// Measure of an expectation, with the answers that it is about.
pub(crate) struct Row<'a> {
    pub judge: &'a ExpectationJudge<'a>,
    pub measured: &'a Measured,
    pub answers: &'a Answers,
    /// Answers whose measure is subtracted.
    pub minus: Option<&'a Answers>,
}

impl<'a> Row<'a> {
    /// Returns a case and what it is less by; `other` is the label of another check to subtract.
    pub fn terms(&self, case: usize, other: Option<&String>) -> Result<Vec<(f64, &'a Answer)>> {
        let other = other.map(|label| self.judge.labelled(label)).transpose()?;
        let mut terms = vec![(1.0, &self.answers.cases[case])];
        for other in [self.minus, other].into_iter().flatten() {
            terms.push((-1.0, &other.cases[counterparts(self.answers, other)(case)?]));
        }
        Ok(terms)
    }

    /// Returns the lowest and the highest figure of the cases, if the row has numeric bounds; for
    /// sampled figures, the ends of the confidence intervals.
    fn figures(&self) -> Result<Option<(f64, f64)>> {
        let Measured { cases, measure, bounds, .. } = self.measured;
        let numbers = |bound: &&Constraint| {
            matches!(
                bound,
                Constraint::Between(..) | Constraint::AtLeast(_) | Constraint::AtMost(_)
            )
        };
        let mut found: Option<(f64, f64)> = None;
        for bound in bounds.iter().filter(numbers) {
            for &case in cases {
                let terms = self.terms(case, None)?;
                let (_, figure, _) = self.judge.decide(&terms, measure, allowed_range(bound))?;
                let (low, high) = found.unwrap_or((f64::INFINITY, f64::NEG_INFINITY));
                found = Some((low.min(figure.low()), high.max(figure.high())));
            }
        }
        Ok(found)
    }
}

/// Returns the least and the greatest value that a bound allows.
pub(crate) fn allowed_range(bound: &Constraint) -> (f64, f64) {
    match bound {
        Constraint::Between(low, high) => (*low, *high),
        Constraint::AtLeast(low) => (*low, f64::INFINITY),
        Constraint::AtMost(high) => (f64::NEG_INFINITY, *high),
        // Strictly more than the other: above 0, excluding 0.
        Constraint::Above(_) => (f64::MIN_POSITIVE, f64::INFINITY),
        Constraint::Below(_) => (f64::NEG_INFINITY, -f64::MIN_POSITIVE),
        Constraint::Monotone { .. } => (f64::NEG_INFINITY, f64::INFINITY),
    }
}

fn nothing(answer: &Answer) -> Error {
    Error::question(format!("{} has no such figure", answer.case.identity()))
        .with_hint("a duel that is solved alone has `value`; a column may have no score")
}
