//! A share narrowed by its control: a case near at hand that is exact, played on the same luck.

use serde::Serialize;

use super::Answer;
use super::one::ended;
use crate::scenario::{Amount, BUDGET, Effort};
use oddsmith_base::{Error, Result};
use oddsmith_engine::odds::{Controlled, Event, Exact, Progress, Sample, sample_paired};
use oddsmith_registry::{Case, Fields};

/// What a control made of the success share of a case.
#[derive(Debug)]
pub struct Control {
    /// The control: the same check with some fields set otherwise.
    pub case: Case,
    /// Its success share.
    pub exact: Exact,
    /// The success share of the case that was asked about.
    pub found: Controlled,
}

#[derive(Serialize)]
struct ControlObject<'a> {
    set: Fields<'a>,
    exact: f64,
    fraction: Option<String>,
    share: f64,
    low: f64,
    high: f64,
    coefficient: f64,
    gain: f64,
}

impl Control {
    /// Plays a case and its control on the same luck, by their plain rules: the answer to the case
    /// from these trials alone, and its success share as the control narrows it
    /// ([`oddsmith_engine::odds::Paired::controlled`]).
    ///
    /// # Errors
    /// If nothing is to be played, if the case has not the event, if the control is the case itself
    /// or has another success, or if its exact answer takes more branches than the budget.
    ///
    /// # Examples
    /// ```
    /// use oddsmith_answers::answer::Control;
    /// use oddsmith_engine::odds::Event;
    /// use oddsmith_answers::scenario::{Amount, Effort};
    ///
    /// let hands = |decks: &str| {
    ///     oddsmith_systems::case(&format!("melodrama.hand hand=2 opposing_hand=2 decks={decks}"))
    /// };
    /// let (one, own) = (hands("one")?, hands("own")?);
    /// let effort = Effort { amount: Amount::Trials(10_000), ..Effort::default() }.sampled_only();
    /// let (_, control) = Control::of(one, own, effort, &Event::SUCCESS, &Default::default())?;
    /// assert!(control.found.gain > 4.0);
    /// # Ok::<(), oddsmith_answers::Error>(())
    /// ```
    pub fn of(
        case: Case,
        control: Case,
        effort: Effort,
        event: &Event,
        progress: &Progress,
    ) -> Result<(Answer, Control)> {
        let Amount::Trials(trials @ 1..) = effort.amount else {
            return Err(Error::question("a control takes a number of trials, as its case does")
                .with_hint("give `--trials` a number above 0"));
        };
        if control.identity() == case.identity() {
            return Err(Error::question("the control is the case itself")
                .with_hint("set a field of it otherwise, so that it is exact: `decks=own`"));
        }
        let (place, scores) = event.target(case.columns()).ok_or_else(|| no_success(&case))?;
        let (near, same) = event.target(control.columns()).ok_or_else(|| no_success(&control))?;
        let name = |case: &Case, place: usize| {
            (case.columns()[place].name.clone(), case.columns()[place].at)
        };
        if (name(&case, place), &scores) != (name(&control, near), &same) {
            return Err(Error::question("the control has another success than the case")
                .with_hint("leave what moves it as it is, or say what counts: `--at-least N`"));
        }
        let law = control.law(effort.budget.unwrap_or(BUDGET));
        let law = law.map_err(|error| {
            Error::question(format!("the control is not exact: {}", error.message()))
                .with_hint("set its fields so that it has an exact answer, or raise `--budget`")
        })?;
        progress.case();
        let exact = law.columns[near].within(same.clone());
        let run = Sample { trials, seed: effort.seed };
        let checks = [case.check(), control.check()];
        let identity = format!("control {}", case.identity());
        let paired = sample_paired(&checks, &[place, near], &identity, run, progress);
        let found = paired.controlled((0, &scores), (1, &same), exact.value);
        let tallies = paired.tallies.into_iter().next();
        let why = "sampled on the luck of its control: asked for";
        let answer = Answer::with_tallies(case, effort, None, tallies, why)?;
        progress.case();
        if progress.has_ended() {
            return Err(ended());
        }
        Ok((answer, Control { case: control, exact, found }))
    }

    /// As JSON.
    ///
    /// # Errors
    /// If it has no JSON form, which a test rules out.
    pub fn json(&self) -> Result<String> {
        let Controlled { share, coefficient, gain } = self.found;
        super::json::text(&ControlObject {
            set: self.case.settings.all(),
            exact: self.exact.value,
            fraction: self.exact.fraction(),
            share: share.value,
            low: share.low,
            high: share.high,
            coefficient,
            gain,
        })
    }
}

fn no_success(case: &Case) -> Error {
    let id = &case.entry.id;
    Error::question(format!("a control narrows the share of a success, and {id} has none"))
        .with_hint("say what counts: `--at-least N`, `--at-most N` or `--of RUNG`")
}
