//! Whether what a scenario expects holds.
//! What belongs here: expectations and their verdicts. What does not: printing them.

pub(in crate::answer) mod expect;
pub(in crate::answer) mod judge;
pub(in crate::answer) mod misses;
pub(in crate::answer) mod verdict;
