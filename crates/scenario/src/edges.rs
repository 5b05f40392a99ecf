//! Several checks on one axis: each with the same advantage, by its own recipe.

use super::sweep::whole;
use super::{Axis, Cases, Question};
use oddsmith_base::{Error, Parameter, Result};
use oddsmith_engine::odds::Event;
use oddsmith_registry::{Names, Term, Value};

/// Longer dice are not said again in a hint.
const LONG: usize = 60;

/// The cases of a check at these advantages, each shifted by `shift`: the fields of its recipe are
/// filled in, the others are as given.
///
/// # Errors
/// If the check has no recipe, a field that the advantage sets is given, or a value does not fit.
pub fn at_edges(question: &Question, edges: &[i64], shift: i64, names: &Names) -> Result<Cases> {
    let Question { entry, given, .. } = question;
    let terms = || entry.edge.terms();
    if entry.edge.is_none() {
        let luck = question.value("luck").filter(|_| entry.called.is_some());
        // Dice are named as they were typed.
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
        let few = taken(&left, &(-5..=5).collect::<Vec<_>>(), shift, names);
        let few = match few[..] {
            [low, .., high] => format!("{low}..{high}"),
            [one] => one.to_string(),
            [] => value,
        };
        return Err(
            error.with_hint("leave it out; " + Parameter::Edge.to(few) + " sets the advantages")
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
    // On the axis stands the advantage, whatever the field is set to for it.
    let fields = std::iter::once(EDGE.to_owned()).chain(edge.fields.clone()).collect();
    let values = edges.iter().map(|edge| whole(*edge)).collect();
    let shown = Axis { fields, values, ..edge };
    let swept = given.iter().filter(|axis| axis.values.len() > 1).cloned();
    let swept = swept.chain([shown]).collect();
    Cases::over(entry.clone(), axes, swept, names.clone())
}

/// Those of some advantages, which rise, that a check takes: a pool can't have fewer dice than none.
/// All of them where it takes none, for what is wrong with them.
pub fn taken(question: &Question, edges: &[i64], shift: i64, names: &Names) -> Vec<i64> {
    let takes = |edge: &i64| {
        let cases = at_edges(question, std::slice::from_ref(edge), shift, names);
        cases.and_then(|cases| cases.case(0)).is_ok()
    };
    let first = edges.iter().position(takes).unwrap_or(0);
    let last = edges.iter().rposition(takes).unwrap_or(edges.len().saturating_sub(1));
    edges.get(first..=last).unwrap_or_default().to_vec()
}

/// What the axis of advantages is called.
pub const EDGE: &str = "edge";

/// What an advantage E is for a check: "bonus = E, dc = 10".
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

/// Values in one text: `5`, `1,3,5`.
fn list(values: &[Value]) -> String {
    values.iter().map(Value::to_string).collect::<Vec<_>>().join(",")
}

/// The shift at which a check without advantage is nearest to this share of success, 0..=1; the
/// smallest of equally good ones.
///
/// # Errors
/// As [`at_edges`] where it takes no shift; and if the check has no success, or no exact answer
/// within the budget.
pub fn shift_to(question: &Question, share: f64, names: &Names, budget: u64) -> Result<i64> {
    let (mut best, mut refused): (Option<(i64, f64)>, Option<Error>) = (None, None);
    // From the middle outwards, so that of equally good shifts the smallest stays.
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
                    "leave " + Parameter::Match + " out, or compare checks that succeed or fail",
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
