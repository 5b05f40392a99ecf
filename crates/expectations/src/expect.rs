//! Verification of a scenario's expectations: exact where possible, else sampled until decided.

use std::sync::Arc;

use super::judge::{ExpectationJudge, SamplingStep, allowed_range, terms};
use super::verdict::{Verdict, number, sum, words};
use oddsmith_answers::{Answer, Answers, Results, counterparts, trial_run};
use oddsmith_base::{About, Error, Result};
use oddsmith_engine::odds::{Progress, Sample};
use oddsmith_expressions::Expressions;
use oddsmith_registry::{Value, document};
use oddsmith_scenario::{Bound, Effort, Expectation, Measure, Scenario, Subject};
use oddsmith_text::listed;

/// Verdict on an expectation.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// Number of the expectation in the file, from 1.
    pub number: usize,
    /// Verdict.
    pub verdict: Verdict,
    /// Subject: "cards: success at damage 8", or the expression.
    pub subject: String,
    /// Bounds of the measure, as text.
    pub wanted: String,
    /// Computed figure of the deciding case, as text.
    pub computed: String,
    /// Reason for the expectation, in the author's words.
    pub why: Option<String>,
    /// Line of the file at which the expectation begins.
    pub line: usize,
    /// Deciding cases, each as check and fields; empty for an expression.
    pub questions: Vec<Vec<String>>,
    /// Measure of the cases.
    pub measure: Option<Measure>,
    /// True if the verdict was decided by sampled results.
    pub sampled: bool,
    /// Trials and seed that decided the verdict, if it was sampled.
    pub run: Option<Sample>,
}

/// Answers a scenario and judges its expectations. Cases with an exact result are not simulated,
/// unless an expression may compare sampled results.
///
/// # Errors
/// If a case can't be answered with its method, or [`judge`] fails.
pub fn answer_and_judge(
    scenario: &Scenario,
    effort: Effort,
    progress: &Progress,
) -> Result<(Arc<Results>, Vec<Judgement>)> {
    let plain = |subject: &Subject| matches!(subject, Subject::Measured { .. });
    let spares = scenario.expectations.iter().all(|expectation| plain(&expectation.subject));
    let effort = if spares { effort.sample_only_if_inexact() } else { effort };
    let results = Arc::new(Results::of(&scenario.questions, effort, progress)?);
    let judgements = judge(scenario, &results, progress)?;
    Ok((results, judgements))
}

/// Error for a scenario without expectations.
pub fn no_expectations() -> Error {
    Error::question("the scenario has no expectations")
        .with_hint("add an `[[expect]]` row; docs/scenario.md describes them")
}

/// Judges the expectations of a scenario from its results. A sampled measure gets more trials until
/// its interval decides, up to a hundred times the trials of the results, which stay unchanged.
///
/// The probability of any wrong sampled verdict is at most 5 %, divided among all decisions.
/// Expressions use the results without such a correction.
///
/// # Errors
/// If an expression can't be evaluated, or a duel can't be solved; with the position in the file.
pub fn judge(
    scenario: &Scenario,
    results: &Arc<Results>,
    progress: &Progress,
) -> Result<Vec<Judgement>> {
    let expressions = Expressions::new(results.clone());
    let judge = ExpectationJudge::new(scenario, results, progress);
    let played = results.all().any(|answer| answer.laws.is_none() && answer.is_counted());
    let judged = |(before, expectation): (usize, &Expectation)| {
        let blank = Judgement {
            number: before + 1,
            verdict: Verdict::Holds,
            subject: String::new(),
            wanted: "true".to_owned(),
            computed: String::new(),
            why: expectation.why.clone(),
            line: scenario.text[..expectation.place.start].matches('\n').count() + 1,
            questions: Vec::new(),
            measure: None,
            sampled: played,
            run: None,
        };
        let judged = match &expectation.subject {
            Subject::That(text) => {
                let holds = expressions.holds(text);
                holds.map_err(|error| error.about(About::value("that"))).map(|holds| Judgement {
                    verdict: if holds { Verdict::Holds } else { Verdict::Fails },
                    subject: text.clone(),
                    computed: holds.to_string(),
                    ..blank
                })
            }
            Subject::Measured { .. } => judge.measured(blank, &expectation.subject),
        };
        judged.map_err(|error: Error| {
            let (table, otherwise) = (format!("expect.{before}"), expectation.place.clone());
            document::locate(error, &scenario.text, &table, otherwise)
        })
    };
    Error::names_first(scenario.expectations.iter().enumerate().map(judged).collect())
}

/// Verdict on a case.
struct Decided {
    verdict: Verdict,
    case: usize,
    /// Point of the case: " at damage 8", " from dc 10 to 11".
    at: String,
    /// Computed figure, as text.
    computed: String,
    /// Cases that the figure was computed from, each as check and fields.
    questions: Vec<Vec<String>>,
    /// Multiple of the answer's trials that was simulated.
    times: u64,
}

/// Returns the deciding case: the first that fails, else the first undecided, else the first.
fn worst(all: impl Iterator<Item = Result<Decided>>) -> Result<Option<Decided>> {
    let mut worst: Option<Decided> = None;
    for found in all {
        let found = found?;
        if worst.as_ref().is_none_or(|worst| found.verdict > worst.verdict) {
            worst = Some(found);
        }
        if worst.as_ref().is_some_and(|worst| worst.verdict == Verdict::Fails) {
            break;
        }
    }
    Ok(worst)
}

/// Returns the point of a case as a suffix: " at damage 8".
fn point_suffix(place: &[(&str, &Value)]) -> String {
    let place = listed(place.iter().copied());
    if place.is_empty() { place } else { format!(" at {place}") }
}

/// Returns a case as check and fields.
fn as_arguments(answer: &Answer) -> Vec<String> {
    let given = answer.case.settings.given();
    let fields = given.iter().map(|(name, value)| format!("{name}={value}"));
    std::iter::once(answer.case.entry.id.to_string()).chain(fields).collect()
}

impl<'a> ExpectationJudge<'a> {
    fn measured(&self, blank: Judgement, subject: &Subject) -> Result<Judgement> {
        let Subject::Measured { label, cases, measure, name, minus, bounds } = subject else {
            return Err(Error::question("an expectation measures nothing")
                .with_hint("give it a `measure`, or `that`"));
        };
        let answers = self.labelled(label)?;
        let minus = minus.as_deref().map(|label| self.labelled(label)).transpose()?;
        let less = minus.map_or_else(String::new, |other| format!(" less {}", other.label));
        let wanted = bounds.iter().map(words).collect::<Vec<_>>().join(", ");
        let subject = format!("{label}: {name}{less}");
        let mut found = Judgement { subject, wanted, sampled: false, ..blank };
        for bound in bounds {
            let Decided { verdict, case, at, computed, questions, times } = match bound {
                Bound::Monotone { rising, over } => {
                    self.monotone(answers, minus, cases, measure, *rising, over)?
                }
                _ => self.each(answers, minus, cases, measure, bound)?,
            };
            if verdict > found.verdict || found.computed.is_empty() {
                found.computed = computed;
                found.subject = format!("{label}: {name}{less}{at}");
                found.verdict = verdict;
                let answer = &answers.cases[case];
                found.sampled = answer.laws.is_none() && *measure != Measure::Value;
                found.questions = questions;
                found.measure = Some(measure.clone());
                let trials = answer.tallies.as_ref().filter(|_| found.sampled);
                let seed = self.results.seed;
                found.run = trials.map(|played| Sample { trials: played.trials * times, seed });
            }
        }
        Ok(found)
    }

    /// Returns the deciding case for a bound that applies to each case.
    fn each(
        &self,
        answers: &Answers,
        minus: Option<&Answers>,
        cases: &[usize],
        measure: &Measure,
        bound: &Bound,
    ) -> Result<Decided> {
        let decide = |&case: &usize| {
            let other = match bound {
                Bound::Above(label) | Bound::Below(label) => Some(self.labelled(label)?),
                _ => None,
            };
            let terms = terms(answers, case, [minus, other])?;
            let (verdict, estimate, times) = self.decide(&terms, measure, allowed_range(bound))?;
            // For comparisons, show both figures, not the difference.
            let computed = match bound {
                Bound::Above(_) | Bound::Below(_) => terms
                    .iter()
                    .map(|(_, answer)| {
                        Ok(number(&self.estimate(answer, measure, SamplingStep::FIRST)?))
                    })
                    .collect::<Result<Vec<_>>>()?
                    .join(" against "),
                _ => number(&estimate),
            };
            let questions = terms.iter().map(|(_, answer)| as_arguments(answer)).collect();
            let at = point_suffix(&answers.point(case));
            Ok(Decided { verdict, case, at, computed, questions, times })
        };
        worst(cases.iter().map(decide))?.ok_or_else(|| {
            Error::question("an expectation has no case")
                .with_hint("name a check that has some with `label`")
        })
    }

    /// Judges if a measure rises or falls along an axis, with all other axes fixed.
    fn monotone(
        &self,
        answers: &Answers,
        minus: Option<&Answers>,
        cases: &[usize],
        measure: &Measure,
        rising: bool,
        over: &str,
    ) -> Result<Decided> {
        let step = |(before, case): (usize, usize)| {
            let (low, high) = if rising { (before, case) } else { (case, before) };
            let mut terms = vec![(1.0, &answers.cases[high]), (-1.0, &answers.cases[low])];
            if let Some(minus) = minus {
                let place = counterparts(answers, minus);
                terms.push((-1.0, &minus.cases[place(high)?]));
                terms.push((1.0, &minus.cases[place(low)?]));
            }
            let (verdict, estimate, times) = self.decide(&terms, measure, (0.0, f64::INFINITY))?;
            // The bound applies to the step in the wanted direction; the text shows the step
            // itself.
            let step = if rising { estimate } else { sum(&[(-1.0, estimate)]) };
            let value =
                |case: usize| answers.value(over, case).map(Value::to_string).unwrap_or_default();
            let mut others = answers.point(case);
            others.retain(|(axis, _)| *axis != over);
            let at = format!(
                "{} from {over} {} to {}",
                point_suffix(&others),
                value(before),
                value(case)
            );
            let computed = format!("changed by {}", number(&step));
            let questions = terms.iter().map(|(_, answer)| as_arguments(answer)).collect();
            Ok(Decided { verdict, case, at, computed, questions, times })
        };
        let found = worst(ExpectationJudge::steps(answers, cases, over).into_iter().map(step))?;
        Ok(found.unwrap_or_else(|| Decided {
            verdict: Verdict::Holds,
            case: cases[0],
            at: point_suffix(&answers.point(cases[0])),
            computed: "one value".to_owned(),
            questions: vec![as_arguments(&answers.cases[cases[0]])],
            times: 1,
        }))
    }

    /// Returns pairs of consecutive cases along an axis, with all other axes fixed.
    pub fn steps(answers: &Answers, cases: &[usize], over: &str) -> Vec<(usize, usize)> {
        let others = |case: usize| -> Vec<(&str, &Value)> {
            answers.point(case).into_iter().filter(|(axis, _)| *axis != over).collect()
        };
        let along = |case: usize| answers.value(over, case).and_then(Value::number).unwrap_or(0.0);
        let mut order: Vec<usize> = cases.to_vec();
        order.sort_by(|&one, &other| along(one).total_cmp(&along(other)));
        let before = |(i, &case): (usize, &usize)| {
            let before = order[..i].iter().rev().find(|&&before| others(before) == others(case));
            before.map(|&before| (before, case))
        };
        order.iter().enumerate().filter_map(before).collect()
    }
}

/// Checks the `[[expect]]` rows of a scenario for unknown names.
///
/// # Errors
/// If a row has an unknown name, with its position in the file; or if a case can't be built.
pub fn check_expectations(scenario: &Scenario) -> Result<()> {
    if scenario.expectations.is_empty() {
        return Ok(());
    }
    trial_run(scenario, |results| judge(scenario, results, &Progress::default()).map(drop))
}
