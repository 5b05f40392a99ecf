//! The words of a scenario that has none of its own: each check with its range, and its table.

use crate::answer::{Answer, Answers, Results};
use crate::odds::Event;
use crate::page::{Shown, page};
use crate::text::numbers::per_cent;
use crate::text::{capital, markdown};

/// The most cases of which a table is made.
const MOST: usize = 40;

/// Title, a sentence a check, and a table of each that is not too long.
pub fn plain(title: &str, results: &Results) -> String {
    let mut parts = vec![format!("# {}", markdown(title))];
    parts.extend(results.checks.iter().map(|check| markdown(&sentence(check))));
    for check in &results.checks {
        let counted = check.cases.iter().all(Answer::is_counted);
        if counted && check.cases.len() <= MOST {
            let page = page(&check.cases, &Shown::default(), results.seed);
            parts.push(format!(
                "{}.",
                markdown(&capital(&format!("{}: {}", check.label, page.unit)))
            ));
            parts.extend(page.tables.iter().map(|table| table.markdown().trim_end().to_owned()));
        }
    }
    parts.join("\n\n") + "\n"
}

/// "Cards: success 3.2 % to 85.9 % (damage 20; damage 0)."
fn sentence(check: &Answers) -> String {
    let figure = |answer: &Answer| {
        if !answer.is_counted() {
            return answer.solved().ok().map(|solved| solved.value);
        }
        answer.event(&Event::SUCCESS).or_else(|| answer.mean(0)).map(|known| known.value())
    };
    let found: Vec<(usize, f64)> = (0..check.cases.len())
        .filter_map(|case| Some((case, figure(&check.cases[case])?)))
        .collect();
    let success = check.cases.iter().any(|answer| answer.event(&Event::SUCCESS).is_some());
    let solved = check.cases.iter().any(|answer| !answer.is_counted());
    let (what, number): (_, fn(f64) -> String) = match (solved, success) {
        (true, _) => ("value", |value| format!("{value:.3}")),
        (_, true) => ("success", |value| format!("{} %", per_cent(value, 1))),
        _ => ("mean", |value| format!("{value:.2}")),
    };
    let by = |one: &&(usize, f64), other: &&(usize, f64)| one.1.total_cmp(&other.1);
    let ends = found.iter().min_by(by).zip(found.iter().rev().max_by(by));
    let Some((least, most)) = ends else {
        return format!("{}: {} cases.", capital(&check.label), check.cases.len());
    };
    let at = |case: usize| {
        let place = check.point(case);
        let place =
            place.iter().map(|(axis, value)| format!("{} {value}", crate::page::words(axis)));
        place.collect::<Vec<_>>().join(", ")
    };
    match least.1 == most.1 {
        true => format!("{}: {what} {}.", capital(&check.label), number(least.1)),
        false => format!(
            "{}: {what} from {} ({}) to {} ({}).",
            capital(&check.label),
            number(least.1),
            at(least.0),
            number(most.1),
            at(most.0)
        ),
    }
}
