//! The die of this game, and the hero point that rolls it again.

use oddsmith_engine::chance::{Chance, Die};

/// A d20, with or without a hero point to spend on a failure.
///
/// # Source
/// Mutants & Masterminds, Hero Points: the second roll of 1 to 10 counts ten more, the better of
/// the two is kept.
#[derive(Clone, Debug)]
pub struct D20 {
    die: Die,
    hero_point: bool,
}

/// What a d20 shows and what it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face {
    /// The printed face, 1..=20: what "natural" means.
    pub printed: i32,
    /// What it counts, 1..=20: a hero point's 4 counts 14.
    pub counts: i32,
    /// Whether it is the hero point's roll.
    pub second: bool,
}

impl D20 {
    /// A d20; with a hero point, what fails is rolled again.
    pub fn new(hero_point: bool) -> D20 {
        D20 { die: Die::sided(20), hero_point }
    }

    /// Rolls, and once more if that `fails` and there is a hero point.
    #[inline]
    pub fn roll<C: Chance>(&self, chance: &mut C, fails: impl Fn(Face) -> bool) -> Face {
        let printed = chance.face(&self.die);
        let first = Face { printed, counts: printed, second: false };
        if !self.hero_point || !fails(first) {
            return first;
        }
        let printed = chance.face(&self.die);
        let counts = if printed <= 10 { printed + 10 } else { printed };
        if counts > first.counts { Face { printed, counts, second: true } } else { first }
    }

    /// One roll without a hero point, of which only a gist is told.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn gist<C: Chance>(&self, chance: &mut C, mut gist: impl FnMut(Face) -> i32) -> i32 {
        chance
            .faces([&self.die], |[printed]| gist(Face { printed, counts: printed, second: false }))
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
