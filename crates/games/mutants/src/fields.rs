//! Fields shared by several checks of this game.

use oddsmith_mechanics::brawl::{self, Fighter};
use oddsmith_mechanics::{blow, exchange, ladder};
use oddsmith_registry::{Field, fields};

fields! {
    /// Statistics of a character.
    #[derive(Clone, Debug)]
    pub struct Numbers {
        attack: i32 = blow::ATTACK, source("Attacks");
        defense: i32 = blow::DEFENSE, "the target's Defense, which counts 10 more",
            source("Attacks");
        toughness: i32 = blow::TOUGHNESS, source("Toughness Saves");
        damage: i32 = blow::DAMAGE, "damage rank, which counts 15 more", source("Toughness Saves");
        initiative: i32 = exchange::INITIATIVES[0], source("Initiative");
        dodge: i32 = exchange::DODGES[0], source("Damage Conditions");
        improved_critical: i32 = blow::IMPROVED_CRITICAL,
            "a threat is a printed 20 less so many, or better", source("Critical Hits");
        lethal: bool = blow::LETHAL, source("Toughness Saves");
        reflex: i32 = brawl::REFLEX, source("Area attacks");
        area: Option<i32> = Fighter::area, source("Area attacks");
        natural: enum Natural { AttackRules = "attack_rules", None = "none" },
            "attack_rules: a printed 20 hits, a printed 1 misses; none: only totals count",
            reading(), source("Attacks");
        minion: bool = blow::MINION, source("Minions");
        impossible_save: bool, "a printed 20 is never worse than bruised; not for minions",
            reading(), default("true"), source("Toughness Saves");
    }
}

pub const STAGGER_BRUISES: Field = ladder::STAGGER_BRUISES.source("Damage Conditions, open");
pub const SECOND_STAGGER: Field = ladder::SECOND_STAGGER.source("Damage Conditions");
pub const STUNNED_LOSES_TURN: Field = exchange::STUNNED_LOSES_TURN.source("Damage Conditions");
pub const STUN_PENALTY: Field = blow::STUN_PENALTY.source("Damage Conditions");
pub const LIMIT: Field = blow::LIMIT.source("not in the rules");
