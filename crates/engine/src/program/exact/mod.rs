//! Optimizations of programs for exact laws: equivalent code with fewer intermediate states.
//!
//! Loops with a constant number of steps are unrolled (`unroll`), bags are revealed gradually so
//! that values read early are dropped before the rest is rolled (`chain`), pools that only change a
//! slot are rolled die by die (`by_die`), draws and rolls that are read together are merged
//! (`draws`), and so are expressions over private rolls (`closed`). Sampling runs the original
//! program.
//!
//! This module holds transformations of code that preserve the law; the walk over states is
//! elsewhere.

mod bags;
mod blocks;
mod by_die;
mod draws;
mod fuse_rolls;
mod place;
mod reveal_bags;
mod rows;
mod shown;
mod unroll;

use super::code::{Code, Line};
use super::liveness::prune;
use super::machine::Compiled;
use super::pass::Pass;

pub(in crate::program) use shown::{Among, Block};
pub(in crate::program) use unroll::simplify;

/// A program, and the dead slots before each of its lines.
type Pruned = (Code, Vec<Box<[usize]>>);

/// Optimizes a program of one column; loops that are cut off are not unrolled.
pub(super) fn ready(mut program: Pruned, cut_off: bool) -> Pruned {
    let mut change = |pass: Pass, made: fn(&Code) -> Option<Code>, again: bool| {
        while let Some(code) = made(&program.0).filter(|_| pass.is_enabled()) {
            program = prune(&code, None);
            if !again {
                break;
            }
        }
    };
    change(Pass::JoinDraws, draws::join_draws, true);
    if !cut_off {
        change(Pass::RevealBags, unroll_and_reveal_bags, false);
        change(Pass::JoinDraws, draws::join_draws, true);
    }
    change(Pass::MergeLines, blocks::merge_lines, false);
    change(Pass::RollByDie, by_die::roll_by_die, true);
    change(Pass::FuseRolls, fuse_rolls::fuse_rolls, false);
    program
}

/// Rewrites a program to reveal its bags gradually, if that is worthwhile.
fn unroll_and_reveal_bags(code: &Code) -> Option<Code> {
    // Decisions depend on whole bags.
    let decides = code.lines.iter().any(|line| matches!(line, Line::Decide { .. }));
    if decides || !bags::many(code) {
        return None;
    }
    let written_out = unroll::unrolled(code)?;
    let machine = Compiled::plain(written_out);
    let bags = bags::of(&machine)?;
    reveal_bags::reveal_bags(&machine.code, bags)
}
