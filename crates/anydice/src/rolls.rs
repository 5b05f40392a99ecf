//! The cases that a parameter is expanded over: outcomes of a sum, or sorted rolls.

use std::rc::Rc;

use crate::budget::Meter;
use crate::fault::Done;
use crate::law::Law;
use crate::natural::Natural;
use crate::value::{Die, Value};

/// What a parameter is given, case by case.
#[derive(Debug)]
pub enum Cases {
    /// One value, no expansion.
    One(Value),
    /// One number that was a sequence: an expansion of one case.
    Sum(i64),
    /// The outcomes of a sum, rising.
    Outcomes(Rc<Law>, usize),
    /// The sorted rolls of equal dice.
    Rolls(Rolls),
}

/// The multisets of faces, each with the number of ways in which it falls.
#[derive(Debug)]
pub struct Rolls {
    /// In the order in which a roll is sorted.
    faces: Vec<(i64, Natural)>,
    /// The face of each die by its place, never falling.
    dice: Vec<usize>,
    /// The ways of the first dice, and how many of the last of them are equal.
    ways: Vec<(Natural, u64)>,
}

impl Rolls {
    fn new(die: &Die, lowest_first: bool, meter: &Meter) -> Done<Rolls> {
        let mut faces = die.face.cells.clone();
        // One die's outcomes rise, whatever the order of rolls is.
        if !lowest_first && die.count > 1 {
            faces.reverse();
        }
        let multisets = multisets(faces.len() as u64, u64::from(die.count));
        meter.expect(multisets.saturating_mul(8))?;
        let mut rolls = Rolls { faces, dice: vec![0; die.count as usize], ways: Vec::new() };
        rolls.count_from(0);
        Ok(rolls)
    }

    /// The first dice have as many ways as one die fewer, times the places for one more, over how
    /// many are equal.
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

/// How many rolls there are that differ when sorted.
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
    /// The sorted rolls of a die that is not empty.
    pub fn rolls(die: &Die, lowest_first: bool, meter: &Meter) -> Done<Cases> {
        Ok(Cases::Rolls(Rolls::new(die, lowest_first, meter)?))
    }

    /// Whether results are mixed by weight.
    pub fn expands(&self) -> bool {
        !matches!(self, Cases::One(_))
    }

    /// The value of this case.
    pub fn value(&self, meter: &Meter) -> Done<Value> {
        match self {
            Cases::One(value) => Ok(value.clone()),
            Cases::Sum(number) => Ok(Value::Number(*number)),
            Cases::Outcomes(law, at) => Ok(Value::Number(law.cells[*at].0)),
            Cases::Rolls(rolls) => {
                let numbers = rolls.dice.iter().map(|&face| rolls.faces[face].0).collect();
                Value::sequence(numbers, meter)
            }
        }
    }

    /// The weight of this case.
    pub fn weight(&self) -> Natural {
        match self {
            Cases::One(_) | Cases::Sum(_) => Natural::ONE,
            Cases::Outcomes(law, at) => law.cells[*at].1.clone(),
            Cases::Rolls(rolls) => rolls.ways.last().map_or(Natural::ONE, |(ways, _)| ways.clone()),
        }
    }

    /// Whether its cases weigh differently.
    pub fn is_weighted(&self) -> bool {
        matches!(self, Cases::Outcomes(law, _) if !law.is_uniform())
    }

    /// Goes on to the next case; behind the last one to the first, and says `false`.
    pub fn advance(&mut self) -> bool {
        match self {
            Cases::One(_) | Cases::Sum(_) => false,
            Cases::Outcomes(law, at) => {
                *at = (*at + 1) % law.cells.len();
                *at > 0
            }
            Cases::Rolls(rolls) => rolls.advance(),
        }
    }
}
