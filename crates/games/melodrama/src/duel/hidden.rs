//! Duels of hidden hands: each side sees its own hand and the cards played so far.

use std::collections::BTreeMap;

use super::hands::{Hands, different, without};
use oddsmith_base::Result;
use oddsmith_engine::strategy::{Block, Hidden, MOST_MEETINGS, Matrix, Term, Tree};

/// The information of one side when it chooses a card.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spot {
    /// Hand of the side, in rising order.
    pub hand: Vec<i32>,
    /// Cards played by the side, and by the other side, in the order of checks.
    pub played: [Vec<i32>; 2],
}

/// A duel of hidden hands as a game of two trees.
///
/// In the last check the highest card left is never worse than another. It is played without a
/// decision, unless there is only one check.
pub struct HiddenDuel {
    /// Game of both sides; the kinds of its blocks are the checks.
    pub game: Hidden,
    /// Information of each side at each decision of its tree.
    pub spots: [Vec<Spot>; 2],
}

/// A rule for the last card: the probability of each different card of the hand.
pub type Last<'a> = &'a dyn Fn(&Spot) -> Vec<f64>;

/// Returns the rule that plays the highest card.
pub fn best(spot: &Spot) -> Vec<f64> {
    let count = different(&spot.hand).len();
    (1..=count).map(|place| f64::from(u8::from(place == count))).collect()
}

/// A hand at a point of the duel, with the sequence that led to it and its probability.
#[derive(Clone)]
struct Held {
    spot: Spot,
    before: usize,
    weight: f64,
}

struct Builder<'a> {
    hands: &'a Hands,
    last: [Last<'a>; 2],
    /// Different cards of each side in rising order; they are the classes of a block.
    cards: [Vec<i32>; 2],
    trees: [Tree; 2],
    spots: [Vec<Spot>; 2],
    blocks: Vec<Block>,
    terms: usize,
}

impl HiddenDuel {
    /// Creates the game; `last` is the rule for the last card of each side.
    ///
    /// # Errors
    /// If the game is too large.
    pub fn new(hands: &Hands, last: [Last<'_>; 2]) -> Result<HiddenDuel> {
        let none = || [Vec::new(), Vec::new()];
        let mut held: [Vec<Held>; 2] = Default::default();
        let mut cards = none();
        for side in 0..2 {
            for (hand, weight) in hands.sides[side].deals()? {
                cards[side].extend_from_slice(&hand);
                let spot = Spot { hand, played: none() };
                held[side].push(Held { spot, before: 0, weight });
            }
            cards[side].sort_unstable();
            cards[side].dedup();
        }
        let mut builder = Builder {
            hands,
            last,
            cards,
            trees: Default::default(),
            spots: Default::default(),
            blocks: Vec::new(),
            terms: 0,
        };
        builder.check(0, held)?;
        let payoffs = |check: usize| builder.payoffs(hands.share(check));
        let kinds = (0..hands.checks()).map(payoffs).collect();
        let Builder { trees, spots, blocks, .. } = builder;
        Ok(HiddenDuel { game: Hidden::new(trees, kinds, blocks), spots })
    }

    /// Returns the payoffs of each check if all checks have the same stake.
    pub fn checks(&self, hands: &Hands) -> Vec<Matrix> {
        let even = 1.0 / hands.checks() as f64;
        let kinds = self.game.kinds().iter();
        kinds
            .map(|kind| {
                Matrix::new(kind.rows(), kind.columns(), |row, column| {
                    if kind.payoff(row, column) > 0.0 { even } else { 0.0 }
                })
            })
            .collect()
    }
}

impl Builder<'_> {
    /// Returns the payoffs of a check with this stake, by the cards of both sides.
    fn payoffs(&self, stake: f64) -> Matrix {
        let [own, rival] = &self.cards;
        Matrix::new(own.len(), rival.len(), |row, column| {
            if self.hands.wins(own[row], rival[column]) { stake } else { 0.0 }
        })
    }

    fn class(&self, side: usize, card: i32) -> usize {
        self.cards[side].partition_point(|&other| other < card)
    }

    /// Adds the decisions and blocks of a check and of all later checks, for each history of played
    /// cards.
    fn check(&mut self, check: usize, held: [Vec<Held>; 2]) -> Result<()> {
        let checks = self.hands.checks();
        let mut now: [Vec<Term>; 2] = Default::default();
        let mut at_last: [Vec<Term>; 2] = Default::default();
        let mut next: [BTreeMap<i32, Vec<Held>>; 2] = Default::default();
        for (side, held) in held.into_iter().enumerate() {
            for Held { spot, before, weight } in held {
                let cards = different(&spot.hand);
                let first = self.trees[side].decide(before, cards.len());
                for (sequence, &card) in (first..).zip(&cards) {
                    now[side].push(Term::new(sequence, self.class(side, card), weight));
                    let left = Spot { hand: without(&spot.hand, card), ..spot.clone() };
                    if check + 2 == checks {
                        let shares = (self.last[side])(&left);
                        for (&last, share) in different(&left.hand).iter().zip(shares) {
                            let term = Term::new(sequence, self.class(side, last), weight * share);
                            at_last[side].extend((share > 0.0).then_some(term));
                        }
                    } else if check + 2 < checks {
                        let held = Held { spot: left, before: sequence, weight };
                        next[side].entry(card).or_default().push(held);
                    }
                }
                self.spots[side].push(spot);
            }
        }
        self.terms += now.iter().chain(&at_last).map(Vec::len).sum::<usize>();
        if !MOST_MEETINGS.holds(self.terms as u64) {
            return Err(MOST_MEETINGS.exceeded("the duel has"));
        }
        self.blocks.push(Block { kind: check, terms: now });
        if check + 2 == checks {
            self.blocks.push(Block { kind: check + 1, terms: at_last });
        }
        let [own, rival] = next;
        for (&card, own) in &own {
            for (&other, rival) in &rival {
                let seen = |held: &[Held], cards: [i32; 2]| -> Vec<Held> {
                    let seen = |held: &Held| {
                        let mut held = held.clone();
                        let played = &mut held.spot.played;
                        played.iter_mut().zip(cards).for_each(|(played, card)| played.push(card));
                        held
                    };
                    held.iter().map(seen).collect()
                };
                self.check(check + 1, [seen(own, [card, other]), seen(rival, [other, card])])?;
            }
        }
        Ok(())
    }
}
