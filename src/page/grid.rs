//! Two axes as a grid: one down the side, one along the head, one figure a cell.

use super::{Shown, decimals, place, words};
use crate::answer::Answer;
use crate::text::{Table, numbers};

/// How many columns of figures a grid may have and still be read.
const WIDEST: usize = 20;

/// The letters of a line.
const LINE: usize = 78;

/// The success (or where there is none the mean) of each case as a grid over the two fields that
/// are
/// swept; `None` where not two are, or the grid is wider than a line whichever way it is laid.
pub fn grid(answers: &[Answer], shown: &Shown, swept: &[&str]) -> Option<Table> {
    let [first, second] = swept else { return None };
    let places: Vec<Vec<String>> = answers.iter().map(|answer| place(answer, swept)).collect();
    let values = |axis: usize| {
        let mut values: Vec<&str> = Vec::new();
        for place in &places {
            if !values.contains(&place[axis].as_str()) {
                values.push(&place[axis]);
            }
        }
        values
    };
    let (rows, columns) = (values(0), values(1));
    if rows.len() * columns.len() != answers.len() {
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
    // A ladder without a success is shown rung by rung.
    let ladder = answers.iter().filter_map(|answer| shown.column(answer));
    if !shown.any_success(answers) && ladder.clone().any(|column| !column.scale.names().is_empty())
    {
        return None;
    }
    let cells: Vec<String> =
        answers.iter().map(|answer| figure(answer).unwrap_or_else(|| "none".into())).collect();
    let lay =
        |down: &[&str], along: &[&str], names: [&str; 2], at: &dyn Fn(usize, usize) -> usize| {
            let mut heading = vec![format!("{} \\ {}", words(names[0]), words(names[1]))];
            heading.extend(along.iter().map(|value| (*value).to_owned()));
            let mut table = Table::new(0, heading);
            for (row, name) in down.iter().enumerate() {
                let line = (0..along.len()).map(|column| cells[at(row, column)].clone());
                table.row(std::iter::once((*name).to_owned()).chain(line));
            }
            table
        };
    let fits = |table: &Table| table.text().lines().all(|line| line.chars().count() <= LINE);
    let width = columns.len();
    let upright = lay(&rows, &columns, [first, second], &|row, column| row * width + column);
    if columns.len() <= WIDEST && fits(&upright) {
        return Some(upright);
    }
    let lying = lay(&columns, &rows, [second, first], &|row, column| column * width + row);
    (rows.len() <= WIDEST && fits(&lying)).then_some(lying)
}
