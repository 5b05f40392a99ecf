//! Rules of one's own: any dice or deck against a number or other dice, from the command line or
//! from a `[[house]]` table.
//! What belongs here: the one rule behind them all, how its keys are read, and how a file's tables
//! become checks.
//! A table is the same keys as the command line's, with `$field` where a number may be asked for.

mod fight;
mod keys;
mod rule;
mod table;

pub use fight::{Course, Fight};
pub use rule::{HouseRule, Side, Tie};
pub use table::parse;

use crate::registry::{Colour, System};

/// The system's record.
pub static SYSTEM: System = System {
    name: "house",
    title: "House rules",
    source: "yours: from the command line, or [[house]] tables with --rules FILE.toml",
    colour: Colour { light: 0xa8285a, dark: 0xef86ac },
    checks: &[keys::ROLL, keys::OPPOSED, keys::KNOCKOUT],
    duels: &[],
    policies: &[],
    examples: include_str!("examples.toml"),
    claims: "",
};
