//! Translation of an AnyDice program with one output into an equivalent expression of the dice
//! language.

use crate::anydice::{Output, Report};
use crate::dice::read_expression;
use crate::odds::Histogram;

/// Maximum number of AnyDice words translated in one expression.
const MAX_WORDS: usize = 8;

/// Returns the expression that is equivalent to a program with a single output, or None. The law of
/// the expression equals that of the output, outcome by outcome.
pub fn equivalent_expression(program: &str, report: &Report) -> Option<String> {
    let [output] = &report.outputs[..] else { return None };
    let alone = program.trim().strip_prefix("output")?.split("named").next()?.trim();
    let whole =
        output.place.len() == alone.len() && program.get(output.place.clone()) == Some(alone);
    let here = translate(alone).filter(|_| whole)?;
    agrees(&here, output).then_some(here)
}

/// Translates an AnyDice expression by applying the suggestions of parse errors; None if an error
/// has no suggestion.
fn translate(text: &str) -> Option<String> {
    let mut text = text.to_owned();
    for _ in 0..MAX_WORDS {
        let fault = match read_expression(&text) {
            Ok(read) => return Some(read.tree.to_string()),
            Err(fault) => fault,
        };
        // The hint contains the replacement in back quotes.
        let hint = fault.advice().to_string();
        let instead = hint.split('`').nth(1)?;
        text.get(fault.span.clone())?;
        text.replace_range(fault.span, instead);
    }
    None
}

/// Returns true if the law of a roll of these dice equals the distribution of the output.
fn agrees(dice: &str, output: &Output) -> bool {
    /// Maximum number of branches of the exact law; a larger law counts as different.
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
