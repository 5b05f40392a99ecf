//! What a column may score, and which of its scores are a success.

use std::borrow::Cow;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// A name of the code's, or one that a user gave.
pub type Name = Cow<'static, str>;

/// The whole numbers that a column may score, and their names where they have names. Cheap to
/// clone.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Scale {
    low: i32,
    high: i32,
    /// None for plain numbers, so that those need no memory of their own.
    names: Option<Arc<[Name]>>,
    capped: bool,
    /// Whether the highest score is that of a trial that was cut off, and of no other.
    beyond: bool,
    ordered: bool,
    /// Whether its places are numbers of their own, and not those of tuples.
    scored: bool,
    /// Whether the engine takes the number of steps.
    counted: bool,
}

impl Scale {
    /// The numbers from `low` to `high`, both included.
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

    /// Named rungs, worst to best, which score 0, 1, 2 …
    ///
    /// # Panics
    /// If there is no rung.
    pub fn rungs(names: &[&'static str]) -> Scale {
        Scale::named(names.iter().map(|name| Name::Borrowed(*name)).collect())
    }

    /// Rungs whose names may be a user's, worst to best.
    ///
    /// # Panics
    /// If there is no rung.
    pub fn named(names: Arc<[Name]>) -> Scale {
        assert!(!names.is_empty(), "a ladder has rungs");
        let high = names.len() as i32 - 1;
        Scale { names: Some(names), ..Scale::numbers(0, high) }
    }

    /// Conditions, none of which is better than another: they have no mean and no median, and one
    /// that is asked for is that one alone.
    ///
    /// # Panics
    /// If there is none.
    pub fn conditions(names: &[&'static str]) -> Scale {
        Scale::rungs(names).unordered()
    }

    /// The same scale, none of whose scores is better than another.
    pub fn unordered(self) -> Scale {
        Scale { ordered: false, ..self }
    }

    /// Tuples of several columns under one name each: they have no order, and no score to show.
    ///
    /// # Panics
    /// If there is none.
    pub fn tuples(names: Arc<[Name]>) -> Scale {
        Scale { scored: false, ..Scale::named(names).unordered() }
    }

    /// Whether a score means something beside its name; not so for tuples.
    pub fn is_scored(&self) -> bool {
        self.scored
    }

    /// Whether a higher score is a better one; not so for conditions.
    pub fn is_ordered(&self) -> bool {
        self.ordered
    }

    /// The number of steps a trial takes, from 1 to `limit`. `limit` means "or more": the trial is
    /// cut off there.
    ///
    /// # Panics
    /// If `limit` is 0.
    pub fn steps(limit: u16) -> Scale {
        Scale { capped: true, counted: true, ..Scale::numbers(1, i32::from(limit)) }
    }

    /// The same numbers, as the number of steps that a trial takes; one that is cut off scores the
    /// highest.
    pub(crate) fn of_steps(self) -> Scale {
        Scale { counted: true, ..self }
    }

    /// The same scale, whose highest score means "or more".
    pub fn or_more(self) -> Scale {
        Scale { capped: true, ..self }
    }

    /// The number of steps a trial takes, from 1 to `limit`, where it ends by then; one that is cut
    /// off there scores `limit + 1`, which means "more".
    ///
    /// # Panics
    /// If `limit` is 0 or the largest number.
    pub fn steps_within(limit: u16) -> Scale {
        assert!(limit > 0 && limit < u16::MAX, "a trial has a first step and a last one");
        Scale { beyond: true, ..Scale::steps(limit + 1) }
    }

    /// Whether a trial that is cut off scores more than any other.
    pub fn is_beyond(&self) -> bool {
        self.beyond
    }

    /// The lowest score.
    #[inline]
    pub fn low(&self) -> i32 {
        self.low
    }

    /// The highest score.
    #[inline]
    pub fn high(&self) -> i32 {
        self.high
    }

    /// The number of different scores.
    #[inline]
    pub fn len(&self) -> usize {
        (self.high.abs_diff(self.low) as usize).saturating_add(1)
    }

    /// Never: a scale has at least one score.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// All scores, in rising order.
    pub fn scores(&self) -> impl Iterator<Item = i32> + use<> {
        self.low..=self.high
    }

    /// The names of the rungs, worst to best; empty for plain numbers.
    pub fn names(&self) -> &[Name] {
        self.names.as_deref().unwrap_or_default()
    }

    /// Where a score stands, counted from the lowest; `None` off the scale.
    pub fn place(&self, score: i32) -> Option<usize> {
        (self.low..=self.high).contains(&score).then(|| score.abs_diff(self.low) as usize)
    }

    /// Where these scores stand, as far as they are on the scale.
    pub fn places(&self, scores: &RangeInclusive<i32>) -> Range<usize> {
        let low = i64::from(self.low);
        let first = i64::from(*scores.start()).max(low);
        let end = i64::from(*scores.end()).min(self.high.into()) + 1;
        if first < end { (first - low) as usize..(end - low) as usize } else { 0..0 }
    }

    /// The score at a place, counted from the lowest.
    pub fn score(&self, place: usize) -> i32 {
        self.low.wrapping_add(place as i32)
    }

    /// The name of a score, where it has one.
    pub fn name(&self, score: i32) -> Option<&str> {
        self.names().get(self.place(score)?).map(|name| &**name)
    }

    /// The score that means "or more", where the scale has one.
    #[inline]
    pub fn capped_at(&self) -> Option<i32> {
        self.capped.then_some(self.high)
    }

    /// The number of steps at which a trial is cut off, where it is the number of steps.
    #[inline]
    pub fn last_step(&self) -> Option<i32> {
        self.counted.then_some(self.high - i32::from(self.beyond))
    }
}

/// When a score counts as a success.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Success {
    /// This score or a higher one.
    AtLeast(i32),
    /// This score or a lower one.
    AtMost(i32),
}

impl Success {
    /// The scores that are one, both ends included.
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

    /// An AnyDice program may pay any two numbers, which lie further apart than one can count to.
    #[test]
    fn a_scale_may_reach_from_end_to_end() {
        let scale = Scale::numbers(-2_000_000_000, 2_000_000_000);
        assert_eq!(scale.len(), 4_000_000_001);
        assert_eq!(scale.place(2_000_000_000), Some(4_000_000_000));
        assert_eq!(scale.score(4_000_000_000), 2_000_000_000);
        assert_eq!(scale.place(2_000_000_001), None);
    }
}
