//! What is known: answers with what was asked of them, which all that is handed out shares.

use std::sync::Arc;

use oddsmith::Result;
use oddsmith::answer::expression::{Case, CaseSelection, Expressions, Point, Value};
use oddsmith::answer::{Answer, Answers, Results};
use oddsmith::readout::{self, Shown};
use oddsmith::scenario::ChartKind;
use oddsmith::text::Page;

/// Answers, the language that asks them, and how they are shown.
#[derive(Debug)]
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
}

impl AnswerSet {
    /// Answers as they are shown; `call` makes them again.
    pub fn new(
        results: Results,
        shown: Shown,
        kind: Option<ChartKind>,
        call: String,
    ) -> Arc<AnswerSet> {
        let results = Arc::new(results);
        let asks = Expressions::new(results.clone());
        Arc::new(AnswerSet { results, shown, kind, call, asks })
    }

    /// The cases of a check in the expression language, asked about what counts.
    pub fn points(&self, check: usize) -> Value {
        Value::from_object(CaseSelection::of(&self.results, check).about(&self.shown.event))
    }

    /// One case in the expression language, asked about what counts.
    pub fn point(&self, check: usize, case: usize) -> Value {
        let case = Case::new(self.results.clone(), check, case);
        Value::from_object(Point::Case(case.about(self.shown.event.clone())))
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
        let call = format!("{}{label}[{case}]", self.call);
        let Results { trials, seed, .. } = *self.results;
        let results = Results { checks: vec![own.alone(case)?], pairs: Vec::new(), trials, seed };
        Ok(AnswerSet::new(results, self.shown.clone(), None, call))
    }

    /// The check at this place.
    pub fn check(&self, check: usize) -> &Answers {
        &self.results.checks[check]
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
