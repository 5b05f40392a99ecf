//! Whether what a scenario expects holds: exactly where it is exact, else played until it is clear.

use std::sync::Arc;

use super::judge::{ExpectationJudge, Look, ends, terms};
use super::verdict::{Verdict, number, sum, words};
use oddsmith_answers::{Answer, Answers, Results, counterparts, trial_run};
use oddsmith_base::{About, Error, Result};
use oddsmith_engine::odds::{Progress, Sample};
use oddsmith_expressions::Expressions;
use oddsmith_registry::{Value, document};
use oddsmith_scenario::{Bound, Effort, Expectation, Measure, Scenario, Subject};
use oddsmith_text::listed;

/// An expectation judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// Its number in the file, from 1 on.
    pub number: usize,
    /// Whether it holds.
    pub verdict: Verdict,
    /// What it is about: "cards: success at damage 8", or the expression.
    pub subject: String,
    /// What was expected.
    pub wanted: String,
    /// What was found, in the case that decides.
    pub computed: String,
    /// The sentence that it holds, in the author's words.
    pub why: Option<String>,
    /// The line of the file where it begins.
    pub line: usize,
    /// The cases that decide, each as check and fields; none for an expression.
    pub questions: Vec<Vec<String>>,
    /// What is measured of them.
    pub measure: Option<Measure>,
    /// Whether it was decided by what was played.
    pub sampled: bool,
    /// What was played for it, where it was.
    pub run: Option<Sample>,
}

/// Answers a scenario and judges what it expects. Nothing is played that is exact, unless an
/// expression may compare what was played.
///
/// # Errors
/// If a case can't be answered as it is asked, or as [`judge`].
pub fn verified(
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

/// Nothing is expected, so that nothing can fail.
pub fn no_expectations() -> Error {
    Error::question("the scenario has no expectations")
        .with_hint("add an `[[expect]]` row; docs/scenario.md describes them")
}

/// Judges what a scenario expects of its answers. A sampled measure is played on until its interval
/// decides, or a hundred times as many trials were played; these trials enter no answer.
///
/// All that is decided by play is wrong at most 5 % of the time, all rows together: each decision
/// has its part of that. What an expression compares is taken as it was counted.
///
/// # Errors
/// If an expression can't be worked out, or a duel can't be solved; with its place in the file.
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

/// A verdict on a case.
struct Decided {
    verdict: Verdict,
    case: usize,
    /// Where that is: " at damage 8", " from dc 10 to 11".
    at: String,
    /// What was computed there.
    computed: String,
    /// The cases that this was computed of, as they are asked.
    questions: Vec<Vec<String>>,
    /// How many times the trials of the answer were played.
    times: u64,
}

/// The case that decides: the first that fails, else the first that can't tell, else the first.
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

/// Where a case stands, behind what is said of it: " at damage 8".
fn said_at(place: &[(&str, &Value)]) -> String {
    let place = listed(place.iter().copied());
    if place.is_empty() { place } else { format!(" at {place}") }
}

/// A case as it is asked.
fn asked(answer: &Answer) -> Vec<String> {
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

    /// The case that decides about a bound that each must keep.
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
            let (verdict, estimate, times) = self.decide(&terms, measure, ends(bound))?;
            // What is compared is told apart, not as a difference.
            let computed = match bound {
                Bound::Above(_) | Bound::Below(_) => terms
                    .iter()
                    .map(|(_, answer)| Ok(number(&self.estimate(answer, measure, Look::FIRST)?)))
                    .collect::<Result<Vec<_>>>()?
                    .join(" against "),
                _ => number(&estimate),
            };
            let questions = terms.iter().map(|(_, answer)| asked(answer)).collect();
            let at = said_at(&answers.point(case));
            Ok(Decided { verdict, case, at, computed, questions, times })
        };
        worst(cases.iter().map(decide))?.ok_or_else(|| {
            Error::question("an expectation has no case")
                .with_hint("name a check that has some with `label`")
        })
    }

    /// Whether a measure rises or falls along an axis, all others held.
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
            // What is bounded is the step in the direction that is wanted; what is said, the step.
            let step = if rising { estimate } else { sum(&[(-1.0, estimate)]) };
            let value =
                |case: usize| answers.value(over, case).map(Value::to_string).unwrap_or_default();
            let mut others = answers.point(case);
            others.retain(|(axis, _)| *axis != over);
            let at =
                format!("{} from {over} {} to {}", said_at(&others), value(before), value(case));
            let computed = format!("changed by {}", number(&step));
            let questions = terms.iter().map(|(_, answer)| asked(answer)).collect();
            Ok(Decided { verdict, case, at, computed, questions, times })
        };
        let found = worst(ExpectationJudge::steps(answers, cases, over).into_iter().map(step))?;
        Ok(found.unwrap_or_else(|| Decided {
            verdict: Verdict::Holds,
            case: cases[0],
            at: said_at(&answers.point(cases[0])),
            computed: "one value".to_owned(),
            questions: vec![asked(&answers.cases[cases[0]])],
            times: 1,
        }))
    }

    /// Cases that follow on each other along an axis, all others held.
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
/// If a row has one, with its place in the file; or if a case can't be built.
pub fn check_expectations(scenario: &Scenario) -> Result<()> {
    if scenario.expectations.is_empty() {
        return Ok(());
    }
    trial_run(scenario, |results| judge(scenario, results, &Progress::default()).map(drop))
}
