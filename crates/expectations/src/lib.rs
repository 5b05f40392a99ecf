//! Comparison of answers with expectations: expectations of a scenario, a baseline, other readings
//! of the rules, and numbers to tune.
//!
//! This package decides and measures; the packages below compute the answers, and those above print
//! the results.

pub mod audit;
pub mod baseline;
mod decide;
mod expect;
mod judge;
mod misses;
pub mod readings;
pub mod rows;
mod saved;
pub mod tune;
mod verdict;

pub use expect::{Judgement, answer_and_judge, check_expectations, judge, no_expectations};
pub use judge::figures;
pub use misses::misses;
pub use verdict::Verdict;
