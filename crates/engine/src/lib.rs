//! The engine: a rule asks a chance for luck; draws, every branch, or a script answer it.
//! What belongs here: chances, rules, exact laws, samples, kernels, strategies, and programs of the
//! language of dice as rules. What does not: any game, any field, any text for people.

pub mod chance;
pub mod kernel;
pub mod odds;
pub mod program;
pub mod rule;
pub mod strategy;

pub use oddsmith_base::{Error, ErrorKind, Result};
