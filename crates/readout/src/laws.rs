//! Comparison of laws of checks without a success: a column for each check, a row for each score.

use std::collections::BTreeSet;

use super::cards::{VALUES, is_card};
use super::outcomes::moments;
use super::{ROLL, Shown, named, policies, words};
use oddsmith_answers::{Answer, Answers};
use oddsmith_base::Phrase;
use oddsmith_engine::odds::Event;
use oddsmith_text::{Page, Table, numbers, unique};

/// Largest number of rows; beyond it only the means are shown.
const MOST_ROWS: usize = 400;

/// Returns true if the checks have one case each, no event is given, and one has no success.
pub(super) fn are_laws(checks: &[Answers], events: &[Event]) -> bool {
    let one_each = checks.iter().all(|check| check.cases.len() == 1);
    let nothing_asked = events.iter().all(|event| !event.is_asked());
    let mut cases = checks.iter().zip(events).flat_map(|(check, event)| {
        check.cases.iter().map(move |answer| answer.event(event).is_none())
    });
    one_each && nothing_asked && cases.any(|without| without)
}

/// Returns the page of the laws of checks with one case each.
pub(super) fn laws(checks: &[Answers], events: &[Event], shown: &Shown) -> Page {
    let sides: Vec<(&Answer, usize)> = checks
        .iter()
        .zip(events)
        .filter_map(|(check, event)| {
            let answer = check.cases.first()?;
            Some((answer, event.place(answer.columns())?))
        })
        .collect();
    let labels = unique(checks.iter().map(|check| check.label.clone()));
    let rows = rows(&sides);
    let name = |(answer, place): &(&Answer, usize)| {
        let column = &answer.columns()[*place];
        named(&column.name, column.at)
    };
    let names: BTreeSet<String> = sides.iter().map(name).collect();
    let what = names.into_iter().collect::<Vec<_>>().join(", ");
    let rows = rows.iter().filter(|_| rows.len() <= MOST_ROWS).map(|(name, score)| {
        let cell = |(answer, place): &(&Answer, usize)| {
            let scale = &answer.columns()[*place].scale;
            let here = match scale.names() {
                [] => *score,
                names => match names.iter().position(|own| words(own) == *name) {
                    Some(place) => scale.score(place),
                    None => return String::new(),
                },
            };
            let share = answer.share(*place, shown.view.around(here));
            if share.value() > 0.0 { numbers::cell(&share, 2) } else { String::new() }
        };
        std::iter::once(name.clone()).chain(sides.iter().map(cell)).collect::<Vec<_>>()
    });
    let heading = std::iter::once(&what).chain(&labels).cloned();
    let shares = Table::of(1, heading, rows);
    let means = labels.iter().zip(&sides).filter_map(|(label, (answer, place))| {
        let (mean, sd, median) = moments(answer, *place, "..")?;
        Some([label.clone(), numbers::short(mean), numbers::short(sd), median])
    });
    let means = Table::of(1, ["", "mean", "sd", "median"], means);
    let how = match sides.iter().all(|(answer, _)| answer.laws.is_some()) {
        true => "exact",
        false => "simulated",
    };
    let tables = [shares, means].into_iter().filter(|table| !table.rows().is_empty());
    Page {
        title: labels.join(", "),
        answer: unlike(&labels, &sides).into_iter().collect(),
        unit: format!("{what}{}, per cent, {how}", shown.view.words()),
        tables: tables.collect(),
        lines: Phrase::all(
            policies(checks).into_iter().chain(scales(&labels, &sides)).chain(reached(&sides)),
        ),
        ..Page::default()
    }
}

/// Returns a warning if the checks show different columns, such as a margin and a total, whose rows
/// are not comparable.
fn unlike(labels: &[String], sides: &[(&Answer, usize)]) -> Option<String> {
    let name = |(answer, place): &(&Answer, usize)| {
        let column = &answer.columns()[*place];
        column.scale.names().is_empty().then(|| named(&column.name, column.at))
    };
    let names: Vec<String> = sides.iter().map(name).collect::<Option<_>>()?;
    let differ = names.windows(2).any(|pair| pair[0] != pair[1]);
    let each = labels.iter().zip(&names).map(|(label, name)| format!("the {name} of {label}"));
    differ.then(|| format!("These are different things: {}", each.collect::<Vec<_>>().join(", ")))
}

/// Returns a hint for comparing success shares if only some rolls have a difficulty.
fn reached(sides: &[(&Answer, usize)]) -> Option<String> {
    let set = |answer: &Answer, name: &str| {
        let value = answer.case.settings.given().get(name)?.to_string();
        (answer.case.entry.id == ROLL && value != "none").then_some(value)
    };
    let dc = sides.iter().find_map(|(answer, _)| set(answer, "dc"))?;
    let (without, _) = sides.iter().find(|(answer, _)| set(answer, "dc").is_none())?;
    let luck = set(without, "luck").filter(|_| without.event(&Event::SUCCESS).is_none())?;
    Some(format!("To compare chances give each a number to reach: `{luck} vs {dc}`"))
}

/// Returns notes about different scales: cards and numbers, or different results.
fn scales(labels: &[String], sides: &[(&Answer, usize)]) -> Vec<String> {
    let cards = |(answer, place): &(&Answer, usize)| is_card(answer, *place);
    if sides.iter().any(cards) {
        let are: Vec<&str> = labels
            .iter()
            .zip(sides)
            .filter(|(_, side)| cards(side))
            .map(|(l, _)| l.as_str())
            .collect();
        let unlike = if are.len() < sides.len() { "The scales differ. " } else { "" };
        return vec![format!("{unlike}{}: {VALUES}", are.join(", "))];
    }
    let scale = |(answer, place): &(&Answer, usize)| {
        let column = &answer.columns()[*place];
        let names: Vec<String> = column.scale.names().iter().map(|name| words(name)).collect();
        (named(&column.name, column.at), names)
    };
    let all: Vec<(String, Vec<String>)> = sides.iter().map(scale).collect();
    let numbers = all.iter().all(|(_, names)| names.is_empty());
    if numbers || all.windows(2).all(|pair| pair[0] == pair[1]) {
        return Vec::new();
    }
    let each = labels.iter().zip(&all).map(|(label, (name, names))| match names.is_empty() {
        true => format!("  {label}: numbers ({name})"),
        false => format!("  {label}: {}", names.join(", ")),
    });
    std::iter::once(
        "The scales differ; a row compares what has the same name or number:".to_owned(),
    )
    .chain(each)
    .collect()
}

/// Returns the scores that come up in any of the checks, each with its name.
fn rows(sides: &[(&Answer, usize)]) -> Vec<(String, i32)> {
    let (mut numbers, mut names): (BTreeSet<i32>, Vec<String>) = (BTreeSet::new(), Vec::new());
    for (answer, place) in sides {
        let scale = &answer.columns()[*place].scale;
        names.extend(scale.names().iter().map(|name| words(name)));
        if scale.names().is_empty() {
            let there = answer.outcomes(*place).filter(|outcome| outcome.share.value() > 0.0);
            numbers.extend(there.filter_map(|outcome| outcome.score));
        }
    }
    let numbers = numbers.into_iter().map(|number| (number.to_string(), number));
    numbers.chain(unique(names).into_iter().map(|name| (name, 0))).collect()
}
