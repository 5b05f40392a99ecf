//! Hands that lie open: only the card that is being chosen is not seen.

use super::hands::{Hands, different, without};
use oddsmith_base::Result;
use oddsmith_engine::strategy::{Backward, Rounds};

/// Before a check: the cards of both sides.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Open {
    /// Checks that are over.
    pub over: usize,
    /// The hands, in rising order.
    pub hands: [Vec<i32>; 2],
}

/// A duel of open hands: what is won is stakes, or checks.
pub struct OpenDuel<'a> {
    /// Its terms.
    pub hands: &'a Hands,
    /// What winning each check is worth.
    pub worth: Vec<f64>,
}

impl Rounds for OpenDuel<'_> {
    type State = Open;

    fn choices(&self, state: &Open) -> Option<[usize; 2]> {
        let count = |hand: &Vec<i32>| different(hand).len();
        (state.over < self.hands.checks()).then(|| state.hands.each_ref().map(count))
    }

    fn round(&self, state: &Open, choices: [usize; 2]) -> (f64, Open) {
        let cards = [0, 1].map(|side| different(&state.hands[side])[choices[side]]);
        let gain = match self.hands.wins(cards[0], cards[1]) {
            true => self.worth[state.over],
            false => 0.0,
        };
        let hands = [0, 1].map(|side| without(&state.hands[side], cards[side]));
        (gain, Open { over: state.over + 1, hands })
    }
}

impl<'a> OpenDuel<'a> {
    /// For the stakes.
    pub fn stakes(hands: &'a Hands) -> OpenDuel<'a> {
        let worth = (0..hands.checks()).map(|check| hands.share(check)).collect();
        OpenDuel { hands, worth }
    }

    /// For the share of checks.
    pub fn checks(hands: &'a Hands) -> OpenDuel<'a> {
        OpenDuel { hands, worth: vec![1.0 / hands.checks() as f64; hands.checks()] }
    }

    /// Solved from the last check back.
    ///
    /// # Errors
    /// If there are too many states.
    pub fn solve(&self, hands: [Vec<i32>; 2]) -> Result<Backward<Open>> {
        Backward::of(self, Open { over: 0, hands })
    }
}
