//! Difficulty finding: the value of a field that gives a share, and the translation of a table from
//! one system's numbers to another's.
//! This folder holds share curves, the search on them, and its certainty.
//! Tables and the parsing of arguments do not belong here.

mod candidates;
mod curve;
pub mod json;
mod nearest;
mod ranges;
mod row;
mod sampled;
mod solution;

pub use curve::{Proof, Trend};
pub use ranges::{Fit, Range, fit};
pub use row::{Like, SolveGrid, SolvedRow};
pub use solution::{Solution, Target};
