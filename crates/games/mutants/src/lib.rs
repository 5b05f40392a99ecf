//! Mutants & Masterminds, second edition: the d20 original of the card game, for comparison.
//!
//! This crate contains the checks of the game, the d20 with its hero point, and worked examples. It
//! does not contain the damage ladder and other mechanics that games share.

mod attack;
mod blow;
mod check;
mod concealment;
mod d20;
mod exchange;
mod fields;
mod fight;
mod knockout;
mod toughness;

pub use knockout::knockout;

use oddsmith_registry::{Colour, System};

/// Definition of the game system.
pub static SYSTEM: System = System {
    name: "mutants",
    title: "Mutants & Masterminds, second edition",
    source: "the d20 original that the card rules vary; its facts from public sources",
    colour: Colour { light: 0xc2500a, dark: 0xf08a4b },
    checks: &[
        check::ENTRY,
        check::OPPOSED,
        attack::ENTRY,
        check::SAVE,
        toughness::ENTRY,
        concealment::ENTRY,
        knockout::ENTRY,
        exchange::ENTRY,
        fight::ENTRY,
    ],
    duels: &[],
    policies: &[],
    examples: include_str!("examples.toml"),
    claims: "",
};
