//! The kinds of weight that mass on its way may have: fractions of two machine words while they
//! fit, floats beyond; between them stand the large fractions of `large.rs`.

use super::gcd;

/// A probability on its way. `None` from any of these means that this kind of weight cannot hold
/// the result.
pub trait Weight: Clone {
    /// The same where there are many of it, side by side: without what compensates its sums.
    type Plain: Weight<Plain = Self::Plain>;

    /// Whether it is a fraction, without a rounding.
    const EXACT: bool;

    /// Nothing.
    fn zero() -> Self;

    /// All of it.
    fn one() -> Self;

    /// So many of equally likely cases.
    fn cases(cases: u64, of: u64) -> Self;

    /// The same among many.
    fn plain(&self) -> Self::Plain;

    /// A whole number.
    fn whole(number: u128) -> Self;

    /// As a float.
    fn value(&self) -> f64;

    /// Whether it is too small to follow: dropping it in every move of a budget loses less than one
    /// rounding does.
    fn is_negligible(&self) -> bool;

    /// `self * other`: one step after another.
    fn then(&self, other: &Self) -> Option<Self>;

    /// `self + other`: one way or another.
    fn or(&self, other: &Self) -> Option<Self>;

    /// `self - other`, which is not negative.
    fn less(&self, other: &Self) -> Option<Self>;

    /// `self / other`, which is not 0.
    fn over(&self, other: &Self) -> Option<Self>;

    /// These as whole numbers over one denominator, and it; `None` where that is not their kind, or
    /// too large.
    fn in_common(weights: &[Self]) -> Option<(Vec<u128>, u128)> {
        let _ = weights;
        None
    }

    /// `sums[i] + shares[i] * by` for every place: many masses that go on by one branch.
    fn add_each(sums: &mut [Self], shares: &[Self::Plain], by: &Self) -> Option<()>;
}

/// [`Weight::add_each`] where a weight is kept the same among many.
pub(super) fn add_each<W: Weight>(sums: &mut [W], shares: &[W], by: &W) -> Option<()> {
    for (sum, share) in sums.iter_mut().zip(shares) {
        *sum = sum.or(&share.then(by)?)?;
    }
    Some(())
}

/// A fraction of two 128-bit integers, brought to lowest terms only when it would not fit
/// otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    pub over: u128,
    pub under: u128,
}

impl Fraction {
    /// In lowest terms.
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
}

impl Weight for Fraction {
    type Plain = Fraction;

    const EXACT: bool = true;

    #[inline]
    fn zero() -> Fraction {
        Fraction { over: 0, under: 1 }
    }

    #[inline]
    fn one() -> Fraction {
        Fraction::whole(1)
    }

    #[inline]
    fn cases(cases: u64, of: u64) -> Fraction {
        Fraction { over: cases.into(), under: of.into() }
    }

    #[inline]
    fn plain(&self) -> Fraction {
        *self
    }

    #[inline]
    fn whole(number: u128) -> Fraction {
        Fraction { over: number, under: 1 }
    }

    #[inline]
    fn value(&self) -> f64 {
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
    fn then(&self, other: &Fraction) -> Option<Fraction> {
        self.product(other).or_else(|| {
            // Cancel crosswise: what is left is in lowest terms, so if it does not fit, nothing
            // does.
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
        let sum = |a: &Fraction, b: &Fraction| {
            let common = gcd(a.under, b.under);
            let (up_a, up_b) = (b.under / common, a.under / common);
            let over = a.over.checked_mul(up_a)?.checked_add(b.over.checked_mul(up_b)?)?;
            Some(Fraction { over, under: a.under.checked_mul(up_a)? })
        };
        sum(self, other).or_else(|| sum(&self.lowest(), &other.lowest()))
    }

    #[inline]
    fn less(&self, other: &Fraction) -> Option<Fraction> {
        let (a, b) = (self.lowest(), other.lowest());
        let common = gcd(a.under, b.under);
        let (up_a, up_b) = (b.under / common, a.under / common);
        let over = a.over.checked_mul(up_a)?.checked_sub(b.over.checked_mul(up_b)?)?;
        Some(Fraction { over, under: a.under.checked_mul(up_a)? })
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

    #[inline]
    fn add_each(sums: &mut [Fraction], shares: &[Fraction], by: &Fraction) -> Option<()> {
        add_each(sums, shares, by)
    }
}

/// A float with the compensation of its sum (Neumaier 1974), so that twenty million branches add up
/// as exactly as two.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Real {
    sum: f64,
    lost: f64,
}

/// 2^-80.
const NEGLIGIBLE: f64 = f64::EPSILON * f64::EPSILON * 16_777_216.0;

impl From<f64> for Real {
    #[inline]
    fn from(value: f64) -> Real {
        Real { sum: value, lost: 0.0 }
    }
}

impl Weight for Real {
    type Plain = f64;

    const EXACT: bool = false;

    #[inline]
    fn zero() -> Real {
        Real::from(0.0)
    }

    #[inline]
    fn one() -> Real {
        Real::from(1.0)
    }

    #[inline]
    fn cases(cases: u64, of: u64) -> Real {
        Real::from(cases as f64 / of as f64)
    }

    #[inline]
    fn plain(&self) -> f64 {
        self.value()
    }

    #[inline]
    fn whole(number: u128) -> Real {
        Real::from(number as f64)
    }

    #[inline]
    fn value(&self) -> f64 {
        self.sum + self.lost
    }

    /// Below 2^-80: a hundred million of it are less than 2^-53.
    #[inline]
    fn is_negligible(&self) -> bool {
        self.value() < NEGLIGIBLE
    }

    #[inline]
    fn then(&self, other: &Real) -> Option<Real> {
        Some(Real { sum: self.value() * other.value(), lost: 0.0 })
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

    /// The rounding error of a sum is found without a comparison (Knuth 1969), so that the loop
    /// vectorises.
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

/// A float as it is: half the memory and a sixth of the work, where a sum has few parts.
impl Weight for f64 {
    type Plain = f64;

    const EXACT: bool = false;

    #[inline]
    fn zero() -> f64 {
        0.0
    }

    #[inline]
    fn one() -> f64 {
        1.0
    }

    #[inline]
    fn cases(cases: u64, of: u64) -> f64 {
        cases as f64 / of as f64
    }

    #[inline]
    fn plain(&self) -> f64 {
        *self
    }

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
    fn then(&self, other: &f64) -> Option<f64> {
        Some(self * other)
    }

    #[inline]
    fn or(&self, other: &f64) -> Option<f64> {
        Some(self + other)
    }

    #[inline]
    fn less(&self, other: &f64) -> Option<f64> {
        Some((self - other).max(0.0))
    }

    #[inline]
    fn over(&self, other: &f64) -> Option<f64> {
        Some(self / other)
    }

    #[inline]
    fn add_each(sums: &mut [f64], shares: &[f64], by: &f64) -> Option<()> {
        for (sum, share) in sums.iter_mut().zip(shares) {
            *sum += share * by;
        }
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
