//! Who wins the fight: two sides trade blows until one is down.

use super::blow::DieBlow;
use super::fields::{
    ATTACK, DAMAGE, DEFENSE, IMPOSSIBLE_SAVE, IMPROVED_CRITICAL, LETHAL, LIMIT, MINION, NATURAL,
    SECOND_STAGGER, STAGGER_BRUISES, STUN_PENALTY, TOUGHNESS,
};
use oddsmith_engine::chance::Die;
use oddsmith_mechanics::exchange::{self, Exchange, both};
use oddsmith_registry::{Definition, Field};

const STUNNED_LOSES_TURN: Field = exchange::STUNNED_LOSES_TURN.source("Damage Conditions");

/// The fields that each side has, own first.
const ATTACKS: [Field; 2] = both(ATTACK, exchange::ATTACKS);
const DEFENSES: [Field; 2] = DEFENSE
    .about("own Defense, which counts 10 more")
    .required("6")
    .both("rival_defense", "the rival's Defense, which counts 10 more");
const TOUGHNESSES: [Field; 2] = both(TOUGHNESS.required("2"), exchange::TOUGHNESSES);
const DAMAGES: [Field; 2] =
    DAMAGE.required("14").both("rival_damage", "the rival's damage rank, which counts 15 more");
const INITIATIVES: [Field; 2] =
    both(exchange::INITIATIVES[0].source("Initiative"), exchange::INITIATIVES);
const DODGES: [Field; 2] = both(exchange::DODGES[0].source("Damage Conditions"), exchange::DODGES);
const CRITICALS: [Field; 2] = both(IMPROVED_CRITICAL, exchange::CRITICALS);
const NATURALS: [Field; 2] = NATURAL.both("rival_natural", "the same for the rival's attacks");
const LETHALS: [Field; 2] = both(LETHAL, exchange::LETHALS);
const MINIONS: [Field; 2] = MINION
    .about("a failed save is the worst rung, and no critical against who is none")
    .both("rival_minion", "the same for the rival");
const IMPOSSIBLE_SAVES: [Field; 2] =
    IMPOSSIBLE_SAVE.both("rival_impossible_save", "the same for the rival's saves");

/// The check's record: an [`Exchange`] of [`DieBlow`]s.
///
/// # Source
/// Mutants & Masterminds, second edition: attacks, Toughness saves, damage conditions, minions.
pub const ENTRY: Definition = Definition {
    id: "mutants.exchange",
    title: "Exchange of blows",
    about: "Two sides trade blows, attack roll and Toughness save, until one is out: who wins, how soon, and how battered?",
    source: "M&M second edition, attacks, Toughness saves, damage conditions",
    luck: "initiative: own face, rival's, a choice where chance decides (1: I go first); then for each turn that is not lost the attacker's \
           face; after a hit the target's for the save",
    fields: &[
        &[ATTACKS[0], DEFENSES[0], TOUGHNESSES[0], DAMAGES[0], INITIATIVES[0], DODGES[0]],
        &[CRITICALS[0], NATURALS[0], LETHALS[0], MINIONS[0], IMPOSSIBLE_SAVES[0]],
        &[ATTACKS[1], DEFENSES[1], TOUGHNESSES[1], DAMAGES[1], INITIATIVES[1], DODGES[1]],
        &[CRITICALS[1], NATURALS[1], LETHALS[1], MINIONS[1], IMPOSSIBLE_SAVES[1]],
        &[STAGGER_BRUISES, SECOND_STAGGER, STUNNED_LOSES_TURN, STUN_PENALTY, LIMIT],
    ],
    build: |set| {
        Ok(Box::new(Exchange::read(set, Die::sided(20), |side, numbers| {
            let natural = set.is(&NATURALS[side], "attack_rules");
            let criticals = set.flag(&MINIONS[1 - side]) || !set.flag(&MINIONS[side]);
            let saves = set.flag(&IMPOSSIBLE_SAVES[1 - side]);
            DieBlow::<true>::new(numbers, [natural, criticals, saves])
        })))
    },
    ..Definition::PLAIN
};
