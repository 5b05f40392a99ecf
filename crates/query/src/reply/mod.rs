//! The reply to a request: its results, laid out for people and for programs.

mod decisions;
mod difficulty;
mod duel;
mod odds;
mod tale;

use std::sync::Arc;

use oddsmith_answers::answer::solve::{Fit, SolvedRow};
use oddsmith_answers::answer::{Results, decided_json, json, solve};
use oddsmith_answers::readout::Shown;
use oddsmith_answers::scenario::{Amount, Cases, ChartKind, Effort, NamedQuestion, axes, fields};
use oddsmith_answers::text::Page;
use oddsmith_base::Result;
use oddsmith_engine::odds::{Event, Progress, Sample, View};
use oddsmith_engine::program::{Best, Goal};
use oddsmith_engine::rule::Column;
use oddsmith_engine::strategy::Solved;
use oddsmith_registry::{Case, Solver};
use oddsmith_systems::Catalogue;

use crate::request::{Action, Request};

/// The reply to a request.
pub struct Reply {
    /// The request that gives these numbers, also where another default holds.
    pub request: Request,
    /// The results as people read them.
    pub page: Page,
    /// The distributions behind them, where there are any.
    pub shown: Option<ShownResults>,
    /// The results that programs read.
    pub found: Found,
}

/// Distributions, with the part of them that is shown.
pub struct ShownResults {
    /// The distributions.
    pub results: Arc<Results>,
    /// The event of each check that counts as a success.
    pub events: Vec<Event>,
    /// The column and the view that are shown.
    pub shown: Shown,
    /// The kind of chart, where it is not the one that fits best.
    pub kind: Option<ChartKind>,
}

/// The results of each action.
pub enum Found {
    /// Distributions, with the members of their JSON object that compare them.
    Odds(String),
    /// Difficulties: the check, the field and a row each.
    Difficulties(String, String, Vec<SolvedRow>),
    /// A table of results on another roll.
    Ranges(Vec<Fit>),
    /// The best decisions of each case.
    Decisions(Goal, Vec<(Case, Best)>),
    /// The solution of each duel.
    Duels(Solver, Vec<(Case, Solved)>),
    /// One resolution with its luck, and its seed where the luck was drawn.
    Tale(Option<u64>),
}

impl Request {
    /// Computes the reply.
    ///
    /// # Errors
    /// If a question can't be read, an option does not fit it, or it has no result.
    pub fn reply(&self, catalogue: &Catalogue, progress: &Progress) -> Result<Reply> {
        match self.action {
            _ if self.program.is_some() => odds::program(self),
            Action::Odds if self.questions.len() > 1 => odds::compared(self, catalogue, progress),
            Action::Odds => odds::alone(self, catalogue, progress),
            Action::Dc => difficulty::reply(self, catalogue, progress),
            Action::Best => decisions::reply(self, catalogue),
            Action::Duel => duel::reply(self),
            Action::Play => tale::reply(self, catalogue),
        }
    }

    /// The cases of the first question.
    ///
    /// # Errors
    /// If it can't be read, or a field of it is unknown, missing or wrong.
    pub fn cases(&self, catalogue: &Catalogue) -> Result<Cases> {
        let NamedQuestion { check, fields: words, .. } = NamedQuestion::read(self.question()?)?;
        let entry = catalogue.check(&check)?;
        let given = fields(&entry, &words)?;
        let named = given.iter().map(|(name, value)| (&**name, &**value));
        let entry = entry.with_cast(named, catalogue.folder.as_deref())?;
        Cases::new(entry, axes(&given)?, catalogue.names.clone())
    }

    /// The effort, with the defaults of a request.
    ///
    /// # Errors
    /// If two options exclude each other, or nothing is left to compute.
    pub fn effort(&self) -> Result<Effort> {
        let Sample { trials, seed } = Sample::default();
        self.effort.effort(seed, Amount::Trials(trials))
    }

    /// The part of cases with these columns that is shown; scores without an order are shown alone.
    ///
    /// # Errors
    /// If a column or a result is unknown.
    fn shown(&self, cases: &[Vec<Column>], of: &str) -> Result<Shown> {
        let event = self.event()?.settled(cases.iter().map(Vec::as_slice), of)?;
        let ordered = |columns: &Vec<Column>| {
            event.place(columns).is_none_or(|place| columns[place].scale.is_ordered())
        };
        let view = if cases.iter().all(ordered) { self.view } else { View::Exactly };
        Ok(Shown { event, view, ..Shown::default() })
    }

    /// The request that gives these results: exact only, where all of them are exact.
    fn of_results(&self, results: &Results, shown: &Shown) -> Request {
        let mut request = Request { view: shown.view, ..self.clone() };
        if results.all().all(|answer| answer.tallies.is_none()) {
            let effort = &mut request.effort;
            (effort.exact_only, effort.sampled_only) = (true, false);
            (effort.trials, effort.seed, effort.precision) = (None, None, None);
        }
        request
    }
}

impl Reply {
    /// The results as JSON; of a resolution there is none.
    pub fn json(&self) -> Option<String> {
        match (&self.found, &self.shown) {
            (Found::Odds(members), Some(ShownResults { results, events, .. })) => {
                Some(json::whole(results, events, members))
            }
            (Found::Difficulties(check, field, rows), _) => {
                Some(solve::json::rows(check, field, rows))
            }
            (Found::Ranges(fits), _) => Some(solve::json::ranges(fits)),
            (Found::Decisions(goal, all), _) => Some(decided_json(goal, all)),
            (Found::Duels(solver, all), _) => {
                let duel =
                    |(case, solved): &(Case, Solved)| json::duel(*solver, &case.settings, solved);
                let duels: Vec<String> = all.iter().map(duel).collect();
                Some(format!("{{\"schema\":1,\"duels\":[{}]}}", duels.join(",")))
            }
            (Found::Odds(_), None) | (Found::Tale(_), _) => None,
        }
    }
}
