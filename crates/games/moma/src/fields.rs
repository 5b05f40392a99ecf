//! Fields shared by several checks.

use oddsmith_registry::Field;

pub const ATTRIBUTE: Field = Field::number("attribute", "the attribute the skill belongs to")
    .range(0, 8)
    .required("4")
    .source("Attributes");
pub const SKILL: Field =
    Field::number("skill", "the skill").range(0, 8).required("2").source("Skills");
pub const POOL: Field = Field::integer("pool", "willpower points", "points left of this attribute")
    .range(0, 40)
    .follows("5 x attribute", &[(ATTRIBUTE.name, FULL)])
    .source("Willpower");
pub const CAPPED: Field = Field::flag(
    "capped",
    "at most as many points as the skill; the text's own climbing example breaks it",
)
.reading()
.default("true")
.source("Willpower");

/// Capacity of a pool for each point of its attribute.
pub const FULL: i32 = 5;

/// Returns the largest bid that skill and pool allow.
pub fn most(skill: i32, pool: i32, capped: bool) -> i32 {
    pool.min(if capped { skill } else { i32::MAX })
}
