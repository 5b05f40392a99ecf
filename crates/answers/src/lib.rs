//! Answers to cases: exact distributions and samples, gaps between checks, solved difficulties.
//!
//! This package holds computations on answers that all front ends share, and the export of answers
//! as JSON and CSV. Expectations, expressions and tables for people have packages of their own.

mod decided;
mod gap;
mod held;
mod many;
mod one;
mod parted;
mod program;
mod results;
mod saved;
pub mod solve;
mod trial_run;
mod written;

pub use decided::{DECISION, decided, decided_json, usual_goal};
pub use gap::{Crossing, Gap, Gaps, Versus, all_gaps, counterparts, crossings};
pub use held::MAX_CASES_IN_MEMORY;
pub use many::{Answers, answers, columns, map_parallel};
pub use merge::merge;
pub use one::{Answer, agreements};
pub use outcomes::{Outcome, OutcomeRows};
pub use parted::part;
use parted::{merge, shard};
pub use program::{of_program, program_cases};
pub use results::{Pair, Results};
pub use saved::SavedResults;
pub use shard::Shard;
pub use trial_run::{check_precision, trial_run};
use written::outcomes;
pub use written::{csv, json, listing, strategies};
