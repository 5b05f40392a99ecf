//! Trials that are played before anyone asks: whether a program ends, and what it scores.

use super::code::{Line, SeenTuples};
use super::machine::Compiled;
use super::walk::MOST_STEPS;
use crate::chance::{Sampled, Stream};
use crate::rule::{NoRecord, Rule, Step};
use oddsmith_base::{Error, Parameter, Result};

/// Trials that look for scores where a walk takes too long.
pub(super) const TRIALS: usize = 20_000;

/// Steps in which all that may come is looked for before a walk is begun.
const QUICK: usize = 10_000;

/// Where so many have not come to an end, none is waited for.
pub(super) const PATIENCE: usize = 20;

/// Whether a program can be played. Who draws begins anew until a trial counts: where next to none
/// does, that has no end. An exact answer needs none of them.
///
/// # Errors
/// If it can't.
pub(super) fn playable(machine: &Compiled) -> Result<()> {
    match machine.code.lines.iter().any(|line| matches!(line, Line::Restart)) {
        true => try_out(machine, PATIENCE + 1),
        false => Ok(()),
    }
}

/// Plays some trials and has what they score seen.
///
/// # Errors
/// If one does not come to an end; where trials begin anew until one counts, if none of the first
/// does.
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
                        + Parameter::ExactOnly
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

/// Plays a trial of at most so many steps: how many it took, where it came to an end.
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

/// Whether so many different scores are seen, and so all that may come, in some quick trials.
pub(super) fn looked(machine: &Compiled, seen: &SeenTuples, all: usize) -> bool {
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

/// How many different scores were seen.
pub(super) fn size(seen: &SeenTuples) -> usize {
    seen.lock().map_or(0, |seen| seen.len())
}
