//! Runs in parts: each part counts some blocks of trials, and the counts are added.
//! This folder holds parts and merging. Reading and writing files does not belong here.

pub(crate) mod merge;
pub mod part;
