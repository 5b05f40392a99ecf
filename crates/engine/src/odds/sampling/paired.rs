//! Paired sampling of several checks on the same luck, so that the interval of their difference is
//! narrower than that of independent runs.

use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};

use rayon::prelude::*;

use super::sample::looks;
use crate::chance::{Sampled, Stream};
use crate::odds::interval::ERROR;
use crate::odds::{Check, Counts, Progress, Sample, Tallies, estimate, start_threads};
use oddsmith_base::Result;

/// Number of trials per block of a paired run: a constant, since results for a seed depend on it.
const BLOCK: u64 = 65_536;

/// The joint scores of several checks on the same luck.
#[derive(Clone, Debug, PartialEq)]
pub struct Paired {
    /// The tallies of each check.
    pub tallies: Vec<Tallies>,
    /// The number of trials with each combination of scores: one score per check, of its selected
    /// histogram; `None` if it had no score.
    pub together: BTreeMap<Vec<Option<i32>>, u64>,
    /// The number of trials.
    pub trials: u64,
    /// The alpha of the intervals: 0.05, or less if the run had several looks.
    error: f64,
}

/// Plays several checks trial by trial, each trial with the same luck for all. `places` selects the
/// histogram of each check whose scores are compared.
///
/// # Formula
/// The generator of a block (see [`Stream`], with `identity` in place of a question's) gives four
/// words per trial, which are the state of that trial's generator; every check starts its trial
/// from there.
pub fn sample_paired(
    checks: &[&dyn Check],
    places: &[usize],
    identity: &str,
    run: Sample,
    progress: &Progress,
) -> Result<Paired> {
    let blocks = Blocks { checks, places, stream: Stream::new(run.seed, identity), progress };
    blocks.play(0..run.trials.div_ceil(BLOCK), run.trials).summarized(checks, run.trials, ERROR)
}

/// Plays paired trials until the intervals of all success probabilities are narrow enough, like
/// [`crate::odds::sample_until`]; the alpha of a look is divided evenly among the checks
/// (Bonferroni).
///
/// `until` gives the histogram index and the scores of each check.
pub fn sample_paired_until(
    checks: &[&dyn Check],
    until: &[(usize, RangeInclusive<i32>)],
    half_width: f64,
    identity: &str,
    seed: u64,
    progress: &Progress,
) -> Result<Paired> {
    let places: Vec<usize> = until.iter().map(|(place, _)| *place).collect();
    let blocks = Blocks { checks, places: &places, stream: Stream::new(seed, identity), progress };
    let mut counted = Joint::new(checks);
    for (next, error) in looks() {
        let trials = next.end * BLOCK;
        let error = error / checks.len() as f64;
        counted = counted.merge(blocks.play(next, trials));
        let paired = counted.clone().summarized(checks, trials, error)?;
        let narrow = |(tallies, (place, scores)): (&Tallies, &(usize, RangeInclusive<i32>))| {
            tallies.columns[*place].estimate(scores.clone()).interval().half_width() < half_width
        };
        if paired.tallies.iter().zip(until).all(narrow) || progress.has_ended() {
            return Ok(paired);
        }
    }
    unreachable!("the intervals narrow with every look")
}

struct Blocks<'a> {
    checks: &'a [&'a dyn Check],
    places: &'a [usize],
    stream: Stream,
    progress: &'a Progress,
}

impl Blocks<'_> {
    /// Plays some blocks of a run of `trials`; the last block may be partial.
    fn play(&self, blocks: Range<u64>, trials: u64) -> Joint {
        let play = |mut counted: Joint, block: u64| {
            let trials = BLOCK.min(trials - block * BLOCK);
            let mut words = self.stream.words(block);
            let mut answers: Vec<Option<i32>> = vec![None; self.checks.len()];
            for _ in 0..trials {
                let luck = Sampled::of_trial(&mut words);
                for (i, check) in self.checks.iter().enumerate() {
                    let scores = check.play_trial(luck.clone());
                    counted.counts[i].add(&scores);
                    answers[i] = scores[self.places[i]];
                }
                match counted.together.get_mut(&answers) {
                    Some(hits) => *hits += 1,
                    None => {
                        counted.together.insert(answers.clone(), 1);
                    }
                }
            }
            self.progress.add(trials * self.checks.len() as u64);
            counted
        };
        let empty = || Joint::new(self.checks);
        start_threads();
        let blocks = blocks.into_par_iter().take_any_while(|_| !self.progress.has_ended());
        blocks.fold(empty, play).reduce(empty, Joint::merge)
    }
}

/// The counts of each check, and of their joint scores.
#[derive(Clone)]
struct Joint {
    counts: Vec<Counts>,
    together: BTreeMap<Vec<Option<i32>>, u64>,
}

impl Joint {
    fn new(checks: &[&dyn Check]) -> Joint {
        let counts = checks.iter().map(|check| Counts::new(&check.columns())).collect();
        Joint { counts, together: BTreeMap::new() }
    }

    fn merge(mut self, other: Joint) -> Joint {
        for (scores, hits) in other.together {
            *self.together.entry(scores).or_default() += hits;
        }
        let counts = self.counts.into_iter().zip(other.counts);
        let counts = counts.map(|(mine, theirs)| mine.merge(theirs)).collect();
        Joint { counts, together: self.together }
    }

    fn summarized(self, checks: &[&dyn Check], trials: u64, error: f64) -> Result<Paired> {
        let told = |(check, counts): (&&dyn Check, &Counts)| {
            Tallies::new(&check.columns(), counts, trials, error)
        };
        let tallies = checks.iter().zip(&self.counts).map(told).collect::<Result<_>>()?;
        Ok(Paired { tallies, together: self.together, trials, error })
    }
}

impl Paired {
    /// Returns the success probability of check `a` minus that of check `b`, with an interval for
    /// paired samples.
    pub fn difference(
        &self,
        (a, in_a): (usize, &RangeInclusive<i32>),
        (b, in_b): (usize, &RangeInclusive<i32>),
    ) -> estimate::Sampled {
        let succeeds = |scores: &[Option<i32>], place: usize, counts: &RangeInclusive<i32>| {
            usize::from(scores[place].is_some_and(|score| counts.contains(&score)))
        };
        // The number of trials by success of a and of b.
        let mut fell = [[0; 2]; 2];
        for (scores, hits) in &self.together {
            fell[succeeds(scores, a, in_a)][succeeds(scores, b, in_b)] += hits;
        }
        let [[_, theirs], [mine, both]] = fell;
        let share = |hits: u64| estimate::Sampled::counted(self.error, hits, self.trials);
        share(mine + both).minus(share(theirs + both), correlation(fell))
    }
}

/// Returns the correlation of two events, -1..=1, from the number of trials with neither, the
/// second, the first, or both; 0 if one of them always or never happened.
fn correlation([[neither, second], [first, both]]: [[u64; 2]; 2]) -> f64 {
    let trials = neither + second + first + both;
    let spread = |hits: u64| (hits as f64 * (trials - hits) as f64).sqrt();
    let spreads = spread(first + both) * spread(second + both);
    // The covariance, times the square of the number of trials.
    let joint = both as f64 * neither as f64 - first as f64 * second as f64;
    if spreads > 0.0 { joint / spreads } else { 0.0 }
}
