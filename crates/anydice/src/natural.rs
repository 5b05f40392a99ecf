//! Natural numbers of any size, optimized for values below 2^128, used as weights.

use num_bigint::BigUint;
use num_integer::Integer;

/// A natural number of any size, stored inline below 2^128.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Natural {
    /// A number below 2^128.
    Small(u128),
    /// A number of 2^128 or more.
    Large(Box<BigUint>),
}

impl Default for Natural {
    fn default() -> Natural {
        Natural::ZERO
    }
}

impl From<u64> for Natural {
    fn from(number: u64) -> Natural {
        Natural::Small(number.into())
    }
}

impl From<BigUint> for Natural {
    fn from(number: BigUint) -> Natural {
        match u128::try_from(&number) {
            Ok(small) => Natural::Small(small),
            Err(_) => Natural::Large(Box::new(number)),
        }
    }
}

impl Natural {
    pub const ZERO: Natural = Natural::Small(0);
    pub const ONE: Natural = Natural::Small(1);

    pub fn is_one(&self) -> bool {
        *self == Natural::ONE
    }

    pub fn is_zero(&self) -> bool {
        *self == Natural::ZERO
    }

    pub fn big(&self) -> BigUint {
        match self {
            Natural::Small(small) => BigUint::from(*small),
            Natural::Large(large) => (**large).clone(),
        }
    }

    /// Returns the number of binary digits.
    pub fn bits(&self) -> u64 {
        match self {
            Natural::Small(small) => u64::from(u128::BITS - small.leading_zeros()),
            Natural::Large(large) => large.bits(),
        }
    }

    /// Returns the heap memory in bytes.
    pub fn bytes(&self) -> usize {
        match self {
            Natural::Small(_) => 0,
            Natural::Large(large) => 32 + large.bits() as usize / 8,
        }
    }

    #[inline]
    pub fn add(&mut self, other: &Natural) {
        match (&mut *self, other) {
            (Natural::Small(one), Natural::Small(other)) => match one.checked_add(*other) {
                Some(sum) => *one = sum,
                None => *self = (BigUint::from(*one) + other).into(),
            },
            (Natural::Large(one), Natural::Small(other)) => **one += *other,
            (Natural::Large(one), Natural::Large(other)) => **one += &**other,
            _ => *self = (self.big() + other.big()).into(),
        }
    }

    #[inline]
    pub fn times(&self, other: &Natural) -> Natural {
        match (self, other) {
            (Natural::Small(one), Natural::Small(two)) => match one.checked_mul(*two) {
                Some(product) => Natural::Small(product),
                None => (BigUint::from(*one) * two).into(),
            },
            (Natural::Large(large), Natural::Small(small))
            | (Natural::Small(small), Natural::Large(large)) => match small {
                0 => Natural::ZERO,
                1 => Natural::Large(large.clone()),
                _ => (&**large * *small).into(),
            },
            (Natural::Large(one), Natural::Large(other)) => (&**one * &**other).into(),
        }
    }

    /// Returns the quotient; `other` must divide `self`.
    pub fn over(&self, other: &Natural) -> Natural {
        match (self, other) {
            (_, Natural::Small(1)) => self.clone(),
            (Natural::Small(one), Natural::Small(other)) => Natural::Small(one / other),
            _ => (self.big() / other.big()).into(),
        }
    }

    pub fn power(&self, exponent: u32) -> Natural {
        if let Natural::Small(small) = self
            && let Some(power) = small.checked_pow(exponent)
        {
            return Natural::Small(power);
        }
        self.big().pow(exponent).into()
    }

    pub fn gcd(&self, other: &Natural) -> Natural {
        match (self, other) {
            (Natural::Small(1), _) | (_, Natural::Small(1)) => Natural::ONE,
            (Natural::Small(one), Natural::Small(other)) => {
                match (u64::try_from(*one), u64::try_from(*other)) {
                    (Ok(one), Ok(other)) => Natural::from(one.gcd(&other)),
                    _ => Natural::Small(one.gcd(other)),
                }
            }
            _ => self.big().gcd(&other.big()).into(),
        }
    }

    /// Returns the quotient by `all`, rounded to a float.
    pub fn share(&self, all: &Natural) -> f64 {
        match (self, all) {
            (Natural::Small(one), Natural::Small(all)) => *one as f64 / *all as f64,
            _ => ratio(&self.big(), &all.big()),
        }
    }
}

/// Returns the quotient of big integers as a float; `under` must not be 0.
pub fn ratio(over: &BigUint, under: &BigUint) -> f64 {
    // The integer quotient keeps 64 bits, more than a float's precision.
    let shift = under.bits() as i64 + 64 - over.bits() as i64;
    let quotient = match shift > 0 {
        true => (over << shift as u64) / under,
        false => over / (under << (-shift) as u64),
    };
    let digits = u128::try_from(&quotient).map_or(f64::MAX, |quotient| quotient as f64);
    // In two factors, neither of which leaves the range of floats.
    let half = (-shift / 2) as i32;
    digits * 2f64.powi(half) * 2f64.powi(-shift as i32 - half)
}
