//! Dice of a sorted roll: the sum of those at some ranks, over pools of different dice.
//!
//! The faces are walked from one end. A state is how many dice of each pool are still to fall lower,
//! and the sum so far. As soon as no rank that counts is left, what is left may fall as it will: so
//! of the dice that fall on a face no more are told apart than ranks are left, and all other ways are
//! counted at once.

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
    let ranks = Ranks { dice: state.iter().sum(), needed, before };
    let mut states: Map<State, Natural> = Map::default();
    states.insert((state, 0), Natural::ONE);
    let mut done = Gathered::default();
    // What weighs less than the face, by pool.
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

/// How many dice there are, how many of the first ranks hold all that count, and how often the ranks
/// before each count together.
struct Ranks {
    dice: u32,
    needed: u32,
    before: Vec<i64>,
}

impl Ranks {
    /// The sum when dice fall on a face, from this place on up to that one.
    fn sum(&self, sum: i64, from: u32, to: u32, face: i64) -> Done<i64> {
        let count = self.before[to as usize] - self.before[from as usize];
        let gain = count.checked_mul(face).ok_or_else(too_large)?;
        sum.checked_add(gain).ok_or_else(too_large)
    }
}

/// A face that the dice of one pool may fall on.
struct Face<'n> {
    pool: usize,
    face: i64,
    weight: &'n Natural,
    /// Powers of what weighs no more than the face.
    with: Powers<'n>,
    /// The same of what weighs less, by pool.
    beyond: Vec<Powers<'n>>,
}

impl Face<'_> {
    /// Lets any number of dice fall here; what is done with that goes to `done`.
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
            // Ways with fewer here than are needed, and all of them with what falls lower.
            let (mut ways, mut fewer) = (so_far.clone(), Natural::ZERO);
            for here in 0..needed.min(mine + 1) {
                if here > 0 {
                    // One more of those that are left: a binomial, step by step.
                    let of = Natural::from(u64::from(mine - here + 1));
                    let chosen = ways.times(&of).over(&Natural::from(u64::from(here)));
                    ways = chosen.times(self.weight);
                }
                if needed <= mine {
                    fewer = fewer.times(self.beyond[pool].base).plus(&ways);
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

/// The powers of a number that were asked for.
struct Powers<'n> {
    base: &'n Natural,
    known: Map<u32, Natural>,
    /// What all of them take in memory.
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
            // Long numbers are multiplied in about so many steps.
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
