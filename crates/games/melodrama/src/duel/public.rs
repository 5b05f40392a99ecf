//! Duels of open hands: only the card that the other side is choosing is hidden.

use std::collections::HashMap;

use super::hands::{Hands, different, without};
use oddsmith_base::Result;
use oddsmith_engine::strategy::MOST_MEETINGS;
use oddsmith_engine::strategy::Rounds;

/// The state before a check.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Open {
    /// Number of finished checks.
    pub over: usize,
    /// Hands of both sides, in rising order.
    pub hands: [Vec<i32>; 2],
}

/// A duel of open hands.
pub struct OpenDuel {
    /// Terms of the duel.
    hands: Hands,
    /// Every reachable state, after all states that lead to it.
    states: Vec<Open>,
    /// Index of each state in `states`.
    pub places: HashMap<Open, usize>,
}

impl OpenDuel {
    /// Creates the duel of these terms, with these hands at the start.
    ///
    /// # Errors
    /// If there are too many states.
    pub fn new(hands: Hands, held: [Vec<i32>; 2]) -> Result<OpenDuel> {
        let start = Open { over: 0, hands: held };
        let places = HashMap::from([(start.clone(), 0)]);
        let mut duel = OpenDuel { hands, states: vec![start], places };
        let (mut at, mut pairs) = (0, 0);
        while let Some(state) = duel.states.get(at).cloned() {
            let [own, rival] = duel.choices(&state);
            pairs += (own * rival) as u64;
            if !MOST_MEETINGS.holds(pairs) {
                return Err(MOST_MEETINGS.exceeded("the duel has"));
            }
            let both = (0..own).flat_map(|own| (0..rival).map(move |rival| [own, rival]));
            for next in both.filter_map(|both| duel.round(&state, both).1).collect::<Vec<_>>() {
                duel.places.entry(next).or_insert_with_key(|next| {
                    duel.states.push(next.clone());
                    duel.states.len() - 1
                });
            }
            at += 1;
        }
        Ok(duel)
    }

    /// Returns the state before the first check.
    pub fn start(&self) -> &Open {
        &self.states[0]
    }

    /// Returns the cards that these choices play.
    pub fn cards(&self, state: &Open, choices: [usize; 2]) -> [i32; 2] {
        [0, 1].map(|side| different(&state.hands[side])[choices[side]])
    }
}

impl Rounds for OpenDuel {
    type State = Open;

    fn count(&self) -> usize {
        self.states.len()
    }

    fn states(&self) -> impl DoubleEndedIterator<Item = Open> {
        self.states.iter().cloned()
    }

    fn place(&self, state: &Open) -> usize {
        self.places[state]
    }

    fn choices(&self, state: &Open) -> [usize; 2] {
        state.hands.each_ref().map(|hand| different(hand).len())
    }

    fn round(&self, state: &Open, choices: [usize; 2]) -> (f64, Option<Open>) {
        let [own, rival] = self.cards(state, choices);
        let gain = if self.hands.wins(own, rival) { self.hands.share(state.over) } else { 0.0 };
        let next = || {
            let hands = [without(&state.hands[0], own), without(&state.hands[1], rival)];
            Open { over: state.over + 1, hands }
        };
        (gain, (state.over + 1 < self.hands.checks()).then(next))
    }
}
