//! The outcomes frame: one row a case, column, index and score.

use polars::prelude::*;

use super::cases::{Cases, Swept};
use super::polars_error;
use oddsmith_answers::answer::{Answer, OutcomeRows, Results};
use oddsmith_base::Result;
use oddsmith_registry::Value;

/// The outcomes frame on its way.
pub(super) struct Outcomes {
    rows: OutcomeRows,
    cases: Cases,
}

impl Outcomes {
    /// No rows yet, for cases that sweep these fields.
    pub fn of(scenario: &str, swept: &[Swept]) -> Outcomes {
        Outcomes { rows: OutcomeRows::default(), cases: Cases::over(scenario, swept) }
    }

    /// The rows of an answer, which stands at `point` on its axes.
    pub fn add(&mut self, label: &str, answer: &Answer, point: &[(&str, &Value)]) {
        let before = self.rows();
        self.rows.add(answer);
        self.cases.add(&answer.case, point, label, self.rows() - before);
    }

    /// How many there are.
    pub fn rows(&self) -> usize {
        self.rows.count()
    }

    /// All of them as a frame.
    ///
    /// # Errors
    /// If Polars can't make it.
    pub fn frame(self) -> Result<DataFrame> {
        let (height, rows) = (self.rows(), self.rows);
        let mut columns = self.cases.columns()?;
        columns.extend([
            Column::new("column".into(), rows.column),
            Column::new("at".into(), rows.at),
            Column::new("score".into(), rows.score),
            Column::new("outcome".into(), rows.outcome),
            Column::new("exact".into(), rows.exact),
            Column::new("hits".into(), rows.hits),
            Column::new("trials".into(), rows.trials),
            Column::new("share".into(), rows.share),
            Column::new("low".into(), rows.low),
            Column::new("high".into(), rows.high),
        ]);
        DataFrame::new(height, columns).map_err(polars_error)
    }
}

/// The outcomes frame of these answers: columns and types as [`oddsmith_answers::answer::csv::OUTCOMES`] says.
///
/// Plain numbers that can't come up and did not are left out; rungs are not.
///
/// # Errors
/// If Polars can't make it.
pub fn outcomes(scenario: &str, results: &Results) -> Result<DataFrame> {
    super::threads::ready()?;
    let mut outcomes =
        Outcomes { rows: OutcomeRows::default(), cases: Cases::of(scenario, results) };
    for check in &results.checks {
        for (number, answer) in check.cases.iter().enumerate() {
            outcomes.add(&check.label, answer, &check.point(number));
        }
    }
    outcomes.frame()
}
