//! A check against a Difficulty Class, with a card or, by taking 10 or 20, without.

use super::cards::CardCheck;
use super::fields::{DECKS, IMPROVED_CRITICAL, JOKER, TAKE};
use super::opposed::{Opposed, without_cards};
use oddsmith_registry::{Definition, Edge, fields};

fields! {
    struct DcFields {
        bonus: i32, "own trait bonus", required("8"), source("Difficulty Class");
        dc: i32, "Difficulty Class, to which the GM's card is added",
            named(&[
                ("easy", -5), ("average", 0), ("tough", 5), ("challenging", 10),
                ("formidable", 15), ("heroic", 20), ("superheroic", 25), ("impossible", 30),
            ]),
            difficulty(), required("tough"), source("Difficulty Class");
    }
}

pub const ENTRY: Definition = Definition {
    id: "melodrama.unopposed",
    title: "Check against a DC",
    about: "A card and the bonus against the Difficulty Class and a card of the GM's; equal totals succeed.",
    source: "Melodramatic Mutants & Masterminds, Difficulty Class",
    luck: "own card, GM's card; with take none at all",
    fields: &[DcFields::FIELDS, &[IMPROVED_CRITICAL, DECKS, JOKER, TAKE]],
    edge: Edge::of(("bonus", 0), ("dc", 0)),
    build: |set| {
        let DcFields { bonus, dc } = DcFields::read(set);
        Ok(match set.number(&TAKE) {
            None => Box::new(CardCheck::read(set, Opposed::read(set, bonus, dc))),
            Some(taken) => Box::new(without_cards(bonus + taken - 10 - dc)),
        })
    },
    ..Definition::PLAIN
};
