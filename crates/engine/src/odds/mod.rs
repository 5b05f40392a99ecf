//! The results of a rule and their certainty: exact laws, sampled tallies, confidence intervals,
//! and tests of whether law and tally agree. Whatever holds for every rule belongs here; games,
//! files and tables do not.
//! Layer: above `chance` and `rule`, below the registry.

mod absorbing;
mod agree;
mod alone;
mod at_once;
mod branch;
mod check;
mod counts;
mod estimate;
mod event;
mod exact;
mod graph;
mod histogram;
mod interval;
mod law;
mod layout;
mod ledger;
mod moving;
mod order;
mod paired;
mod reach;
mod row;
mod sample;
mod series;
mod states;
mod tally;
mod threads;
mod totals;
mod walk;

pub use agree::{Agreement, Agreements, Tests, agreement, there};
pub use alone::Alone;
pub use check::{Check, Tale};
pub use counts::Counts;
pub use estimate::{Estimate, Exact, NOISE, Sampled};
pub use event::{Event, Rung, View, Which};
pub use exact::Laws;
pub(crate) use graph::MOST_MEGABYTES;
pub use histogram::Histogram;
pub use interval::{ERROR, Interval, interval};
pub use law::Law;
pub use paired::{Paired, sample_paired, sample_paired_until};
pub use sample::{
    Precision, Progress, Sample, block_of, play_block, sample, sample_until, tallied,
};
pub use tally::{Tallies, Tally};
pub use threads::{start_threads, use_threads};

pub use crate::rule::Success;
