//! Programs made ready for exact answers: the same law, with fewer states on the way.
//!
//! Courses whose number of steps is known are written out (`unroll`), bags are shown bit by bit, so
//! that what is read early is forgotten before the rest comes (`chain`), pools that only move a
//! number are rolled die by die (`by_die`), and draws that are read together are one (`draws`).
//! Sampling plays the program as it is written.
//! What belongs here: changes of code that keep each law. What does not: how states are walked.

mod bags;
mod blocks;
mod by_die;
mod chain;
mod draws;
mod place;
mod shown;
mod unroll;

use super::code::{Code, Line};
use super::machine::Compiled;

pub(in crate::program) use blocks::gathered;
pub(in crate::program) use by_die::die_by_die;
pub(in crate::program) use draws::joined;
pub(in crate::program) use shown::{Among, Block};
pub(in crate::program) use unroll::simplify;

/// The program with its bags shown bit by bit, where that is worth it.
pub(super) fn bit_by_bit(code: &Code) -> Option<Code> {
    // A player sees whole bags.
    let decides = code.lines.iter().any(|line| matches!(line, Line::Decide { .. }));
    if decides || !bags::many(code) {
        return None;
    }
    let written_out = unroll::unrolled(code)?;
    let machine = Compiled::plain(written_out);
    let bags = bags::of(&machine)?;
    chain::chained(&machine.code, bags)
}
