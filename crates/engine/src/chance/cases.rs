//! Counts of equally likely cases over a common denominator that grows on demand.

use super::gcd;

/// The number of cases in each cell, over the common total `all`.
#[derive(Clone, Debug)]
pub(crate) struct Cases {
    pub of: Vec<u128>,
    pub all: u128,
}

impl Cases {
    /// Creates `cells` cells without cases.
    pub fn new(cells: usize) -> Cases {
        Cases { of: vec![0; cells], all: 1 }
    }

    /// Adds `these` of `all` cases to each of these cells; `None` on overflow.
    #[inline]
    pub fn count(&mut self, cells: &[u32], mut these: u128, all: u128) -> Option<()> {
        if all != self.all {
            let common = gcd(all, self.all);
            let (finer, more) = (all / common, self.all / common);
            if finer > 1 {
                self.all = self.all.checked_mul(finer)?;
                self.of.iter_mut().for_each(|count| *count *= finer);
            }
            these = these.checked_mul(more)?;
        }
        // A cell's count is at most `all`, so it can't overflow.
        cells.iter().for_each(|&cell| self.of[cell as usize] += these);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cases over sixths, quarters and twelfths add up over twelfths.
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
