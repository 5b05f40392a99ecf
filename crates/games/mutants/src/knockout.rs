//! Check of the number of blows until the target is out.

use super::blow::DieBlow;
use super::fields::{
    ATTACK, DAMAGE, DEFENSE, IMPOSSIBLE_SAVE, IMPROVED_CRITICAL, LETHAL, LIMIT, MINION, NATURAL,
    SECOND_STAGGER, STAGGER_BRUISES, STUN_PENALTY, TOUGHNESS,
};
use oddsmith_base::Result;
use oddsmith_engine::odds::Check;
use oddsmith_mechanics::knockout;
use oddsmith_registry::{Definition, Field, Settings};

const ATTACKS: Field =
    ATTACK.about("attack bonus; none: every blow lands").or_none().default("none");
const DEFENSES: Field = DEFENSE
    .about("the target's Defense, which counts 10 more; none: every blow lands")
    .or_none()
    .default("none");

/// Creates the check, as the plain rule or compiled.
///
/// # Errors
/// If only one of `attack` and `defense` is given.
pub fn knockout(set: &Settings, plain: bool) -> Result<Box<dyn Check>> {
    let dice = [set.is(&NATURAL, "attack_rules"), true, set.flag(&IMPOSSIBLE_SAVE)];
    knockout::knockout(
        set,
        plain,
        |numbers| DieBlow::<true>::new(numbers, dice),
        |numbers| DieBlow::<false>::new(numbers, dice),
    )
}

/// Definition of the check: a [`knockout::Knockout`] of [`DieBlow`]s.
///
/// # Source
/// Mutants & Masterminds, second edition: Toughness saves, damage conditions, minions. A target
/// that is staggered a second time is out.
pub const ENTRY: Definition = Definition {
    id: "mutants.knockout",
    title: "Blows to a knock-out",
    about: "Blow after blow on the Toughness ladder of the d20 original: how many until the target is out?",
    source: "M&M second edition, Toughness saves, damage conditions",
    luck: "for each blow: with an attack the attacker's face; after a hit the target's for the save",
    fields: &[
        &[TOUGHNESS.required("10"), DAMAGE, ATTACKS, DEFENSES, IMPROVED_CRITICAL, NATURAL, LETHAL],
        &[MINION, IMPOSSIBLE_SAVE, STAGGER_BRUISES, SECOND_STAGGER, STUN_PENALTY, LIMIT],
    ],
    build: |set| knockout(set, false),
    ..Definition::PLAIN
};
