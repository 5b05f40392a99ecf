//! Trial runs: a scenario answered with a handful of trials, so that a wrong name in its charts,
//! words or expectations is an error before the simulation starts.

use std::sync::Arc;

use super::one::no_event;
use super::{Answer, Results, columns};
use oddsmith_base::{About, Error, Result};
use oddsmith_engine::odds::{Event, Progress};
use oddsmith_registry::document;
use oddsmith_scenario::{Effort, Method, Sampling, Scenario, ScenarioCheck};

/// Work of a trial run: total branches of all cases, and trials of each case that exceeds its
/// share.
const BRANCHES: usize = 2_000_000;
const TRIALS: u64 = 20;

/// Answers a scenario with little work and calls `check` with the results. An error of `check`
/// counts if it is an unknown name or if all results are exact; any other may come from the few
/// trials.
///
/// # Errors
/// If a case can't be built, or `check` finds such an error.
pub fn trial_run(
    scenario: &Scenario,
    check: impl FnOnce(&Arc<Results>) -> Result<()>,
) -> Result<()> {
    let both = |question: &ScenarioCheck| ScenarioCheck {
        method: Method::Both,
        sampling: None,
        ..question.clone()
    };
    let questions: Vec<ScenarioCheck> = scenario.questions.iter().map(both).collect();
    let effort = Effort {
        budget: Some((BRANCHES / scenario.cases().max(1)).max(100) as u64),
        seed: Some(scenario.effort.seed()),
        trials: Some(TRIALS),
        sample_only_if_inexact: true,
        no_kernel: true,
        ..Effort::default()
    };
    let Ok(results) = Results::of(&questions, effort, &Progress::default()) else {
        // More work may answer these; only cases that can't be built are errors.
        return questions.iter().try_for_each(|question| columns(&question.cases).map(drop));
    };
    results.all().for_each(Answer::leave_unsolved);
    let is_exact = |answer: &Answer| answer.laws.is_some() && !answer.has_solution();
    let exact = results.all().all(is_exact);
    check(&Arc::new(results)).or_else(|error| match exact || error.is_of_a_name() {
        true => Err(error),
        false => Ok(()),
    })
}

impl Answer {
    /// Returns true if there is a duel or a decision to solve.
    fn has_solution(&self) -> bool {
        self.case.entry.solver.is_some() || self.case.entry.decided().is_some()
    }

    /// Sets the solution to an error, so that a trial run solves nothing.
    fn leave_unsolved(&self) {
        let unsolved = || Error::question("a trial run solves nothing");
        if self.has_solution() {
            let _ = self.solved.set(Err(unsolved()));
            let _ = self.best.set(Err(unsolved()));
        }
    }
}

/// Checks that every case that is simulated to a precision has a success.
///
/// # Errors
/// If a check has none; the error has the position of its precision in the file.
pub fn check_precision(scenario: &Scenario, effort: Effort) -> Result<()> {
    for (number, question) in scenario.questions.iter().enumerate() {
        let effort = question.effort(effort);
        if !effort.simulates() || !matches!(effort.sampling(), Sampling::Precision(_)) {
            continue;
        }
        for case in question.cases.iter() {
            let case = case?;
            if Event::SUCCESS.target(case.columns()).is_some() || case.playable().is_err() {
                continue;
            }
            let (text, about) = (&scenario.text, About::value("precision"));
            let table = question.sampling.map_or_else(String::new, |_| format!("check.{number}"));
            let place = document::place(text, &table, &about);
            let error = no_event(&case).with_hint(WITHOUT_SUCCESS);
            return Err(place.map_or(error.clone(), |place| error.at_span(text, place)));
        }
    }
    Ok(())
}

/// Hint for a check without a success.
const WITHOUT_SUCCESS: &str =
    "give the check `trials = 100_000` in place of `precision`, or `answer = \"exact\"`";
