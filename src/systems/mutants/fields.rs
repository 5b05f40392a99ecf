//! The fields that several checks of this game share, said once.

use crate::registry::Field;

/// Whether a hero point stands by.
pub const HERO_POINT: Field = Field::flag("hero_point", "a failed roll is rolled again: 1 to 10 count as 11 to 20, the better is kept")
    .default("false")
    .source("Hero Points");
