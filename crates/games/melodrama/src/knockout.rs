//! The number of attacks that put a target out.

use super::blow::CardBlow;
use super::cards::{Piles, RunningDown, card};
use super::fields::Decks;
use super::fields::{
    ATTACK, DAMAGE, DEFENSE, IMPROVED_CRITICAL, JOKER, LETHAL, LIMIT, MINION, SECOND_STAGGER,
    STAGGER_BRUISES, STUN_PENALTY, Saving, TOUGHNESS,
};
use oddsmith_base::Result;
use oddsmith_engine::odds::Check;
use oddsmith_mechanics::knockout;
use oddsmith_registry::{Definition, Field, Settings, choice};

const ATTACKS: Field =
    ATTACK.about("attack bonus; none: every attack hits").or_none().default("none");
const DEFENSES: Field =
    DEFENSE.about("the target's Defense; none: every attack hits").or_none().default("none");
const DECKS: Field =
    Field::choice::<Draws>("decks", "fresh: every card from a full deck; own: each side's deck runs down; one: one deck for both does")
        .reading()
        .too_large(&["own", "one"])
        .source("Number of Decks");

choice! {
    /// Source of the cards of a series of attacks.
    pub enum Draws {
        /// Every card comes from a full deck.
        Fresh = "fresh",
        /// Each side's deck runs down, and is reshuffled when it is empty.
        Own = "own",
        /// One deck for both sides runs down, and is reshuffled when it is empty.
        One = "one",
    }
}

fn build<P: Piles + Clone + 'static>(
    set: &Settings,
    piles: P,
    plain: bool,
) -> Result<Box<dyn Check>> {
    let joker = set.integer(&JOKER);
    knockout::knockout(
        set,
        plain,
        |numbers| CardBlow::<P, true>::new(set, numbers, joker, piles.clone()),
        |numbers| CardBlow::<P, false>::new(set, numbers, joker, piles.clone()),
    )
}

/// Creates the check, by the plain rule (`plain`) or by the compiled one.
///
/// # Errors
/// If only one of `attack` and `defense` is given.
pub fn knockout(set: &Settings, plain: bool) -> Result<Box<dyn Check>> {
    let joker = set.integer(&JOKER);
    match set.choice(&DECKS) {
        Draws::Fresh => build(set, card(joker), plain),
        Draws::Own => build(set, RunningDown::new(Decks::Own, joker), plain),
        Draws::One => build(set, RunningDown::new(Decks::One, joker), plain),
    }
}

/// Definition of the check `melodrama.knockout`: a [`knockout::Knockout`] by [`CardBlow`]s.
///
/// # Source
/// Melodramatic Mutants & Masterminds, Saving Throws and Critical Hits. Open questions of the text
/// are fields: whether a stagger bruises, the effect of a second stagger, and the effects of lethal
/// damage besides injuries. A minion's joker does not improve its save.
pub const ENTRY: Definition = Definition {
    id: "melodrama.knockout",
    title: "Attacks to a knock-out",
    about: "Attack after attack with a Toughness save each: how many until the target is out?",
    source: "Melodramatic Mutants & Masterminds, Saving Throws, Critical Hits",
    luck: "for each attack: with an attack bonus the attacker's card and the target's; after a hit the target's for the save and the attacker's",
    fields: &[
        &[TOUGHNESS.required("10"), DAMAGE, ATTACKS, DEFENSES, IMPROVED_CRITICAL, LETHAL],
        Saving::FIELDS,
        &[STAGGER_BRUISES, SECOND_STAGGER, MINION, STUN_PENALTY, DECKS, JOKER, LIMIT],
    ],
    build: |set| knockout(set, false),
    ..Definition::PLAIN
};
