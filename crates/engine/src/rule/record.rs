//! How a rule records its scores: handles of columns, and the record.

/// The name and place of a column: a rule declares it once, and records by it.
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
    /// The first column.
    pub const fn first(name: &'static str) -> Handle {
        Handle { name, place: 0 }
    }

    /// The column after this one.
    pub const fn then(self, name: &'static str) -> Handle {
        Handle { name, place: self.place + 1 }
    }

    /// The column at this place, whose name is only known when its rule is made.
    pub const fn at(place: usize) -> Handle {
        Handle { name: "", place }
    }

    /// The name, as `--column` asks for it.
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// The place in [`Columns`](super::Columns), from 0 on.
    #[inline(always)]
    pub const fn place(self) -> usize {
        self.place
    }
}

/// Where a rule records its scores, and what it says to people.
pub trait Record {
    /// Scores `score` in a column. A column that is never scored in a trial counts as `none`.
    fn score(&mut self, column: Handle, score: i32);

    /// Adds one in the column that counts up ([`Column::counts_up`](super::Column::counts_up)), as
    /// often as it is called.
    #[inline(always)]
    fn count(&mut self, column: Handle) {
        let _ = column;
    }

    /// Says a line to people. The line is only made where someone listens.
    #[inline(always)]
    fn tell(&mut self, line: impl FnOnce() -> String)
    where
        Self: Sized,
    {
        let _ = line;
    }
}

/// Who listens to nothing: a rule is stepped for its states alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoRecord;

impl Record for NoRecord {
    fn score(&mut self, _: Handle, _: i32) {}
}
