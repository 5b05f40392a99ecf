//! Several checks on one axis: each with the same advantage, by its own recipe.

use std::sync::Arc;

use super::{Axis, Cases};
use oddsmith_base::{Error, Parameter, Result};
use oddsmith_engine::odds::Event;
use oddsmith_registry::{Entry, Names, Term};

/// Longer dice are not said again in a hint.
const LONG: usize = 60;

/// The cases of a check at these advantages, each shifted by `shift`: the fields of its recipe are
/// filled in, the others are as given.
///
/// # Errors
/// If the check has no recipe, a field that the advantage sets is given, or a value does not fit.
pub fn at_edges(
    entry: &Arc<Entry>,
    given: &[(String, String)],
    edges: &[i64],
    shift: i64,
    names: &Names,
) -> Result<Cases> {
    let terms = || entry.edge.terms();
    if entry.edge.is_none() {
        let luck = given.iter().find(|(name, _)| name == "luck" && entry.called.is_some());
        // Dice are named as they were typed.
        let (who, hint) = match luck {
            Some((_, dice)) => {
                let few = if dice.len() > LONG { "d20" } else { dice };
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
    if let Some((name, value)) = given.iter().find(|(name, _)| advantage(name)) {
        let error =
            Error::question(format!("`{name}={value}` is given, but the advantage sets `{name}`"));
        return Err(error
            .with_hint("leave it out; " + Parameter::Edge.to("-5..5") + " sets the advantages"));
    }
    let axis = |(name, value): &(String, String)| Axis::of(name, vec![value.clone()]);
    let mut axes: Vec<Axis> = given.iter().map(axis).collect();
    let is_given = |field: &str| given.iter().any(|(name, _)| name == field);
    let mut edge = Axis { name: EDGE.to_owned(), fields: Vec::new(), values: Vec::new() };
    for (field, term) in terms().filter(|(field, _)| !is_given(field)) {
        match term {
            Term::Fixed(value) => axes.push(Axis::of(field, vec![value.to_string()])),
            Term::Advantage(offset) => {
                edge.fields.push(field.to_owned());
                let value = |edge: &i64| (edge + shift + i64::from(offset)).to_string();
                edge.values = edges.iter().map(value).collect();
            }
        }
    }
    axes.push(edge.clone());
    // On the axis stands the advantage, whatever the field is set to for it.
    let fields = std::iter::once(EDGE.to_owned()).chain(edge.fields.clone()).collect();
    let values = edges.iter().map(i64::to_string).collect();
    let shown = Axis { fields, values, ..edge };
    Cases::over(entry.clone(), axes, vec![shown], names.clone())
}

/// What the axis of advantages is called.
pub const EDGE: &str = "edge";

/// What an advantage E is for a check: "bonus = E, dc = 10".
pub fn recipe(entry: &Entry, given: &[(String, String)], shift: i64) -> String {
    let part =
        |(field, term): (&str, Term)| match (given.iter().find(|(name, _)| name == field), term) {
            (Some((_, value)), _) => format!("{field} = {value}"),
            (None, Term::Fixed(value)) => format!("{field} = {value}"),
            (None, Term::Advantage(offset)) => match i64::from(offset) + shift {
                0 => format!("{field} = E"),
                more @ 1.. => format!("{field} = E + {more}"),
                less => format!("{field} = E - {}", -less),
            },
        };
    entry.edge.terms().map(part).collect::<Vec<_>>().join(", ")
}

/// The shift at which a check without advantage is nearest to this share of success, 0..=1; the
/// smallest of equally good ones.
///
/// # Errors
/// As [`at_edges`]; and if the check has no success, or no exact answer within the budget.
pub fn shift_to(
    entry: &Arc<Entry>,
    given: &[(String, String)],
    share: f64,
    names: &Names,
    budget: u64,
) -> Result<i64> {
    let mut best: Option<(i64, f64)> = None;
    // From the middle outwards, so that of equally good shifts the smallest stays.
    for shift in (0..=60).flat_map(|shift| [shift, -shift]) {
        let case = at_edges(entry, given, &[0], shift, names)?.case(0)?.about(&Event::SUCCESS);
        let none = || {
            Error::question(format!("{} has no success to match", entry.called())).with_hint(
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
    Ok(best.map_or(0, |(shift, _)| shift))
}
