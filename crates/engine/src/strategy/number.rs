//! The number types of the simplex method: floats, and double-double floats if those are not
//! precise enough.

use std::ops::{Div, Mul, Sub};

/// A number type of a tableau.
pub(super) trait Number:
    Copy + PartialOrd + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    /// Tolerance below which reduced costs and shares are considered 0.
    const NOTHING: Self;
    /// Smallest cell that may be a pivot: anything below is rounding error, and dividing by it
    /// would spoil the whole tableau.
    const NO_PIVOT: Self;

    /// Converts a float.
    fn of(value: f64) -> Self;

    /// Returns the nearest float.
    fn value(self) -> f64;
}

impl Number for f64 {
    const NOTHING: f64 = 1e-12;
    const NO_PIVOT: f64 = 1e-10;

    #[inline]
    fn of(value: f64) -> f64 {
        value
    }

    #[inline]
    fn value(self) -> f64 {
        self
    }
}

/// A double-double number: the unevaluated sum of two floats, with about 31 digits.
///
/// # Source
/// T. J. Dekker (1971), Numerische Mathematik 18, 224-242; D. E. Knuth's error-free sum of two
/// floats.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(super) struct Twofold {
    high: f64,
    low: f64,
}

impl Twofold {
    /// Normalizes `high + low` to the nearest float and the remainder; `low` must be the smaller
    /// one.
    #[inline]
    fn settled(high: f64, low: f64) -> Twofold {
        let sum = high + low;
        Twofold { high: sum, low: low - (sum - high) }
    }
}

impl Sub for Twofold {
    type Output = Twofold;

    #[inline]
    fn sub(self, other: Twofold) -> Twofold {
        let high = self.high - other.high;
        let back = high - self.high;
        let lost = (self.high - (high - back)) - (other.high + back);
        Twofold::settled(high, lost + (self.low - other.low))
    }
}

impl Mul for Twofold {
    type Output = Twofold;

    #[inline]
    fn mul(self, other: Twofold) -> Twofold {
        let high = self.high * other.high;
        let lost = self.high.mul_add(other.high, -high);
        Twofold::settled(high, lost + (self.high * other.low + self.low * other.high))
    }
}

impl Div for Twofold {
    type Output = Twofold;

    #[inline]
    fn div(self, other: Twofold) -> Twofold {
        let first = self.high / other.high;
        let rest = self - other * Twofold::of(first);
        let second = rest.high / other.high;
        let rest = rest - other * Twofold::of(second);
        let Twofold { high, low } = Twofold::settled(first, second);
        Twofold::settled(high, low + rest.high / other.high)
    }
}

impl Number for Twofold {
    const NOTHING: Twofold = Twofold { high: 1e-24, low: 0.0 };
    const NO_PIVOT: Twofold = Twofold { high: 1e-16, low: 0.0 };

    #[inline]
    fn of(value: f64) -> Twofold {
        Twofold { high: value, low: 0.0 }
    }

    #[inline]
    fn value(self) -> f64 {
        self.high
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Division followed by multiplication, and sums of products, are accurate to thirty
        /// digits.
        #[test]
        fn twice_the_digits(a in -1e3f64..1e3, b in 1e-3f64..1e3) {
            let (x, y) = (Twofold::of(a), Twofold::of(b));
            let back = x - (x / y) * y;
            prop_assert!(back.value().abs() <= a.abs() * 1e-30, "{back:?}");
            // (a + b) (a - b) = a^2 - b^2
            let sum = x - (Twofold::of(0.0) - y);
            let rest = (sum * (x - y)) - (x * x - y * y);
            prop_assert!(rest.value().abs() <= (a * a + b * b) * 1e-29, "{rest:?}");
        }
    }
}
