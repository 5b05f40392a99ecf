//! The numeric types of probabilities: fractions of `u128` while they fit, floats beyond; in
//! between, the big fractions of `large.rs`.

use super::gcd;

/// A probability that is accumulated.
///
/// `None` from any method means that this type cannot hold the result.
pub trait Mass: Clone {
    /// The type in arrays of many such weights, without the compensation of sums.
    type Plain: Mass<Plain = Self::Plain>;

    /// Converts an integer.
    fn whole(number: u128) -> Self;

    /// Returns 0.
    #[inline]
    fn zero() -> Self {
        Self::whole(0)
    }

    /// Returns 1.
    #[inline]
    fn one() -> Self {
        Self::whole(1)
    }

    /// Returns the value as a float.
    fn value(&self) -> f64;

    /// Returns true if the value can be dropped: 0 in exact types, and in floats so small that a
    /// hundred million dropped values lose less than one rounding error (2^-53).
    fn is_negligible(&self) -> bool;

    /// Computes `sums[i] += shares[i] * by` for every index: many states that take the same branch.
    fn add_each(sums: &mut [Self], shares: &[Self::Plain], by: &Self) -> Option<()>;
}

/// The probability of a path, in exact fractions or floats. Operations return `None` if a result
/// does not fit the type; the computation is then repeated with a larger type.
pub trait Weight: Mass {
    /// True if the type is an exact fraction, without rounding.
    const EXACT: bool;

    /// Returns `cases` of `of` equally likely cases.
    fn cases(cases: u64, of: u64) -> Self;

    /// Converts to the type in arrays.
    fn plain(&self) -> Self::Plain;

    /// Returns `self * other`: one step after another.
    fn then(&self, other: &Self) -> Option<Self>;

    /// Returns `self + other`: one branch or another.
    fn or(&self, other: &Self) -> Option<Self>;

    /// Adds `share` in place.
    #[inline]
    fn gain(&mut self, share: &Self) -> Option<()> {
        *self = self.or(share)?;
        Some(())
    }

    /// Returns `self - other`, which must not be negative.
    fn less(&self, other: &Self) -> Option<Self>;

    /// Returns `self / other`, which must not be 0.
    fn over(&self, other: &Self) -> Option<Self>;

    /// Returns the weights as integers over a common denominator, and that denominator; `None` for
    /// floats and on overflow.
    fn in_common(weights: &[Self]) -> Option<(Vec<u128>, u128)> {
        let _ = weights;
        None
    }
}

/// Implements [`Mass::add_each`] for types that are their own `Plain`.
pub(super) fn add_each<W: Weight>(sums: &mut [W], shares: &[W], by: &W) -> Option<()> {
    sums.iter_mut().zip(shares).try_for_each(|(sum, share)| sum.gain(&share.then(by)?))
}

/// A fraction of two `u128`, reduced to lowest terms only when it would overflow otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    pub over: u128,
    pub under: u128,
}

impl Fraction {
    /// Returns the fraction in lowest terms.
    pub fn lowest(self) -> Fraction {
        let common = gcd(self.over, self.under);
        Fraction { over: self.over / common, under: self.under / common }
    }

    #[inline]
    fn product(&self, other: &Fraction) -> Option<Fraction> {
        Some(Fraction {
            over: self.over.checked_mul(other.over)?,
            under: self.under.checked_mul(other.under)?,
        })
    }

    /// Combines both numerators over a common denominator by `join`.
    #[inline]
    fn joined(
        &self,
        other: &Fraction,
        join: impl FnOnce(u128, u128) -> Option<u128>,
    ) -> Option<Fraction> {
        let common = gcd(self.under, other.under);
        let (up, other_up) = (other.under / common, self.under / common);
        let over = join(self.over.checked_mul(up)?, other.over.checked_mul(other_up)?)?;
        Some(Fraction { over, under: self.under.checked_mul(up)? })
    }
}

impl Mass for Fraction {
    type Plain = Fraction;

    #[inline]
    fn whole(number: u128) -> Fraction {
        Fraction { over: number, under: 1 }
    }

    #[inline]
    fn value(&self) -> f64 {
        // 64-bit integers convert to floats in hardware.
        match (u64::try_from(self.over), u64::try_from(self.under)) {
            (Ok(over), Ok(under)) => over as f64 / under as f64,
            _ => self.over as f64 / self.under as f64,
        }
    }

    #[inline]
    fn is_negligible(&self) -> bool {
        self.over == 0
    }

    #[inline]
    fn add_each(sums: &mut [Fraction], shares: &[Fraction], by: &Fraction) -> Option<()> {
        add_each(sums, shares, by)
    }
}

impl Weight for Fraction {
    const EXACT: bool = true;

    #[inline]
    fn cases(cases: u64, of: u64) -> Fraction {
        Fraction { over: cases.into(), under: of.into() }
    }

    #[inline]
    fn plain(&self) -> Fraction {
        *self
    }

    #[inline]
    fn then(&self, other: &Fraction) -> Option<Fraction> {
        self.product(other).or_else(|| {
            // Cancel crosswise: the result is in lowest terms, so if it does not fit, nothing does.
            let (mine, theirs) = (self.lowest(), other.lowest());
            let across = Fraction { over: mine.over, under: theirs.under }.lowest();
            let back = Fraction { over: theirs.over, under: mine.under }.lowest();
            across.product(&back)
        })
    }

    #[inline]
    fn or(&self, other: &Fraction) -> Option<Fraction> {
        if self.under == other.under {
            return Some(Fraction { over: self.over.checked_add(other.over)?, under: self.under });
        }
        if self.over == 0 {
            return Some(*other);
        }
        let sum = |a: &Fraction, b: &Fraction| a.joined(b, u128::checked_add);
        sum(self, other).or_else(|| sum(&self.lowest(), &other.lowest()))
    }

    #[inline]
    fn less(&self, other: &Fraction) -> Option<Fraction> {
        self.lowest().joined(&other.lowest(), u128::checked_sub)
    }

    #[inline]
    fn over(&self, other: &Fraction) -> Option<Fraction> {
        self.then(&Fraction { over: other.under, under: other.over })
    }

    fn in_common(weights: &[Fraction]) -> Option<(Vec<u128>, u128)> {
        let under = weights.iter().try_fold(1u128, |under, weight| {
            (under / gcd(under, weight.under)).checked_mul(weight.under)
        })?;
        let over = |weight: &Fraction| weight.over.checked_mul(under / weight.under);
        Some((weights.iter().map(over).collect::<Option<_>>()?, under))
    }
}

/// A float with compensated summation (Neumaier 1974), so that twenty million branches add up as
/// precisely as two.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Real {
    sum: f64,
    lost: f64,
}

/// The value below which a float is negligible: 2^-80.
const NEGLIGIBLE: f64 = f64::EPSILON * f64::EPSILON * 16_777_216.0;

impl From<f64> for Real {
    #[inline]
    fn from(value: f64) -> Real {
        Real { sum: value, lost: 0.0 }
    }
}

impl Mass for Real {
    type Plain = f64;

    #[inline]
    fn whole(number: u128) -> Real {
        Real::from(number as f64)
    }

    #[inline]
    fn value(&self) -> f64 {
        self.sum + self.lost
    }

    /// Below 2^-80: a hundred million such terms are less than 2^-53.
    #[inline]
    fn is_negligible(&self) -> bool {
        self.value().is_negligible()
    }

    /// The rounding error of each sum is computed without a comparison (Knuth 1969), so that the
    /// loop vectorizes.
    #[inline]
    fn add_each(sums: &mut [Real], shares: &[f64], by: &Real) -> Option<()> {
        let by = by.value();
        for (to, share) in sums.iter_mut().zip(shares) {
            let add = share * by;
            let sum = to.sum + add;
            let part = sum - to.sum;
            to.lost += (to.sum - (sum - part)) + (add - part);
            to.sum = sum;
        }
        Some(())
    }
}

impl Weight for Real {
    const EXACT: bool = false;

    #[inline]
    fn cases(cases: u64, of: u64) -> Real {
        Real::from(cases as f64 / of as f64)
    }

    #[inline]
    fn plain(&self) -> f64 {
        self.value()
    }

    #[inline]
    fn then(&self, other: &Real) -> Option<Real> {
        Some(Real::from(self.value() * other.value()))
    }

    #[inline]
    fn or(&self, other: &Real) -> Option<Real> {
        let add = other.value();
        let sum = self.sum + add;
        let lost = if self.sum >= add { (self.sum - sum) + add } else { (add - sum) + self.sum };
        Some(Real { sum, lost: self.lost + lost })
    }

    #[inline]
    fn less(&self, other: &Real) -> Option<Real> {
        Some(Real::from((self.value() - other.value()).max(0.0)))
    }

    #[inline]
    fn over(&self, other: &Real) -> Option<Real> {
        Some(Real::from(self.value() / other.value()))
    }
}

/// A plain float: half the memory and a sixth of the work, for sums of few terms.
impl Mass for f64 {
    type Plain = f64;

    #[inline]
    fn whole(number: u128) -> f64 {
        number as f64
    }

    #[inline]
    fn value(&self) -> f64 {
        *self
    }

    #[inline]
    fn is_negligible(&self) -> bool {
        *self < NEGLIGIBLE
    }

    #[inline]
    fn add_each(sums: &mut [f64], shares: &[f64], by: &f64) -> Option<()> {
        sums.iter_mut().zip(shares).for_each(|(sum, share)| *sum += share * by);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn fraction(over: u128, under: u128) -> Fraction {
        Fraction { over, under }
    }

    proptest! {
        #[test]
        fn fractions_add_and_multiply(a in 0u128..1000, b in 1u128..1000, c in 0u128..1000, d in 1u128..1000) {
            let (x, y) = (fraction(a, b), fraction(c, d));
            let sum = x.or(&y).unwrap().lowest();
            prop_assert_eq!(sum.over * b * d, (a * d + c * b) * sum.under);
            let product = x.then(&y).unwrap().lowest();
            prop_assert_eq!(product.over * b * d, a * c * product.under);
        }

        #[test]
        fn reals_follow_fractions(parts in prop::collection::vec(1u64..1000, 1..200)) {
            let of = parts.iter().sum::<u64>();
            let add = |sum: Real, &part: &u64| sum.or(&Real::from(part as f64 / of as f64)).unwrap();
            prop_assert!((parts.iter().fold(Real::zero(), add).value() - 1.0).abs() < 1e-15);
        }
    }

    #[test]
    fn fractions_cancel_before_they_give_up() {
        let big = 1u128 << 127;
        assert_eq!(fraction(big, 3).then(&fraction(3, big)), Some(Fraction::one()));
        assert_eq!(fraction(1, big).then(&fraction(1, big)), None);
        assert_eq!(
            fraction(big / 2, big).or(&fraction(big / 4, big / 2 + 2)).map(|sum| sum.over > 0),
            Some(true)
        );
        assert_eq!(fraction(1, big).or(&fraction(1, big - 1)), None);
    }
}
