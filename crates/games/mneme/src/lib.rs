//! Mneme CE, Core Mechanics: only players roll, 2d6 plus modifiers against a difficulty; the
//! Effect, total less difficulty, decides the outcome for both sides.
//!
//! This crate contains the task roll, the readings of its Effect (task, attack, harm, round, time),
//! gunfights, and the worked examples of the text. It contains no damage tables, equipment lists or
//! rules of other Cepheus games.

mod checks;
mod gunfight;
mod readings;
mod task;

use oddsmith_registry::{Colour, System};

/// Record of the game system: its checks, colours, examples and claims.
pub static SYSTEM: System = System {
    name: "mneme",
    title: "Mneme CE",
    source: "Mneme CE, Core Mechanics",
    colour: Colour { light: 0x00805f, dark: 0x3fbf97 },
    checks: &[
        checks::TASK,
        checks::ATTACK,
        checks::HARM,
        checks::ROUND,
        checks::TIME,
        gunfight::ENTRY,
    ],
    duels: &[],
    policies: &[],
    examples: include_str!("examples.toml"),
    claims: include_str!("claims.toml"),
};
