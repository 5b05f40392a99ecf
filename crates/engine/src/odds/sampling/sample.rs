//! Sampling: blocks of trials, each with its own random stream, on all threads.

use std::ops::{Range, RangeInclusive};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use crate::chance::Stream;
use crate::odds::interval::ERROR;
use crate::odds::{Check, Counts, Tallies, start_threads};
use crate::rule::Kernel;
use oddsmith_base::Result;

/// The size and the seed of a sampling run.
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

/// The progress of a run, shared by all threads: trials played and cases answered so far.
#[derive(Debug, Default)]
pub struct Progress {
    trials: AtomicU64,
    cases: AtomicU64,
    ended: AtomicBool,
}

impl Progress {
    /// Adds to the number of trials played.
    pub fn add(&self, trials: u64) {
        self.trials.fetch_add(trials, Ordering::Relaxed);
    }

    /// Adds one to the number of cases answered.
    pub fn case(&self) {
        self.cases.fetch_add(1, Ordering::Relaxed);
    }

    /// Cancels the run: the remaining trials are skipped, and its results must be discarded.
    pub fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
    }

    /// Returns whether the run is cancelled.
    pub fn has_ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    /// Returns the number of trials played so far.
    pub fn trials(&self) -> u64 {
        self.trials.load(Ordering::Relaxed)
    }

    /// Returns the number of cases answered so far.
    pub fn cases(&self) -> u64 {
        self.cases.load(Ordering::Relaxed)
    }
}

/// Plays `check` and counts its scores. `identity` names the question in the stream (see
/// [`Stream`]).
///
/// Each block is counted separately and merged by integer addition, so the result does not depend
/// on the number of threads. A longer run extends a shorter one by whole blocks.
///
/// # Errors
/// If a trial scored off the scale of a column.
pub fn sample(
    check: &dyn Check,
    identity: &str,
    run: Sample,
    progress: &Progress,
) -> Result<Tallies> {
    let (kernel, stream) = (check.kernel(), Stream::new(run.seed, identity));
    let blocks = Blocks { check, kernel: kernel.as_deref(), stream, progress };
    let counts = blocks.play(0..run.trials.div_ceil(blocks.size()), run.trials);
    Tallies::new(&check.columns(), &counts, run.trials, ERROR)
}

/// Returns the number of trials per block of a run of this check, which is its kernel's if it has
/// one.
pub fn block_of(check: &dyn Check) -> u64 {
    check.kernel().map_or(check.block(), |kernel| kernel.block())
}

/// Plays one block of the run that [`sample`] plays in whole, by the check's kernel if it has one.
/// The sum of the counts of all blocks is that of the run.
///
/// # Errors
/// If a trial scored off the scale of a column.
pub fn play_block(
    check: &dyn Check,
    kernel: Option<&dyn Kernel>,
    identity: &str,
    run: Sample,
    block: u64,
    progress: &Progress,
) -> Result<Counts> {
    let stream = Stream::new(run.seed, identity);
    let columns = check.columns();
    let mut counts = Counts::new(&columns);
    Blocks { check, kernel, stream, progress }.add(block, run.trials, &mut counts);
    counts.on_scale(&columns)?;
    Ok(counts)
}

/// Returns the tallies of a run with these counts.
///
/// # Errors
/// If a trial scored off the scale of a column.
pub fn tallied(check: &dyn Check, counts: &Counts, trials: u64) -> Result<Tallies> {
    Tallies::new(&check.columns(), counts, trials, ERROR)
}

/// The precision at which a sampling run stops before its last trial.
#[derive(Clone, Debug, PartialEq)]
pub struct Precision {
    /// The half-width of the interval of the success probability below which the run stops,
    /// 1e-6..=0.5.
    pub half_width: f64,
    /// The index of the histogram in [`Columns::histograms`](crate::rule::Columns::histograms), as
    /// returned by [`Event::target`](crate::odds::Event::target).
    pub place: usize,
    /// The scores whose probability is estimated; [`Success::scores`](crate::rule::Success::scores)
    /// are those of a success.
    pub scores: RangeInclusive<i32>,
}

/// Plays `check` until the interval of a probability is narrow enough.
///
/// The run may stop only at the end of a block, and its interval stays valid under these repeated
/// looks.
///
/// # Formula
/// Look number j comes after about `1.25^j` blocks and has `alpha = 0.05 / (j (j + 1))`; these sum
/// to 0.05. All intervals of the result use the alpha of the last look.
///
/// # Errors
/// If a trial scored off the scale of a column.
pub fn sample_until(
    check: &dyn Check,
    identity: &str,
    seed: u64,
    until: Precision,
    progress: &Progress,
) -> Result<Tallies> {
    let columns = check.columns();
    let (kernel, stream) = (check.kernel(), Stream::new(seed, identity));
    let blocks = Blocks { check, kernel: kernel.as_deref(), stream, progress };
    let mut counts = Counts::new(&columns);
    for (next, error) in looks() {
        let trials = next.end * blocks.size();
        counts = counts.merge(blocks.play(next, trials));
        let tallies = Tallies::new(&columns, &counts, trials, error)?;
        let share = tallies.columns[until.place].estimate(until.scores.clone());
        if share.interval().half_width() < until.half_width || progress.has_ended() {
            return Ok(tallies);
        }
    }
    unreachable!("the interval narrows with every look")
}

/// Returns the blocks to play before each look, and the alpha of the interval at that look.
pub(in crate::odds) fn looks() -> impl Iterator<Item = (Range<u64>, f64)> {
    let mut played = 0;
    (1..).map(move |look: u32| {
        let blocks = played..(played + 1).max(played * 5 / 4);
        played = blocks.end;
        (blocks, ERROR / f64::from(look * (look + 1)))
    })
}

struct Blocks<'a> {
    check: &'a dyn Check,
    kernel: Option<&'a dyn Kernel>,
    stream: Stream,
    progress: &'a Progress,
}

impl Blocks<'_> {
    /// Returns the number of trials per block.
    fn size(&self) -> u64 {
        self.kernel.map_or(self.check.block(), |kernel| kernel.block())
    }

    /// Plays a block of a run of `trials`; the last one may be partial.
    fn add(&self, block: u64, trials: u64, counts: &mut Counts) {
        if self.progress.has_ended() {
            return;
        }
        let size = self.size();
        let trials = size.min(trials - block * size);
        match self.kernel {
            Some(kernel) => kernel.play(&self.stream, block, trials, &mut |scored| {
                counts.add_scored(scored);
            }),
            None => self.check.play_block(&self.stream, block, trials, counts),
        }
        self.progress.add(trials);
    }

    /// Plays some blocks of a run.
    fn play(&self, blocks: Range<u64>, trials: u64) -> Counts {
        let columns = self.check.columns();
        let play = |mut counts: Counts, block: u64| {
            self.add(block, trials, &mut counts);
            counts
        };
        let empty = || Counts::new(&columns);
        match blocks.end - blocks.start {
            // One block needs no threads, and starting none is faster.
            0 | 1 => blocks.fold(empty(), play),
            _ => {
                start_threads();
                // Skip the remaining blocks of a cancelled run: there may be a billion.
                let blocks = blocks.into_par_iter().take_any_while(|_| !self.progress.has_ended());
                blocks.fold(empty, play).reduce(empty, Counts::merge)
            }
        }
    }
}
