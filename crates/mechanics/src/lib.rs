//! Mechanics shared by several games: a game supplies the luck, a mechanic its consequences.
//!
//! This crate holds damage ladders, knockouts, exchanges of blows, whole scenes, rates, and checks
//! without luck. It contains no name, number or text of a game.

pub mod blow;
pub mod brawl;
mod certain;
pub mod exchange;
pub mod knockout;
pub mod ladder;
mod mix;
mod moment;
mod rate;
pub mod scene;

pub use certain::{Certain, exactly};
pub use mix::Mix;
pub use moment::Moment;
pub use rate::Rate;
