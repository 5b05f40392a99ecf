//! Enumeration of all ways through a rule: each die, each card and each word that a player may
//! choose is a fork.

/// Ways whose chance falls below this are cut where a die could explode or a course could go on.
const NEGLIGIBLE: f64 = 1e-7;

/// The branch taken at a fork.
#[derive(Clone, Debug)]
pub struct Taken {
    pub which: usize,
    /// Weights of the branches.
    pub weights: Vec<u64>,
    /// True if a player chose the branch.
    pub chosen: bool,
}

/// The branches of the current way, and its place in them.
#[derive(Default)]
pub struct Forks {
    pub taken: Vec<Taken>,
    at: usize,
    share: f64,
    /// True if the current way was cut.
    pub is_cut: bool,
}

impl Forks {
    /// Returns to the start of the way.
    pub fn restart(&mut self) {
        (self.at, self.share, self.is_cut) = (0, 1.0, false);
    }

    /// Returns the branch of the next fork, whose branches have these weights.
    pub fn fork(&mut self, weights: &[u64]) -> usize {
        let which = self.next(weights, false);
        self.share *= weights[which] as f64 / weights.iter().sum::<u64>() as f64;
        which
    }

    /// Returns the branch of the next fork, a choice of a player.
    pub fn choose(&mut self, branches: usize) -> usize {
        self.next(&vec![1; branches], true)
    }

    fn next(&mut self, weights: &[u64], chosen: bool) -> usize {
        if self.at == self.taken.len() {
            self.taken.push(Taken { which: 0, weights: weights.to_vec(), chosen });
        }
        self.at += 1;
        self.taken[self.at - 1].which
    }

    /// Returns true if the way is too unlikely to go on, and marks it as cut.
    pub fn ends_here(&mut self) -> bool {
        self.is_cut |= self.share < NEGLIGIBLE;
        self.is_cut
    }

    /// Advances to the next way; returns false if there is none.
    pub fn advance(&mut self) -> bool {
        self.taken.truncate(self.at);
        while let Some(mut last) = self.taken.pop() {
            last.which += 1;
            if last.which < last.weights.len() {
                self.taken.push(last);
                return true;
            }
        }
        false
    }

    /// Returns the chance of the way.
    pub fn share(&self) -> f64 {
        self.share
    }

    /// Returns the chance of the way as a fraction, unless its terms exceed 128 bits.
    pub fn fraction(&self) -> Option<Fraction> {
        let by_chance = self.taken[..self.at].iter().filter(|taken| !taken.chosen);
        by_chance.clone().try_fold(Fraction { above: 1, below: 1 }, |product, taken| {
            let above = product.above.checked_mul(taken.weights[taken.which].into())?;
            let all: u64 = taken.weights.iter().sum();
            Some(Fraction { above, below: product.below.checked_mul(all.into())? }.reduced())
        })
    }
}

/// A fraction of two positive numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fraction {
    pub above: u128,
    pub below: u128,
}

impl Fraction {
    fn reduced(self) -> Fraction {
        let (mut a, mut b) = (self.above, self.below);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        Fraction { above: self.above / a, below: self.below / a }
    }

    /// Returns the sum, unless its terms exceed 128 bits.
    pub fn plus(self, other: Fraction) -> Option<Fraction> {
        let one = self.above.checked_mul(other.below)?;
        let two = other.above.checked_mul(self.below)?;
        let below = self.below.checked_mul(other.below)?;
        Some(Fraction { above: one.checked_add(two)?, below }.reduced())
    }

    /// Returns the quotient, unless its terms exceed 128 bits.
    pub fn over(self, other: Fraction) -> Option<Fraction> {
        let above = self.above.checked_mul(other.below)?;
        Some(Fraction { above, below: self.below.checked_mul(other.above)? }.reduced())
    }
}

impl std::fmt::Display for Fraction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.below {
            1 => write!(f, "{}", self.above),
            below => write!(f, "{}/{below}", self.above),
        }
    }
}
