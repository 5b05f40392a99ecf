//! Dramatic skill resolution: steps A to D, one card of the drama deck a round.
//! What belongs here: the rule, what it asks of the die, what is left of the deck, its fields.
//! What does not: the die itself, the cards, conflicts.

mod deck;
mod fields;
mod rule;
mod scene;

pub use deck::{Handling, LeftOver};
pub use fields::ENTRY;
pub(crate) use fields::{TaskFields, letters};
pub use rule::{Attempt, CriticalProblem, Skill, Task};
pub use scene::{Course, SceneSkill};
