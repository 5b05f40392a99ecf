//! The fields that several checks of this game share, said once.

use super::Decks;
use crate::registry::Field;

/// Own bonus.
pub const ACTIVE: Field =
    Field::integer("active", "points", "trait bonus of the active side, who wins ties").required("10").source("Making Checks");
/// Rival bonus.
pub const PASSIVE: Field = Field::integer("passive", "points", "trait bonus of the other side").required("5").source("Making Checks");
/// Ranks of Improved Critical.
pub const IMPROVED_CRITICAL: Field =
    Field::integer("improved_critical", "ranks", "a critical is played with a card of 13 less so many, or better")
        .range(0, 12)
        .default("0")
        .source("Critical Hits");
/// Where cards come from.
pub const DECKS: Field = Field::choice::<Decks>("decks", "own: each side a card of a full deck; one: both from the same deck")
    .default("own")
    .source("Number of Decks");
/// What a joker is worth.
pub const JOKER: Field =
    Field::words("joker", &["15", "14"], "value of a joker; the text leaves 14 out").default("15").source("Making Checks");
