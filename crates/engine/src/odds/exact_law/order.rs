//! The states of a graph in topological order of their components, with their transitions stored
//! contiguously.

use std::ops::Range;

use smallvec::SmallVec;

use super::absorbing::{Components, components};
use super::branch::{Branch, END};
use super::graph::Graph;
use super::graph::WalkResult;

/// The expanded states, renumbered by place: component after component in topological order, with
/// the transitions between places. Data that is used together is adjacent in memory.
pub(in crate::odds) struct Order {
    /// The state at each place, grouped by component.
    pub of: Components,
    /// The place of the first state.
    pub start: u32,
    ways: Vec<Branch>,
    /// The end index of the transitions of each place.
    ends_of_ways: Vec<u32>,
}

impl Order {
    /// Creates the order of the states of a graph.
    pub fn of(graph: &mut Graph, start: u32) -> WalkResult<Order> {
        let components = components(graph.met(), |state| graph.next_of(state));
        let mut places = vec![0; graph.met()];
        for (place, &state) in (0..).zip(&components.states) {
            places[state as usize] = place;
        }
        let mut ways = Vec::with_capacity(graph.ways());
        let mut ends_of_ways = Vec::with_capacity(places.len());
        for &state in &components.states {
            for branch in graph.walked_branches(state).map(|number| graph.branch(number)) {
                let place = |next: u32| 2 * places[next as usize] + u32::from(branch.within());
                ways.push(Branch { to: branch.next().map_or(END, place), ..*branch });
            }
            ends_of_ways.push(ways.len() as u32);
        }
        let numbers = size_of_val(&places[..]) + size_of_val(&ends_of_ways[..]);
        graph.hold(size_of_val(&ways[..]) + numbers + size_of_val(&components.states[..]))?;
        Ok(Order { of: components, start: places[start as usize], ways, ends_of_ways })
    }

    /// Returns the transitions from a place.
    #[inline]
    pub fn ways(&self, place: u32) -> &[Branch] {
        let before = (place as usize).checked_sub(1).map_or(0, |last| self.ends_of_ways[last]);
        &self.ways[before as usize..self.ends_of_ways[place as usize] as usize]
    }

    /// Returns the range of places of each component.
    pub fn components(&self) -> impl Iterator<Item = Range<u32>> {
        self.of.ranges().map(|range| range.start as u32..range.end as u32)
    }

    /// Returns the maximum number of transitions into one state.
    pub fn most_ways_in(&self) -> u32 {
        let mut ways = vec![0; self.of.states.len()];
        for next in self.ways.iter().filter_map(Branch::next) {
            ways[next as usize] += 1;
        }
        ways.into_iter().max().unwrap_or(0)
    }
}

/// Returns a topological order of `count` states, or `None` if there is a cycle.
pub(in crate::odds) fn in_turn<I: Iterator<Item = usize>>(
    count: usize,
    next: impl Fn(usize) -> I,
) -> Option<SmallVec<[usize; 8]>> {
    let mut ways_in: SmallVec<[u32; 8]> = SmallVec::from_elem(0, count);
    (0..count).flat_map(&next).for_each(|to| ways_in[to] += 1);
    let mut sorted: SmallVec<[usize; 8]> =
        (0..count).filter(|&state| ways_in[state] == 0).collect();
    let mut at = 0;
    while let Some(&here) = sorted.get(at) {
        for to in next(here) {
            ways_in[to] -= 1;
            if ways_in[to] == 0 {
                sorted.push(to);
            }
        }
        at += 1;
    }
    (sorted.len() == count).then_some(sorted)
}
