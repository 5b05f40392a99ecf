//! Playing a check many times: blocks of trials, each with a stream of its own, on as many threads as there are.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::interval::{ERROR, interval_missing};
use super::{Check, Counts, Success, Tallies};
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

/// How far a run has come, for whoever watches: trials played and cases answered so far, by all threads.
#[derive(Debug, Default)]
pub struct Progress {
    trials: AtomicU64,
    cases: AtomicU64,
}

impl Progress {
    /// So many more trials are played.
    pub fn add(&self, trials: u64) {
        self.trials.fetch_add(trials, Ordering::Relaxed);
    }

    /// One more case is answered.
    pub fn case(&self) {
        self.cases.fetch_add(1, Ordering::Relaxed);
    }

    /// Trials played so far.
    pub fn trials(&self) -> u64 {
        self.trials.load(Ordering::Relaxed)
    }

    /// Cases answered so far.
    pub fn cases(&self) -> u64 {
        self.cases.load(Ordering::Relaxed)
    }
}

/// Plays `check` and counts. `identity` names the question in the stream (see [`Stream`]).
///
/// Blocks are counted apart and merged by adding integers, so the result does not depend on threads; a longer run extends a shorter one by whole blocks.
pub fn sample(check: &dyn Check, identity: &str, run: Sample, progress: &Progress) -> Tallies {
    let blocks = Blocks { check, stream: Stream::new(run.seed, identity), progress };
    let counts = blocks.play(0..run.trials.div_ceil(check.block()), run.trials);
    Tallies::new(&check.columns(), &counts, run.trials)
}

/// Until when to play: a half-width.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Precision {
    /// The half-width that the interval of the success share is to be below, 1e-6..=0.5.
    pub half_width: f64,
    /// The place of its histogram.
    pub place: usize,
    /// What counts as a success there.
    pub success: Success,
}

/// Plays `check` until the interval of a share is narrow enough. It is looked at at block borders, and its interval holds however often that is.
///
/// # Formula
/// Look number j, after about `1.25^j` blocks, allows the interval to miss with a chance of `0.05 / (j (j + 1))`; together that is 0.05.
/// All intervals of the result are as wide as that of the last look.
pub fn sample_until(
    check: &dyn Check,
    identity: &str,
    seed: u64,
    until: Precision,
    progress: &Progress,
) -> Tallies {
    let columns = check.columns();
    let blocks = Blocks { check, stream: Stream::new(seed, identity), progress };
    let mut counts = Counts::new(&columns);
    for (next, error) in looks() {
        let trials = next.end * check.block();
        counts = counts.merge(blocks.play(next, trials));
        let tallies = Tallies::new(&columns, &counts, trials);
        let hits = tallies.columns[until.place].successes(until.success);
        if interval_missing(error, hits, trials).half_width() < until.half_width {
            return tallies.missing(error);
        }
    }
    unreachable!("the interval narrows with every look")
}

/// The blocks to play before each look, and how often an interval may miss at that look.
pub(super) fn looks() -> impl Iterator<Item = (Range<u64>, f64)> {
    let mut played = 0;
    (1..).map(move |look: u32| {
        let blocks = played..(played + 1).max(played * 5 / 4);
        played = blocks.end;
        (blocks, ERROR / f64::from(look * (look + 1)))
    })
}

struct Blocks<'a> {
    check: &'a dyn Check,
    stream: Stream,
    progress: &'a Progress,
}

impl Blocks<'_> {
    /// Plays some blocks of a run of `trials`, the last of which may be a part.
    fn play(&self, blocks: Range<u64>, trials: u64) -> Counts {
        let columns = self.check.columns();
        let size = self.check.block();
        let play = |mut counts: Counts, block: u64| {
            let trials = size.min(trials - block * size);
            self.check.play_block(&self.stream, block, trials, &mut counts);
            self.progress.add(trials);
            counts
        };
        let empty = || Counts::new(&columns);
        match blocks.end - blocks.start {
            // One block needs no threads, and a process that starts none answers sooner.
            0 | 1 => blocks.fold(empty(), play),
            _ => blocks.into_par_iter().fold(empty, play).reduce(empty, Counts::merge),
        }
    }
}

/// Lets everything that follows in this process play on `count` threads, which changes no result.
///
/// # Errors
/// If threads are at work already, or can't be started.
pub fn use_threads(count: usize) -> Result<()> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(count);
    pool.build_global()
        .map_err(|cause| Error::question(format!("{count} threads can't be started: {cause}")))
}
