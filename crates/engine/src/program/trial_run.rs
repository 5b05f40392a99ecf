//! Trial runs before any answer: tests whether a program ends, and observes its scores.

use super::code::{Line, SeenTuples};
use super::machine::Compiled;
use super::walk::MOST_STEPS;
use crate::chance::{Sampled, Stream};
use crate::rule::{NoRecord, Rule, Step};
use oddsmith_base::{Error, Parameter, Result};

/// Number of trials to observe scores if the exploration takes too long.
pub(super) const TRIALS: usize = 20_000;

/// Maximum number of steps of quick trials before an exploration starts.
const QUICK: usize = 10_000;

/// Number of trials without an end after which the program is rejected.
pub(super) const PATIENCE: usize = 20;

/// Checks that a program can be sampled.
///
/// A trial is repeated until its conditions hold, which would take forever if they almost never do.
/// Exact laws are not affected.
///
/// # Errors
/// If it can't be sampled.
pub(super) fn playable(machine: &Compiled) -> Result<()> {
    match machine.code.lines.iter().any(|line| matches!(line, Line::Restart)) {
        true => try_out(machine, PATIENCE + 1),
        false => Ok(()),
    }
}

/// Plays some trials, whose scores are observed.
///
/// # Errors
/// If a trial does not end; for programs that restart trials, if none of the first trials ends.
pub(super) fn try_out(machine: &Compiled, trials: usize) -> Result<()> {
    let stream = Stream::new(1, "scores");
    let (mut chance, most) = (Sampled::new(&stream, 0), MOST_STEPS as usize * 16);
    let begins_anew = machine.code.lines.iter().any(|line| matches!(line, Line::Restart));
    let mut ended = 0;
    for trial in 0..trials {
        if trial == PATIENCE && ended == 0 {
            return Err(Error::question("`given` is almost never true, so no trial counts")
                .with_hint(
                    "use a condition that is true more often; the exact result alone ("
                        + Parameter::EXACT_ONLY
                        + ") takes rarer ones, down to one in a million million",
                ));
        }
        let ends = played(machine, &mut chance, most).is_some();
        if !ends && !begins_anew {
            let error = format!("a trial may never end: one goes on after {most} steps");
            return Err(Error::question(error).with_hint(
                "limit the steps, `until …, at most 100`, or end also where a number steps over \
                    the end: `hp <= 0`, not `hp = 0`",
            ));
        }
        ended += usize::from(ends);
    }
    Ok(())
}

/// Plays a trial of at most `most` steps; returns the number of steps if it ended.
fn played(machine: &Compiled, chance: &mut Sampled, most: usize) -> Option<usize> {
    let mut state = machine.start();
    for step in 1..=most {
        match machine.step(state, chance, &mut NoRecord) {
            Step::Next(next) | Step::Within(next) => state = next,
            Step::Done => return Some(step),
        }
    }
    None
}

/// Returns whether some quick trials observe `all` distinct scores, and thus all possible ones.
pub(super) fn scores_by_trials(machine: &Compiled, seen: &SeenTuples, all: usize) -> bool {
    let stream = Stream::new(1, "scores");
    let (mut chance, mut left) = (Sampled::new(&stream, 0), QUICK);
    while let Some(steps) = played(machine, &mut chance, left) {
        if size(seen) == all {
            return true;
        }
        left -= steps;
    }
    false
}

/// Returns the number of distinct scores observed.
pub(super) fn size(seen: &SeenTuples) -> usize {
    seen.lock().map_or(0, |seen| seen.len())
}
