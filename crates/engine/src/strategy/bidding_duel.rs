//! Duels of several rounds with hidden bids that both sides pay from limited pools.

use std::cmp::Ordering;

use super::layer::Layer;
use super::{Rounds, Side, Solution, State};
use oddsmith_base::Bound;
use oddsmith_base::Result;

const SMALLER: &str = "use fewer rounds, smaller pools or smaller caps";

/// Maximum number of states of a duel.
const MOST_STATES: Bound = Bound::of(1 << 22, "states", SMALLER);

/// Maximum number of pairs of bids over all states of a duel: about a minute.
const MOST_PAIRS: Bound = Bound::of(1 << 30, "pairs of bids", SMALLER);

/// Memory limit for the plans of a duel.
const PLAN_MEMORY: Bound = Bound::megabytes(256, SMALLER);

/// The payoff that both sides of a duel play for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// The share of rounds won; a tied round counts one half.
    Share,
    /// To win more rounds than the rival; a draw counts one half.
    Majority,
}

impl Objective {
    /// Returns the unit that is won or lost: rounds, or duels.
    pub fn counted(self) -> &'static str {
        match self {
            Objective::Share => "rounds",
            Objective::Majority => "duels",
        }
    }
}

/// A duel of hidden bids that both sides pay: its parameters, and all states that it may reach.
///
/// # Formula
/// A round goes to the side whose score + bid is higher. The value to the player is the share of
/// rounds won (or the probability of the majority) - 1/2 + price x (rival's spend - own spend). The
/// game is zero-sum; a [`Solution`] is found by backward induction.
///
/// # Examples
/// ```
/// use oddsmith_engine::strategy::{Objective, BiddingDuel};
/// use std::cmp::Ordering;
///
/// // Equal scores, at most 4 points a bid, three rounds, 12 points against 8.
/// let duel = BiddingDuel::new(3, 0, [4, 4], [12, 8], Objective::Share, Ordering::Equal, 0.0)?;
/// let solution = duel.solve()?;
/// assert!((solution.lo - 1.0 / 6.0).abs() < 1e-12 && solution.hi - solution.lo < 1e-12);
/// # Ok::<(), oddsmith_engine::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct BiddingDuel {
    edge: i32,
    /// The amount added to the edge in the first round.
    opening: i32,
    caps: [i32; 2],
    pools: [i32; 2],
    objective: Objective,
    tied: Ordering,
    price: f64,
    /// The states before each round, and a final layer for the end.
    layers: Vec<Layer>,
}

impl BiddingDuel {
    /// Creates a duel of `rounds` (at least 1) rounds.
    ///
    /// `edge` is own score - rival's score; caps are the largest bids and pools the points of each
    /// side; equal totals go to the side given by `tied` (`Greater` is the player, `Equal` a
    /// draw).
    ///
    /// # Errors
    /// If it has too many states.
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
    ) -> Result<BiddingDuel> {
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
        Ok(BiddingDuel { edge, opening: 0, caps, pools, objective, tied, price, layers })
    }

    /// Adds `opening` to the edge in the first round.
    pub fn opening(self, opening: i32) -> BiddingDuel {
        BiddingDuel { opening, ..self }
    }

    /// Returns the objective.
    pub fn objective(&self) -> Objective {
        self.objective
    }

    /// Returns whether points spent have a price.
    pub fn priced(&self) -> bool {
        self.price != 0.0
    }

    /// Returns the number of rounds.
    pub fn rounds(&self) -> usize {
        self.layers.len() - 1
    }

    /// Returns the states before each round, with all the points that each side may have left.
    /// Points that it can no longer spend are counted too, so states with the same future share one
    /// [`Rounds::place`].
    pub fn states_with_all_points(&self) -> impl Iterator<Item = State> {
        self.layers[..self.rounds()].iter().enumerate().flat_map(|(played, &layer)| {
            let least = [0, 1].map(|side| {
                (self.pools[side] - (played as i32).saturating_mul(self.caps[side])).max(0)
            });
            layer.between(least, self.pools).states(played)
        })
    }

    /// Returns the number of bids to choose from, of both sides and in all
    /// [`BiddingDuel::states_with_all_points`].
    pub fn all_choices(&self) -> usize {
        self.states_with_all_points()
            .map(|state| self.choices(&state).into_iter().sum::<usize>())
            .sum()
    }

    /// Checks that `tables` tables with a number per bid of a side in every state fit in memory.
    ///
    /// # Errors
    /// If they take more memory than the limit.
    pub fn ask_for_plans(&self, side: Side, tables: u64) -> Result<()> {
        let table = self.count() as u64 * (self.cap(side) as u64 + 1) * size_of::<f64>() as u64;
        PLAN_MEMORY.ask("the plans of the duel take too much memory", table.saturating_mul(tables))
    }

    /// Returns the state before the first round.
    pub fn start(&self) -> State {
        State { played: 0, left: self.pools, score: 0 }
    }

    /// Returns the largest bid of a side in any state.
    pub fn cap(&self, side: Side) -> i32 {
        self.caps[side as usize]
    }

    /// Returns the largest bid of a side in a state.
    #[inline]
    pub fn most(&self, side: Side, state: &State) -> i32 {
        self.caps[side as usize].min(state.left[side as usize])
    }

    /// Returns the winner of a round with these bids, after `played` rounds: `Greater` is the own
    /// side.
    #[inline]
    pub fn winner(&self, played: usize, bids: [i32; 2]) -> Ordering {
        let edge = if played == 0 { self.edge + self.opening } else { self.edge };
        // A single comparison that includes the tie, since two branches would be unpredictable.
        let more = i64::from(edge + bids[0]) - i64::from(bids[1]);
        (2 * more + self.tied as i64).cmp(&0)
    }

    /// Returns the state after a round.
    #[inline]
    pub fn next(&self, state: &State, bids: [i32; 2]) -> State {
        let score = match self.objective {
            Objective::Majority => state.score + self.winner(state.played, bids) as i32,
            Objective::Share => 0,
        };
        let left = [state.left[0] - bids[0], state.left[1] - bids[1]];
        State { played: state.played + 1, left, score }
    }

    /// Returns the value and an optimal plan of each side.
    ///
    /// # Errors
    /// If it has too many states and bids to be solved in a minute.
    pub fn solve(&self) -> Result<Solution> {
        self.ask_to_be_solved()?;
        Ok(Solution::of(self))
    }

    /// Checks that the duel can be solved within the limits.
    ///
    /// # Errors
    /// See [`BiddingDuel::solve`].
    pub fn ask_to_be_solved(&self) -> Result<()> {
        let most = self.caps.map(|cap| cap as u64 + 1);
        if !MOST_PAIRS.holds(self.count() as u64 * most[0] * most[1]) {
            let pairs =
                self.states().map(|state| self.choices(&state).into_iter().product::<usize>());
            MOST_PAIRS
                .ask("the duel has too many bids to be solved", pairs.sum::<usize>() as u64)?;
        }
        self.ask_for_plans(Side::Own, 1)?;
        self.ask_for_plans(Side::Rival, 1)
    }
}

impl Rounds for BiddingDuel {
    type State = State;

    fn count(&self) -> usize {
        self.layers[self.rounds()].first
    }

    /// Points that can't be spent any more are left out.
    fn states(&self) -> impl DoubleEndedIterator<Item = State> {
        let layers = self.layers[..self.rounds()].iter().enumerate();
        layers.flat_map(|(played, layer)| layer.states(played))
    }

    #[inline]
    fn place(&self, state: &State) -> usize {
        let layer = &self.layers[state.played];
        layer.first + layer.place(state.left, state.score)
    }

    #[inline]
    fn choices(&self, state: &State) -> [usize; 2] {
        [Side::Own, Side::Rival].map(|side| self.most(side, state) as usize + 1)
    }

    #[inline]
    fn round(&self, state: &State, choices: [usize; 2]) -> (f64, Option<State>) {
        let bids = choices.map(|bid| bid as i32);
        let next = self.next(state, bids);
        let is_over = next.played == self.rounds();
        let won = match self.objective {
            Objective::Share => {
                f64::from(self.winner(state.played, bids) as i8) / (2 * self.rounds()) as f64
            }
            Objective::Majority if is_over => f64::from(next.score.signum()) / 2.0,
            Objective::Majority => 0.0,
        };
        let gain = won + self.price * f64::from(bids[1] - bids[0]);
        (gain, (!is_over).then_some(next))
    }
}
