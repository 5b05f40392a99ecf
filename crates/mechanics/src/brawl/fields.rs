//! The fields of characters in a brawl.

use oddsmith_registry::Field;

/// The initiative bonus of a character.
pub const INITIATIVE: Field = Field::number("initiative", "initiative bonus");
/// The rank of an area attack.
pub const AREA: Field = Field::number(
    "area",
    "rank of an attack on a whole group, each of whom makes a Reflex save; its damage is `damage`",
)
.or_none();
/// The bonus of the save against area attacks.
pub const REFLEX: Field = Field::number("reflex", "Reflex save bonus, against area attacks");
/// The targets of an area attack.
pub const AREA_REACHES: Field = Field::words(
    "area_reaches",
    &["group", "side"],
    "whom an area attack reaches. group: those who are like its target; side: all who are against its user",
)
.reading();
/// The effect of a successful Reflex save.
pub const AREA_SAVED: Field = Field::words(
    "area_saved",
    &["half", "none"],
    "who saves against an area attack suffers half of its damage (rounded down), or none of it",
)
.reading();
/// The bonus of all heroes to their attacks.
pub const EDGE: Field = Field::number("edge", "what all heroes add to their attacks");
