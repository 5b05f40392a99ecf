//! The recording of scores: column handles and the [`Record`] trait.

/// The name and index of a column, declared once by a rule and used to record scores.
///
/// # Examples
/// ```
/// use oddsmith_engine::rule::Handle;
///
/// const MARGIN: Handle = Handle::first("margin");
/// const RESULT: Handle = MARGIN.then("result");
/// assert_eq!((RESULT.name(), RESULT.place()), ("result", 1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handle {
    name: &'static str,
    place: usize,
}

impl Handle {
    /// Creates the handle of the first column.
    pub const fn first(name: &'static str) -> Handle {
        Handle { name, place: 0 }
    }

    /// Creates the handle of the column after this one.
    pub const fn then(self, name: &'static str) -> Handle {
        Handle { name, place: self.place + 1 }
    }

    /// Creates the handle of the column at this index, whose name is set when the rule is created.
    pub const fn at(place: usize) -> Handle {
        Handle { name: "", place }
    }

    /// Returns the name, as given to `--column`.
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Returns the index in [`Columns`](super::Columns), counted from 0.
    #[inline(always)]
    pub const fn place(self) -> usize {
        self.place
    }
}

/// The receiver of the scores and transcript lines of a trial.
pub trait Record {
    /// Records `score` in a column. A column without a score in a trial counts as `none`.
    fn score(&mut self, column: Handle, score: i32);

    /// Adds one to the column that counts up ([`Column::counts_up`](super::Column::counts_up)).
    #[inline(always)]
    fn count(&mut self, column: Handle) {
        let _ = column;
    }

    /// Adds a line to the transcript. The closure is called only if a transcript is kept.
    #[inline(always)]
    fn tell(&mut self, line: impl FnOnce() -> String)
    where
        Self: Sized,
    {
        let _ = line;
    }
}

/// A record that discards everything, for stepping a rule only for its states.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoRecord;

impl Record for NoRecord {
    fn score(&mut self, _: Handle, _: i32) {}
}
