//! The outcomes of an answer as rows: what frames, CSV and JSON list, chosen in one place.

use super::Answer;
use crate::odds::{Estimate, there};
use crate::rule::Column;

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
            false => there(law, tally),
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
