//! Fractions of big integers: the tier between fractions of `u128` and floats, for laws with long
//! intermediate values and short results.

use num_bigint::BigUint;
use num_integer::Integer;
use serde::{Deserialize, Serialize};

use super::weight::{Fraction, Mass, Weight, add_each};

/// A fraction of two big integers, reduced to lowest terms once it has grown.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Large {
    over: BigUint,
    under: BigUint,
}

/// Size of the denominator in bits beyond which a fraction is reduced.
const GROWN: u64 = 160;

/// Maximum size of a reduced denominator in bits, which is the size that answers can store: most
/// laws that exceed it never shrink again.
const LARGEST: u64 = 64 * WORDS as u64;

impl Large {
    fn made(over: BigUint, under: BigUint) -> Option<Large> {
        if under.bits() <= GROWN {
            return Some(Large { over, under });
        }
        let lowest = Large { over, under }.lowest();
        (lowest.under.bits() <= LARGEST).then_some(lowest)
    }

    /// Returns the smallest positive value that can be stored.
    pub fn least() -> f64 {
        0.5f64.powi(LARGEST as i32 + 1)
    }

    /// Returns `over / under`, or `None` if the reduced denominator is too long.
    pub fn of_whole(over: &BigUint, under: &BigUint) -> Option<Large> {
        Large::made(over.clone(), under.clone())
    }

    /// Returns `over / under` as a float, for any size.
    pub fn share(over: &BigUint, under: &BigUint) -> f64 {
        Large { over: over.clone(), under: under.clone() }.value()
    }

    fn lowest(self) -> Large {
        let common = self.over.gcd(&self.under);
        Large { over: self.over / &common, under: self.under / common }
    }

    /// Returns both numerators over a common denominator, and that denominator.
    fn in_common_with(&self, other: &Large) -> (BigUint, BigUint, BigUint) {
        let common = self.under.gcd(&other.under);
        let (up, other_up) = (&other.under / &common, &self.under / &common);
        (&self.over * &up, &other.over * &other_up, &self.under * &up)
    }

    /// Returns the fraction in lowest terms in three words per number, if it fits.
    pub fn short(&self) -> Option<Ratio> {
        let lowest = self.clone().lowest();
        Some(Ratio { over: words(&lowest.over)?, under: words(&lowest.under)? })
    }
}

/// A fraction in lowest terms of integers of up to three 64-bit words, as stored in answers: 40
/// decimal digits fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Ratio {
    over: [u64; WORDS],
    under: [u64; WORDS],
}

const WORDS: usize = 3;

fn words(number: &BigUint) -> Option<[u64; WORDS]> {
    let mut words = [0; WORDS];
    for (place, digit) in number.iter_u64_digits().enumerate() {
        *words.get_mut(place)? = digit;
    }
    Some(words)
}

fn number(words: [u64; WORDS]) -> BigUint {
    words.iter().rev().fold(BigUint::ZERO, |so_far, &word| (so_far << 64u32) + word)
}

impl Ratio {
    /// Converts a fraction that is in lowest terms.
    pub fn of_lowest(Fraction { over, under }: Fraction) -> Ratio {
        let words = |number: u128| [number as u64, (number >> 64) as u64, 0];
        Ratio { over: words(over), under: words(under) }
    }

    /// Formats the fraction as "391/729", "0" or "1", if the denominator has at most `digits`
    /// digits.
    pub fn shown(&self, digits: usize) -> Option<String> {
        let (over, under) = (number(self.over).to_string(), number(self.under).to_string());
        if under.len() > digits {
            return None;
        }
        Some(if under == "1" { over } else { format!("{over}/{under}") })
    }
}

impl From<&Fraction> for Large {
    fn from(fraction: &Fraction) -> Large {
        Large { over: fraction.over.into(), under: fraction.under.into() }
    }
}

impl Mass for Large {
    type Plain = Large;

    fn whole(number: u128) -> Large {
        Large { over: number.into(), under: 1u32.into() }
    }

    /// Computed from the leading bits of both numbers, since neither need fit a float.
    fn value(&self) -> f64 {
        let leading = |number: &BigUint| {
            let shift = number.bits().saturating_sub(64);
            let lead = (number >> shift).iter_u64_digits().next().unwrap_or(0);
            (lead as f64, shift as i32)
        };
        let ((over, up), (under, down)) = (leading(&self.over), leading(&self.under));
        over / under * 2f64.powi(up - down)
    }

    fn is_negligible(&self) -> bool {
        self.over.bits() == 0
    }

    fn add_each(sums: &mut [Large], shares: &[Large], by: &Large) -> Option<()> {
        add_each(sums, shares, by)
    }
}

impl Weight for Large {
    const EXACT: bool = true;

    fn cases(cases: u64, of: u64) -> Large {
        Large { over: cases.into(), under: of.into() }
    }

    fn plain(&self) -> Large {
        self.clone()
    }

    fn then(&self, other: &Large) -> Option<Large> {
        Large::made(&self.over * &other.over, &self.under * &other.under)
    }

    fn or(&self, other: &Large) -> Option<Large> {
        if self.under == other.under {
            return Some(Large { over: &self.over + &other.over, under: self.under.clone() });
        }
        if self.over.bits() == 0 {
            return Some(other.clone());
        }
        let (mine, theirs, under) = self.in_common_with(other);
        Large::made(mine + theirs, under)
    }

    fn less(&self, other: &Large) -> Option<Large> {
        let (mine, theirs, under) = self.in_common_with(other);
        if mine < theirs { None } else { Large::made(mine - theirs, under) }
    }

    fn over(&self, other: &Large) -> Option<Large> {
        Large::made(&self.over * &other.under, &self.under * &other.over)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn both(over: u64, under: u64) -> (Large, Fraction) {
        let short = Fraction { over: over.into(), under: under.into() };
        (Large::from(&short), short)
    }

    fn ratio(fraction: Fraction) -> Ratio {
        Ratio::of_lowest(fraction.lowest())
    }

    proptest! {
        #[test]
        fn large_fractions_follow_short_ones(
            a in 1u64..1000, b in 1u64..1000, c in 0u64..1000, d in 1u64..1000,
        ) {
            let ((x, y), (z, w)) = (both(a, b), both(c, d));
            prop_assert_eq!(x.or(&z).unwrap().short(), y.or(&w).map(ratio));
            prop_assert_eq!(x.then(&z).unwrap().short(), y.then(&w).map(ratio));
            prop_assert_eq!(z.over(&x).unwrap().short(), w.over(&y).map(ratio));
            prop_assert_eq!(
                x.less(&z).and_then(|rest| rest.short()),
                y.less(&w).map(ratio)
            );
            prop_assert!((z.value() - w.value()).abs() < 1e-12);
        }
    }

    #[test]
    fn what_is_long_on_its_way_may_be_short_at_its_end() {
        let third = Large::from(&Fraction { over: 1, under: 3 });
        let long = (0..100).fold(Large::one(), |so_far, _| so_far.then(&third).unwrap());
        assert_eq!(long.short().and_then(|third| third.shown(40)), None);
        assert!((long.value().ln() + 100.0 * 3f64.ln()).abs() < 1e-9);
        let back = (0..99).fold(long, |so_far, _| so_far.over(&third).unwrap());
        assert_eq!(back.short().and_then(|third| third.shown(40)).as_deref(), Some("1/3"));
    }
}
