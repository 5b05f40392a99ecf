//! Answers for programs: JSON, CSV, rows of outcomes, strategies and lists.
//! What belongs here: their columns and keys, once for every face. What does not: pages for people.

pub mod csv;
pub mod json;
pub mod listing;
pub(crate) mod outcomes;
pub mod strategies;
