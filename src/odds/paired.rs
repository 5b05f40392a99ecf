//! Several checks played on the same luck, trial by trial, so that their difference is known better than their levels.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::{Check, Counts, Known, Progress, Sample, Success, Tallies};
use crate::chance::{Sampled, Stream};

/// Trials in a block of a paired run: a constant, as it is part of what a seed promises.
const BLOCK: u64 = 65_536;

/// What several checks scored on the same luck.
#[derive(Clone, Debug, PartialEq)]
pub struct Paired {
    /// The tallies of each check.
    pub tallies: Vec<Tallies>,
    /// How often each set of scores came up together, one score a check, of the histogram that answers for it; `None` where it had no score.
    pub together: BTreeMap<Vec<Option<i32>>, u64>,
    /// The number of trials.
    pub trials: u64,
}

/// Plays some checks trial by trial, each trial with the same luck for all. `places` names the histogram that answers for each check.
///
/// # Formula
/// The generator of a block (see [`Stream`], with `identity` in place of a question's) gives four words a trial, which are the
/// state of that trial's own generator; every check starts its trial from there.
pub fn sample_paired(checks: &[&dyn Check], places: &[usize], identity: &str, run: Sample, progress: &Progress) -> Paired {
    let stream = Stream::new(run.seed, identity);
    let columns: Vec<_> = checks.iter().map(|check| check.columns()).collect();
    let empty = || (columns.iter().map(Counts::new).collect::<Vec<_>>(), BTreeMap::<Vec<Option<i32>>, u64>::new());
    let play = |(mut counts, mut together): (Vec<Counts>, BTreeMap<_, u64>), block: u64| {
        let trials = BLOCK.min(run.trials - block * BLOCK);
        let mut words = stream.words(block);
        let mut answers: Vec<Option<i32>> = vec![None; checks.len()];
        for _ in 0..trials {
            let luck = Sampled::of_trial(&mut words);
            for (i, check) in checks.iter().enumerate() {
                let scores = check.play_trial(luck.clone());
                counts[i].add(&scores);
                answers[i] = scores[places[i]];
            }
            match together.get_mut(&answers) {
                Some(hits) => *hits += 1,
                None => {
                    together.insert(answers.clone(), 1);
                }
            }
        }
        progress.add(trials * checks.len() as u64);
        (counts, together)
    };
    let merge = |(counts, mut together): (Vec<Counts>, BTreeMap<_, u64>),
                 (others, more): (Vec<Counts>, BTreeMap<Vec<Option<i32>>, u64>)| {
        for (scores, hits) in more {
            *together.entry(scores).or_default() += hits;
        }
        (counts.into_iter().zip(others).map(|(mine, theirs)| mine.merge(theirs)).collect(), together)
    };
    let (counts, together) = (0..run.trials.div_ceil(BLOCK)).into_par_iter().fold(empty, play).reduce(empty, merge);
    let tallies = columns.iter().zip(&counts).map(|(columns, counts)| Tallies::new(columns, counts, run.trials)).collect();
    Paired { tallies, together, trials: run.trials }
}

impl Paired {
    /// How much larger the success share of check `a` is than that of check `b`, with an interval that knows that they had the same luck.
    pub fn difference(&self, (a, in_a): (usize, Success), (b, in_b): (usize, Success)) -> Known {
        let succeeds =
            |scores: &[Option<i32>], place: usize, success: Success| scores[place].is_some_and(|score| success.scores().contains(&score));
        let (mut both, mut only_a, mut only_b) = (0, 0, 0);
        for (scores, hits) in &self.together {
            match (succeeds(scores, a, in_a), succeeds(scores, b, in_b)) {
                (true, true) => both += hits,
                (true, false) => only_a += hits,
                (false, true) => only_b += hits,
                (false, false) => {}
            }
        }
        let (mine, theirs) = (both + only_a, both + only_b);
        let spread = |hits: u64| (hits as f64 * (self.trials - hits) as f64).sqrt();
        let neither = self.trials - both - only_a - only_b;
        let joint = both as f64 * neither as f64 - only_a as f64 * only_b as f64;
        let correlation = if spread(mine) * spread(theirs) > 0.0 { joint / (spread(mine) * spread(theirs)) } else { 0.0 };
        Known::counted(mine, self.trials).less(Known::counted(theirs, self.trials), correlation)
    }
}
