//! Difficulty finding: which value of a field gives a share, and one system's table in another's
//! numbers.
//! What belongs here: curves of a share along a field, the search on them, its certainty.
//! What does not: tables, arguments.

mod asked;
mod curve;
pub mod json;
mod moved;
mod nearest;
mod ranges;
mod row;
mod sampled;
mod solution;

pub use curve::{Proof, ShareCurve, Trend};
pub use ranges::{Fit, Range, fit};
pub use row::{Like, SolveGrid, SolvedRow};
pub use solution::{Solution, Target};
