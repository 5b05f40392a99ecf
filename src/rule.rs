//! A rule of a game, written once: how it uses luck, and what it scores.

use std::borrow::Cow;
use std::hash::Hash;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use crate::chance::Chance;
use crate::error::{Error, Result};

mod kernel;
mod policy;
mod record;

pub use kernel::{InstructionSet, Kernel, Scored};
pub use policy::Policy;
pub use record::{Deaf, Handle, Record};

/// A game mechanic with its numbers filled in: a state machine that always ends.
///
/// # Examples
/// A complete check of one's own: 2d6 + bonus against a difficulty.
/// ```
/// use oddsmith::chance::{Chance, Die};
/// use oddsmith::odds::{Check, Success};
/// use oddsmith::rule::{Column, Columns, Handle, Record, Rule, Scale, Step};
///
/// struct TwoDice { d6: Die, bonus: i32, difficulty: i32 }
///
/// const MARGIN: Handle = Handle::first("margin");
///
/// impl Rule for TwoDice {
///     type State = ();
///     fn columns(&self) -> Columns {
///         let edge = self.bonus - self.difficulty;
///         let margins = Scale::numbers(2 + edge, 12 + edge);
///         Columns::one(Column::new(MARGIN, margins).success(Success::AtLeast(0)))
///     }
///     fn start(&self) {}
///     fn step<C: Chance>(&self, (): (), chance: &mut C, record: &mut impl Record) -> Step<()> {
///         let roll = chance.face(&self.d6) + chance.face(&self.d6);
///         record.score(MARGIN, roll + self.bonus - self.difficulty);
///         Step::Done
///     }
/// }
///
/// let rule = TwoDice { d6: Die::sided(6), bonus: 1, difficulty: 8 };
/// let laws = rule.law(1_000)?;
/// let success = laws.column("margin")?.success(Success::AtLeast(0));
/// assert_eq!(success.fraction().as_deref(), Some("7/12"));
/// # Ok::<(), oddsmith::Error>(())
/// ```
pub trait Rule: Send + Sync {
    /// What lasts from step to step: bruises, points left. Equal states have the same future, so
    /// the exact enumeration merges them.
    type State: Clone + Eq + Hash;

    /// The number of trials in a block of a run. It belongs to the rule and not to the machine,
    /// because the numbers that a seed gives depend on it.
    const BLOCK: u64 = 65_536;

    /// The columns, each with its scale. Every column on [`Scale::steps`] is scored by the engine:
    /// it takes the number of steps.
    fn columns(&self) -> Columns;

    /// The state before the first step.
    fn start(&self) -> Self::State;

    /// One step: draws from `chance`, records scores (each column at most once a trial, an indexed
    /// one at most once a step) and returns how the trial goes on.
    fn step<C: Chance>(
        &self,
        state: Self::State,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Step<Self::State>;

    /// The same rule, which records one of its columns alone, so that its states carry only what
    /// that column needs. The exact laws are then made column by column. `None`, the default, where
    /// all columns need the same.
    fn alone(&self, place: usize) -> Option<Self>
    where
        Self: Sized,
    {
        let _ = place;
        None
    }

    /// Records the final scores of a trial that reaches the limit of its [`Scale::steps`] in this
    /// state. The engine calls it in place of another step.
    fn cut_off(&self, state: Self::State, record: &mut impl Record) {
        let _ = (state, record);
    }

    /// How many branches its first step has at the least, where that may be very many: the engine
    /// then gives up the exact law at once, and not when its budget is spent.
    fn branches(&self) -> u64 {
        1
    }

    /// A block sampler of this rule, where its speed is felt: see [`Kernel`].
    fn kernel(&self) -> Option<Box<dyn Kernel>> {
        None
    }

    /// A note on how the settings were interpreted, such as a bid that was lowered to what is
    /// allowed.
    fn remark(&self) -> Option<String> {
        None
    }
}

/// How a trial goes on after a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<S> {
    /// With another step, in this state.
    Next(S),
    /// In this state, still within the same step: equal states merge here, but the step counter
    /// stays as it is. A round of a fight can be one step and yet branch at each turn.
    Within(S),
    /// The trial is over. What it scored is what was recorded.
    Done,
}

/// A name of the code's, or one that a user gave.
pub type Name = Cow<'static, str>;

/// The whole numbers that a column may score, and their names where they have names. Cheap to
/// clone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scale {
    low: i32,
    high: i32,
    /// None for plain numbers, so that those need no memory of their own.
    names: Option<Arc<[Name]>>,
    capped: bool,
    /// Whether the highest score is that of a trial that was cut off, and of no other.
    beyond: bool,
    ordered: bool,
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
        Scale { ordered: false, ..Scale::rungs(names) }
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

    /// Where these scores stand, as far as they are on the scale.
    pub fn places(&self, scores: &RangeInclusive<i32>) -> Range<usize> {
        let low = i64::from(self.low);
        let first = i64::from(*scores.start()).max(low);
        let end = i64::from(*scores.end()).min(self.high.into()) + 1;
        if first < end { (first - low) as usize..(end - low) as usize } else { 0..0 }
    }

    /// The score at a place, counted from the lowest.
    pub fn score(&self, place: usize) -> i32 {
        self.low + place as i32
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

/// One thing that a rule scores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name, as `--column` asks for it.
    pub name: Name,
    /// What it may score.
    pub scale: Scale,
    /// Which scores are a success, where the rule says so.
    pub success: Option<Success>,
    /// Whether a trial may have no score in it, as the effect of an action that failed.
    pub may_be_none: bool,
    /// The step that it is of. Of an indexed column: which of its histograms this is, from 1 on; a
    /// rule declares the first and says how many there are.
    pub at: Option<u32>,
    /// How many histograms it has, one for each step; 1 for a column that is not indexed.
    indices: u32,
    /// What is counted from 1 on in an indexed column, like "round".
    index: &'static str,
    counts_up: bool,
    /// Whether it has a histogram for each step.
    indexed: bool,
    place: usize,
}

impl Column {
    /// A column without a success of its own.
    pub fn new(handle: Handle, scale: Scale) -> Column {
        Column {
            name: Name::Borrowed(handle.name()),
            place: handle.place(),
            scale,
            success: None,
            may_be_none: false,
            at: None,
            indices: 1,
            index: "",
            counts_up: false,
            indexed: false,
        }
    }

    /// The same column, with a histogram of its own for each of the first `steps` steps, which are
    /// called `index`, like "round": a score that is recorded in step k is filed at k. The engine knows the step, so the state need not
    /// carry it. A trial that ends before step k has no score there.
    ///
    /// # Panics
    /// If `steps` is 0.
    pub fn each(self, index: &'static str, steps: u32) -> Column {
        assert!(steps > 0, "an indexed column has at least one step");
        Column { at: Some(1), indices: steps, index, indexed: true, ..self }
    }

    /// The same column under a name that a user gave, and of this step where it is of one: several
    /// columns may have one name and differ by their step.
    pub fn called(self, name: impl Into<Name>, at: Option<u32>) -> Column {
        Column { name: name.into(), at, ..self }
    }

    /// Whether it has a histogram for each step.
    pub fn is_indexed(&self) -> bool {
        self.indexed
    }

    /// The same column, whose score is the number of calls of [`Record::count`] in the trial, such
    /// as hits that landed. The engine keeps the count, so the state need not carry it and equal
    /// states still merge. One column of a rule may count up, and only where steps are counted.
    pub fn counts_up(self) -> Column {
        Column { counts_up: true, ..self }
    }

    /// How many histograms it has: 1, or one for each step.
    pub fn indices(&self) -> u32 {
        self.indices
    }

    /// What its histograms are of, like "round"; empty for a column that is not indexed.
    pub fn index(&self) -> &'static str {
        self.index
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

/// All columns of a rule, at most [`Columns::MOST`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns(Vec<Column>);

impl Columns {
    /// The largest number of columns.
    pub const MOST: usize = 8;

    /// These columns, in the order of their handles.
    ///
    /// # Panics
    /// If there is none, or more than [`Columns::MOST`]; if a column stands elsewhere than its
    /// handle says; if several count up, or one does where steps are not counted.
    pub fn new(columns: impl IntoIterator<Item = Column>) -> Columns {
        let columns = Columns(columns.into_iter().collect());
        assert!(
            (1..=Columns::MOST).contains(&columns.len()),
            "a rule counts one to {} columns",
            Columns::MOST
        );
        assert!(
            columns.iter().enumerate().all(|(place, column)| column.place == place),
            "columns stand in the order of their handles"
        );
        let count_up = columns.iter().filter(|column| column.counts_up).count();
        assert!(
            count_up == 0 || (count_up == 1 && columns.limit().is_some()),
            "one column counts up, where steps are counted"
        );
        columns
    }

    /// The place of the column that counts up.
    pub fn counter(&self) -> Option<usize> {
        self.0.iter().position(|column| column.counts_up)
    }

    /// The number of steps at which a trial is cut off: the limit of [`Scale::steps`] or of
    /// [`Scale::steps_within`], which all columns on it share; `None` where no column counts steps.
    pub fn limit(&self) -> Option<i32> {
        self.0.iter().find_map(|column| column.scale.last_step())
    }

    /// What a trial that is cut off scores more than one that ends at its last step: 0 or 1.
    pub fn beyond(&self) -> i32 {
        i32::from(self.0.iter().any(|column| column.scale.is_beyond()))
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

    /// The place of a column's histogram among [`Columns::histograms`], by its name; of an indexed
    /// column the one of this step, from 1 on.
    ///
    /// # Errors
    /// If there is no such column, or it has no histogram of this step.
    pub fn histogram(&self, name: &str, step: u32) -> Result<usize> {
        let mut first = 0;
        for column in self.iter() {
            if column.name == name && !column.indexed {
                let here = self.0.iter().filter(|other| other.name == name);
                if column.at.unwrap_or(1) == step || here.count() == 1 {
                    return Ok(first);
                }
            } else if column.name == name {
                let index = (1..=column.indices).contains(&step).then(|| first + step as usize - 1);
                return index.ok_or_else(|| {
                    Error::question(format!("column `{name}` has no step {step}"))
                        .with_hint(format!("its steps are 1 to {}", column.indices))
                });
            }
            first += column.indices as usize;
        }
        Err(Error::unknown("column", name, "", self.iter().map(|column| &*column.name)))
    }

    /// Whether a column is indexed by steps.
    pub fn indexed(&self) -> bool {
        self.0.iter().any(|column| column.indexed)
    }

    /// One column.
    pub fn one(column: Column) -> Columns {
        Columns::new([column])
    }
}

impl std::ops::Deref for Columns {
    type Target = [Column];

    fn deref(&self) -> &[Column] {
        &self.0
    }
}
