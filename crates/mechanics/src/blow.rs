//! Blows, independent of any game: an attack that may miss, and a save against its damage.
//!
//! A game supplies its luck and its numbers ([`Blow`], [`Numbers`]).

use std::hash::Hash;

use super::ladder::Saves;
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::{Column, Columns, Handle, Record, Scale, Success};
use oddsmith_registry::{Field, Settings};

/// The attacker's bonus; games add the source in their text.
pub const ATTACK: Field = Field::number("attack", "attack bonus").required("10");
/// The target's defense against attacks.
pub const DEFENSE: Field = Field::number("defense", "the target's Defense").required("8");
/// The number of ranks by which criticals are more frequent.
pub const IMPROVED_CRITICAL: Field =
    Field::integer("improved_critical", "ranks", "how much sooner a hit is a critical")
        .range(0, 12);
/// The target's bonus against damage.
pub const TOUGHNESS: Field = Field::number("toughness", "Toughness save bonus").required("8");
/// The damage against which the save is made.
pub const DAMAGE: Field = Field::number("damage", "damage rank").required("10");
/// The flag for damage that injures.
pub const LETHAL: Field = Field::flag("lethal", "lethal damage: injured, disabled, dying");
/// The flag for a target that is a minion.
pub const MINION: Field = Field::flag("minion", "a failed save is the worst result");
/// The penalty of a stunned target.
pub const STUN_PENALTY: Field =
    Field::number("stun_penalty", "what being stunned takes from Defense").default("2");
/// The maximum number of blows.
pub const LIMIT: Field = Field::integer("limit", "steps", "the step after which it is called off")
    .range(1, 1000)
    .default("60");
/// The concealment of the target, which means a miss chance of 20 % or 50 %.
pub const CONCEALMENT: Field =
    Field::words("concealment", &["partial", "full"], "how well the target is hidden")
        .also(&[("total", "full")])
        .required("partial");

/// The rung of an attack that misses.
pub const MISS: i32 = 0;
/// The rung of an attack that hits.
pub const HIT: i32 = 1;
/// The rung of an attack that hits with increased damage.
pub const CRITICAL: i32 = 2;

/// The damage that a critical adds, in points.
pub const CRITICAL_DAMAGE: i32 = 5;

/// The column for the rung of the attack.
pub const RESULT: Handle = Handle::first("result");
/// The column for the attacker's total minus the target's.
pub const MARGIN: Handle = RESULT.then("margin");

/// Returns the columns of an attack.
pub fn attack_columns(margins: Scale) -> Columns {
    Columns::new([
        Column::new(RESULT, Scale::rungs(&["miss", "hit", "critical"]))
            .success(Success::AtLeast(HIT)),
        Column::new(MARGIN, margins),
    ])
}

/// Returns the only column of an attack without criticals.
pub fn hit_or_miss() -> Columns {
    let rungs = Scale::rungs(&["miss", "hit"]);
    Columns::one(Column::new(RESULT, rungs).success(Success::AtLeast(HIT)))
}

/// Returns the rung of an attack in words.
pub fn result_name(result: i32) -> &'static str {
    ["a miss", "a hit", "a critical hit"][result as usize]
}

/// The bonuses, ranks and defenses that determine a blow, of both sides.
#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    /// The attack bonus, and Defense without and with the penalty of stun; `None` if every blow
    /// lands.
    pub attack: Option<(i32, [i32; 2])>,
    /// The ranks of the attacker's Improved Critical.
    pub improved_critical: i32,
    /// The attacker's damage.
    pub damage: i32,
    /// True if the damage is lethal.
    pub lethal: bool,
    /// The target's Toughness.
    pub toughness: i32,
    /// True if the target is a minion.
    pub minion: bool,
}

impl Numbers {
    /// Reads the numbers of one side's blows at the other: `own` has the fields of the attacker,
    /// `other` those of the target.
    pub fn read([own, other]: [&Settings; 2], attack: Option<(i32, [i32; 2])>) -> Numbers {
        Numbers {
            attack,
            improved_critical: own.integer(&IMPROVED_CRITICAL),
            damage: own.integer(&DAMAGE),
            lethal: own.flag(&LETHAL),
            toughness: other.integer(&TOUGHNESS),
            minion: other.flag(&MINION),
        }
    }
}

/// The memo key of an attack, which differs from all amounts of extra damage.
const AN_ATTACK: i32 = -1;
/// The memo key of a save that does not depend on the target, combined with the extra damage.
const A_SAVE: i32 = -2;

/// The way in which one side strikes another: an attack that may miss, then a save that ends on a
/// rung.
pub trait Blow: Send + Sync + Sized {
    /// The state of luck between blows, such as decks that run down; `()` if every card and die is
    /// fresh.
    type Luck: Copy + Eq + Hash;

    /// True if a blow may miss. A constant, because a course of blows that all land compiles to a
    /// shorter loop.
    const MAY_MISS: bool;

    /// Returns the state of luck before the first blow.
    fn luck(&self) -> Self::Luck;

    /// Returns the saves that its blows may require.
    fn saves(&self) -> &Saves;

    /// Returns the rung of an attack; `lowered` is true if the target is stunned and its defense
    /// thus lowered. Called only if blows may miss.
    fn attack<C: Chance>(
        &self,
        lowered: bool,
        luck: &mut Self::Luck,
        chance: &mut C,
        record: &mut impl Record,
    ) -> i32;

    /// Rolls the target's save against `more` additional damage; returns its index in
    /// [`Blow::saves`], before wounds reduce it.
    fn save<C: Chance>(
        &self,
        target: &impl Target,
        more: i32,
        luck: &mut Self::Luck,
        chance: &mut C,
        record: &mut impl Record,
    ) -> i32;

    /// Returns the effect of a save on a target, in words.
    fn suffered(&self, target: &impl Target, save: i32) -> &'static str {
        self.saves().words.rungs[self.saves().rung(target.wounds(), save) as usize]
    }

    /// Plays one blow; returns what [`Target::after`] makes of the save (a rung or a table entry),
    /// or `None` if the blow misses.
    ///
    /// # Formula
    /// The attack; then, after a hit, the save, against [`CRITICAL_DAMAGE`] more after a critical.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn strike<C: Chance>(
        &self,
        target: &impl Target,
        lowered: bool,
        luck: &mut Self::Luck,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Option<i32> {
        let mut more = 0;
        if Self::MAY_MISS {
            // Enumeration memoizes equal requests; the other path avoids the closures.
            let result = match C::FORKS {
                true => chance.memoized(self, [AN_ATTACK, i32::from(lowered)], |chance| {
                    self.attack(lowered, luck, chance, record)
                }),
                false => self.attack(lowered, luck, chance, record),
            };
            if result == MISS {
                return None;
            }
            more = if result == CRITICAL { CRITICAL_DAMAGE } else { 0 };
        }
        let after = |save: i32| target.after(save);
        Some(match C::FORKS {
            true => chance.memoized(self, [more, target.number()], |chance| {
                let ask = |chance: &mut C| self.save(target, more, luck, chance, record);
                chance.memoized_as(self, [more, A_SAVE], ask, after)
            }),
            false => after(self.save(target, more, luck, chance, record)),
        })
    }
}

/// The target of a blow, as far as it determines the result of a save.
pub trait Target {
    /// Returns its wounds so far, for transcripts.
    fn wounds(&self) -> u16;

    /// Returns a number that distinguishes targets that evaluate a save differently.
    fn number(&self) -> i32;

    /// Evaluates a save: returns the rung, or the resulting table entry.
    fn after(&self, save: i32) -> i32;
}

/// A target with a number of wounds, which evaluates a save to a rung.
pub struct Struck<'b> {
    /// The saves that the blow may require.
    pub saves: &'b Saves,
    /// Its wounds so far.
    pub wounds: u16,
}

impl Target for Struck<'_> {
    fn wounds(&self) -> u16 {
        self.wounds
    }

    fn number(&self) -> i32 {
        self.wounds.into()
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn after(&self, save: i32) -> i32 {
        self.saves.rung(self.wounds, save)
    }
}
