//! Die of this game, and the hero point that rerolls it.

use oddsmith_engine::chance::{Chance, Die};

/// A d20, with or without a hero point to spend on a failure.
///
/// # Source
/// Mutants & Masterminds, Hero Points: a second roll of 1 to 10 counts ten more, and the better of
/// the two rolls counts.
#[derive(Clone, Debug)]
pub struct D20 {
    die: Die,
    hero_point: bool,
}

/// Result of a d20: the printed face and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face {
    /// Printed face, 1..=20, to which "natural" refers.
    pub printed: i32,
    /// Value, 1..=20: 14 for a 4 of the hero point's roll.
    pub counts: i32,
    /// True for the hero point's roll.
    pub second: bool,
}

impl D20 {
    /// Creates a d20; with a hero point, a failed roll is repeated.
    pub fn new(hero_point: bool) -> D20 {
        D20 { die: Die::sided(20), hero_point }
    }

    /// Rolls the die, and rolls it again if `fails` is true for the result and there is a hero
    /// point.
    #[inline]
    pub fn roll<C: Chance>(&self, chance: &mut C, fails: impl Fn(Face) -> bool) -> Face {
        let first = self.first(chance);
        if self.hero_point && fails(first) { first.or(self.second(chance)) } else { first }
    }

    /// Rolls once.
    #[inline]
    pub fn first<C: Chance>(&self, chance: &mut C) -> Face {
        let printed = chance.face(&self.die);
        Face { printed, counts: printed, second: false }
    }

    /// Rolls for a hero point.
    #[inline]
    pub fn second<C: Chance>(&self, chance: &mut C) -> Face {
        let printed = chance.face(&self.die);
        let counts = if printed <= 10 { printed + 10 } else { printed };
        Face { printed, counts, second: true }
    }

    /// Rolls once without a hero point and returns `summarize` of the result.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn summarize<C: Chance>(
        &self,
        chance: &mut C,
        mut summarize: impl FnMut(Face) -> i32,
    ) -> i32 {
        chance.faces([&self.die], |[printed]| {
            summarize(Face { printed, counts: printed, second: false })
        })
    }
}

impl Face {
    /// Returns the better of this roll and that of a hero point.
    #[inline]
    pub fn or(self, second: Face) -> Face {
        if second.counts > self.counts { second } else { self }
    }
}

impl std::fmt::Display for Face {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.second {
            false => write!(f, "{}", self.counts),
            true => write!(f, "{} (hero point: a {})", self.counts, self.printed),
        }
    }
}
