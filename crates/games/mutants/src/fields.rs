//! Fields shared by several checks of this game.

use oddsmith_mechanics::{blow, exchange, ladder};
use oddsmith_registry::Field;

pub const HERO_POINT: Field = Field::flag(
    "hero_point",
    "a failed roll is rolled again: 1 to 10 count as 11 to 20, the better is kept",
)
.source("Hero Points");
pub const ATTACK: Field = blow::ATTACK.source("Attacks");
pub const DEFENSE: Field =
    blow::DEFENSE.about("the target's Defense, which counts 10 more").source("Attacks");
pub const INITIATIVE: Field = exchange::INITIATIVES[0].source("Initiative");
pub const DODGE: Field = exchange::DODGES[0].source("Damage Conditions");
pub const IMPROVED_CRITICAL: Field = blow::IMPROVED_CRITICAL
    .about("a threat is a printed 20 less so many, or better")
    .source("Critical Hits");
pub const NATURAL: Field = Field::words(
    "natural",
    &["attack_rules", "none"],
    "attack_rules: a printed 20 hits, a printed 1 misses; none: only totals count",
)
.reading()
.source("Attacks");
pub const TOUGHNESS: Field = blow::TOUGHNESS.source("Toughness Saves");
pub const DAMAGE: Field =
    blow::DAMAGE.about("damage rank, which counts 15 more").source("Toughness Saves");
pub const LETHAL: Field = blow::LETHAL.source("Toughness Saves");
pub const MINION: Field = blow::MINION.source("Minions");
pub const IMPOSSIBLE_SAVE: Field =
    Field::flag("impossible_save", "a printed 20 is never worse than bruised; not for minions")
        .reading()
        .default("true")
        .source("Toughness Saves");
pub const STAGGER_BRUISES: Field = ladder::STAGGER_BRUISES.source("Damage Conditions, open");
pub const SECOND_STAGGER: Field = ladder::SECOND_STAGGER.source("Damage Conditions");
pub const STUNNED_LOSES_TURN: Field = exchange::STUNNED_LOSES_TURN.source("Damage Conditions");
pub const STUN_PENALTY: Field = blow::STUN_PENALTY.source("Damage Conditions");
pub const LIMIT: Field = blow::LIMIT.source("not in the rules");
