//! A contest between two characters, decided by one roll or by two rolls that can tie.

use super::success_roll::{Automatic, DieFields, SuccessRoll, Tool};
use oddsmith_engine::chance::Chance;
use oddsmith_engine::kernel::faces;
use oddsmith_engine::rule::{Column, Columns, Extras, Handle, Record, Rule, Scale, Step, Success};
use oddsmith_registry::{Definition, Edge, choice, fields};

fields! {
    /// The fields of a contest.
    pub struct ContestFields {
        active: i32, "ability level of the side that rolls",
            unit("levels"), required("3"), source("Difficulty");
        passive: i32, "ability level of the other side, which counts 10 more",
            unit("levels"), required("3"), source("Difficulty");
        die: Tool = DieFields::die;
        automatic: Automatic = DieFields::automatic;
        rolls: i32, "1: the active side rolls; 2: both do, each against 10 and the other's level",
            one_of(&["1", "2"]), source("Difficulty");
        tie: Tie, "two rolls that tie. stands: both or neither, as rolled; both_fail; both_succeed",
            reading(), source("Difficulty");
    }
}

choice! {
    /// Result of a contest in which both rolls succeed or both fail.
    pub enum Tie {
        /// The result is `both` or `neither`, as rolled.
        Stands = "stands",
        /// Two successes count as `neither`.
        BothFail = "both_fail",
        /// Two failures count as `both`.
        BothSucceed = "both_succeed",
    }
}

const LOSE: i32 = 0;
const NEITHER: i32 = 1;
const BOTH: i32 = 2;
const WIN: i32 = 3;

/// A contest.
///
/// # Formula
/// A [`SuccessRoll`] with the roller's own level as modifier against 10 + the other side's level.
///
/// # Source
/// Mano a Mano, Difficulty.
pub struct Contest {
    /// Success roll of both sides.
    pub roll: SuccessRoll,
    /// Levels of both sides, number of rolls, and reading of ties.
    pub fields: ContestFields,
}

const RESULT: Handle = Handle::first("result");

impl Rule for Contest {
    type State = ();

    const EXTRAS: Extras<Self> = Extras { kernel: faces, ..Extras::NONE };

    fn columns(&self) -> Columns {
        Columns::one(
            Column::new(RESULT, Scale::rungs(&["lose", "neither", "both", "win"]))
                .success(Success::AtLeast(WIN)),
        )
    }

    fn start(&self) {}

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn step<C: Chance>(&self, (): (), chance: &mut C, record: &mut impl Record) -> Step<()> {
        let ContestFields { active, passive, rolls, tie, .. } = self.fields;
        let mine = self.roll.succeeds(active, 10 + passive, chance, record);
        if rolls < 2 {
            record.score(RESULT, if mine { WIN } else { LOSE });
            return Step::Done;
        }
        let theirs = self.roll.succeeds(passive, 10 + active, chance, record);
        let result = match (mine, theirs, tie) {
            (true, false, _) => WIN,
            (false, true, _) => LOSE,
            (.., Tie::BothFail) | (false, false, Tie::Stands) => NEITHER,
            (.., Tie::BothSucceed) | (true, true, Tie::Stands) => BOTH,
        };
        record.score(RESULT, result);
        Step::Done
    }
}

pub const ENTRY: Definition = Definition {
    id: "mano.contest",
    title: "Contest",
    about: "A level and a d20 (or a substitute) must be greater than 10 and the other's level; with two rolls it can be tied.",
    source: "Mano a Mano, Difficulty",
    luck: "one face, or one a side, own side first; a second face after one that is confirmed",
    fields: &[ContestFields::FIELDS],
    edge: Edge::of(("active", 0), ("passive", 0)),
    build: |set| {
        let fields = ContestFields::read(set);
        Ok(Box::new(Contest { roll: SuccessRoll::new(fields.die, fields.automatic), fields }))
    },
    ..Definition::PLAIN
};
