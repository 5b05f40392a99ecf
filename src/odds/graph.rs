//! The graph of a rule's states: every branch of each state walked once, equal outcomes merged.

use std::rc::Rc;

use super::layout::{Key, Layout};
use crate::chance::Enumerated;
use crate::chance::share::Share;
use crate::chance::share::Tier;
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

/// A step is judged hopeless after so many branches, not before.
const SOME: u64 = 4096;

/// What a branch of so many forks costs of a budget: one, and more where it is long, as each branch
/// walks all of its forks again.
fn work(forks: usize) -> u64 {
    1 + 4 * forks.saturating_sub(32) as u64
}

/// One way in which a step from a state may end.
pub(super) struct Branch {
    /// The state it goes on in; `None` at an end.
    pub next: Option<u32>,
    /// Whether it goes on within the same step.
    pub within: bool,
    /// How often it counts up.
    pub ticks: u32,
    /// The cells it records.
    pub cells: Box<[u32]>,
    /// Its probability, summed over all paths that end so.
    pub share: Share,
    /// The same as a float.
    pub value: f64,
}

impl Branch {
    /// Its probability in a kind of weight.
    pub fn weight<W: Tier>(&self) -> Result<W, Stop> {
        W::of(&self.share, self.value).ok_or(Stop::Overflow)
    }
}

/// The states of a rule by their numbers. This alone of a walk is made anew for each rule, so it is
/// small.
trait States {
    /// The number of the first state.
    fn start(&mut self) -> u32;

    /// One step from a state along the present branch of `chance`, and what it records.
    fn step(&mut self, state: u32, chance: &mut Enumerated, key: &mut Key) -> Step<u32>;

    /// What a trial records that is cut off in this state.
    fn cut_off(&self, state: u32, key: &mut Key);

    /// How many were met.
    fn met(&self) -> usize;

    /// What one takes in memory.
    fn bytes(&self) -> usize;
}

struct Numbered<'r, R: Rule> {
    rule: &'r R,
    /// The states in the order in which they were met, and the number of each.
    numbers: Map<R::State, u32>,
    states: Vec<R::State>,
}

impl<R: Rule> Numbered<'_, R> {
    /// The number of a state; a new one is added.
    fn number(&mut self, state: R::State) -> u32 {
        if let Some(&number) = self.numbers.get(&state) {
            return number;
        }
        let number = self.states.len() as u32;
        self.numbers.insert(state.clone(), number);
        self.states.push(state);
        number
    }
}

impl<R: Rule> States for Numbered<'_, R> {
    fn start(&mut self) -> u32 {
        self.number(self.rule.start())
    }

    fn step(&mut self, state: u32, chance: &mut Enumerated, key: &mut Key) -> Step<u32> {
        match self.rule.step(self.states[state as usize].clone(), chance, key) {
            Step::Next(state) => Step::Next(self.number(state)),
            Step::Within(state) => Step::Within(self.number(state)),
            Step::Done => Step::Done,
        }
    }

    fn cut_off(&self, state: u32, key: &mut Key) {
        self.rule.cut_off(self.states[state as usize].clone(), key);
    }

    fn met(&self) -> usize {
        self.states.len()
    }

    fn bytes(&self) -> usize {
        2 * size_of::<R::State>()
    }
}

/// The states of a rule that were met so far, and what may follow each.
pub(super) struct Graph<'r> {
    states: Box<dyn States + 'r>,
    layout: Rc<Layout>,
    budget: u64,
    /// Branches walked and moves made.
    pub spent: u64,
    /// Branches walked.
    pub branches: u64,
    /// What states and branches take, in bytes.
    bytes: u64,
    /// How many states are counted in the bytes.
    held: usize,
    /// What may follow each state; `None` until the state is walked.
    successors: Vec<Option<Rc<[Branch]>>>,
    /// How many states were walked.
    walked: u64,
    /// Whether this is the last step: states that come up now are not walked.
    pub last: bool,
    /// One more than the most forks of a step.
    pub deepest: usize,
    /// The most of a roll's share that was too small to follow.
    pub lost: f64,
    chance: Enumerated,
}

/// So many different branches are compared one by one; more are found by a map.
const FEW: usize = 16;

impl<'r> Graph<'r> {
    pub fn new<R: Rule>(rule: &'r R, layout: Rc<Layout>, budget: u64) -> Self {
        let states = Numbered { rule, numbers: Map::default(), states: Vec::new() };
        Graph {
            states: Box::new(states),
            layout,
            budget,
            spent: 0,
            branches: 0,
            bytes: 0,
            held: 0,
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
        let start = self.states.start();
        self.hold_states()?;
        Ok(start)
    }

    /// How many states were met.
    pub fn met(&self) -> usize {
        self.states.met()
    }

    /// What a trial records that is cut off in this state.
    pub fn cut_off(&self, state: u32, key: &mut Key) {
        self.states.cut_off(state, key);
    }

    /// Counts work against the budget.
    pub fn spend(&mut self, work: u64) -> Result<(), Stop> {
        self.spent += work;
        if self.spent > self.budget { Err(Stop::Budget) } else { Ok(()) }
    }

    /// Allows so much work and no more from now on; returns what was allowed in all.
    pub fn allow(&mut self, work: u64) -> u64 {
        let allowed = self.budget.min(self.spent + work);
        std::mem::replace(&mut self.budget, allowed)
    }

    /// Allows so much work in all.
    pub fn restore(&mut self, budget: u64) {
        self.budget = budget;
    }

    /// Counts memory against what there may be.
    fn hold(&mut self, bytes: usize) -> Result<(), Stop> {
        self.bytes += bytes as u64;
        if LAW.holds(self.bytes) { Ok(()) } else { Err(Stop::Bound(LAW)) }
    }

    /// Counts the states that were met since the last time.
    fn hold_states(&mut self) -> Result<(), Stop> {
        let new = self.met() - self.held;
        if new == 0 {
            return Ok(());
        }
        self.held += new;
        self.successors.resize_with(self.held, || None);
        if self.is_hopeless() {
            return Err(Stop::Budget);
        }
        if !STATES.holds(self.held as u64) {
            return Err(Stop::Bound(STATES));
        }
        // The state itself, its number by its state, what follows it, and its mass on the way.
        self.hold(new * (self.states.bytes() + 80))
    }

    /// The branches of a state, walked on the first request.
    pub fn branches_of(&mut self, state: u32) -> Result<Rc<[Branch]>, Stop> {
        if let Some(branches) = &self.successors[state as usize] {
            return Ok(Rc::clone(branches));
        }
        let branches: Rc<[Branch]> = self.expand(state)?.into();
        self.successors[state as usize] = Some(Rc::clone(&branches));
        Ok(branches)
    }

    /// Walks all branches of one step from a state, and merges those that end alike.
    fn expand(&mut self, state: u32) -> Result<Vec<Branch>, Stop> {
        let mut chance = std::mem::take(&mut self.chance);
        let mut branches: Vec<Branch> = Vec::new();
        // By what it records and counts up, and then by the next state and when it is, 0 at an end;
        // of those beyond the first few.
        let mut place: Map<Box<[u32]>, usize> = Map::default();
        // shares[i] is the share of the path up to fork i: what a branch has in common with the
        // last one is not multiplied again.
        let mut shares = vec![Share::one()];
        let layout = Rc::clone(&self.layout);
        let mut key = Key::new(&layout);
        let (mut here, mut spent, mut covered) = (0u64, 0u64, 0.0);
        loop {
            self.branches += 1;
            key.restart();
            let (next, within) = match self.states.step(state, &mut chance, &mut key) {
                Step::Next(state) => (Some(state), false),
                Step::Within(state) => (Some(state), true),
                Step::Done => (None, false),
            };
            if chance.failed() {
                return Err(Stop::Budget);
            }
            self.hold_states()?;
            chance.weigh(&mut shares);
            let share = &shares[shares.len() - 1];
            let work = work(shares.len());
            self.spend(work)?;
            (here, spent, covered) = (here + 1, spent + work, covered + share.value());
            if here == SOME && spent as f64 / covered > HOPELESS as f64 * self.budget as f64 {
                return Err(Stop::Budget);
            }
            let ticks = key.ticks();
            let alike = |branch: &Branch| {
                (branch.next, branch.within, branch.ticks) == (next, within, ticks)
                    && *branch.cells == key.cells[..]
            };
            let mut known = branches.iter().take(FEW).position(alike);
            let recorded = key.cells.len();
            if known.is_none() && branches.len() >= FEW {
                key.cells.push(ticks);
                key.cells.push(next.map_or(0, |state| 2 * state + 1 + u32::from(within)));
                known = place.get(&key.cells[..]).copied();
            }
            match known {
                Some(at) => {
                    branches[at].share = branches[at].share.or(share, &mut chance.patience);
                }
                None => {
                    // The branch, its cells, and the key by which it is found while it is walked.
                    self.hold(size_of::<Branch>() + 4 * recorded + 32)?;
                    if branches.len() >= FEW {
                        place.insert(key.cells.clone().into(), branches.len());
                    }
                    let cells = key.cells[..recorded].into();
                    let share = share.clone();
                    branches.push(Branch { next, within, ticks, cells, share, value: 0.0 });
                }
            }
            self.deepest = self.deepest.max(shares.len());
            match chance.advance() {
                Some(shared) => shares.truncate(shared + 1),
                None => {
                    self.walked += 1;
                    self.lost = self.lost.max(chance.lost());
                    self.chance = chance;
                    branches.iter_mut().for_each(|branch| branch.value = branch.share.value());
                    return Ok(branches);
                }
            }
        }
    }

    /// Whether the states met so far would take several times the budget if they had as many
    /// branches as those already walked. So a deck that runs down is given up at once, and not when
    /// memory is full.
    fn is_hopeless(&self) -> bool {
        let foreseen = (self.branches as u128 * self.met() as u128).checked_div(self.walked.into());
        !self.last && foreseen.is_some_and(|branches| branches > HOPELESS * u128::from(self.budget))
    }
}
