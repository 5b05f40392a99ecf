//! A rule of one's own: two dice are rolled, and a pair rolls on.

use oddsmith::chance::{Chance, Die};
use oddsmith::rule::{Column, Columns, Handle, Record, Rule, Scale, Step};

/// Two six-sided dice; a pair counts and is rolled again, at most nine times.
///
/// # Formula
/// `total` is the sum of all rolls, 2 to 120.
pub struct Pairs {
    die: Die,
}

/// The column `total`: the sum of the dice.
pub const TOTAL: Handle = Handle::first("total");

impl Default for Pairs {
    fn default() -> Pairs {
        Pairs { die: Die::sided(6) }
    }
}

impl Rule for Pairs {
    /// Rolls so far, and their sum.
    type State = (u8, i32);

    fn columns(&self) -> Columns {
        Columns::new([Column::new(TOTAL, Scale::numbers(2, 120))])
    }

    fn start(&self) -> (u8, i32) {
        (0, 0)
    }

    #[inline]
    fn step<C: Chance>(
        &self,
        (rolls, total): (u8, i32),
        chance: &mut C,
        record: &mut impl Record,
    ) -> Step<(u8, i32)> {
        let (one, other) = (chance.face(&self.die), chance.face(&self.die));
        let total = total + one + other;
        if one == other && rolls < 9 {
            return Step::Next((rolls + 1, total));
        }
        record.score(TOTAL, total);
        Step::Done
    }
}

#[cfg(test)]
mod tests {
    use oddsmith::odds::{Check, Histogram};

    use super::*;

    /// A 3 is never a pair, so it has two of 36 rolls; a 4 also comes as a pair of ones, a pair
    /// again not.
    #[test]
    fn a_three_is_two_in_thirty_six() {
        let laws = Pairs::default().law(100_000).unwrap();
        assert_eq!(laws.columns[0].exactly(3).fraction().as_deref(), Some("1/18"));
        assert!((laws.columns[0].mean().unwrap() - 7.0 * 1.2).abs() < 1e-6);
    }
}
