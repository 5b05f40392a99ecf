//! Mind over Matter: a game without dice, in which willpower is bid on top of attribute and skill.
//!
//! This crate contains the checks of the game and its worked examples. It does not contain the
//! solver of duels, which is the engine's `strategy`. A bid is limited by the skill and by the
//! pool.

mod bidding;
mod check;
mod climb;
mod days;
mod duel;
mod effects;
mod fields;
mod fight;
mod guessing;
mod ladder;
mod party;
mod policy;
mod terms;
mod types;
mod unknown;

pub use days::{Day, Days, DaysState, Spending};
pub use duel::solve;
pub use ladder::{Ladder, Means, Price};
pub use policy::BidPolicy;

use oddsmith_registry::{Colour, Policies, System};

/// Definition of the game system.
pub static SYSTEM: System = System {
    name: "moma",
    title: "Mind over Matter",
    source: "Mind over Matter, Jon Sagotsky",
    colour: Colour { light: 0x5b6672, dark: 0x9aa4ae },
    checks: &[
        check::ENTRY,
        climb::ENTRY,
        duel::ENTRY,
        days::ENTRY,
        effects::ENTRY,
        fight::ENTRY,
        party::ENTRY,
    ],
    duels: &[],
    policies: &[
        Policies { of: "bids of moma.duel: policy, rival_policy", named: policy::POLICIES },
        Policies { of: "bids of moma.climb: ladder", named: ladder::POLICIES },
        Policies { of: "points paid in moma.days: policy", named: days::POLICIES },
        Policies { of: "points paid in moma.party: policy", named: days::PLAIN_POLICIES },
    ],
    examples: include_str!("examples.toml"),
    claims: include_str!("claims.toml"),
};
