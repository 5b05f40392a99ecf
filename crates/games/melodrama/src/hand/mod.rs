//! Checks from hands: both sides choose a card face down, and may add a bonus card.
//!
//! This folder contains the check and its fields, with decks that run down (`row`) and with fresh
//! decks (`fresh`). It does not contain tables, card policies and bonus cards, which adventures use
//! too.

mod fresh;
mod row;
pub mod terms;

pub use fresh::FreshHand;
pub use row::HandCheck;
pub use terms::{CriticalBy, HandFields, LOST, Redraw, TIED, win, wins};
use terms::{Extra, OpposedBy, Terms};

use super::bonus::Bonus;
use super::knockout::Draws;
use super::table::{decks_apart, decks_that_mix, one_deck};
use oddsmith_registry::Definition;

pub const ENTRY: Definition = Definition {
    id: "melodrama.hand",
    title: "Checks from hands",
    about: "Both sides choose a card of their hand face down, and may add a bonus card; decks run down from check to check.",
    source: "Melodramatic Mutants & Masterminds, Card Play, Bonus Cards, GM Bonus Cards",
    luck: "a deal for each side, own side first, for each check of a fresh deck; `matters 1` where only a share of checks matters; a card for what is random or drawn, own side first",
    fields: &[HandFields::FIELDS],
    build: |set| {
        let given = HandFields::read(set);
        let by_deck = given.opposed_by == OpposedBy::Deck;
        let sizes = [given.hand, if by_deck { 0 } else { given.opposing_hand }];
        let (draws, bonus) = (given.decks, given.bonus);
        // A single check with separate decks is a check with fresh decks.
        let extra = given.extra == Extra::Lost;
        let alone = draws == Draws::Own && given.checks == 1 && !extra;
        Ok(match (draws, bonus) {
            (Draws::One, _) => Box::new(HandCheck::new(given, one_deck(Terms::JOKER), sizes)),
            (Draws::Fresh, Bonus::None) if !extra => Box::new(FreshHand::new(given, sizes)),
            (Draws::Own, Bonus::None) if alone => Box::new(FreshHand::new(given, sizes)),
            (Draws::Own, Bonus::None) => {
                Box::new(HandCheck::new(given, decks_apart(Terms::JOKER), sizes))
            }
            _ => {
                Box::new(HandCheck::new(given, decks_that_mix(Terms::JOKER, [0, 1], false), sizes))
            }
        })
    },
    ..Definition::PLAIN
};
