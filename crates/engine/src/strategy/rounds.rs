//! Rounds of choices made at the same time and seen afterwards, from the last one back.

use super::{Equilibrium, Matrix, Plan};

use oddsmith_base::Bound;

/// A side of a game, which is also its place in a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The one that the value is for.
    Own,
    /// The other.
    Rival,
}

/// Choices of both sides that meet in a duel in which hands are held or something is hidden: some
/// hundred megabytes, and a minute.
pub const MOST_MEETINGS: Bound =
    Bound::of(12_000_000, "choices that meet", "use smaller hands, caps or pools, or fewer rounds");

/// A game of rounds in which both sides know all but the choice that the other is making.
pub trait Rounds {
    /// All that what follows depends on.
    type State;

    /// How many states there are before a round.
    fn count(&self) -> usize;

    /// These states: the start first, none before those that lead to it.
    fn states(&self) -> impl DoubleEndedIterator<Item = Self::State>;

    /// The place of a state among them.
    fn place(&self, state: &Self::State) -> usize;

    /// How many choices each side has in this state.
    fn choices(&self, state: &Self::State) -> [usize; 2];

    /// What the own side gains in a round, and the state before the next one; none after the last,
    /// whatever was chosen in it.
    fn round(&self, state: &Self::State, choices: [usize; 2]) -> (f64, Option<Self::State>);
}

/// A game of rounds solved.
///
/// # Formula
/// Each state is a [`Matrix`] of what the round pays and the values of the states behind it. Its
/// plans are those of [`Matrix::solve`]: a pure choice where one is safe, the lowest; else the mix
/// of the lowest mean choice.
///
/// # Source
/// L. S. Shapley (1953), Stochastic games, PNAS 39, 1095-1100: backward induction over matrix
/// games.
#[derive(Clone, Debug)]
pub struct Solution {
    /// What the own plan guarantees, whatever the rival does.
    pub lo: f64,
    /// What the rival's plan holds the own side to. The value is between the two.
    pub hi: f64,
    /// The plan of each side: a mix of choices in every state.
    pub plans: [Plan; 2],
    /// The game of the first round, with the values of what follows.
    pub first: Matrix,
}

impl Solution {
    /// The value of this game, and an optimal plan of each side.
    pub fn of(game: &impl Rounds) -> Solution {
        Solution::seen(game, |_, _, _| {})
    }

    /// The same, where `see` is shown every state with its game and what solves it, the last first.
    pub(super) fn seen<G: Rounds>(
        game: &G,
        mut see: impl FnMut(&G::State, &Matrix, &Equilibrium),
    ) -> Solution {
        let mut plans = [Side::Own, Side::Rival].map(|side| Plan::none(game, side));
        // The own mix is safe against what the own plan guarantees later, the rival's against what
        // the rival's does: the ends of the certificate are carried along, each with its own plan.
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
        Plan::empty(game.count(), choices.max().unwrap_or(0))
    }

    /// The plan of `side` that mixes its choices in each state as `mix` says: the probabilities of
    /// the first of them, or of all.
    pub fn of<G: Rounds>(game: &G, side: Side, mut mix: impl FnMut(&G::State) -> Vec<f64>) -> Plan {
        let mut plan = Plan::none(game, side);
        game.states().enumerate().for_each(|(place, state)| plan.set(place, &mix(&state)));
        plan
    }

    /// The best reply of the other side to this plan of `side`, lowest choices first, and the value
    /// to the own side when both are played: what this plan keeps.
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

/// Goes through the choices that meet when both sides play these plans, each pair with its state
/// and how likely it is.
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

/// The game of a state, where `values` are those of the states behind it.
fn ahead<G: Rounds>(game: &G, state: &G::State, values: &[f64]) -> Matrix {
    let [rows, columns] = game.choices(state);
    Matrix::new(rows, columns, |row, column| outcome(game, state, [row, column], values))
}

/// What these choices come to: what they gain, and the value of the state behind them.
#[inline]
fn outcome<G: Rounds>(game: &G, state: &G::State, choices: [usize; 2], values: &[f64]) -> f64 {
    let (gain, next) = game.round(state, choices);
    next.map_or(gain, |next| gain + values[game.place(&next)])
}
