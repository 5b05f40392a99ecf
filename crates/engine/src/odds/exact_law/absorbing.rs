//! Absorbing Markov chains: the expected number of visits to each state of a cyclic graph.

use std::ops::Range;

use super::graph::Stop;
use crate::chance::weight::Weight;

/// Maximum size of a component that is solved; for larger ones, moving mass step by step is faster.
pub(in crate::odds) const MOST_IN_COMPONENT: usize = 700;

/// Approximate memory per state for finding the components, in bytes: indices, and the path to it.
pub(in crate::odds) const COMPONENT_BYTES: usize = 4 * size_of::<u32>() + size_of::<[usize; 3]>();

/// The strongly connected components of a graph, concatenated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::odds) struct Components {
    pub states: Vec<u32>,
    /// The end index of each component.
    ends: Vec<usize>,
}

impl Components {
    /// Returns the index range of each component.
    pub fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        let from = std::iter::once(0).chain(self.ends.iter().copied());
        from.zip(&self.ends).map(|(first, &end)| first..end)
    }

    /// Returns the states of each component.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        self.ranges().map(|range| &self.states[range])
    }

    /// Returns the memory in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.states[..]) + size_of_val(&self.ends[..])
    }

    /// Returns the size of the largest component.
    pub fn longest(&self) -> usize {
        self.iter().map(<[u32]>::len).max().unwrap_or(0)
    }

    /// Reverses the order of the components, and of the states in each.
    fn reverse(&mut self) {
        self.states.reverse();
        self.ends.pop();
        self.ends.iter_mut().for_each(|end| *end = self.states.len() - *end);
        self.ends.reverse();
        self.ends.extend((!self.states.is_empty()).then_some(self.states.len()));
    }
}

/// Returns the strongly connected components of `count` states, in topological order.
///
/// # Source
/// R. Tarjan (1972), SIAM Journal on Computing 1, 146-160, with an explicit stack.
pub(in crate::odds) fn components<I: Iterator<Item = u32>>(
    count: usize,
    next_of: impl Fn(u32) -> I,
) -> Components {
    /// Marks of a state that was not visited, and of one whose component is complete; larger than
    /// all visit numbers.
    const UNSEEN: u32 = u32::MAX;
    const WHOLE: u32 = u32::MAX - 1;
    /// A state on the path, the earliest state reachable from it, and its remaining successors.
    struct Call<I> {
        state: u32,
        earliest: u32,
        ways: I,
    }
    let mut met = vec![UNSEEN; count];
    let (mut path, mut stack, mut now): (Vec<Call<I>>, _, _) = (Vec::new(), Vec::new(), 0);
    let mut found = Components::default();
    for root in 0..count as u32 {
        let mut new = Some(root).filter(|&root| met[root as usize] == UNSEEN);
        loop {
            if let Some(state) = new.take() {
                met[state as usize] = now;
                path.push(Call { state, earliest: now, ways: next_of(state) });
                stack.push(state);
                now += 1;
            }
            let Some(call) = path.last_mut() else { break };
            match call.ways.next().map(|to| (to, met[to as usize])) {
                Some((to, UNSEEN)) => new = Some(to),
                Some((_, when)) => call.earliest = call.earliest.min(when),
                None => {
                    let (state, earliest) = (call.state, call.earliest);
                    path.pop();
                    if let Some(caller) = path.last_mut() {
                        caller.earliest = caller.earliest.min(earliest);
                    }
                    if earliest < met[state as usize] {
                        continue;
                    }
                    while let Some(member) = stack.pop() {
                        met[member as usize] = WHOLE;
                        found.states.push(member);
                        if member == state {
                            break;
                        }
                    }
                    found.ends.push(found.states.len());
                }
            }
        }
    }
    found.reverse();
    found
}

/// Returns the expected number of visits to each state, from `start` on.
///
/// `ways` replaces a list by the transitions of a state: the next state and the probability. The
/// remaining probability ends the trial. `work` counts the products, up to a maximum.
///
/// # Formula
/// In a component with inflow b and inner probabilities P the visits solve `v = b + v P`. States
/// are eliminated one by one: the flow through a state is redirected to its successors, divided by
/// the probability of leaving it. This only adds and never subtracts, so floats lose no precision.
///
/// # Source
/// W. Grassmann, M. Taksar and D. Heyman (1985), Operations Research 33, 1107-1116.
///
/// # Errors
/// If the numbers do not fit, it takes too much work, or some state has no path to an end.
pub(in crate::odds) fn visits<W: Weight>(
    mut ways: impl FnMut(u32, &mut Vec<(u32, W)>) -> Result<(), Stop>,
    components: &Components,
    start: u32,
    (work, most): (&mut u64, u64),
) -> Result<Vec<W>, Stop> {
    let add = |sum: &mut W, share: &W| sum.gain(share).ok_or(Stop::Overflow);
    let (count, mut here) = (components.states.len(), Vec::new());
    let mut inflow = vec![W::zero(); count];
    inflow[start as usize] = W::one();
    // The index of each state in its component.
    let mut place = vec![usize::MAX; count];
    for component in components.iter() {
        for (at, &state) in component.iter().enumerate() {
            place[state as usize] = at;
        }
        let inside = |state: u32| {
            let at = place[state as usize];
            (component.get(at) == Some(&state)).then_some(at)
        };
        let size = component.len();
        ways(component[0], &mut here)?;
        if size > 1 || here.iter().any(|(to, _)| *to == component[0]) {
            let mut inner = InnerWays::none(size);
            let mut exit = vec![W::zero(); size];
            for (row, &state) in component.iter().enumerate() {
                let mut whole = W::zero();
                ways(state, &mut here)?;
                for (to, weight) in &here {
                    add(&mut whole, weight)?;
                    match inside(*to) {
                        Some(column) => inner.gain(row, column, weight)?,
                        None => add(&mut exit[row], weight)?,
                    }
                }
                if let Some(ends) = W::one().less(&whole).filter(|ends| ends.value() > 1e-15) {
                    add(&mut exit[row], &ends)?;
                }
            }
            let flows = component.iter().map(|&state| inflow[state as usize].clone()).collect();
            let solved = eliminate(inner, exit, flows, work)?;
            if *work > most {
                return Err(Stop::Budget);
            }
            for (&state, visits) in component.iter().zip(solved) {
                inflow[state as usize] = visits;
            }
        }
        for &state in component {
            let visits = inflow[state as usize].clone();
            ways(state, &mut here)?;
            for (to, weight) in &here {
                if inside(*to).is_none() {
                    let share = visits.then(weight).ok_or(Stop::Overflow)?;
                    add(&mut inflow[*to as usize], &share)?;
                }
            }
        }
    }
    Ok(inflow)
}

/// The transitions within one component: a dense matrix of probabilities, and adjacency lists,
/// since most states have few transitions.
struct InnerWays<W> {
    size: usize,
    weights: Vec<W>,
    from: Vec<Vec<usize>>,
    into: Vec<Vec<usize>>,
}

impl<W: Weight> InnerWays<W> {
    fn none(size: usize) -> InnerWays<W> {
        let (from, into) = (vec![Vec::new(); size], vec![Vec::new(); size]);
        InnerWays { size, weights: vec![W::zero(); size * size], from, into }
    }

    fn weight(&self, from: usize, to: usize) -> &W {
        &self.weights[from * self.size + to]
    }

    /// Adds to the probability of a transition.
    fn gain(&mut self, from: usize, to: usize, more: &W) -> Result<(), Stop> {
        let weight = &mut self.weights[from * self.size + to];
        if weight.value() <= 0.0 {
            self.from[from].push(to);
            self.into[to].push(from);
        }
        weight.gain(more).ok_or(Stop::Overflow)
    }

    /// Returns the transitions between a state and those before it, out of it or into it, in order.
    fn before(&self, state: usize, out: bool) -> Vec<(usize, W)> {
        let others = if out { &self.from[state] } else { &self.into[state] };
        let mut others: Vec<usize> =
            others.iter().copied().filter(|&other| other < state).collect();
        others.sort_unstable();
        others.dedup();
        let weight = |other: usize| match out {
            true => self.weight(state, other).clone(),
            false => self.weight(other, state).clone(),
        };
        others.into_iter().map(|other| (other, weight(other))).collect()
    }
}

/// Returns the visits to the states of one component; adds the number of products to `work`.
fn eliminate<W: Weight>(
    mut inner: InnerWays<W>,
    mut exit: Vec<W>,
    mut flows: Vec<W>,
    work: &mut u64,
) -> Result<Vec<W>, Stop> {
    let size = flows.len();
    let mut leaves = vec![W::zero(); size];
    for last in (0..size).rev() {
        let (ways_out, ways_in) = (inner.before(last, true), inner.before(last, false));
        let mut sum = exit[last].clone();
        for (_, weight) in &ways_out {
            sum.gain(weight).ok_or(Stop::Overflow)?;
        }
        if sum.value() <= 0.0 {
            return Err(Stop::Endless);
        }
        let passed = |share: &W, weight: &W| {
            share.then(weight).and_then(|share| share.over(&sum)).ok_or(Stop::Overflow)
        };
        let add = |sum: &mut W, share: W| sum.gain(&share).ok_or(Stop::Overflow);
        for (column, weight) in &ways_out {
            for (from, share) in &ways_in {
                inner.gain(*from, *column, &passed(share, weight)?)?;
            }
            let flow = passed(&flows[last], weight)?;
            add(&mut flows[*column], flow)?;
        }
        for (from, share) in &ways_in {
            let ends = passed(share, &exit[last])?;
            add(&mut exit[*from], ends)?;
        }
        *work += (1 + (1 + ways_out.len()) * (1 + ways_in.len())) as u64;
        leaves[last] = sum;
    }
    let mut visits: Vec<W> = Vec::with_capacity(size);
    for state in 0..size {
        let mut sum = flows[state].clone();
        for (before, weight) in inner.before(state, false) {
            let share = visits[before].then(&weight).ok_or(Stop::Overflow)?;
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

    type Ways<W> = Vec<Vec<(u32, W)>>;

    fn components_of<W>(ways: &Ways<W>) -> Components {
        components(ways.len(), |state| ways[state as usize].iter().map(|way| way.0))
    }

    fn visits_of<W: Weight>(ways: &Ways<W>) -> Result<Vec<W>, Stop> {
        let fill = |state: u32, here: &mut Vec<(u32, W)>| {
            here.clone_from(&ways[state as usize]);
            Ok(())
        };
        visits(fill, &components_of(ways), 0, (&mut 0, u64::MAX))
    }

    fn chain<W: Weight>() -> Ways<W> {
        // A gambler with 1 of 4 coins at even odds: 0 and 4 end.
        let half = || W::cases(1, 2);
        vec![vec![(1, half())], vec![(0, half()), (2, half())], vec![(1, half())]]
    }

    fn gambler<W: Weight>() -> Vec<f64> {
        let ways = chain::<W>();
        assert_eq!(components_of(&ways).iter().count(), 1);
        let Ok(visits) = visits_of(&ways) else { panic!("it ends") };
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
        let ways: Ways<()> =
            vec![vec![(1, ())], vec![(2, ()), (0, ())], vec![(3, ())], vec![(2, ())]];
        let parts = components_of(&ways);
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
        assert!(matches!(visits_of(&ways), Err(Stop::Endless)));
    }
}
