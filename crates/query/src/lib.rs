//! Requests: a question, what is computed of it and with which options, as one value.
//! What belongs here: the request, the table of its options, and its forms: a command line, a link,
//! a call of Python, JSON. What does not: rules, printing.
//!
//! An option is a field of [`Request`] and a row of [`PARAMETERS`]. Every front end reads and writes
//! the rows, so that a new option needs no line in any of them.

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

pub use command::quoted;
pub use number::{count, score, share};
pub use parameters::{PARAMETERS, Parameter};
pub use reply::{Found, Reply, ShownResults, Tale};
pub use request::{Action, Request, Source};
pub use slot::{Given, Slot};
pub use task::{Comparison, Difficulty, Duels, Odds, Task};
