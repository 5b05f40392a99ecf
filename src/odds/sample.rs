//! Playing a check many times: blocks of trials, each with a stream of its own, on as many threads as there are.

use rayon::prelude::*;

use super::{Check, Counts, Tallies};
use crate::chance::Stream;
use crate::error::{Error, Result};

/// How much to play, and from which seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The number of trials.
    pub trials: u64,
    /// The seed: the same question and seed give the same tallies, on any number of threads.
    pub seed: u64,
}

impl Default for Sample {
    fn default() -> Sample {
        Sample { trials: 1_000_000, seed: 1 }
    }
}

/// Plays `check` and counts. `identity` names the question in the stream (see [`Stream`]).
///
/// Blocks are counted apart and merged by adding integers, so the result does not depend on threads; a longer run extends a shorter one by whole blocks.
pub fn sample(check: &dyn Check, identity: &str, run: Sample) -> Tallies {
    let columns = check.columns();
    let stream = Stream::new(run.seed, identity);
    let size = check.block();
    let play = |mut counts: Counts, block: u64| {
        let trials = size.min(run.trials - block * size);
        check.play_block(&stream, block, trials, &mut counts);
        counts
    };
    let blocks = run.trials.div_ceil(size);
    let empty = || Counts::new(&columns);
    let counts = match blocks {
        // One block needs no threads, and a process that starts none answers sooner.
        0 | 1 => (0..blocks).fold(empty(), play),
        _ => (0..blocks).into_par_iter().fold(empty, play).reduce(empty, Counts::merge),
    };
    Tallies::new(&columns, &counts, run.trials)
}

/// Lets everything that follows in this process play on `count` threads, which changes no result.
///
/// # Errors
/// If threads are at work already, or can't be started.
pub fn use_threads(count: usize) -> Result<()> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(count);
    pool.build_global().map_err(|cause| Error::question(format!("{count} threads can't be started: {cause}")))
}
