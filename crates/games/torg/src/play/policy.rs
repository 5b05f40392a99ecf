//! Who spends cards when: the policies of a conflict.

use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::Policy;
use oddsmith_registry::{Choice, choice};

use crate::{Action, Actions};

choice! {
    /// When heroes spend the cards in their pools.
    pub enum Spending {
        /// When it may end the conflict, or in the last round.
        Hold = "hold",
        /// When they are behind the pace that the conflict needs.
        SpendWhenBehind = "spend_when_behind",
        /// Whenever a card helps.
        SpendAtOnce = "spend_at_once",
    }
}

choice! {
    /// The action that heroes take.
    pub enum Plan {
        /// Whichever the card approves of.
        Approved = "approved",
        /// To hit someone.
        Attack = "attack",
        /// To move someone about.
        Maneuver = "maneuver",
        /// To trick someone.
        Trick = "trick",
        /// To test someone's will.
        Test = "test",
        /// To intimidate someone.
        Intimidate = "intimidate",
        /// To taunt someone.
        Taunt = "taunt",
        /// Not to be hit.
        Defend = "defend",
    }
}

impl Plan {
    /// Whether a card with these approved actions approves of what is done.
    #[inline]
    pub fn is_approved(self, approved: Actions) -> bool {
        match Action::named(Plan::WORDS[self as usize]) {
            Some(action) => approved.has(action),
            None => !approved.is_empty(),
        }
    }
}

/// The policies, as `list policies` shows them.
pub const POLICIES: &[(&str, &str)] = &[
    ("hold", "cards are kept until they can end the conflict, or it is the last round"),
    ("spend_when_behind", "cards are spent while successes lag behind the rounds"),
    ("spend_at_once", "a card is spent whenever it turns a failure into a success"),
];

/// What heroes see of a conflict.
#[derive(Clone, Copy, Debug)]
pub struct Outlook {
    /// Successes so far.
    pub had: u16,
    /// Successes that it takes.
    pub needed: u16,
    /// The round, from 1 on.
    pub round: u16,
    /// Rounds in all.
    pub rounds: u16,
    /// Actions that the group has left in this round.
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
