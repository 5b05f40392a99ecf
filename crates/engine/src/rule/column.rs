//! The columns of a rule: the quantities that it scores.

use super::record::Handle;
use super::scale::{Name, Scale, Success};
use oddsmith_base::{Error, Result};

/// A quantity that a rule scores in each trial, such as the margin of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The name, as given to `--column`.
    pub name: Name,
    /// The possible scores.
    pub scale: Scale,
    /// The scores that are a success, if the rule defines one.
    pub success: Option<Success>,
    /// True if a trial may have no score here, such as the effect of a failed action.
    pub may_be_none: bool,
    /// The step of the column; of an indexed column, the step of this histogram, from 1. A rule
    /// declares the first and the number of them.
    pub at: Option<u32>,
    /// Of an indexed column, the name of a step, like "round", and the number of histograms, one
    /// per step.
    each: Option<(&'static str, u32)>,
    counts_up: bool,
    place: usize,
}

impl Column {
    /// Creates a column without a success.
    pub fn new(handle: Handle, scale: Scale) -> Column {
        Column {
            name: Name::Borrowed(handle.name()),
            place: handle.place(),
            scale,
            success: None,
            may_be_none: false,
            at: None,
            each: None,
            counts_up: false,
        }
    }

    /// Gives the column a separate histogram for each of the first `steps` steps, which are called
    /// `index`, like "round".
    ///
    /// A score recorded in step k counts in histogram k. The engine tracks the step, so the state
    /// need not carry it. A trial that ends before step k has no score there.
    ///
    /// # Panics
    /// If `steps` is 0.
    pub fn each(self, index: &'static str, steps: u32) -> Column {
        assert!(steps > 0, "an indexed column has at least one step");
        Column { at: Some(1), each: Some((index, steps)), ..self }
    }

    /// Renames the column to a name given by a user, at this step if it belongs to one: several
    /// columns may share a name and differ by their step.
    pub fn called(self, name: impl Into<Name>, at: Option<u32>) -> Column {
        Column { name: name.into(), at, ..self }
    }

    /// Returns the error for a score off the scale of this column; such a score is never dropped or
    /// clamped.
    pub(crate) fn off_scale(&self) -> Error {
        let (low, high) = (self.scale.low(), self.scale.high());
        let error = match self.scale.names() {
            [] => format!("`{}` takes values outside of its scale, {low} to {high}", self.name),
            _ => format!("`{}` takes results that its scale does not have", self.name),
        };
        Error::question(error).with_hint(
            "a scale that is too long to walk is found by trial runs; limit what the rule counts, \
                as in `state score = 0 in 0..500` or `min(500, score)`",
        )
    }

    /// Returns whether the column has a histogram for each step.
    pub fn is_indexed(&self) -> bool {
        self.each.is_some()
    }

    /// Makes the score the number of calls of [`Record::count`](super::Record::count) in the trial,
    /// such as hits that landed.
    ///
    /// The engine keeps the count, so the state need not carry it and equal states still merge. At
    /// most one column of a rule may count up, and only if steps are counted.
    pub fn counts_up(self) -> Column {
        Column { counts_up: true, ..self }
    }

    /// Returns the number of histograms: 1, or one per step.
    pub fn indices(&self) -> u32 {
        self.each.map_or(1, |(_, steps)| steps)
    }

    /// Returns the name of a step, like "round"; empty if the column is not indexed.
    pub fn index(&self) -> &'static str {
        self.each.map_or("", |(index, _)| index)
    }

    /// Allows trials without a score in this column.
    pub fn or_none(self) -> Column {
        Column { may_be_none: true, ..self }
    }

    /// Replaces the scale.
    pub(crate) fn on(self, scale: Scale) -> Column {
        Column { scale, ..self }
    }

    /// Sets the success.
    pub fn success(self, success: Success) -> Column {
        Column { success: Some(success), ..self }
    }
}

/// All columns of a rule, at most [`Columns::MOST`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns(Vec<Column>);

impl Columns {
    /// The maximum number of columns.
    pub const MOST: usize = 40;

    /// Creates the list of columns, in the order of their handles.
    ///
    /// # Panics
    /// If there is none, or more than [`Columns::MOST`]; if the index of a column differs from that
    /// of its handle; if several count up, or one does while steps are not counted.
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

    /// Returns the index of the column that only increases during a trial, such as the number of
    /// rounds.
    pub fn counter(&self) -> Option<usize> {
        self.0.iter().position(|column| column.counts_up)
    }

    /// Returns the number of steps at which a trial is cut off: the limit of [`Scale::steps`] or of
    /// [`Scale::steps_within`], shared by all such columns; `None` if no column counts steps.
    pub fn limit(&self) -> Option<i32> {
        self.0.iter().find_map(|column| column.scale.last_step())
    }

    /// Returns by how much a trial that is cut off scores more than one that ends at its last step:
    /// 0 or 1.
    pub fn beyond(&self) -> i32 {
        i32::from(self.0.iter().any(|column| column.scale.is_beyond()))
    }

    /// Returns a column for each histogram: each column once, an indexed one at each of its steps.
    pub fn histograms(&self) -> Vec<Column> {
        let columns = self.0.iter();
        let each = columns.flat_map(|column| {
            (0..column.indices()).map(move |step| Column {
                at: column.at.map(|first| first + step),
                ..column.clone()
            })
        });
        each.collect()
    }

    /// Returns `true` if the histograms have these scales, in this order.
    pub(crate) fn have_scales<'s>(&self, scales: impl Iterator<Item = &'s Scale>) -> bool {
        self.histograms().iter().map(|column| &column.scale).eq(scales)
    }

    /// Returns the index of a column's histogram in [`Columns::histograms`], by name and, for an
    /// indexed column, by step from 1.
    ///
    /// # Errors
    /// If there is no such column, or it has no histogram for this step.
    pub fn histogram(&self, name: &str, step: u32) -> Result<usize> {
        let mut first = 0;
        for column in self.iter() {
            if column.name == name && !column.is_indexed() {
                let here = self.0.iter().filter(|other| other.name == name);
                if column.at.unwrap_or(1) == step || here.count() == 1 {
                    return Ok(first);
                }
            } else if column.name == name {
                let index =
                    (1..=column.indices()).contains(&step).then(|| first + step as usize - 1);
                return index.ok_or_else(|| {
                    Error::question(format!("column `{name}` has no step {step}"))
                        .with_hint(format!("its steps are 1 to {}", column.indices()))
                });
            }
            first += column.indices() as usize;
        }
        Err(Error::unknown("column", name, "", self.iter().map(|column| &*column.name)))
    }

    /// Returns whether a column is indexed by steps.
    pub fn indexed(&self) -> bool {
        self.0.iter().any(Column::is_indexed)
    }

    /// Returns the column at an index, without the others.
    pub(crate) fn alone(&self, place: usize) -> Columns {
        // It does not count up, since the caller, which has all columns, keeps the count.
        Columns(vec![Column { place: 0, counts_up: false, ..self.0[place].clone() }])
    }

    /// Creates a list of one column.
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
