//! Two-sided games with hidden information: expected outcomes and best replies.

use super::super::{Matrix, Side};
use super::tree::Tree;

/// A zero-sum game of two sides, with a [`Tree`] of decisions each.
///
/// # Formula
/// `value = sum over blocks of (sum of weight x reach by class of the player) x payoffs x (the
/// same of the rival)`. Chance is in the weights: two hands from two decks weigh the product of
/// their probabilities, so a block costs its terms rather than their pairs. Probabilities that do
/// not factor are part of the payoffs of a block's classes.
///
/// # Examples
/// Matching pennies, one of which counts double.
/// ```
/// use oddsmith_engine::strategy::{Block, Hidden, Matrix, Term, Tree};
///
/// let mut trees = [Tree::default(), Tree::default()];
/// let faces = trees.each_mut().map(|tree| tree.decide(0, 2));
/// let terms = faces.map(|first| vec![Term::new(first, 0, 1.0), Term::new(first + 1, 1, 1.0)]);
/// let payoffs = Matrix::new(2, 2, |mine, theirs| if mine != theirs { -1.0 } else if mine == 0 { 2.0 } else { 1.0 });
/// let game = Hidden::new(trees, vec![payoffs], vec![Block { kind: 0, terms }]);
/// let proof = game.solve(1e-9);
/// assert!((proof.lo - 0.2).abs() < 1e-12 && proof.hi - proof.lo < 1e-12);
/// assert!((proof.plans[0][1] - 0.4).abs() < 1e-12);
/// ```
#[derive(Clone, Debug)]
pub struct Hidden {
    trees: [Tree; 2],
    kinds: Vec<Matrix>,
    blocks: Vec<Block>,
}

/// Sequences of both sides that meet, with payoffs that depend only on their classes.
#[derive(Clone, Debug)]
pub struct Block {
    /// The index of the payoff matrix.
    pub kind: usize,
    /// The sequences of each side; a sequence may occur several times.
    pub terms: [Vec<Term>; 2],
}

impl Block {
    /// Computes the probability mass of each class of a side that takes sequences with these
    /// probabilities.
    fn masses(&self, side: usize, classes: usize, reach: &[f64], masses: &mut Vec<f64>) {
        masses.clear();
        masses.resize(classes, 0.0);
        for term in &self.terms[side] {
            masses[term.class as usize] += term.weight * reach[term.sequence as usize];
        }
    }
}

/// A sequence of a side in a block, with its payoff class and weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    sequence: u32,
    class: u32,
    weight: f64,
}

impl Term {
    /// Creates a term of this sequence, in the row (or column) `class` of the payoffs; `weight` is
    /// its factor of the probability of chance.
    ///
    /// # Panics
    /// If a number does not fit 32 bits.
    pub fn new(sequence: usize, class: usize, weight: f64) -> Term {
        let short = |number: usize| u32::try_from(number).expect("games fit 32 bits");
        Term { sequence: short(sequence), class: short(class), weight }
    }
}

/// A plan of each side, and the bounds on the value that they prove.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The value that the player's plan guarantees against any rival plan.
    pub lo: f64,
    /// The upper bound that the rival's plan enforces. The value is between the two.
    pub hi: f64,
    /// The plan of each side, by sequence.
    pub plans: [Vec<f64>; 2],
    /// Number of rounds of learning; 0 if the plans were found exactly.
    pub rounds: u64,
}

impl Hidden {
    /// Creates the game of these trees; blocks refer to payoffs by index in `kinds`.
    ///
    /// # Panics
    /// If a block refers to a sequence, class or payoff matrix that does not exist.
    pub fn new(trees: [Tree; 2], kinds: Vec<Matrix>, blocks: Vec<Block>) -> Hidden {
        let fits = |block: &Block| {
            let payoffs = &kinds[block.kind];
            let classes = [payoffs.rows(), payoffs.columns()];
            (0..2).all(|side| {
                block.terms[side].iter().all(|term| {
                    (term.class as usize) < classes[side]
                        && (term.sequence as usize) < trees[side].sequences()
                })
            })
        };
        assert!(blocks.iter().all(fits), "a block names what there is");
        Hidden { trees, kinds, blocks }
    }

    /// Returns the decisions of a side.
    pub fn tree(&self, side: Side) -> &Tree {
        &self.trees[side as usize]
    }

    /// Returns the payoff matrices.
    pub fn kinds(&self) -> &[Matrix] {
        &self.kinds
    }

    /// Returns the number of terms in all blocks, which is the cost of a round of learning.
    pub(super) fn terms(&self) -> usize {
        self.blocks.iter().flat_map(|block| &block.terms).map(Vec::len).sum()
    }

    /// Computes the gain of each sequence of `side` against a rival with these sequence
    /// probabilities, excluding the gains of later choices.
    pub(super) fn gains(&self, side: Side, others: &[f64], gains: &mut [f64]) {
        gains.fill(0.0);
        let (own, other) = (side as usize, 1 - side as usize);
        let (mut meets, mut worth) = (Vec::new(), Vec::new());
        for block in &self.blocks {
            let payoffs = &self.kinds[block.kind];
            let sizes = [payoffs.rows(), payoffs.columns()];
            block.masses(other, sizes[other], others, &mut meets);
            if meets.iter().all(|&mass| mass == 0.0) {
                continue;
            }
            worth.clear();
            worth.resize(sizes[own], 0.0);
            match side {
                Side::Own => payoffs.add_rows(&meets, &mut worth),
                Side::Rival => payoffs.take_columns(&meets, &mut worth),
            }
            for term in &block.terms[own] {
                gains[term.sequence as usize] += term.weight * worth[term.class as usize];
            }
        }
    }

    /// Returns the value to the player when the other side plays its best reply to the plan of
    /// `side`, and that reply, preferring first choices.
    pub fn reply(&self, side: Side, plan: &[f64]) -> (f64, Vec<f64>) {
        let reach = self.trees[side as usize].reach(plan);
        let other = if side == Side::Own { Side::Rival } else { Side::Own };
        let mut gains = vec![0.0; self.tree(other).sequences()];
        self.gains(other, &reach, &mut gains);
        let (value, reply) = self.tree(other).best(&mut gains);
        (if other == Side::Own { value } else { -value }, reply)
    }

    /// Returns the expected outcome of two plans with the same blocks but other payoffs.
    pub fn expected(&self, plans: [&[f64]; 2], kinds: &[Matrix]) -> f64 {
        let reach = [0, 1].map(|side| self.trees[side].reach(plans[side]));
        let mut sum = 0.0;
        for block in &self.blocks {
            let payoffs = &kinds[block.kind];
            let sizes = [payoffs.rows(), payoffs.columns()];
            let masses = [0, 1].map(|side| {
                let mut masses = Vec::new();
                block.masses(side, sizes[side], &reach[side], &mut masses);
                masses
            });
            let mut worth = vec![0.0; sizes[0]];
            payoffs.add_rows(&masses[1], &mut worth);
            sum += masses[0].iter().zip(&worth).map(|(mass, worth)| mass * worth).sum::<f64>();
        }
        sum
    }

    /// Returns the bounds that these plans prove.
    pub(super) fn proof(&self, plans: [Vec<f64>; 2], rounds: u64) -> Proof {
        let (lo, hi) = (self.reply(Side::Own, &plans[0]).0, self.reply(Side::Rival, &plans[1]).0);
        Proof { lo, hi, plans, rounds }
    }
}
