//! Verification of a scenario's expectations: exact where possible, else sampled until decided.

use std::sync::Arc;

use super::judge::{ExpectationJudge, Row, SamplingStep, allowed_range};
use super::verdict::{Verdict, number, sum, words};
use oddsmith_answers::{Answer, Results, counterparts, trial_run};
use oddsmith_base::{About, Error, Result};
use oddsmith_engine::odds::{Progress, Sample};
use oddsmith_expressions::Expressions;
use oddsmith_registry::{Value, document};
use oddsmith_scenario::{
    Constraint, Effort, Expectation, Measure, Measured, Requirement, Scenario,
};
use oddsmith_text::listed;

/// Verdict on an expectation, with the figures that led to it.
#[derive(Clone, Debug, Default, PartialEq)]
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

/// Answers a scenario and judges its expectations, usually with [`Scenario::effort`]. Without
/// expectations there are no judgements.
///
/// # Errors
/// If a case can't be answered with its method, or [`judge`] fails.
///
/// # Examples
/// ```
/// use oddsmith_engine::odds::{Event, Progress};
/// use oddsmith_expectations::{Verdict, answer_and_judge};
/// use oddsmith_scenario::Scenario;
///
/// let scenario = Scenario::parse(
///     r#"
///     title = "The d20"
///     [[check]]
///     label = "d20"
///     use = "mutants.check"
///     set = { bonus = 5, dc = 15 }
///     [[expect]]
///     label = "d20"
///     between = [0.5, 0.6]
///     "#,
/// )?;
/// let (results, judgements) = answer_and_judge(&scenario, scenario.effort, &Progress::default())?;
/// let success = results.checks[0].cases[0].event(&Event::SUCCESS);
/// assert_eq!(success.map(|success| success.value()), Some(0.55));
/// assert_eq!(judgements[0].verdict, Verdict::Holds);
/// # Ok::<(), oddsmith_base::Error>(())
/// ```
pub fn answer_and_judge(
    scenario: &Scenario,
    effort: Effort,
    progress: &Progress,
) -> Result<(Arc<Results>, Vec<Judgement>)> {
    let results = answered(scenario, effort, progress)?;
    let judgements = judge(scenario, &results, progress)?;
    Ok((results, judgements))
}

/// Answers a scenario. Cases with an exact result are not simulated, unless an expression may
/// compare sampled results.
pub(crate) fn answered(
    scenario: &Scenario,
    effort: Effort,
    progress: &Progress,
) -> Result<Arc<Results>> {
    let compares = |row: &Expectation| matches!(row.subject, Requirement::That(_));
    let effort = match scenario.expectations.iter().any(compares) {
        true => effort,
        false => effort.sample_only_if_inexact(),
    };
    Ok(Arc::new(Results::of(&scenario.questions, effort, progress)?))
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
            wanted: "true".to_owned(),
            why: expectation.why.clone(),
            line: scenario.text[..expectation.place.start].matches('\n').count() + 1,
            sampled: played,
            ..Judgement::default()
        };
        let judged = match &expectation.subject {
            Requirement::That(text) => {
                let holds = expressions.holds(text);
                holds.map_err(|error| error.about(About::value("that"))).map(|holds| Judgement {
                    verdict: if holds { Verdict::Holds } else { Verdict::Fails },
                    subject: text.clone(),
                    computed: holds.to_string(),
                    ..blank
                })
            }
            Requirement::Measured(measured) => {
                judge.row(measured).and_then(|row| row.judged(&blank))
            }
        };
        judged.map_err(|error: Error| {
            let (table, otherwise) = (format!("expect.{before}"), expectation.place.clone());
            document::locate(error, &scenario.text, &table, otherwise)
        })
    };
    Error::names_first(scenario.expectations.iter().enumerate().map(judged).collect())
}

/// Returns the deciding judgement: the first that fails, else the first undecided, else the first;
/// `blank` if there is none.
fn worst(blank: &Judgement, all: impl Iterator<Item = Result<Judgement>>) -> Result<Judgement> {
    let mut worst = blank.clone();
    for found in all {
        let found = found?;
        if found.verdict > worst.verdict || worst.computed.is_empty() {
            worst = found;
        }
        if worst.verdict == Verdict::Fails {
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

impl Row<'_> {
    /// Judges the row by the bound that decides.
    fn judged(&self, blank: &Judgement) -> Result<Judgement> {
        let judged = |bound: &Constraint| match bound {
            Constraint::Monotone { rising, over } => self.monotone(blank, *rising, over),
            _ => self.each(blank, bound),
        };
        let all = self.measured.bounds.iter().map(judged).collect::<Result<Vec<_>>>()?;
        worst(blank, all.into_iter().map(Ok))
    }

    /// Returns the judgement that these terms of a case decide; `at` describes the point, `times` is
    /// the multiple of the answer's trials that was simulated.
    fn decided(
        &self,
        blank: &Judgement,
        (case, at): (usize, &str),
        terms: &[(f64, &Answer)],
        (verdict, computed, times): (Verdict, String, u64),
    ) -> Judgement {
        let Measured { label, measure, name, bounds, .. } = self.measured;
        let less = self.minus.map_or_else(String::new, |other| format!(" less {}", other.label));
        let answer = &self.answers.cases[case];
        let sampled = answer.laws.is_none() && *measure != Measure::Value;
        let played = answer.tallies.as_ref().filter(|_| sampled);
        let seed = self.judge.results.seed;
        Judgement {
            verdict,
            subject: format!("{label}: {name}{less}{at}"),
            wanted: bounds.iter().map(words).collect::<Vec<_>>().join(", "),
            computed,
            questions: terms.iter().map(|(_, answer)| as_arguments(answer)).collect(),
            measure: Some(measure.clone()),
            sampled,
            run: played.map(|played| Sample { trials: played.trials * times, seed }),
            ..blank.clone()
        }
    }

    /// Returns the deciding case for a bound that applies to each case.
    fn each(&self, blank: &Judgement, bound: &Constraint) -> Result<Judgement> {
        let Measured { cases, measure, .. } = self.measured;
        let judged = |&case: &usize| {
            let terms = self.terms(case, bound.other())?;
            let (verdict, estimate, times) =
                self.judge.decide(&terms, measure, allowed_range(bound))?;
            // For comparisons, show both figures, not the difference.
            let figure = |answer: &Answer| {
                Ok(number(&self.judge.estimate(answer, measure, SamplingStep::FIRST)?))
            };
            let computed = match bound.other() {
                None => number(&estimate),
                Some(_) => {
                    let figures = terms.iter().map(|(_, answer)| figure(answer));
                    figures.collect::<Result<Vec<_>>>()?.join(" against ")
                }
            };
            let at = point_suffix(&self.answers.point(case));
            Ok(self.decided(blank, (case, &at), &terms, (verdict, computed, times)))
        };
        worst(blank, cases.iter().map(judged))
    }

    /// Judges if a measure rises or falls along an axis, with all other axes fixed.
    fn monotone(&self, blank: &Judgement, rising: bool, over: &str) -> Result<Judgement> {
        let Row { judge, answers, .. } = self;
        let judged = |(before, case): (usize, usize)| {
            let (low, high) = if rising { (before, case) } else { (case, before) };
            let mut terms = vec![(1.0, &answers.cases[high]), (-1.0, &answers.cases[low])];
            if let Some(minus) = self.minus {
                let place = counterparts(answers, minus);
                terms.push((-1.0, &minus.cases[place(high)?]));
                terms.push((1.0, &minus.cases[place(low)?]));
            }
            let (verdict, estimate, times) =
                judge.decide(&terms, &self.measured.measure, (0.0, f64::INFINITY))?;
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
            Ok(self.decided(blank, (case, &at), &terms, (verdict, computed, times)))
        };
        let found = worst(blank, self.steps(over).into_iter().map(judged))?;
        if !found.computed.is_empty() {
            return Ok(found);
        }
        let first = self.measured.cases[0];
        let at = point_suffix(&answers.point(first));
        let verdict = (Verdict::Holds, "one value".to_owned(), 1);
        Ok(self.decided(blank, (first, &at), &[(1.0, &answers.cases[first])], verdict))
    }

    /// Returns pairs of consecutive cases along an axis, with all other axes fixed.
    pub fn steps(&self, over: &str) -> Vec<(usize, usize)> {
        let answers = self.answers;
        let others = |case: usize| -> Vec<(&str, &Value)> {
            answers.point(case).into_iter().filter(|(axis, _)| *axis != over).collect()
        };
        let along = |case: usize| answers.value(over, case).and_then(Value::number).unwrap_or(0.0);
        let mut order: Vec<usize> = self.measured.cases.clone();
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
