//! Checks beside each other: what is asked of each, and their answers.

use super::{Answers, Results, columns};
use crate::scenario::{Cases, Effort, Question, Sides};
use oddsmith_base::Result;
use oddsmith_engine::odds::{Event, Progress};
use oddsmith_engine::rule::Column;

impl Sides {
    /// How many cases they have together.
    pub fn count(&self) -> usize {
        self.cases.iter().map(Cases::len).sum()
    }

    /// What a face reads for each check, from the columns of its cases and its id.
    ///
    /// # Errors
    /// If a case can't be built, or as `of`.
    pub fn each<T>(&self, of: impl Fn(&[Vec<Column>], &str) -> Result<T>) -> Result<Vec<T>> {
        let of = |(side, cases): (&Question, &Cases)| of(&columns(cases)?, side.entry.called());
        self.questions.iter().zip(&self.cases).map(of).collect()
    }

    /// The answers of each check, which is asked about its event.
    ///
    /// # Errors
    /// If a case can't be answered as it is asked.
    pub fn answered(
        &self,
        events: &[Event],
        effort: Effort,
        progress: &Progress,
    ) -> Result<Results> {
        let answer = |((side, cases), event): ((&Question, &Cases), &Event)| {
            Answers::new(&side.label, cases, effort, event, progress)
        };
        let all = self.questions.iter().zip(&self.cases).zip(events);
        let checks = all.map(answer).collect::<Result<Vec<_>>>()?;
        let (trials, seed) = (progress.trials(), effort.seed);
        Ok(Results { checks, pairs: Vec::new(), trials, seed })
    }
}
