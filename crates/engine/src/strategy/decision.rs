//! Finite decision processes of one player: the decisions with the largest expected gain.

use std::collections::HashMap;
use std::hash::Hash;

use oddsmith_base::{Error, Result};

/// A decision process that always ends, given by the turn in each state.
///
/// # Examples
/// A d6 that may be rerolled once.
/// ```
/// use oddsmith_engine::strategy::{Decision, Optimum, Turn, Way};
///
/// struct OneMoreRoll;
///
/// #[derive(Clone, Copy, PartialEq, Eq, Hash)]
/// enum State { Roll(u8), Face(u8, i32), Over }
///
/// impl Decision for OneMoreRoll {
///     type State = State;
///     fn turn(&self, state: &State) -> Turn<State> {
///         match *state {
///             State::Over => Turn::Over,
///             State::Roll(left) => Turn::Chance(
///                 (1..=6).map(|face| (1, Way::to(State::Face(left, face)))).collect(),
///             ),
///             State::Face(left, face) => {
///                 let keep = Way { gain: f64::from(face), next: State::Over };
///                 let again = (left > 0).then(|| Way::to(State::Roll(left - 1)));
///                 Turn::Choice([Some(keep), again].into_iter().flatten().collect())
///             }
///         }
///     }
/// }
///
/// let optimum = Optimum::of(&OneMoreRoll, State::Roll(1), 1_000)?;
/// assert!((optimum.value() - 4.25).abs() < 1e-12);
/// assert_eq!(optimum.choice(&State::Face(1, 3)), Some(1));
/// assert_eq!(optimum.choice(&State::Face(1, 4)), Some(0));
/// # Ok::<(), oddsmith_engine::Error>(())
/// ```
pub trait Decision {
    /// The state on which the future depends. Equal states have the same future.
    type State: Clone + Eq + Hash;

    /// Returns the turn in this state.
    fn turn(&self, state: &Self::State) -> Turn<Self::State>;
}

/// The event in a state: chance or the player selects the next state, or the process ends.
#[derive(Clone, Debug, PartialEq)]
pub enum Turn<S> {
    /// Chance takes one of these ways, in proportion to the weights. Ways of weight 0 are not
    /// taken.
    Chance(Vec<(u64, Way<S>)>),
    /// The player takes one of these ways; of equally good ones the first.
    Choice(Vec<Way<S>>),
    /// The process is over, as it is if there is no way.
    Over,
}

/// A transition to the next state, with its gain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Way<S> {
    /// The gain, a finite number.
    pub gain: f64,
    /// The next state.
    pub next: S,
}

impl<S> Way<S> {
    /// Creates a way without gain.
    pub fn to(next: S) -> Way<S> {
        Way { gain: 0.0, next }
    }
}

/// The optimal decisions from a state on.
///
/// # Formula
/// `value(s) = sum(weight x (gain + value(next))) / sum(weight)` at chance turns, `value(s) =
/// max(gain + value(next))` at choices, and 0 at the end: backward induction, each state once. A
/// later way is taken only if it is better by more than the rounding tolerance of 1e-12 times the
/// value, or times 1 if that is larger.
///
/// # Source
/// R. Bellman (1957), Dynamic Programming.
#[derive(Clone, Debug)]
pub struct Optimum<S> {
    value: f64,
    /// Each state with its value, and at a choice the index of the way to take.
    states: ByState<S, (f64, Option<usize>)>,
}

/// A map keyed by state. Keys are not attacker-controlled, so a fast hash is used.
type ByState<S, T> = HashMap<S, T, foldhash::fast::FixedState>;

/// The rounding tolerance, relative to the value.
const SLACK: f64 = 1e-12;

impl<S: Clone + Eq + Hash> Optimum<S> {
    /// Computes the optimal decisions from `start` on. `budget` bounds the number of ways.
    ///
    /// # Errors
    /// If there are more, or if there is a cycle, so that the process may never end.
    pub fn of(decision: &impl Decision<State = S>, start: S, budget: u64) -> Result<Optimum<S>> {
        let mut states: ByState<S, Option<(f64, Option<usize>)>> = ByState::default();
        // An explicit stack of open states with their turns, since a path may be too long for
        // recursion.
        let turn = decision.turn(&start);
        let mut seen = turn.ways().count() as u64;
        let mut open = vec![(start.clone(), turn, 0)];
        states.insert(start.clone(), None);
        while let Some((state, turn, known)) = open.last_mut() {
            // Ways before this index are solved, so a wide turn is scanned only once.
            let unknown = turn.ways().skip(*known).find(|way| {
                *known += 1;
                states.get(&way.next).is_none_or(Option::is_none)
            });
            let Some(way) = unknown else {
                let best =
                    turn.best(|next| states.get(next).copied().flatten().map_or(0.0, |it| it.0));
                states.insert(state.clone(), Some(best));
                open.pop();
                continue;
            };
            let next = way.next.clone();
            if states.insert(next.clone(), None).is_some() {
                return Err(Error::question("the decisions may never end")
                    .with_hint("count the steps in a state"));
            }
            let turn = decision.turn(&next);
            seen += turn.ways().count() as u64;
            if seen > budget {
                let error = format!("there are more than {budget} ways to decide");
                let hint = "use fewer steps, or simpler dice";
                return Err(Error::question(error).with_hint(hint));
            }
            open.push((next, turn, 0));
        }
        let states: ByState<S, (f64, Option<usize>)> =
            states.into_iter().filter_map(|(state, best)| Some((state, best?))).collect();
        Ok(Optimum { value: states[&start].0, states })
    }

    /// Returns the expected gain from the start on.
    pub fn value(&self) -> f64 {
        self.value
    }

    /// Returns the expected gain from a state on, or `None` if it is not reachable.
    pub fn value_of(&self, state: &S) -> Option<f64> {
        self.states.get(state).map(|&(value, _)| value)
    }

    /// Returns the index of the way to take, or `None` if the player does not choose there or the
    /// state is not reachable.
    pub fn choice(&self, state: &S) -> Option<usize> {
        self.states.get(state).and_then(|&(_, choice)| choice)
    }
}

impl<S> Turn<S> {
    fn ways(&self) -> Box<dyn Iterator<Item = &Way<S>> + '_> {
        match self {
            Turn::Chance(ways) => {
                Box::new(ways.iter().filter(|(weight, _)| *weight > 0).map(|(_, way)| way))
            }
            Turn::Choice(ways) => Box::new(ways.iter()),
            Turn::Over => Box::new(std::iter::empty()),
        }
    }

    /// Returns the value, and the index of the way to take, given the values of the next states.
    fn best(&self, value: impl Fn(&S) -> f64) -> (f64, Option<usize>) {
        let worth = |way: &Way<S>| way.gain + value(&way.next);
        match self {
            Turn::Over => (0.0, None),
            Turn::Chance(ways) => {
                let taken = || ways.iter().filter(|(weight, _)| *weight > 0);
                let total: f64 = taken().map(|(weight, _)| *weight as f64).sum();
                let sum: f64 = taken().map(|(weight, way)| *weight as f64 * worth(way)).sum();
                (if total > 0.0 { sum / total } else { 0.0 }, None)
            }
            Turn::Choice(ways) => {
                let mut best: Option<(f64, usize)> = None;
                for (place, way) in ways.iter().enumerate() {
                    let worth = worth(way);
                    let better =
                        |(least, _): (f64, usize)| worth > least + SLACK * least.abs().max(1.0);
                    if best.is_none_or(better) {
                        best = Some((worth, place));
                    }
                }
                best.map_or((0.0, None), |(value, place)| (value, Some(place)))
            }
        }
    }
}
