//! The engine: evaluates a rule against a [`chance::Chance`] that samples, enumerates every branch
//! or replays a script.
//!
//! This crate holds chances, rules, exact laws, samples, kernels, strategies, and the compiler from
//! programs of the dice language to rules. It contains no game, no field of a check and no text for
//! users.

pub mod chance;
pub mod kernel;
pub mod odds;
pub mod program;
pub mod rule;
pub mod strategy;

pub use oddsmith_base::{Error, ErrorKind, Result};
