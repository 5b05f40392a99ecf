//! A success roll against a difficulty.

use super::success_roll::{DieFields, SuccessRoll};
use oddsmith_engine::chance::Chance;
use oddsmith_engine::kernel::faces;
use oddsmith_engine::rule::{Column, Columns, Extras, Handle, Record, Rule, Scale, Step, Success};
use oddsmith_registry::{Definition, Edge, fields};

fields! {
    /// The fields of a success roll, without those of its die.
    struct Modifiers {
        modifiers: i32, "success modifiers: level and what else helps", source("Rolls and Modifiers");
        difficulty: i32, "what the total must be greater than",
            named(&[("anyone", 5), ("experts", 10), ("difficult", 15), ("untrained", 20), ("impossible", 25)]),
            difficulty(), required("experts"), source("Difficulty");
        favorable: i32, "the best favourable circumstance: favourable 2, very favourable 4",
            one_of(&["0", "2", "4"]), source("Circumstance Modifiers");
        unfavorable: i32, "the worst unfavourable circumstance: unfavourable 2, hostile 4",
            one_of(&["0", "2", "4"]), source("Circumstance Modifiers");
    }
}

/// A success roll.
///
/// # Formula
/// A [`SuccessRoll`] with `modifiers + favorable` against `difficulty + unfavorable`.
///
/// # Source
/// Mano a Mano, Success Rolls.
pub struct Roll {
    /// Die of the roll.
    pub roll: SuccessRoll,
    /// Modifiers including favourable circumstances, in points.
    pub modifiers: i32,
    /// Difficulty including unfavourable circumstances, in points.
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
    fields: &[&[DieFields::die], Modifiers::FIELDS, &[DieFields::automatic]],
    edge: Edge::of(("modifiers", 0), ("difficulty", 10)),
    build: |set| {
        let given = Modifiers::read(set);
        Ok(Box::new(Roll {
            roll: SuccessRoll::read(set),
            modifiers: given.modifiers + given.favorable,
            difficulty: given.difficulty + given.unfavorable,
        }))
    },
    ..Definition::PLAIN
};
