//! What comes of two plans, and what one is worth against the best reply to it.

use super::super::{Matrix, Side};
use super::tree::Tree;

/// A game of two sides with a [`Tree`] of decisions each: what the own side wins the rival loses.
///
/// # Formula
/// `value = sum over blocks of (sum of weight x reach by class of the own side) x payoffs x (the
/// same of the rival)`. Chance is in the weights: two hands from two decks weigh the product of
/// their odds, so a block costs its terms and not their pairs. Odds that do not factor stand in
/// the payoffs of a block's classes.
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

/// Sequences of both sides that meet: what comes of it depends on their classes alone.
#[derive(Clone, Debug)]
pub struct Block {
    /// Which payoffs.
    pub kind: usize,
    /// The sequences of each side; one may stand in it several times.
    pub terms: [Vec<Term>; 2],
}

impl Block {
    /// The mass of each class of a side that takes sequences with these probabilities.
    fn masses(&self, side: usize, classes: usize, reach: &[f64], masses: &mut Vec<f64>) {
        masses.clear();
        masses.resize(classes, 0.0);
        for term in &self.terms[side] {
            masses[term.class as usize] += term.weight * reach[term.sequence as usize];
        }
    }
}

/// A sequence in a block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    sequence: u32,
    class: u32,
    weight: f64,
}

impl Term {
    /// The sequence of this number, in a row (or column) of the payoffs; `weight` is what chance
    /// has to do with it.
    ///
    /// # Panics
    /// If a number does not fit 32 bits.
    pub fn new(sequence: usize, class: usize, weight: f64) -> Term {
        let short = |number: usize| u32::try_from(number).expect("games fit 32 bits");
        Term { sequence: short(sequence), class: short(class), weight }
    }
}

/// A plan of each side, and what they prove.
#[derive(Clone, Debug)]
pub struct Proof {
    /// What the own plan guarantees, whatever the rival does.
    pub lo: f64,
    /// What the rival's plan holds the own side to. The value is between the two.
    pub hi: f64,
    /// The plan of each side, by sequence.
    pub plans: [Vec<f64>; 2],
    /// How many rounds of learning it took; 0 where plans were found exactly.
    pub rounds: u64,
}

impl Hidden {
    /// The game of these trees, where blocks name their payoffs by their place in `kinds`.
    ///
    /// # Panics
    /// If a block names a sequence, a class or payoffs that there are not.
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

    /// The decisions of a side.
    pub fn tree(&self, side: Side) -> &Tree {
        &self.trees[side as usize]
    }

    /// Payoffs of each kind.
    pub fn kinds(&self) -> &[Matrix] {
        &self.kinds
    }

    /// How many terms its blocks have: what a round of learning costs.
    pub(super) fn terms(&self) -> usize {
        self.blocks.iter().flat_map(|block| &block.terms).map(Vec::len).sum()
    }

    /// What each sequence of `side` gains that side against a rival who takes sequences with these
    /// probabilities, without what its later choices gain.
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

    /// The best reply of the other side to the plan of `side`, first choices first, and the value
    /// to the own side when both are played: what the plan keeps.
    pub fn reply(&self, side: Side, plan: &[f64]) -> (f64, Vec<f64>) {
        let reach = self.trees[side as usize].reach(plan);
        let other = if side == Side::Own { Side::Rival } else { Side::Own };
        let mut gains = vec![0.0; self.tree(other).sequences()];
        self.gains(other, &reach, &mut gains);
        let (value, reply) = self.tree(other).best(&mut gains);
        (if other == Side::Own { value } else { -value }, reply)
    }

    /// What comes of two plans where blocks pay these amounts, of the same kinds.
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

    /// What these plans prove.
    pub(super) fn proof(&self, plans: [Vec<f64>; 2], rounds: u64) -> Proof {
        let (lo, hi) = (self.reply(Side::Own, &plans[0]).0, self.reply(Side::Rival, &plans[1]).0);
        Proof { lo, hi, plans, rounds }
    }
}
