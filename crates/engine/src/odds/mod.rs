//! The results of a rule and their certainty: exact laws, sampled tallies, confidence intervals,
//! tests of whether law and tally agree.
//! What belongs here: whatever holds for every rule. What does not: games, files, tables of text.
//!
//! # How an exact law is made
//!
//! `Enumerated` runs a step again and again, each time with the next possible answers
//! (`chance/enumerated`). `graph` is all that is compiled for each rule: it walks each state once
//! and keeps its successors with their weights. Mass then moves along them, each state once, after
//! those that lead to it. So equal states merge, and a chain of many blows costs its states, not
//! its paths.
//!
//! - Where steps are counted (a column on `Scale::steps`), a state's mass is a row of numbers, one
//!   a step, and moves as a whole (`order`, `series`). A column that counts up has rows by count.
//!   It moves step by step only where much comes back or is cut off.
//! - At the limit the engine calls `Rule::cut_off` to record a final score.
//! - A share is a fraction of 128-bit integers, a large fraction where that overflows, or a float
//!   with a bound on its error (`chance::share`).
//! - Where states come back and no steps are counted, the expected visits of each are solved for
//!   (`absorbing`).
//! - A bag of dice is one fork, whose law is a fold over its faces (`chance/bag`). Large deals go
//!   through a `Gist`.
//! - Where one column alone is asked, as on a page of many cases, nothing else is recorded
//!   (`single_column`): more states merge.
//! - The budget bounds branches, moves and states. A walk gives up as soon as it foresees that it
//!   must.
//!
//! # How a sample is made
//!
//! Trials come in blocks of `Shortcuts::block` (65,536 unless a rule says otherwise: a constant of
//! the rule, not of the machine). Block `k` has a generator of its own, started from BLAKE3 over
//! the seed, the question and `k` (`chance::stream` has the exact bytes). Counts of blocks are
//! added, so threads change nothing. One 64-bit word answers several small draws, with a bias below
//! 2^-32. A rule may bring a kernel, which then plays its blocks (`kernel`).

mod agree;
mod check;
mod estimate;
mod event;
mod exact_law;
mod histogram;
mod interval;
mod law;
mod row;
mod sampling;
mod single_column;
mod tally;

pub use agree::{Agreement, Agreements, Tests, agreement, scores_present};
pub use check::{Check, Tale};
pub use counts::Counts;
pub use estimate::{Estimate, Exact, NOISE, Sampled};
pub use event::{Event, Rung, View, Which};
pub use exact::Laws;
use exact_law::{exact, graph, ledger, totals};
pub(crate) use graph::MOST_MEGABYTES;
pub use histogram::Histogram;
pub use interval::{ERROR, Interval, interval};
pub use law::Law;
pub use paired::{Paired, sample_paired, sample_paired_until};
pub use sample::{
    Precision, Progress, Sample, block_of, play_block, sample, sample_until, tallied,
};
use sampling::{counts, paired, sample, threads};
pub use single_column::SingleColumn;
pub use tally::{Tallies, Tally};
pub use threads::{start_threads, use_threads};

pub use crate::rule::Success;
