//! Readings of a task roll: the Effect itself, an attack, harm, a round of both, or time.

use super::task::{Outcome, TaskRoll, price};
use oddsmith_engine::rule::{Column, Columns, Handle, Record, Scale, Success};
use oddsmith_registry::{choice, fields};

/// A way to turn the outcome of a task roll into scores.
pub trait Reading: Send + Sync {
    /// Returns the columns of the check.
    fn columns(&self, roll: &TaskRoll) -> Columns;

    /// Records the score of each column.
    fn read(&self, outcome: Outcome, record: &mut impl Record);
}

/// The reading of a task: the Effect and the cost.
///
/// # Formula
/// `effect` is the Effect of the roll, 0 for a bought success; `cost` is the price of a bought
/// success, else 0.
pub struct Task;

const EFFECT: Handle = Handle::first("effect");
const COST: Handle = EFFECT.then("cost");

impl Reading for Task {
    fn columns(&self, roll: &TaskRoll) -> Columns {
        let (low, high) = bounds(roll.outcomes().map(|outcome| outcome.effect));
        let most = if roll.pays.is_some() { most_paid(roll) } else { 0 };
        Columns::new([
            Column::new(EFFECT, Scale::numbers(low, high)).success(Success::AtLeast(0)),
            Column::new(COST, Scale::numbers(0, most)),
        ])
    }

    #[inline]
    fn read(&self, outcome: Outcome, record: &mut impl Record) {
        record.score(EFFECT, outcome.effect);
        record.score(COST, outcome.cost);
    }
}

/// Returns the minimum and the maximum of the scores.
fn bounds(scores: impl Iterator<Item = i32>) -> (i32, i32) {
    scores.fold((i32::MAX, i32::MIN), |(least, most), score| (least.min(score), most.max(score)))
}

/// Returns the maximum damage of a task roll: the highest degree of failure or price of a bought
/// success.
fn most_paid(roll: &TaskRoll) -> i32 {
    bounds(roll.outcomes().map(suffered)).1
}

/// Returns the damage of an outcome: the price of a bought success, else the degree of failure (0
/// for a success).
#[inline]
pub fn suffered(outcome: Outcome) -> i32 {
    if outcome.cost > 0 { outcome.cost } else { outcome.degree }
}

fields! {
    /// The reading of an attack: the damage rolls that a success deals.
    ///
    /// # Formula
    /// `rolls = min(Effect, adversaries)`, with `least` in place of Effect 0, and 0 after a
    /// failure. The adversary's cover absorbs `min(rolls, cover)` of them.
    ///
    /// # Source
    /// Mneme CE, Core Mechanics, Success Effect, Fail Effect and Damage to Protection.
    pub struct Attack {
        least: i32, "damage rolls at Effect 0", one_of(&["1", "0"]), reading(), source("Success Effect");
        adversaries: Option<i32>, "at most so many damage rolls, of either side, before cover",
            unit("adversaries"), range(0, 1000), source("Success Effect");
        cover: i32, "how many damage rolls cover takes: the adversary's in an attack, else one's own",
            range(0, 20), source("Fail Effect and Damage to Protection");
    }
}

impl Attack {
    /// Returns the damage rolls that get through, and those that cover absorbs.
    #[inline]
    pub fn dealt(&self, outcome: Outcome) -> (i32, i32) {
        let rolls = match outcome.effect {
            0 => self.least,
            effect => effect.max(0),
        };
        let rolls = rolls.min(self.adversaries.unwrap_or(i32::MAX));
        let covered = rolls.min(self.cover);
        (rolls - covered, covered)
    }

    fn most(&self, roll: &TaskRoll) -> i32 {
        roll.effects().1.max(1)
    }
}

const DAMAGE_ROLLS: Handle = Handle::first("damage_rolls");
/// Number of damage rolls that cover absorbs: the adversary's cover in an attack, the roller's own
/// in harm.
const TO_COVER: Handle = DAMAGE_ROLLS.then("to_cover");

impl Reading for Attack {
    fn columns(&self, roll: &TaskRoll) -> Columns {
        let most = Scale::numbers(0, self.most(roll));
        Columns::new([
            Column::new(DAMAGE_ROLLS, most.clone()).success(Success::AtLeast(1)),
            Column::new(TO_COVER, most),
        ])
    }

    #[inline]
    fn read(&self, outcome: Outcome, record: &mut impl Record) {
        let (through, covered) = self.dealt(outcome);
        record.score(DAMAGE_ROLLS, through);
        record.score(TO_COVER, covered);
    }
}

fields! {
    /// The reading of harm: the damage rolls that the roller takes.
    ///
    /// # Formula
    /// The degree of a failure, or the price of a bought success, less `mitigating_conditions`, at
    /// most `adversaries`, less the damage rolls that cover absorbs, less `mitigating_skill`; never
    /// below 0. With `mitigation=before`, a bought success costs `2 x reduced degree + 3`, at most
    /// `adversaries`.
    ///
    /// # Source
    /// Mneme CE, Core Mechanics, Mitigating Factors, Fail Effect and Damage to Protection.
    pub struct Harm {
        mitigating_conditions: i32, "concealment, range, size, movement: taken from the degree first",
            source("Mitigating Factors");
        cover: i32 = Attack::cover;
        mitigating_skill: i32, "skill: taken from the degree last", source("Mitigating Factors");
        adversaries: Option<i32> = Attack::adversaries;
        mitigation: enum Mitigation { After = "after", Before = "before" },
            "of a costly success: conditions, cover and skill are taken after the failure is doubled, or before",
            reading(), source("Costly Success, Mitigating Factors");
    }
}

impl Harm {
    /// Returns the damage rolls that the roller takes, and those that the roller's cover absorbs.
    #[inline]
    pub fn taken(&self, outcome: Outcome) -> (i32, i32) {
        let most = self.adversaries.unwrap_or(i32::MAX);
        if self.mitigation == Mitigation::Before && outcome.cost > 0 {
            let (left, covered) = self.mitigated(outcome.degree, i32::MAX);
            return (price(left).min(most), covered);
        }
        self.mitigated(suffered(outcome), most)
    }

    /// Reduces a degree by conditions, limits it to `most`, and reduces it by cover and skill;
    /// returns the rest and the damage rolls that cover absorbed.
    #[inline]
    fn mitigated(&self, degree: i32, most: i32) -> (i32, i32) {
        // A degree of 0 is no failure and stays 0, even if a negative reduction would raise it.
        let less = |degree: i32, taken: i32| if degree == 0 { 0 } else { (degree - taken).max(0) };
        let degree = less(degree, self.mitigating_conditions).min(most);
        let covered = degree.min(self.cover);
        (less(degree - covered, self.mitigating_skill), covered)
    }

    /// Returns an upper bound of the damage rolls taken, which exceeds the degree if reductions are
    /// negative.
    fn most(&self, roll: &TaskRoll) -> i32 {
        let raised = (-self.mitigating_conditions).max(0) + (-self.mitigating_skill).max(0);
        most_paid(roll) + if self.mitigation == Mitigation::Before { 2 * raised } else { raised }
    }
}

const TO_SELF: Handle = Handle::first("to_self");

impl Reading for Harm {
    fn columns(&self, roll: &TaskRoll) -> Columns {
        let most = Scale::numbers(0, self.most(roll));
        Columns::new([
            Column::new(TO_SELF, most.clone()).success(Success::AtMost(0)),
            Column::new(TO_COVER, most),
        ])
    }

    #[inline]
    fn read(&self, outcome: Outcome, record: &mut impl Record) {
        let (suffered, covered) = self.taken(outcome);
        record.score(TO_SELF, suffered);
        record.score(TO_COVER, covered);
    }
}

/// The reading of a round: one roll decides the damage of both sides.
///
/// # Formula
/// [`Attack`] gives the damage rolls dealt, [`Harm`] those taken. A bought success deals as Effect
/// 0 and takes its price.
pub struct Round {
    /// Reading of the damage rolls dealt.
    pub attack: Attack,
    /// Reading of the damage rolls taken.
    pub harm: Harm,
}

const DEALT: Handle = Handle::first("dealt");
const TAKEN: Handle = DEALT.then("taken");
const COVERED: Handle = TAKEN.then("to_cover");
const TO_ADVERSARY_COVER: Handle = COVERED.then("to_adversary_cover");

impl Reading for Round {
    fn columns(&self, roll: &TaskRoll) -> Columns {
        let (dealt, taken) =
            (Scale::numbers(0, self.attack.most(roll)), Scale::numbers(0, self.harm.most(roll)));
        Columns::new([
            Column::new(DEALT, dealt.clone()),
            Column::new(TAKEN, taken.clone()),
            Column::new(COVERED, taken),
            Column::new(TO_ADVERSARY_COVER, dealt),
        ])
    }

    #[inline]
    fn read(&self, outcome: Outcome, record: &mut impl Record) {
        let ((through, adversary_cover), (suffered, covered)) =
            (self.attack.dealt(outcome), self.harm.taken(outcome));
        record.score(DEALT, through);
        record.score(TAKEN, suffered);
        record.score(COVERED, covered);
        record.score(TO_ADVERSARY_COVER, adversary_cover);
    }
}

choice! {
    /// Conversion of the Effect into the time that a task takes.
    pub enum Clamp {
        /// One unit less per point of Effect, at least 1 unit.
        Least = "least",
        /// One unit less per point of Effect, from 1 unit to twice the median, as on a die.
        Die = "die",
        /// A percentage of the median.
        Percent = "percent",
    }
}

fields! {
    /// The reading of time: the time that a task takes.
    ///
    /// # Formula
    /// `median - Effect` units after a success, `median + degree` units after a failure, at least
    /// 1. With `clamp=die`, also at most twice the median (the text's six-sided die has median 3).
    /// With `clamp=percent`, in per cent of the median: `100 / 2^Effect`, rounded down and at least
    /// 1, after a success; `100 + 50 x degree` after a failure.
    ///
    /// # Source
    /// Mneme CE, Core Mechanics, Time and Checks; the percentages come from another page of its
    /// author.
    pub struct Time {
        median: i32, "how long it takes at Effect 0",
            unit("units"), range(1, 1000), default("3"), source("Time and Checks");
        clamp: Clamp, "least: at least 1 unit; die: from 1 to twice the median; percent: in per cent of the median",
            reading(), source("Time and Checks");
    }
}

impl Time {
    fn units(&self, effect: i32, degree: i32) -> i32 {
        let units = if effect < 0 { self.median + degree } else { self.median - effect };
        match self.clamp {
            Clamp::Least => units.max(1),
            Clamp::Die => units.clamp(1, 2 * self.median),
            Clamp::Percent if effect < 0 => 100 + 50 * degree,
            Clamp::Percent => (100 >> effect.min(7)).max(1),
        }
    }
}

const UNITS: Handle = Handle::first("units");

impl Reading for Time {
    fn columns(&self, roll: &TaskRoll) -> Columns {
        let units = |outcome: Outcome| self.units(outcome.effect, outcome.degree);
        let (least, most) = bounds(roll.outcomes().map(units));
        Columns::one(Column::new(UNITS, Scale::numbers(least, most)))
    }

    #[inline]
    fn read(&self, outcome: Outcome, record: &mut impl Record) {
        record.score(UNITS, self.units(outcome.effect, outcome.degree));
    }
}
