//! The fields that several checks of this game share, said once.

use crate::registry::{Field, choice};
use crate::systems::ladder::SecondStagger;

choice! {
    /// What the ends of the die decide by themselves.
    pub enum Natural {
        /// A printed 20 hits, a printed 1 misses.
        AttackRules = "attack_rules",
        /// Nothing.
        None = "none",
    }
}

/// Whether a hero point stands by.
pub const HERO_POINT: Field = Field::flag(
    "hero_point",
    "a failed roll is rolled again: 1 to 10 count as 11 to 20, the better is kept",
)
.default("false")
.source("Hero Points");
/// Attack bonus.
pub const ATTACK: Field =
    Field::integer("attack", "points", "attack bonus").required("10").source("Attacks");
/// The target's Defense.
pub const DEFENSE: Field =
    Field::integer("defense", "points", "the target's Defense, which counts 10 more")
        .required("8")
        .source("Attacks");
/// Ranks of Improved Critical.
pub const IMPROVED_CRITICAL: Field = Field::integer(
    "improved_critical",
    "ranks",
    "a threat is a printed 20 less so many, or better",
)
.range(0, 12)
.default("0")
.source("Critical Hits");
/// What the ends of the die decide.
pub const NATURAL: Field = Field::choice::<Natural>(
    "natural",
    "attack_rules: a printed 20 hits, a printed 1 misses; none: only totals count",
)
.default("attack_rules")
.source("Attacks");
/// Toughness.
pub const TOUGHNESS: Field = Field::integer("toughness", "points", "Toughness save bonus")
    .required("8")
    .source("Toughness Saves");
/// Damage.
pub const DAMAGE: Field = Field::integer("damage", "points", "damage rank, which counts 15 more")
    .required("10")
    .source("Toughness Saves");
/// Whether damage is lethal.
pub const LETHAL: Field = Field::flag("lethal", "lethal damage: injured, disabled, dying")
    .default("false")
    .source("Toughness Saves");
/// Whether the target is a minion.
pub const MINION: Field =
    Field::flag("minion", "a failed save is the worst rung").default("false").source("Minions");
/// Whether a printed 20 saves.
pub const IMPOSSIBLE_SAVE: Field =
    Field::flag("impossible_save", "a printed 20 is never worse than bruised; not for minions")
        .default("true")
        .source("Toughness Saves");
/// Whether a stagger bruises.
pub const STAGGER_BRUISES: Field =
    Field::flag("stagger_bruises", "who is staggered (disabled) is bruised as well")
        .default("false")
        .source("Damage Conditions, open");
/// What a second stagger does.
pub const SECOND_STAGGER: Field = Field::choice::<SecondStagger>(
    "second_stagger",
    "staggered (disabled) again. unconscious: out; nothing: no more than once",
)
.default("unconscious")
.source("Damage Conditions");
/// What being stunned takes from defense.
pub const STUN_PENALTY: Field =
    Field::integer("stun_penalty", "points", "what being stunned takes from Defense")
        .default("2")
        .source("Damage Conditions");
/// The last blow or round of a fight.
pub const LIMIT: Field = Field::integer("limit", "steps", "there it is called off")
    .range(1, 1000)
    .default("60")
    .source("not in the rules");
