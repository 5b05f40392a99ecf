//! Check of a scenario with its axes and its method.

use super::{Amount, Answered, Cases, Effort};
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
    /// Amount of simulation, if it differs from that of the scenario.
    pub amount: Option<Amount>,
    /// Cases of the check.
    pub cases: Cases,
}

impl ScenarioCheck {
    /// Returns the effort for this check, given the effort of the scenario.
    pub fn effort(&self, usual: Effort) -> Effort {
        // A request for exact results only overrides the amount in the file.
        let amount = self.amount.filter(|_| usual.plays()).unwrap_or(usual.amount);
        let usual = Effort { amount, ..usual };
        match self.method {
            Method::Exact => usual.exact_only(),
            Method::Sampled if usual.plays() => usual.sampled_only(),
            Method::Solved => Effort { answered: Answered::Solved, ..usual },
            Method::Both | Method::Sampled => usual,
        }
    }
}
