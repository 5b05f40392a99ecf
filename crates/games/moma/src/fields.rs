//! Fields shared by several checks.

use oddsmith_engine::chance::{Chance, Die};

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
