//! Answers to one call, which all Python objects made from it share.

use std::sync::Arc;

use oddsmith::Result;
use oddsmith::answer::{Answer, Answers, Results, SavedResults, json};
use oddsmith::expression::{Case, CaseSelection, Expressions, Point, Value};
use oddsmith::odds::Event;
use oddsmith::readout::{self, Shown};
use oddsmith::scenario::ChartKind;
use oddsmith::text::Page;
use pyo3::prelude::*;

use crate::request::{Request, State};

/// Answers, with their expression language and their display options.
pub struct AnswerSet {
    /// Results of all checks.
    pub results: Arc<Results>,
    /// Column that is shown, and the event that counts as success.
    pub shown: Shown,
    /// Kind of chart, if it is not the one that fits best.
    pub kind: Option<ChartKind>,
    /// Call that makes the answers, as Python code.
    pub call: String,
    /// Expression language for these answers.
    pub expressions: Expressions,
    /// Call that made the answers.
    request: Arc<Request>,
    /// Indices of check and case in the question, if this is one case of several.
    pub only: Option<(usize, usize)>,
}

impl AnswerSet {
    /// Creates the answers to a question; `only` are the indices of check and case if this is one
    /// case of several.
    pub fn new(
        results: impl Into<Arc<Results>>,
        shown: Shown,
        kind: Option<ChartKind>,
        request: impl Into<Arc<Request>>,
        only: Option<(usize, usize)>,
    ) -> Arc<AnswerSet> {
        let (results, request) = (results.into(), request.into());
        let (asks, call) = (Expressions::new(results.clone()), request.call.clone());
        Arc::new(AnswerSet { results, shown, kind, call, expressions: asks, request, only })
    }

    /// Returns the state for a pickle: of all answers, or of the case with these indices of check
    /// and case.
    pub fn state(&self, py: Python<'_>, place: Option<(usize, usize)>) -> State {
        let several = self.results.all().count() > 1;
        let saved = match place.filter(|_| several || self.only.is_some()) {
            Some((check, case)) => {
                let answer = &self.check(check).cases[case];
                SavedResults::only(&self.results, answer, self.only.unwrap_or((check, case)))
            }
            None => SavedResults::of(&self.results),
        };
        self.request.state(py, &saved)
    }

    /// Returns the cases of a check in the expression language, with the shown event.
    pub fn points(&self, check: usize) -> Value {
        Value::from_object(CaseSelection::of(&self.results, check).about(&self.shown.event))
    }

    /// Returns a case in the expression language, with the shown event.
    pub fn point(&self, check: usize, case: usize) -> Value {
        self.point_about(check, case, self.shown.event.clone())
    }

    /// Returns a case in the expression language, with this event.
    pub fn point_about(&self, check: usize, case: usize, event: Event) -> Value {
        let case = Case::new(self.results.clone(), check, case);
        Value::from_object(Point::Case(case.about(event)))
    }

    /// Returns one case by itself, as if no other case had been computed.
    ///
    /// # Errors
    /// If the case can't be built again.
    pub fn single_case(&self, check: usize, case: usize) -> Result<Arc<AnswerSet>> {
        let own = self.check(check);
        let label = match own.label.is_empty() {
            true => String::new(),
            false => format!("[{:?}]", own.label),
        };
        let (_, number) = self.only.unwrap_or((check, case));
        let call = format!("{}{label}[{number}]", self.call);
        let Results { trials, seed, .. } = *self.results;
        let results =
            Results { checks: vec![own.single_case(case)?], pairs: Vec::new(), trials, seed };
        let (results, shown) = (Arc::new(results), self.shown.clone());
        let (asks, request) = (Expressions::new(results.clone()), self.request.clone());
        let (kind, only) = (None, Some((check, number)));
        Ok(Arc::new(AnswerSet { results, shown, kind, call, expressions: asks, request, only }))
    }

    /// Returns the answers of the check at this index.
    pub fn check(&self, check: usize) -> &Answers {
        &self.results.checks[check]
    }

    /// Returns the JSON of a case, as `odds` and `duel` print it.
    ///
    /// # Errors
    /// If a duel has no solution.
    pub fn json(&self, check: usize, case: usize) -> Result<String> {
        let own = self.check(check);
        let (label, answer) = (Some(own.label.as_str()), &own.cases[case]);
        let label = label.filter(|label| !label.is_empty());
        Ok(match (answer.is_counted(), answer.case.entry.solver) {
            (false, Some(solver)) => json::duel(solver, &answer.case.settings, answer.solved()?),
            _ => json::case(answer, label, self.results.seed, &self.shown.event),
        })
    }

    /// Some answers of a check as people read them.
    ///
    /// # Errors
    /// If a duel has no solution.
    pub fn page(&self, cases: &[Answer]) -> Result<Page> {
        let solved = cases.first().is_some_and(|first| !first.is_counted());
        match cases {
            [answer] if solved => Ok(readout::duel(&answer.case, answer.solved()?, None)),
            [first, ..] if solved => {
                let duels =
                    cases.iter().map(|answer| Ok((&answer.case.settings, answer.solved()?)));
                Ok(readout::duels(&first.case.entry, &duels.collect::<Result<Vec<_>>>()?))
            }
            _ => Ok(readout::page(cases, &self.shown, self.results.seed)),
        }
    }
}
