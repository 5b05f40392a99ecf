//! Checks without luck, independent of any game: their result is constant.

use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::{Column, Columns, Extras, Handle, Record, Rule, Scale, Step};

/// A check that draws no luck: its scores and transcript are constant.
pub struct Certain {
    /// The columns.
    pub columns: Columns,
    /// The score of each column.
    pub scores: Vec<(Handle, i32)>,
    /// The lines of the transcript.
    pub told: Vec<String>,
    /// A note on how its settings were interpreted.
    pub remark: Option<String>,
}

/// Creates a column with a single possible score.
pub fn exactly((handle, score): (Handle, i32)) -> Column {
    Column::new(handle, Scale::numbers(score, score))
}

impl Rule for Certain {
    type State = ();

    const EXTRAS: Extras<Self> = Extras { remark: |rule| rule.remark.clone(), ..Extras::NONE };

    fn columns(&self) -> Columns {
        self.columns.clone()
    }

    fn start(&self) {}

    fn step<C: Chance>(&self, (): (), _: &mut C, record: &mut impl Record) -> Step<()> {
        for line in &self.told {
            record.tell(|| line.clone());
        }
        for &(column, score) in &self.scores {
            record.score(column, score);
        }
        Step::Done
    }
}
