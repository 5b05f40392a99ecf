//! The strategies of duels as rows: one a duel, state, side and bid.

use rayon::prelude::*;

use super::csv::{line, swept};
use super::{Answer, Results};
use crate::cost::CHOICES;
use crate::error::{Error, Result};
use crate::odds::start_threads;
use crate::registry::Value;
use crate::strategy::{Position, Stages, State};

/// The columns of the strategies frame, in order; the columns `set.FIELD` stand between `label` and
/// `set` here too.
///
/// | column | type | what it is |
/// |---|---|---|
/// | scenario .. set | | as in [`super::csv::OUTCOMES`] |
/// | state | String | where the duel stands, as JSON: round from 1, points left of both sides, rounds won less lost where the majority counts |
/// | side | String | whose choice: `own` or `rival` |
/// | bid | Int64 | what is bid |
/// | share | Float64 | its probability in the plan shown |
/// | least, most | Float64 | its probability over all optimal plans |
pub const STRATEGIES: [&str; 10] =
    ["scenario", "check", "label", "set", "state", "side", "bid", "share", "least", "most"];

/// One duel with both sides' choices in every state.
#[derive(Debug)]
pub struct Strategies<'a> {
    /// What a scenario calls the check; empty for a question of the command.
    pub label: &'a str,
    /// The duel.
    pub answer: &'a Answer,
    /// The choices.
    pub positions: Vec<Position>,
}

/// Both sides' choices in every state of every duel among these answers.
///
/// # Errors
/// If there are more than four million choices, or a duel can't be solved.
pub fn strategies(results: &Results) -> Result<Vec<Strategies<'_>>> {
    let duels = results.checks.iter().flat_map(|check| {
        let duels = check.cases.iter().filter(|answer| answer.case.entry.solver.is_some());
        duels.map(move |answer| (check.label.as_str(), answer))
    });
    let duels: Vec<(&str, &Answer)> = duels.collect();
    let stages = |answer: &Answer| -> Result<Stages> {
        let solver = answer.case.entry.solver.as_ref();
        let stages = solver.map(|solver| (solver.stages)(&answer.case.settings));
        stages.ok_or_else(|| Error::question("a duel has no solver"))?.map(|(stages, _)| stages)
    };
    let stages: Vec<Stages> =
        duels.iter().map(|(_, answer)| stages(answer)).collect::<Result<_>>()?;
    let choices: usize = stages.iter().map(Stages::choices).sum();
    CHOICES.ask("the strategies of all states are too many", choices as u64)?;
    let positions: Vec<Result<Vec<Position>>> = match &stages[..] {
        // A process that starts no threads answers sooner.
        [one] => vec![Position::all(one)],
        _ => {
            start_threads();
            stages.par_iter().map(Position::all).collect()
        }
    };
    duels
        .into_iter()
        .zip(positions)
        .map(|((label, answer), positions)| Ok(Strategies { label, answer, positions: positions? }))
        .collect()
}

/// A state of a duel, as JSON.
pub fn state(at: &State) -> String {
    let [own, rival] = at.left;
    let round = at.played + 1;
    format!(r#"{{"round":{round},"own":{own},"rival":{rival},"score":{}}}"#, at.score)
}

/// The strategies as CSV, all columns.
pub fn csv(title: &str, results: &Results, duels: &[Strategies]) -> String {
    let swept = swept(results.checks.iter().flat_map(|check| &check.axes));
    let mut heading: Vec<String> = STRATEGIES[..3].iter().map(|name| (*name).to_owned()).collect();
    heading.extend(swept.iter().map(|field| format!("set.{field}")));
    heading.extend(STRATEGIES[3..].iter().map(|name| (*name).to_owned()));
    let mut text = line(heading.iter().map(String::as_str));
    for Strategies { label, answer, positions } in duels {
        let all = answer.case.settings.all();
        let value = |field: &String| all.get(field).map_or_else(String::new, Value::to_string);
        let mut place =
            vec![title.to_owned(), answer.case.entry.id.to_string(), (*label).to_owned()];
        place.extend(swept.iter().map(value));
        place.push(all.json());
        let place = line(place.iter().map(String::as_str));
        for Position { state: at, choices } in positions {
            let state = state(at);
            for (side, choices) in ["own", "rival"].iter().zip(choices) {
                for choice in choices {
                    let float = |value: f64| format!("{value:?}");
                    text += place.trim_end_matches('\n');
                    text.push(',');
                    text += &line([
                        state.as_str(),
                        side,
                        &choice.bid.to_string(),
                        &float(choice.share),
                        &float(choice.range.least),
                        &float(choice.range.most),
                    ]);
                }
            }
        }
    }
    text
}
