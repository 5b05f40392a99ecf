//! The fields of characters in a brawl.

use crate::blow::{DAMAGE, LETHAL, TOUGHNESS};
use oddsmith_registry::{Field, fields};

fields! {
    /// The numbers of a character that matter for the ladder; Toughness determines the weakest
    /// target.
    #[derive(Clone, Debug)]
    pub struct Fighter {
        initiative: i32, "initiative bonus";
        damage: i32 = DAMAGE;
        lethal: bool = LETHAL;
        toughness: i32 = TOUGHNESS;
        area: Option<i32>, "rank of an attack on a whole group, each of whom makes a Reflex save; its damage is `damage`";
    }
}

/// The bonus of the save against area attacks.
pub const REFLEX: Field = Field::number("reflex", "Reflex save bonus, against area attacks");

fields! {
    /// Readings of area attacks.
    pub struct Area {
        area_reaches: enum AreaReaches { Group = "group", Side = "side" },
            "whom an area attack reaches. group: those who are like its target; side: all who are against its user",
            reading();
        area_saved: enum AreaSaved { Half = "half", None = "none" },
            "who saves against an area attack suffers half of its damage (rounded down), or none of it",
            reading();
    }
}
/// The bonus of all heroes to their attacks.
pub const EDGE: Field = Field::number("edge", "what all heroes add to their attacks");
