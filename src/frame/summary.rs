//! The summary frame: one row a case, column and index.

use polars::prelude::*;

use super::cases::Cases;
use super::polars_error;
use crate::answer::{Answer, Results};
use crate::error::Result;
use crate::odds::Event;

/// The summary frame of these answers: columns and types as [`super::SUMMARY`] says. A duel that is
/// solved alone has no rows.
///
/// # Errors
/// If Polars can't make it.
pub fn summary(scenario: &str, results: &Results) -> Result<DataFrame> {
    super::threads::ready()?;
    let mut cases = Cases::of(scenario, results);
    let (mut column, mut at): (Vec<String>, Vec<Option<i64>>) = Default::default();
    let (mut method, mut why): (Vec<&str>, Vec<String>) = Default::default();
    let mut figures: [Vec<Option<f64>>; 7] = Default::default();
    for check in &results.checks {
        let counted = check.cases.iter().enumerate().filter(|(_, answer)| answer.is_counted());
        for (number, answer) in counted {
            let columns = answer.columns();
            cases.add(&answer.case, &check.point(number), &check.label, columns.len());
            for (place, counted) in columns.iter().enumerate() {
                column.push(counted.name.to_string());
                at.push(counted.at.map(i64::from));
                method.push(if answer.laws.is_some() { "exact" } else { "sampled" });
                why.push(answer.why.clone());
                let numbers = numbers(answer, place);
                figures.iter_mut().zip(numbers).for_each(|(column, figure)| column.push(figure));
            }
        }
    }
    let height = column.len();
    let mut columns = cases.columns()?;
    columns.extend([Column::new("column".into(), column), Column::new("at".into(), at)]);
    let names = ["mean", "sd", "median", "success", "success_low", "success_high", "p_agreement"];
    columns.extend(
        names.into_iter().zip(figures).map(|(name, figures)| Column::new(name.into(), figures)),
    );
    columns.extend([Column::new("method".into(), method), Column::new("why".into(), why)]);
    DataFrame::new(height, columns).map_err(polars_error)
}

/// Mean, sd, median, success with its interval, and the p-value of one histogram.
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
