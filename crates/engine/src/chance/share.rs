//! The share of a branch: exact as long as that is short enough, a float beyond.

use serde::{Deserialize, Serialize};

use super::large::Large;
use super::weight::{Fraction, Mass, Real, Weight};

/// A share of the mass in a state, in the narrowest kind of weight that holds it.
#[derive(Clone, Debug)]
pub enum Share {
    /// A fraction of two machine words each.
    Fraction(Fraction),
    /// A fraction of large numbers.
    Large(Box<Large>),
    /// A float.
    Real(Real),
}

/// One of the kinds of weight that a share may have.
pub trait Tier: Weight {
    /// This share, whose value as a float is at hand; `None` if this kind can't hold it.
    fn of(share: &Share, value: f64) -> Option<Self>;

    /// It as a share.
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

/// By how much a share in floats may be off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize)]
pub struct Lost {
    /// In all: what roundings lose of it, which is a part of it, and what was not followed.
    pub all: f64,
    /// What was not followed alone: a share that is not far above it has no digit that is sure.
    pub unfollowed: f64,
}

impl Lost {
    /// So much that was not followed.
    pub fn unfollowed(share: f64) -> Lost {
        Lost { all: share, unfollowed: share }
    }

    /// The larger of each.
    pub fn most(self, other: Lost) -> Lost {
        let unfollowed = self.unfollowed.max(other.unfollowed);
        Lost { all: self.all.max(other.all), unfollowed }
    }
}

/// How many shares may still be made in large numbers: each takes about a microsecond, and whoever
/// asks for a million of them gets floats.
#[derive(Clone, Debug)]
pub struct FractionBudget(u32);

impl Default for FractionBudget {
    fn default() -> FractionBudget {
        FractionBudget(20_000)
    }
}

/// An operation in each kind of weight.
type Operation<W> = fn(&W, &W) -> Option<W>;

impl Share {
    /// All of it.
    pub fn one() -> Share {
        Share::Fraction(Fraction::one())
    }

    /// So many of equally likely cases.
    pub fn cases(cases: u64, of: u64) -> Share {
        Share::Fraction(Fraction::cases(cases, of))
    }

    /// As a float.
    pub fn value(&self) -> f64 {
        match self {
            Share::Fraction(fraction) => fraction.value(),
            Share::Large(large) => large.value(),
            Share::Real(real) => real.value(),
        }
    }

    /// `self * other`: one fork after another.
    #[inline]
    pub fn then(&self, other: &Share, patience: &mut FractionBudget) -> Share {
        self.with(other, patience, Fraction::then, Large::then, Real::then)
    }

    /// `self + other`: one way or another.
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

    /// A thirtieth power of a twentieth takes 130 bits, and its way back is short again.
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
