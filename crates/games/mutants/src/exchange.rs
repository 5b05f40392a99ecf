//! Check of an exchange of blows: two sides fight until one is out.

use super::blow::DieBlow;
use super::fields::{
    LIMIT, Numbers, SECOND_STAGGER, STAGGER_BRUISES, STUN_PENALTY, STUNNED_LOSES_TURN,
};
use oddsmith_engine::chance::Die;
use oddsmith_mechanics::exchange::{self, Exchange, both};
use oddsmith_registry::{Definition, Field, side};

/// Fields of each side, the own side first.
const SIDES: [[Field; 2]; 11] = [
    both(Numbers::attack, exchange::ATTACKS),
    Numbers::defense
        .about("own Defense, which counts 10 more")
        .required("6")
        .both("rival_defense", "the rival's Defense, which counts 10 more"),
    both(Numbers::toughness.required("2"), exchange::TOUGHNESSES),
    Numbers::damage
        .required("14")
        .both("rival_damage", "the rival's damage rank, which counts 15 more"),
    both(Numbers::initiative, exchange::INITIATIVES),
    both(Numbers::dodge, exchange::DODGES),
    both(Numbers::improved_critical, exchange::CRITICALS),
    Numbers::natural.both("rival_natural", "the same for the rival's attacks"),
    both(Numbers::lethal, exchange::LETHALS),
    Numbers::minion
        .about("a failed save is the worst rung, and no critical against who is none")
        .both("rival_minion", "the same for the rival"),
    Numbers::impossible_save.both("rival_impossible_save", "the same for the rival's saves"),
];

/// Definition of the check: an [`Exchange`] of [`DieBlow`]s.
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
        &side(SIDES, 0),
        &side(SIDES, 1),
        &[STAGGER_BRUISES, SECOND_STAGGER, STUNNED_LOSES_TURN, STUN_PENALTY, LIMIT],
    ],
    build: |set| {
        Ok(Box::new(Exchange::read(set, Die::sided(20), |[own, other], numbers| {
            let natural = own.is(&Numbers::natural, "attack_rules");
            let criticals = other.flag(&Numbers::minion) || !own.flag(&Numbers::minion);
            let saves = other.flag(&Numbers::impossible_save);
            DieBlow::<true>::new(numbers, [natural, criticals, saves])
        })))
    },
    ..Definition::PLAIN
};
