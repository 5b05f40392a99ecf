//! What everything else stands on: an error that a person can act on, and what a text may show.
//! What belongs here: errors, bounds, letters, files that are read. What does not: any rule, any
//! answer, any face.

pub mod cost;
mod error;
pub mod file;
pub mod letters;

pub use error::{About, Error, ErrorKind, Result};
pub use letters::shown;
