//! Mano a Mano: a d20 or a substitute die plus modifiers must be greater than the difficulty; ties
//! fail.
//!
//! This crate contains the checks, one file each, the success roll that they share, and the worked
//! examples of the text. It contains no mechanics that other games share.

mod blow;
mod contest;
mod exchange;
mod fight;
mod knockout;
mod points;
mod roll;
mod success_roll;

use oddsmith_registry::{Colour, System};

/// Record of the game system: its checks, colours, examples and claims.
pub static SYSTEM: System = System {
    name: "mano",
    title: "Mano a Mano",
    source: "Mano a Mano",
    colour: Colour { light: 0x8a4f9e, dark: 0xc08bd3 },
    checks: &[
        roll::ENTRY,
        contest::ENTRY,
        knockout::ENTRY,
        exchange::ENTRY,
        fight::ENTRY,
        points::ENTRY,
    ],
    duels: &[],
    policies: &[],
    examples: include_str!("examples.toml"),
    claims: include_str!("claims.toml"),
};
