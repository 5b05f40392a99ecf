//! Check of the number of blows until the target is out.

use super::blow::DieBlow;
use super::fields::{LIMIT, Numbers, SECOND_STAGGER, STAGGER_BRUISES, STUN_PENALTY};
use oddsmith_base::Result;
use oddsmith_engine::odds::Check;
use oddsmith_mechanics::knockout;
use oddsmith_registry::{Definition, Field, Settings};

const ATTACKS: Field =
    Numbers::attack.about("attack bonus; none: every blow lands").or_none().default("none");
const DEFENSES: Field = Numbers::defense
    .about("the target's Defense, which counts 10 more; none: every blow lands")
    .or_none()
    .default("none");

/// Creates the check, as the plain rule or compiled.
///
/// # Errors
/// If only one of `attack` and `defense` is given.
pub fn knockout(set: &Settings, plain: bool) -> Result<Box<dyn Check>> {
    let dice =
        [set.is(&Numbers::natural, "attack_rules"), true, set.flag(&Numbers::impossible_save)];
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
        &[Numbers::toughness.required("10"), Numbers::damage, ATTACKS, DEFENSES],
        &[Numbers::improved_critical, Numbers::natural, Numbers::lethal, Numbers::minion],
        &[Numbers::impossible_save, STAGGER_BRUISES, SECOND_STAGGER, STUN_PENALTY, LIMIT],
    ],
    build: |set| knockout(set, false),
    ..Definition::PLAIN
};
