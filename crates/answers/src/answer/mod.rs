//! What is known: answers to cases, the gaps between checks, and what was expected of them.
//! What belongs here: anything that is asked of answers, once, for every face; their JSON and CSV.

pub mod audit;
pub mod baseline;
pub mod csv;
mod decided;
mod expect;
pub mod expression;
mod gap;
mod held;
pub mod json;
mod judge;
pub mod listing;
mod many;
mod merge;
mod misses;
mod one;
mod outcomes;
pub mod part;
pub mod readings;
mod results;
pub mod rows;
mod shard;
pub mod solve;
pub mod strategies;
pub mod tune;
mod verdict;

pub use decided::{decided, decided_json};
pub use expect::{Judgement, judge};
pub use gap::{Crossing, Gap, Gaps, Versus, counterparts, crossings, versus};
pub use held::MOST_HELD;
pub use judge::figures;
pub use many::{Answers, answers, columns};
pub use merge::merge;
pub use misses::misses;
pub use one::{Answer, agreements};
pub use outcomes::{Outcome, OutcomeRows};
pub use results::{Pair, Results};
pub use shard::Shard;
pub use verdict::Verdict;
