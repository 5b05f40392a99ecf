//! Questions: sweeps of a check's fields, files of questions, and their answers.
//! What belongs here: from text to cases, from cases to findings. What does not: frames, pictures, printing.
//! Layer: above `systems`, below `frame`.

mod duels;
mod file;
mod finding;
mod sweep;

pub use duels::solve_all;
pub use file::{Labelled, Scenario};
pub use finding::{Asked, Finding, answer, answer_all};
pub use sweep::{axes, cases, settings, values};
