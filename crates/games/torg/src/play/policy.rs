//! Policies for spending cards in a conflict.

use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::Policy;
use oddsmith_registry::choice;

choice! {
    /// Time at which heroes spend the cards in their pools.
    pub enum Spending {
        /// In a round that may end the conflict, or in the last round.
        Hold = "hold",
        /// While the successes are behind the pace that the conflict needs.
        SpendWhenBehind = "spend_when_behind",
        /// Always.
        SpendAtOnce = "spend_at_once",
    }
}

/// Names and descriptions of the policies, for `list policies`.
pub const POLICIES: &[(&str, &str)] = &[
    ("hold", "cards are kept until they can end the conflict, or it is the last round"),
    ("spend_when_behind", "cards are spent while successes lag behind the rounds"),
    ("spend_at_once", "a card is spent whenever it turns a failure into a success"),
];

/// View of a conflict on which the policy decides.
#[derive(Clone, Copy, Debug)]
pub struct Outlook {
    /// Number of successes so far.
    pub had: u16,
    /// Number of successes that end the conflict.
    pub needed: u16,
    /// Current round, from 1.
    pub round: u16,
    /// Total number of rounds.
    pub rounds: u16,
    /// Number of actions that the group has left in this round.
    pub actions: u16,
}

impl Policy<Outlook> for Spending {
    type Choice = bool;

    #[inline]
    fn choose<C: Chance>(&self, view: &Outlook, _: &mut C) -> bool {
        match self {
            Spending::Hold => view.had + view.actions >= view.needed || view.round == view.rounds,
            Spending::SpendWhenBehind => {
                u32::from(view.had) * u32::from(view.rounds)
                    < u32::from(view.needed) * u32::from(view.round)
            }
            Spending::SpendAtOnce => true,
        }
    }
}
