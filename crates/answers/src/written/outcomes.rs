//! The outcomes of an answer as rows: what frames, CSV and JSON list, chosen in one place.

use crate::Answer;
use oddsmith_engine::odds::{Estimate, scores_present};
use oddsmith_engine::rule::Column;

/// One score of one histogram, or what has no score.
#[derive(Clone, Debug)]
pub struct Outcome<'a> {
    /// The histogram.
    pub column: &'a Column,
    /// The score; `None` for the outcome `none`.
    pub score: Option<i32>,
    /// What is known of its share.
    pub share: Estimate,
    /// How often it came up, and in how many trials.
    pub hits: Option<(u64, u64)>,
}

impl<'a> Outcome<'a> {
    /// The name of the score: that of its rung, or `none`.
    pub fn name(&self) -> Option<&'a str> {
        match self.score {
            None => Some("none"),
            Some(score) => self.column.scale.name(score),
        }
    }

    /// The score as others read it: tuples have a name alone.
    pub fn shown_score(&self) -> Option<i32> {
        self.score.filter(|_| self.column.scale.is_scored())
    }

    /// The same, where a score that means "or more" says so.
    pub fn words(&self) -> Option<&'a str> {
        let capped = self.score.is_some() && self.column.scale.capped_at() == self.score;
        if capped { Some("or more") } else { self.name() }
    }

    /// Whether a law says that it can come up.
    pub fn is_possible(&self) -> bool {
        self.share.exact.is_some_and(|exact| exact.value > 0.0)
    }

    /// Whether it came up.
    pub fn is_seen(&self) -> bool {
        self.hits.is_some_and(|(hits, _)| hits > 0)
    }
}

impl Answer {
    /// The outcomes of histogram number `place`, by rising score, what has no score last. Every
    /// rung
    /// of a ladder is listed; of plain numbers, and of what has no score, what can come up or did.
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
        // Of a wide scale few scores come up.
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

/// What the rows of a frame say of scores, column by column; named and typed as
/// [`super::csv::OUTCOMES`] says.
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
    /// The rows of an answer, column by column of it.
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

    /// How many there are.
    pub fn count(&self) -> usize {
        self.score.len()
    }
}
