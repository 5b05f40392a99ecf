//! Fields shared by several checks.

use oddsmith_engine::chance::{Chance, Die};
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

/// Names of the attributes that have a pool each in fights and parties.
pub const ATTRIBUTES: [&str; 4] = ["strength", "agility", "brains", "social"];

/// Returns one of these numbers, each equally likely; a single number draws no luck.
#[inline]
pub fn drawn<C: Chance>(numbers: &Die, chance: &mut C) -> i32 {
    if numbers.low() == numbers.high() { numbers.low() } else { chance.face(numbers) }
}

/// Returns the text between brackets.
pub fn within_brackets(text: &str) -> Option<&str> {
    text.strip_prefix('[')?.strip_suffix(']')
}

/// Parses bids such as `1,3,5`.
pub fn bids(text: &str) -> Option<Vec<i32>> {
    let bid = |bid: &str| bid.trim_matches(['_', ' ']).parse().ok();
    let bids: Option<Vec<i32>> = text.split(',').map(bid).collect();
    bids.filter(|bids| bids.iter().all(|bid| (0..=1000).contains(bid)))
}

/// Returns the largest bid that skill and pool allow.
pub fn most(skill: i32, pool: i32, capped: bool) -> i32 {
    pool.min(if capped { skill } else { i32::MAX })
}
