//! Chains whose states come back: how often each state is expected to be visited before the end.

use std::ops::Range;

use super::graph::Stop;
use crate::chance::weight::Weight;

/// Larger components are not solved: their equations would take longer than to follow them.
pub(in crate::odds) const MOST_IN_COMPONENT: usize = 700;

/// What it takes of memory to find them, about, for each state: numbers, and the path to it.
pub(in crate::odds) const COMPONENT_BYTES: usize = 4 * size_of::<u32>() + size_of::<[usize; 3]>();

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

    /// What they take in memory.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.states[..]) + size_of_val(&self.ends[..])
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

/// The strongly connected components of so many states, each before those that it leads to.
///
/// # Source
/// R. Tarjan (1972), SIAM Journal on Computing 1, 146-160, with a stack of its own.
pub(in crate::odds) fn components<I: Iterator<Item = u32>>(
    count: usize,
    next_of: impl Fn(u32) -> I,
) -> Components {
    /// A state that was not met; one whose component is whole, later than all.
    const UNSEEN: u32 = u32::MAX;
    const WHOLE: u32 = u32::MAX - 1;
    /// A state on the path, the earliest that it leads back to, and where it leads.
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

/// The expected number of visits of each of so many states, from `start` on. `ways` puts the ways
/// from a state into a list: the next one, and the weight of going there. The rest to 1 ends. Adds
/// to `work` how many weights were passed on, and gives up beyond `most`.
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
/// If the numbers do not fit, it is too much work, or some state has no way to an end.
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
    // The place of each state in its component.
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

/// The ways between the states of one component: all weights, and which of them there are, as most
/// states lead to few.
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

    /// Gives a way more weight.
    fn gain(&mut self, from: usize, to: usize, more: &W) -> Result<(), Stop> {
        let weight = &mut self.weights[from * self.size + to];
        if weight.value() <= 0.0 {
            self.from[from].push(to);
            self.into[to].push(from);
        }
        weight.gain(more).ok_or(Stop::Overflow)
    }

    /// The ways between a state and those before it, out of it or into it, in their order.
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

/// The visits of the states of one component; adds to `work` how much there was to do.
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
