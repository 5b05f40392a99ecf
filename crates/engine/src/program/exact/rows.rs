//! Distributions of integers as rows of counted cases: sums, differences, maximum and minimum of
//! independent numbers.

use crate::chance::BagLaw;
use crate::chance::gcd;
use crate::chance::share::{Lost, Share};
use crate::chance::weight::{Fraction, Weight};
use crate::program::code::LARGEST;
use oddsmith_dice::syntax::Operator;

/// Maximum number of entries in a row.
const MOST_NUMBERS: i64 = 1 << 18;

/// Maximum number of products of a sum, and of pairs of numbers held in memory.
const MOST_PRODUCTS: usize = 1 << 22;
const MOST_PAIRS: usize = 1 << 18;

/// Returns the number of cases of each value of a roll's only answer, in increasing order, and the
/// total; `None` if its probabilities are not fractions.
pub(super) fn cases_of(law: &BagLaw) -> Option<(Vec<(i64, u128)>, u128)> {
    let fraction = |(_, share): &(Vec<i32>, Share)| match share {
        Share::Fraction(share) => Some(*share),
        Share::Large(_) | Share::Real(_) => None,
    };
    let shares: Vec<Fraction> = law.outcomes.iter().map(fraction).collect::<Option<_>>()?;
    let (cases, all) = Fraction::in_common(&shares)?;
    let values = law.outcomes.iter().map(|(answers, _)| i64::from(answers[0]));
    (law.lost == Lost::default()).then(|| (values.zip(cases).collect(), all))
}

/// The number of equally likely cases for each integer, from the lowest on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    low: i64,
    cases: Vec<u128>,
    all: u128,
}

impl Row {
    /// Returns the distribution of a constant.
    pub fn known(number: i64) -> Row {
        Row { low: number, cases: vec![1], all: 1 }
    }

    /// Returns the distribution of a roll's only answer.
    pub fn of(law: &BagLaw) -> Option<Row> {
        let (cases, all) = cases_of(law)?;
        Row::made(cases, all)
    }

    /// Converts to the law of a roll.
    pub fn law(self) -> BagLaw {
        let Row { low, cases, all } = self.lowest();
        let there = (low..).zip(cases).filter(|(_, over)| *over > 0);
        let share = |over| Share::Fraction(Fraction { over, under: all });
        let outcomes = there.map(|(number, over)| (vec![number as i32], share(over))).collect();
        BagLaw { outcomes, lost: Lost::default() }
    }

    /// Sums the cases of equal numbers.
    fn made(parts: Vec<(i64, u128)>, all: u128) -> Option<Row> {
        let numbers = || parts.iter().map(|(number, _)| *number);
        let (low, high) = (numbers().min()?, numbers().max()?);
        let held = -LARGEST <= low && high <= LARGEST && high - low < MOST_NUMBERS;
        let mut cases = held.then(|| vec![0; (high - low) as usize + 1])?;
        parts.into_iter().for_each(|(number, more)| cases[(number - low) as usize] += more);
        Some(Row { low, cases, all })
    }

    /// Returns each possible number with its cases.
    fn each(&self) -> impl Iterator<Item = (i64, u128)> {
        (self.low..).zip(self.cases.iter().copied()).filter(|(_, cases)| *cases > 0)
    }

    /// Reduces the cases to lowest terms.
    fn lowest(mut self) -> Row {
        let common = self.cases.iter().fold(self.all, |common, &cases| match common {
            1 => 1,
            common => gcd(common, cases),
        });
        if common > 1 {
            self.cases.iter_mut().for_each(|cases| *cases /= common);
            self.all /= common;
        }
        self
    }

    /// Maps each number.
    pub fn map(&self, mut to: impl FnMut(i64) -> i64) -> Option<Row> {
        Row::made(self.each().map(|(number, cases)| (to(number), cases)).collect(), self.all)
    }

    /// Applies an operator to two independent numbers; `None` if the cases overflow or there are
    /// too many.
    pub fn with(&self, other: &Row, operator: Operator) -> Option<Row> {
        let truth = |row: &Row| row.map(|number| i64::from(number != 0));
        match operator {
            Operator::Add => self.of_both(other, Row::plus),
            Operator::Subtract => self.of_both(&other.negated(), Row::plus),
            Operator::Compare(sign) => {
                let less = self.of_both(&other.negated(), Row::plus)?;
                less.map(|number| i64::from(sign.holds(number, 0)))
            }
            Operator::And | Operator::Or => {
                truth(self)?.of_both(&truth(other)?, |one, other| one.in_pairs(other, operator))
            }
            _ => self.of_both(other, |one, other| one.in_pairs(other, operator)),
        }
    }

    /// Returns the distribution of the maximum.
    pub fn higher(&self, other: &Row) -> Option<Row> {
        self.of_both(other, |one, other| Some(one.highest(other)))
    }

    /// Returns the distribution of the minimum.
    pub fn lower(&self, other: &Row) -> Option<Row> {
        Some(self.negated().higher(&other.negated())?.negated())
    }

    /// Combines two rows, if their product of cases does not overflow.
    fn of_both(&self, other: &Row, make: impl FnOnce(&Row, &Row) -> Option<Row>) -> Option<Row> {
        if self.all.checked_mul(other.all).is_some() {
            return make(self, other);
        }
        let (one, other) = (self.clone().lowest(), other.clone().lowest());
        one.all.checked_mul(other.all)?;
        make(&one, &other)
    }

    fn negated(&self) -> Row {
        let high = self.low + self.cases.len() as i64 - 1;
        let cases = self.cases.iter().rev().copied().collect();
        Row { low: -high, cases, ..*self }
    }

    fn plus(&self, other: &Row) -> Option<Row> {
        if self.cases.len() * other.cases.len() > MOST_PRODUCTS {
            return None;
        }
        let (few, many) = match self.cases.len() < other.cases.len() {
            true => (self, other),
            false => (other, self),
        };
        let mut sums = vec![0; few.cases.len() + many.cases.len() - 1];
        for (place, by) in few.cases.iter().enumerate().filter(|(_, by)| **by > 0) {
            let to = sums[place..].iter_mut().zip(&many.cases);
            to.for_each(|(sum, cases)| *sum += cases * by);
        }
        let low = self.low + other.low;
        let held = -LARGEST <= low && low + sums.len() as i64 <= LARGEST;
        held.then(|| Row { low, cases: sums, all: self.all * other.all })
    }

    fn in_pairs(&self, other: &Row, operator: Operator) -> Option<Row> {
        if self.cases.len() * other.cases.len() > MOST_PAIRS {
            return None;
        }
        let pairs = self.each().flat_map(|(left, by)| {
            other
                .each()
                .map(move |(right, cases)| (operator.of(left, right).unwrap_or(0), by * cases))
        });
        Row::made(pairs.collect(), self.all * other.all)
    }

    /// The cases in which both are at most n are the product of those in which each is.
    fn highest(&self, other: &Row) -> Row {
        let last = |row: &Row| row.low + row.cases.len() as i64 - 1;
        let (low, high) = (self.low.max(other.low), last(self).max(last(other)));
        let mut sums = [self, other].map(|row| {
            let below = (low - row.low).min(row.cases.len() as i64) as usize;
            (row.cases[..below].iter().sum::<u128>(), row.cases[below..].iter())
        });
        let mut before = 0;
        let cases = (low..=high).map(|_| {
            let [one, other] = sums.each_mut().map(|(sum, rest)| {
                *sum += rest.next().copied().unwrap_or(0);
                *sum
            });
            let here = one * other;
            here - std::mem::replace(&mut before, here)
        });
        Row { low, cases: cases.collect(), all: self.all * other.all }
    }
}
