//! What a rule scores: its columns.

use super::record::Handle;
use super::scale::{Name, Scale, Success};
use oddsmith_base::{Error, Result};

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
    /// Of an indexed column: what is counted from 1 on, like "round", and how many histograms it
    /// has, one for each step.
    each: Option<(&'static str, u32)>,
    counts_up: bool,
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
            each: None,
            counts_up: false,
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
        Column { at: Some(1), each: Some((index, steps)), ..self }
    }

    /// The same column under a name that a user gave, and of this step where it is of one: several
    /// columns may have one name and differ by their step.
    pub fn called(self, name: impl Into<Name>, at: Option<u32>) -> Column {
        Column { name: name.into(), at, ..self }
    }

    /// The error of a rule that gives this column a score off its scale. No result leaves such a
    /// score out, or moves it to an end of the scale.
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

    /// Whether it has a histogram for each step.
    pub fn is_indexed(&self) -> bool {
        self.each.is_some()
    }

    /// The same column, whose score is the number of calls of [`Record::count`](super::Record::count) in the trial, such
    /// as hits that landed. The engine keeps the count, so the state need not carry it and equal
    /// states still merge. One column of a rule may count up, and only where steps are counted.
    pub fn counts_up(self) -> Column {
        Column { counts_up: true, ..self }
    }

    /// How many histograms it has: 1, or one for each step.
    pub fn indices(&self) -> u32 {
        self.each.map_or(1, |(_, steps)| steps)
    }

    /// What its histograms are of, like "round"; empty for a column that is not indexed.
    pub fn index(&self) -> &'static str {
        self.each.map_or("", |(index, _)| index)
    }

    /// The same column, which a trial may have no score in.
    pub fn or_none(self) -> Column {
        Column { may_be_none: true, ..self }
    }

    /// The same column on another scale.
    pub(crate) fn on(self, scale: Scale) -> Column {
        Column { scale, ..self }
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
    pub const MOST: usize = 40;

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

    /// The place of a column's histogram among [`Columns::histograms`], by its name; of an indexed
    /// column the one of this step, from 1 on.
    ///
    /// # Errors
    /// If there is no such column, or it has no histogram of this step.
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

    /// Whether a column is indexed by steps.
    pub fn indexed(&self) -> bool {
        self.0.iter().any(Column::is_indexed)
    }

    /// The column at a place, without the others.
    pub(crate) fn alone(&self, place: usize) -> Columns {
        // Nothing is counted by it: who counts knows the others.
        Columns(vec![Column { place: 0, counts_up: false, ..self.0[place].clone() }])
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
