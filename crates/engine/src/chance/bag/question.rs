//! What can be asked of a roll.

use super::Faces;
use super::tray::Shown;

/// A question about a roll; its answer is a number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Question {
    /// What is asked.
    pub asked: RollQuery,
    /// Whether it is asked of the bag before dice are kept.
    pub rolled: bool,
    /// Where more is the same: all answers above it are taken as it.
    pub most: Option<i32>,
}

impl Question {
    /// This question of the kept dice.
    pub fn of(asked: RollQuery) -> Question {
        Question { asked, rolled: false, most: None }
    }
}

/// What is asked of some dice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RollQuery {
    /// The sum of their values.
    Sum,
    /// The sum of what each counts.
    Tally(Tally),
    /// How many they are.
    Size,
    /// The value of this rank, 1 for the highest; 0 beyond the size.
    Nth(u32),
    /// The lowest value; 0 of nothing.
    Lowest,
    /// The most that are equal.
    Matches,
    /// The highest value of those that the most dice show; 0 of nothing.
    MatchFace,
    /// How many values are shown so often or more.
    Sets(u32),
    /// The longest straight.
    Run,
    /// What the one kept die showed first, after rerolls; of a die that added others to the bag,
    /// what it showed itself.
    Natural,
    /// The longest straight, where the first of two values counts as the second too.
    RunAlso(i32, i32),
    /// The most cards of one suit; those without a suit count for none.
    Suited,
    /// How many cards are of this suit, from 1.
    InSuit(i32),
    /// The longest straight in one suit, where the first of two values counts as the second too;
    /// two equal ones where none does.
    SuitedRun(i32, i32),
    /// The most groups of dice whose sums are each so much or more.
    Groups(i32),
    /// The card of this rank, 1 for the highest, as one number ([`Shown::code`]); 0 beyond the
    /// size.
    Card(u32),
}

/// How many suits there are.
pub(super) const SUITS: usize = 4;

/// What a die counts, by its value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Tally {
    /// One for each of these sets of faces that it is in.
    Faces(Vec<Faces>),
    /// So much where it has this value, else nothing.
    Values(Vec<(i32, i32)>),
}

impl From<Vec<Faces>> for Tally {
    fn from(faces: Vec<Faces>) -> Tally {
        Tally::Faces(faces)
    }
}

impl Tally {
    /// What a die of this value counts.
    #[inline]
    pub fn gain(&self, value: i32) -> i32 {
        match self {
            Tally::Faces(parts) => parts.iter().map(|part| i32::from(part.has(value))).sum(),
            Tally::Values(values) => {
                values.iter().find(|(other, _)| *other == value).map_or(0, |&(_, gain)| gain)
            }
        }
    }

    /// The least value from which on every value counts the same; `None` where there is none.
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
    /// Whether each die adds to the answer for itself.
    pub(super) fn adds(&self) -> bool {
        matches!(self, RollQuery::Sum | RollQuery::Tally(_) | RollQuery::Size)
    }

    /// What a die of this value adds to it.
    #[inline]
    pub(super) fn gain(&self, value: i32) -> i32 {
        match self {
            RollQuery::Sum => value,
            RollQuery::Tally(tally) => tally.gain(value),
            RollQuery::Size => 1,
            _ => 0,
        }
    }

    /// The answer by these dice, the highest first.
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

    /// The answer by these values, the highest first, each with how many dice show it; 0 to what
    /// tells dice of one value apart.
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

    /// Whether it reads suits of cards.
    pub fn reads_suits(&self) -> bool {
        matches!(self, RollQuery::Suited | RollQuery::InSuit(_) | RollQuery::SuitedRun(..))
    }
}

/// The longest straight of some values, of which `value` counts as `also` too.
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
