//! The task roll of every check: 2d6 plus modifiers against a difficulty.

use oddsmith_engine::chance::{Chance, Die};
use oddsmith_engine::rule::Record;
use oddsmith_registry::{Settings, fields};

fields! {
    /// The fields of a task roll.
    pub struct RollFields {
        characteristic: Option<i32>, "its modifier is a third of it, rounded down, less 2",
            range(0, 40), source("Characteristic Modifier (ChM)");
        modifiers: i32, "modifiers that are given ready; added to the characteristic's",
            source("Modifiers to Rolls");
        skill: Option<i32>, "skill level; none (unskilled) is -3",
            unit("levels"), range(0, 10), default("0"), source("Skill Modifier (Skill)");
        difficulty: i32, "what the roll must reach",
            named(&[
                ("simple", 2), ("easy", 4), ("routine", 6), ("challenging", 8),
                ("average", 8), ("difficult", 10), ("very_difficult", 12), ("formidable", 14),
            ]),
            // These words come from Cepheus, the source of this rule text.
            unlisted(&["simple", "average"]),
            difficulty(), default("8"), source("Difficulty Number Table");
        advantage: i32, "advantages less disadvantages",
            unit("net"), range(-5, 5), source("Advantage and Disadvantage");
        advantage_dice: enum AdvantageDice { Three = "three", All = "all" },
            "three: two of 3d6 however many they are; all: two of 2 + n",
            reading(), source("Advantage and Disadvantage");
        lacking: i32, "skills that are missing, each +1 to the difficulty",
            unit("skills"), range(0, 5), source("Combined Difficulties");
        equipment: Vec<i32>, "modifiers of equipment, which do not stack",
            at_most(20), or_empty(), default("[]"), source("Modifiers to Rolls");
        conditions: Vec<i32>, "conditions, positive where they help, which do not stack",
            at_most(20), or_empty(), default("[]"), source("Modifiers to Rolls");
        degree: enum Degree { Example = "example", Effect = "effect" },
            "of a failure. example: difficulty less roll, as the example works it out; effect: difficulty less Effect, as the words say",
            reading(), source("Fail Effect");
        same_kind: enum SameKind { Best = "best", BestAndWorst = "best_and_worst" },
            "best: the most favourable of a kind; best_and_worst: the best bonus and the worst penalty, the text's other words: the same kind does not stack",
            reading(), source("Modifiers to Rolls");
    }
}

fields! {
    /// The fields of a bought success.
    pub struct Costly {
        costly_success: bool, "a failure is bought off: effect 0 for 2 x degree + 3",
            source("Costly Success");
        costly_at_most: Option<i32>, "with costly_success: bought only where 2 x degree + 3 is at most so many; none: always",
            range(3, 1000), source("Costly Success");
    }
}

/// A task roll.
///
/// # Formula
/// `Effect = dice + modifiers + skill + floor(characteristic / 3) - 2 - difficulty - lacking`, with
/// equipment and conditions added to the modifiers. The dice are 2d6; with advantage the two
/// highest of three dice, with disadvantage the two lowest. A failure of degree `d` may be bought
/// off: Effect 0 at a cost of `2 x d + 3`, if the cost is at most `costly_at_most`. The degree of a
/// failure is difficulty less total; with `degree=effect` it is difficulty less Effect.
///
/// # Source
/// Mneme CE, Core Mechanics, Core Task Resolution to Costly Success. The text's words "Effect less
/// than the Difficulty" contradict its own example; the default follows the example.
#[derive(Clone, Debug)]
pub struct TaskRoll {
    d6: Die,
    /// Sum of all modifiers less the difficulty, in points.
    edge: i32,
    /// Difficulty, in points.
    difficulty: i32,
    /// Number of dice rolled, two of which count.
    dice: u8,
    /// True if the two lowest dice count instead of the two highest.
    lowest: bool,
    /// Highest price at which a failure is bought off; `None` if failures are never bought off.
    pub pays: Option<i32>,
    /// True if the degree of a failure is the difficulty less the Effect, not less the total.
    less_effect: bool,
}

/// The outcome of a task roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Effect of the roll; 0 for a bought success.
    pub effect: i32,
    /// Price of a bought success; 0 if none was bought.
    pub cost: i32,
    /// Degree of failure, even if it was bought off; 0 for a success.
    pub degree: i32,
}

/// The state between two dice: the number of dice left, and the two dice that count so far, the
/// better one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dice {
    left: u8,
    kept: [i32; 2],
}

impl TaskRoll {
    /// Reads a roll whose failures are never bought off.
    pub fn read(set: &Settings) -> TaskRoll {
        let given = RollFields::read(set);
        let characteristic = given.characteristic.map_or(0, |points| points / 3 - 2);
        let best_alone = given.same_kind == SameKind::Best;
        let most = if given.advantage_dice == AdvantageDice::Three { 1 } else { i32::MAX };
        let difficulty = given.difficulty + given.lacking;
        TaskRoll {
            d6: Die::sided(6),
            edge: characteristic
                + given.modifiers
                + given.skill.unwrap_or(-3)
                + counted(&given.equipment, best_alone)
                + counted(&given.conditions, best_alone)
                - difficulty,
            difficulty,
            dice: 2 + given.advantage.abs().min(most) as u8,
            lowest: given.advantage < 0,
            pays: None,
            less_effect: given.degree == Degree::Effect,
        }
    }

    /// Reads a roll whose failures may be bought off.
    pub fn read_costly(set: &Settings) -> TaskRoll {
        let Costly { costly_success, costly_at_most } = Costly::read(set);
        let pays = costly_success.then(|| costly_at_most.unwrap_or(i32::MAX));
        TaskRoll { pays, ..TaskRoll::read(set) }
    }

    /// Returns the same roll with a higher difficulty (`more`) and a further modifier.
    pub fn harder(&self, more: i32, modifier: i32) -> TaskRoll {
        let difficulty = self.difficulty + more;
        TaskRoll { edge: self.edge + modifier - more, difficulty, ..self.clone() }
    }

    /// Returns the state before the first die.
    pub fn start(&self) -> Dice {
        // Placeholders that are worse than any face, so that the first two dice replace them.
        Dice { left: self.dice, kept: if self.lowest { [7, 7] } else { [0, 0] } }
    }

    /// Rolls one die; returns the new state as `Ok`, or the outcome as `Err` after the last die.
    #[inline]
    pub fn roll<C: Chance>(
        &self,
        mut dice: Dice,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Result<Dice, Outcome> {
        let face = chance.face(&self.d6);
        let [best, second] = dice.kept;
        let better = |a: i32, b: i32| if self.lowest { a < b } else { a > b };
        dice.kept = if better(face, best) {
            [face, best]
        } else if better(face, second) {
            [best, face]
        } else {
            [best, second]
        };
        dice.left -= 1;
        if dice.left > 0 {
            return Ok(dice);
        }
        let effect = dice.kept[0] + dice.kept[1] + self.edge;
        record.tell(|| {
            let [best, second] = dice.kept;
            let of = match (self.dice, self.lowest) {
                (2, _) => String::new(),
                (dice, false) => format!("the two highest of {dice} dice: "),
                (dice, true) => format!("the two lowest of {dice} dice: "),
            };
            let modifier = self.edge + self.difficulty;
            let sign = if modifier < 0 { '-' } else { '+' };
            let (modifier, difficulty) = (modifier.abs(), self.difficulty);
            let total = effect + difficulty;
            format!(
                "{of}{best} + {second} {sign} {modifier} = {total} against {difficulty}: Effect {effect}"
            )
        });
        Err(self.outcome(effect))
    }

    /// Returns the outcome of an Effect; a failure is bought off if its price is low enough.
    #[inline]
    fn outcome(&self, effect: i32) -> Outcome {
        let degree = self.degree(effect);
        let price = price(degree);
        match self.pays.is_some_and(|most| effect < 0 && price <= most) {
            true => Outcome { effect: 0, cost: price, degree },
            false => Outcome { effect, cost: 0, degree },
        }
    }

    /// Returns all possible outcomes, from the lowest total of the dice to the highest.
    pub fn outcomes(&self) -> impl Iterator<Item = Outcome> {
        let (low, high) = self.effects();
        (low..=high).map(|effect| self.outcome(effect))
    }

    /// Returns the degree of failure of an Effect, 0 for a success.
    #[inline]
    pub fn degree(&self, effect: i32) -> i32 {
        let more = if self.less_effect { self.difficulty } else { 0 };
        if effect < 0 { (more - effect).max(0) } else { 0 }
    }

    /// Returns the lowest and the highest possible Effect, before failures are bought off.
    pub fn effects(&self) -> (i32, i32) {
        (self.edge + 2, self.edge + 12)
    }
}

/// Returns the price of a success bought after a failure of this degree.
#[inline]
pub fn price(degree: i32) -> i32 {
    2 * degree + 3
}

/// Returns the total of modifiers of one kind, which do not stack: the best one, or the sum of the
/// best bonus and the worst penalty.
fn counted(modifiers: &[i32], best_alone: bool) -> i32 {
    let best = modifiers.iter().max().copied().unwrap_or(0);
    let worst = modifiers.iter().min().copied().unwrap_or(0);
    if best_alone { best } else { best.max(0) + worst.min(0) }
}
