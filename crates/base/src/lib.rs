//! The foundation of all other crates: errors, limits, displayable characters, files that are read,
//! and the options that each interface spells.
//!
//! This crate contains no rules, answers or interfaces.

mod bound;
mod error;
pub mod file;
pub mod letters;
mod phrase;
mod request;

pub use bound::Bound;
pub use error::{About, Error, ErrorKind, Hint, Result, Span, nearest};
pub use letters::shown;
pub use phrase::{Named, Parameter, Phrase, Spelling};
pub use request::{RequestFiles, apart};
