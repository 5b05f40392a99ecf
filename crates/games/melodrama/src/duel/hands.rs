//! The terms of a duel of hands: the cards dealt, the stakes, and the winner of a check.

use oddsmith_base::Result;
use oddsmith_engine::strategy::MOST_MEETINGS;

/// A duel of hands: each side plays one card per check, chosen face down; no card is replaced.
///
/// # Formula
/// The own side wins a check if `active + card >= passive + rival's card`. The value is the
/// expected share of the stakes won, less 1/2.
///
/// # Source
/// Melodramatic Mutants & Masterminds, Making Checks and Handling Ties.
#[derive(Clone, Debug, PartialEq)]
pub struct Hands {
    /// Own trait bonus less the rival's.
    pub edge: i32,
    /// Stake of each check.
    pub stakes: Vec<i32>,
    /// Cards of each side, own first.
    pub sides: [Cards; 2],
}

/// The cards of one side.
#[derive(Clone, Debug, PartialEq)]
pub struct Cards {
    /// Deck of the side, in rising order.
    pub deck: Vec<i32>,
    /// Hand of the side.
    pub hand: Hand,
}

/// A hand at the start of a duel.
#[derive(Clone, Debug, PartialEq)]
pub enum Hand {
    /// These cards, in rising order; both sides see them.
    Known(Vec<i32>),
    /// This number of cards, dealt from the deck; only the holder sees them.
    Dealt(usize),
}

impl Hands {
    /// Returns true if the own side wins a check with these cards.
    pub fn wins(&self, own: i32, rival: i32) -> bool {
        self.edge + own >= rival
    }

    /// Returns the number of checks.
    pub fn checks(&self) -> usize {
        self.stakes.len()
    }

    /// Returns the stake of a check as a share of the sum of all stakes.
    pub fn share(&self, check: usize) -> f64 {
        f64::from(self.stakes[check]) / f64::from(self.stakes.iter().sum::<i32>())
    }
}

impl Cards {
    /// Returns the number of cards in the hand.
    pub fn size(&self) -> usize {
        match &self.hand {
            Hand::Known(cards) => cards.len(),
            Hand::Dealt(size) => *size,
        }
    }

    /// Returns every possible hand with its probability.
    ///
    /// # Errors
    /// If there are too many hands.
    pub fn deals(&self) -> Result<Vec<(Vec<i32>, f64)>> {
        let size = match &self.hand {
            Hand::Known(cards) => return Ok(vec![(cards.clone(), 1.0)]),
            Hand::Dealt(size) => *size,
        };
        let mut hands: Vec<(Vec<i32>, f64)> = vec![(Vec::new(), 1.0)];
        let mut left = self.deck.len();
        for kind in self.deck.chunk_by(|a, b| a == b) {
            left -= kind.len();
            let longer = |(hand, ways): &(Vec<i32>, f64)| {
                let wanted = size - hand.len();
                // At least the number of cards that the higher values can't supply.
                let least = wanted.saturating_sub(left);
                let with = |copies: usize| {
                    let cards = [&hand[..], &kind[..copies]].concat();
                    (cards, ways * binomial(kind.len(), copies))
                };
                (least..=wanted.min(kind.len())).map(with).collect::<Vec<_>>()
            };
            hands = hands.iter().flat_map(longer).collect();
            MOST_MEETINGS.ask("the hands are too many", (hands.len() * size) as u64)?;
        }
        let all = binomial(self.deck.len(), size);
        hands.sort_by(|(one, _), (other, _)| one.cmp(other));
        Ok(hands.into_iter().map(|(hand, ways)| (hand, ways / all)).collect())
    }
}

/// Returns the number of ways to choose `k` of `n`.
fn binomial(n: usize, k: usize) -> f64 {
    (0..k).fold(1.0, |ways, i| ways * (n - i) as f64 / (i + 1) as f64)
}

/// Returns the different cards of a hand in rising order.
pub fn different(hand: &[i32]) -> Vec<i32> {
    hand.chunk_by(|a, b| a == b).map(|same| same[0]).collect()
}

/// Returns a hand without one of its cards.
pub fn without(hand: &[i32], card: i32) -> Vec<i32> {
    let mut rest = hand.to_vec();
    if let Some(place) = rest.iter().position(|&held| held == card) {
        rest.remove(place);
    }
    rest
}
