//! The probability of a branch: exact while short enough, a float beyond that.

use serde::{Deserialize, Serialize};

use super::large::Large;
use super::weight::{Fraction, Mass, Real, Weight};

/// A probability, in the narrowest kind of weight that holds it.
#[derive(Clone, Debug)]
pub enum Share {
    /// A fraction of two `u128`.
    Fraction(Fraction),
    /// A fraction of big integers.
    Large(Box<Large>),
    /// A float.
    Real(Real),
}

/// A kind of weight that a [`Share`] can hold: an exact fraction or a float.
pub trait Tier: Weight {
    /// Converts a share, whose value as a float is given; `None` if this kind can't hold it.
    fn of(share: &Share, value: f64) -> Option<Self>;

    /// Converts the weight to a share.
    fn share(self) -> Share;
}

impl Tier for Fraction {
    #[inline]
    fn of(share: &Share, _: f64) -> Option<Fraction> {
        match share {
            Share::Fraction(fraction) => Some(*fraction),
            Share::Large(_) | Share::Real(_) => None,
        }
    }

    fn share(self) -> Share {
        Share::Fraction(self)
    }
}

impl Tier for Large {
    #[inline]
    fn of(share: &Share, _: f64) -> Option<Large> {
        match share {
            Share::Fraction(fraction) => Some(fraction.into()),
            Share::Large(large) => Some((**large).clone()),
            Share::Real(_) => None,
        }
    }

    fn share(self) -> Share {
        Share::Large(Box::new(self))
    }
}

impl Tier for Real {
    #[inline]
    fn of(_: &Share, value: f64) -> Option<Real> {
        Some(Real::from(value))
    }

    fn share(self) -> Share {
        Share::Real(self)
    }
}

/// Bounds on the error of probabilities computed in floats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize)]
pub struct Lost {
    /// The total error: relative rounding errors plus the dropped probability.
    pub all: f64,
    /// The dropped probability alone: a probability that is not far above it has no reliable digit.
    pub unfollowed: f64,
}

impl Lost {
    /// Creates a loss of dropped probability only.
    pub fn unfollowed(share: f64) -> Lost {
        Lost { all: share, unfollowed: share }
    }

    /// Returns the larger of each bound.
    pub fn most(self, other: Lost) -> Lost {
        let unfollowed = self.unfollowed.max(other.unfollowed);
        Lost { all: self.all.max(other.all), unfollowed }
    }
}

/// The number of operations on big fractions that are still allowed: each takes about a
/// microsecond, so larger computations use floats.
#[derive(Clone, Debug)]
pub struct FractionBudget(u32);

impl Default for FractionBudget {
    fn default() -> FractionBudget {
        FractionBudget(20_000)
    }
}

/// An operation in one kind of weight.
type Operation<W> = fn(&W, &W) -> Option<W>;

impl Share {
    /// Returns the probability 1.
    pub fn one() -> Share {
        Share::Fraction(Fraction::one())
    }

    /// Returns `cases` of `of` equally likely cases.
    pub fn cases(cases: u64, of: u64) -> Share {
        Share::Fraction(Fraction::cases(cases, of))
    }

    /// Returns the value as a float.
    pub fn value(&self) -> f64 {
        match self {
            Share::Fraction(fraction) => fraction.value(),
            Share::Large(large) => large.value(),
            Share::Real(real) => real.value(),
        }
    }

    /// Returns `self * other`: one fork after another.
    #[inline]
    pub fn then(&self, other: &Share, patience: &mut FractionBudget) -> Share {
        self.with(other, patience, Fraction::then, Large::then, Real::then)
    }

    /// Returns `self + other`: one branch or another.
    #[inline]
    pub fn or(&self, other: &Share, patience: &mut FractionBudget) -> Share {
        self.with(other, patience, Fraction::or, Large::or, Real::or)
    }

    #[inline]
    fn with(
        &self,
        other: &Share,
        patience: &mut FractionBudget,
        short: Operation<Fraction>,
        long: Operation<Large>,
        real: Operation<Real>,
    ) -> Share {
        if let (Share::Fraction(one), Share::Fraction(other)) = (self, other)
            && let Some(made) = short(one, other)
        {
            return Share::Fraction(made);
        }
        let large = |share: &Share| Large::of(share, 0.0);
        if patience.0 > 0
            && let (Some(one), Some(other)) = (large(self), large(other))
            && let Some(made) = long(&one, &other)
        {
            patience.0 -= 1;
            return Share::Large(Box::new(made));
        }
        let (one, other) = (self.real(), other.real());
        Share::Real(real(&one, &other).unwrap_or(one))
    }

    fn real(&self) -> Real {
        match self {
            Share::Real(real) => *real,
            exact => Real::from(exact.value()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A large power needs big fractions, or floats if the budget is used up.
    #[test]
    fn shares_grow_as_they_must() {
        let (part, patience) = (Share::cases(3, 20), &mut FractionBudget::default());
        let power = |times: u32, patience: &mut FractionBudget| {
            (0..times).fold(Share::one(), |so_far, _| so_far.then(&part, patience))
        };
        assert!(matches!(power(20, patience), Share::Fraction(_)));
        let long = power(40, patience);
        assert!(matches!(long, Share::Large(_)));
        assert!((long.value() / 0.15f64.powi(40) - 1.0).abs() < 1e-13);
        let float = power(40, &mut FractionBudget(0));
        assert!(matches!(float, Share::Real(_)));
        assert!((float.value() / long.value() - 1.0).abs() < 1e-13);
    }
}
