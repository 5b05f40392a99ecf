//! The result of a program: its outputs with exact weights, and warnings.

use std::rc::Rc;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use serde::{Deserialize, Serialize};

use crate::fault::Span;
use crate::law::Law;
use crate::natural::{Natural, ratio};

/// The result of a program: the distributions that it outputs, and warnings.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Report {
    /// The outputs, in the order of the program.
    pub outputs: Vec<Output>,
    /// Warnings about cut-offs and differences from AnyDice, each kind once.
    pub warnings: Vec<Notice>,
}

/// A warning about a program, with its position in the text.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Notice {
    /// The message, a sentence.
    pub message: String,
    /// The line that it is about, from 1.
    pub line: usize,
}

/// One output: an exact distribution of integers.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Output {
    /// The name, or `output` and its number.
    pub name: String,
    /// Outcomes in increasing order, with positive weights; empty for the empty die.
    pub outcomes: Vec<(i64, BigUint)>,
    /// The sum of the weights, in lowest terms with them.
    pub total: BigUint,
    /// The position of the value in the program's text, in bytes.
    pub place: std::ops::Range<usize>,
}

/// Maximum total number of digits of a fraction that is written out.
pub const FRACTION_DIGITS: usize = 40;

impl Output {
    pub(crate) fn new(name: String, law: &Rc<Law>, span: Span) -> Output {
        let outcomes = law.cells.iter().map(|(outcome, weight)| (*outcome, weight.big()));
        let (outcomes, total) = (outcomes.collect(), law.total.big());
        Output { name, outcomes, total, place: span.range() }
    }

    /// Returns the probability of a weight, rounded to a float.
    pub fn share(&self, weight: &BigUint) -> f64 {
        Natural::from(weight.clone()).share(&Natural::from(self.total.clone()))
    }

    /// Returns the probability of a weight as a fraction in lowest terms, `5/72`, or `None` if it
    /// has more than [`FRACTION_DIGITS`] digits.
    pub fn fraction(&self, weight: &BigUint) -> Option<String> {
        // With this many bits in lowest terms there are too many digits.
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

    /// Returns the mean, or `None` for the empty die.
    pub fn mean(&self) -> Option<f64> {
        let sum = self.moment(1);
        let sign = if sum.sign() == num_bigint::Sign::Minus { -1.0 } else { 1.0 };
        (!self.outcomes.is_empty()).then(|| sign * ratio(sum.magnitude(), &self.total))
    }

    /// Returns the standard deviation, or `None` for the empty die.
    pub fn deviation(&self) -> Option<f64> {
        if self.outcomes.is_empty() {
            return None;
        }
        let sum = self.moment(1);
        let total = BigInt::from(self.total.clone());
        let variance = self.moment(2) * &total - &sum * &sum;
        // An integer square root keeps the digits that a float difference would cancel.
        let scaled = variance.magnitude() << 128u32;
        Some(ratio(&scaled.sqrt(), &(&self.total << 64u32)))
    }

    /// Computes Σ outcomeⁿ · weight.
    fn moment(&self, power: u32) -> BigInt {
        let term = |(outcome, weight): &(i64, BigUint)| {
            BigInt::from(*outcome).pow(power) * BigInt::from(weight.clone())
        };
        self.outcomes.iter().map(term).sum()
    }
}

/// The subject of a warning.
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
