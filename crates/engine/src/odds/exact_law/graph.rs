//! The graph of a rule's states: every branch of each state is enumerated once, and equal outcomes
//! are merged.

use std::ops::Range;
use std::rc::Rc;

use super::branch::{Branch, END, Shares};
use super::layout::{Key, Layout};
use super::states::{Numbered, States};
use crate::chance::Enumerated;
use crate::chance::finder::Finder;
use crate::chance::share::{Lost, Share, Tier};
use crate::chance::weight::Real;
use crate::rule::{Columns, KnownGraph, Rule, Step};
use oddsmith_base::Error;

/// The result of a walk over the states of a rule, which may stop early.
pub(in crate::odds) type WalkResult<T = ()> = std::result::Result<T, Stop>;

/// The reason why a walk stopped early.
pub(in crate::odds) enum Stop {
    /// It takes more branches and moves than the budget.
    Budget,
    /// It takes more memory than the limit.
    Memory,
    /// The numbers overflow this kind of weight.
    Overflow,
    /// Some state has no path to an end.
    Endless,
    /// The column at this index got a score off its scale.
    OffScale(usize),
}

impl Stop {
    /// Converts the reason to an error, for a walk with these columns; `because` explains the size,
    /// if known.
    pub fn error(self, of: &Columns, budget: u64, because: Option<String>) -> Error {
        let too_large = |most: String| {
            let error = Error::too_large(&most);
            because.iter().fold(error, |error, because| error.because(because))
        };
        match self {
            Stop::Endless => Error::question("the steps may never end")
                .with_hint("limit the steps: `until …, at most 100`"),
            Stop::OffScale(column) => of[column].off_scale(),
            Stop::Memory => too_large(format!("{MOST_MEGABYTES} MB")),
            Stop::Budget | Stop::Overflow => too_large(format!("{budget} branches")),
        }
    }
}

/// Memory limit for the states and branches of an exact law, in megabytes.
pub const MOST_MEGABYTES: u64 = 320;

/// The multiple of the budget above which the expected work makes a walk give up.
const HOPELESS: u128 = 2;

/// Number of branches between checks of the memory, which is also checked after each state.
const ACCOUNTED: usize = 64;

/// Number of branches of a step before its total is extrapolated.
const JUDGED_AFTER: u64 = 4096;

/// Returns the budget that a branch with this many forks takes: 1, and more for long branches,
/// since each branch replays all of its forks.
fn work(forks: usize) -> u64 {
    1 + 4 * forks.saturating_sub(32) as u64
}

/// The states of a rule discovered so far, and the branches of each.
#[derive(Default)]
pub(in crate::odds) struct Graph<'r> {
    /// The states of the rule; `None` if the graph is precomputed.
    states: Option<Box<dyn States + 'r>>,
    layout: Rc<Layout>,
    budget: u64,
    /// Number of branches enumerated plus moves made.
    pub spent: u64,
    /// Number of branches enumerated.
    pub branches: u64,
    /// Memory of data derived from states and branches, in bytes.
    beside: usize,
    /// Peak memory of all of it, in bytes.
    pub most_bytes: usize,
    /// Number of states that are accounted for.
    held: usize,
    /// The branches of all expanded states.
    branches_by_state: Vec<Branch>,
    /// The exact probability of each branch; `None` once one of them is a float.
    shares: Option<Shares>,
    /// The probabilities of the branches of the state being expanded.
    here: Vec<Share>,
    /// The cells recorded by all branches, and the start index of each branch.
    cells: Vec<u32>,
    first_cells: Vec<u32>,
    /// The branch range of each state; `None` until the state is expanded.
    successors: Vec<Option<(u32, u32)>>,
    /// Finds equal branches of the state being expanded.
    finder: Finder,
    /// The probabilities along the current path.
    path: Vec<Share>,
    /// Number of expanded states.
    walked: u64,
    /// True in the last step: states discovered now are not expanded.
    pub last: bool,
    /// One more than the maximum number of forks of a step.
    pub deepest: usize,
    /// The largest probability that a roll dropped.
    pub lost: Lost,
    chance: Enumerated,
}

impl<'r> Graph<'r> {
    /// Creates the graph of a rule, which is expanded lazily; a precomputed graph is copied.
    pub fn of<R: Rule>(rule: &'r R, layout: Rc<Layout>, budget: u64) -> Result<Self, Stop> {
        let shares = Some(Shares::default());
        let mut graph = Graph { shares, layout, budget, ..Graph::default() };
        match (R::EXTRAS.known_graph)(rule) {
            Some(known) => graph.take(known)?,
            None => graph.states = Some(Box::new(Numbered::of(rule))),
        }
        Ok(graph)
    }

    /// Copies all states and transitions of a precomputed graph.
    fn take(&mut self, known: &KnownGraph) -> Result<(), Stop> {
        (self.branches, self.deepest) = (known.branches, known.deepest);
        self.spend(known.branches)?;
        self.held = known.ends.len();
        let mut first = 0;
        for &end in &known.ends {
            self.successors.push(Some((first, end)));
            first = end;
        }
        for way in &known.ways {
            self.first_cells.push(self.cells.len() as u32);
            if let Some(score) = way.score {
                self.cells.push(self.layout.cell(known.column, score)? as u32);
            }
            self.branches_by_state.push(Branch {
                value: way.share.value(),
                to: way.to.map_or(END, |(state, within)| 2 * state + u32::from(within)),
                ticks: 0,
                records: way.score.is_some(),
            });
            self.keep(way.share.clone());
        }
        Ok(())
    }

    /// Returns the index of the first state.
    pub fn start(&mut self) -> Result<u32, Stop> {
        let start = self.states.as_mut().map_or(0, |states| states.start());
        self.hold_states()?;
        Ok(start)
    }

    /// Returns the number of states discovered.
    pub fn met(&self) -> usize {
        self.states.as_ref().map_or(self.successors.len(), |states| states.met())
    }

    /// Returns an explanation of why there are so many states, if the rule provides one.
    pub fn crowded(&self) -> Option<String> {
        self.states.as_ref()?.crowded()
    }

    /// Records the scores of a trial that is cut off in this state.
    pub fn cut_off(&self, state: u32, key: &mut Key) {
        if let Some(states) = &self.states {
            states.cut_off(state, key);
        }
    }

    /// Charges work to the budget.
    #[inline]
    pub fn spend(&mut self, work: u64) -> Result<(), Stop> {
        self.spent += work;
        if self.spent > self.budget { Err(Stop::Budget) } else { Ok(()) }
    }

    /// Limits the remaining work.
    pub fn allow(&mut self, work: u64) {
        self.budget = self.budget.min(self.spent + work);
    }

    /// Charges derived data to the memory limit.
    pub fn hold(&mut self, bytes: usize) -> Result<(), Stop> {
        self.beside += bytes;
        self.account()
    }

    /// Releases charged memory.
    pub fn release(&mut self, bytes: usize) {
        self.beside = self.beside.saturating_sub(bytes);
    }

    /// Returns the memory of states, branches and derived data in bytes.
    fn bytes(&self) -> usize {
        self.states.as_ref().map_or(0, |states| states.bytes())
            + size_of_val(&self.successors[..])
            + size_of_val(&self.branches_by_state[..])
            + self.shares.as_ref().map_or(0, Shares::bytes)
            + size_of_val(&self.here[..])
            + size_of_val(&self.cells[..])
            + size_of_val(&self.first_cells[..])
            + self.beside
    }

    /// Checks the memory limit.
    fn account(&mut self) -> Result<(), Stop> {
        let bytes = self.bytes();
        self.most_bytes = self.most_bytes.max(bytes);
        if bytes as u64 <= MOST_MEGABYTES << 20 { Ok(()) } else { Err(Stop::Memory) }
    }

    /// Accounts for the states discovered since the last call.
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
        self.account()
    }

    /// Returns the branch range of a state, which is expanded on the first request.
    #[inline]
    pub fn branches_of(&mut self, state: u32) -> Result<Range<usize>, Stop> {
        match self.successors[state as usize] {
            Some((first, end)) => Ok(first as usize..end as usize),
            None => self.walk(state),
        }
    }

    /// Returns the branch range of a state; empty if it was not expanded.
    pub fn walked_branches(&self, state: u32) -> Range<usize> {
        let (first, end) = self.successors[state as usize].unwrap_or_default();
        first as usize..end as usize
    }

    /// Returns the successors of an expanded state.
    #[inline]
    pub fn next_of(&self, state: u32) -> impl Iterator<Item = u32> {
        self.branches_by_state[self.walked_branches(state)].iter().filter_map(Branch::next)
    }

    /// Returns the remaining budget.
    pub fn left(&self) -> u64 {
        self.budget.saturating_sub(self.spent)
    }

    /// Expands a state; returns its branch range.
    fn walk(&mut self, state: u32) -> Result<Range<usize>, Stop> {
        let (first, cells) = (self.branches_by_state.len(), self.cells.len());
        if let Err(stop) = self.expand(state) {
            self.branches_by_state.truncate(first);
            self.cells.truncate(cells);
            self.first_cells.truncate(first);
            return Err(stop);
        }
        let end = self.branches_by_state.len();
        self.successors[state as usize] = Some((first as u32, end as u32));
        Ok(first..end)
    }

    /// Returns the number of merged branches of all expanded states.
    pub fn ways(&self) -> usize {
        self.branches_by_state.len()
    }

    /// Returns the branch at this index.
    #[inline]
    pub fn branch(&self, number: usize) -> &Branch {
        &self.branches_by_state[number]
    }

    /// Returns the probability of a branch in a kind of weight.
    #[inline]
    pub fn weight<W: Tier>(&self, number: usize) -> Result<W, Stop> {
        let value = self.branches_by_state[number].value;
        match &self.shares {
            Some(shares) => shares.weight(number, value),
            None => W::of(&Share::Real(Real::from(value)), value),
        }
        .ok_or(Stop::Overflow)
    }

    /// Returns the cells that a branch records.
    #[inline]
    pub fn cells(&self, number: usize) -> &[u32] {
        let first = self.first_cells[number] as usize;
        let end = self.first_cells.get(number + 1).map_or(self.cells.len(), |&end| end as usize);
        &self.cells[first..end]
    }

    /// Enumerates all branches of one step from a state, and merges those with equal outcomes.
    fn expand(&mut self, state: u32) -> Result<(), Stop> {
        let mut chance = std::mem::take(&mut self.chance);
        let all = self.branches_by_state.len();
        // shares[i] is the probability of the path up to fork i, so that the common prefix of
        // successive branches is not multiplied again.
        let mut shares = std::mem::take(&mut self.path);
        shares.truncate(0);
        shares.push(Share::one());
        let layout = Rc::clone(&self.layout);
        let mut key = Key::new(&layout);
        let (mut here, mut spent) = (0u64, 0u64);
        let mut finder = std::mem::take(&mut self.finder);
        finder.restart();
        self.here.clear();
        loop {
            self.branches += 1;
            key.restart();
            let states = self.states.as_mut().expect("what is not known is walked");
            let to = match states.step(state, &mut chance, &mut key) {
                Step::Next(state) => 2 * state,
                Step::Within(state) => 2 * state + 1,
                Step::Done => END,
            };
            if chance.failed {
                return Err(Stop::Budget);
            }
            if to != END {
                self.hold_states()?;
            }
            chance.weigh(&mut shares);
            let share = &shares[shares.len() - 1];
            let work = work(shares.len());
            self.spend(work)?;
            (here, spent) = (here + 1, spent + work);
            let (ticks, cells) = (key.ticks(), key.cells()?);
            let alike = |number: u32| {
                let number = all + number as usize;
                let branch = &self.branches_by_state[number];
                (branch.to, branch.ticks()) == (to, ticks) && self.cells(number) == cells
            };
            let end = u64::from(to) << 32 | u64::from(ticks);
            match finder.find(cells, end, alike) {
                Some(number) => {
                    let sum = &mut self.here[number as usize];
                    *sum = sum.or(share, &mut chance.patience);
                }
                None => {
                    self.first_cells.push(self.cells.len() as u32);
                    self.cells.extend_from_slice(cells);
                    self.here.push(share.clone());
                    let records = !cells.is_empty();
                    let ticks = u16::try_from(ticks).map_err(|_| Stop::Budget)?;
                    self.branches_by_state.push(Branch { value: 0.0, to, ticks, records });
                    if self.branches_by_state.len().is_multiple_of(ACCOUNTED) {
                        self.account()?;
                    }
                }
            }
            self.deepest = self.deepest.max(shares.len());
            if here == JUDGED_AFTER && self.takes_too_long(spent, chance.walked_part()) {
                return Err(Stop::Budget);
            }
            match chance.advance() {
                Some(shared) => shares.truncate(shared + 1),
                None => {
                    self.account()?;
                    self.walked += 1;
                    self.lost = self.lost.most(chance.lost);
                    (self.chance, self.finder, self.path) = (chance, finder, shares);
                    let branches = &mut self.branches_by_state[all..];
                    for (branch, share) in branches.iter_mut().zip(&self.here) {
                        branch.value = share.value();
                    }
                    let mut here = std::mem::take(&mut self.here);
                    here.drain(..).for_each(|share| self.keep(share));
                    self.here = here;
                    return Ok(());
                }
            }
        }
    }

    /// Stores the probability of a branch, as long as all are exact.
    fn keep(&mut self, share: Share) {
        match &mut self.shares {
            Some(shares) if !matches!(share, Share::Real(_)) => shares.push(share),
            shares => *shares = None,
        }
    }

    /// Returns whether the state being expanded is likely to take several times the budget,
    /// extrapolated from the work so far by the probability covered and by the fraction of options
    /// covered, whichever is larger.
    fn takes_too_long(&self, spent: u64, part: f64) -> bool {
        let shares = self.here.iter().map(Share::value);
        let walked = shares.sum::<f64>().max(part);
        spent as f64 / walked > HOPELESS as f64 * self.budget as f64
    }

    /// Returns whether the states discovered so far would take several times the budget if they had
    /// as many branches as the expanded ones. This gives up on a deck that runs down at once,
    /// rather than when memory is full.
    fn is_hopeless(&self) -> bool {
        let foreseen = (self.branches as u128 * self.met() as u128).checked_div(self.walked.into());
        !self.last && foreseen.is_some_and(|branches| branches > HOPELESS * u128::from(self.budget))
    }
}
