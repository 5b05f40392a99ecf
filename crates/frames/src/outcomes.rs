//! The outcomes frame: one row per case, column, index and score.

use polars::prelude::*;

use super::cases::{Cases, Swept};
use super::polars_error;
use oddsmith_answers::{Answer, OutcomeRows, Results};
use oddsmith_base::Result;
use oddsmith_registry::Value;

/// The builder of the outcomes frame.
pub(super) struct Outcomes {
    rows: OutcomeRows,
    cases: Cases,
}

impl Outcomes {
    /// Creates an empty frame for cases that sweep these fields.
    pub fn of(scenario: &str, swept: &[Swept]) -> Outcomes {
        Outcomes { rows: OutcomeRows::default(), cases: Cases::over(scenario, swept) }
    }

    /// Adds the rows of an answer, which is at `point` on its axes.
    pub fn add(&mut self, label: &str, answer: &Answer, point: &[(&str, &Value)]) {
        let before = self.rows();
        self.rows.add(answer);
        self.cases.add(&answer.case, point, label, self.rows() - before);
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.rows.count()
    }

    /// Returns all rows as a frame.
    ///
    /// # Errors
    /// If Polars can't create it.
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

/// Returns the outcomes frame of these answers, with the schema of
/// [`oddsmith_answers::csv::OUTCOMES`].
///
/// Numeric scores that are impossible and did not occur are left out; rungs are not.
///
/// # Errors
/// If Polars can't create it.
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
