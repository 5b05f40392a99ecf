//! From a rule to its exact law: every branch of every state walked once, equal states merged between steps.

use std::rc::Rc;

use super::Law;
use super::layout::{Key, Layout};
use super::moving::{Gathered, Mass};
use super::weight::{Fraction, Real, Weight};
use crate::chance::Enumerated;
use crate::error::{Error, Result};
use crate::rule::{Clock, Column, Columns, Record, Rule, Step};

/// A map of states: nobody chooses them to collide, and a walk looks up one for every branch.
type Map<K, V> = std::collections::HashMap<K, V, foldhash::fast::FixedState>;

/// The exact laws of all columns of a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Laws {
    /// One law a histogram, in the order of [`Columns::histograms`].
    pub columns: Vec<Law>,
    /// How many branches were walked.
    pub branches: u64,
}

/// Why a walk stopped before its end.
enum Stop {
    /// It takes more than the budget.
    Budget,
    /// This kind of weight can't hold the numbers.
    Overflow,
}

/// The exact laws of `rule`. `budget` bounds the branches that are walked and the times that mass is moved along one.
///
/// A state is walked once, however often it comes up: its branches are kept. Whole weights come first; where 128 bits can't
/// hold them the walk is done again in floats, with what is left of the budget.
///
/// # Errors
/// If it takes more than the budget.
pub(super) fn exact<R: Rule>(rule: &R, budget: u64) -> Result<Laws> {
    let columns = rule.columns();
    let mut whole = Walk::<R, Fraction>::new(rule, &columns, budget);
    match whole.run() {
        Ok(()) => {
            if let Some(columns) = whole.laws(&columns, Law::from_fractions) {
                return Ok(Laws { columns, branches: whole.branches });
            }
        }
        Err(Stop::Overflow) => {}
        Err(Stop::Budget) => return Err(Error::too_large(budget)),
    }
    let mut floats = Walk::<R, Real>::new(rule, &columns, budget - whole.spent.min(budget));
    if floats.run().is_err() {
        return Err(Error::too_large(budget));
    }
    let error = floats.error();
    let laws = floats.laws(&columns, |scale, weights| Some(Law::from_reals(scale, weights, error)));
    laws.map(|columns| Laws { columns, branches: floats.branches })
        .ok_or_else(|| Error::too_large(budget))
}

/// States beyond which memory, not time, would run out first.
const MOST_STATES: usize = 1 << 21;

/// So many budgets foreseen are hopeless.
const HOPELESS: u128 = 2;

/// What may follow a state.
struct Branch<W> {
    /// The state it goes on in; `None` at an end.
    next: Option<u32>,
    /// Whether it goes on within the same step.
    within: bool,
    /// The cells it records.
    cells: Box<[u32]>,
    /// How often it counts up.
    ticks: u32,
    /// The chance of it, all paths that end so together.
    weight: W,
}

struct Walk<'r, R: Rule, W> {
    rule: &'r R,
    layout: Rc<Layout>,
    /// What counts steps, and where a course of events is cut off.
    clock: Option<Clock>,
    /// The column that counts up.
    counter: Option<usize>,
    /// Whether steps are counted at all, by a clock or by an indexed column.
    counted: bool,
    budget: u64,
    /// Branches walked and moves made.
    spent: u64,
    branches: u64,
    /// The states met so far, numbered in the order in which they were.
    numbers: Map<R::State, u32>,
    states: Vec<R::State>,
    /// What may follow each state; `None` until the state is walked.
    successors: Vec<Option<Rc<[Branch<W>]>>>,
    /// The weight of every cell.
    totals: Vec<W>,
    /// How many states were walked.
    walked: u64,
    /// Whether this is the last step: states that come up now are not walked.
    last: bool,
    /// The mass that was present, summed over all steps: the mean number of steps.
    mean_steps: f64,
    /// The mass that was too small to follow.
    neglected: f64,
    /// One more than the most forks of a step.
    deepest: usize,
}

impl<'r, R: Rule, W: Weight> Walk<'r, R, W> {
    fn new(rule: &'r R, columns: &Columns, budget: u64) -> Self {
        let layout = Rc::new(Layout::new(columns));
        Walk {
            rule,
            clock: columns.clock(),
            counter: columns.counter(),
            counted: columns.clock().is_some() || columns.indexed(),
            totals: vec![W::ZERO; layout.cells],
            layout,
            budget,
            spent: 0,
            branches: 0,
            numbers: Map::default(),
            states: Vec::new(),
            successors: Vec::new(),
            walked: 0,
            last: false,
            mean_steps: 0.0,
            neglected: 0.0,
            deepest: 0,
        }
    }

    fn run(&mut self) -> std::result::Result<(), Stop> {
        let start = self.number(self.rule.start())?;
        if self.counted {
            return self.step_by_step(start);
        }
        match self.order(start)? {
            Some(order) => self.in_order(&order),
            None => self.step_by_step(start),
        }
    }

    /// All states, each behind those that lead to it; `None` if some lead back to themselves.
    fn order(&mut self, start: u32) -> std::result::Result<Option<Vec<u32>>, Stop> {
        let mut ways_in = vec![0u32];
        let mut state = start;
        while (state as usize) < self.states.len() {
            let branches = self.branches_of(state)?;
            ways_in.resize(self.states.len(), 0);
            branches
                .iter()
                .filter_map(|branch| branch.next)
                .for_each(|next| ways_in[next as usize] += 1);
            state += 1;
        }
        let mut order: Vec<u32> =
            if ways_in[start as usize] == 0 { vec![start] } else { Vec::new() };
        let mut at = 0;
        while at < order.len() {
            for next in self.branches_of(order[at])?.iter().filter_map(|branch| branch.next) {
                ways_in[next as usize] -= 1;
                if ways_in[next as usize] == 0 {
                    order.push(next);
                }
            }
            at += 1;
        }
        Ok((order.len() == self.states.len()).then_some(order))
    }

    /// Where no state comes back and nobody counts steps, all mass of a state is moved at once.
    fn in_order(&mut self, order: &[u32]) -> std::result::Result<(), Stop> {
        let mut mass = vec![W::ZERO; self.states.len()];
        mass[order[0] as usize] = W::ONE;
        for &state in order {
            let weight = mass[state as usize].clone();
            self.mean_steps += weight.value();
            let branches = self.branches_of(state)?;
            self.spend(branches.len() as u64)?;
            for branch in branches.iter() {
                let share = weight.then(&branch.weight).ok_or(Stop::Overflow)?;
                self.count(&branch.cells, 1, &share)?;
                if let Some(next) = branch.next {
                    let sum = &mut mass[next as usize];
                    *sum = sum.or(&share).ok_or(Stop::Overflow)?;
                }
            }
        }
        Ok(())
    }

    /// Mass moves one step at a time: steps are counted, or states come back.
    fn step_by_step(&mut self, start: u32) -> std::result::Result<(), Stop> {
        let mut present = Gathered::<W>::default();
        present.start(start, self.counter.is_some());
        let (mut coming, mut moving) = (Gathered::default(), Vec::new());
        let mut step: u32 = 0;
        while !present.is_empty() {
            step += 1;
            self.last = self.clock.is_some_and(|clock| clock.limit as u32 == step);
            let stopped = self.stopped(step);
            // What goes on within this step comes round again before the next.
            while !present.is_empty() {
                present.take(&mut moving);
                for (state, mut mass) in moving.drain(..) {
                    self.neglected += mass.trim();
                    self.mean_steps += mass.all.value();
                    let branches = self.branches_of(state)?;
                    // Counts lie side by side, so many of them are as one move.
                    self.spend(branches.len() as u64 * (1 + mass.by_count.len() as u64 / 16))?;
                    for branch in branches.iter() {
                        let share = mass.all.then(&branch.weight).ok_or(Stop::Overflow)?;
                        if share.is_negligible() {
                            self.neglected += share.value();
                            continue;
                        }
                        self.count(&branch.cells, step, &share)?;
                        let to = match branch.next {
                            Some(next) if branch.within => present.at(next),
                            Some(next) if !self.last => coming.at(next),
                            cut => {
                                self.stop(cut, &stopped, step, &share)?;
                                self.stop_counting(&mass, branch)?;
                                continue;
                            }
                        };
                        to.add(&share, &mass, branch.ticks, &branch.weight)
                            .ok_or(Stop::Overflow)?;
                    }
                    present.give_back(mass);
                }
            }
            std::mem::swap(&mut present, &mut coming);
        }
        Ok(())
    }

    /// The cells of whatever stops in this step: it took so many.
    fn stopped(&self, step: u32) -> Vec<u32> {
        let mut key = Key::new(&self.layout);
        if let Some(clock) = self.clock {
            clock.stop(step as i32, &mut key);
        }
        key.cells
    }

    /// A course of events ends in this step; or is `cut` off after it, in this state.
    fn stop(
        &mut self,
        cut: Option<u32>,
        stopped: &[u32],
        step: u32,
        share: &W,
    ) -> std::result::Result<(), Stop> {
        self.count(stopped, step, share)?;
        let Some(state) = cut else { return Ok(()) };
        let layout = Rc::clone(&self.layout);
        let mut key = Key::new(&layout);
        if let Step::Done(score) = self.rule.cut_off(self.states[state as usize].clone(), &mut key)
        {
            key.score(0, score);
        }
        self.count(&key.cells, step, share)
    }

    /// What was counted up on a course that stops by this branch is its score.
    fn stop_counting(
        &mut self,
        mass: &Mass<W>,
        branch: &Branch<W>,
    ) -> std::result::Result<(), Stop> {
        let Some(column) = self.counter else { return Ok(()) };
        let shares = &mass.by_count;
        if shares.is_empty() {
            return Ok(());
        }
        let least = self.layout.cell(column, (mass.least + branch.ticks) as i32);
        let most =
            self.layout.cell(column, (mass.least + branch.ticks) as i32 + shares.len() as i32 - 1);
        W::add_each(&mut self.totals[least..=most], shares, &branch.weight).ok_or(Stop::Overflow)
    }

    fn spend(&mut self, work: u64) -> std::result::Result<(), Stop> {
        self.spent += work;
        if self.spent > self.budget { Err(Stop::Budget) } else { Ok(()) }
    }

    /// Adds a share to some cells, recorded in this step.
    fn count(&mut self, cells: &[u32], step: u32, share: &W) -> std::result::Result<(), Stop> {
        for &cell in cells {
            let total = &mut self.totals[self.layout.at(cell, step)];
            *total = total.or(share).ok_or(Stop::Overflow)?;
        }
        Ok(())
    }

    /// What may follow a state, walked when it is asked for first.
    fn branches_of(&mut self, state: u32) -> std::result::Result<Rc<[Branch<W>]>, Stop> {
        if let Some(branches) = &self.successors[state as usize] {
            return Ok(Rc::clone(branches));
        }
        let branches: Rc<[Branch<W>]> = self.expand(state)?.into();
        self.successors[state as usize] = Some(Rc::clone(&branches));
        Ok(branches)
    }

    /// Walks all branches of one step from a state, and merges those that end alike.
    fn expand(&mut self, state: u32) -> std::result::Result<Vec<Branch<W>>, Stop> {
        let mut chance = Enumerated::default();
        let mut branches: Vec<Branch<W>> = Vec::new();
        // By what it records and counts up, and then by the next state and when it is, 0 at an end.
        let mut place: Map<Box<[u32]>, usize> = Map::default();
        // weights[i] is the weight of the path up to fork i: what a branch shares with the last one is not multiplied again.
        let mut weights = vec![W::ONE];
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
                    Step::Over => (None, false),
                    Step::Done(score) => {
                        key.score(0, score);
                        (None, false)
                    }
                };
            for (cases, of) in chance.chances(weights.len() - 1) {
                let weight = weights[weights.len() - 1].times(cases, of).ok_or(Stop::Overflow)?;
                weights.push(weight);
            }
            let weight = &weights[weights.len() - 1];
            let recorded = key.cells.len();
            key.cells.push(key.ticks);
            key.cells.push(next.map_or(0, |state| 2 * state + 1 + u32::from(within)));
            match place.get(&key.cells[..]) {
                Some(&at) => {
                    branches[at].weight = branches[at].weight.or(weight).ok_or(Stop::Overflow)?
                }
                None => {
                    place.insert(key.cells.clone().into(), branches.len());
                    branches.push(Branch {
                        next,
                        within,
                        ticks: key.ticks,
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
                    return Ok(branches);
                }
            }
        }
    }

    /// The number of a state; a new one is added.
    fn number(&mut self, state: R::State) -> std::result::Result<u32, Stop> {
        if let Some(&number) = self.numbers.get(&state) {
            return Ok(number);
        }
        if self.states.len() == MOST_STATES || self.is_hopeless() {
            return Err(Stop::Budget);
        }
        let number = self.states.len() as u32;
        self.numbers.insert(state.clone(), number);
        self.states.push(state);
        self.successors.push(None);
        Ok(number)
    }

    /// Whether the states that came up so far would take several times the budget if they have as many branches as those that were
    /// walked: decks that run down are given up in a moment, and not when memory is full.
    fn is_hopeless(&self) -> bool {
        let foreseen =
            (self.branches as u128 * self.states.len() as u128).checked_div(self.walked.into());
        !self.last && foreseen.is_some_and(|branches| branches > HOPELESS * u128::from(self.budget))
    }

    /// The law that `make` makes of each histogram.
    fn laws(
        &self,
        columns: &Columns,
        make: impl Fn(crate::rule::Scale, &[W]) -> Option<Law>,
    ) -> Option<Vec<Law>> {
        let law = |(column, cells): (&Column, std::ops::Range<usize>)| {
            make(column.scale.clone(), &self.totals[cells])
        };
        columns.histograms().iter().zip(self.layout.histograms()).map(law).collect()
    }

    /// A bound on the error of any sum of this walk, when its weights are floats.
    ///
    /// # Formula
    /// A fork multiplies by a quotient of two counts: at most four roundings of 2^-53. A step multiplies once more and sums
    /// twice, with compensation: six more cover it. What ends at step s is right to s times that, relatively; over all steps
    /// the error is at most the mean number of steps times that, and the mass that was too small to follow.
    fn error(&self) -> f64 {
        self.mean_steps * (4 * self.deepest + 6) as f64 * f64::EPSILON / 2.0 + self.neglected
    }
}
