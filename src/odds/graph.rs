//! The graph of a rule's states: every branch of each state walked once, equal outcomes merged.

use std::rc::Rc;

use super::layout::{Key, Layout};
use crate::chance::weight::Weight;
use crate::chance::{Enumerated, Failure};
use crate::cost::{Bound, LAW, STATES};
use crate::error::Error;
use crate::rule::{Rule, Step};

/// A map of states: nobody chooses them to collide, and a walk looks up one for every branch.
type Map<K, V> = std::collections::HashMap<K, V, foldhash::fast::FixedState>;

/// Why a walk stopped before its end.
pub(super) enum Stop {
    /// It takes more branches and moves than the budget.
    Budget,
    /// It takes more states, or memory, than there may be.
    Bound(Bound),
    /// This kind of weight can't hold the numbers.
    Overflow,
    /// From some state there is no way to an end.
    Endless,
}

impl Stop {
    /// The same as an error.
    pub fn error(self, budget: u64) -> Error {
        match self {
            Stop::Endless => Error::question("a course comes where it never ends")
                .with_hint("end it after a number of steps: `until …, at most 100`"),
            Stop::Bound(bound) => Error::too_large(&bound.words()),
            Stop::Budget | Stop::Overflow => Error::too_large(&format!("{budget} branches")),
        }
    }
}

/// A walk gives up when it expects to take this many budgets.
const HOPELESS: u128 = 2;

/// One way in which a step from a state may end.
pub(super) struct Branch<W> {
    /// The state it goes on in; `None` at an end.
    pub next: Option<u32>,
    /// Whether it goes on within the same step.
    pub within: bool,
    /// The cells it records.
    pub cells: Box<[u32]>,
    /// How often it counts up.
    pub ticks: u32,
    /// Its probability, summed over all paths that end so.
    pub weight: W,
}

/// The states of a rule that were met so far, and what may follow each.
pub(super) struct Graph<'r, R: Rule, W> {
    pub rule: &'r R,
    layout: Rc<Layout>,
    budget: u64,
    /// Branches walked and moves made.
    pub spent: u64,
    /// Branches walked.
    pub branches: u64,
    /// What states and branches take, in bytes.
    bytes: u64,
    /// The states in the order in which they were met, and the number of each.
    numbers: Map<R::State, u32>,
    pub states: Vec<R::State>,
    /// What may follow each state; `None` until the state is walked.
    successors: Vec<Option<Rc<[Branch<W>]>>>,
    /// How many states were walked.
    walked: u64,
    /// Whether this is the last step: states that come up now are not walked.
    pub last: bool,
    /// One more than the most forks of a step.
    pub deepest: usize,
    /// The most of a roll's share that was too small to follow.
    pub lost: f64,
    chance: Enumerated<W>,
}

impl<'r, R: Rule, W: Weight> Graph<'r, R, W> {
    pub fn new(rule: &'r R, layout: Rc<Layout>, budget: u64) -> Self {
        Graph {
            rule,
            layout,
            budget,
            spent: 0,
            branches: 0,
            bytes: 0,
            numbers: Map::default(),
            states: Vec::new(),
            successors: Vec::new(),
            walked: 0,
            last: false,
            deepest: 0,
            lost: 0.0,
            chance: Enumerated::default(),
        }
    }

    /// The number of the first state.
    pub fn start(&mut self) -> Result<u32, Stop> {
        self.number(self.rule.start())
    }

    /// Counts work against the budget.
    pub fn spend(&mut self, work: u64) -> Result<(), Stop> {
        self.spent += work;
        if self.spent > self.budget { Err(Stop::Budget) } else { Ok(()) }
    }

    /// Counts memory against what there may be.
    fn hold(&mut self, bytes: usize) -> Result<(), Stop> {
        self.bytes += bytes as u64;
        if LAW.holds(self.bytes) { Ok(()) } else { Err(Stop::Bound(LAW)) }
    }

    /// The branches of a state, walked on the first request.
    pub fn branches_of(&mut self, state: u32) -> Result<Rc<[Branch<W>]>, Stop> {
        if let Some(branches) = &self.successors[state as usize] {
            return Ok(Rc::clone(branches));
        }
        let branches: Rc<[Branch<W>]> = self.expand(state)?.into();
        self.successors[state as usize] = Some(Rc::clone(&branches));
        Ok(branches)
    }

    /// Walks all branches of one step from a state, and merges those that end alike.
    fn expand(&mut self, state: u32) -> Result<Vec<Branch<W>>, Stop> {
        let mut chance = std::mem::take(&mut self.chance);
        let mut branches: Vec<Branch<W>> = Vec::new();
        // By what it records and counts up, and then by the next state and when it is, 0 at an end.
        let mut place: Map<Box<[u32]>, usize> = Map::default();
        // weights[i] is the weight of the path up to fork i: what a branch shares with the last one
        // is not multiplied again.
        let mut weights = vec![W::one()];
        let layout = Rc::clone(&self.layout);
        let mut key = Key::new(&layout);
        loop {
            self.branches += 1;
            self.spend(1)?;
            key.restart();
            let (next, within) =
                match self.rule.step(self.states[state as usize].clone(), &mut chance, &mut key) {
                    Step::Next(state) => (Some(self.number(state)?), false),
                    Step::Within(state) => (Some(self.number(state)?), true),
                    Step::Done => (None, false),
                };
            match chance.failure() {
                Some(Failure::Overflow) => return Err(Stop::Overflow),
                Some(Failure::Budget) => return Err(Stop::Budget),
                None => chance.weigh(&mut weights).ok_or(Stop::Overflow)?,
            }
            let weight = &weights[weights.len() - 1];
            let recorded = key.cells.len();
            key.cells.push(key.ticks());
            key.cells.push(next.map_or(0, |state| 2 * state + 1 + u32::from(within)));
            match place.get(&key.cells[..]) {
                Some(&at) => {
                    branches[at].weight = branches[at].weight.or(weight).ok_or(Stop::Overflow)?
                }
                None => {
                    // The branch, its cells, and the key by which it is found while it is walked.
                    self.hold(size_of::<Branch<W>>() + 4 * recorded + 32)?;
                    place.insert(key.cells.clone().into(), branches.len());
                    branches.push(Branch {
                        next,
                        within,
                        ticks: key.ticks(),
                        cells: key.cells[..recorded].into(),
                        weight: weight.clone(),
                    });
                }
            }
            self.deepest = self.deepest.max(weights.len());
            match chance.advance() {
                Some(shared) => weights.truncate(shared + 1),
                None => {
                    self.walked += 1;
                    self.lost = self.lost.max(chance.lost());
                    self.chance = chance;
                    return Ok(branches);
                }
            }
        }
    }

    /// The number of a state; a new one is added.
    fn number(&mut self, state: R::State) -> Result<u32, Stop> {
        if let Some(&number) = self.numbers.get(&state) {
            return Ok(number);
        }
        if self.is_hopeless() {
            return Err(Stop::Budget);
        }
        if !STATES.holds(self.states.len() as u64 + 1) {
            return Err(Stop::Bound(STATES));
        }
        // The state itself, its number by its state, what follows it, and its mass on the way.
        self.hold(2 * size_of::<R::State>() + 3 * size_of::<W>() + 32)?;
        let number = self.states.len() as u32;
        self.numbers.insert(state.clone(), number);
        self.states.push(state);
        self.successors.push(None);
        Ok(number)
    }

    /// Whether the states met so far would take several times the budget if they had as many
    /// branches
    /// as those already walked. So a deck that runs down is given up at once, and not when memory
    /// is
    /// full.
    fn is_hopeless(&self) -> bool {
        let foreseen =
            (self.branches as u128 * self.states.len() as u128).checked_div(self.walked.into());
        !self.last && foreseen.is_some_and(|branches| branches > HOPELESS * u128::from(self.budget))
    }
}
