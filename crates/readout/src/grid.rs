//! Grid of two axes: rows for one, columns for the other, one figure in each cell.

use std::collections::HashMap;

use super::{Shown, decimals, heading, place};
use oddsmith_answers::Answer;
use oddsmith_text::{Table, numbers, unique};

/// Largest number of columns of figures in a grid.
const WIDEST: usize = 20;

/// Returns the success share (or the mean if there is no success) of each case as a grid over the
/// two swept fields; `None` if there are not exactly two, or if the grid is too wide in both
/// orientations.
pub fn grid(answers: &[Answer], shown: &Shown, swept: &[&str]) -> Option<Table> {
    let [first, second] = swept else { return None };
    let places: Vec<Vec<String>> =
        answers.iter().map(|answer| place(&answer.case.settings, swept)).collect();
    let values = |axis: usize| unique(places.iter().map(|place| place[axis].as_str()));
    let (rows, columns) = (values(0), values(1));
    // The order of the cases depends on the order of the given fields and may differ from this one.
    let at = places.iter().map(|place| [place[0].as_str(), place[1].as_str()]);
    let at: HashMap<[&str; 2], &Answer> = at.zip(answers).collect();
    if at.len() != answers.len() || rows.len() * columns.len() != answers.len() {
        return None;
    }
    let figure = |answer: &Answer| -> Option<String> {
        let place = shown.event.place(answer.columns())?;
        if !shown.any_success(answers) {
            let mean = answer.mean(place)?.value();
            return Some(numbers::fixed(mean, 2, false));
        }
        let scores = shown.event.success_of(answer.columns(), place)?;
        Some(numbers::cell(&answer.share(place, scores), decimals(answer)))
    };
    // A ladder without a success is shown with all its outcomes instead.
    let ladder = answers.iter().filter_map(|answer| shown.column(answer));
    if !shown.any_success(answers) && ladder.clone().any(|column| !column.scale.names().is_empty())
    {
        return None;
    }
    let cell = |place: [&str; 2]| figure(at[&place]).unwrap_or_else(|| "none".into());
    let laid = |down: &[&str], along: &[&str], names: [&str; 2], lies: bool| {
        let [one, other] = names.map(|name| heading(&answers[0], name));
        let mut head = vec![format!("{one} \\ {other}")];
        head.extend(along.iter().map(|value| (*value).to_owned()));
        let rows = down.iter().map(|&row| {
            let line =
                along.iter().map(|&column| cell(if lies { [column, row] } else { [row, column] }));
            std::iter::once(row.to_owned()).chain(line).collect::<Vec<_>>()
        });
        Table::of(0, head, rows)
    };
    let upright = laid(&rows, &columns, [first, second], false);
    if columns.len() <= WIDEST && upright.fits() {
        return Some(upright);
    }
    let lying = laid(&columns, &rows, [second, first], true);
    (rows.len() <= WIDEST && lying.fits()).then_some(lying)
}
