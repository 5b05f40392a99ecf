//! The values of a program: numbers, sequences, and collections of identical dice.

use std::cell::OnceCell;
use std::rc::Rc;

use crate::budget::{Held, Meter};
use crate::fault::{Done, Fault, Span};
use crate::law::{Law, too_large};
use crate::sums::power;

#[derive(Clone, Debug)]
pub enum Value {
    Number(i64),
    Sequence(Rc<Sequence>),
    Die(Rc<Die>),
}

/// An ordered list of numbers.
#[derive(Debug)]
pub struct Sequence {
    pub numbers: Vec<i64>,
    _held: Held,
}

/// A collection of identical dice.
#[derive(Debug)]
pub struct Die {
    pub face: Rc<Law>,
    pub count: u32,
    sum: OnceCell<Rc<Law>>,
}

/// Maximum number of dice in a collection.
pub const MOST_DICE: i64 = 1_000_000;

impl Sequence {
    pub fn sum(&self) -> Done<i64> {
        let mut numbers = self.numbers.iter();
        numbers.try_fold(0i64, |sum, number| sum.checked_add(*number)).ok_or_else(too_large)
    }
}

impl Die {
    /// Returns whether there is no outcome.
    pub fn is_empty(&self) -> bool {
        self.face.is_empty()
    }

    /// Returns the distribution of the sum.
    pub fn sum(&self, meter: &Meter) -> Done<Rc<Law>> {
        if let Some(sum) = self.sum.get() {
            return Ok(Rc::clone(sum));
        }
        let sum = power(&self.face, self.count, meter)?;
        Ok(Rc::clone(self.sum.get_or_init(|| sum)))
    }
}

impl Value {
    pub fn sequence(numbers: Vec<i64>, meter: &Meter) -> Done<Value> {
        let held = meter.hold(64 + 8 * numbers.capacity())?;
        Ok(Value::Sequence(Rc::new(Sequence { numbers, _held: held })))
    }

    /// Creates one die.
    pub fn die(face: Rc<Law>) -> Value {
        Value::dice(face, 1)
    }

    /// Creates a collection of dice.
    pub fn dice(face: Rc<Law>, count: u32) -> Value {
        Value::Die(Rc::new(Die { face, count, sum: OnceCell::new() }))
    }

    /// Creates the die without outcomes.
    pub fn empty(count: u32, meter: &Meter) -> Done<Value> {
        Ok(Value::dice(Law::of(Vec::new(), meter)?, count))
    }

    /// Returns the elements of a sequence, or a number as the only one; `None` for dice.
    pub fn elements(&self) -> Option<&[i64]> {
        match self {
            Value::Number(number) => Some(std::slice::from_ref(number)),
            Value::Sequence(sequence) => Some(&sequence.numbers),
            Value::Die(_) => None,
        }
    }

    /// Returns the number, or the sum of a sequence; `None` for dice.
    pub fn number(&self) -> Option<Done<i64>> {
        match self {
            Value::Number(number) => Some(Ok(*number)),
            Value::Sequence(sequence) => Some(sequence.sum()),
            Value::Die(_) => None,
        }
    }

    /// Returns the distribution of the sum; a sequence has a constant sum.
    pub fn law(&self, meter: &Meter) -> Done<Rc<Law>> {
        match self {
            Value::Die(die) => die.sum(meter),
            Value::Number(number) => Law::certain(*number, meter),
            Value::Sequence(sequence) => Law::certain(sequence.sum()?, meter),
        }
    }

    /// Converts to dice; a number or sequence becomes a constant die.
    pub fn as_die(&self, meter: &Meter) -> Done<Rc<Die>> {
        match self {
            Value::Die(die) => Ok(Rc::clone(die)),
            _ => Ok(Rc::new(Die { face: self.law(meter)?, count: 1, sum: OnceCell::new() })),
        }
    }

    /// Formats the type of value like AnyDice.
    pub fn shown(&self) -> String {
        match self {
            Value::Number(number) => number.to_string(),
            Value::Sequence(_) => "{?}".to_owned(),
            Value::Die(die) => {
                let sides = die.face.cells.len() as i64;
                let plain = sides > 0
                    && (die.face.lowest(), die.face.highest()) == (1, sides)
                    && die.face.is_uniform();
                match (plain, die.count) {
                    (true, 1) => format!("d{sides}"),
                    (true, count) => format!("{count}d{sides}"),
                    _ => "d{?}".to_owned(),
                }
            }
        }
    }
}

/// Returns a required number, or an error that names its place.
pub fn needed(value: &Value, what: &str, span: Span) -> Done<i64> {
    value.number().unwrap_or_else(|| {
        let message = format!("{what} is a number, and this is a die, `{}`", value.shown());
        Err(Fault::at(span, message, "a function with a parameter `N:n` is given each outcome"))
    })
}
