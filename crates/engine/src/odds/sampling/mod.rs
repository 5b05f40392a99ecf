//! How a sample is made: blocks of trials on threads, counted.
//! What belongs here: seeds to counts, pairs on the same luck. What does not: what a tally can be asked.

pub(in crate::odds) mod counts;
pub(in crate::odds) mod paired;
pub(in crate::odds) mod sample;
pub(in crate::odds) mod threads;
