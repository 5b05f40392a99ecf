//! Requests: questions, an action and its options in one value.
//! This package holds the request, the table of its options, and its forms: command line, link,
//! Python call and JSON.
//! Rules and printing do not belong here.
//!
//! An option is a field of [`Request`] and a row of [`PARAMETERS`]. Every front end uses these
//! rows, so that a new option needs no change in any of them.

mod call;
mod command;
mod json;
#[cfg(not(target_family = "wasm"))]
mod link;
mod number;
mod parameters;
mod reply;
mod request;
mod slot;
mod task;

// A front end depends on this package alone.
pub use oddsmith_base::{Error, Result};
pub use oddsmith_engine::odds::Progress;
pub use oddsmith_systems::Catalogue;

pub use command::quoted;
pub use number::{count, score, share};
pub use parameters::{PARAMETERS, Parameter};
pub use reply::{Reply, ReplyData, ShownResults, Transcript};
pub use request::{Action, Request, Source};
pub use slot::{OptionField, OptionValue};
pub use task::{Comparison, Difficulty, Duels, Odds, Task};
