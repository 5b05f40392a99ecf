//! A whole adventure from hands: cards pass from the GM to the heroes as it goes on.
//! What belongs here: the check, its fields, and its course; hands and bonus cards are those of
//! single checks, beside this folder.

mod course;
mod fields;

pub use course::{Adventure, Course};
pub use fields::{GENEROSITIES, PLAYERS_PER_DECK};

use crate::hand::REDRAW;
use fields::{
    BONUS, CHECKS, COMPLICATION, DISCARD_ALL, EDGE, EXPERIENCE, EXTRA, FATIGUE, FIAT, GENEROSITY,
    GM_HAND, GM_POLICY, IMPORTANT, LUCK, PLAYERS, POLICY, RANDOM_DRAWS, SCENES, SECOND_WIND,
    SESSIONS, SPENT_TO, TRIVIAL, TRIVIAL_BY,
};
use oddsmith_registry::Definition;

pub const ENTRY: Definition = Definition {
    id: "melodrama.adventure",
    title: "Adventure",
    about: "Players and GM play check after check from their hands: who wins, and where the cards go. Only the smallest cases have an exact result.",
    source: "Melodramatic Mutants & Masterminds, Card Play, Bonus Cards, GM Card Play",
    luck: "a deal for each player and the GM at the start of a session; in each check `trivial`, `matters` for the player and the GM, `random` for the GM's draw, `extra`, `fiat`, `fatigue` and `complication` where they may be so or not; a card for what is drawn, the player first",
    fields: &[
        &[PLAYERS, SESSIONS, SCENES, CHECKS, IMPORTANT, EDGE],
        &[POLICY, GM_POLICY, GENEROSITY, COMPLICATION, TRIVIAL, TRIVIAL_BY, RANDOM_DRAWS, LUCK],
        &[SECOND_WIND, DISCARD_ALL, PLAYERS_PER_DECK],
        &[REDRAW
            .about("each: a card is drawn for each that is played; after: at the end of a scene")],
        &[BONUS, EXPERIENCE, SPENT_TO],
        &[GM_HAND, FIAT, EXTRA, FATIGUE],
    ],
    small: &[
        ("players", "1"),
        ("scenes", "1"),
        ("checks", "1"),
        ("complication", "0"),
        ("random_draws", "0"),
        ("important", "1"),
    ],
    build: |set| Ok(Box::new(Adventure::new(set))),
    ..Definition::PLAIN
};
