//! Mechanics that several games share, free of any of them: a game says how luck falls, a mechanic
//! what follows from it.
//! What belongs here: ladders, fights to the last, exchanges of blows, whole scenes, rates, checks
//! without luck. What does not: the
//! name, a number or a text of a game.

pub mod blow;
pub mod brawl;
mod certain;
pub mod exchange;
pub mod knockout;
pub mod ladder;
mod rate;
pub mod scene;

pub use certain::{Certain, exactly};
pub use rate::Rate;
