//! Outcomes of an answer as rows, selected once for frames, CSV and JSON.

use crate::Answer;
use oddsmith_engine::odds::{Estimate, scores_present};
use oddsmith_engine::rule::Column;

/// One score of a column, or the outcome without a score.
#[derive(Clone, Debug)]
pub struct Outcome<'a> {
    /// Column of the outcome.
    pub column: &'a Column,
    /// Score; `None` for the outcome `none`.
    pub score: Option<i32>,
    /// Share of the outcome.
    pub share: Estimate,
    /// Number of hits and number of trials.
    pub hits: Option<(u64, u64)>,
}

impl<'a> Outcome<'a> {
    /// Returns the name of the score on its ladder, or `none`.
    pub fn name(&self) -> Option<&'a str> {
        match self.score {
            None => Some("none"),
            Some(score) => self.column.scale.name(score),
        }
    }

    /// Returns the score for output; `None` for tuples, which only have a name.
    pub fn shown_score(&self) -> Option<i32> {
        self.score.filter(|_| self.column.scale.is_scored())
    }

    /// Returns the name, or "or more" for a capped score.
    pub fn words(&self) -> Option<&'a str> {
        let capped = self.score.is_some() && self.column.scale.capped_at() == self.score;
        if capped { Some("or more") } else { self.name() }
    }

    /// Returns true if the law gives the outcome a positive share.
    pub fn is_possible(&self) -> bool {
        self.share.exact.is_some_and(|exact| exact.value > 0.0)
    }

    /// Returns true if the outcome came up in the simulation.
    pub fn is_seen(&self) -> bool {
        self.hits.is_some_and(|(hits, _)| hits > 0)
    }
}

impl Answer {
    /// Returns the outcomes of column number `place` by rising score, with `none` last. Ladders
    /// list every score; numbers and `none` are listed if they are possible or came up.
    pub fn outcomes(&self, place: usize) -> impl Iterator<Item = Outcome<'_>> {
        let column = &self.columns()[place];
        let tally = self.tallies.as_ref().map(|tallies| &tallies.columns[place]);
        let outcome = move |score: Option<i32>| Outcome {
            column,
            score,
            share: score.map_or_else(|| self.none(place), |score| self.share(place, score..=score)),
            hits: tally.map(|tally| {
                (score.map_or_else(|| tally.none(), |score| tally.hits(score)), tally.trials())
            }),
        };
        let ladder = !column.scale.names().is_empty();
        let law = self.laws.as_ref().map(|laws| &laws.columns[place]);
        // Only a few scores of a wide scale come up.
        let scores: Vec<i32> = match ladder {
            true => column.scale.scores().collect(),
            false => scores_present(law, tally),
        };
        let none = std::iter::once_with(move || outcome(None))
            .filter(|none| none.is_possible() || none.is_seen());
        let counted = self.is_counted();
        scores
            .into_iter()
            .map(move |score| outcome(Some(score)))
            .chain(none)
            .filter(move |_| counted)
    }
}

/// Columns of the outcomes frame as vectors; [`super::csv::OUTCOMES`] describes their names and
/// types.
#[derive(Clone, Debug, Default)]
#[expect(missing_docs, reason = "the columns are described once, in `csv::OUTCOMES`")]
pub struct OutcomeRows {
    pub column: Vec<String>,
    pub at: Vec<Option<i64>>,
    pub score: Vec<Option<i64>>,
    pub outcome: Vec<Option<String>>,
    pub exact: Vec<Option<f64>>,
    pub hits: Vec<Option<i64>>,
    pub trials: Vec<Option<i64>>,
    pub share: Vec<Option<f64>>,
    pub low: Vec<Option<f64>>,
    pub high: Vec<Option<f64>>,
}

impl OutcomeRows {
    /// Adds the rows of an answer, column by column.
    pub fn add(&mut self, answer: &Answer) {
        for outcome in (0..answer.columns().len()).flat_map(|place| answer.outcomes(place)) {
            let sampled = outcome.share.sampled;
            self.column.push(outcome.column.name.to_string());
            self.at.push(outcome.column.at.map(i64::from));
            self.score.push(outcome.shown_score().map(i64::from));
            self.outcome.push(outcome.words().map(str::to_owned));
            self.exact.push(outcome.share.exact.map(|exact| exact.value));
            self.hits.push(outcome.hits.map(|(hits, _)| hits as i64));
            self.trials.push(outcome.hits.map(|(_, trials)| trials as i64));
            self.share.push(sampled.map(|sampled| sampled.value));
            self.low.push(sampled.map(|sampled| sampled.low));
            self.high.push(sampled.map(|sampled| sampled.high));
        }
    }

    /// Returns the number of rows.
    pub fn count(&self) -> usize {
        self.score.len()
    }
}
