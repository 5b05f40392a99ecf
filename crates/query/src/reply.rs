//! Replies to requests: the results for people and for programs.

use std::sync::Arc;

use oddsmith_answers::solve::{Fit, SolvedRow};
use oddsmith_answers::{Answer, Results, decided_json, json, solve};
use oddsmith_engine::odds::Event;
use oddsmith_engine::program::{Best, Goal};
use oddsmith_readout::{ColumnOutcome, Shown};
use oddsmith_registry::{Case, Value};
use oddsmith_scenario::{BUDGET, ChartKind};
use oddsmith_text::Page;

use crate::request::Request;

/// Reply to a request.
pub struct Reply {
    /// Request that reproduces the results, independent of defaults that may differ.
    pub request: Request,
    /// Results as text.
    pub page: Page,
    /// Distributions behind the results, if any: [`ShownResults::results`]. The odds of questions
    /// and of programs always have them.
    pub shown: Option<ShownResults>,
    /// Results as data, apart from the distributions; [`Reply::json`] has both.
    pub found: ReplyData,
}

/// Distributions, with the selection that is shown.
pub struct ShownResults {
    /// Distributions.
    pub results: Arc<Results>,
    /// Event of each check that counts as success.
    pub events: Vec<Event>,
    /// Column and view that are shown.
    pub shown: Shown,
    /// Kind of chart, if it is not the default.
    pub kind: Option<ChartKind>,
}

/// Results by action.
pub enum ReplyData {
    /// Distributions, which are in [`Reply::shown`]; the text holds additional members of the JSON
    /// object, or is empty.
    Odds(String),
    /// Difficulties: the check, the field and the rows.
    Difficulties(String, String, Vec<SolvedRow>),
    /// Table of results, translated to another roll.
    Ranges(Vec<Fit>),
    /// Optimal decisions of each case.
    Decisions(Goal, Vec<(Case, Best)>),
    /// Solution of each duel.
    Duels(Results),
    /// Single resolution.
    Transcript(Transcript),
}

/// Transcript of a single resolution.
pub struct Transcript {
    /// Title of the check.
    pub title: String,
    /// Steps of the transcript.
    pub lines: Vec<String>,
    /// Outcomes of the columns as text.
    pub outcomes: Vec<ColumnOutcome>,
    /// Score of each column, as a number or by name; `None` if it has no score.
    pub scores: Vec<(String, Option<Value>)>,
    /// Remark of the rule.
    pub remark: Option<String>,
    /// Random events of all steps, as a script.
    pub luck: String,
    /// Seed of the random events, unless they were given.
    pub seed: Option<u64>,
}

impl Request {
    /// Returns the request that reproduces these results; exact only if all of them are exact.
    pub(crate) fn of_results(&self, results: &Results, shown: &Shown) -> Request {
        let mut request = Request { view: shown.view, ..self.clone() };
        if results.all().all(|answer| answer.tallies.is_none()) {
            let effort = &mut request.effort;
            (effort.exact_only, effort.sampled_only) = (true, false);
            (effort.trials, effort.seed, effort.precision) = (None, None, None);
            // A larger budget gives the same results.
            effort.budget = effort.budget.filter(|budget| *budget > BUDGET);
        }
        request
    }
}

impl Reply {
    /// Returns the results as JSON; `None` for a single resolution.
    pub fn json(&self) -> Option<String> {
        match (&self.found, &self.shown) {
            (ReplyData::Odds(members), Some(ShownResults { results, events, .. })) => {
                Some(json::whole(results, events, members))
            }
            (ReplyData::Difficulties(check, field, rows), _) => {
                Some(solve::json::rows(check, field, rows))
            }
            (ReplyData::Ranges(fits), _) => Some(solve::json::ranges(fits)),
            (ReplyData::Decisions(goal, all), _) => Some(decided_json(goal, all)),
            (ReplyData::Duels(results), _) => {
                let duel = |answer: &Answer| {
                    let Case { entry, settings, .. } = &answer.case;
                    Some(json::duel(entry.solver?, settings, answer.solved().ok()?))
                };
                let duels: Vec<String> = results.all().filter_map(duel).collect();
                Some(format!("{{\"schema\":1,\"duels\":[{}]}}", duels.join(",")))
            }
            (ReplyData::Odds(_), None) | (ReplyData::Transcript(_), _) => None,
        }
    }
}
