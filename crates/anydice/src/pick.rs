//! Dice of a sorted roll: the sum of those at some ranks, over pools of different dice.
//!
//! The faces are walked from one end. A state is how many dice of each pool are still to fall lower,
//! and the sum so far; as soon as no rank that counts is left, what is left may fall as it will.

use std::rc::Rc;

use crate::budget::Meter;
use crate::fault::Done;
use crate::law::{Gathered, Law, Map, too_large};
use crate::natural::Natural;

/// The most pools of different dice: three stand in a call of the library.
pub const POOLS: usize = 3;

/// So many dice with a law.
pub type Pool = (Rc<Law>, u32);

/// How many dice of each pool are left, and the sum of those that count so far.
type State = ([u32; POOLS], i64);

/// The sum of the dice at ranks of the roll sorted from the highest, each as often as `take` says.
/// No law is empty.
pub fn pick(pools: &[Pool], take: &[u32], meter: &Meter) -> Done<Rc<Law>> {
    let Some(last) = take.iter().rposition(|&times| times > 0) else {
        return Law::certain(0, meter);
    };
    let first = take.iter().position(|&times| times > 0).unwrap_or(0);
    // From the end that is nearer to what counts.
    let from_lowest = last + 1 > take.len() - first;
    let mut take = take.to_vec();
    if from_lowest {
        take.reverse();
    }
    let needed = take.iter().rposition(|&times| times > 0).map_or(0, |last| last + 1) as u32;
    let before: Vec<i64> = std::iter::once(0)
        .chain(take.iter().scan(0i64, |sum, &times| {
            *sum += i64::from(times);
            Some(*sum)
        }))
        .collect();
    let mut faces: Vec<i64> = pools.iter().flat_map(|(law, _)| &law.cells).map(|c| c.0).collect();
    faces.sort_unstable();
    faces.dedup();
    if !from_lowest {
        faces.reverse();
    }
    let mut state = [0u32; POOLS];
    for (left, (_, count)) in state.iter_mut().zip(pools) {
        *left = *count;
    }
    let all: u32 = state.iter().sum();
    let mut states: Map<State, Natural> = Map::default();
    states.insert((state, 0), Natural::ONE);
    let mut done = Gathered::default();
    // What weighs less than the face, by pool.
    let mut beyond: Vec<Natural> = pools.iter().map(|(law, _)| law.total.clone()).collect();
    for face in faces {
        for (pool, (law, _)) in pools.iter().enumerate() {
            let Ok(place) = law.cells.binary_search_by_key(&face, |cell| cell.0) else { continue };
            let weight = &law.cells[place].1;
            beyond[pool] = minus(&beyond[pool], weight);
            states = one_face(states, pool, face, weight, (&before, all), meter)?;
        }
        let closed = |(left, _): &State| all - left.iter().sum::<u32>() >= needed;
        let ended: Vec<_> = states.extract_if(|state, _| closed(state)).collect();
        meter.spend(8 * ended.len() as u64)?;
        for ((left, sum), weight) in ended {
            let rest = left.iter().zip(&beyond).map(|(&left, beyond)| beyond.power(left));
            done.add(sum, &rest.fold(weight, |all, rest| all.times(&rest)));
        }
        done.held(meter)?;
    }
    let cells = done.sorted().into_iter().filter(|(_, weight)| !weight.is_zero()).collect();
    Law::of(cells, meter)
}

/// Lets any number of the dice of one pool fall on a face.
fn one_face(
    states: Map<State, Natural>,
    pool: usize,
    face: i64,
    weight: &Natural,
    (before, all): (&[i64], u32),
    meter: &Meter,
) -> Done<Map<State, Natural>> {
    let mut next: Map<State, Natural> =
        Map::with_capacity_and_hasher(states.len() * 2, Default::default());
    for ((left, sum), so_far) in states {
        let placed = (all - left.iter().sum::<u32>()) as usize;
        let mut ways = so_far;
        meter.spend(16 * u64::from(left[pool] + 1))?;
        for here in 0..=left[pool] {
            if here > 0 {
                // One more of those that are left: a binomial, step by step.
                let of = Natural::from(u64::from(left[pool] - here + 1));
                ways = ways.times(&of).over(&Natural::from(u64::from(here))).times(weight);
            }
            let count = before[placed + here as usize] - before[placed];
            let gain = count.checked_mul(face).ok_or_else(too_large)?;
            let sum = sum.checked_add(gain).ok_or_else(too_large)?;
            let mut left = left;
            left[pool] -= here;
            next.entry((left, sum)).or_default().add(&ways);
        }
    }
    meter.room(96 * next.capacity() as u64)?;
    Ok(next)
}

fn minus(all: &Natural, part: &Natural) -> Natural {
    match (all, part) {
        (Natural::Small(all), Natural::Small(part)) => Natural::Small(all - part),
        _ => (all.big() - part.big()).into(),
    }
}
