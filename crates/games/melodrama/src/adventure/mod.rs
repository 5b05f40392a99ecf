//! Adventures: sessions of checks from hands, in which cards pass from the GM to the players.
//!
//! This folder contains the check, its fields and its course. It does not contain hands, tables and
//! bonus cards, which single checks use too.

mod course;
mod fields;

use course::Adventure;
pub use fields::{AdventureFields, DiscardAll, GENEROSITIES, SecondWind};

use oddsmith_registry::Definition;

pub const ENTRY: Definition = Definition {
    id: "melodrama.adventure",
    title: "Adventure",
    about: "Players and GM play check after check from their hands: who wins, and where the cards go. Only the smallest cases have an exact result.",
    source: "Melodramatic Mutants & Masterminds, Card Play, Bonus Cards, GM Card Play",
    luck: "a deal for each player and the GM at the start of a session; in each check `trivial`, `matters` for the player and the GM, `random` for the GM's draw, `extra`, `fiat`, `fatigue` and `complication` where they may be so or not; a card for what is drawn, the player first",
    fields: &[AdventureFields::FIELDS],
    small: &[
        ("players", "1"),
        ("scenes", "1"),
        ("checks", "1"),
        ("complication", "0"),
        ("random_draws", "0"),
        ("important", "1"),
    ],
    build: |set| Ok(Box::new(Adventure::new(AdventureFields::read(set)))),
    ..Definition::PLAIN
};
