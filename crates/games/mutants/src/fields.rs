//! The fields that several checks of this game share, said once.

use oddsmith_mechanics::ladder::SecondStagger;
use oddsmith_registry::{Field, choice};

choice! {
    /// What the ends of the die decide by themselves.
    pub enum Natural {
        /// A printed 20 hits, a printed 1 misses.
        AttackRules = "attack_rules",
        /// Nothing.
        None = "none",
    }
}

pub const HERO_POINT: Field = Field::flag(
    "hero_point",
    "a failed roll is rolled again: 1 to 10 count as 11 to 20, the better is kept",
)
.default("false")
.source("Hero Points");
pub const ATTACK: Field =
    Field::integer("attack", "points", "attack bonus").required("10").source("Attacks");
pub const DEFENSE: Field =
    Field::integer("defense", "points", "the target's Defense, which counts 10 more")
        .required("8")
        .source("Attacks");
pub const IMPROVED_CRITICAL: Field = Field::integer(
    "improved_critical",
    "ranks",
    "a threat is a printed 20 less so many, or better",
)
.range(0, 12)
.default("0")
.source("Critical Hits");
pub const NATURAL: Field = Field::choice::<Natural>(
    "natural",
    "attack_rules: a printed 20 hits, a printed 1 misses; none: only totals count",
)
.reading()
.default("attack_rules")
.source("Attacks");
pub const TOUGHNESS: Field = Field::integer("toughness", "points", "Toughness save bonus")
    .required("8")
    .source("Toughness Saves");
pub const DAMAGE: Field = Field::integer("damage", "points", "damage rank, which counts 15 more")
    .required("10")
    .source("Toughness Saves");
pub const LETHAL: Field = Field::flag("lethal", "lethal damage: injured, disabled, dying")
    .default("false")
    .source("Toughness Saves");
pub const MINION: Field =
    Field::flag("minion", "a failed save is the worst rung").default("false").source("Minions");
pub const IMPOSSIBLE_SAVE: Field =
    Field::flag("impossible_save", "a printed 20 is never worse than bruised; not for minions")
        .reading()
        .default("true")
        .source("Toughness Saves");
pub const STAGGER_BRUISES: Field =
    Field::flag("stagger_bruises", "who is staggered (disabled) is bruised as well")
        .reading()
        .default("false")
        .source("Damage Conditions, open");
pub const SECOND_STAGGER: Field = Field::choice::<SecondStagger>(
    "second_stagger",
    "staggered (disabled) again. unconscious: out; nothing: no more than once",
)
.reading()
.default("unconscious")
.source("Damage Conditions");
pub const STUN_PENALTY: Field =
    Field::integer("stun_penalty", "points", "what being stunned takes from Defense")
        .default("2")
        .source("Damage Conditions");
pub const LIMIT: Field = Field::integer("limit", "steps", "there it is called off")
    .range(1, 1000)
    .default("60")
    .source("not in the rules");
