//! The cases over which a parameter is expanded: outcomes of a sum, or sorted rolls.

use std::rc::Rc;

use crate::budget::Meter;
use crate::fault::Done;
use crate::law::Law;
use crate::natural::Natural;
use crate::value::{Die, Value};

/// The cases over which a call is repeated for one of its arguments.
#[derive(Debug)]
pub enum Cases {
    /// One value, without expansion.
    One(Value),
    /// The outcomes of a sum, in increasing order, with the current index; a sequence has one.
    Outcomes(Rc<Law>, usize),
    /// The sorted rolls of identical dice.
    Rolls(Rolls),
}

/// An iterator over multisets of faces, each with its number of ways.
#[derive(Debug)]
pub struct Rolls {
    /// The faces in sorting order.
    faces: Vec<(i64, Natural)>,
    /// The face index of each die, nondecreasing.
    dice: Vec<usize>,
    /// For each prefix of the dice, its number of ways, and the length of the run of equal dice at
    /// its end.
    ways: Vec<(Natural, u64)>,
}

impl Rolls {
    /// Creates the sorted rolls of a non-empty die.
    pub fn new(die: &Die, lowest_first: bool, meter: &Meter) -> Done<Rolls> {
        let mut faces = die.face.cells.clone();
        // The outcomes of a single die increase, whatever the sorting order.
        if !lowest_first && die.count > 1 {
            faces.reverse();
        }
        let multisets = multisets(faces.len() as u64, u64::from(die.count));
        meter.expect(multisets.saturating_mul(8))?;
        let mut rolls = Rolls { faces, dice: vec![0; die.count as usize], ways: Vec::new() };
        rolls.count_from(0);
        Ok(rolls)
    }

    /// Recomputes the ways of prefixes from `first` on: those of the prefix with one die fewer,
    /// times the positions for one more, divided by the run length.
    fn count_from(&mut self, first: usize) {
        self.ways.truncate(first);
        for place in first..self.dice.len() {
            let face = self.dice[place];
            let (before, run) = match place.checked_sub(1) {
                Some(last) => {
                    let (ways, run) = &self.ways[last];
                    (
                        ways.times(&self.faces[face].1),
                        if self.dice[last] == face { run + 1 } else { 1 },
                    )
                }
                None => (self.faces[face].1.clone(), 1),
            };
            let ways = before.times(&Natural::from(place as u64 + 1)).over(&Natural::from(run));
            self.ways.push((ways, run));
        }
    }

    fn advance(&mut self) -> bool {
        let most = self.faces.len() - 1;
        let Some(place) = self.dice.iter().rposition(|&face| face < most) else {
            self.dice.fill(0);
            self.count_from(0);
            return false;
        };
        let face = self.dice[place] + 1;
        self.dice[place..].fill(face);
        self.count_from(place);
        true
    }
}

/// Returns the number of distinct sorted rolls.
fn multisets(faces: u64, dice: u64) -> u64 {
    let few = dice.min(faces.saturating_sub(1));
    let all = faces + dice - 1;
    let mut ways = 1u128;
    for place in 1..=u128::from(few) {
        ways = ways * (u128::from(all - few) + place) / place;
        if ways > u128::from(u64::MAX) {
            return u64::MAX;
        }
    }
    ways as u64
}

impl Cases {
    /// Returns whether results are mixed by weight.
    pub fn expands(&self) -> bool {
        !matches!(self, Cases::One(_))
    }

    /// Returns the value of the current case.
    pub fn value(&self, meter: &Meter) -> Done<Value> {
        match self {
            Cases::One(value) => Ok(value.clone()),
            Cases::Outcomes(law, at) => Ok(Value::Number(law.cells[*at].0)),
            Cases::Rolls(rolls) => {
                let numbers = rolls.dice.iter().map(|&face| rolls.faces[face].0).collect();
                Value::sequence(numbers, meter)
            }
        }
    }

    /// Returns the weight of the current case.
    pub fn weight(&self) -> Natural {
        match self {
            Cases::One(_) => Natural::ONE,
            Cases::Outcomes(law, at) => law.cells[*at].1.clone(),
            Cases::Rolls(rolls) => rolls.ways.last().map_or(Natural::ONE, |(ways, _)| ways.clone()),
        }
    }

    /// Returns whether its cases have different weights.
    pub fn is_weighted(&self) -> bool {
        matches!(self, Cases::Outcomes(law, _) if !law.is_uniform())
    }

    /// Advances to the next case; after the last, returns to the first and returns `false`.
    pub fn advance(&mut self) -> bool {
        match self {
            Cases::One(_) => false,
            Cases::Outcomes(law, at) => {
                *at = (*at + 1) % law.cells.len();
                *at > 0
            }
            Cases::Rolls(rolls) => rolls.advance(),
        }
    }
}
