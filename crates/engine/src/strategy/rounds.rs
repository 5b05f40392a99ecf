//! Rounds of choices made at the same time and seen afterwards, from the last one back.

use std::collections::HashMap;
use std::hash::Hash;

use super::{Equilibrium, Matrix, Side};
use oddsmith_base::Bound;
use oddsmith_base::{Error, Result};

/// Choices of both sides that meet in a duel in which hands are held or something is hidden: some
/// hundred megabytes, and a minute.
pub const MOST_MEETINGS: Bound = Bound::of(
    12_000_000,
    "choices that meet",
    "take smaller hands, caps or pools, or fewer rounds or types",
);

/// A game of rounds in which both sides know all but the choice that the other is making.
pub trait Rounds {
    /// All that what follows depends on.
    type State: Clone + Eq + Hash;

    /// How many choices each side has in this state; none where it is over.
    fn choices(&self, state: &Self::State) -> Option<[usize; 2]>;

    /// What the own side gains in a round, and the state that follows: one that is a round later.
    fn round(&self, state: &Self::State, choices: [usize; 2]) -> (f64, Self::State);
}

/// Every state of a game of rounds with its matrix, an optimal mix of each side, and what they
/// prove.
///
/// # Formula
/// Each state is a [`Matrix`] of what the round pays and the values of the states behind it.
///
/// # Source
/// L. S. Shapley (1953), Stochastic games, PNAS 39, 1095-1100: backward induction over matrix
/// games.
#[derive(Clone, Debug)]
pub struct Backward<S> {
    /// The states, none before those that lead to it.
    states: Vec<S>,
    places: HashMap<S, usize>,
    solved: Vec<(Matrix, Equilibrium)>,
    /// What each side's plan proves at the start.
    proof: [f64; 2],
}

/// Mixes of a side: for each state the probability of each choice.
pub type Mixes = Vec<Vec<f64>>;

impl<S: Clone + Eq + Hash> Backward<S> {
    /// Solves the game from this state on.
    ///
    /// # Errors
    /// If it is too large, or over before it begins.
    pub fn of(game: &impl Rounds<State = S>, start: S) -> Result<Backward<S>> {
        let (mut states, mut places) = (vec![start.clone()], HashMap::from([(start, 0)]));
        let (mut at, mut pairs) = (0, 0);
        while let Some(state) = states.get(at).cloned() {
            let Some([rows, columns]) = game.choices(&state) else {
                at += 1;
                continue;
            };
            pairs += (rows * columns) as u64;
            if !MOST_MEETINGS.holds(pairs) {
                return Err(MOST_MEETINGS.exceeded("the duel has"));
            }
            for choices in pairs_of([rows, columns]) {
                let next = game.round(&state, choices).1;
                places.entry(next).or_insert_with_key(|next| {
                    states.push(next.clone());
                    states.len() - 1
                });
            }
            at += 1;
        }
        let mut solved = Vec::with_capacity(states.len());
        let mut ends = vec![[0.0; 2]; states.len()];
        for (place, state) in states.iter().enumerate().rev() {
            let Some([rows, columns]) = game.choices(state) else { continue };
            // The own mix is safe against what the own plan guarantees later, the rival's against
            // what the rival's does.
            let [least, most] = [0, 1].map(|side: usize| {
                Matrix::new(rows, columns, |row, column| {
                    let (gain, next) = game.round(state, [row, column]);
                    gain + ends[places[&next]][side]
                })
            });
            let mixes = least.solve();
            ends[place] = [mixes.lo, most.most(&mixes.column)];
            solved.push((least, mixes));
        }
        // States that are over have no matrix: they stand behind all others no longer.
        solved.reverse();
        let open: Vec<S> =
            states.into_iter().filter(|state| game.choices(state).is_some()).collect();
        if open.is_empty() {
            return Err(Error::question("it is over before the first round"));
        }
        let places = open.iter().cloned().zip(0..).collect();
        Ok(Backward { states: open, places, solved, proof: ends[0] })
    }

    /// What the own plan guarantees, and what the rival's holds it to.
    pub fn proof(&self) -> [f64; 2] {
        self.proof
    }

    /// Every state that is not over, the start first.
    pub fn states(&self) -> &[S] {
        &self.states
    }

    /// The place of a state; none where it is over, or never comes.
    pub fn place(&self, state: &S) -> Option<usize> {
        self.places.get(state).copied()
    }

    /// The game of the state at this place, and what solves it.
    pub fn solved(&self, place: usize) -> &(Matrix, Equilibrium) {
        &self.solved[place]
    }

    /// The optimal mixes of a side.
    pub fn mixes(&self, side: Side) -> Mixes {
        let mix = |(_, mixes): &(Matrix, Equilibrium)| match side {
            Side::Own => mixes.row.clone(),
            Side::Rival => mixes.column.clone(),
        };
        self.solved.iter().map(mix).collect()
    }

    /// What these mixes of `side` keep against the best reply: a value to the own side.
    pub fn keeps(&self, game: &impl Rounds<State = S>, side: Side, mixes: &Mixes) -> f64 {
        self.worth(game, |place, payoffs| match side {
            Side::Own => payoffs.least(&mixes[place]),
            Side::Rival => payoffs.most(&mixes[place]),
        })
    }

    /// What comes of both sides' mixes.
    pub fn expected(&self, game: &impl Rounds<State = S>, mixes: [&Mixes; 2]) -> f64 {
        self.worth(game, |place, payoffs| {
            let [own, rival] = mixes.map(|mixes| &mixes[place]);
            let mut gains = vec![0.0; own.len()];
            payoffs.add_rows(rival, &mut gains);
            gains.iter().zip(own).map(|(gain, share)| gain * share).sum()
        })
    }

    /// The value of the first state, where `value` makes that of a state from its place and the
    /// game that the values behind it make.
    fn worth(&self, game: &impl Rounds<State = S>, value: impl Fn(usize, &Matrix) -> f64) -> f64 {
        let mut values = vec![0.0; self.states.len()];
        for (place, state) in self.states.iter().enumerate().rev() {
            let (payoffs, _) = &self.solved[place];
            let payoffs = Matrix::new(payoffs.rows(), payoffs.columns(), |row, column| {
                let (gain, next) = game.round(state, [row, column]);
                gain + self.place(&next).map_or(0.0, |next| values[next])
            });
            values[place] = value(place, &payoffs);
        }
        values[0]
    }
}

fn pairs_of([rows, columns]: [usize; 2]) -> impl Iterator<Item = [usize; 2]> {
    (0..rows).flat_map(move |row| (0..columns).map(move |column| [row, column]))
}
