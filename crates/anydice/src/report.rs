//! What a program answers: its outputs with exact weights, and what is to be known about them.

use std::rc::Rc;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use serde::{Deserialize, Serialize};

use crate::fault::Span;
use crate::law::Law;
use crate::natural::{Natural, ratio};

/// What a program answers.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Report {
    /// In the order of the program.
    pub outputs: Vec<Output>,
    /// What was cut off, and what AnyDice itself answers otherwise; each kind once.
    pub warnings: Vec<Notice>,
}

/// A warning, with its place.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Notice {
    /// What is to be known, in a sentence.
    pub message: String,
    /// The line that it is about, from 1.
    pub line: usize,
}

/// One output: a law of whole numbers, exact.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Output {
    /// Its name, or `output` and its number.
    pub name: String,
    /// Outcomes by rising number, with weights above 0; none for the empty die.
    pub outcomes: Vec<(i64, BigUint)>,
    /// The sum of the weights, in lowest terms with them.
    pub total: BigUint,
    /// The value in the program's text, in bytes.
    pub place: std::ops::Range<usize>,
}

/// Digits that a fraction has at most where it is written, above and below its line together.
pub const FRACTION_DIGITS: usize = 40;

impl Output {
    pub(crate) fn new(name: String, law: &Rc<Law>, span: Span) -> Output {
        let outcomes = law.cells.iter().map(|(outcome, weight)| (*outcome, weight.big()));
        let (outcomes, total) = (outcomes.collect(), law.total.big());
        Output { name, outcomes, total, place: span.range() }
    }

    /// The share of a weight, as near as a float comes.
    pub fn share(&self, weight: &BigUint) -> f64 {
        Natural::from(weight.clone()).share(&Natural::from(self.total.clone()))
    }

    /// The share of a weight as a fraction in lowest terms, `5/72`; `None` where it has more than
    /// [`FRACTION_DIGITS`] digits.
    pub fn fraction(&self, weight: &BigUint) -> Option<String> {
        // Numbers of more bits have more digits, also in lowest terms where the rest is long.
        let common = weight.gcd(&self.total);
        let (over, under) = (weight / &common, &self.total / &common);
        if over.bits() + under.bits() > 4 * FRACTION_DIGITS as u64 {
            return None;
        }
        let written = match under == BigUint::from(1u8) {
            true => over.to_string(),
            false => format!("{over}/{under}"),
        };
        (written.bytes().filter(u8::is_ascii_digit).count() <= FRACTION_DIGITS).then_some(written)
    }

    /// The mean; `None` for the empty die.
    pub fn mean(&self) -> Option<f64> {
        let sum = self.moment(1);
        (!self.outcomes.is_empty()).then(|| signed(&sum, &self.total))
    }

    /// The standard deviation of the whole distribution; `None` for the empty die.
    pub fn deviation(&self) -> Option<f64> {
        if self.outcomes.is_empty() {
            return None;
        }
        let sum = self.moment(1);
        let total = BigInt::from(self.total.clone());
        let variance = self.moment(2) * &total - &sum * &sum;
        // A root of whole numbers keeps its digits where a difference of floats has none.
        let scaled = variance.magnitude() << 128u32;
        Some(ratio(&scaled.sqrt(), &(&self.total << 64u32)))
    }

    /// Σ outcomeⁿ · weight.
    fn moment(&self, power: u32) -> BigInt {
        let term = |(outcome, weight): &(i64, BigUint)| {
            BigInt::from(*outcome).pow(power) * BigInt::from(weight.clone())
        };
        self.outcomes.iter().map(term).sum()
    }
}

fn signed(over: &BigInt, under: &BigUint) -> f64 {
    let size = ratio(over.magnitude(), under);
    if over.sign() == num_bigint::Sign::Minus { -size } else { size }
}

/// What a warning is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Warning {
    Depth(u64),
    Parameter(String),
    Joint,
    Phantom,
    AtMost,
    Beyond,
}

impl Warning {
    pub fn message(&self) -> String {
        match self {
            Warning::Depth(depth) => format!(
                "calls within each other end at depth {depth}, and what lies deeper is cut off: it is left out, and the rest counts as all"
            ),
            Warning::Parameter(name) => format!(
                "the function assigns to its parameter {name}; here each case starts afresh, while on AnyDice it leaks into the next"
            ),
            Warning::Joint => {
                "two dice with uneven weights are expanded together; AnyDice weighs their pairs wrongly".to_owned()
            }
            Warning::Phantom => {
                "a case ends in an empty die and is left out; on AnyDice the shares then add up to less than 100 %".to_owned()
            }
            Warning::AtMost => {
                "a die `<=` a sequence compares with its sum here; AnyDice answers something else".to_owned()
            }
            Warning::Beyond => {
                "outcomes lie beyond 9007199254740992, where AnyDice has no exact numbers".to_owned()
            }
        }
    }
}
