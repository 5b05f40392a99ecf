//! Melodramatic Mutants & Masterminds: opposed checks of trait + card against trait + card, with
//! 54-card decks.
//!
//! This crate contains the checks, the fields, cards and hands that they share, duels of hands, and
//! the worked examples of the text. It contains no mechanics that other games share.

mod adventure;
mod attack;
mod best_of;
mod blow;
mod bonus;
mod card_policy;
mod cards;
mod concealment;
mod duel;
mod exchange;
mod fields;
mod fight;
mod group;
mod hand;
mod initiative;
mod knockout;
mod opposed;
mod save;
mod second_wind;
mod table;
mod toughness;
mod unopposed;

pub use cards::CardCheck;
pub use duel::solve;
pub use knockout::knockout;
pub use toughness::Toughness;

use oddsmith_registry::{Colour, Policies, System};

/// Record of the game system: its checks, duels, policies, colours, examples and claims.
pub static SYSTEM: System = System {
    name: "melodrama",
    title: "Melodramatic Mutants & Masterminds",
    source: "Melodramatic Mutants & Masterminds, Paul Strack",
    colour: Colour { light: 0x1467a8, dark: 0x5aa9e6 },
    checks: &[
        opposed::ENTRY,
        unopposed::ENTRY,
        attack::ENTRY,
        save::ENTRY,
        toughness::ENTRY,
        concealment::ENTRY,
        initiative::ENTRY,
        group::ENTRY,
        best_of::ENTRY,
        knockout::ENTRY,
        exchange::ENTRY,
        fight::ENTRY,
        hand::ENTRY,
        adventure::ENTRY,
        second_wind::ENTRY,
    ],
    duels: &[duel::HAND_DUEL],
    policies: &[
        Policies {
            of: "cards of melodrama.hand and melodrama.adventure: policy, opposing_policy, gm_policy",
            named: card_policy::POLICIES,
        },
        Policies {
            of: "bonus cards of the GM in melodrama.adventure: gm_generosity",
            named: adventure::GENEROSITIES,
        },
    ],
    examples: include_str!("examples.toml"),
    claims: include_str!("claims.toml"),
};
