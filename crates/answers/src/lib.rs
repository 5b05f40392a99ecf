//! From questions to answers: scenarios, what is known of their numbers, and how it is laid out as text.
//! What belongs here: sweeps, scenario files, comparisons, expectations, JSON, CSV, pages of text.
//! What does not: charts, frames, files that are written, any flag of a command.
//!
//! # A face in ten lines
//! ```
//! use oddsmith_answers::answer::Answer;
//! use oddsmith_answers::odds::{Event, Progress};
//! use oddsmith_answers::scenario::Effort;
//! use oddsmith_answers::{Named, systems};
//!
//! // What the command calls `--exact-only` is a key here.
//! fn spelled(named: &Named) -> String {
//!     format!("{named:?}")
//! }
//!
//! let asked = || {
//!     let case = systems::case("melodrama.opposed active=10 passive=5")?;
//!     let effort = Effort::default().exact_only();
//!     Answer::new(case, effort, &Event::SUCCESS, &Progress::default())
//! };
//! let answer = asked().unwrap_or_else(|error| panic!("{}", error.spelled(spelled)));
//! let success = answer.event(&Event::SUCCESS).expect("the check has a success");
//! assert_eq!(success.fraction().as_deref(), Some("599/729"));
//! ```

pub mod answer;
pub mod readout;
pub mod scenario;
pub mod text;

// What a face needs of the packages below, so that it can depend on this one alone.
pub use oddsmith_base::{Error, ErrorKind, Named, Parameter, Phrase, Result, Spelling};
pub use oddsmith_engine::odds;
pub use oddsmith_registry as registry;
pub use oddsmith_systems as systems;
