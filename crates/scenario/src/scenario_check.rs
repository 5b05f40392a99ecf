//! Check of a scenario with its axes and its method.

use super::{Cases, Effort, Sampling};
use oddsmith_registry::choice;

choice! {
    /// Kinds of results of a check.
    pub enum Method {
        /// Law and tally: exact if it fits the budget, and sampled.
        Both = "both",
        /// Only the law.
        Exact = "exact",
        /// Only the tally.
        Sampled = "sampled",
        /// Only the value and the strategies of a duel, without law or tally.
        Solved = "solved",
    }
}

/// Check of a scenario, swept over the axes that it names.
#[derive(Clone, Debug)]
pub struct ScenarioCheck {
    /// Label of the check.
    pub label: String,
    /// Name of the group of checks that are simulated with the same random numbers.
    pub pair: Option<String>,
    /// Kinds of results.
    pub method: Method,
    /// End of its simulation, if it differs from that of the other checks.
    pub sampling: Option<Sampling>,
    /// Its cases.
    pub cases: Cases,
}

impl ScenarioCheck {
    /// Returns the effort for this check, given the effort of the scenario.
    pub fn effort(&self, usual: Effort) -> Effort {
        // What is asked for exactly alone plays nothing, whatever the file says.
        let own = self.sampling.filter(|_| usual.simulates());
        let usual = own.map_or(usual, |sampling| usual.with(sampling));
        match self.method {
            Method::Exact => usual.exact_only(),
            Method::Sampled if usual.simulates() => Effort { sampled_only: true, ..usual },
            Method::Solved => Effort { solved_only: true, ..usual },
            Method::Both | Method::Sampled => usual,
        }
    }
}
