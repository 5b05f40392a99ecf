//! What comes out of a rule, and how sure it is: exact laws, sampled tallies, intervals, and whether the two agree.
//! What belongs here: anything that holds for every rule. What does not: games, files, tables.
//! Layer: above `chance` and `rule`, below the registry.

mod agree;
mod check;
mod counts;
mod estimate;
mod event;
mod exact;
mod histogram;
mod interval;
mod law;
mod layout;
mod moving;
mod paired;
mod sample;
mod tally;
mod weight;

pub use agree::{Agreement, adjusted, agreement};
pub use check::{Check, Tale};
pub use counts::Counts;
pub use estimate::{Estimate, Exact, NOISE, Sampled};
pub use event::{Event, Rung, View, Which};
pub use exact::Laws;
pub use histogram::Histogram;
pub use interval::{ERROR, Interval, wilson};
pub use law::Law;
pub use paired::{Paired, sample_paired, sample_paired_until};
pub use sample::{Precision, Progress, Sample, sample, sample_until, use_threads};
pub use tally::{Tallies, Tally};

pub use crate::rule::Success;
