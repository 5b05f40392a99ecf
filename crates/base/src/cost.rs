//! What a question may cost: one account of everything that is bounded, asked before the work.
//!
//! A [`Bound`] says how much of one thing there may be. Whoever would make more asks first, and
//! what is refused is refused with its figure: by [`Bound::ask`], or by a law that is then sampled.

use crate::{Error, Result};

/// How much of one thing there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The most.
    pub most: u64,
    /// What it is counted in.
    unit: &'static str,
    /// What to do where there is more.
    hint: &'static str,
}

const MEGABYTE: u64 = 1 << 20;

impl Bound {
    const fn of(most: u64, unit: &'static str, hint: &'static str) -> Bound {
        Bound { most, unit, hint }
    }

    /// Whether so much is within it.
    pub fn holds(self, need: u64) -> bool {
        need <= self.most
    }

    /// The bound in words: "256 MB", "1000000 cases".
    pub fn words(self) -> String {
        self.amount(self.most)
    }

    fn amount(self, amount: u64) -> String {
        match self.unit {
            "MB" => format!("{} MB", amount.div_ceil(MEGABYTE)),
            unit => format!("{amount} {unit}"),
        }
    }

    /// Asks for so much of `what`.
    ///
    /// # Errors
    /// If it is more than there may be: the message has both figures.
    pub fn ask(self, what: &str, need: u64) -> Result<()> {
        if self.holds(need) {
            return Ok(());
        }
        let need = self.amount(need);
        let most = if self.unit == "MB" { self.words() } else { self.most.to_string() };
        Err(Error::question(format!("{what}: {need}, and {most} is the most")).with_hint(self.hint))
    }

    /// There are more of `what` than there may be, and nobody counted how many.
    pub fn exceeded(self, what: &str) -> Error {
        Error::question(format!("{what} more than {}", self.words())).with_hint(self.hint)
    }
}

/// A file of ours, or the standard input in its place.
pub const FILE: Bound = Bound::of(8 * MEGABYTE, "MB", "split it");
/// Keys and values of a file, which take some hundred bytes each once they are read.
pub const VALUES: Bound = Bound::of(250_000, "values", "split the file");
/// The name of a thing: a label, a title, a key.
pub const NAME: Bound = Bound::of(200, "letters", "say it shorter");
/// A text in a file: an expression, a template.
pub const TEXT: Bound = Bound::of(20_000, "letters", "say it shorter");
/// What an expression is made of. Whoever reads one goes into it for each `not`, `+` or `|`, and the
/// stack of a thread may be half a megabyte.
pub const SIGNS: Bound = Bound::of(1_000, "words and signs", "ask it in several expressions");
/// Branches of a template that are read within one another.
pub const ELIFS: Bound = Bound::of(200, "times `elif`", "say it with fewer branches");
/// Cases of one check.
pub const CASES: Bound =
    Bound::of(1_000_000, "cases", "sweep fewer fields at once, or in larger steps");
/// States of an exact law.
pub const STATES: Bound = Bound::of(1 << 21, "states", "have it sampled, or ask for less at once");
/// Pairs of scores that mirrored trials are kept in: some hundred megabytes.
pub const PAIRS: Bound =
    Bound::of(1 << 21, "pairs of scores", "play fewer trials, or leave `--mirrored` out");
/// Cells of a scale that are kept each, also those that nothing falls on; of more, those alone that
/// something does.
pub const CELLS: Bound = Bound::of(1 << 16, "cells", "");
/// Branches of all states of a rule that its kernel has a table for: some twenty megabytes.
pub const KERNEL: Bound = Bound::of(1 << 19, "branches", "");
/// Memory that the states and branches of an exact law take.
pub const LAW: Bound = Bound::of(256 * MEGABYTE, "MB", "have it sampled, or ask for less at once");
/// Memory that the law of one roll takes while it is made.
pub const ROLL: Bound = Bound::of(96 * MEGABYTE, "MB", "have it sampled, or roll fewer dice");
/// Memory that the laws of all rolls of a rule take, which are made once.
pub const ROLLS: Bound = Bound::of(48 * MEGABYTE, "MB", "have it sampled, or roll fewer dice");
/// States of a duel.
pub const DUEL: Bound = Bound::of(1 << 22, "states", SMALLER_DUEL);
/// Pairs of bids in all states of a duel: a minute.
pub const BIDS: Bound = Bound::of(1 << 30, "pairs of bids", SMALLER_DUEL);
/// Memory that plans and policies of a duel take.
pub const PLANS: Bound = Bound::of(256 * MEGABYTE, "MB", SMALLER_DUEL);
/// Choices of both sides that meet in a duel in which hands are held or something is hidden: some
/// hundred megabytes, and a minute.
pub const MEETINGS: Bound = Bound::of(
    12_000_000,
    "choices that meet",
    "take smaller hands, caps or pools, or fewer rounds or types",
);
/// Choices of bids that a frame of strategies lists, in all states of all duels.
pub const CHOICES: Bound =
    Bound::of(4_000_000, "choices", "take fewer cases or rounds, smaller pools or smaller caps");
/// Ways to decide in a course of one player.
pub const WAYS: Bound =
    Bound::of(20_000_000, "ways", "take a shorter course, or fewer kinds of chance");
/// Memory that answers take which are held at once.
pub const ANSWERS: Bound = Bound::of(300 * MEGABYTE, "MB", "sweep fewer values");
/// Cases of a scenario that are held at once; more are written as they come, where nothing asks for
/// all of them.
#[cfg(any(feature = "cli", feature = "documents"))]
pub const TOGETHER: Bound = Bound::of(20_000, "cases", "");
/// What a chart is made of: cases, those at an index or a score apart. It shows some hundred of
/// them, and says so.
#[cfg(feature = "charts")]
pub const MARKS: Bound =
    Bound::of(200_000, "marks", "sweep fewer values, or leave some out with `where`");
/// Rows of a table for people in which each score has one.
pub const ROWS: Bound = Bound::of(400, "rows", "");
/// What the words of a template come to.
pub const WORDS: Bound = Bound::of(4 * MEGABYTE, "MB", "say it with fewer loops");
/// What a template may work, so that none runs for ever.
pub const FUEL: Bound = Bound::of(5_000_000, "steps", "say it with fewer loops");

/// Memory of the whole command, whatever it is asked: the system gives it no more. What may be large
/// asks for less before, so that only what nobody counted comes so far.
#[cfg(feature = "cli")]
pub const PROCESS: Bound = Bound::of(4096 * MEGABYTE, "MB", "");

const SMALLER_DUEL: &str = "take fewer rounds, smaller pools or smaller caps";
