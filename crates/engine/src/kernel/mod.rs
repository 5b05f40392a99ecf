//! Kernels: compiled samplers of rules whose speed matters, which play many trials side by side
//! from tables. Tests compare each with its plain rule.
//!
//! This module holds loops over many trials, but no games; a rule selects its kernel.
//!
//! # Implementation
//!
//! The kernel of one-step checks (`faces`) evaluates the rule for each combination of faces, and
//! finds a sum of small numbers that determines the score. If a high card means more than its
//! number, it gets separate sums. Blocks of 2^20 trials draw from 32 lanes of xoshiro256++
//! (`lanes`), one 16-bit word per trial, with rejected words masked (`sums`), and count with
//! carry-save adders (`vertical`), or two trials per memory increment (`pairs`). `wide` holds the
//! code per instruction set: AVX-512, AVX2, and 128 bits of SSE4.2, NEON and WebAssembly; elsewhere
//! the same trials are played one at a time.
//!
//! - Ladders (`blows`) are fought blow by blow, all fights of a batch together, so the number of
//!   blows needs no counter.
//! - Duels with one strategy per side (`bids`) draw both bids at once, round by round. Those with a
//!   strategy per state (`states`, for any rule with few states) have an alias table per state,
//!   from which all trials in that state draw.
//! - Rows of checks from hands (`hands`, `row`) hold decks as counts by kind and hands as sorted
//!   bytes. A row with a rejected word does not count.

mod alias;
mod bids;
mod blows;
mod course;
mod faces;
mod fight_batch;
mod hands;
mod lanes;
mod pairs;
mod row;
mod states;
mod sums;
mod vertical;
mod wide;

pub use bids::{Contest, bids};
pub use blows::{Effect, Fight, blows};
pub use course::{Compiled, Course, CourseRow, Follow};
pub use faces::faces;
pub use hands::{HandSeries, Lead, hands};
pub use states::states;
pub use wide::instruction_sets;
