//! Mind over Matter (rule text 002): no dice; willpower is bid on top of attribute and skill.
//! What belongs here: its checks, one file each, and its worked examples.
//! A bid is capped by the skill and by the pool.

mod check;
mod duel;
mod fields;
mod policy;

pub use check::Check;
pub use duel::{Duel, SOLVED, solve};
pub use policy::Policy;

use crate::registry::System;

/// The system's record.
pub static SYSTEM: System = System {
    name: "moma",
    title: "Mind over Matter",
    source: "rule text 002, Jon Sagotsky",
    checks: &[check::ENTRY, duel::ENTRY],
    examples: include_str!("examples.toml"),
};
