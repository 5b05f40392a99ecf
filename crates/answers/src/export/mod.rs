//! Export of answers: JSON, CSV, rows of outcomes, strategies and lists.
//! This folder defines their columns and keys for all front ends. Text for people does not belong
//! here.

pub mod csv;
pub mod json;
pub mod listing;
pub(crate) mod outcomes;
pub mod strategies;
