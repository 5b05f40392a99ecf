//! Torg (The Drama Deck and the game around it): a d20 that is rolled again and added, read on a
//! bonus chart.
//! What belongs here: its checks, one file each, the die and its chart, its worked examples.
//! Editions differ in the low end of the chart and in the ladder of results.

mod bonus;
mod check;
mod die;

pub use bonus::Bonus;
pub use check::Check;
pub use die::{DramaDie, Edition, Throw};

use crate::registry::{Colour, System};

/// The system's record.
pub static SYSTEM: System = System {
    name: "torg",
    title: "Torg",
    source: "The Drama Deck; the die and its charts from public sources",
    colour: Colour { light: 0xa07800, dark: 0xd9b13b },
    checks: &[bonus::ENTRY, check::ENTRY],
    duels: &[],
    policies: &[],
    examples: include_str!("examples.toml"),
    claims: include_str!("claims.toml"),
};
