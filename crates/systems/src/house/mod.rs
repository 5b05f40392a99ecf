//! Rules of one's own: any dice or deck against a number or other dice, from the command line or
//! from a `[[house]]` table.
//! What belongs here: the short form and written rules, how their keys are read, and how a file's
//! tables become checks. What the language of rules is, and how it is solved, stands elsewhere.

mod form;
mod former;
mod keys;
mod rule;
mod short;
mod table;
mod texts;
mod written;

pub use rule::{HouseRule, Side, Tie};
pub use table::parse;

use oddsmith_registry::{Colour, System};

/// The system's record.
pub static SYSTEM: System = System {
    name: "house",
    title: "House rules",
    source: "yours: said in fields, or in [[house]] tables of a file",
    colour: Colour { light: 0xa8285a, dark: 0xef86ac },
    checks: &[keys::ROLL, keys::OPPOSED],
    duels: &[],
    policies: &[],
    examples: include_str!("examples.toml"),
    claims: "",
};
