//! The decisions of one side, in order.

/// The decisions of one side of a game with perfect recall.
///
/// A *sequence* is a choice together with all own choices before it. Number 0 is the empty one,
/// before the first decision; the choices of a decision have consecutive numbers. A plan gives, for
/// each sequence, the probability of its last choice at its decision.
///
/// # Source
/// D. Koller, N. Megiddo and B. von Stengel (1996), Games and Economic Behavior 14, 247-259: the
/// sequence form.
///
/// # Examples
/// ```
/// use oddsmith_engine::strategy::Tree;
///
/// // A hand of two cards: play the one or the other, and then what is left.
/// let mut tree = Tree::default();
/// let first = tree.decide(0, 2);
/// let after_the_first = tree.decide(first, 1);
/// assert_eq!((first, after_the_first, tree.sequences()), (1, 3, 4));
/// assert_eq!(tree.reach(&[1.0, 0.25, 0.75, 1.0]), [1.0, 0.25, 0.75, 0.25]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Tree {
    points: Vec<Point>,
    choices: usize,
}

/// A decision of one side, in terms of sequences of its choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// The sequence that leads to it.
    pub before: usize,
    /// The sequence of its first choice; the others follow.
    pub first: usize,
    /// The number of choices.
    pub choices: usize,
}

impl Point {
    /// Returns the sequences of its choices.
    pub fn sequences(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.choices
    }
}

impl Tree {
    /// Adds a decision between `choices` choices, reached after the sequence `before`, and returns
    /// the sequence of the first choice.
    ///
    /// Several decisions after one sequence are distinguished by observations in between.
    ///
    /// # Panics
    /// If there is no choice, or no such sequence yet.
    pub fn decide(&mut self, before: usize, choices: usize) -> usize {
        assert!(choices > 0 && before < self.sequences(), "a decision follows what is known");
        let first = self.sequences();
        self.points.push(Point { before, first, choices });
        self.choices += choices;
        first
    }

    /// Returns the number of sequences, including the empty one.
    pub fn sequences(&self) -> usize {
        self.choices + 1
    }

    /// Returns the decisions in topological order.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// Returns the plan that mixes all choices of a decision evenly.
    pub fn even(&self) -> Vec<f64> {
        let mut shares = vec![1.0; self.sequences()];
        for point in &self.points {
            shares[point.sequences()].fill(1.0 / point.choices as f64);
        }
        shares
    }

    /// Returns the probability that a plan takes each sequence: the product of its shares.
    pub fn reach(&self, shares: &[f64]) -> Vec<f64> {
        let mut reach = vec![1.0; self.sequences()];
        self.reach_into(shares, &mut reach);
        reach
    }

    #[inline]
    pub(super) fn reach_into(&self, shares: &[f64], reach: &mut [f64]) {
        for point in &self.points {
            let before = reach[point.before];
            let range = point.sequences();
            for (reach, share) in reach[range.clone()].iter_mut().zip(&shares[range]) {
                *reach = before * share;
            }
        }
    }

    /// Returns the plan that takes sequences with these probabilities; unreachable decisions take
    /// their first choice.
    pub(super) fn shares(&self, reach: &[f64]) -> Vec<f64> {
        let mut shares = vec![1.0; self.sequences()];
        for point in &self.points {
            let range = point.sequences();
            // Divide by the sum rather than by the probability of arriving here, so that shares add
            // up to 1 despite rounding.
            let sum: f64 = reach[range.clone()].iter().sum();
            for (place, sequence) in range.enumerate() {
                shares[sequence] = match sum > 0.0 {
                    true => reach[sequence] / sum,
                    false => f64::from(u8::from(place == 0)),
                };
            }
        }
        shares
    }

    /// Returns the best value given the gain of each sequence, and the pure plan that attains it,
    /// preferring the first of equally good choices. `gains` is overwritten.
    pub(super) fn best(&self, gains: &mut [f64]) -> (f64, Vec<f64>) {
        let mut shares = vec![0.0; self.sequences()];
        shares[0] = 1.0;
        for point in self.points.iter().rev() {
            let (mut best, mut most) = (point.first, f64::MIN);
            for sequence in point.sequences() {
                if gains[sequence] > most + 1e-15 {
                    (best, most) = (sequence, gains[sequence]);
                }
            }
            shares[best] = 1.0;
            gains[point.before] += gains[best];
        }
        (gains[0], shares)
    }
}
