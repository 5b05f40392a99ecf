//! What is known: answers to cases, the gaps between checks, and what was expected of them.
//! What belongs here: anything that is asked of answers, once, for every face; their JSON and CSV.

mod bench;
mod beside;
mod decided;
pub mod expression;
mod gap;
mod held;
mod judged;
mod many;
mod one;
mod parted;
mod program;
mod results;
mod saved;
pub mod solve;
mod trial_run;
mod written;

pub use bench::{audit, baseline, readings, rows, tune};
pub use decided::{DECISION, decided, decided_json, usual_goal};
pub use expect::{Judgement, judge, no_expectations, verified};
pub use gap::{Crossing, Gap, Gaps, Versus, counterparts, crossings, versus};
pub use held::MOST_HELD;
pub use judge::figures;
use judged::{expect, judge, misses, verdict};
pub use many::{Answers, answers, columns};
pub use merge::merge;
pub use misses::misses;
pub use one::{Answer, agreements};
pub use outcomes::{Outcome, OutcomeRows};
pub use parted::part;
use parted::{merge, shard};
pub use program::{of_program, program_cases};
pub use results::{Pair, Results};
pub use saved::SavedResults;
pub use shard::Shard;
pub use trial_run::{check_expectations, check_precision, trial_run};
pub use verdict::Verdict;
use written::outcomes;
pub use written::{csv, json, listing, strategies};
