//! A rule of a game, written once: what it does with luck, and what of it is counted.

use std::borrow::Cow;
use std::hash::Hash;
use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::chance::Chance;

/// A game mechanic with its numbers filled in: a small machine that always ends.
///
/// # Examples
/// A check of one's own, whole: 2d6 + bonus against a difficulty.
/// ```
/// use oddsmith::chance::{Chance, Die};
/// use oddsmith::odds::{Check, Success};
/// use oddsmith::rule::{Column, Columns, Record, Rule, Scale, Step};
///
/// struct TwoDice { d6: Die, bonus: i32, difficulty: i32 }
///
/// impl Rule for TwoDice {
///     type State = ();
///     fn columns(&self) -> Columns {
///         let edge = self.bonus - self.difficulty;
///         Columns::one(Column::new("margin", Scale::numbers(2 + edge, 12 + edge)).success(Success::AtLeast(0)))
///     }
///     fn start(&self) {}
///     fn step<C: Chance>(&self, _: (), chance: &mut C, _: &mut impl Record) -> Step<()> {
///         Step::Done(chance.face(&self.d6) + chance.face(&self.d6) + self.bonus - self.difficulty)
///     }
/// }
///
/// let rule = TwoDice { d6: Die::sided(6), bonus: 1, difficulty: 8 };
/// let law = &rule.law(1_000)?.columns[0];
/// assert_eq!(law.success(Success::AtLeast(0)).fraction().as_deref(), Some("7/12"));
/// # Ok::<(), oddsmith::Error>(())
/// ```
pub trait Rule: Send + Sync {
    /// What is carried from step to step: bruises, points left. States that are equal have the same future, and merge.
    type State: Clone + Eq + Hash;

    /// Trials in a block of a run: a constant of the rule, never of the machine, as it is part of what a seed promises.
    const BLOCK: u64 = 65_536;

    /// What is counted, each column on its scale. The first column takes the score of [`Step::Done`]; every column on
    /// [`Scale::steps`] takes the number of steps, wherever it stands.
    fn columns(&self) -> Columns;

    /// The state before the first step.
    fn start(&self) -> Self::State;

    /// One step: asks `chance`, records what else is counted (each column at most once a trial, an indexed one at most once a
    /// step) and says how it goes on.
    fn step<C: Chance>(
        &self,
        state: Self::State,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Step<Self::State>;

    /// How a course of events ends that reaches the limit of its [`Scale::steps`], in this state: what else is to be recorded, and
    /// the score of the first column where that is another one.
    fn cut_off(&self, state: Self::State, record: &mut impl Record) -> Step<Self::State> {
        let _ = (state, record);
        Step::Over
    }

    /// What whoever asked should know of how the question was taken: a bid that was lowered to what is allowed, say.
    fn remark(&self) -> Option<String> {
        None
    }
}

/// How it goes on after a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<S> {
    /// With another step, in this state.
    Next(S),
    /// In this state, still within the same step: equal states merge here, and the clock does not tick. A round of a fight is
    /// one step for whoever counts rounds, and yet a fork for each turn.
    Within(S),
    /// It is over, and this is the score of the first column.
    Done(i32),
    /// It is over, and the number of steps is all there is to score.
    Over,
}

/// Where a rule writes what is counted beside its score, and what it has to tell.
pub trait Record {
    /// The score of column number `column` (as [`Rule::columns`] lists them). What is not recorded counts as `none`.
    fn score(&mut self, column: usize, score: i32);

    /// One more in the column that counts up ([`Column::counts_up`]), as often as it happens.
    fn count(&mut self);

    /// The engine says that a trial is over: what was counted up is its score. Rules have no use for it.
    #[inline(always)]
    fn end(&mut self) {}

    /// The engine says which step comes now, from 1 on: indexed columns are filed by it. Rules have no use for it.
    #[inline(always)]
    fn step(&mut self, number: u32) {
        let _ = number;
    }

    /// A line for people, in the rule's own words; made only where someone listens.
    #[inline(always)]
    fn tell(&mut self, line: impl FnOnce() -> String)
    where
        Self: Sized,
    {
        let _ = line;
    }
}

/// A name of the code's, or one that a user gave.
pub type Name = Cow<'static, str>;

/// The whole numbers that a column may score, and their names where they have names. Cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scale {
    low: i32,
    high: i32,
    /// None for plain numbers, so that those need no memory of their own.
    names: Option<Arc<[Name]>>,
    capped: bool,
}

impl Scale {
    /// The numbers from `low` to `high`, both included.
    ///
    /// # Panics
    /// If `high < low`.
    pub fn numbers(low: i32, high: i32) -> Scale {
        assert!(low <= high, "a scale rises");
        Scale { low, high, names: None, capped: false }
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
        Scale { low: 0, high: names.len() as i32 - 1, names: Some(names), capped: false }
    }

    /// The number of steps a course of events takes, from 1 to `limit`, which means "or more": there it is cut off.
    ///
    /// # Panics
    /// If `limit` is 0.
    pub fn steps(limit: u16) -> Scale {
        Scale { capped: true, ..Scale::numbers(1, i32::from(limit)) }
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
        (self.high - self.low) as usize + 1
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
        (self.low..=self.high).contains(&score).then(|| (score - self.low) as usize)
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

/// One thing that is counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name, as `--column` asks for it.
    pub name: &'static str,
    /// What it may score.
    pub scale: Scale,
    /// Which scores are a success, where the rule says so.
    pub success: Option<Success>,
    /// Whether a trial may have no score in it, like the effect of an action that failed.
    pub may_be_none: bool,
    /// Of an indexed column: which of its histograms this is, from 1 on. A rule declares the first and says how many there are.
    pub at: Option<u32>,
    /// How many histograms it has, one for each step; 1 for a column that is not indexed.
    indices: u32,
    counts_up: bool,
}

impl Column {
    /// A column without a success of its own.
    pub fn new(name: &'static str, scale: Scale) -> Column {
        Column {
            name,
            scale,
            success: None,
            may_be_none: false,
            at: None,
            indices: 1,
            counts_up: false,
        }
    }

    /// The same column, with a histogram of its own for each of the first `steps` steps: what is recorded in step k is filed at k.
    /// The engine knows the step, so no state carries it. A course that ends before step k has no score there.
    ///
    /// # Panics
    /// If `steps` is 0.
    pub fn each(self, steps: u32) -> Column {
        assert!(steps > 0, "an indexed column has at least one step");
        Column { at: Some(1), indices: steps, ..self }
    }

    /// The same column, whose score is how often [`Record::count`] was called in the trial: hits that landed, say. The engine
    /// keeps count, so that no state carries it and equal states still merge. One column may, of a rule whose steps are counted.
    pub fn counts_up(self) -> Column {
        Column { counts_up: true, ..self }
    }

    /// How many histograms it has: 1, or one for each step.
    pub fn indices(&self) -> u32 {
        self.indices
    }

    /// The same column, which a trial may have no score in.
    pub fn or_none(self) -> Column {
        Column { may_be_none: true, ..self }
    }

    /// The same column, with a success.
    pub fn success(self, success: Success) -> Column {
        Column { success: Some(success), ..self }
    }
}

/// All that one rule counts, at most [`Columns::MOST`] columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns(Vec<Column>);

impl Columns {
    /// The largest number of columns.
    pub const MOST: usize = 8;

    /// These columns; the first takes the final score.
    ///
    /// # Panics
    /// If there is none, or more than [`Columns::MOST`]; if several count up, or one does where steps are not counted.
    pub fn new(columns: impl IntoIterator<Item = Column>) -> Columns {
        let columns = Columns(columns.into_iter().collect());
        assert!(
            (1..=Columns::MOST).contains(&columns.len()),
            "a rule counts one to {} columns",
            Columns::MOST
        );
        let count_up = columns.iter().filter(|column| column.counts_up).count();
        assert!(
            count_up == 0 || (count_up == 1 && columns.clock().is_some()),
            "one column counts up, where steps are counted"
        );
        columns
    }

    /// The column that counts up.
    pub fn counter(&self) -> Option<usize> {
        self.0.iter().position(|column| column.counts_up)
    }

    /// What counts steps: the columns on [`Scale::steps`], which share a limit; `None` where there is none.
    pub fn clock(&self) -> Option<Clock> {
        let bit = |(place, column): (usize, &Column)| {
            if column.scale.capped_at().is_some() { 1 << place } else { 0 }
        };
        let columns = self.0.iter().enumerate().map(bit).fold(0, |bits, bit| bits | bit);
        self.0
            .iter()
            .find_map(|column| column.scale.capped_at())
            .map(|limit| Clock { columns, limit })
    }

    /// Every histogram: each column once, an indexed one at each of its steps.
    pub fn histograms(&self) -> Vec<Column> {
        let each = |column: &Column| {
            let column = column.clone();
            (0..column.indices).map(move |step| Column {
                at: column.at.map(|first| first + step),
                ..column.clone()
            })
        };
        self.0.iter().flat_map(each).collect()
    }

    /// Whether a column is indexed by steps.
    pub fn indexed(&self) -> bool {
        self.0.iter().any(|column| column.at.is_some())
    }

    /// One column, which takes the final score.
    pub fn one(column: Column) -> Columns {
        Columns::new([column])
    }
}

/// The columns that take the number of steps, and the number at which a course of events is cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// One bit a column.
    columns: u8,
    /// The last step.
    pub limit: i32,
}

impl Clock {
    /// Scores the number of steps in its columns.
    #[inline(always)]
    pub fn stop(self, steps: i32, record: &mut impl Record) {
        let mut left = self.columns;
        while left != 0 {
            record.score(left.trailing_zeros() as usize, steps);
            left &= left - 1;
        }
    }
}

impl std::ops::Deref for Columns {
    type Target = [Column];

    fn deref(&self) -> &[Column] {
        &self.0
    }
}
