//! Questions about a roll.

use super::Faces;
use super::tray::Shown;

/// A question about a roll; its answer is an integer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Question {
    /// The query.
    pub asked: RollQuery,
    /// If true, the query reads all rolled dice, before some are dropped.
    pub rolled: bool,
    /// Upper bound of the answer; larger answers are clamped to it.
    pub most: Option<i32>,
}

impl Question {
    /// Creates a question about the kept dice, without a bound.
    pub fn of(asked: RollQuery) -> Question {
        Question { asked, rolled: false, most: None }
    }
}

/// A query about the dice that a bag keeps, or about the cards drawn from a pile. The answer is one
/// integer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RollQuery {
    /// The sum of the values.
    Sum,
    /// The sum of the amounts that [`Tally`] assigns to the values.
    Tally(Tally),
    /// The number of dice.
    Size,
    /// The value of this rank, 1 for the highest; 0 if there are fewer dice.
    Nth(u32),
    /// The lowest value; 0 if there are no dice.
    Lowest,
    /// The size of the largest set of equal values.
    Matches,
    /// The highest value among those of the largest set of equal values; 0 if there are no dice.
    MatchFace,
    /// The number of values that at least this many dice show.
    Sets(u32),
    /// The length of the longest straight.
    Run,
    /// The printed face of the only kept die, after rerolls; if the die added others to the bag,
    /// the printed face of the first.
    Natural,
    /// The length of the longest straight, where the first of two values also counts as the second.
    RunAlso(i32, i32),
    /// The largest number of cards of one suit; cards without a suit are ignored.
    Suited,
    /// The number of cards of this suit, numbered from 1.
    InSuit(i32),
    /// The length of the longest straight in one suit, where the first of two values also counts as
    /// the second; the two are equal if there is no such value.
    SuitedRun(i32, i32),
    /// The largest number of disjoint groups of dice whose sums are each at least this.
    Groups(i32),
    /// The card of this rank, 1 for the highest, encoded by [`Shown::code`]; 0 if there are fewer
    /// cards.
    Card(u32),
}

/// The number of suits.
pub(super) const SUITS: usize = 4;

/// The amount that each die adds to the answer of [`RollQuery::Tally`], by its value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Tally {
    /// One for each of these sets of faces that contains the value.
    Faces(Vec<Faces>),
    /// A list of (value, gain); other values gain 0.
    Values(Vec<(i32, i32)>),
}

impl From<Vec<Faces>> for Tally {
    fn from(faces: Vec<Faces>) -> Tally {
        Tally::Faces(faces)
    }
}

impl Tally {
    /// Returns the gain of a die with this value.
    #[inline]
    pub fn gain(&self, value: i32) -> i32 {
        match self {
            Tally::Faces(parts) => parts.iter().map(|part| i32::from(part.has(value))).sum(),
            Tally::Values(values) => {
                values.iter().find(|(other, _)| *other == value).map_or(0, |&(_, gain)| gain)
            }
        }
    }

    /// Returns the smallest value from which on all values have the same gain, or `None` if there
    /// is none.
    pub(super) fn same_from(&self) -> Option<i32> {
        match self {
            Tally::Faces(parts) => {
                let ends = parts.iter().flat_map(|part| &part.0);
                let from =
                    |&(low, high): &(i32, i32)| if high == i32::MAX { low } else { high + 1 };
                ends.map(from).max().or(Some(0))
            }
            Tally::Values(values) => values.iter().map(|(value, _)| value + 1).max().or(Some(0)),
        }
    }
}

impl RollQuery {
    /// Returns whether each die contributes to the answer independently.
    pub(super) fn adds(&self) -> bool {
        matches!(self, RollQuery::Sum | RollQuery::Tally(_) | RollQuery::Size)
    }

    /// Returns the contribution of a die with this value to a sum.
    #[inline]
    pub(super) fn gain(&self, value: i32) -> i32 {
        match self {
            RollQuery::Sum => value,
            RollQuery::Tally(tally) => tally.gain(value),
            RollQuery::Size => 1,
            _ => 0,
        }
    }

    /// Returns the answer for these dice, sorted from the highest.
    pub(super) fn of(&self, dice: &[Shown]) -> i32 {
        match self {
            _ if self.adds() => dice.iter().map(|die| self.gain(die.value)).sum(),
            RollQuery::Natural => dice.first().map_or(0, |die| die.printed),
            RollQuery::Suited => {
                let of = |suit: i32| dice.iter().filter(|card| card.printed == suit).count() as i32;
                (1..=SUITS as i32).map(of).max().unwrap_or(0)
            }
            RollQuery::InSuit(suit) => {
                dice.iter().filter(|card| card.printed == *suit).count() as i32
            }
            RollQuery::SuitedRun(value, also) => {
                let of = |suit: i32| {
                    let own = dice.iter().filter(|card| card.printed == suit);
                    longest_run(own.map(|card| card.value), *value, *also)
                };
                (1..=SUITS as i32).map(of).max().unwrap_or(0)
            }
            RollQuery::Groups(least) => {
                let values: Vec<i32> = dice.iter().map(|die| die.value).collect();
                super::groups::most_groups(&values, *least)
            }
            RollQuery::Card(rank) => {
                let card = rank.checked_sub(1).and_then(|place| dice.get(place as usize));
                card.map_or(0, |card| card.code())
            }
            _ => {
                let groups = dice.chunk_by(|a, b| a.value == b.value);
                self.of_values(groups.map(|group| (group[0].value, group.len() as i32)))
            }
        }
    }

    /// Returns the answer for these (value, count) pairs, sorted from the highest; 0 for queries
    /// that distinguish dice of equal value.
    #[inline]
    pub(super) fn of_values(&self, mut shown: impl Iterator<Item = (i32, i32)>) -> i32 {
        match self {
            RollQuery::Sum | RollQuery::Tally(_) | RollQuery::Size => {
                shown.map(|(value, count)| self.gain(value) * count).sum()
            }
            RollQuery::Nth(rank) => {
                let mut left = i64::from(*rank);
                let there = shown.find(|(_, count)| {
                    left -= i64::from(*count);
                    left <= 0
                });
                there.filter(|_| *rank > 0).map_or(0, |(value, _)| value)
            }
            RollQuery::Lowest => shown.last().map_or(0, |(value, _)| value),
            RollQuery::Matches => shown.map(|(_, count)| count).max().unwrap_or(0),
            RollQuery::MatchFace => {
                let widest = shown.max_by_key(|&(value, count)| (count, value));
                widest.map_or(0, |(value, _)| value)
            }
            RollQuery::Sets(size) => {
                shown.filter(|(_, count)| *count as u32 >= *size).count() as i32
            }
            RollQuery::Run => {
                let (mut longest, mut run, mut last) = (0, 0, None);
                for (value, _) in shown {
                    run = if last == Some(value + 1) { run + 1 } else { 1 };
                    longest = longest.max(run);
                    last = Some(value);
                }
                longest
            }
            RollQuery::RunAlso(value, also) => {
                longest_run(shown.map(|(value, _)| value), *value, *also)
            }
            RollQuery::Groups(least) => {
                let each = shown.flat_map(|(value, count)| (0..count).map(move |_| value));
                super::groups::most_groups(&each.collect::<Vec<_>>(), *least)
            }
            RollQuery::Natural
            | RollQuery::Suited
            | RollQuery::InSuit(_)
            | RollQuery::SuitedRun(..)
            | RollQuery::Card(_) => 0,
        }
    }

    /// Returns whether the query reads the suits of cards.
    pub fn reads_suits(&self) -> bool {
        matches!(self, RollQuery::Suited | RollQuery::InSuit(_) | RollQuery::SuitedRun(..))
    }
}

/// Returns the length of the longest straight, where `value` also counts as `also`.
fn longest_run(shown: impl Iterator<Item = i32>, value: i32, also: i32) -> i32 {
    let mut values: Vec<i32> = shown.collect();
    if values.contains(&value) {
        values.push(also);
    }
    values.sort_unstable();
    values.dedup();
    let runs = values.chunk_by(|low, high| low + 1 == *high);
    runs.map(|run| run.len() as i32).max().unwrap_or(0)
}
