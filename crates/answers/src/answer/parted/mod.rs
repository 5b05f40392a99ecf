//! A run in parts: each counts its blocks, and their counts are added.
//! What belongs here: parts and how they become a whole. What does not: files.

pub(in crate::answer) mod merge;
pub mod part;
pub(in crate::answer) mod shard;
