//! The designer's bench: what claims hold, what changed, what a reading matters, which setting fits.
//! What belongs here: questions about many answers at once. What does not: how one answer is made.

pub mod audit;
pub mod baseline;
mod decide;
pub mod readings;
pub mod rows;
mod saved;
pub mod tune;
