//! Selects the states that receive enough mass before the last step, and predicts whether their
//! fractions overflow.

use std::collections::VecDeque;

use super::graph::Graph;
use super::graph::WalkResult;
use super::ledger::Clock;
use super::order::{Order, in_turn};
use crate::chance::weight::{Fraction, Mass, Weight};
use crate::rule::Columns;

/// Maximum number of states and of branches; with more, a step-by-step walk, which skips states of
/// negligible mass, is faster.
const MOST_STATES: usize = 1 << 18;
const MOST_BRANCHES: u64 = 1 << 21;

/// Maximum number of initial states among which mass is moved to test whether fractions overflow.
const FIRST_STATES: u32 = 4;

/// The relevant states of a rule, explored before mass is moved.
pub(in crate::odds) struct Reached {
    /// The states in topological order.
    pub order: Order,
    /// The maximum number of steps.
    steps: u32,
}

impl Reached {
    /// Explores the relevant states, if steps are counted and no column is indexed.
    /// `None` otherwise, and if there are too many.
    pub fn of(graph: &mut Graph, columns: &Columns) -> WalkResult<Option<Reached>> {
        let Some(clock) = Clock::of(columns).filter(|_| !columns.indexed()) else {
            return Ok(None);
        };
        let (start, steps) = (graph.start()?, clock.limit as u32);
        match reach(graph, start, steps)? {
            true => Ok(Some(Reached { order: Order::of(graph, start)?, steps })),
            false => Ok(None),
        }
    }

    /// Returns whether the mass of the first states, to which no others lead, overflows fractions
    /// of `u128` before the last step.
    pub fn outgrows_fractions(&self, graph: &Graph) -> bool {
        let Reached { order, steps } = self;
        let ends = order.components().map(|component| component.end);
        let few = ends.take_while(|end| *end <= FIRST_STATES).last();
        few.is_some_and(|few| moved(graph, order, few, *steps).is_none())
    }
}

/// Moves mass among the first `states` places until the last step or until none is left; `None` if
/// a fraction overflows.
fn moved(graph: &Graph, order: &Order, states: u32, steps: u32) -> Option<()> {
    let inner = |place: u32| {
        let numbers = graph.walked_branches(order.of.states[place as usize]);
        let ways = numbers.zip(order.ways(place));
        ways.filter_map(|(number, way)| {
            let to = way.next().filter(|to| *to < states)?;
            Some((number, way.within(), to as usize))
        })
    };
    let now = |place: usize| inner(place as u32).filter(|(_, within, _)| *within);
    let states = states as usize;
    let Some(sorted) = in_turn(states, |place| now(place).map(|(.., to)| to)) else {
        return Some(());
    };
    let mut present = vec![Fraction::zero(); states];
    present[order.start as usize] = Fraction::one();
    for _ in 1..steps {
        let mut coming = vec![Fraction::zero(); states];
        for &place in &sorted {
            let mass = std::mem::replace(&mut present[place], Fraction::zero());
            if mass.is_negligible() {
                continue;
            }
            for (number, within, to) in inner(place as u32) {
                let share = mass.then(&graph.weight(number).ok()?)?;
                let there = if within { &mut present } else { &mut coming };
                there[to].gain(&share)?;
            }
        }
        if coming.iter().all(Fraction::is_negligible) {
            break;
        }
        present = coming;
    }
    Some(())
}

/// Explores the states that receive enough mass before the last step; returns whether they are few
/// enough.
///
/// Mass is pushed on from a state, whatever the step, as soon as half as much is waiting there as
/// was pushed before. So little is left waiting that no relevant state is missed; the mass of a
/// missed state is counted as neglected.
///
/// # Source
/// The push method of R. Andersen, F. Chung and K. Lang (2006), FOCS 2006, 475-486.
fn reach(graph: &mut Graph, start: u32, limit: u32) -> WalkResult<bool> {
    const FAINT: f64 = 1e-26;
    let most = graph.branches + MOST_BRANCHES.min(graph.left() / 4);
    let mut moves = 0;
    let mut places = vec![Place::UNSEEN; graph.met()];
    places[start as usize] = Place { waiting: 1.0, sent: 0.0, steps: 0, queued: true };
    let mut queue = VecDeque::from([start]);
    while let Some(state) = queue.pop_front() {
        let place = &mut places[state as usize];
        place.queued = false;
        let (mass, steps) = (std::mem::take(&mut place.waiting), place.steps);
        place.sent += mass;
        let branches = graph.branches_of(state)?;
        moves += branches.len() as u64;
        if graph.met() > MOST_STATES || graph.branches > most || moves > 8 * most {
            return Ok(false);
        }
        places.resize(graph.met(), Place::UNSEEN);
        for branch in branches.map(|number| graph.branch(number)) {
            let Some(next) = branch.next() else { continue };
            let place = &mut places[next as usize];
            place.waiting += mass * branch.value;
            place.steps = place.steps.min(steps + u32::from(!branch.within()));
            let matters = place.waiting > FAINT.max(place.sent / 2.0);
            if matters && !place.queued && place.steps < limit {
                place.queued = true;
                queue.push_back(next);
            }
        }
    }
    Ok(true)
}

/// The data of a state during exploration.
#[derive(Clone)]
struct Place {
    /// The mass that is waiting here, and the mass that was pushed on.
    waiting: f64,
    sent: f64,
    /// The minimum number of steps to this state.
    steps: u32,
    queued: bool,
}

impl Place {
    const UNSEEN: Place = Place { waiting: 0.0, sent: 0.0, steps: u32::MAX, queued: false };
}
