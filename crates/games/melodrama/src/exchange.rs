//! An exchange of attacks: two sides attack in turn until one is out.

use super::blow::CardBlow;
use super::cards::{TwoCards, card};
use super::fields::{
    ATTACK, DAMAGE, DECKS, DEFENSE, IMPROVED_CRITICAL, JOKER, LETHAL, LIMIT, MINION,
    SECOND_STAGGER, STAGGER_BRUISES, STUN_PENALTY, Saving, TOUGHNESS,
};
use oddsmith_mechanics::exchange::{self, Exchange, both};
use oddsmith_registry::{Definition, Field, side};

const STUNNED_LOSES_TURN: Field =
    exchange::STUNNED_LOSES_TURN.source("not in the text: as the d20 original");

/// Fields that exist for each side, own first.
const SIDES: [[Field; 2]; 8] = [
    both(ATTACK, exchange::ATTACKS),
    both(DEFENSE.about("own Defense").required("6"), exchange::DEFENSES),
    both(TOUGHNESS.required("2"), exchange::TOUGHNESSES),
    both(DAMAGE.required("14"), exchange::DAMAGES),
    both(exchange::INITIATIVES[0].source("Initiative checks"), exchange::INITIATIVES),
    both(exchange::DODGES[0].source("not in the text: as the d20 original"), exchange::DODGES),
    both(IMPROVED_CRITICAL, exchange::CRITICALS),
    both(LETHAL, exchange::LETHALS),
];
const MINIONS: [Field; 2] = MINION.both(
    "rival_minion",
    "the rival is a minor character: a failed save is the worst result, whatever the card",
);

/// Definition of the check `melodrama.exchange`: an [`Exchange`] of [`CardBlow`]s.
///
/// # Source
/// Melodramatic Mutants & Masterminds, Saving Throws, Critical Hits and Initiative checks; the
/// effects of being stunned are those of the d20 original.
pub const ENTRY: Definition = Definition {
    id: "melodrama.exchange",
    title: "Exchange of attacks",
    about: "Two sides attack in turn, each hit with a Toughness save, until one is out: who wins, how soon, and how badly hurt?",
    source: "Melodramatic Mutants & Masterminds, Saving Throws, Critical Hits, Initiative checks",
    luck: "initiative: own card, rival's, a choice where chance decides (1: I go first); then for each turn that is not lost the attacker's card \
           and the target's; after a hit the target's for the save and the attacker's",
    fields: &[
        &side(SIDES, 0),
        &side(SIDES, 1),
        Saving::FIELDS,
        &[STAGGER_BRUISES, SECOND_STAGGER, MINIONS[0], MINIONS[1], JOKER, STUNNED_LOSES_TURN],
        &[STUN_PENALTY, DECKS, LIMIT],
    ],
    build: |set| {
        let joker = set.integer(&JOKER);
        let cards = || TwoCards::new(set.choice(&DECKS), joker);
        Ok(Box::new(Exchange::read(set, card(joker), |_, numbers| {
            CardBlow::<_, true>::new(set, numbers, joker, cards())
        })))
    },
    ..Definition::PLAIN
};
