//! The summary frame: one row per case, column and index.

use polars::prelude::*;

use super::cases::{Cases, Swept};
use super::{SUMMARY, polars_error};
use oddsmith_answers::{Answer, Results};
use oddsmith_base::Result;
use oddsmith_engine::odds::Event;
use oddsmith_registry::Value;

/// The builder of the summary frame.
#[derive(Default)]
pub(super) struct Summary {
    cases: Cases,
    column: Vec<String>,
    at: Vec<Option<i64>>,
    figures: [Vec<Option<f64>>; 7],
    method: Vec<&'static str>,
    why: Vec<String>,
}

impl Summary {
    /// Creates an empty frame for cases that sweep these fields.
    pub fn of(scenario: &str, swept: &[Swept]) -> Summary {
        Summary::over(Cases::over(scenario, swept))
    }

    fn over(cases: Cases) -> Summary {
        Summary { cases, ..Summary::default() }
    }

    /// Adds the rows of an answer, which is at `point` on its axes; none if it is only solved.
    pub fn add(&mut self, label: &str, answer: &Answer, point: &[(&str, &Value)]) {
        if !answer.is_counted() {
            return;
        }
        let columns = answer.columns();
        self.cases.add(&answer.case, point, label, columns.len());
        for (place, counted) in columns.iter().enumerate() {
            self.column.push(counted.name.to_string());
            self.at.push(counted.at.map(i64::from));
            self.method.push(if answer.laws.is_some() { "exact" } else { "sampled" });
            self.why.push(answer.why.clone());
            let numbers = numbers(answer, place);
            self.figures.iter_mut().zip(numbers).for_each(|(column, figure)| column.push(figure));
        }
    }

    /// Returns all rows as a frame.
    ///
    /// # Errors
    /// If Polars can't create it.
    pub fn frame(self) -> Result<DataFrame> {
        let height = self.column.len();
        let mut columns = self.cases.columns()?;
        columns
            .extend([Column::new("column".into(), self.column), Column::new("at".into(), self.at)]);
        let figures = SUMMARY[6..13].iter().zip(self.figures);
        columns.extend(figures.map(|(name, figures)| Column::new((*name).into(), figures)));
        columns.extend([
            Column::new("method".into(), self.method),
            Column::new("why".into(), self.why),
        ]);
        DataFrame::new(height, columns).map_err(polars_error)
    }
}

/// Returns the summary frame of these answers, with the schema of [`super::SUMMARY`]. A duel that
/// is only solved has no rows.
///
/// # Errors
/// If Polars can't create it.
pub fn summary(scenario: &str, results: &Results) -> Result<DataFrame> {
    super::threads::ready()?;
    let mut summary = Summary::over(Cases::of(scenario, results));
    for check in &results.checks {
        for (number, answer) in check.cases.iter().enumerate() {
            summary.add(&check.label, answer, &check.point(number));
        }
    }
    summary.frame()
}

/// Returns mean, sd, median, success with its interval, and the p-value of one histogram.
fn numbers(answer: &Answer, place: usize) -> [Option<f64>; 7] {
    let known = answer.histogram(place);
    let [mean, sd, median] =
        known.map_or([None; 3], |known| [known.mean(), known.sd(), known.median().map(f64::from)]);
    let success = Event::SUCCESS.success_of(answer.columns(), place);
    let success = success.map(|scores| answer.share(place, scores));
    let [share, low, high] =
        success.map_or([None; 3], |share| [share.value(), share.low(), share.high()].map(Some));
    let p = answer.agreement(place).map(|agreement| agreement.p);
    [mean, sd, median, share, low, high, p]
}
