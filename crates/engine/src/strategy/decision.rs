//! One player and chance, for a while: the decisions with the largest expected gain.

use std::collections::HashMap;
use std::hash::Hash;

use oddsmith_base::{Error, Result};

/// A course of decisions that always ends: what may follow each state.
///
/// # Examples
/// A d6 is rolled, and once more for whoever does not like the first face.
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
    /// All that what follows depends on. Equal states have the same future.
    type State: Clone + Eq + Hash;

    /// What happens in this state.
    fn turn(&self, state: &Self::State) -> Turn<Self::State>;
}

/// What happens in a state.
#[derive(Clone, Debug, PartialEq)]
pub enum Turn<S> {
    /// Chance takes one of these ways, each as often as its weight says. Ways of weight 0 are not
    /// taken.
    Chance(Vec<(u64, Way<S>)>),
    /// The player takes one of these ways; of equally good ones the first.
    Choice(Vec<Way<S>>),
    /// Nothing: it is over. So it is where there is no way to take.
    Over,
}

/// A way from one state to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Way<S> {
    /// What is gained on it: a finite number.
    pub gain: f64,
    /// Where it leads.
    pub next: S,
}

impl<S> Way<S> {
    /// A way on which nothing is gained.
    pub fn to(next: S) -> Way<S> {
        Way { gain: 0.0, next }
    }
}

/// The best that can be done from a state on.
///
/// # Formula
/// `value(s) = sum(weight x (gain + value(next))) / sum(weight)` where chance moves,
/// `value(s) = max(gain + value(next))` where the player does, and 0 at the end: backward
/// induction, each state once. A later way is taken only if it is better by more than what floats
/// may be off: 1e-12 of the value, or of 1 where that is more.
///
/// # Source
/// R. Bellman (1957), Dynamic Programming.
#[derive(Clone, Debug)]
pub struct Optimum<S> {
    value: f64,
    /// Each state with its value, and the place of the way to take where the player moves.
    states: ByState<S, (f64, Option<usize>)>,
}

/// What is known of each state. Nobody chooses states to collide.
type ByState<S, T> = HashMap<S, T, foldhash::fast::FixedState>;

/// What floats may be off by, in parts of the value.
const SLACK: f64 = 1e-12;

impl<S: Clone + Eq + Hash> Optimum<S> {
    /// The best that can be done from `start` on. `budget` bounds the ways that are looked at.
    ///
    /// # Errors
    /// If there are more, or if the course may come back to a state and so need not end.
    pub fn of(decision: &impl Decision<State = S>, start: S, budget: u64) -> Result<Optimum<S>> {
        let mut states: ByState<S, Option<(f64, Option<usize>)>> = ByState::default();
        // Open states with what happens in them: a stack of our own, as courses may be longer than
        // the machine's holds.
        let turn = decision.turn(&start);
        let mut seen = turn.ways().count() as u64;
        let mut open = vec![(start.clone(), turn, 0)];
        states.insert(start.clone(), None);
        while let Some((state, turn, known)) = open.last_mut() {
            // Ways before this one are known: a wide turn is not looked through anew for each.
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

    /// The expected gain from the start on.
    pub fn value(&self) -> f64 {
        self.value
    }

    /// The expected gain from a state on; `None` where it cannot be reached.
    pub fn value_of(&self, state: &S) -> Option<f64> {
        self.states.get(state).map(|&(value, _)| value)
    }

    /// The place of the way to take; `None` where the player does not move, or never comes.
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

    /// Its value, and the place of the way to take, from the values of the states behind it.
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
