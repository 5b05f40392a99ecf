//! The reply to a request: its results, laid out for people and for programs.

use std::sync::Arc;

use oddsmith_answers::solve::{Fit, SolvedRow};
use oddsmith_answers::{Answer, Results, decided_json, json, solve};
use oddsmith_engine::odds::Event;
use oddsmith_engine::program::{Best, Goal};
use oddsmith_readout::{Shown, Told};
use oddsmith_registry::{Case, Value};
use oddsmith_scenario::{BUDGET, ChartKind};
use oddsmith_text::Page;

use crate::request::Request;

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
    Duels(Results),
    /// One resolution.
    Tale(Tale),
}

/// One resolution, step by step.
pub struct Tale {
    /// The title of its check.
    pub title: String,
    /// Its steps.
    pub lines: Vec<String>,
    /// Its results as people read them.
    pub outcomes: Vec<Told>,
    /// The score of each column, as a number or the name of a result; `None` where it has none.
    pub scores: Vec<(String, Option<Value>)>,
    /// The remark of the rule.
    pub remark: Option<String>,
    /// The luck of all steps, as a script.
    pub luck: String,
    /// The seed that the luck was drawn from.
    pub seed: Option<u64>,
}

impl Request {
    /// The request that gives these results: exact only, where all of them are exact.
    pub(crate) fn of_results(&self, results: &Results, shown: &Shown) -> Request {
        let mut request = Request { view: shown.view, ..self.clone() };
        if results.all().all(|answer| answer.tallies.is_none()) {
            let effort = &mut request.effort;
            (effort.exact_only, effort.sampled_only) = (true, false);
            (effort.trials, effort.seed, effort.precision) = (None, None, None);
            // With more work the results are the same.
            effort.budget = effort.budget.filter(|budget| *budget > BUDGET);
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
            (Found::Duels(results), _) => {
                let duel = |answer: &Answer| {
                    let Case { entry, settings, .. } = &answer.case;
                    Some(json::duel(entry.solver?, settings, answer.solved().ok()?))
                };
                let duels: Vec<String> = results.all().filter_map(duel).collect();
                Some(format!("{{\"schema\":1,\"duels\":[{}]}}", duels.join(",")))
            }
            (Found::Odds(_), None) | (Found::Tale(_), _) => None,
        }
    }
}
