//! The success roll: a d20, or a substitute die whose face is converted to the range of a d20.

use oddsmith_engine::chance::{Chance, Die};
use oddsmith_engine::rule::Record;
use oddsmith_registry::{Settings, choice, fields};

fields! {
    /// The fields that select the die of a success roll, and the meaning of a substitute's 20.
    pub struct DieFields {
        die: Tool, "d20, or a substitute: d12 and d10 doubled, d8 three times, d6 four times",
            source("Rolls and Modifiers");
        automatic: Automatic, "a substitute's 20 or more. confirm: succeeds after a second roll; ignore: decides nothing; always: succeeds, as a d20's 20 always does",
            reading(), source("Rolls and Modifiers");
    }
}

choice! {
    /// Die that is rolled, with the conversion of its face.
    pub enum Tool {
        /// A d20; the result is the face.
        D20 = "d20",
        /// A d12; the result is `(face - 1) x 2`.
        D12 = "d12",
        /// A d10; the result is `face x 2`.
        D10 = "d10",
        /// A d8; the result is `(face - 1) x 3`.
        D8 = "d8",
        /// A d6; the result is `(face - 1) x 4`.
        D6 = "d6",
    }

    /// Meaning of a substitute die's result of 20 or more.
    pub enum Automatic {
        /// It succeeds if a second roll of the same die confirms it.
        Confirm = "confirm",
        /// It has no special meaning.
        Ignore = "ignore",
        /// It succeeds automatically.
        Always = "always",
    }
}

/// A success roll with a die and its conversion.
///
/// # Formula
/// The result is the face of a d20, `(face - 1) x 2` of a d12, `face x 2` of a d10,
/// `(face - 1) x 3` of a d8, or `(face - 1) x 4` of a d6. The roll succeeds if result + modifiers
/// is greater than the difficulty; a 20 on a d20 always succeeds. If a substitute die's result of
/// 20 or more does not succeed by its total, the die is rolled again; the roll then succeeds if the
/// second face is greater than 8 on a d12, 5 on a d10 or d8, 4 on a d6.
///
/// # Source
/// Mano a Mano, Rolls and Modifiers, with its table of second rolls (the printed face counts; a
/// d10's 0 is 10).
#[derive(Clone, Debug)]
pub struct SuccessRoll {
    die: Die,
    /// Number subtracted from the face, and factor of the difference.
    conversion: (i32, i32),
    /// Highest second face that does not confirm a result of 20 or more; `None` if no second roll
    /// is needed.
    confirm_above: Option<i32>,
    /// True if a result of 20 or more can succeed automatically.
    automatic: bool,
}

impl SuccessRoll {
    /// Reads the roll from the fields `die` and `automatic`.
    pub fn read(set: &Settings) -> SuccessRoll {
        let DieFields { die, automatic } = DieFields::read(set);
        SuccessRoll::new(die, automatic)
    }

    /// Creates the success roll of a die.
    pub fn new(tool: Tool, automatic: Automatic) -> SuccessRoll {
        let (sides, conversion, confirm_above) = match tool {
            Tool::D20 => (20, (0, 1), None),
            Tool::D12 => (12, (1, 2), Some(8)),
            Tool::D10 => (10, (0, 2), Some(5)),
            Tool::D8 => (8, (1, 3), Some(5)),
            Tool::D6 => (6, (1, 4), Some(4)),
        };
        let always = tool == Tool::D20 || automatic == Automatic::Always;
        SuccessRoll {
            die: Die::sided(sides),
            conversion,
            confirm_above: confirm_above.filter(|_| !always),
            automatic: always || automatic == Automatic::Confirm,
        }
    }

    /// Returns true if a roll with these modifiers succeeds against this difficulty.
    #[inline]
    pub fn succeeds<C: Chance>(
        &self,
        modifiers: i32,
        difficulty: i32,
        chance: &mut C,
        record: &mut impl Record,
    ) -> bool {
        let face = chance.face(&self.die);
        let result = (face - self.conversion.0) * self.conversion.1;
        let total = result + modifiers;
        record.tell(|| format!("{result} + {modifiers} = {total} against {difficulty}"));
        if total > difficulty {
            return true;
        }
        if result < 20 || !self.automatic {
            return false;
        }
        match self.confirm_above {
            None => {
                record.tell(|| "a 20 succeeds automatically".into());
                true
            }
            Some(confirm_above) => {
                let second = chance.face(&self.die);
                record.tell(|| {
                    format!("a {result} may succeed automatically: a second roll of more than {confirm_above} is needed, it shows {second}")
                });
                second > confirm_above
            }
        }
    }
}
