//! Duels of several rounds: hidden bids, both paid, points that run down. Solved from the last
//! round back.

use std::cmp::Ordering;

use super::layer::Layer;
use super::{Equilibrium, Matrix, Plan, State};
use oddsmith_base::Result;
use oddsmith_base::Bound;

const SMALLER: &str = "take fewer rounds, smaller pools or smaller caps";

/// States of a duel.
const MOST_STATES: Bound = Bound::of(1 << 22, "states", SMALLER);

/// Pairs of bids in all states of a duel: a minute.
const MOST_PAIRS: Bound = Bound::of(1 << 30, "pairs of bids", SMALLER);

/// Memory that the plans of a duel take.
const PLAN_MEMORY: Bound = Bound::megabytes(256, SMALLER);

/// What a duel is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// The share of rounds won; a tied round counts one half.
    Share,
    /// To win more rounds than the rival; as many count one half.
    Majority,
}

impl Objective {
    /// What is won or lost: rounds, or duels.
    pub fn counted(self) -> &'static str {
        match self {
            Objective::Share => "rounds",
            Objective::Majority => "duels",
        }
    }
}

/// A side of a duel, which is also its place in a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The one that the value is for.
    Own,
    /// The other.
    Rival,
}

/// A duel of hidden bids that both sides pay: its terms, and all states it may come to.
///
/// # Formula
/// A round goes to the side whose score + bid is higher. The value to the own side is the share of
/// rounds won (or the chance of
/// the majority) - 1/2 + price x (rival's spend - own spend). What the own side wins the rival
/// loses, so that each state is a
/// [`Matrix`] of bids whose payoffs are those of this round and the values of the states behind it.
///
/// # Source
/// L. S. Shapley (1953), Stochastic games, PNAS 39, 1095-1100: backward induction over matrix
/// games.
///
/// # Examples
/// ```
/// use oddsmith_engine::strategy::{Objective, Stages};
/// use std::cmp::Ordering;
///
/// // Equal scores, at most 4 points a bid, three rounds, 12 points against 8.
/// let duel = Stages::new(3, 0, [4, 4], [12, 8], Objective::Share, Ordering::Equal, 0.0)?;
/// let solution = duel.solve()?;
/// assert!((solution.lo - 1.0 / 6.0).abs() < 1e-12 && solution.hi - solution.lo < 1e-12);
/// # Ok::<(), oddsmith_engine::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Stages {
    edge: i32,
    /// What the first round's edge is more than that.
    opening: i32,
    caps: [i32; 2],
    pools: [i32; 2],
    objective: Objective,
    tied: Ordering,
    price: f64,
    /// The states before each round, and one more layer for the end.
    layers: Vec<Layer>,
}

/// A solved duel.
#[derive(Clone, Debug)]
pub struct Solution {
    /// What the own plan guarantees, whatever the rival does.
    pub lo: f64,
    /// What the rival's plan holds the own side to. The value is between the two.
    pub hi: f64,
    /// The plan of each side: a mix of bids in every state.
    pub plans: [Plan; 2],
    /// The game of the first round, with the values of what follows.
    pub first: Matrix,
}

impl Stages {
    /// The duel of `rounds` (at least 1) rounds. `edge` is own score - rival's; caps are the
    /// largest bids and pools the points of
    /// each side; equal totals go to the side that `tied` says (`Greater` is the own side, `Equal`
    /// a draw).
    ///
    /// # Errors
    /// If it has too many states to be held.
    ///
    /// # Panics
    /// If there is no round.
    pub fn new(
        rounds: usize,
        edge: i32,
        caps: [i32; 2],
        pools: [i32; 2],
        objective: Objective,
        tied: Ordering,
        price: f64,
    ) -> Result<Stages> {
        assert!(rounds > 0, "a duel has a round");
        let pools = pools.map(|pool| pool.max(0));
        let caps = [0, 1].map(|side| caps[side].clamp(0, pools[side]));
        let mut first = 0;
        let mut layers = Vec::with_capacity(rounds + 1);
        for played in 0..=rounds as i32 {
            let to_spend = |side: usize| (rounds as i32 - played).saturating_mul(caps[side]);
            let most = [0, 1].map(|side| pools[side].min(to_spend(side)));
            let least = [0, 1]
                .map(|side| (pools[side] - played.saturating_mul(caps[side])).clamp(0, most[side]));
            let spread = if objective == Objective::Majority { played } else { 0 };
            let layer = Layer::new(first, least, most, spread);
            first += layer.size();
            MOST_STATES.ask("the duel has too many states", first as u64)?;
            layers.push(layer);
        }
        Ok(Stages { edge, opening: 0, caps, pools, objective, tied, price, layers })
    }

    /// The same duel, where the edge is so much larger in the first round.
    pub fn opening(self, opening: i32) -> Stages {
        Stages { opening, ..self }
    }

    /// What it is about.
    pub fn objective(&self) -> Objective {
        self.objective
    }

    /// Whether a point spent has a price.
    pub fn priced(&self) -> bool {
        self.price != 0.0
    }

    /// The number of rounds.
    pub fn rounds(&self) -> usize {
        self.layers.len() - 1
    }

    /// The number of states before a round.
    pub fn len(&self) -> usize {
        self.layers[self.rounds()].first
    }

    /// Every state before a round with all the points that are left in it, also those that can't be
    /// spent any more. Those whose
    /// future is the same have one [`Stages::number`].
    pub fn standings(&self) -> impl Iterator<Item = State> {
        self.layers[..self.rounds()].iter().enumerate().flat_map(|(played, &layer)| {
            let least = [0, 1].map(|side| {
                (self.pools[side] - (played as i32).saturating_mul(self.caps[side])).max(0)
            });
            layer.between(least, self.pools).states(played)
        })
    }

    /// How many bids there are to choose from, of both sides and in all [`Stages::standings`].
    pub fn choices(&self) -> usize {
        let both = |state: State| self.bids(Side::Own, &state) + self.bids(Side::Rival, &state);
        self.standings().map(both).sum()
    }

    /// Asks for so many tables with a number for each bid of a side in every state.
    ///
    /// # Errors
    /// If they take more memory than there may be.
    pub fn ask_for_plans(&self, side: Side, tables: u64) -> Result<()> {
        let table = self.len() as u64 * (self.cap(side) as u64 + 1) * size_of::<f64>() as u64;
        PLAN_MEMORY.ask("the plans of the duel take too much memory", table.saturating_mul(tables))
    }

    /// Never: there is a first round.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The state before the first round.
    pub fn start(&self) -> State {
        State { played: 0, left: self.pools, score: 0 }
    }

    /// The number of a state, below [`Stages::len`]. States whose future is the same share it.
    #[inline]
    pub fn number(&self, state: &State) -> usize {
        let layer = &self.layers[state.played];
        layer.first + layer.place(state.left, state.score)
    }

    /// Every state before a round, in the order of their numbers. Points that can't be spent any
    /// more are left out.
    pub fn states(&self) -> impl Iterator<Item = State> {
        let layers = self.layers[..self.rounds()].iter().enumerate();
        layers.flat_map(|(played, layer)| layer.states(played))
    }

    /// The largest bid of a side in any state.
    pub fn cap(&self, side: Side) -> i32 {
        self.caps[side as usize]
    }

    /// The largest bid of a side in a state.
    #[inline]
    pub fn most(&self, side: Side, state: &State) -> i32 {
        self.caps[side as usize].min(state.left[side as usize])
    }

    /// How many bids a side may choose from in a state.
    fn bids(&self, side: Side, state: &State) -> usize {
        self.most(side, state) as usize + 1
    }

    /// Who wins the round after so many with these bids: `Greater` is the own side.
    #[inline]
    pub fn winner(&self, played: usize, bids: [i32; 2]) -> Ordering {
        let edge = if played == 0 { self.edge + self.opening } else { self.edge };
        // One comparison with the tie in it: which of two comes first no processor foresees.
        let more = i64::from(edge + bids[0]) - i64::from(bids[1]);
        (2 * more + self.tied as i64).cmp(&0)
    }

    /// The state after a round.
    #[inline]
    pub fn next(&self, state: &State, bids: [i32; 2]) -> State {
        let score = match self.objective {
            Objective::Majority => state.score + self.winner(state.played, bids) as i32,
            Objective::Share => 0,
        };
        let left = [state.left[0] - bids[0], state.left[1] - bids[1]];
        State { played: state.played + 1, left, score }
    }

    /// What one round adds to the value.
    #[inline]
    fn payoff(&self, played: usize, bids: [i32; 2]) -> f64 {
        let won = match self.objective {
            Objective::Share => {
                f64::from(self.winner(played, bids) as i8) / (2 * self.rounds()) as f64
            }
            Objective::Majority => 0.0,
        };
        won + self.price * f64::from(bids[1] - bids[0])
    }

    /// The value of every state after the last round.
    fn ends(&self) -> Vec<f64> {
        let layer = &self.layers[self.rounds()];
        layer.states(self.rounds()).map(|state| f64::from(state.score.signum()) / 2.0).collect()
    }

    /// The game of a state, where `after` are the values of the layer behind it.
    fn game(&self, state: &State, after: &[f64]) -> Matrix {
        let layer = &self.layers[state.played + 1];
        Matrix::new(self.bids(Side::Own, state), self.bids(Side::Rival, state), |own, rival| {
            let bids = [own as i32, rival as i32];
            let next = self.next(state, bids);
            self.payoff(state.played, bids) + after[layer.place(next.left, next.score)]
        })
    }

    /// The value of every layer from the last to the first: `value` makes that of a state from
    /// those of the layer behind it.
    fn backwards(&self, mut value: impl FnMut(usize, State, &[f64]) -> f64) -> f64 {
        let mut after = self.ends();
        for (played, layer) in self.layers[..self.rounds()].iter().enumerate().rev() {
            let states = (layer.first..).zip(layer.states(played));
            after = states.map(|(number, state)| value(number, state, &after)).collect();
        }
        after[0]
    }

    /// The value and an optimal plan of each side.
    ///
    /// In each state the plans are those of [`Matrix::solve`]: a pure bid where one is safe, the
    /// lowest; else the mix of the
    /// lowest mean bid.
    ///
    /// # Errors
    /// If it has too many states and bids to be solved in a minute.
    pub fn solve(&self) -> Result<Solution> {
        self.solve_each(|_, _, _| {})
    }

    /// The same, where `visit` sees every state with its game and what solves it, from the last
    /// round to the first.
    ///
    /// # Errors
    /// As [`Stages::solve`].
    pub(super) fn solve_each(
        &self,
        mut visit: impl FnMut(State, &Matrix, &Equilibrium),
    ) -> Result<Solution> {
        let pairs = |state: State| self.bids(Side::Own, &state) * self.bids(Side::Rival, &state);
        let most = self.caps.map(|cap| cap as u64 + 1);
        if !MOST_PAIRS.holds(self.len() as u64 * most[0] * most[1]) {
            let pairs = self.states().map(pairs).sum::<usize>();
            MOST_PAIRS.ask("the duel has too many bids to be solved", pairs as u64)?;
        }
        self.ask_for_plans(Side::Own, 1)?;
        self.ask_for_plans(Side::Rival, 1)?;
        let mut plans =
            [Side::Own, Side::Rival].map(|side| Plan::empty(self.len(), self.cap(side)));
        // The own mix is safe against what the own plan guarantees later, the rival's against what
        // the rival's does: the ends of
        // the certificate are carried along, each with its own plan.
        let (mut least, mut most) = (self.ends(), self.ends());
        let mut first = Matrix::new(1, 1, |_, _| 0.0);
        for (played, layer) in self.layers[..self.rounds()].iter().enumerate().rev() {
            let [mut lo, mut hi] = [(); 2].map(|()| Vec::with_capacity(layer.size()));
            for (place, state) in layer.states(played).enumerate() {
                let game = self.game(&state, &least);
                let solved = game.solve();
                visit(state, &game, &solved);
                let Equilibrium { lo: least, row, column, .. } = solved;
                lo.push(least);
                let rivals = (played + 1 < self.rounds()).then(|| self.game(&state, &most));
                hi.push(rivals.as_ref().unwrap_or(&game).most(&column));
                plans[0].set(layer.first + place, &row);
                plans[1].set(layer.first + place, &column);
                first = game;
            }
            (least, most) = (lo, hi);
        }
        Ok(Solution { lo: least[0], hi: most[0], plans, first })
    }

    /// The best reply of the other side to the plan of `side`, lowest bids first, and the value to
    /// the own side when both are played:
    /// what the plan keeps.
    pub fn reply(&self, side: Side, plan: &Plan) -> (f64, Plan) {
        let (other, sign) = match side {
            Side::Own => (Side::Rival, -1.0),
            Side::Rival => (Side::Own, 1.0),
        };
        let mut reply = Plan::empty(self.len(), self.cap(other));
        let value = self.backwards(|number, state, after| {
            let layer = &self.layers[state.played + 1];
            let mix = plan.mix(number);
            let (mut best, mut found) = (0, f64::MIN);
            for bid in 0..=self.most(other, &state) {
                let outcome = |(fixed, &share): (usize, &f64)| {
                    let fixed = fixed as i32;
                    let bids = if side == Side::Own { [fixed, bid] } else { [bid, fixed] };
                    let next = self.next(&state, bids);
                    share
                        * (self.payoff(state.played, bids)
                            + after[layer.place(next.left, next.score)])
                };
                let value: f64 =
                    mix.iter().enumerate().filter(|(_, share)| **share > 0.0).map(outcome).sum();
                if sign * value > found + 1e-13 {
                    (best, found) = (bid, sign * value);
                }
            }
            reply.set_pure(number, best);
            sign * found
        });
        (value, reply)
    }
}

impl Plan {
    /// The plan of `side` that mixes its bids in each state as `mix` says: probabilities of the
    /// bids 0, 1, … up to at most
    /// the largest that the state allows.
    pub fn of(stages: &Stages, side: Side, mut mix: impl FnMut(&State) -> Vec<f64>) -> Plan {
        let mut plan = Plan::empty(stages.len(), stages.cap(side));
        stages.states().enumerate().for_each(|(number, state)| plan.set(number, &mix(&state)));
        plan
    }
}
