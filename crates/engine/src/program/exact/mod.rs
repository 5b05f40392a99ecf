//! Programs made ready for exact answers: the same law, with fewer states on the way.
//!
//! Courses whose number of steps is known are written out (`unroll`), bags are shown bit by bit, so
//! that what is read early is forgotten before the rest comes (`chain`), pools that only move a
//! number are rolled die by die (`by_die`), draws and rolls that are read together are one
//! (`draws`), and so are numbers that hang on rolls of their own (`closed`).
//! Sampling plays the program as it is written.
//! What belongs here: changes of code that keep each law. What does not: how states are walked.

mod bags;
mod blocks;
mod by_die;
mod chain;
mod closed;
mod draws;
mod place;
mod rows;
mod shown;
mod unroll;

use super::code::{Code, Line};
use super::live::prune;
use super::machine::Compiled;

pub(in crate::program) use shown::{Among, Block};
pub(in crate::program) use unroll::simplify;

/// A program and the places that are dead before each of its lines.
type Pruned = (Code, Vec<Box<[usize]>>);

/// A program of one column, made ready; where its steps are cut off they are not written out.
pub(super) fn ready(mut program: Pruned, cut_off: bool) -> Pruned {
    let mut change = |made: fn(&Code) -> Option<Code>, again: bool| {
        while let Some(code) = made(&program.0) {
            program = prune(&code, None);
            if !again {
                break;
            }
        }
    };
    change(draws::joined, true);
    if !cut_off {
        change(bit_by_bit, false);
        change(draws::joined, true);
    }
    change(blocks::gathered, false);
    change(by_die::die_by_die, true);
    change(closed::closed, false);
    program
}

/// The program with its bags shown bit by bit, where that is worth it.
fn bit_by_bit(code: &Code) -> Option<Code> {
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
