//! Whole fights: heroes with hands against villains of the GM's hand and minor characters with
//! random cards.
//!
//! This folder contains the use of cards in a fight and the fields of the check. It does not
//! contain turns, targets and the damage ladder, which several games share.

mod attacks;
mod cards;
mod fields;
mod played;
mod strikes;
#[cfg(test)]
mod tests;

pub use cards::CardStrikes;

use super::fields::{JOKER, SECOND_STAGGER, STAGGER_BRUISES, STUN_PENALTY, Saving};
use fields::{AREA_REACHES, AREA_SAVED, Abilities, CardFields, EDGE, FORM, STUNNED_LOSES_TURN};

use oddsmith_base::Result;
use oddsmith_mechanics::brawl::Brawl;
use oddsmith_mechanics::scene::{LIMIT, RIVAL_TARGET, Scene, TARGET};
use oddsmith_registry::cast::CAST;
use oddsmith_registry::{Definition, Edge, Settings};

/// Definition of the check `melodrama.fight`: a [`Scene`] of a [`Brawl`] by [`CardStrikes`].
pub const ENTRY: Definition = Definition {
    id: "melodrama.fight",
    title: "Whole fight",
    about: "Heroes with hands of cards against villains of the GM's hand and crowds off the deck, until a side is out: who wins, how soon, and what does it cost?",
    source: "Melodramatic Mutants & Masterminds, Card Play, Bonus Cards, GM Card Play, Saving Throws, Second Wind; turns as in the d20 original",
    luck: "a deal for each hand, the GM's last; a card of each character for initiative, a choice where it is tied; then turn by turn: a target where several stand, and the cards of each check, the attacker's first, the saver's first",
    fields: &[
        &[CAST, EDGE, TARGET, RIVAL_TARGET, LIMIT],
        CardFields::FIELDS,
        &[AREA_REACHES, AREA_SAVED],
        Saving::FIELDS,
        &[STAGGER_BRUISES, SECOND_STAGGER, JOKER, STUNNED_LOSES_TURN, STUN_PENALTY],
    ],
    edge: Edge::by("edge"),
    small: &[
        ("dawnstar.count", "0"),
        ("ninja.count", "0"),
        ("evilorcus.count", "0"),
        ("blue_static.plays", "deck"),
        ("blue_static.damage", "16"),
        ("thug.count", "1"),
        ("decks", "fresh"),
        ("limit", "4"),
    ],
    cast: Some(&FORM),
    build: |set| Ok(Box::new(scene(set)?)),
    ..Definition::PLAIN
};

fn scene(set: &Settings) -> Result<Scene<Brawl<CardStrikes>>> {
    let abilities = set.characters().map(|(_, of)| Abilities::read(&of));
    let abilities: Vec<Abilities> = abilities.collect();
    let readings = [!set.is(&Saving::lethal_text, "only"), set.is(&Saving::penalty, "both")];
    Brawl::scene(set, readings, |people| CardStrikes::read(set, people, &abilities))
}
