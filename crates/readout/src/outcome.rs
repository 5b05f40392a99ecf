//! Results of a single resolution: the outcome of each column, and its probability.

use oddsmith_engine::odds::{Histogram, Resolution, Success};
use oddsmith_registry::Case;
use oddsmith_text::numbers::per_cent;

/// Budget of branches for the probabilities: a fraction of a second.
const BUDGET: u64 = 2_000_000;

/// Outcome of a column.
#[derive(Clone, Debug, PartialEq)]
pub struct ColumnOutcome {
    /// Name of the column as text.
    pub name: String,
    /// Score, by name or as a number, with success or failure if the score does not show it.
    pub outcome: String,
    /// Probability of the outcome as text, if it is available.
    pub probability: Option<String>,
}

/// Returns the outcomes of the columns of a resolution, without indexed columns, which the
/// transcript shows.
pub fn told(case: &Case, tale: &Resolution) -> Vec<ColumnOutcome> {
    let laws = case.law(BUDGET).ok();
    let scored = case.columns().iter().enumerate().zip(&tale.scores);
    let scored = scored.filter(|((_, column), _)| column.at.is_none());
    let told = scored.map(|((place, column), score)| {
        let named = |score| column.scale.name(score).map(|name| name.replace('_', " "));
        let outcome = score.map(|score| named(score).unwrap_or_else(|| score.to_string()));
        let outcome = outcome.unwrap_or_else(|| "none".to_owned());
        // A number does not show by itself if it is a success.
        let counts = column.success.zip(*score).filter(|_| column.scale.names().is_empty());
        let outcome = match counts.map(|(success, score)| success.scores().contains(&score)) {
            Some(true) => format!("{outcome}, success"),
            Some(false) => format!("{outcome}, failure"),
            None => outcome,
        };
        let often = laws.as_ref().zip(*score).map(|(laws, score)| {
            let law = &laws.columns[place];
            let more = if column.success.is_some() { "this or better" } else { "this or more" };
            let exactly = per_cent(law.share(score), 1);
            let at_least = per_cent(law.share_of(Success::AtLeast(score)), 1);
            format!("{exactly} % chance, {more}: {at_least} %")
        });
        ColumnOutcome { name: column.name.replace('_', " "), outcome, probability: often }
    });
    told.collect()
}
