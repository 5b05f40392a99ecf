//! Answers to cases: exact distributions and samples, gaps between checks, solved difficulties.
//!
//! This package holds computations on answers that all front ends share, and the export of answers
//! as JSON and CSV. Expectations, expressions and tables for people have packages of their own.

mod decided;
mod export;
mod gap;
mod many;
mod memory_use;
mod one;
mod program;
mod results;
mod saved;
mod sharding;
pub mod solve;
mod trial_run;

pub use decided::{DECISION, decided, decided_json, usual_goal};
use export::outcomes;
pub use export::{csv, json, listing, strategies};
pub use gap::{Crossing, Gap, Gaps, PairComparison, all_gaps, counterparts, crossings};
pub use many::{Answers, answers, columns, map_parallel};
pub use memory_use::MAX_CASES_IN_MEMORY;
pub use one::{Answer, agreements};
pub use outcomes::{Outcome, OutcomeRows};
pub use program::{of_program, program_cases};
pub use results::{Pair, Results};
pub use saved::SavedResults;
pub use sharding::merge::merge;
pub use sharding::part::{self, Shard};
pub use trial_run::{check_precision, trial_run};
