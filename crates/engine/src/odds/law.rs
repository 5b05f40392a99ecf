//! Exact laws: the probability of each score.

use std::ops::{Range, RangeInclusive};

use serde::{Deserialize, Serialize};

use super::row::SparseRow;
use super::{Exact, Histogram};
use crate::chance::gcd;
use crate::chance::large::{Large, Ratio};
use crate::chance::share::{Lost, Tier};
use crate::chance::weight::{Fraction, Mass, Real, Weight};
use crate::rule::{Scale, Success};

/// The exact probabilities of the scores of one column.
///
/// They are fractions in lowest terms while these are short enough, and otherwise floats with a
/// bound on their error.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Law {
    scale: Scale,
    shares: SparseRow<f64>,
    exactly: Exactly,
    error: Lost,
}

/// Returns the weights over their least common denominator.
fn whole(weights: &[(u32, Fraction)]) -> Option<(Vec<(u32, u128)>, u128)> {
    let under = weights.first().map_or(1, |(_, weight)| weight.under);
    if weights.iter().all(|(_, weight)| weight.under == under) {
        let common = weights.iter().fold(under, |common, (_, weight)| match common {
            1 => 1,
            _ => gcd(common, weight.over),
        });
        let over = |&(place, weight): &(u32, Fraction)| (place, weight.over / common);
        return Some((weights.iter().map(over).collect(), under / common));
    }
    let lowest: Vec<Fraction> = weights.iter().map(|(_, weight)| weight.lowest()).collect();
    let (over, total) = Fraction::in_common(&lowest)?;
    Some((weights.iter().map(|(place, _)| *place).zip(over).collect(), total))
}

/// The exact form of the probabilities, in addition to the floats.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
enum Exactly {
    /// Integer weights with their total, in lowest terms.
    Whole(SparseRow<u128>, u128),
    /// Fractions without a common denominator of 128 bits, by increasing index.
    Large(Vec<(u32, Large)>),
    /// None; only floats are available.
    Floats,
}

/// A kind of weight from which a [`Law`] can be built.
pub(super) trait Lawful: Tier {
    /// Builds a law from the nonzero probabilities, by index on the scale. For floats `error`
    /// bounds the error of each. `None` if they have no common denominator that fits.
    fn law(scale: Scale, weights: &[(u32, Self)], error: Lost) -> Option<Law>;
}

impl Lawful for Fraction {
    fn law(scale: Scale, weights: &[(u32, Fraction)], _: Lost) -> Option<Law> {
        let (weights, total) = whole(weights)?;
        let whole = SparseRow::of(scale.len(), weights.into_iter());
        Some(Law::of_whole(scale, whole, total))
    }
}

impl Lawful for Large {
    fn law(scale: Scale, weights: &[(u32, Large)], _: Lost) -> Option<Law> {
        Some(Law::of_values(scale, weights, Exactly::Large(weights.to_vec()), Lost::default()))
    }
}

impl Lawful for Real {
    fn law(scale: Scale, weights: &[(u32, Real)], error: Lost) -> Option<Law> {
        Some(Law::of_values(scale, weights, Exactly::Floats, error))
    }
}

impl Law {
    /// Builds a law from the number of cases with each score, out of `all` equally likely ones.
    pub(super) fn from_cases(scale: Scale, cases: &[u128], all: u128) -> Law {
        let common = cases.iter().fold(all, |common, &these| match these {
            0 => common,
            _ if common == 1 => 1,
            these => gcd(common, these),
        });
        let lowest = |these: u128| match (u64::try_from(these), u64::try_from(common)) {
            _ if common == 1 => these,
            // Dividing 64-bit words takes a tenth of the time.
            (Ok(these), Ok(common)) => (these / common).into(),
            _ => these / common,
        };
        let all = lowest(all);
        Law::of_whole(scale, SparseRow::made(cases, lowest), all)
    }

    fn of_whole(scale: Scale, whole: SparseRow<u128>, total: u128) -> Law {
        let shares = whole.each(|over| Fraction { over, under: total }.value());
        Law { scale, shares, exactly: Exactly::Whole(whole, total), error: Lost::default() }
    }

    fn of_values(scale: Scale, of: &[(u32, impl Weight)], exactly: Exactly, error: Lost) -> Law {
        let shares = of.iter().map(|(place, weight)| (*place, weight.value()));
        Law { shares: SparseRow::of(scale.len(), shares), scale, exactly, error }
    }

    /// Returns the bound on the error of a probability: 0 if all are exact fractions.
    pub fn error(&self) -> f64 {
        self.error.all
    }

    /// Returns the memory in bytes.
    pub fn bytes(&self) -> usize {
        let exactly = match &self.exactly {
            Exactly::Whole(weights, _) => weights.bytes(),
            Exactly::Large(weights) => size_of_val(&weights[..]),
            Exactly::Floats => 0,
        };
        self.shares.bytes() + exactly
    }

    /// Returns the probability of one score.
    pub fn exactly(&self, score: i32) -> Exact {
        self.within(score..=score)
    }

    /// Returns the probability of a success.
    ///
    /// # Examples
    /// ```
    /// use oddsmith_engine::odds::{Check, Success};
    /// use oddsmith_engine::program::Question;
    ///
    /// let program = oddsmith_dice::read_program("sum = 2d6\nask sum").unwrap();
    /// let program = oddsmith_dice::check_program(program, &[]).unwrap().tree;
    /// let laws = Question::of(&program).compile()?.law(1_000)?;
    /// let success = laws.column("sum")?.success(Success::AtLeast(7));
    /// assert_eq!(success.fraction().as_deref(), Some("7/12"));
    /// # Ok::<(), oddsmith_engine::Error>(())
    /// ```
    pub fn success(&self, success: Success) -> Exact {
        self.within(success.scores())
    }

    /// Returns the probability of having no score.
    pub fn none(&self) -> Exact {
        let whole = match &self.exactly {
            Exactly::Whole(weights, total) => {
                let scored: u128 = weights.iter().map(|(_, weight)| weight).sum();
                return Exact::of_fraction(Fraction { over: total - scored, under: *total });
            }
            Exactly::Large(weights) => sum(weights.iter()).and_then(|all| Large::one().less(&all)),
            Exactly::Floats => None,
        };
        if let Some(rest) = whole {
            return Exact::of_value(rest.value(), rest.short());
        }
        let rest = 1.0 - self.within(i32::MIN..=i32::MAX).value;
        let unsure = self.error.all * self.scale.len() as f64;
        match rest <= unsure {
            true => Exact::of_value(0.0, None),
            false => Exact { unsure, ..Exact::of_value(rest, None) },
        }
    }

    /// Returns the probability of the scores in this range.
    pub fn within(&self, scores: RangeInclusive<i32>) -> Exact {
        let here = self.scale.places(&scores);
        let floats = |places: Range<usize>| {
            let add = |sum: Real, share: &f64| sum.or(&Real::from(*share)).unwrap_or(sum);
            let sum = self.shares.within(places.clone()).iter().fold(Real::zero(), add);
            // A score without mass between scores with mass is impossible; beyond them, and off the
            // scale, it may be too rare to have been followed.
            let mut seen = self.shares.iter().filter(|(_, share)| *share > 0.0);
            let known = seen.next().zip(seen.last()).is_some_and(|((first, _), (last, _))| {
                !places.is_empty() && first <= places.start && places.end <= last + 1
            });
            let unsure = match sum.value() == 0.0 && (known || scores.is_empty()) {
                true => 0.0,
                false => self.error.unfollowed,
            };
            Exact { unsure, ..Exact::of_value(sum.value().min(1.0), None) }
        };
        match &self.exactly {
            Exactly::Whole(weights, total) => {
                let over = weights.within(here).iter().sum();
                Exact::of_fraction(Fraction { over, under: *total })
            }
            Exactly::Large(weights) => {
                let these = weights.iter().filter(|(place, _)| here.contains(&(*place as usize)));
                match sum(these) {
                    Some(sum) => Exact::of_value(sum.value(), sum.short()),
                    None => floats(here.clone()),
                }
            }
            Exactly::Floats => floats(here),
        }
    }
}

/// Returns the sum of big fractions, or `None` if it grows too long.
fn sum<'w>(mut weights: impl Iterator<Item = &'w (u32, Large)>) -> Option<Large> {
    weights.try_fold(Large::zero(), |sum, (_, weight)| sum.or(weight))
}

impl Exact {
    fn of_fraction(fraction: Fraction) -> Exact {
        let fraction = fraction.lowest();
        Exact::of_value(fraction.value(), Some(Ratio::of_lowest(fraction)))
    }
}

impl Histogram for Law {
    fn scale(&self) -> &Scale {
        &self.scale
    }

    fn share(&self, score: i32) -> f64 {
        self.scale.place(score).map_or(0.0, |place| self.shares.get(place))
    }

    fn possible(&self) -> Box<dyn Iterator<Item = (i32, f64)> + '_> {
        let shares = self.shares.iter().filter(|(_, share)| *share > 0.0);
        Box::new(shares.map(|(place, share)| (self.scale.score(place), share)))
    }

    fn share_within(&self, scores: RangeInclusive<i32>) -> f64 {
        self.within(scores).value
    }

    fn scored(&self) -> f64 {
        1.0 - self.none().value
    }

    /// Computed from the integer weights if they fit, so that a fair game has a mean of 0 rather
    /// than 2e-16.
    fn mean(&self) -> Option<f64> {
        match &self.exactly {
            _ if !self.scale.is_ordered() => self.shares_mean(),
            Exactly::Whole(weights, _) => {
                let term = |(place, weight): (usize, u128)| {
                    i128::try_from(weight).ok()?.checked_mul(self.scale.score(place).into())
                };
                let mut terms = weights.iter().map(term);
                let sum = terms.try_fold(0i128, |sum, term| sum.checked_add(term?));
                let scored: u128 = weights.iter().map(|(_, weight)| weight).sum();
                match sum {
                    Some(sum) => (scored > 0).then(|| sum as f64 / scored as f64),
                    None => self.shares_mean(),
                }
            }
            Exactly::Large(weights) => self.mean_of(weights).or_else(|| self.shares_mean()),
            Exactly::Floats => self.shares_mean(),
        }
    }
}

impl Law {
    /// Returns the mean of big fractions, or `None` if there are no scores, or the sum grows too
    /// long.
    fn mean_of(&self, weights: &[(u32, Large)]) -> Option<f64> {
        let side = |sign: i32| {
            let mut sum = Large::zero();
            for (place, weight) in weights {
                let score = self.scale.score(*place as usize);
                if score.signum() == sign {
                    sum.gain(&weight.then(&Large::whole(score.unsigned_abs().into()))?)?;
                }
            }
            Some(sum)
        };
        let (up, down, scored) = (side(1)?, side(-1)?, sum(weights.iter())?);
        if scored.is_negligible() {
            return None;
        }
        match up.less(&down) {
            Some(mean) => Some(mean.over(&scored)?.value()),
            None => Some(-down.less(&up)?.over(&scored)?.value()),
        }
    }
}
