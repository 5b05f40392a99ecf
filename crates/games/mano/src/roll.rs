//! A success roll against a difficulty.

use super::SuccessRoll;
use super::success_roll::{AUTOMATIC, DIE};
use oddsmith_engine::chance::Chance;
use oddsmith_engine::kernel::faces;
use oddsmith_engine::rule::{Column, Columns, Extras, Handle, Record, Rule, Scale, Step, Success};
use oddsmith_registry::{Definition, Edge, Field};

const MODIFIERS: Field = Field::number("modifiers", "success modifiers: level and what else helps")
    .source("Rolls and Modifiers");
const DIFFICULTY: Field = Field::number("difficulty", "what the total must be greater than")
    .named(&[
        ("anyone", 5),
        ("experts", 10),
        ("difficult", 15),
        ("untrained", 20),
        ("impossible", 25),
    ])
    .difficulty()
    .required("experts")
    .source("Difficulty");
const FAVORABLE: Field = Field::words(
    "favorable",
    &["0", "2", "4"],
    "the best favourable circumstance: favourable 2, very favourable 4",
)
.source("Circumstance Modifiers");
const UNFAVORABLE: Field = Field::words(
    "unfavorable",
    &["0", "2", "4"],
    "the worst unfavourable circumstance: unfavourable 2, hostile 4",
)
.source("Circumstance Modifiers");

/// A success roll.
///
/// # Formula
/// As [`SuccessRoll`], with modifiers + favorable against difficulty + unfavorable.
///
/// # Source
/// Mano a Mano, Success Rolls.
pub struct Roll {
    /// The die.
    pub roll: SuccessRoll,
    /// Modifiers with favourable circumstances, in points.
    pub modifiers: i32,
    /// Difficulty with unfavourable circumstances, in points.
    pub difficulty: i32,
}

const RESULT: Handle = Handle::first("result");

impl Rule for Roll {
    type State = ();

    const EXTRAS: Extras<Self> = Extras { kernel: faces, ..Extras::NONE };

    fn columns(&self) -> Columns {
        Columns::one(
            Column::new(RESULT, Scale::rungs(&["failure", "success"])).success(Success::AtLeast(1)),
        )
    }

    fn start(&self) {}

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn step<C: Chance>(&self, (): (), chance: &mut C, record: &mut impl Record) -> Step<()> {
        let succeeds = self.roll.succeeds(self.modifiers, self.difficulty, chance, record);
        record.score(RESULT, i32::from(succeeds));
        Step::Done
    }
}

pub const ENTRY: Definition = Definition {
    id: "mano.roll",
    title: "Success roll",
    about: "A d20 (or a substitute) and modifiers must be greater than the difficulty; a 20 succeeds automatically.",
    source: "Mano a Mano, Success Rolls",
    luck: "one face; a second where a substitute's 20 or more is confirmed",
    fields: &[&[DIE, MODIFIERS, DIFFICULTY, FAVORABLE, UNFAVORABLE, AUTOMATIC]],
    edge: Edge::of(("modifiers", 0), ("difficulty", 10)),
    build: |set| {
        Ok(Box::new(Roll {
            roll: SuccessRoll::read(set),
            modifiers: set.integer(&MODIFIERS) + set.integer(&FAVORABLE),
            difficulty: set.integer(&DIFFICULTY) + set.integer(&UNFAVORABLE),
        }))
    },
    ..Definition::PLAIN
};
