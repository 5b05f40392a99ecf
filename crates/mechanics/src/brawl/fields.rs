//! The fields of people who strike at each other.

use oddsmith_registry::Field;

/// What a character adds to find out who goes first.
pub const INITIATIVE: Field = Field::number("initiative", "initiative bonus");
/// The rank of an attack on many.
pub const AREA: Field = Field::number(
    "area",
    "rank of an attack on a whole group, each of whom makes a Reflex save; its damage is `damage`",
)
.or_none();
/// What an area attack is saved against with.
pub const REFLEX: Field = Field::number("reflex", "Reflex save bonus, against area attacks");
/// Whom an area attack reaches.
pub const AREA_REACHES: Field = Field::words(
    "area_reaches",
    &["group", "side"],
    "whom an area attack reaches. group: those who are like its target; side: all who are against its user",
)
.reading();
/// What a Reflex save is worth.
pub const AREA_SAVED: Field = Field::words(
    "area_saved",
    &["half", "none"],
    "who saves against an area attack suffers half of its damage (rounded down), or none of it",
)
.reading();
/// What all heroes add to their attacks.
pub const EDGE: Field = Field::number("edge", "what all heroes add to their attacks");
