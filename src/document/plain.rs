//! The words of a scenario that has none of its own: each check with its range, and its table.

use crate::answer::{Answer, Answers, Results};
use crate::odds::Event;
use crate::page::{Shown, counted, page};
use crate::scenario::Scenario;
use crate::text::numbers::per_cent;
use crate::text::{capital, markdown};

/// The most cases of which a table is made.
const MOST: usize = 40;

/// Title, a sentence a check, and a table of each that is not too long.
pub fn plain(scenario: &Scenario, results: &Results) -> String {
    let title = &scenario.title;
    // What the charts are asked to count, the words count too.
    let asked = scenario.charts.iter().map(|chart| &chart.event).find(|event| event.is_asked());
    let mut parts = vec![format!("# {}", markdown(title))];
    let event = |check: &Answers| {
        let has = |event: &&Event| check.cases.iter().all(|answer| answer.event(event).is_some());
        asked.filter(has).cloned().unwrap_or_default()
    };
    let said = |check| markdown(&sentence(check, &event(check)));
    parts.extend(results.checks.iter().map(said));
    for check in &results.checks {
        let counted = check.cases.iter().all(Answer::is_counted);
        if counted && check.cases.len() <= MOST {
            let shown = Shown { event: event(check), ..Shown::default() };
            let page = page(&check.cases, &shown, results.seed);
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
fn sentence(check: &Answers, event: &Event) -> String {
    let figure = |answer: &Answer| {
        if !answer.is_counted() {
            return answer.solved().ok().map(|solved| solved.value);
        }
        answer.event(event).or_else(|| answer.mean(0)).map(|known| known.value())
    };
    let found: Vec<(usize, f64)> = (0..check.cases.len())
        .filter_map(|case| Some((case, figure(&check.cases[case])?)))
        .collect();
    let success = check.cases.iter().find_map(|answer| {
        let (place, scores) = event.target(answer.columns())?;
        Some(match event.is_asked() {
            true => counted(&answer.columns()[place], &scores),
            false => "success".to_owned(),
        })
    });
    let solved = check.cases.iter().any(|answer| !answer.is_counted());
    let (what, number): (&str, fn(f64) -> String) = match (solved, &success) {
        (true, _) => ("value", |value| format!("{value:.3}")),
        (_, Some(what)) => (what, |value| format!("{} %", per_cent(value, 1))),
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
