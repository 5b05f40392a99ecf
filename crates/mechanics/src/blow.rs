//! A blow, free of any game: an attack that may miss, and a save against its damage.
//! A game gives its luck and its numbers ([`Blow`], [`Numbers`]).

use std::hash::Hash;

use super::ladder::{Save, Saves, Words};
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::{Column, Columns, Handle, Record, Scale, Success};
use oddsmith_registry::Field;

/// The attacker's bonus; games say where their text has it, and what else there is to say.
pub const ATTACK: Field = Field::number("attack", "attack bonus").required("10");
/// What the attack is against.
pub const DEFENSE: Field = Field::number("defense", "the target's Defense").required("8");
/// How much more often an attack is a critical.
pub const IMPROVED_CRITICAL: Field =
    Field::integer("improved_critical", "ranks", "how much sooner a hit is a critical")
        .range(0, 12);
/// The target's bonus against damage.
pub const TOUGHNESS: Field = Field::number("toughness", "Toughness save bonus").required("8");
/// What the save is against.
pub const DAMAGE: Field = Field::number("damage", "damage rank").required("10");
/// Whether damage injures.
pub const LETHAL: Field = Field::flag("lethal", "lethal damage: injured, disabled, dying");
/// Whether the target is a minion.
pub const MINION: Field = Field::flag("minion", "a failed save is the worst result");
/// What stun does to the target.
pub const STUN_PENALTY: Field =
    Field::number("stun_penalty", "what being stunned takes from Defense").default("2");
/// The longest fight.
pub const LIMIT: Field = Field::integer("limit", "steps", "the step after which it is called off")
    .range(1, 1000)
    .default("60");
/// Against whom it is hard to strike: meant as a miss chance of 20 % or 50 %.
pub const CONCEALMENT: Field =
    Field::words("concealment", &["partial", "full"], "how well the target is hidden")
        .also(&[("total", "full")])
        .required("partial");

/// The rungs of an attack.
pub const MISS: i32 = 0;
/// It hits.
pub const HIT: i32 = 1;
/// It hits, and does more damage.
pub const CRITICAL: i32 = 2;

/// What a critical adds to damage, in points.
pub const CRITICAL_DAMAGE: i32 = 5;

/// How well an attack goes.
pub const RESULT: Handle = Handle::first("result");
/// The attacker's total less the target's.
pub const MARGIN: Handle = RESULT.then("margin");

/// The columns of an attack.
pub fn attack_columns(margins: Scale) -> Columns {
    Columns::new([
        Column::new(RESULT, Scale::rungs(&["miss", "hit", "critical"]))
            .success(Success::AtLeast(HIT)),
        Column::new(MARGIN, margins),
    ])
}

/// The one column of what either hits or does not.
pub fn hit_or_miss() -> Columns {
    let rungs = Scale::rungs(&["miss", "hit"]);
    Columns::one(Column::new(RESULT, rungs).success(Success::AtLeast(HIT)))
}

/// The rung of an attack as people say it.
pub fn said(result: i32) -> &'static str {
    ["a miss", "a hit", "a critical hit"][result as usize]
}

/// What a blow is made of: the numbers of both sides.
#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    /// Attack, and Defense with and without what stun takes from it; `None` where every blow lands.
    pub attack: Option<(i32, [i32; 2])>,
    /// Ranks of the attacker's Improved Critical.
    pub improved_critical: i32,
    /// The attacker's damage.
    pub damage: i32,
    /// Whether it is lethal.
    pub lethal: bool,
    /// The target's Toughness.
    pub toughness: i32,
    /// Whether the target is a minion.
    pub minion: bool,
}

/// What tells an attack from a save, by which damage is raised.
const AN_ATTACK: i32 = -1;
/// The key of a save whatever its target, beside how much more damage than usual it is against.
const A_SAVE: i32 = -2;

/// How one side strikes another: an attack that may miss, then a save that ends on a rung.
pub trait Blow: Send + Sync + Sized {
    /// What luck remembers from blow to blow, such as decks that run down; nothing where every card
    /// and die is fresh.
    type Luck: Copy + Eq + Hash;

    /// Whether a blow may miss: told to the compiler, as a course of blows that all land is a
    /// shorter loop.
    const MAY_MISS: bool;

    /// Before the first blow.
    fn luck(&self) -> Self::Luck;

    /// How people call what the target suffers.
    fn words(&self) -> &Words;

    /// The saves that its blows may ask for.
    fn saves(&self) -> &Saves;

    /// The rung of an attack on a target which has, where it is stunned, a lowered defense. Asked
    /// only where blows may miss.
    fn attack<C: Chance>(
        &self,
        lowered: bool,
        luck: &mut Self::Luck,
        chance: &mut C,
        record: &mut impl Record,
    ) -> i32;

    /// The number of the target's save, against so much more damage than usual.
    fn save<C: Chance>(
        &self,
        target: &impl Target,
        more: i32,
        luck: &mut Self::Luck,
        chance: &mut C,
        record: &mut impl Record,
    ) -> i32;

    /// What a save does to a target, as people say it.
    fn suffered(&self, target: &impl Target, save: Save) -> &'static str {
        self.words().rungs[self.saves().rung(target.wounds(), save) as usize]
    }

    /// One blow: what the target makes of its save, or `None` where the blow misses.
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
            // A chance that forks knows what comes back alike; the other path has no closure.
            let result = match C::FORKS {
                true => chance.known(self, [AN_ATTACK, i32::from(lowered)], |chance| {
                    self.attack(lowered, luck, chance, record)
                }),
                false => self.attack(lowered, luck, chance, record),
            };
            if result == MISS {
                return None;
            }
            more = if result == CRITICAL { CRITICAL_DAMAGE } else { 0 };
        }
        let after = |save: i32| target.after(self.saves().nth(save as usize));
        Some(match C::FORKS {
            true => chance.known(self, [more, target.number()], |chance| {
                let ask = |chance: &mut C| self.save(target, more, luck, chance, record);
                chance.known_as(self, [more, A_SAVE], ask, after)
            }),
            false => after(self.save(target, more, luck, chance, record)),
        })
    }
}

/// Who is struck.
pub trait Target {
    /// Its wounds so far, for whoever tells of them.
    fn wounds(&self) -> u16;

    /// What tells it from others that make something else of a save.
    fn number(&self) -> i32;

    /// What it makes of a save: the rung it comes down on, or what follows from that.
    fn after(&self, save: Save) -> i32;
}

/// A target by its wounds, which comes down on a rung.
pub struct Struck<'b> {
    /// The saves that the blow may ask for.
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
    fn after(&self, save: Save) -> i32 {
        self.saves.rung(self.wounds, save)
    }
}
