//! Sampling: blocks of trials on threads, counted, and paired runs on the same luck.
//!
//! Queries on tallies are elsewhere.

pub(in crate::odds) mod counts;
pub(in crate::odds) mod paired;
pub(in crate::odds) mod sample;
pub(in crate::odds) mod threads;
