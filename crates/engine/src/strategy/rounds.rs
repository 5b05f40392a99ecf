//! Games of rounds with simultaneous choices that are revealed afterward, solved by backward
//! induction.

use super::{Equilibrium, Matrix, Plan};

use oddsmith_base::Bound;

/// A side of a game; `side as usize` is its index in a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The side that the value is for.
    Own,
    /// The opponent.
    Rival,
}

/// Maximum number of pairs of choices in a duel with hands or hidden information: a few hundred
/// megabytes, and a minute.
pub const MOST_MEETINGS: Bound =
    Bound::of(12_000_000, "choices that meet", "use smaller hands, caps or pools, or fewer rounds");

/// A game of rounds in which both sides know everything but the other's current choice.
pub trait Rounds {
    /// The state on which the future depends.
    type State;

    /// Returns the number of states before a round.
    fn count(&self) -> usize;

    /// Returns these states in topological order, the start first.
    fn states(&self) -> impl DoubleEndedIterator<Item = Self::State>;

    /// Returns the index of a state.
    fn place(&self, state: &Self::State) -> usize;

    /// Returns the number of choices of each side in this state.
    fn choices(&self, state: &Self::State) -> [usize; 2];

    /// Returns the player's gain in a round, and the state before the next one, which is `None`
    /// after the last, whatever was chosen in it.
    fn round(&self, state: &Self::State, choices: [usize; 2]) -> (f64, Option<Self::State>);
}

/// The solution of a game of rounds.
///
/// # Formula
/// Each state is a [`Matrix`] of the round's gain plus the value of the next state. Its plans are
/// those of [`Matrix::solve`]: the lowest pure choice if one is safe; else the mix of the lowest
/// mean choice.
///
/// # Source
/// L. S. Shapley (1953), Stochastic games, PNAS 39, 1095-1100: backward induction over matrix
/// games.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The value that the player's plan guarantees against any rival plan.
    pub lo: f64,
    /// The upper bound that the rival's plan enforces. The value is between the two.
    pub hi: f64,
    /// The plan of each side: a mixed strategy in every state.
    pub plans: [Plan; 2],
    /// The matrix game of the first round, including the values of later rounds.
    pub first: Matrix,
}

impl Solution {
    /// Computes the value of a game, and an optimal plan of each side.
    pub fn of(game: &impl Rounds) -> Solution {
        Solution::seen(game, |_, _, _| {})
    }

    /// Does the same, and calls `see` for every state with its matrix and equilibrium, the last
    /// state first.
    pub(super) fn seen<G: Rounds>(
        game: &G,
        mut see: impl FnMut(&G::State, &Matrix, &Equilibrium),
    ) -> Solution {
        let mut plans = [Side::Own, Side::Rival].map(|side| Plan::none(game, side));
        // The own mix is safe against the guarantees of the own later plan, and the rival's mix
        // against those of the rival's plan: both ends of the certificate are propagated, each with
        // its plan.
        let [mut lo, mut hi] = [(); 2].map(|()| vec![0.0; game.count()]);
        let mut first = Matrix::new(1, 1, |_, _| 0.0);
        for (place, state) in from_the_last(game) {
            let least = ahead(game, &state, &lo);
            let solved = least.solve();
            see(&state, &least, &solved);
            let is_last = game.round(&state, [0, 0]).1.is_none();
            let most = (!is_last).then(|| ahead(game, &state, &hi));
            hi[place] = most.as_ref().unwrap_or(&least).most(&solved.column);
            lo[place] = solved.lo;
            plans[0].set(place, &solved.row);
            plans[1].set(place, &solved.column);
            first = least;
        }
        Solution { lo: lo[0], hi: hi[0], plans, first }
    }
}

impl Plan {
    fn none(game: &impl Rounds, side: Side) -> Plan {
        let choices = game.states().map(|state| game.choices(&state)[side as usize]);
        Plan::zeroed(game.count(), choices.max().unwrap_or(0))
    }

    /// Creates the plan of `side` with the mix `mix` in each state: the probabilities of its first
    /// choices, or of all.
    pub fn of<G: Rounds>(game: &G, side: Side, mut mix: impl FnMut(&G::State) -> Vec<f64>) -> Plan {
        let mut plan = Plan::none(game, side);
        game.states().enumerate().for_each(|(place, state)| plan.set(place, &mix(&state)));
        plan
    }

    /// Returns the value to the player when the other side plays its best reply to this plan of
    /// `side`, and that reply, preferring lower choices.
    pub fn reply(&self, game: &impl Rounds, side: Side) -> (f64, Plan) {
        let (other, sign) = match side {
            Side::Own => (Side::Rival, -1.0),
            Side::Rival => (Side::Own, 1.0),
        };
        let mut reply = Plan::none(game, other);
        let mut values = vec![0.0; game.count()];
        for (place, state) in from_the_last(game) {
            let (mut best, mut found) = (0, f64::MIN);
            for choice in 0..game.choices(&state)[other as usize] {
                let outcome = |(fixed, share): (usize, f64)| {
                    let both = if side == Side::Own { [fixed, choice] } else { [choice, fixed] };
                    share * outcome(game, &state, both, &values)
                };
                let value: f64 = self.played(place).map(outcome).sum();
                if sign * value > found + 1e-13 {
                    (best, found) = (choice, sign * value);
                }
            }
            reply.set_pure(place, best);
            values[place] = sign * found;
        }
        (values[0], reply)
    }
}

/// Calls `see` with each pair of choices that both plans can play, its state and its probability.
pub fn meet<G: Rounds>(
    game: &G,
    plans: [&Plan; 2],
    mut see: impl FnMut(&G::State, [usize; 2], f64),
) {
    let mut mass = vec![0.0; game.count()];
    mass[0] = 1.0;
    for (place, state) in game.states().enumerate() {
        let rivals: Vec<(usize, f64)> = plans[1].played(place).collect();
        for (own, share) in plans[0].played(place) {
            for &(rival, other) in &rivals {
                let weight = mass[place] * share * other;
                see(&state, [own, rival], weight);
                if let Some(next) = game.round(&state, [own, rival]).1 {
                    mass[game.place(&next)] += weight;
                }
            }
        }
    }
}

fn from_the_last<G: Rounds>(game: &G) -> impl Iterator<Item = (usize, G::State)> {
    (0..game.count()).rev().zip(game.states().rev())
}

/// Returns the matrix game of a state, given the values of the next states.
fn ahead<G: Rounds>(game: &G, state: &G::State, values: &[f64]) -> Matrix {
    let [rows, columns] = game.choices(state);
    Matrix::new(rows, columns, |row, column| outcome(game, state, [row, column], values))
}

/// Returns the gain of these choices plus the value of the next state.
#[inline]
fn outcome<G: Rounds>(game: &G, state: &G::State, choices: [usize; 2], values: &[f64]) -> f64 {
    let (gain, next) = game.round(state, choices);
    next.map_or(gain, |next| gain + values[game.place(&next)])
}
