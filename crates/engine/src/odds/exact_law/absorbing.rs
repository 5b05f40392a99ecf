//! Chains whose states come back: how often each state is expected to be visited before the end.

use std::ops::Range;

use super::graph::Stop;
use crate::chance::weight::Weight;

/// Larger components are not solved: their equations would take longer than to follow them.
pub(in crate::odds) const MOST_IN_COMPONENT: usize = 700;

/// The ways from each state: the next one, and the weight of going there. The rest to 1 ends.
type Ways<W> = [Vec<(u32, W)>];

/// The way of each state that comes next, and after it the one behind.
pub(in crate::odds) fn ways_of<W>(ways: &Ways<W>) -> impl Fn(u32, &mut usize) -> Option<u32> {
    |state, way| {
        let next = ways[state as usize].get(*way)?.0;
        *way += 1;
        Some(next)
    }
}

/// Lists of states, one behind the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::odds) struct Components {
    pub states: Vec<u32>,
    /// Where each list ends.
    ends: Vec<usize>,
}

impl Components {
    /// Where each component stands.
    pub fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        let from = std::iter::once(0).chain(self.ends.iter().copied());
        from.zip(&self.ends).map(|(first, &end)| first..end)
    }

    /// The states of each component.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        self.ranges().map(|range| &self.states[range])
    }

    /// How many states the largest has.
    pub fn longest(&self) -> usize {
        self.iter().map(<[u32]>::len).max().unwrap_or(0)
    }

    /// The last component is the first, and the last state of each.
    fn reverse(&mut self) {
        self.states.reverse();
        self.ends.pop();
        self.ends.iter_mut().for_each(|end| *end = self.states.len() - *end);
        self.ends.reverse();
        self.ends.extend((!self.states.is_empty()).then_some(self.states.len()));
    }
}

/// The strongly connected components of so many states, each before those that it leads to. `next`
/// is the state that a way leads to, and moves on to the way behind.
///
/// # Source
/// R. Tarjan (1972), SIAM Journal on Computing 1, 146-160, with a stack of its own.
pub(in crate::odds) fn components(
    count: usize,
    next_of: impl Fn(u32, &mut usize) -> Option<u32>,
) -> Components {
    const UNSEEN: u32 = u32::MAX;
    let (mut index, mut low) = (vec![UNSEEN; count], vec![0u32; count]);
    let mut on_stack = vec![false; count];
    let (mut stack, mut calls, mut next) = (Vec::new(), Vec::new(), 0);
    let mut found = Components::default();
    for root in 0..count as u32 {
        if index[root as usize] != UNSEEN {
            continue;
        }
        calls.push((root, 0));
        while let Some((state, way)) = calls.last_mut() {
            let here = *state as usize;
            if index[here] == UNSEEN {
                (index[here], low[here]) = (next, next);
                next += 1;
                stack.push(*state);
                on_stack[here] = true;
            }
            let Some(to) = next_of(*state, way) else {
                if low[here] == index[here] {
                    while let Some(member) = stack.pop() {
                        on_stack[member as usize] = false;
                        found.states.push(member);
                        if member as usize == here {
                            break;
                        }
                    }
                    found.ends.push(found.states.len());
                }
                calls.pop();
                if let Some(&(caller, _)) = calls.last() {
                    low[caller as usize] = low[caller as usize].min(low[here]);
                }
                continue;
            };
            let to_place = to as usize;
            if index[to_place] == UNSEEN {
                calls.push((to, 0));
            } else if on_stack[to_place] {
                low[here] = low[here].min(index[to_place]);
            }
        }
    }
    found.reverse();
    found
}

/// The expected number of visits of each state, from `start` on.
///
/// # Formula
/// In a component with inflow b and inner weights P the visits solve `v = b + v P`. States are
/// eliminated one by one: what would pass through a state goes on to where it leads, divided by the
/// weight of leaving it. That is a sum and never a difference, so floats lose nothing.
///
/// # Source
/// W. Grassmann, M. Taksar and D. Heyman (1985), Operations Research 33, 1107-1116.
///
/// # Errors
/// If the numbers do not fit, or some state has no way to an end.
pub(in crate::odds) fn visits<W: Weight>(
    ways: &Ways<W>,
    components: &Components,
    start: u32,
) -> Result<Vec<W>, Stop> {
    let add = |sum: &mut W, share: &W| sum.gain(share).ok_or(Stop::Overflow);
    let mut inflow = vec![W::zero(); ways.len()];
    inflow[start as usize] = W::one();
    // The place of each state in its component.
    let mut place = vec![usize::MAX; ways.len()];
    for component in components.iter() {
        for (at, &state) in component.iter().enumerate() {
            place[state as usize] = at;
        }
        let inside = |state: u32| {
            let at = place[state as usize];
            (component.get(at) == Some(&state)).then_some(at)
        };
        let size = component.len();
        if size > 1 || ways[component[0] as usize].iter().any(|(to, _)| *to == component[0]) {
            let mut inner = vec![vec![W::zero(); size]; size];
            let mut exit = vec![W::zero(); size];
            for (row, &state) in component.iter().enumerate() {
                let mut whole = W::zero();
                for (to, weight) in &ways[state as usize] {
                    add(&mut whole, weight)?;
                    match inside(*to) {
                        Some(column) => add(&mut inner[row][column], weight)?,
                        None => add(&mut exit[row], weight)?,
                    }
                }
                if let Some(ends) = W::one().less(&whole).filter(|ends| ends.value() > 1e-15) {
                    add(&mut exit[row], &ends)?;
                }
            }
            let flows = component.iter().map(|&state| inflow[state as usize].clone()).collect();
            let solved = eliminate(inner, exit, flows)?;
            for (&state, visits) in component.iter().zip(solved) {
                inflow[state as usize] = visits;
            }
        }
        for &state in component {
            let here = inflow[state as usize].clone();
            for (to, weight) in &ways[state as usize] {
                if inside(*to).is_none() {
                    let share = here.then(weight).ok_or(Stop::Overflow)?;
                    add(&mut inflow[*to as usize], &share)?;
                }
            }
        }
    }
    Ok(inflow)
}

/// The visits of the states of one component.
fn eliminate<W: Weight>(
    mut inner: Vec<Vec<W>>,
    mut exit: Vec<W>,
    mut flows: Vec<W>,
) -> Result<Vec<W>, Stop> {
    let size = flows.len();
    let mut leaves = vec![W::zero(); size];
    for last in (0..size).rev() {
        let mut sum = exit[last].clone();
        for weight in &inner[last][..last] {
            sum.gain(weight).ok_or(Stop::Overflow)?;
        }
        if sum.value() <= 0.0 {
            return Err(Stop::Endless);
        }
        let passed = |so_far: &W, share: &W, weight: &W| {
            let sum = share.then(weight).and_then(|share| so_far.or(&share.over(&sum)?));
            sum.ok_or(Stop::Overflow)
        };
        let row = inner[last].clone();
        let ways_in: Vec<(usize, W)> = inner[..last]
            .iter()
            .map(|ways| ways[last].clone())
            .enumerate()
            .filter(|(_, share)| share.value() > 0.0)
            .collect();
        for column in (0..last).filter(|&column| row[column].value() > 0.0) {
            for (from, share) in &ways_in {
                inner[*from][column] = passed(&inner[*from][column], share, &row[column])?;
            }
            flows[column] = passed(&flows[column], &flows[last], &row[column])?;
        }
        for (from, share) in &ways_in {
            exit[*from] = passed(&exit[*from], share, &exit[last])?;
        }
        leaves[last] = sum;
    }
    let mut visits: Vec<W> = Vec::with_capacity(size);
    for state in 0..size {
        let mut sum = flows[state].clone();
        for (before, visits) in visits.iter().enumerate() {
            let share = visits.then(&inner[before][state]).ok_or(Stop::Overflow)?;
            sum.gain(&share).ok_or(Stop::Overflow)?;
        }
        visits.push(sum.over(&leaves[state]).ok_or(Stop::Overflow)?);
    }
    Ok(visits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::large::Large;
    use crate::chance::weight::{Fraction, Mass, Real};

    fn chain<W: Weight>() -> Vec<Vec<(u32, W)>> {
        // A gambler with 1 of 4 coins at even odds: 0 and 4 end.
        let half = || W::cases(1, 2);
        vec![vec![(1, half())], vec![(0, half()), (2, half())], vec![(1, half())]]
    }

    fn gambler<W: Weight>() -> Vec<f64> {
        let ways = chain::<W>();
        let parts = components(ways.len(), ways_of(&ways));
        assert_eq!(parts.iter().count(), 1);
        let Ok(visits) = visits(&ways, &parts, 0) else { panic!("it ends") };
        visits.iter().map(W::value).collect()
    }

    #[test]
    fn a_gambler_plays_three_games_on_average() {
        for visits in [gambler::<Fraction>(), gambler::<Large>(), gambler::<Real>()] {
            for (have, want) in visits.iter().zip([1.5, 1.0, 0.5]) {
                assert!((have - want).abs() < 1e-15);
            }
        }
    }

    #[test]
    fn components_come_before_what_they_lead_to() {
        let ways: Vec<Vec<(u32, ())>> =
            vec![vec![(1, ())], vec![(2, ()), (0, ())], vec![(3, ())], vec![(2, ())]];
        let parts = components(ways.len(), ways_of(&ways));
        let sorted = |part: &[u32]| {
            let mut part = part.to_vec();
            part.sort_unstable();
            part
        };
        assert_eq!(parts.iter().map(sorted).collect::<Vec<_>>(), [vec![0, 1], vec![2, 3]]);
    }

    #[test]
    fn what_never_ends_is_said() {
        let ways = vec![vec![(0, Fraction::one())]];
        assert!(matches!(visits(&ways, &components(1, ways_of(&ways)), 0), Err(Stop::Endless)));
    }
}
