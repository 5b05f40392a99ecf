//! Range analysis of a program's names, including states.

use std::collections::BTreeMap;

use super::walk::lines;
use oddsmith_dice::range::{FAR, Range, joined};
use oddsmith_dice::syntax::{Program, State, Statement};
use oddsmith_dice::{Extent, Extents, constant, extent, of_number};

/// Number of iterations after which bounds that still grow are considered infinite.
const ROUNDS: usize = 4;

/// Returns the range of each name over all rolls.
///
/// Steps are iterated to a fixed point. A bound that still grows after some iterations is
/// considered infinite, so a state that only decreases keeps its initial value as upper bound.
pub fn extents(program: &Program, fields: &BTreeMap<String, i64>) -> Extents {
    let mut known = Extents::new();
    for (field, number) in fields {
        known.insert(format!("${field}"), of_number((*number, *number)));
    }
    let mut states = BTreeMap::new();
    for line in lines(program) {
        if let Statement::State(all) = &line.statement {
            states.extend(all.iter().map(|state| (state.name.text.as_str(), state)));
        }
    }
    let most_steps = program.course.as_ref().and_then(|course| course.at_most);
    known.insert("steps".to_owned(), of_number((0, most_steps.map_or(FAR, i64::from))));
    for round in 0..=2 * ROUNDS {
        let before = known.clone();
        for line in lines(program) {
            match &line.statement {
                Statement::Bind(name, value) => {
                    let value = extent(value, &known);
                    let value = match states.get(&*name.text) {
                        Some(state) => grown(state, value, &known, fields, round),
                        None => value,
                    };
                    known.insert(name.text.clone(), value);
                }
                Statement::State(all) => {
                    for state in all {
                        let start = extent(&state.start, &known);
                        let start = grown(state, start, &known, fields, round);
                        known.insert(state.name.text.clone(), start);
                    }
                }
                Statement::Decide(name, words) => {
                    let last = words.len() as i64 - 1;
                    known.insert(name.text.clone(), of_number((0, last)));
                }
                _ => {}
            }
        }
        if before == known {
            break;
        }
    }
    known
}

/// Widens the range of a state by a possible value.
fn grown(
    state: &State,
    value: Extent,
    known: &Extents,
    fields: &BTreeMap<String, i64>,
    round: usize,
) -> Extent {
    if let Some((low, high)) = &state.bounds {
        let number = |end| constant(end, &|name| fields.get(name).copied());
        if let (Some(low), Some(high)) = (number(low), number(high)) {
            return of_number((low, high));
        }
    }
    let Some(old) = known.get(&state.name.text) else { return value };
    let wider = |old: Range, new: Range| {
        let mut wide = joined(old, new);
        if round >= ROUNDS {
            wide.0 = if wide.0 < old.0 { -FAR } else { wide.0 };
            wide.1 = if wide.1 > old.1 { FAR } else { wide.1 };
        }
        wide
    };
    Extent {
        number: wider(old.number, value.number),
        size: wider(old.size, value.size),
        face: wider(old.face, value.face),
    }
}
