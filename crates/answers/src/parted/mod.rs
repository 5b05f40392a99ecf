//! A run in parts: each counts its blocks, and their counts are added.
//! What belongs here: parts and how they become a whole. What does not: files.

pub(crate) mod merge;
pub mod part;
pub(crate) mod shard;
