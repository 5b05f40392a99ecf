//! From questions to answers: scenarios, what is known of their numbers, and how it is laid out as text.
//! What belongs here: sweeps, scenario files, comparisons, expectations, JSON, CSV, pages of text.
//! What does not: charts, frames, files that are written, any flag of a command.
#![doc = include_str!("a-face.md")]

pub mod answer;
pub mod readout;
pub mod scenario;
pub mod text;

// What a face needs of the packages below, so that it can depend on this one alone.
pub use oddsmith_base::{Error, ErrorKind, Named, Parameter, Phrase, Result, Spelling};
pub use oddsmith_engine::odds;
pub use oddsmith_registry as registry;
pub use oddsmith_systems as systems;
