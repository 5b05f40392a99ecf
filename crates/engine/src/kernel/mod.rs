//! Compiled forms of the rules whose speed users feel: tables in place of logic, many trials side
//! by side; never a second truth, as tests hold each against its plain rule.
//! What belongs here: loops over many trials at once. What does not: games. A rule says what is
//! compiled.
//!
//! # How a kernel plays
//!
//! The kernel of one-step checks (`faces`) asks the rule itself what each combination of faces
//! scores, and finds a sum of small numbers that settles it. Where a high card means more than its
//! number, it gets sums of its own. Blocks of 2^20 trials draw from 32 lanes of xoshiro256++
//! (`lanes`), one 16-bit word a trial, with rejected words masked (`sums`), and count with
//! carry-save adders (`vertical`), or two trials by one place in memory (`pairs`). `wide` holds what depends on the instruction set: AVX-512, AVX2,
//! and 128 bits of SSE4.2, NEON and WebAssembly; elsewhere the same trials are walked one after the
//! other.
//!
//! - Ladders (`blows`) are fought blow by blow, all fights of a batch together, so that the number
//!   of blows needs no counter.
//! - Duels of one strategy a side (`bids`) draw both bids at once, round by round. Those of a
//!   strategy for each state (`states`, which knows any rule of few states) have an alias table a
//!   state, from which all trials that came to it draw.
//! - Rows of checks from hands (`hands`, `row`) hold decks as counts by kind and hands as sorted
//!   bytes. A row that met a rejected word does not count.

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
pub use hands::{HandRow, Lead, hands};
pub use states::states;
pub use wide::instruction_sets;
