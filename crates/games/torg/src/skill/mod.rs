//! Dramatic skill resolution: tasks of steps A to D, with one card of the drama deck each round.
//!
//! This module holds the rule, its fields, and the state of the deck during a task. It does not
//! contain the die, the cards, or conflicts.

mod deck;
mod entry;
mod fields;
mod rule;
mod scene;

pub use entry::ENTRY;
pub(crate) use fields::{TaskFields, letters};
pub use rule::{Attempt, TaskCheck};
