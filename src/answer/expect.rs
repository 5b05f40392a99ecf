//! Whether what a scenario expects holds: exactly where it is exact, else played until it is clear.

use std::sync::Arc;

use super::expression::Expressions;
use super::verdict::{Verdict, number, sum, within, words};
use super::{Answer, Answers, Results};
use crate::error::{Error, Result};
use crate::odds::{ERROR, Estimate, Event, Exact, Histogram, Progress, Sample, Tally};
use crate::scenario::{Bound, Expectation, Measure, Scenario, Subject};

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
    /// The case that decides, as check and fields; empty for an expression.
    pub question: Vec<String>,
    /// The lowest and the highest figure of its cases, where it bounds them by numbers.
    pub figures: Option<(f64, f64)>,
    /// Whether it was decided by what was played.
    pub sampled: bool,
}

/// How often as many trials as the answers have are played at most to decide.
const MOST_TIMES: u64 = 100;

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
    let judge = Judge::new(scenario, results, progress);
    let played = results.all().any(|answer| answer.laws.is_none() && answer.is_counted());
    let judged = |(place, expectation): (usize, &Expectation)| {
        let judged = match &expectation.subject {
            Subject::That(text) => {
                let holds = expressions.holds(text)?;
                let verdict = if holds { Verdict::Holds } else { Verdict::Fails };
                Ok(Judgement {
                    number: place + 1,
                    verdict,
                    subject: text.clone(),
                    wanted: "true".to_owned(),
                    computed: holds.to_string(),
                    why: None,
                    line: 0,
                    question: Vec::new(),
                    figures: None,
                    sampled: played,
                })
            }
            Subject::Measured { .. } => judge.measured(place + 1, &expectation.subject),
        };
        let judged = judged
            .map_err(|error: Error| error.at_span(&scenario.text, expectation.place.clone()))?;
        let line = scenario.text[..expectation.place.start].matches('\n').count() + 1;
        Ok(Judgement { why: expectation.why.clone(), line, ..judged })
    };
    scenario.expectations.iter().enumerate().map(judged).collect()
}

/// How many decisions what was played has to carry: one for each bound and case of a sampled row.
fn decisions(scenario: &Scenario, results: &Results) -> usize {
    let played = |label: &String| {
        let answers = results.labelled(label).into_iter().flat_map(|answers| &answers.cases);
        answers.clone().any(|answer| answer.laws.is_none() && answer.tallies.is_some())
    };
    let of = |expectation: &Expectation| match &expectation.subject {
        Subject::That(_) => 0,
        Subject::Measured { label, cases, minus, bounds, .. } => {
            let sampled = |bound: &&Bound| {
                let other = match bound {
                    Bound::Above(other) | Bound::Below(other) => Some(other),
                    _ => None,
                };
                [Some(label), minus.as_ref(), other].into_iter().flatten().any(played)
            };
            bounds.iter().filter(sampled).count() * cases.len()
        }
    };
    scenario.expectations.iter().map(of).sum()
}

/// What decides about rows, by what was played or exactly.
pub(super) struct Judge<'a> {
    results: &'a Results,
    progress: &'a Progress,
    /// How often one decision may be wrong.
    error: f64,
}

impl<'a> Judge<'a> {
    /// Of these answers to a scenario.
    pub fn new(scenario: &Scenario, results: &'a Results, progress: &'a Progress) -> Judge<'a> {
        let error = ERROR / decisions(scenario, results).max(1) as f64;
        Judge { results, progress, error }
    }

    fn measured(&self, number: usize, subject: &Subject) -> Result<Judgement> {
        let Subject::Measured { label, cases, measure, name, minus, bounds } = subject else {
            return Err(Error::question("an expectation measures nothing")
                .with_hint("give it a `measure`, or `that`"));
        };
        let answers = self.labelled(label)?;
        let minus = minus.as_deref().map(|label| self.labelled(label)).transpose()?;
        let less = minus.map_or_else(String::new, |other| format!(" less {}", other.label));
        let mut found = Judgement {
            number,
            verdict: Verdict::Holds,
            subject: format!("{label}: {name}{less}"),
            wanted: bounds.iter().map(words).collect::<Vec<_>>().join(", "),
            computed: String::new(),
            why: None,
            line: 0,
            question: Vec::new(),
            figures: None,
            sampled: false,
        };
        let plain = |bound: &Bound| {
            matches!(bound, Bound::Between(..) | Bound::AtLeast(_) | Bound::AtMost(_))
        };
        if bounds.iter().any(plain) {
            found.figures = self.figures(answers, minus, cases, measure)?;
        }
        for bound in bounds {
            let (verdict, case, computed) = match bound {
                Bound::Monotone { rising, over } => {
                    self.monotone(answers, minus, cases, measure, *rising, over)?
                }
                _ => self.each(answers, minus, cases, measure, bound)?,
            };
            let worse = match (found.verdict, verdict) {
                (Verdict::Fails, _) | (_, Verdict::Holds) => false,
                (_, Verdict::Fails) | (Verdict::Holds, _) => true,
                (Verdict::Undecided, Verdict::Undecided) => false,
            };
            if worse || found.computed.is_empty() {
                found.computed = computed;
                let place = answers.point(case);
                let place: Vec<String> =
                    place.iter().map(|(axis, value)| format!("{axis} {value}")).collect();
                let at = if place.is_empty() { "" } else { " at " };
                found.subject = format!("{label}: {name}{less}{at}{}", place.join(", "));
                found.verdict = verdict;
                let answer = &answers.cases[case];
                found.sampled = answer.laws.is_none() && *measure != Measure::Value;
                let given = answer.case.settings.given();
                let fields = given.iter().map(|(name, value)| format!("{name}={value}"));
                found.question =
                    std::iter::once(answer.case.entry.id.to_string()).chain(fields).collect();
            }
        }
        Ok(found)
    }

    /// The lowest and the highest figure of these cases.
    fn figures(
        &self,
        answers: &Answers,
        minus: Option<&Answers>,
        cases: &[usize],
        measure: &Measure,
    ) -> Result<Option<(f64, f64)>> {
        let mut ends: Option<(f64, f64)> = None;
        for &case in cases {
            let mut figure = self.estimate(&answers.cases[case], measure, Look::FIRST)?.value();
            if let Some(minus) = minus {
                let other = &minus.cases[super::gap::counterpart(answers, minus, case)?];
                figure -= self.estimate(other, measure, Look::FIRST)?.value();
            }
            let (low, high) = ends.unwrap_or((figure, figure));
            ends = Some((low.min(figure), high.max(figure)));
        }
        Ok(ends)
    }

    /// The check with this label.
    pub fn labelled(&self, label: &str) -> Result<&'a Answers> {
        let known = self.results.checks.iter().map(|answers| answers.label.as_str());
        self.results.labelled(label).ok_or_else(|| Error::unknown("label", label, "", known))
    }

    /// The case that decides about a bound that each must keep: the first that fails, else the
    /// first
    /// that can't tell, else the first.
    fn each(
        &self,
        answers: &Answers,
        minus: Option<&Answers>,
        cases: &[usize],
        measure: &Measure,
        bound: &Bound,
    ) -> Result<(Verdict, usize, String)> {
        let mut first: Option<(Verdict, usize, String)> = None;
        for &case in cases {
            let other = match bound {
                Bound::Above(label) | Bound::Below(label) => Some(self.labelled(label)?),
                _ => None,
            };
            let mut terms = vec![(1.0, &answers.cases[case])];
            for (sign, other) in
                minus.map(|other| (-1.0, other)).into_iter().chain(other.map(|other| (-1.0, other)))
            {
                terms.push((sign, &other.cases[super::gap::counterpart(answers, other, case)?]));
            }
            let (low, high) = match bound {
                Bound::Between(low, high) => (*low, *high),
                Bound::AtLeast(low) => (*low, f64::INFINITY),
                Bound::AtMost(high) => (f64::NEG_INFINITY, *high),
                // More than the other: above 0, and not at it.
                Bound::Above(_) => (f64::MIN_POSITIVE, f64::INFINITY),
                Bound::Below(_) => (f64::NEG_INFINITY, -f64::MIN_POSITIVE),
                Bound::Monotone { .. } => (f64::NEG_INFINITY, f64::INFINITY),
            };
            let (verdict, estimate) = self.decide(&terms, measure, low, high)?;
            // What is compared is told apart, not as a difference.
            let computed = match bound {
                Bound::Above(_) | Bound::Below(_) => terms
                    .iter()
                    .map(|(_, answer)| Ok(number(&self.estimate(answer, measure, Look::FIRST)?)))
                    .collect::<Result<Vec<_>>>()?
                    .join(" against "),
                _ => number(&estimate),
            };
            if verdict == Verdict::Fails {
                return Ok((verdict, case, computed));
            }
            let decides = match &first {
                None => true,
                Some((known, ..)) => *known == Verdict::Holds && verdict == Verdict::Undecided,
            };
            if decides {
                first = Some((verdict, case, computed));
            }
        }
        first.ok_or_else(|| {
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
    ) -> Result<(Verdict, usize, String)> {
        let mut first: Option<(Verdict, usize, String)> = None;
        for (before, case) in Judge::steps(answers, cases, over) {
            let (low, high) = if rising { (before, case) } else { (case, before) };
            let mut terms = vec![(1.0, &answers.cases[high]), (-1.0, &answers.cases[low])];
            if let Some(minus) = minus {
                let place = |case| super::gap::counterpart(answers, minus, case);
                terms.push((-1.0, &minus.cases[place(high)?]));
                terms.push((1.0, &minus.cases[place(low)?]));
            }
            let (verdict, estimate) = self.decide(&terms, measure, 0.0, f64::INFINITY)?;
            let from = answers.value(over, before).unwrap_or_default();
            let step = format!("{} from {over} {from} on", number(&estimate));
            if verdict == Verdict::Fails {
                return Ok((verdict, case, step));
            }
            if first
                .as_ref()
                .is_none_or(|(known, ..)| *known == Verdict::Holds && verdict == Verdict::Undecided)
            {
                first = Some((verdict, case, step));
            }
        }
        Ok(first.unwrap_or((Verdict::Holds, cases[0], "one value".to_owned())))
    }

    /// Cases that follow on each other along an axis, all others held.
    pub fn steps(answers: &Answers, cases: &[usize], over: &str) -> Vec<(usize, usize)> {
        let others = |case: usize| -> Vec<(&str, &str)> {
            answers.point(case).into_iter().filter(|(axis, _)| *axis != over).collect()
        };
        let along = |case: usize| {
            answers.value(over, case).and_then(|value| value.parse::<f64>().ok()).unwrap_or(0.0)
        };
        let mut order: Vec<usize> = cases.to_vec();
        order.sort_by(|&one, &other| along(one).total_cmp(&along(other)));
        let before = |(i, &case): (usize, &usize)| {
            let before = order[..i].iter().rev().find(|&&before| others(before) == others(case));
            before.map(|&before| (before, case))
        };
        order.iter().enumerate().filter_map(before).collect()
    }

    /// Whether a sum of measures, each with its sign, is within bounds; played on where its
    /// interval can't tell. Look number j misses with a chance of `e / (j (j + 1))`, e in all.
    fn decide(
        &self,
        terms: &[(f64, &Answer)],
        measure: &Measure,
        low: f64,
        high: f64,
    ) -> Result<(Verdict, Estimate)> {
        let mut times = 1;
        for look in 1u32.. {
            let look = Look { times, error: self.error / f64::from(look * (look + 1)) };
            let found = terms
                .iter()
                .map(|(sign, answer)| Ok((*sign, self.estimate(answer, measure, look)?)))
                .collect::<Result<Vec<_>>>()?;
            let estimate = sum(&found);
            let verdict = within(&estimate, low, high);
            if verdict != Verdict::Undecided || times >= MOST_TIMES {
                return Ok((verdict, estimate));
            }
            times = (times * 4).min(MOST_TIMES);
        }
        unreachable!("the last look returns")
    }

    /// A measure of one answer, at a look; played anew where it is sampled and asked for more.
    pub fn estimate(&self, answer: &Answer, measure: &Measure, look: Look) -> Result<Estimate> {
        let played = answer.tallies.as_ref().filter(|_| answer.laws.is_none());
        let tallies = match played {
            Some(own) if *measure != Measure::Value && look.times > 1 => {
                let trials = own.trials.saturating_mul(look.times);
                let run = Sample { trials, seed: self.results.seed };
                Some(answer.case.sample_watched(run, self.progress).missing(look.error))
            }
            // A run that stopped where it was precise enough has spent a part of its error on that.
            Some(own) => {
                let spent = own.columns.first().map_or(1.0, |tally| tally.alpha() / ERROR);
                Some(own.clone().missing(look.error * spent))
            }
            None => answer.tallies.clone(),
        };
        let tally = |place: usize| tallies.as_ref().map(|tallies| &tallies.columns[place]);
        let place = |event: &Event| event.place(answer.columns()).ok_or_else(|| nothing(answer));
        let found = match measure {
            Measure::Value => Some(Estimate::of_value(answer.solved()?.value)),
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

/// One look at what was played.
#[derive(Clone, Copy)]
pub(super) struct Look {
    /// How many times the trials of the answer.
    times: u64,
    /// How often its interval may miss.
    error: f64,
}

impl Look {
    /// At the answer as it is.
    pub const FIRST: Look = Look { times: 1, error: ERROR };
}

fn nothing(answer: &Answer) -> Error {
    Error::question(format!("{} has no such figure", answer.case.identity()))
        .with_hint("a duel that is solved alone has `value`; a column may have no score")
}
