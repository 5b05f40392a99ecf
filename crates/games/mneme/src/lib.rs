//! Mneme CE, Core Mechanics: the player alone rolls 2d6, and the Effect is the degree of all that
//! follows.
//! What belongs here: the task roll, and what attack, harm, a round and time make of its Effect;
//! its worked examples.
//! One roll serves both sides.

mod checks;
mod gunfight;
#[cfg(test)]
mod gunfight_tests;
mod readings;
mod task;

pub use checks::TaskCheck;
pub use gunfight::Gunfight;
pub use readings::{Attack, Harm, Reading, Round, Task, Time};
pub use task::{Outcome, TaskRoll};

use oddsmith_registry::{Colour, System};

/// The system's record.
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
