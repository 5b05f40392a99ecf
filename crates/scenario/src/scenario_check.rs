//! One question of a scenario: a check with its axes, and how it is to be answered.

use super::{Cases, Effort, Sampling};
use oddsmith_registry::choice;

choice! {
    /// What is made of a question.
    pub enum Method {
        /// Law and tally: exact where it fits the budget, played beside it.
        Both = "both",
        /// The law alone.
        Exact = "exact",
        /// The tally alone.
        Sampled = "sampled",
        /// A duel's value and strategies alone: no law, no tally.
        Solved = "solved",
    }
}

/// A check of a scenario, swept over the axes that it names.
#[derive(Clone, Debug)]
pub struct ScenarioCheck {
    /// What the scenario calls it.
    pub label: String,
    /// The group whose checks are played on the same luck.
    pub pair: Option<String>,
    /// What is made of it.
    pub method: Method,
    /// How much is played, where it is not as much as for the others.
    pub sampling: Option<Sampling>,
    /// Its cases.
    pub cases: Cases,
}

impl ScenarioCheck {
    /// How hard this question is tried where the scenario's others are tried so.
    pub fn effort(&self, usual: Effort) -> Effort {
        // What is asked for exactly alone plays nothing, whatever the file says.
        let own = self.sampling.filter(|_| usual.plays());
        let usual = own.map_or(usual, |sampling| usual.with(sampling));
        match self.method {
            Method::Exact => usual.exact_only(),
            Method::Sampled if usual.plays() => usual.sampled_only(),
            Method::Solved => Effort { solved_only: true, ..usual },
            Method::Both | Method::Sampled => usual,
        }
    }
}
