//! The results of a rule and their certainty: exact laws, sampled tallies, confidence intervals,
//! and tests of whether law and tally agree.
//!
//! This module applies to every rule; it holds no games, files or tables of text.
//!
//! [`Check`] computes [`Laws`] and [`Tallies`], which hold a [`Law`] or a [`Tally`] of each column.
//! The trait [`Histogram`] has the methods that both share, such as the mean. The rest of this page
//! is for maintainers: the names in parentheses are files and private modules.
//!
#![doc = include_str!("how-laws-and-samples-are-made.md")]

mod agree;
mod check;
mod estimate;
mod event;
mod exact_law;
mod histogram;
mod interval;
mod known;
mod law;
mod row;
mod sampling;
mod single_column;
mod tally;

pub use agree::{Agreement, Agreements, Tests, agreement, scores_present};
pub use check::{Check, Resolution};
pub use counts::Counts;
pub use estimate::{Estimate, Exact, NOISE, Sampled};
pub use event::{Event, Rung, View, Which, no_order};
pub use exact::Laws;
use exact_law::{exact, graph, ledger, totals};
pub(crate) use graph::MOST_MEGABYTES;
pub use histogram::Histogram;
pub use interval::{ERROR, Interval, interval};
pub use known::KnownLaw;
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
