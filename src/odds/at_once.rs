//! The exact laws of a rule of one step: its branches are counted as they come, in whole
//! numbers, and no graph is made.

use std::ops::Range;

use super::Law;
use super::layout::{Key, Layout};
use super::ledger::Clock;
use crate::chance::{Enumerated, gcd};
use crate::cost::CELLS;
use crate::rule::{Column, Columns, Rule, Step};

/// A rule has at most so many branches where no graph is made of it.
const FEW: u64 = 4096;

/// The laws of a rule of one step, and how many branches it has. `None` for any other, and where
/// that takes long or the cases are more than two words count.
pub(super) fn at_once<R: Rule>(
    rule: &R,
    layout: &Layout,
    of: &Columns,
    budget: u64,
) -> Option<(Vec<Law>, u64)> {
    if of.indexed() || of.counter().is_some() || Clock::of(of).is_some() {
        return None;
    }
    let mut cases = CELLS.holds(layout.cells as u64).then(|| Cases::new(layout.cells))?;
    let (mut chance, mut key, mut branches) = (Enumerated::new(), Key::new(layout), 0);
    while branches < budget.min(FEW) {
        branches += 1;
        key.restart();
        let Step::Done = rule.step(rule.start(), &mut chance, &mut key) else { return None };
        if chance.failed() || chance.lost() > 0.0 {
            return None;
        }
        let (these, all) = chance.cases()?;
        cases.count(&key.cells, these, all)?;
        if chance.advance().is_none() {
            let law = |(column, cells): (&Column, Range<usize>)| {
                Law::from_cases(column.scale.clone(), &cases.of[cells], cases.all)
            };
            return Some((of.iter().zip(layout.histograms()).map(law).collect(), branches));
        }
    }
    None
}

/// How many of all equally likely cases fall into each cell.
struct Cases {
    of: Vec<u128>,
    all: u128,
}

impl Cases {
    fn new(cells: usize) -> Cases {
        Cases { of: vec![0; cells], all: 1 }
    }

    /// Counts so many of `all` cases in these cells.
    #[inline]
    fn count(&mut self, cells: &[u32], mut these: u128, all: u128) -> Option<()> {
        if all != self.all {
            let common = gcd(all, self.all);
            let (finer, more) = (all / common, self.all / common);
            if finer > 1 {
                self.all = self.all.checked_mul(finer)?;
                self.of.iter_mut().for_each(|count| *count *= finer);
            }
            these = these.checked_mul(more)?;
        }
        // What is counted in a cell is at most all.
        cells.iter().for_each(|&cell| self.of[cell as usize] += these);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Branches that fall into sixths, quarters and twelfths add up over twelve.
    #[test]
    fn cases_of_any_size_are_added() {
        let mut cases = Cases::new(2);
        for (cells, these, all) in [(&[0][..], 1, 6), (&[1], 1, 4), (&[0, 1], 7, 12)] {
            assert_eq!(cases.count(cells, these, all), Some(()));
        }
        assert_eq!((cases.of, cases.all), (vec![9, 10], 12));
        let (mut many, large) = (Cases::new(1), u128::MAX - 158);
        assert_eq!(many.count(&[0], 1, large).and_then(|()| many.count(&[0], 1, 4)), None);
    }
}
