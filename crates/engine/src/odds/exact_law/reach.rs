//! Which states enough mass comes to before the last step to follow it, and what is known of their
//! fractions before any mass is moved.

use std::collections::VecDeque;

use super::graph::Graph;
use super::graph::WalkResult;
use super::ledger::Clock;
use super::order::{Order, in_turn};
use crate::chance::weight::{Fraction, Mass, Weight};
use crate::rule::Columns;

/// More states or branches are walked step by step, where mass that is too small to follow need not
/// be walked at all.
const MOST_STATES: usize = 1 << 18;
const MOST_BRANCHES: u64 = 1 << 21;

/// Mass is moved among so few states before, to see whether its fractions grow too long.
const FIRST_STATES: u32 = 4;

/// How the states of a rule were walked before mass is moved.
pub(in crate::odds) enum Reached {
    /// Those that matter, in an order for mass to move along, in so many steps at most.
    All { order: Order, steps: u32 },
    /// Not at all, or they are too many.
    Few,
}

impl Reached {
    /// Walks the states that matter, where steps are counted and no column is indexed by them.
    pub fn of(graph: &mut Graph, columns: &Columns) -> WalkResult<Reached> {
        let Some(clock) = Clock::of(columns).filter(|_| !columns.indexed()) else {
            return Ok(Reached::Few);
        };
        let (start, steps) = (graph.start()?, clock.limit as u32);
        if !reach(graph, start, steps)? {
            return Ok(Reached::Few);
        }
        Ok(Reached::All { order: Order::of(graph, start)?, steps })
    }

    /// Whether the mass of the states that come first, to which no others lead, is a fraction too long
    /// for two words before the last step.
    pub fn outgrows_fractions(&self, graph: &Graph) -> bool {
        let Reached::All { order, steps } = self else { return false };
        let ends = order.components().map(|component| component.end);
        let few = ends.take_while(|end| *end <= FIRST_STATES).last();
        few.is_some_and(|few| moved(graph, order, few, *steps).is_none())
    }
}

/// Moves mass among so many states that come first until the last step, or none is left; `None` where
/// a fraction is too long.
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

/// Walks the states that enough mass comes to before the last step to follow it; whether they are
/// few enough.
///
/// Mass is sent on from a state, whatever the step, as soon as half as much waits there as was sent
/// on before. So little is left waiting that no state is missed that matters; what comes to
/// one nevertheless is counted as neglected.
///
/// # Source
/// The push of R. Andersen, F. Chung and K. Lang (2006), FOCS 2006, 475-486.
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

/// What is known of a state while states are reached.
#[derive(Clone)]
struct Place {
    /// The mass that waits here, and the one that was sent on.
    waiting: f64,
    sent: f64,
    /// The least number of steps to here.
    steps: u32,
    queued: bool,
}

impl Place {
    const UNSEEN: Place = Place { waiting: 0.0, sent: 0.0, steps: u32::MAX, queued: false };
}
