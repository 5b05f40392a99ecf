//! A check without luck, free of any game: what it comes to is known before it is asked.

use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::{Column, Columns, Handle, Record, Rule, Scale, Step};

/// A check without luck.
pub struct Certain<const N: usize> {
    /// Its columns.
    pub columns: Columns,
    /// What each of them scores.
    pub scores: [(Handle, i32); N],
    /// What it says to people, line by line.
    pub told: Vec<String>,
    /// A note on how its settings were read.
    pub remark: Option<String>,
}

/// A column that can score nothing else.
pub fn exactly((handle, score): (Handle, i32)) -> Column {
    Column::new(handle, Scale::numbers(score, score))
}

impl<const N: usize> Rule for Certain<N> {
    type State = ();

    fn columns(&self) -> Columns {
        self.columns.clone()
    }

    fn start(&self) {}

    fn step<C: Chance>(&self, (): (), _: &mut C, record: &mut impl Record) -> Step<()> {
        for line in &self.told {
            record.tell(|| line.clone());
        }
        for (column, score) in self.scores {
            record.score(column, score);
        }
        Step::Done
    }

    fn remark(&self) -> Option<String> {
        self.remark.clone()
    }
}
