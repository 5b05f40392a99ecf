//! Strategies of duels as rows: one for each duel, state, side and bid.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::csv::{Csv, headings, line, swept};
use crate::many::map_parallel;
use crate::{Answer, Results};
use oddsmith_base::Bound;
use oddsmith_base::{Error, Result};
use oddsmith_engine::strategy::{Known, Position, Standing};

/// Largest number of choices that a frame lists, in all states of all duels.
const MOST_CHOICES: Bound =
    Bound::of(4_000_000, "choices", "take fewer cases or rounds, smaller pools or smaller caps");

/// Columns of the strategies frame, in order; the columns `set.FIELD` come between `label` and
/// `set`.
///
/// | column | type | meaning |
/// |---|---|---|
/// | scenario .. set | | as in [`super::csv::OUTCOMES`] |
/// | state | String | state of the duel, as JSON: round from 1, remaining points or cards of both sides, rounds won minus lost where the majority counts; null is unknown to this side |
/// | side | String | the side that chooses: `own` or `rival` |
/// | bid | Int64 | the bid, or the card that is played |
/// | share | Float64 | its probability in the strategy shown |
/// | least, most | Float64 | its smallest and largest probability over all optimal strategies; null if unknown |
pub const STRATEGIES: [&str; 10] =
    ["scenario", "check", "label", "set", "state", "side", "bid", "share", "least", "most"];

/// Duel with the choices of both sides in every state.
#[derive(Debug)]
pub struct Strategies<'a> {
    /// Label of the check in a scenario; empty for a single question.
    pub label: &'a str,
    /// Answer of the duel.
    pub answer: &'a Answer,
    /// Choices of both sides by state.
    pub positions: Vec<Position>,
}

/// Returns the choices of both sides in every state of every duel among the results.
///
/// # Errors
/// If there are more than four million choices, or a duel can't be solved.
pub fn strategies(results: &Results) -> Result<Vec<Strategies<'_>>> {
    let duels = results.checks.iter().flat_map(|check| {
        let duels = check.cases.iter().filter(|answer| answer.case.entry.solver.is_some());
        duels.map(move |answer| (check.label.as_str(), answer))
    });
    let duels: Vec<(&str, &Answer)> = duels.collect();
    let solver = |answer: &Answer| {
        let solver = answer.case.entry.solver;
        solver.ok_or_else(|| Error::question("a duel has no solver"))
    };
    let count = |(_, answer): &(&str, &Answer)| (solver(answer)?.choices)(&answer.case.settings);
    let choices: usize = duels.iter().map(count).sum::<Result<_>>()?;
    MOST_CHOICES.ask("the strategies of all states are too many", choices as u64)?;
    let all = |(_, answer): &(&str, &Answer)| (solver(answer)?.positions)(&answer.case.settings);
    let positions = map_parallel(&duels, duels.len() < 2, all);
    duels
        .into_iter()
        .zip(positions)
        .map(|((label, answer), positions)| Ok(Strategies { label, answer, positions: positions? }))
        .collect()
}

/// State of a duel, serialized as a JSON object.
#[derive(Debug)]
pub struct StateObject<'a>(
    /// State.
    pub &'a Standing,
);

impl Serialize for StateObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, known) in self.0 {
            match known {
                Known::Number(number) => map.serialize_entry(name, number)?,
                Known::Cards(cards) => map.serialize_entry(name, cards)?,
                Known::Nothing => map.serialize_entry(name, &None::<i32>)?,
            }
        }
        map.end()
    }
}

/// Returns a state of a duel as JSON.
pub fn state(at: &Standing) -> String {
    serde_json::to_string(&StateObject(at)).unwrap_or_default()
}

/// Returns the strategies as CSV with all columns.
pub fn csv(title: &str, results: &Results, duels: &[Strategies]) -> String {
    let swept = swept(results.checks.iter().flat_map(|check| &check.axes));
    let mut all = line(headings(&STRATEGIES, &swept).iter().map(String::as_str));
    let lines = Csv::whole(swept);
    for Strategies { label, answer, positions } in duels {
        let start = lines.start(title, label, answer, &[]);
        for Position { state: at, choices } in positions {
            let state = state(at);
            for (side, choices) in ["own", "rival"].iter().zip(choices) {
                for choice in choices {
                    let float = |value: f64| format!("{value:?}");
                    let range = choice.range.map(|range| [range.least, range.most].map(float));
                    let [least, most] = range.unwrap_or_default();
                    all += &start;
                    all.push(',');
                    all += &line([
                        state.as_str(),
                        side,
                        &choice.what.to_string(),
                        &float(choice.share),
                        &least,
                        &most,
                    ]);
                }
            }
        }
    }
    all
}
