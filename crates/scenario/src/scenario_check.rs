//! One question of a scenario: a check with its axes, and how it is to be answered.

use super::{Amount, Answered, Cases, Effort};
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
    pub amount: Option<Amount>,
    /// Its cases.
    pub cases: Cases,
}

impl ScenarioCheck {
    /// How hard this question is tried where the scenario's others are tried so.
    pub fn effort(&self, usual: Effort) -> Effort {
        // What is asked for exactly alone plays nothing, whatever the file says.
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
