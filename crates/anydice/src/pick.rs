//! The distribution of the sum of dice at certain ranks of a sorted roll, over pools of different
//! dice.
//!
//! Faces are visited from one end. A state is the number of dice of each pool still to be assigned,
//! and the sum so far. Once all counted ranks are filled, the remaining dice are unconstrained: on
//! each face at most as many dice as open ranks are distinguished, and all other ways are counted
//! at once.

use std::rc::Rc;

use crate::budget::Meter;
use crate::fault::Done;
use crate::law::{Gathered, Law, Map, too_large};
use crate::natural::Natural;

/// Maximum number of different pools, which is that of the library's functions.
pub const POOLS: usize = 3;

/// A number of identical dice, with the law of one die.
pub type Pool = (Rc<Law>, u32);

/// The number of dice left of each pool, and the sum of the counted dice so far.
type State = ([u32; POOLS], i64);

/// Returns the distribution of the sum of the dice at ranks counted from the highest, each
/// multiplied by its entry in `take`.
///
/// No law may be empty.
pub fn pick(pools: &[Pool], take: &[u32], meter: &Meter) -> Done<Rc<Law>> {
    let Some(last) = take.iter().rposition(|&times| times > 0) else {
        return Law::certain(0, meter);
    };
    let first = take.iter().position(|&times| times > 0).unwrap_or(0);
    // Start from the end that is nearer to the counted ranks.
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
    let ranks = Ranks { dice: state.iter().sum(), needed, before };
    let mut states: Map<State, Natural> = Map::default();
    states.insert((state, 0), Natural::ONE);
    let mut done = Gathered::default();
    // The total weight of the faces after the current one, by pool.
    let mut beyond: Vec<Natural> = pools.iter().map(|(law, _)| law.total.clone()).collect();
    for face in faces {
        for (pool, (law, _)) in pools.iter().enumerate() {
            let Ok(place) = law.cells.binary_search_by_key(&face, |cell| cell.0) else { continue };
            let weight = &law.cells[place].1;
            let with = std::mem::take(&mut beyond[pool]);
            beyond[pool] = minus(&with, weight);
            let with = Powers::of(&with);
            let mut face =
                Face { pool, face, weight, with, beyond: beyond.iter().map(Powers::of).collect() };
            states = face.fall(states, &ranks, &mut done, meter)?;
        }
        done.held(meter)?;
    }
    let cells = done.sorted().into_iter().filter(|(_, weight)| !weight.is_zero()).collect();
    Law::of(cells, meter)
}

/// The number of dice, the number of leading ranks that include all counted ones, and the
/// cumulative multipliers of the ranks.
struct Ranks {
    dice: u32,
    needed: u32,
    before: Vec<i64>,
}

impl Ranks {
    /// Returns the sum after dice at the ranks `from..to` fall on a face.
    fn sum(&self, sum: i64, from: u32, to: u32, face: i64) -> Done<i64> {
        let count = self.before[to as usize] - self.before[from as usize];
        let gain = count.checked_mul(face).ok_or_else(too_large)?;
        sum.checked_add(gain).ok_or_else(too_large)
    }
}

/// A face of the dice of one pool.
struct Face<'n> {
    pool: usize,
    face: i64,
    weight: &'n Natural,
    /// Powers of the total weight of this face and those after it.
    with: Powers<'n>,
    /// Powers of the total weight of the faces after this one, by pool.
    beyond: Vec<Powers<'n>>,
}

impl Face<'_> {
    /// Distributes over how many dice fall on this face; completed sums are added to `done`.
    fn fall(
        &mut self,
        states: Map<State, Natural>,
        ranks: &Ranks,
        done: &mut Gathered,
        meter: &Meter,
    ) -> Done<Map<State, Natural>> {
        let pool = self.pool;
        let (mut next, mut bytes): (Map<State, Natural>, _) = (Map::default(), 0);
        for ((left, sum), so_far) in states {
            let placed = ranks.dice - left.iter().sum::<u32>();
            let (needed, mine) = (ranks.needed - placed, left[pool]);
            meter.spend(16 * u64::from(needed.min(mine) + 1))?;
            // The ways with fewer dice here than needed, and their total including the dice that
            // fall on later faces.
            let (mut ways, mut fewer) = (so_far.clone(), Natural::ZERO);
            for here in 0..needed.min(mine + 1) {
                if here > 0 {
                    // The binomial coefficient, updated step by step.
                    let of = Natural::from(u64::from(mine - here + 1));
                    let chosen = ways.times(&of).over(&Natural::from(u64::from(here)));
                    ways = chosen.times(self.weight);
                }
                if needed <= mine {
                    fewer = fewer.times(self.beyond[pool].base);
                    fewer.add(&ways);
                }
                let mut left = left;
                left[pool] -= here;
                let sum = ranks.sum(sum, placed, placed + here, self.face)?;
                bytes += ways.bytes() as u64;
                next.entry((left, sum)).or_default().add(&ways);
            }
            meter.room(bytes + 96 * next.capacity() as u64)?;
            if needed > mine {
                continue;
            }
            let fewer = fewer.times(self.beyond[pool].to(mine + 1 - needed, meter)?);
            let mut enough = minus(&so_far.times(self.with.to(mine, meter)?), &fewer);
            for (other, &left) in left.iter().enumerate().take(self.beyond.len()) {
                if other != pool {
                    enough = enough.times(self.beyond[other].to(left, meter)?);
                }
            }
            done.add(ranks.sum(sum, placed, ranks.needed, self.face)?, &enough);
        }
        Ok(next)
    }
}

/// The memoized powers of a number.
struct Powers<'n> {
    base: &'n Natural,
    known: Map<u32, Natural>,
    /// The memory of all of them in bytes.
    bytes: u64,
}

impl Powers<'_> {
    fn of(base: &Natural) -> Powers<'_> {
        Powers { base, known: Map::default(), bytes: 0 }
    }

    fn to(&mut self, exponent: u32, meter: &Meter) -> Done<&Natural> {
        if !self.known.contains_key(&exponent) {
            let words = self.base.bits() * u64::from(exponent) / 64;
            self.bytes += 8 * words;
            meter.room(self.bytes)?;
            // The approximate cost of multiplying big integers of this size.
            meter.spend(words * words.isqrt())?;
            self.known.insert(exponent, self.base.power(exponent));
        }
        Ok(&self.known[&exponent])
    }
}

fn minus(all: &Natural, part: &Natural) -> Natural {
    match (all, part) {
        (Natural::Small(all), Natural::Small(part)) => Natural::Small(all - part),
        _ => (all.big() - part.big()).into(),
    }
}
