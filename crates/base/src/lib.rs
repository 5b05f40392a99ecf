//! What everything else stands on: an error that a person can act on, and what a text may show.
//! What belongs here: errors, the options that a face spells, bounds, letters, files that are read.
//! What does not: any rule, any answer, any face.

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
