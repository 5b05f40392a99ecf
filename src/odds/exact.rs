//! The exact law of a rule: probability mass moved along the graph of its states.

use std::rc::Rc;

use super::Law;
use super::absorbing::{MOST_IN_COMPONENT, components, visits};
use super::graph::{Graph, Stop};
use super::layout::{Key, Layout};
use super::ledger::Clock;
use super::moving::{Gathered, Mass};
use super::totals::Totals;
use crate::chance::large::Large;
use crate::chance::share::Tier;
use crate::chance::weight::{Fraction, Real};
use crate::error::Result;
use crate::rule::{Column, Columns, Rule, Scale};

/// The exact laws of all columns of a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Laws {
    /// One law a histogram, in the order of [`Columns::histograms`].
    pub columns: Vec<Law>,
    /// How many branches were walked.
    pub branches: u64,
    of: Columns,
}

impl Laws {
    /// The law of the column `name`, of an indexed one that of its first step.
    ///
    /// # Errors
    /// If there is no such column.
    pub fn column(&self, name: &str) -> Result<&Law> {
        self.column_at(name, 1)
    }

    /// The law of the indexed column `name` at a step, from 1 on.
    ///
    /// # Errors
    /// If there is no such column, or it has no such step.
    pub fn column_at(&self, name: &str, step: u32) -> Result<&Law> {
        Ok(&self.columns[self.of.histogram(name, step)?])
    }
}

/// The exact laws of `rule`. `budget` bounds the sum of branches walked and moves of mass along
/// one.
///
/// Each state is walked once and its branches are kept. The weights are fractions of two machine
/// words first; where these do not fit, the walk starts again in large fractions as long as that is
/// quick, and then in floats. A rule whose columns can stand alone ([`Rule::alone`]) is walked
/// once for each of them, each with the states that it needs.
///
/// # Errors
/// If it takes more than the budget, or need not end.
pub(super) fn exact<R: Rule>(rule: &R, budget: u64) -> Result<Laws> {
    let of = rule.columns();
    if rule.branches() > budget {
        return Err(Stop::Budget.error(budget));
    }
    let (mut columns, mut branches) = (Vec::new(), 0);
    for (place, column) in of.iter().enumerate() {
        let Some(alone) = rule.alone(place) else { return together(rule, budget) };
        let laws = together(&alone, budget)?;
        branches += laws.branches;
        let first = columns.len();
        columns.extend_from_slice(&laws.columns[first..first + column.indices() as usize]);
    }
    Ok(Laws { columns, branches, of })
}

/// A walk in large fractions gives up after so many moves, each of which takes about a microsecond:
/// one that counts steps, where answers soon grow long, and another.
const QUICK: [u64; 2] = [2_000, 50_000];

/// The exact laws of all columns from one graph.
fn together<R: Rule>(rule: &R, budget: u64) -> Result<Laws> {
    let of = rule.columns();
    let layout = Rc::new(Layout::new(&of));
    let mut graph = Graph::new(rule, Rc::clone(&layout), budget);
    laws(&mut graph, layout, &of).map_err(|stop| stop.error(budget))
}

/// Mass of one kind after the other is sent along the graph, until one holds it.
fn laws(graph: &mut Graph, layout: Rc<Layout>, of: &Columns) -> Walked<Laws> {
    let fractions = walk::<Fraction>(graph, &layout, of, Law::from_fractions);
    if !matches!(fractions, Err(Stop::Overflow)) {
        return fractions;
    }
    let counted = of.indexed() || Clock::of(of).is_some();
    let budget = graph.allow(QUICK[usize::from(!counted)]);
    let large = walk::<Large>(graph, &layout, of, |scale, weights, _| {
        Some(Law::from_large(scale, weights))
    });
    if !matches!(large, Err(Stop::Overflow | Stop::Budget | Stop::Bound(_))) {
        return large;
    }
    graph.restore(budget);
    walk::<Real>(graph, &layout, of, |scale, weights, error| {
        Some(Law::from_reals(scale, weights, error))
    })
}

/// One walk with weights of a kind.
fn walk<W: Tier>(
    graph: &mut Graph,
    layout: &Rc<Layout>,
    of: &Columns,
    make: impl Fn(Scale, &[(u32, W)], f64) -> Option<Law>,
) -> Walked<Laws> {
    let mut walk = Walk::<W>::new(graph, Rc::clone(layout), of);
    walk.run()?;
    let columns = walk.laws(of, make).ok_or(Stop::Overflow)?;
    Ok(Laws { columns, branches: walk.graph.branches, of: of.clone() })
}

/// What a step of a walk leads to.
type Walked<T = ()> = std::result::Result<T, Stop>;

/// Mass on its way through the graph of a rule.
struct Walk<'g, 'r, W: Tier> {
    graph: &'g mut Graph<'r>,
    layout: Rc<Layout>,
    /// What counts steps, and where a trial is cut off.
    clock: Option<Clock>,
    /// Whether steps are counted at all, by a clock or by an indexed column.
    counted: bool,
    /// The weight of every cell.
    totals: Totals<W>,
    /// The mass that was present, summed over all steps: the mean number of steps.
    mean_steps: f64,
    /// The mass that was too small to follow.
    neglected: f64,
    /// The most masses that came together in a state in one step.
    most_added: u32,
}

impl<'g, 'r, W: Tier> Walk<'g, 'r, W> {
    fn new(graph: &'g mut Graph<'r>, layout: Rc<Layout>, columns: &Columns) -> Self {
        let clock = Clock::of(columns);
        graph.last = false;
        Walk {
            graph,
            clock,
            counted: clock.is_some() || columns.indexed(),
            totals: Totals::new(layout.cells),
            layout,
            mean_steps: 0.0,
            neglected: 0.0,
            most_added: 0,
        }
    }

    fn run(&mut self) -> Walked {
        let start = self.graph.start()?;
        if self.counted {
            return self.step_by_step(start);
        }
        match self.order(start)? {
            Some(order) => self.in_order(&order),
            None => self.in_components(start),
        }
    }

    /// All states in topological order; `None` if the graph has a cycle.
    fn order(&mut self, start: u32) -> Walked<Option<Vec<u32>>> {
        let mut ways_in = vec![0u32];
        let mut state = start;
        while (state as usize) < self.graph.met() {
            let branches = self.graph.branches_of(state)?;
            ways_in.resize(self.graph.met(), 0);
            let next = branches.iter().filter_map(|branch| branch.next);
            next.for_each(|next| ways_in[next as usize] += 1);
            state += 1;
        }
        let mut order: Vec<u32> = Vec::from_iter((ways_in[start as usize] == 0).then_some(start));
        let mut at = 0;
        while at < order.len() {
            for next in self.graph.branches_of(order[at])?.iter().filter_map(|branch| branch.next) {
                ways_in[next as usize] -= 1;
                if ways_in[next as usize] == 0 {
                    order.push(next);
                }
            }
            at += 1;
        }
        Ok((order.len() == self.graph.met()).then_some(order))
    }

    /// For a graph without cycles and without a count of steps: moves all mass of a state at once.
    fn in_order(&mut self, order: &[u32]) -> Walked {
        let mut mass = vec![W::zero(); self.graph.met()];
        mass[order[0] as usize] = W::one();
        for &state in order {
            let weight = mass[state as usize].clone();
            self.mean_steps += weight.value();
            let branches = self.graph.branches_of(state)?;
            self.graph.spend(branches.len() as u64)?;
            for branch in branches.iter() {
                let share = weight.then(&branch.weight()?).ok_or(Stop::Overflow)?;
                self.count(&branch.cells, 1, &share)?;
                if let Some(next) = branch.next {
                    let sum = &mut mass[next as usize];
                    *sum = sum.or(&share).ok_or(Stop::Overflow)?;
                }
            }
        }
        Ok(())
    }

    /// For a graph with cycles and without a count of steps: the expected visits of each state,
    /// one strongly connected component after the other.
    fn in_components(&mut self, start: u32) -> Walked {
        let mut next = Vec::with_capacity(self.graph.met());
        for state in 0..self.graph.met() as u32 {
            let ways = self.graph.branches_of(state)?;
            let on = ways.iter().filter_map(|way| Some((way.next?, way)));
            next.push(on.map(|(to, way)| Ok((to, way.weight::<W>()?))).collect::<Walked<_>>()?);
        }
        let components = components(&next);
        let largest = components.iter().map(Vec::len).max().unwrap_or(0);
        if largest > MOST_IN_COMPONENT {
            return self.step_by_step(start);
        }
        let spent = components.iter().map(|these| these.len().pow(3) as u64 / 16).sum();
        self.graph.spend(spent)?;
        self.graph.deepest += largest;
        let visits = visits(&next, &components, start)?;
        for (state, visits) in (0..).zip(visits) {
            self.mean_steps += visits.value();
            for branch in self.graph.branches_of(state)?.iter() {
                let share = visits.then(&branch.weight()?).ok_or(Stop::Overflow)?;
                self.count(&branch.cells, 1, &share)?;
            }
        }
        Ok(())
    }

    /// Moves mass one step at a time, where steps are counted or the graph has huge cycles.
    fn step_by_step(&mut self, start: u32) -> Walked {
        let mut present = Gathered::<W>::default();
        present.start(start, self.layout.counter.is_some());
        let (mut coming, mut moving) = (Gathered::default(), Vec::new());
        let mut step: u32 = 0;
        while !present.is_empty() {
            step += 1;
            self.graph.last = self.clock.is_some_and(|clock| clock.limit as u32 == step);
            let stopped = self.stopped(step);
            let cut_off = match self.clock {
                Some(clock) if self.graph.last => self.stopped(step + clock.beyond as u32),
                _ => Vec::new(),
            };
            // Mass that stays within this step moves again before the next.
            while !present.is_empty() {
                present.take(&mut moving);
                for (state, mut mass) in moving.drain(..) {
                    self.neglected += mass.trim();
                    self.most_added = self.most_added.max(mass.added);
                    self.mean_steps += mass.all.value();
                    let branches = self.graph.branches_of(state)?;
                    // Counts are contiguous, so sixteen of them cost about as much as one move.
                    let moves = 1 + mass.by_count.len() as u64 / 16;
                    self.graph.spend(branches.len() as u64 * moves)?;
                    for branch in branches.iter() {
                        let weight: W = branch.weight()?;
                        let share = mass.all.then(&weight).ok_or(Stop::Overflow)?;
                        if share.is_negligible() {
                            self.neglected += share.value();
                            continue;
                        }
                        self.count(&branch.cells, step, &share)?;
                        let to = match branch.next {
                            Some(next) if branch.within => present.at(next),
                            Some(next) if !self.graph.last => coming.at(next),
                            cut => {
                                let cells = if cut.is_some() { &cut_off } else { &stopped };
                                self.stop(cut, cells, step, &share)?;
                                self.stop_counting(&mass, branch.ticks, &weight)?;
                                continue;
                            }
                        };
                        to.add(&share, &mass, branch.ticks, &weight).ok_or(Stop::Overflow)?;
                    }
                    present.give_back(mass);
                }
            }
            std::mem::swap(&mut present, &mut coming);
        }
        Ok(())
    }

    /// The cells of a trial that ends in this step: the number of steps.
    fn stopped(&self, step: u32) -> Vec<u32> {
        let mut key = Key::new(&self.layout);
        if let Some(clock) = self.clock {
            clock.stop(step as i32, &mut key);
        }
        key.cells
    }

    /// A trial ends in this step, or is `cut` off after it, in this state.
    fn stop(&mut self, cut: Option<u32>, stopped: &[u32], step: u32, share: &W) -> Walked {
        self.count(stopped, step, share)?;
        let Some(state) = cut else { return Ok(()) };
        let layout = Rc::clone(&self.layout);
        let mut key = Key::new(&layout);
        self.graph.cut_off(state, &mut key);
        self.count(&key.cells, step, share)
    }

    /// A trial ends by this branch: its count becomes its score.
    fn stop_counting(&mut self, mass: &Mass<W>, ticks: u32, weight: &W) -> Walked {
        let Some(column) = self.layout.counter else { return Ok(()) };
        let shares = &mass.by_count;
        if shares.is_empty() {
            return Ok(());
        }
        let count = (mass.least + ticks) as i32;
        let least = self.layout.cell(column, count);
        let most = self.layout.cell(column, count + shares.len() as i32 - 1);
        self.totals.add_each(least..=most, shares, weight).ok_or(Stop::Overflow)
    }

    /// Adds a share to some cells, recorded in this step.
    fn count(&mut self, cells: &[u32], step: u32, share: &W) -> Walked {
        for &cell in cells {
            self.totals.add(self.layout.at(cell, step), share).ok_or(Stop::Overflow)?;
        }
        Ok(())
    }

    /// The law that `make` makes of each histogram.
    fn laws(
        &self,
        columns: &Columns,
        make: impl Fn(Scale, &[(u32, W)], f64) -> Option<Law>,
    ) -> Option<Vec<Law>> {
        let error = self.error();
        let law = |(column, cells): (&Column, std::ops::Range<usize>)| {
            make(column.scale.clone(), &self.totals.within(cells), error)
        };
        columns.histograms().iter().zip(self.layout.histograms()).map(law).collect()
    }

    /// A bound on the error of any sum of this walk, when its weights are floats.
    ///
    /// # Formula
    /// A fork multiplies by a quotient of two counts: at most four roundings of 2^-53. A step
    /// multiplies once more and sums twice with compensation: at most six more; or, where a column
    /// counts up, without it: as many as masses came together, and three. The relative error of the
    /// mass that ends at step s is at most s times that. So the error of a sum over all steps is at
    /// most the mean number of steps times that, plus the mass that was too small to follow.
    fn error(&self) -> f64 {
        let forks = self.graph.deepest as f64;
        let summed = if self.layout.counter.is_some() { self.most_added + 3 } else { 6 };
        let a_step = 4.0 * forks + f64::from(summed.max(6));
        let rounded = self.mean_steps * a_step * f64::EPSILON / 2.0;
        rounded + self.neglected + self.mean_steps * forks * self.graph.lost
    }
}
