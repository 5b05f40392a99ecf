//! The movement of mass along the graph of a rule's states, in one kind of weight.

use std::rc::Rc;

use smallvec::SmallVec;

use super::absorbing::{COMPONENT_BYTES, MOST_IN_COMPONENT, components, visits};
use super::graph::{Graph, Stop, WalkResult};
use super::layout::{Key, Layout};
use super::ledger::Clock;
use super::moving::{MassByState, Spread};
use super::order::in_turn;
use super::totals::Totals;
use crate::chance::share::{Lost, Tier};
use crate::rule::Columns;

/// Number of products in cyclic components that cost as much as one branch.
const PASSED: u64 = 16;

/// The mass on its way through the graph of a rule.
pub(in crate::odds) struct MassFlow<'g, 'r, W: Tier> {
    pub graph: &'g mut Graph<'r>,
    pub layout: Rc<Layout>,
    /// The columns that count steps, and the step at which a trial is cut off.
    pub clock: Option<Clock>,
    /// True if steps are counted, by a clock or by an indexed column.
    counted: bool,
    /// The weight of every cell.
    pub totals: Totals<W>,
    /// The mass present, summed over all steps: the mean number of steps.
    pub mean_steps: f64,
    /// The mass that was cut off.
    pub cut: f64,
    /// The mass that was too small to follow.
    pub neglected: f64,
    /// The maximum number of masses summed without compensation in one state and step.
    pub most_added: u32,
}

impl<'g, 'r, W: Tier> MassFlow<'g, 'r, W> {
    pub fn new(graph: &'g mut Graph<'r>, layout: Rc<Layout>, columns: &Columns) -> Self {
        let clock = Clock::of(columns);
        graph.last = false;
        MassFlow {
            graph,
            clock,
            counted: clock.is_some() || columns.indexed(),
            totals: Totals::new(layout.cells, W::zero()),
            layout,
            mean_steps: 0.0,
            cut: 0.0,
            neglected: 0.0,
            most_added: 0,
        }
    }

    pub fn run(&mut self) -> WalkResult {
        let start = self.graph.start()?;
        if self.counted {
            return self.step_by_step(start);
        }
        match self.order()? {
            Some(order) => self.in_order(&order),
            None => self.in_components(start),
        }
    }

    /// Returns all states in topological order, or `None` if the graph has a cycle.
    fn order(&mut self) -> WalkResult<Option<SmallVec<[usize; 8]>>> {
        let mut state = 0;
        while (state as usize) < self.graph.met() {
            self.graph.branches_of(state)?;
            state += 1;
        }
        let graph = &*self.graph;
        let next_of = |state| graph.next_of(state as u32).map(|next| next as usize);
        Ok(in_turn(graph.met(), next_of))
    }

    /// Moves mass in a graph without cycles or step counts: all mass of a state at once.
    fn in_order(&mut self, order: &[usize]) -> WalkResult {
        let mut mass = vec![W::zero(); self.graph.met()];
        let held = size_of_val(&mass[..]) + size_of_val(order);
        self.graph.hold(held)?;
        mass[order[0]] = W::one();
        for &state in order {
            let weight = mass[state].clone();
            self.mean_steps += weight.value();
            let branches = self.graph.branches_of(state as u32)?;
            // In floats, a move is negligible compared with the enumeration of its branch.
            if W::EXACT {
                self.graph.spend(branches.len() as u64)?;
            }
            for branch in branches {
                let share = weight.then(&self.graph.weight(branch)?).ok_or(Stop::Overflow)?;
                self.totals.count(&self.layout, self.graph.cells(branch), 1, &share)?;
                if let Some(next) = self.graph.branch(branch).next() {
                    mass[next as usize].gain(&share).ok_or(Stop::Overflow)?;
                }
            }
        }
        self.graph.release(held);
        Ok(())
    }

    /// Moves mass in a cyclic graph without step counts: computes the expected visits of each
    /// state, one strongly connected component after the other.
    fn in_components(&mut self, start: u32) -> WalkResult {
        let graph = &mut *self.graph;
        let looked_through = graph.met() * COMPONENT_BYTES;
        graph.hold(looked_through)?;
        let components = components(graph.met(), |state| graph.next_of(state));
        graph.release(looked_through);
        // Visits and component indices take a word or two per state.
        let held = graph.met() * (size_of::<W>() + size_of::<usize>()) + components.bytes();
        let largest = components.longest();
        if largest > MOST_IN_COMPONENT {
            return self.step_by_step(start);
        }
        graph.hold(held + largest * largest * size_of::<W>())?;
        graph.deepest += largest;
        let (mut passed, most) = (0, PASSED.saturating_mul(graph.left()));
        let ways = |state: u32, here: &mut Vec<(u32, W)>| {
            here.clear();
            for way in graph.walked_branches(state) {
                if let Some(to) = graph.branch(way).next() {
                    here.push((to, graph.weight(way)?));
                }
            }
            Ok(())
        };
        let visits = visits(ways, &components, start, (&mut passed, most))?;
        graph.spend(passed / PASSED)?;
        for (state, visits) in (0..).zip(visits) {
            self.mean_steps += visits.value();
            for branch in self.graph.branches_of(state)? {
                let share = visits.then(&self.graph.weight(branch)?).ok_or(Stop::Overflow)?;
                self.totals.count(&self.layout, self.graph.cells(branch), 1, &share)?;
            }
        }
        Ok(())
    }

    /// Moves mass one step at a time, if steps are counted or the graph has huge cycles.
    fn step_by_step(&mut self, start: u32) -> WalkResult {
        let counts = self.layout.counter.is_some();
        let (mut present, mut coming) = (MassByState::<W>::new(counts), MassByState::new(counts));
        let mut moving = Vec::new();
        present.start(start);
        let mut step: u32 = 0;
        let mut held = 0;
        while !present.is_empty() {
            let bytes = present.bytes() + coming.bytes();
            self.graph.release(held);
            self.graph.hold(bytes)?;
            (held, step) = (bytes, step + 1);
            self.graph.last = self.clock.is_some_and(|clock| clock.limit as u32 == step);
            let stopped = self.stopped(step)?;
            let cut_off = match self.clock {
                Some(clock) if self.graph.last => self.stopped(step + clock.beyond as u32)?,
                _ => Vec::new(),
            };
            // Mass that stays within this step moves again before the next.
            while !present.is_empty() {
                present.take(&mut moving);
                for state in moving.drain(..) {
                    let (mass, mut spread) = present.remove(state);
                    if counts {
                        self.neglected += spread.by_count.trim();
                        self.most_added = self.most_added.max(spread.added);
                    }
                    self.mean_steps += mass.value();
                    let branches = self.graph.branches_of(state)?;
                    // Counts are contiguous, so sixteen of them cost about as much as one move.
                    let moves = 1 + spread.by_count.numbers.len() as u64 / 16;
                    self.graph.spend(branches.len() as u64 * moves)?;
                    for number in branches {
                        let branch = self.graph.branch(number);
                        let weight: W = self.graph.weight(number)?;
                        let share = mass.then(&weight).ok_or(Stop::Overflow)?;
                        if share.is_negligible() {
                            self.neglected += share.value();
                            continue;
                        }
                        if branch.records {
                            let cells = self.graph.cells(number);
                            self.totals.count(&self.layout, cells, step, &share)?;
                        }
                        let ticks = branch.ticks();
                        let added = match branch.next() {
                            Some(next) if branch.within() => {
                                present.add(next, &share, &spread, ticks, &weight)
                            }
                            Some(next) if !self.graph.last => {
                                coming.add(next, &share, &spread, ticks, &weight)
                            }
                            cut => {
                                let cells = if cut.is_some() { &cut_off } else { &stopped };
                                self.totals.count(&self.layout, cells, step, &share)?;
                                cut.map_or(Ok(()), |state| self.cut_off(state, step, &share))?;
                                self.stop_counting(&spread, ticks, &weight)?;
                                continue;
                            }
                        };
                        added.ok_or(Stop::Overflow)?;
                    }
                    present.give_back(spread);
                }
            }
            std::mem::swap(&mut present, &mut coming);
        }
        self.graph.release(held);
        Ok(())
    }

    /// Returns the cells of a trial that ends in this step, for the number of steps.
    pub fn stopped(&self, step: u32) -> WalkResult<Vec<u32>> {
        let mut key = Key::new(&self.layout);
        if let Some(clock) = self.clock.filter(|clock| clock.first <= step as i32) {
            clock.stop(step as i32, &mut key);
        }
        key.cells().map(<[u32]>::to_vec)
    }

    /// Adds the scores of a trial that is cut off in this state.
    pub fn cut_off(&mut self, state: u32, step: u32, share: &W) -> WalkResult {
        self.cut += share.value();
        let layout = Rc::clone(&self.layout);
        let mut key = Key::new(&layout);
        self.graph.cut_off(state, &mut key);
        self.totals.count(&self.layout, key.cells()?, step, share)
    }

    /// Ends a trial by this branch: its count becomes its score.
    fn stop_counting(&mut self, spread: &Spread<W>, ticks: u32, weight: &W) -> WalkResult {
        let Some(column) = self.layout.counter else { return Ok(()) };
        let shares = &spread.by_count.numbers;
        if shares.is_empty() {
            return Ok(());
        }
        let count = spread.by_count.first as i32 + ticks as i32;
        let least = self.layout.cell(column, count)?;
        let most = self.layout.cell(column, count + shares.len() as i32 - 1)?;
        self.totals.add_each(least..=most, shares, weight).ok_or(Stop::Overflow)
    }

    /// Returns a bound on the error of any sum of this walk, if its weights are floats.
    ///
    /// # Formula
    /// A fork multiplies by a quotient of two counts: at most four roundings of 2^-53. A step
    /// multiplies once more and sums twice with compensation: at most six more; or without
    /// compensation, if a column counts up or each state's mass is moved at once: the number of
    /// masses summed, plus three. The relative error of the mass that ends at step s is at most s
    /// times that. So the error of a sum over all steps is at most the mean number of steps times
    /// that, plus the mass that was too small to follow.
    pub fn error(&self) -> Lost {
        let forks = self.graph.deepest as f64;
        let a_step = 4.0 * forks + f64::from((self.most_added + 3).max(6));
        let rounded = self.mean_steps * a_step * f64::EPSILON / 2.0;
        let steps = self.mean_steps * forks;
        let unfollowed = self.neglected + steps * self.graph.lost.unfollowed;
        Lost { all: rounded + self.neglected + steps * self.graph.lost.all, unfollowed }
    }
}
