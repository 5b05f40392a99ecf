//! The scores that a column may have, and which of them are a success.

use std::borrow::Cow;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// A static name, or one defined by a user.
pub type Name = Cow<'static, str>;

/// The range of integer scores of a column, with optional names. Cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Scale {
    low: i32,
    high: i32,
    /// `None` for plain numbers.
    names: Option<Arc<[Name]>>,
    capped: bool,
    /// True if the highest score is reserved for trials that were cut off.
    beyond: bool,
    ordered: bool,
    /// True if the scores are meaningful integers, false for tuples.
    scored: bool,
    /// True if the engine records the number of steps.
    counted: bool,
}

impl Scale {
    /// Creates the scale of the integers from `low` to `high`, both inclusive.
    ///
    /// # Panics
    /// If `high < low`.
    pub fn numbers(low: i32, high: i32) -> Scale {
        assert!(low <= high, "a scale rises");
        Scale {
            low,
            high,
            names: None,
            capped: false,
            beyond: false,
            ordered: true,
            scored: true,
            counted: false,
        }
    }

    /// Creates a scale of named rungs, worst to best, which score 0, 1, 2 and so on.
    ///
    /// # Panics
    /// If there is no rung.
    pub fn rungs(names: &[&'static str]) -> Scale {
        Scale::named(names.iter().map(|name| Name::Borrowed(*name)).collect())
    }

    /// Creates a scale of rungs with names that may come from a user, worst to best.
    ///
    /// # Panics
    /// If there is no rung.
    pub fn named(names: Arc<[Name]>) -> Scale {
        assert!(!names.is_empty(), "a ladder has rungs");
        let high = names.len() as i32 - 1;
        Scale { names: Some(names), ..Scale::numbers(0, high) }
    }

    /// Creates a scale of conditions without an order: they have no mean and no median, and success
    /// means exactly the chosen one.
    ///
    /// # Panics
    /// If there is none.
    pub fn conditions(names: &[&'static str]) -> Scale {
        Scale::rungs(names).unordered()
    }

    /// Removes the order: no score is better than another.
    pub fn unordered(self) -> Scale {
        Scale { ordered: false, ..self }
    }

    /// Creates a scale of tuples of several columns, each with one name; they have no order and no
    /// scores to display.
    ///
    /// # Panics
    /// If there is none.
    pub fn tuples(names: Arc<[Name]>) -> Scale {
        Scale { scored: false, ..Scale::named(names).unordered() }
    }

    /// Returns whether a score has a meaning besides its name; false for tuples.
    pub fn is_scored(&self) -> bool {
        self.scored
    }

    /// Returns whether a higher score is better; false for conditions.
    pub fn is_ordered(&self) -> bool {
        self.ordered
    }

    /// Creates the scale of the number of steps of a trial, from 1 to `limit`.
    ///
    /// `limit` means "or more": the trial is cut off there.
    ///
    /// # Panics
    /// If `limit` is 0.
    pub fn steps(limit: u16) -> Scale {
        Scale { capped: true, counted: true, ..Scale::numbers(1, i32::from(limit)) }
    }

    /// Makes the engine record the number of steps on this scale; a trial that is cut off gets the
    /// highest score.
    pub(crate) fn of_steps(self) -> Scale {
        Scale { counted: true, ..self }
    }

    /// Makes the highest score mean "or more".
    pub fn or_more(self) -> Scale {
        Scale { capped: true, ..self }
    }

    /// Creates the scale of the number of steps of a trial that distinguishes trials that are cut
    /// off: these score `limit + 1`, which means "more".
    ///
    /// # Panics
    /// If `limit` is 0 or the largest number.
    pub fn steps_within(limit: u16) -> Scale {
        assert!(limit > 0 && limit < u16::MAX, "a trial has a first step and a last one");
        Scale { beyond: true, ..Scale::steps(limit + 1) }
    }

    /// Returns whether a trial that is cut off scores more than any other.
    pub fn is_beyond(&self) -> bool {
        self.beyond
    }

    /// Returns the lowest score.
    #[inline]
    pub fn low(&self) -> i32 {
        self.low
    }

    /// Returns the highest score.
    #[inline]
    pub fn high(&self) -> i32 {
        self.high
    }

    /// Returns the number of distinct scores.
    #[inline]
    pub fn len(&self) -> usize {
        (self.high.abs_diff(self.low) as usize).saturating_add(1)
    }

    /// Returns false: a scale has at least one score.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Returns all scores, in increasing order.
    pub fn scores(&self) -> impl Iterator<Item = i32> + use<> {
        self.low..=self.high
    }

    /// Returns the names of the rungs, worst to best; empty for plain numbers.
    pub fn names(&self) -> &[Name] {
        self.names.as_deref().unwrap_or_default()
    }

    /// Returns the index of a score, counted from the lowest, or `None` if it is off the scale.
    pub fn place(&self, score: i32) -> Option<usize> {
        (self.low..=self.high).contains(&score).then(|| score.abs_diff(self.low) as usize)
    }

    /// Returns the range of indices of these scores, clipped to the scale.
    pub fn places(&self, scores: &RangeInclusive<i32>) -> Range<usize> {
        let low = i64::from(self.low);
        let first = i64::from(*scores.start()).max(low);
        let end = i64::from(*scores.end()).min(self.high.into()) + 1;
        if first < end { (first - low) as usize..(end - low) as usize } else { 0..0 }
    }

    /// Returns the score at an index, counted from the lowest.
    pub fn score(&self, place: usize) -> i32 {
        self.low.wrapping_add(place as i32)
    }

    /// Returns the name of a score, if it has one.
    pub fn name(&self, score: i32) -> Option<&str> {
        self.names().get(self.place(score)?).map(|name| &**name)
    }

    /// Returns the score that means "or more", if there is one.
    #[inline]
    pub fn capped_at(&self) -> Option<i32> {
        self.capped.then_some(self.high)
    }

    /// Returns the number of steps at which a trial is cut off, if the scale counts steps.
    #[inline]
    pub fn last_step(&self) -> Option<i32> {
        self.counted.then_some(self.high - i32::from(self.beyond))
    }
}

/// The scores of a column that are a success.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Success {
    /// This score or a higher one.
    AtLeast(i32),
    /// This score or a lower one.
    AtMost(i32),
}

impl Success {
    /// Returns the inclusive range of successful scores.
    pub fn scores(self) -> RangeInclusive<i32> {
        match self {
            Success::AtLeast(least) => least..=i32::MAX,
            Success::AtMost(most) => i32::MIN..=most,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Scale;

    /// An AnyDice program may output two integers whose distance overflows `i32`.
    #[test]
    fn a_scale_may_reach_from_end_to_end() {
        let scale = Scale::numbers(-2_000_000_000, 2_000_000_000);
        assert_eq!(scale.len(), 4_000_000_001);
        assert_eq!(scale.place(2_000_000_000), Some(4_000_000_000));
        assert_eq!(scale.score(4_000_000_000), 2_000_000_000);
        assert_eq!(scale.place(2_000_000_001), None);
    }
}
