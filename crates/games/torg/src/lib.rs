//! Torg (The Drama Deck and the game around it): checks with the drama die and the drama deck.
//!
//! This crate holds the checks of the game, the die and its bonus chart, the deck, and worked
//! examples. It contains no mechanics that other games share. The editions differ in the low end of
//! the chart and in the table of results.

mod battle;
mod bonus;
mod cards;
mod check;
mod conflict;
mod die;
mod flip;
mod hand;
mod play;
mod skill;

pub use cards::{
    Action, Actions, Card, CardKind, Condition, DramaDeck, Letters, Line, PlayerCard, Problem,
};
pub use conflict::Scene;
pub use hand::hand_size;
pub use play::{Adventure, Encounter, Fight, FightSetup, Spending, Table};

use oddsmith_registry::{Colour, Policies, System};

/// Definition of the game system.
pub static SYSTEM: System = System {
    name: "torg",
    title: "Torg",
    source: "The Drama Deck; the cards, the die and its charts from public sources",
    colour: Colour { light: 0xa07800, dark: 0xd9b13b },
    checks: &[
        bonus::ENTRY,
        check::ENTRY,
        flip::ENTRY,
        skill::ENTRY,
        conflict::ENTRY,
        hand::ENTRY,
        play::ENCOUNTER,
        play::ADVENTURE,
        battle::ENTRY,
    ],
    duels: &[],
    policies: &[Policies {
        of: "cards of torg.encounter and torg.adventure: policy",
        named: play::POLICIES,
    }],
    examples: include_str!("examples.toml"),
    claims: include_str!("claims.toml"),
};
