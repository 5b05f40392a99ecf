//! The success roll of this game: a d20, or another die that stands in for it.

use oddsmith_engine::chance::{Chance, Die};
use oddsmith_engine::rule::Record;
use oddsmith_registry::{Settings, choice, fields};

fields! {
    /// The fields of the die.
    pub struct DieFields {
        die: Tool, "d20, or a substitute: d12 and d10 doubled, d8 three times, d6 four times",
            source("Rolls and Modifiers");
        automatic: Automatic, "a substitute's 20 or more. confirm: succeeds after a second roll; ignore: decides nothing; always: succeeds, as a d20's 20 always does",
            reading(), source("Rolls and Modifiers");
    }
}

choice! {
    /// The die that is rolled.
    pub enum Tool {
        /// As printed.
        D20 = "d20",
        /// (d12 - 1) x 2.
        D12 = "d12",
        /// d10 x 2.
        D10 = "d10",
        /// (d8 - 1) x 3.
        D8 = "d8",
        /// (d6 - 1) x 4.
        D6 = "d6",
    }

    /// What a substitute's result of 20 or more means.
    pub enum Automatic {
        /// A second roll of the same die decides whether it succeeds of itself.
        Confirm = "confirm",
        /// Nothing.
        Ignore = "ignore",
        /// It succeeds.
        Always = "always",
    }
}

/// A die with its conversion to twenty.
///
/// # Formula
/// d20: the face. d12: (face - 1) x 2. d10: face x 2. d8: (face - 1) x 3. d6: (face - 1) x 4. It
/// succeeds if result +
/// modifiers is greater than the difficulty; a d20's 20 always does. A substitute's result of 20 or
/// more that does not
/// is rolled again, and succeeds with more than 8 on a d12, 5 on a d10 or d8, 4 on a d6.
///
/// # Source
/// Mano a Mano, Rolls and Modifiers, with its table of second rolls (the printed face counts; a
/// d10's 0 is 10).
#[derive(Clone, Debug)]
pub struct SuccessRoll {
    die: Die,
    /// What is taken from the face, and what the rest is multiplied by.
    conversion: (i32, i32),
    /// The highest second face that does not confirm; `None` where a result of 20 or more always
    /// succeeds.
    confirm_above: Option<i32>,
    /// Whether a result of 20 or more can succeed of itself at all.
    automatic: bool,
}

impl SuccessRoll {
    /// The roll that the fields `die` and `automatic` ask for.
    pub fn read(set: &Settings) -> SuccessRoll {
        let DieFields { die, automatic } = DieFields::read(set);
        SuccessRoll::new(die, automatic)
    }

    /// Makes the roll of a die.
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

    /// Whether a roll with these modifiers succeeds against this difficulty.
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
