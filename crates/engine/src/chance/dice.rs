//! The steps that written dice are compiled to, and their limits: what `notation` makes and `roll`
//! rolls.

use super::{Asked, Bag, Chance, Die, Faces, Keep, Member, Modifier, NoPart, Question};

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Op {
    Number(i32),
    Dice(Dice),
    Add,
    Subtract,
    Multiply,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Dice {
    pub die: Die,
    pub count: u8,
    pub keep: Keep,
    /// The faces that are rolled again.
    pub again: Vec<i32>,
}

/// The most dice in a chain of rolls again.
pub(super) const LONGEST_CHAIN: u8 = 12;
/// The most numbers that wait for what is done with them.
pub(super) const DEEPEST: usize = 8;
/// The most dice that are kept of a throw.
pub(super) const MOST_KEPT: usize = 10;
/// The largest total: beyond it is a typing slip.
pub(super) const LARGEST: i64 = 1_000_000;

impl Dice {
    /// The total of one throw.
    #[inline]
    pub fn throw<C: Chance>(&self, chance: &mut C) -> i32 {
        if C::FORKS {
            return chance.known(self, [0; 2], |chance| {
                let mut total = [0];
                chance.roll(&self.bag(), &NoPart, &mut total);
                // A law that takes too long is none, and answers with 0.
                let (low, high) = self.ends();
                total[0].clamp(low as i32, high as i32)
            });
        }
        let (highest, most) = match self.keep {
            Keep::Highest(most) => (true, most as usize),
            Keep::Lowest(most) => (false, most as usize),
            _ if self.again.is_empty() => {
                return (0..self.count).map(|_| chance.face(&self.die)).sum();
            }
            _ => return (0..self.count).map(|_| self.chain(chance)).sum(),
        };
        let mut kept = [0; MOST_KEPT];
        let mut full = 0;
        for _ in 0..self.count {
            let value = self.chain(chance);
            keep(&mut kept[..most], &mut full, value, |a, b| if highest { a > b } else { a < b });
        }
        kept[..full].iter().sum()
    }

    /// The lowest and the highest total.
    pub fn ends(&self) -> (i64, i64) {
        let kept = match self.keep {
            Keep::Highest(kept) | Keep::Lowest(kept) => i64::from(kept),
            _ => i64::from(self.count),
        };
        let links = if self.again.is_empty() { 1 } else { i64::from(LONGEST_CHAIN) };
        let (low, high) = (i64::from(self.die.low()), i64::from(self.die.high()));
        (kept * (low.min(0) * links + low.max(0)), kept * high * links)
    }

    /// One die, with what it is rolled again for.
    #[inline]
    fn chain<C: Chance>(&self, chance: &mut C) -> i32 {
        let mut face = chance.face(&self.die);
        let mut sum = face;
        for _ in 1..LONGEST_CHAIN {
            if !self.again.contains(&face) {
                break;
            }
            face = chance.face(&self.die);
            sum += face;
        }
        sum
    }

    /// The same as a bag, whose law is a fold.
    fn bag(&self) -> Bag {
        let again = Modifier::Explode {
            when: Faces(self.again.iter().map(|&face| (face, face)).collect()),
            same_die: true,
            penetrates: false,
            longest: LONGEST_CHAIN.into(),
        };
        let modifiers = if self.again.is_empty() { Vec::new() } else { vec![again] };
        let (count, die) = (self.count.into(), Some(self.die.clone()));
        let dice = Bag::of(vec![Member { count, die, modifiers }]);
        dice.keep(self.keep).ask([Question::of(Asked::Sum)])
    }
}

/// Keeps the best values, the best first.
fn keep(kept: &mut [i32], full: &mut usize, mut value: i32, better: impl Fn(i32, i32) -> bool) {
    for slot in &mut kept[..*full] {
        if better(value, *slot) {
            std::mem::swap(&mut value, slot);
        }
    }
    if *full < kept.len() {
        kept[*full] = value;
        *full += 1;
    }
}
