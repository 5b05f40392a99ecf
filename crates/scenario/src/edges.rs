//! Comparison of checks by advantage: each check translates the advantage into its own fields.

use super::sweep::whole;
use super::{Axis, Cases, Question};
use oddsmith_base::{Error, Parameter, Result};
use oddsmith_engine::odds::Event;
use oddsmith_registry::{Names, Term, Value};

/// Longest dice that a hint repeats, in bytes.
const LONG: usize = 60;

/// Returns the cases of a check at these advantages, each plus `shift`. The fields of its recipe
/// are set by the advantage, the others are as given.
///
/// # Errors
/// If the check has no recipe, a field that the advantage sets is given, or a value is invalid.
pub fn at_edges(question: &Question, edges: &[i64], shift: i64, names: &Names) -> Result<Cases> {
    let Question { entry, given, .. } = question;
    let terms = || entry.edge.terms();
    if entry.edge.is_none() {
        let luck = question.value("luck").filter(|_| entry.called.is_some());
        // Dice are named by the text that was entered.
        let (who, hint) = match luck.map(Value::to_string) {
            Some(dice) => {
                let few = if dice.len() > LONG { "d20" } else { &dice };
                (format!("`{dice}`"), format!("give the dice a range: \"{few} add=-5..5 dc=15\""))
            }
            None => (
                entry.called().to_owned(),
                "give all of its fields, and compare the cases as they are".to_owned(),
            ),
        };
        let error = Error::question(format!("{who} has no field for an advantage"));
        return Err(error.with_hint(hint));
    }
    let advantage = |name: &str| {
        terms().any(|(field, term)| field == name && matches!(term, Term::Advantage(_)))
    };
    if let Some(Axis { name, values, .. }) = given.iter().find(|axis| advantage(&axis.name)) {
        let value = list(values);
        let error =
            Error::question(format!("`{name}={value}` is given, but the advantage sets `{name}`"));
        let mut left = question.clone();
        left.given.retain(|axis| axis.name != *name);
        let few = accepted_advantages(&left, &(-5..=5).collect::<Vec<_>>(), shift, names);
        let few = match few[..] {
            [low, .., high] => format!("{low}..{high}"),
            [one] => one.to_string(),
            [] => value,
        };
        return Err(
            error.with_hint("leave it out; " + Parameter::EDGE.to(few) + " sets the advantages")
        );
    }
    let mut axes = given.clone();
    let is_given = |field: &str| given.iter().any(|axis| axis.name == field);
    let mut edge = Axis { name: EDGE.to_owned(), fields: Vec::new(), values: Vec::new() };
    for (field, term) in terms().filter(|(field, _)| !is_given(field)) {
        match term {
            Term::Fixed(value) => axes.push(Axis::of(field, [value])),
            Term::Advantage(offset) => {
                edge.fields.push(field.to_owned());
                let value = |edge: &i64| whole(edge + shift + i64::from(offset));
                edge.values = edges.iter().map(value).collect();
            }
        }
    }
    axes.push(edge.clone());
    // The axis shows the advantage rather than the value of the field.
    let fields = std::iter::once(EDGE.to_owned()).chain(edge.fields.clone()).collect();
    let values = edges.iter().map(|edge| whole(*edge)).collect();
    let shown = Axis { fields, values, ..edge };
    let swept = given.iter().filter(|axis| axis.values.len() > 1).cloned();
    let swept = swept.chain([shown]).collect();
    Cases::over(entry.clone(), axes, swept, names.clone())
}

/// Returns the range of rising advantages that a check accepts: a pool, for example, can't have a
/// negative number of dice. Returns all of them if it accepts none, so that its error is reported.
pub fn accepted_advantages(
    question: &Question,
    edges: &[i64],
    shift: i64,
    names: &Names,
) -> Vec<i64> {
    let takes = |edge: &i64| {
        let cases = at_edges(question, std::slice::from_ref(edge), shift, names);
        cases.and_then(|cases| cases.case(0)).is_ok()
    };
    let first = edges.iter().position(takes).unwrap_or(0);
    let last = edges.iter().rposition(takes).unwrap_or(edges.len().saturating_sub(1));
    edges.get(first..=last).unwrap_or_default().to_vec()
}

/// Name of the axis of advantages.
pub const EDGE: &str = "edge";

/// Describes the effect of an advantage E on a check: "bonus = E, dc = 10".
pub fn recipe(question: &Question, shift: i64) -> String {
    let given = |field: &str| question.given.iter().find(|axis| axis.name == field);
    let part = |(field, term): (&str, Term)| match (given(field), term) {
        (Some(axis), _) => format!("{field} = {}", list(&axis.values)),
        (None, Term::Fixed(value)) => format!("{field} = {value}"),
        (None, Term::Advantage(offset)) => match i64::from(offset) + shift {
            0 => format!("{field} = E"),
            more @ 1.. => format!("{field} = E + {more}"),
            less => format!("{field} = E - {}", -less),
        },
    };
    question.entry.edge.terms().map(part).collect::<Vec<_>>().join(", ")
}

/// Joins values with commas: `5`, `1,3,5`.
fn list(values: &[Value]) -> String {
    values.iter().map(Value::to_string).collect::<Vec<_>>().join(",")
}

/// Returns the shift in -60..=60 at which the success share at advantage 0 is nearest to `share`,
/// 0..=1; the shift with the smallest absolute value of equally good ones.
///
/// # Errors
/// If [`at_edges`] fails for every shift, the check has no success, or a law exceeds the budget.
pub fn shift_to(question: &Question, share: f64, names: &Names, budget: u64) -> Result<i64> {
    let (mut best, mut refused): (Option<(i64, f64)>, Option<Error>) = (None, None);
    // From the middle outwards, so that the smallest of equally good shifts is kept.
    for shift in (0..=60).flat_map(|shift| [shift, -shift]) {
        // Some shifts take a field out of its range.
        let cases = at_edges(question, &[0], shift, names);
        let case = match cases.and_then(|cases| cases.case(0)) {
            Ok(case) => case.about(&Event::SUCCESS),
            Err(error) => {
                refused = refused.or(Some(error));
                continue;
            }
        };
        let none = || {
            Error::question(format!("{} has no success to match", question.entry.called()))
                .with_hint(
                    "leave " + Parameter::MATCH + " out, or compare checks that succeed or fail",
                )
        };
        let (place, success) = case.success().ok_or_else(none)?;
        let known = case.law(budget)?.columns[place].success(success).value;
        let off = (known - share).abs();
        if best.is_none_or(|(_, least)| off < least - oddsmith_engine::odds::NOISE) {
            best = Some((shift, off));
        }
    }
    match (best, refused) {
        (Some((shift, _)), _) => Ok(shift),
        (None, Some(error)) => Err(error),
        (None, None) => Ok(0),
    }
}
