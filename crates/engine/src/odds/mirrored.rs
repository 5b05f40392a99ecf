//! A check played in pairs of trials, the second of which has the mirrored luck of the first.

use std::collections::HashMap;
use std::ops::Range;

use foldhash::fast::FixedState;
use rayon::prelude::*;

use super::interval::ERROR;
use super::paired::BLOCK;
use super::pairs::Pairs;
use super::{Check, Counts, Progress, Sample, Tallies, start_threads};
use crate::chance::{Sampled, Stream};
use crate::rule::Columns;
use oddsmith_base::cost::Bound;
use oddsmith_base::{Error, Result};

/// Pairs of scores that mirrored trials are kept in: some hundred megabytes.
const MOST_PAIRS: Bound =
    Bound::of(1 << 21, "pairs of scores", "play fewer trials, or leave `--mirrored` out");

/// Plays `check` by its plain rule in mirrored pairs (antithetic variates): the second trial of
/// each has the luck that mirrors the first's ([`Sampled::mirrored`]). Each trial has the law of
/// the check. Where the score rises with the luck, the errors of a pair make up for each other;
/// elsewhere pairs may do harm. All intervals of the tallies are those of pairs, and
/// [`super::Tally::gain`] says what they were worth.
///
/// # Formula
/// The generator of a block (see [`Stream`]; `identity` names the question) gives four words a
/// pair, which are the state of the generator that both trials start from. Where one trial scores x
/// and the other y (of a share 1 where it counts, else 0), the estimate is the mean over pairs of
/// `(x + y) / 2`, and its variance that of these means by their number.
///
/// # Errors
/// If the number of trials is 0 or odd, or the pairs of scores to be kept may be too many.
///
/// # Source
/// J. M. Hammersley and K. W. Morton (1956), Proceedings of the Cambridge Philosophical Society 52,
/// 449-475.
///
/// # Examples
/// ```
/// use oddsmith_engine::odds::{Sample, sample_mirrored};
///
/// let case = oddsmith_systems::case("melodrama.opposed active=10 passive=5")?;
/// let run = Sample { trials: 20_000, seed: 1 };
/// let tallies = sample_mirrored(case.check(), "an example", run, &Default::default())?;
/// let margin = tallies.column("margin")?;
/// assert!(margin.gain(0..=i32::MAX).is_some_and(|gain| gain > 1.1));
/// let share = margin.estimate(0..=i32::MAX);
/// assert!(share.low < 599.0 / 729.0 && 599.0 / 729.0 < share.high);
/// # Ok::<(), oddsmith_engine::Error>(())
/// ```
pub fn sample_mirrored(
    check: &dyn Check,
    identity: &str,
    run: Sample,
    progress: &Progress,
) -> Result<Tallies> {
    let pairs = pairs(run.trials)?;
    let columns = check.columns();
    MOST_PAIRS.ask(
        "mirrored trials on so long a scale are kept in too many cells",
        most(&columns, pairs),
    )?;
    let stream = Stream::new(run.seed, identity);
    let play = |mut counted: Counted, block: u64| {
        let trials = BLOCK.min(run.trials - block * BLOCK);
        let mut words = stream.words(block);
        for _ in 0..trials / 2 {
            let luck = Sampled::of_trial(&mut words);
            let mirrored = luck.clone().mirrored();
            counted.add(&check.play_trial(luck), &check.play_trial(mirrored));
        }
        progress.add(trials);
        counted
    };
    let blocks: Range<u64> = 0..run.trials.div_ceil(BLOCK);
    let empty = || Counted::new(&columns);
    start_threads();
    let blocks = blocks.into_par_iter().take_any_while(|_| !progress.has_ended());
    let counted = blocks.fold(empty, play).reduce(empty, Counted::merge);
    let pairs = counted.pairs.into_iter().map(Pairs::new);
    Ok(Tallies::new(&columns, &counted.counts, run.trials, ERROR).of_pairs(pairs))
}

/// The number of pairs that so many trials are.
///
/// # Errors
/// If it is 0 or odd.
///
/// # Examples
/// ```
/// assert_eq!(oddsmith_engine::odds::pairs(1_000).ok(), Some(500));
/// assert!(oddsmith_engine::odds::pairs(999).is_err());
/// ```
pub fn pairs(trials: u64) -> Result<u64> {
    match trials > 0 && trials.is_multiple_of(2) {
        true => Ok(trials / 2),
        false => Err(Error::question(format!("{trials} trials are no mirrored pairs"))
            .with_hint("pairs are an even number of trials, at least 2")),
    }
}

/// How many pairs of scores there may be at most, of all histograms.
fn most(columns: &Columns, pairs: u64) -> u64 {
    let scores = |scores: usize| (scores as u64 + 1).saturating_pow(2);
    columns.histograms().iter().map(|column| scores(column.scale.len()).min(pairs)).sum()
}

/// What is counted: hits, and pairs of scores by histogram.
struct Counted {
    counts: Counts,
    pairs: Vec<HashMap<[Option<i32>; 2], u64, FixedState>>,
}

impl Counted {
    fn new(columns: &Columns) -> Counted {
        let pairs = columns.histograms().iter().map(|_| HashMap::default()).collect();
        Counted { counts: Counts::new(columns), pairs }
    }

    fn add(&mut self, first: &[Option<i32>], second: &[Option<i32>]) {
        self.counts.add(first);
        self.counts.add(second);
        for (pairs, scores) in self.pairs.iter_mut().zip(first.iter().zip(second)) {
            *pairs.entry([*scores.0, *scores.1]).or_default() += 1;
        }
    }

    fn merge(mut self, other: Counted) -> Counted {
        for (mine, theirs) in self.pairs.iter_mut().zip(other.pairs) {
            theirs.into_iter().for_each(|(pair, times)| *mine.entry(pair).or_default() += times);
        }
        Counted { counts: self.counts.merge(other.counts), ..self }
    }
}
