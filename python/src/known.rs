//! What is known: answers with what was asked of them, which all that is handed out shares.

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

/// Answers, the language that asks them, and how they are shown.
pub struct AnswerSet {
    /// The answers.
    pub results: Arc<Results>,
    /// Which column is shown, and what counts there.
    pub shown: Shown,
    /// The kind of chart that shows them, where it is not the one that fits best.
    pub kind: Option<ChartKind>,
    /// The call that makes them again.
    pub call: String,
    /// The language that asks them.
    pub asks: Expressions,
    /// The call that asked.
    request: Arc<Request>,
    /// The numbers of check and case in the question, if this is one case of several.
    pub only: Option<(usize, usize)>,
}

impl AnswerSet {
    /// Answers to a question; `only` are the numbers of check and case if it is one case of several.
    pub fn new(
        results: impl Into<Arc<Results>>,
        shown: Shown,
        kind: Option<ChartKind>,
        request: impl Into<Arc<Request>>,
        only: Option<(usize, usize)>,
    ) -> Arc<AnswerSet> {
        let (results, request) = (results.into(), request.into());
        let (asks, call) = (Expressions::new(results.clone()), request.call.clone());
        Arc::new(AnswerSet { results, shown, kind, call, asks, request, only })
    }

    /// The state of a pickle: of all answers, or of the case with these numbers of check and case.
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

    /// The cases of a check in the expression language, asked about what counts.
    pub fn points(&self, check: usize) -> Value {
        Value::from_object(CaseSelection::of(&self.results, check).about(&self.shown.event))
    }

    /// One case in the expression language, asked about what counts.
    pub fn point(&self, check: usize, case: usize) -> Value {
        self.point_about(check, case, self.shown.event.clone())
    }

    /// One case in the expression language, asked about this event.
    pub fn point_about(&self, check: usize, case: usize, event: Event) -> Value {
        let case = Case::new(self.results.clone(), check, case);
        Value::from_object(Point::Case(case.about(event)))
    }

    /// One case by itself, as if nothing else had been asked.
    ///
    /// # Errors
    /// If the case can't be built, as it was before.
    pub fn alone(&self, check: usize, case: usize) -> Result<Arc<AnswerSet>> {
        let own = self.check(check);
        let label = match own.label.is_empty() {
            true => String::new(),
            false => format!("[{:?}]", own.label),
        };
        let (_, number) = self.only.unwrap_or((check, case));
        let call = format!("{}{label}[{number}]", self.call);
        let Results { trials, seed, .. } = *self.results;
        let results = Results { checks: vec![own.alone(case)?], pairs: Vec::new(), trials, seed };
        let (results, shown) = (Arc::new(results), self.shown.clone());
        let (asks, request) = (Expressions::new(results.clone()), self.request.clone());
        let (kind, only) = (None, Some((check, number)));
        Ok(Arc::new(AnswerSet { results, shown, kind, call, asks, request, only }))
    }

    /// The check at this place.
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
