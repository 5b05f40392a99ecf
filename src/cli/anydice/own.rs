//! A program of one output in the language of dice here, where that says the same.

use crate::anydice::{Output, Report};
use crate::dice::read_expression;
use crate::odds::Histogram;

/// So many words of AnyDice are translated in one expression.
const WORDS: usize = 8;

/// The expression that is the same here as the one output of this program. It is shown only if its
/// law is the same, outcome by outcome.
pub fn same(program: &str, report: &Report) -> Option<String> {
    let [output] = &report.outputs[..] else { return None };
    let alone = program.trim().strip_prefix("output")?.split("named").next()?.trim();
    let whole =
        output.place.len() == alone.len() && program.get(output.place.clone()) == Some(alone);
    let here = translated(alone).filter(|_| whole)?;
    agrees(&here, output).then_some(here)
}

/// What the reader makes of it, where it knows each word of AnyDice in it.
fn translated(text: &str) -> Option<String> {
    let mut text = text.to_owned();
    for _ in 0..WORDS {
        let fault = match read_expression(&text) {
            Ok(read) => return Some(read.said.to_string()),
            Err(fault) => fault,
        };
        // A hint has what to write in back quotes.
        let hint = fault.advice().to_string();
        let instead = hint.split('`').nth(1)?;
        text.get(fault.span.clone())?;
        text.replace_range(fault.span, instead);
    }
    None
}

/// Whether a roll of these dice has the output's law.
fn agrees(dice: &str, output: &Output) -> bool {
    /// Branches that a roll may take before it is not looked at any further.
    const BRANCHES: u64 = 10_000;
    let case = crate::systems::check("house.roll").and_then(|roll| roll.case([("luck", dice)]));
    let Ok(laws) = case.and_then(|case| case.law(BRANCHES)) else { return false };
    let [law] = &laws.columns[..] else { return false };
    let possible: Vec<i64> = law.possible().map(|(score, _)| score.into()).collect();
    let same = |(outcome, weight): &(i64, _)| {
        let score = i32::try_from(*outcome).ok();
        let here = score.and_then(|score| law.exactly(score).fraction());
        here.is_some() && here == output.fraction(weight)
    };
    possible.iter().eq(output.outcomes.iter().map(|cell| &cell.0))
        && output.outcomes.iter().all(same)
}
