//! One player and chance, for a while: the decisions with the largest expected gain.

use std::collections::HashMap;
use std::hash::Hash;

use crate::error::{Error, Result};

/// A course of decisions that always ends: what may follow each state.
///
/// # Examples
/// A d6 is rolled, and once more for whoever does not like the first face.
/// ```
/// use oddsmith::strategy::{Decision, Optimum, Turn, Way};
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
/// # Ok::<(), oddsmith::Error>(())
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
    /// Chance takes one of these ways, each as often as its weight says. Ways of weight 0 are not taken.
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
/// `value(s) = max(gain + value(next))` where the player does, and 0 at the end: backward induction, each state once.
/// A later way is taken only if it is better by more than what floats may be off: 1e-12 of the value, or of 1 where that is more.
///
/// # Source
/// R. Bellman (1957), Dynamic Programming.
#[derive(Clone, Debug)]
pub struct Optimum<S> {
    value: f64,
    /// Each state with its value, and the place of the way to take where the player moves.
    states: HashMap<S, (f64, Option<usize>)>,
}

/// What floats may be off by, in parts of the value.
const SLACK: f64 = 1e-12;

impl<S: Clone + Eq + Hash> Optimum<S> {
    /// The best that can be done from `start` on. `budget` bounds the ways that are looked at.
    ///
    /// # Errors
    /// If there are more, or if the course may come back to a state and so need not end.
    pub fn of(decision: &impl Decision<State = S>, start: S, budget: u64) -> Result<Optimum<S>> {
        let mut states: HashMap<S, Option<(f64, Option<usize>)>> = HashMap::new();
        // Open states with what happens in them: a stack of our own, as courses may be longer than the machine's holds.
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
                return Err(Error::question("the course of decisions need not end")
                    .with_hint("count its steps in the state"));
            }
            let turn = decision.turn(&next);
            seen += turn.ways().count() as u64;
            if seen > budget {
                return Err(Error::question(format!(
                    "there are more than {budget} ways to decide"
                ))
                .with_hint("take a shorter course, or fewer kinds of chance"));
            }
            open.push((next, turn, 0));
        }
        let states: HashMap<S, (f64, Option<usize>)> =
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{Strategy, any, prop, prop_assert, proptest};

    /// States 0, 1, 2 … whose ways lead to higher ones; those beyond the list are the end.
    #[derive(Debug)]
    struct Tree(Vec<Turn<usize>>);

    impl Decision for Tree {
        type State = usize;

        fn turn(&self, state: &usize) -> Turn<usize> {
            self.0.get(*state).cloned().unwrap_or(Turn::Over)
        }
    }

    /// The expected gain of one plan, path by path: `plan[s]` is the place of the way taken in state s.
    fn worth(tree: &Tree, plan: &[usize], state: usize) -> f64 {
        match tree.turn(&state) {
            Turn::Over => 0.0,
            Turn::Choice(ways) => {
                let way = ways[plan[state]];
                way.gain + worth(tree, plan, way.next)
            }
            Turn::Chance(ways) => {
                let total: u64 = ways.iter().map(|(weight, _)| weight).sum();
                let part = |(weight, way): &(u64, Way<usize>)| {
                    *weight as f64 / total as f64 * (way.gain + worth(tree, plan, way.next))
                };
                ways.iter().map(part).sum()
            }
        }
    }

    /// Every plan there is: a way for each state where the player moves.
    fn plans(tree: &Tree) -> Vec<Vec<usize>> {
        tree.0.iter().fold(vec![vec![]], |plans, turn| {
            let ways = if let Turn::Choice(ways) = turn { ways.len() } else { 1 };
            let longer = |plan: Vec<usize>| (0..ways).map(move |way| [&plan[..], &[way]].concat());
            plans.into_iter().flat_map(longer).collect()
        })
    }

    /// Trees of up to seven states; small whole gains, so that many ways tie.
    fn trees() -> impl Strategy<Value = Tree> {
        let way = (-2i32..3, 1usize..4, 0u64..4);
        let state = (any::<bool>(), prop::collection::vec(way, 1..4));
        prop::collection::vec(state, 1..8).prop_map(|states| {
            let turn = |(place, (chance, ways)): (usize, (bool, Vec<(i32, usize, u64)>))| {
                let to = |&(gain, on, _): &(i32, usize, u64)| Way {
                    gain: f64::from(gain),
                    next: place + on,
                };
                if chance {
                    // One way at least has a weight.
                    let weight = |(i, way): (usize, &(i32, usize, u64))| way.2 + u64::from(i == 0);
                    let ways = ways.iter().enumerate();
                    Turn::Chance(ways.map(|(i, way)| (weight((i, way)), to(way))).collect())
                } else {
                    Turn::Choice(ways.iter().map(to).collect())
                }
            };
            Tree(states.into_iter().enumerate().map(turn).collect())
        })
    }

    proptest! {
        #[test]
        fn no_plan_beats_it(tree in trees()) {
            let optimum = Optimum::of(&tree, 0, 1_000).unwrap();
            let best = plans(&tree)
                .iter()
                .map(|plan| worth(&tree, plan, 0))
                .fold(f64::NEG_INFINITY, f64::max);
            prop_assert!((optimum.value() - best).abs() < 1e-9, "{} {best}", optimum.value());
        }

        #[test]
        fn its_choices_are_worth_its_value_and_the_first_of_equals(tree in trees()) {
            let optimum = Optimum::of(&tree, 0, 1_000).unwrap();
            let plan: Vec<usize> =
                (0..tree.0.len()).map(|state| optimum.choice(&state).unwrap_or(0)).collect();
            prop_assert!((optimum.value() - worth(&tree, &plan, 0)).abs() < 1e-9);
            for (state, turn) in tree.0.iter().enumerate() {
                let (Turn::Choice(ways), Some(choice)) = (turn, optimum.choice(&state)) else {
                    continue;
                };
                let worth = |way: &Way<usize>| way.gain + optimum.value_of(&way.next).unwrap();
                for earlier in &ways[..choice] {
                    prop_assert!(worth(earlier) < worth(&ways[choice]) - 1e-9);
                }
            }
        }
    }

    #[test]
    fn a_circle_and_a_budget_are_said() {
        let circle =
            Tree(vec![Turn::Choice(vec![Way::to(1)]), Turn::Choice(vec![Way::to(0), Way::to(2)])]);
        let error = Optimum::of(&circle, 0, 100).unwrap_err();
        assert_eq!(error.to_string(), "the course of decisions need not end");
        let wide = Tree((0..50).map(|at| Turn::Choice(vec![Way::to(at + 1); 2])).collect());
        assert!(Optimum::of(&wide, 0, 100).is_ok());
        let error = Optimum::of(&wide, 0, 90).unwrap_err();
        assert_eq!(error.to_string(), "there are more than 90 ways to decide");
    }

    /// A course longer than any call stack: 200,000 tosses of a coin, each worth 1 for heads.
    #[test]
    fn a_long_course_is_solved() {
        let toss = |at: usize| {
            Turn::Chance(vec![(1, Way { gain: 1.0, next: at + 1 }), (1, Way::to(at + 1))])
        };
        let long = Tree((0..200_000).map(toss).collect());
        let value = Optimum::of(&long, 0, 1_000_000).unwrap().value();
        assert!((value - 100_000.0).abs() < 1e-6, "{value}");
    }
}
