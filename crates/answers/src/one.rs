//! Answer to one case: the law, the tally, and the reason for having either.

use std::ops::RangeInclusive;
use std::sync::OnceLock;

use super::{decided, usual_goal};
use oddsmith_base::{Error, ErrorKind, Parameter, Result};
use oddsmith_engine::odds::{
    Agreement, Agreements, Estimate, Event, Exact, Histogram, Laws, Precision, Progress, Sample,
    Tallies, agreement,
};
use oddsmith_engine::rule::Column;
use oddsmith_engine::strategy::Solved;
use oddsmith_registry::Case;
use oddsmith_scenario::{BUDGET, Effort, Sampling};

/// Case with its exact distribution, its sampled distribution, or both.
#[derive(Debug)]
pub struct Answer {
    /// Case that is answered.
    pub case: Case,
    /// Exact laws of the columns, if they were computed.
    pub laws: Option<Laws>,
    /// Tallies of the columns, if the case was simulated.
    pub tallies: Option<Tallies>,
    /// Text that tells which results were computed, and the reason.
    pub why: String,
    /// Solution of a duel, computed on first use.
    pub(super) solved: OnceLock<Result<Solved>>,
    /// Value of the optimal decisions, computed on first use.
    pub(super) best: OnceLock<Result<f64>>,
}

/// Returns a note for the reason if the case has a kernel and is simulated without it.
pub(super) fn without_kernel_note(case: &Case, effort: Effort) -> &'static str {
    let left_out = effort.no_kernel && effort.simulates() && case.check().kernel().is_some();
    if left_out { " by the plain rule" } else { "" }
}

impl Answer {
    /// Returns a copy of the answer; the case is built again, with all of its columns.
    pub(super) fn clone_whole(&self) -> Result<Answer> {
        Ok(Answer {
            case: Case::new(self.case.entry.clone(), self.case.settings.clone())?,
            laws: self.laws.clone(),
            tallies: self.tallies.clone(),
            why: self.why.clone(),
            solved: self.solved.clone(),
            best: self.best.clone(),
        })
    }

    /// Answers one case. A precision applies to the share of `event`.
    ///
    /// # Errors
    /// If the exact result takes more branches than the budget and the case is not simulated, the
    /// effort has a precision but the case lacks the event, a duel can't be solved, or the progress
    /// was stopped.
    pub fn new(case: Case, effort: Effort, event: &Event, progress: &Progress) -> Result<Answer> {
        if progress.has_ended() {
            return Err(ended());
        }
        let by_rule = without_kernel_note(&case, effort);
        let case = if effort.no_kernel { case.plain() } else { case };
        let case = if effort.event_column_only { case.about(event) } else { case };
        // A case that can't be simulated is answered exactly or not at all.
        let unplayable = if effort.simulates() { case.playable().err() } else { None };
        let effort = match &unplayable {
            Some(error) if effort.budget().is_none() => return Err(error.clone()),
            Some(_) => effort.exact_only(),
            None => effort,
        };
        // The exact law comes first: it sees what never ends, and whoever plays that waits for ever.
        let known = effort.budget().filter(|_| !effort.solved_only).map(|budget| case.law(budget));
        let known = match known {
            Some(Err(error)) if error.kind() != ErrorKind::TooLarge => return Err(error),
            Some(Err(_)) if unplayable.is_some() => return Err(unplayable.unwrap_or_else(ended)),
            known => known,
        };
        let only_if_inexact = effort.sample_only_if_inexact && effort.simulates();
        let effort = match known {
            Some(Ok(_)) if only_if_inexact => effort.exact_only(),
            _ => effort,
        };
        let answer = match effort.sampling() {
            _ if effort.solved_only => {
                let why = "solved: asked for".to_owned();
                let (solved, best) = (OnceLock::new(), OnceLock::new());
                let answer = Answer { case, laws: None, tallies: None, why, solved, best };
                answer.value()?;
                Ok(answer)
            }
            Sampling::Trials(0) => {
                let asked = match unplayable {
                    Some(_) => "next to no trial counts",
                    None if only_if_inexact => "it is exact",
                    None => "asked for exact only",
                };
                Answer::with_tallies(case, effort, known, None, &format!("not sampled: {asked}"))
            }
            Sampling::Trials(trials) => {
                let tallies =
                    case.sample_watched(Sample { trials, seed: effort.seed() }, progress)?;
                let why = format!("sampled{by_rule}: asked for");
                Answer::with_tallies(case, effort, known, Some(tallies), &why)
            }
            Sampling::Precision(half_width) => {
                let (place, scores) =
                    event.target(case.columns()).ok_or_else(|| no_event(&case))?;
                let until = Precision { half_width, place, scores };
                let tallies = case.sample_until(effort.seed(), until, progress)?;
                let why = format!("sampled{by_rule}: until the interval is within {half_width}");
                Answer::with_tallies(case, effort, known, Some(tallies), &why)
            }
        };
        progress.case();
        // Results of a stopped simulation are incomplete.
        if progress.has_ended() { Err(ended()) } else { answer }
    }

    /// Builds an answer from tallies, and from exact laws if the effort has a budget and they fit
    /// it. The laws are computed unless `known` has them.
    pub(super) fn with_tallies(
        case: Case,
        effort: Effort,
        known: Option<Result<Laws>>,
        tallies: Option<Tallies>,
        sampled: &str,
    ) -> Result<Answer> {
        let law = |budget| known.unwrap_or_else(|| case.law(budget));
        let (laws, exact) = match effort.budget().map(law) {
            None => (None, "not exact: asked for sampled only".to_owned()),
            Some(Err(error)) if error.kind() == ErrorKind::TooLarge && tallies.is_some() => {
                let why = error.to_string();
                let why = why.strip_prefix("the exact result takes ").unwrap_or(&why);
                (None, format!("not exact: {why}"))
            }
            Some(laws) => {
                let laws = laws?;
                let error = laws.columns.iter().fold(0.0, |error: f64, law| error.max(law.error()));
                let plural = if laws.branches == 1 { "" } else { "es" };
                let mut exact = format!("exact: {} branch{plural}", laws.branches);
                if error > 0.0 {
                    exact += &format!(", rounded to within {error:.0e}");
                }
                (Some(laws), exact)
            }
        };
        let remark = case.check().remark().map_or(String::new(), |remark| format!("; {remark}"));
        let why = format!("{exact}; {sampled}{remark}");
        let (solved, best) = (OnceLock::new(), OnceLock::new());
        Ok(Answer { case, laws, tallies, why, solved, best })
    }

    /// Returns the columns: each once, an indexed column once for each index.
    pub fn columns(&self) -> &[Column] {
        self.case.columns()
    }

    /// Returns the share of a range of scores in column number `place`.
    pub fn share(&self, place: usize, scores: RangeInclusive<i32>) -> Estimate {
        let exact = self.laws.as_ref().map(|laws| laws.columns[place].within(scores.clone()));
        let sampled = self.tallies.as_ref().map(|tallies| tallies.columns[place].estimate(scores));
        Estimate { exact, sampled }
    }

    /// Returns the share of trials without a score in column number `place`.
    pub fn none(&self, place: usize) -> Estimate {
        let exact = self.laws.as_ref().map(|laws| laws.columns[place].none());
        let sampled = self.tallies.as_ref().map(|tallies| tallies.columns[place].none_estimate());
        Estimate { exact, sampled }
    }

    /// Returns the share of an event; `None` if the case has no such column, or the column no
    /// success.
    pub fn event(&self, event: &Event) -> Option<Estimate> {
        let (place, scores) = event.target(self.columns())?;
        self.is_counted().then(|| self.share(place, scores))
    }

    /// Returns true if there is a law or a tally.
    pub fn is_counted(&self) -> bool {
        self.laws.is_some() || self.tallies.is_some()
    }

    /// Returns the law of column number `place` if there is one, else its tally.
    pub fn histogram(&self, place: usize) -> Option<&dyn Histogram> {
        let law = self.laws.as_ref().map(|laws| &laws.columns[place] as &dyn Histogram);
        law.or_else(|| Some(&self.tallies.as_ref()?.columns[place]))
    }

    /// Returns the mean of column number `place`; `None` if no outcome has a score.
    pub fn mean(&self, place: usize) -> Option<Estimate> {
        let exact = |laws: &Laws| Exact::of(laws.columns[place].mean()?);
        let exact = self.laws.as_ref().and_then(exact);
        let sampled =
            self.tallies.as_ref().and_then(|tallies| tallies.columns[place].mean_estimate());
        (exact.is_some() || sampled.is_some()).then_some(Estimate { exact, sampled })
    }

    /// Returns the most frequent scores in rising order; several if they tie.
    pub fn likeliest(&self, place: usize) -> Vec<i32> {
        let Some(histogram) = self.histogram(place) else { return Vec::new() };
        let most = histogram.possible().map(|(_, share)| share).fold(0.0, f64::max);
        let tied = |(_, share): &(i32, f64)| *share >= most - oddsmith_engine::odds::NOISE;
        histogram.possible().filter(tied).map(|(score, _)| score).collect()
    }

    /// Returns the result of the test that law and tally of column number `place` agree, if there
    /// are both.
    pub fn agreement(&self, place: usize) -> Option<Agreement> {
        Some(agreement(&self.laws.as_ref()?.columns[place], &self.tallies.as_ref()?.columns[place]))
    }

    /// Returns the value of a solved case: of a duel, or of the optimal decisions for the usual
    /// goal.
    ///
    /// # Errors
    /// If there is nothing to solve, or the solver fails.
    pub fn value(&self) -> Result<f64> {
        if self.case.entry.decided().is_none() {
            return self.solved().map(|solved| solved.value);
        }
        let solve = || {
            let goal = usual_goal(&self.case);
            decided(&self.case, &goal, BUDGET).map(|best| best.value)
        };
        self.best.get_or_init(solve).clone()
    }

    /// Returns the solution of a duel, computed on first use.
    ///
    /// # Errors
    /// If the case is not a duel, or the solver fails.
    pub fn solved(&self) -> Result<&Solved> {
        let solve = || {
            let solver = self.case.entry.solver.as_ref().ok_or_else(|| {
                Error::question(format!(
                    "{} is not a duel, and only duels can be solved",
                    self.case.entry.called()
                ))
                .with_hint("leave the solution out, or use a duel of hidden bids")
            })?;
            (solver.solve)(&self.case.settings)
        };
        self.solved.get_or_init(solve).as_ref().map_err(Clone::clone)
    }
}

/// Error for a calculation that was stopped.
pub(super) fn ended() -> Error {
    Error::question("stopped before the end").with_hint("ask again")
}

/// Error for a precision in a case without a success.
pub(super) fn no_event(case: &Case) -> Error {
    let called = case.entry.called();
    let error = Error::question(format!("a precision needs a success, and {called} has none"));
    error.with_hint(Event::how_to_say_of(case.columns()) + "; or give " + Parameter::TRIALS)
}

/// Returns the test result for law and tally of all columns of these answers together; `None` if no
/// answer has both.
pub fn agreements(answers: &[&Answer]) -> Option<Agreements> {
    let pairs =
        answers.iter().filter_map(|answer| answer.laws.as_ref().zip(answer.tallies.as_ref()));
    Agreements::of(pairs.flat_map(|(laws, tallies)| laws.columns.iter().zip(&tallies.columns)))
}
