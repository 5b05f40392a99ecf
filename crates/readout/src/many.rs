//! Page of many cases: a row for each, or a grid if two fields are swept.

use std::ops::RangeInclusive;

use super::{
    Shown, decimals, describe_event, grid, heading, named, place, swept, title_played, words,
};
use oddsmith_answers::Answer;
use oddsmith_base::{Parameter, Phrase};
use oddsmith_engine::odds::Estimate;
use oddsmith_engine::rule::Column;
use oddsmith_text::{Page, Table, numbers};

/// Returns the page of many cases. Cases with different ladders have separate tables.
pub fn many(answers: &[Answer], shown: &Shown) -> Page {
    let settings: Vec<_> = answers.iter().map(|answer| &answer.case.settings).collect();
    let swept = swept(&settings);
    let exact = answers.iter().filter(|answer| answer.laws.is_some()).count();
    let how = match exact {
        0 => ", simulated",
        _ if exact == answers.len() => ", exact",
        _ => "",
    };
    let first = answers.iter().find_map(|answer| shown.column(answer));
    // A grid has no room for quantiles.
    let grid = grid::grid(answers, shown, &swept).filter(|_| shown.quantiles.is_empty());
    // The heading describes the number in each cell of a grid.
    let cell = grid.is_some().then(|| cell_words(answers, shown));
    let tables: Vec<Table> = match grid {
        Some(table) => vec![table],
        None => ladders(answers, shown)
            .iter()
            .map(|answers| rows(answers, shown, &swept, how.is_empty()))
            .collect(),
    };
    let unit = first.map_or_else(String::new, |column| {
        let of_rows = || format!("{}{}", named(&column.name, column.at), shown.view.words());
        let name = cell.clone().unwrap_or_else(of_rows);
        let all: Vec<&Answer> = answers.iter().collect();
        let shares =
            cell.is_none() && !spread(&all, shown).is_empty() || shown.any_success(answers);
        let per_cent = if shares { ", per cent" } else { "" };
        format!("{name}{per_cent}{how}")
    });
    Page {
        title: title_played(&answers[0].case.entry, &answers[0].case.settings, &swept),
        unit,
        tables,
        lines: index_note(answers, shown).into_iter().collect(),
        ..Page::default()
    }
}

/// Describes the numbers of a grid: those of the event, or the means if no success is defined.
fn cell_words(answers: &[Answer], shown: &Shown) -> String {
    let columns = || answers.iter().filter_map(|answer| Some((answer, shown.column(answer)?)));
    let scores = columns().filter_map(|(answer, column)| Some((column, shown.success(answer)?)));
    let counts: Vec<(&Column, RangeInclusive<i32>)> = scores.collect();
    // "1 or more" is shown if at least one case has more.
    let widest = counts.iter().max_by_key(|(column, _)| column.scale.high());
    match (widest, columns().next()) {
        (None, Some((_, column))) => format!("mean {}", named(&column.name, column.at)),
        // A given event is the same for all cases; the success of a check may differ between cases.
        (Some((column, scores)), _) if shown.event.is_asked() => describe_event(column, scores),
        (Some((column, scores)), _)
            if counts.iter().all(|(other, own)| {
                own == scores && other.scale.names() == column.scale.names()
            }) =>
        {
            format!("success ({})", describe_event(column, scores))
        }
        _ => "success".to_owned(),
    }
}

/// Groups the cases by ladder.
fn ladders<'a>(answers: &'a [Answer], shown: &Shown) -> Vec<Vec<&'a Answer>> {
    let names = |answer: &'a Answer| shown.column(answer).map(|column| column.scale.names());
    let mut ladders: Vec<Vec<&Answer>> = Vec::new();
    for answer in answers {
        match ladders.iter_mut().find(|others| names(others[0]) == names(answer)) {
            Some(others) => others.push(answer),
            None => ladders.push(vec![answer]),
        }
    }
    ladders
}

/// Returns a note that only the first index of an indexed column is shown, unless one was given.
fn index_note(answers: &[Answer], shown: &Shown) -> Option<Phrase> {
    let shown_one = answers.iter().find_map(|answer| shown.column(answer))?;
    let same = |column: &&Column| column.name == shown_one.name;
    let columns = answers.iter().flat_map(Answer::columns);
    let last = columns.filter(same).filter_map(|column| column.at).max()?;
    let at = shown_one.at.filter(|at| shown.event.at.is_none() && *at < last)?;
    let name = &shown_one.name;
    let again = format!("{} is counted {last} times; this is number {at}. ", words(name));
    let column = Parameter::COLUMN.to(format!("{name}@{last}")).bare();
    Some(Phrase::from(again) + column + " shows the last.")
}

/// Returns the table of cases without the shown column.
fn without_column(answers: &[&Answer], swept: &[&str]) -> Table {
    let fields = swept.iter().map(|name| heading(answers[0], name));
    let row = |answer: &&Answer| {
        let place = place(&answer.case.settings, swept);
        place.into_iter().chain(["no such step".to_owned()])
    };
    Table::of(0, fields.chain(["none".to_owned()]), answers.iter().map(row))
}

/// Returns the scores that have a column each: all outcomes of a ladder, or a small range of
/// numbers; else an empty range.
pub fn spread(answers: &[&Answer], shown: &Shown) -> RangeInclusive<i32> {
    let scales = || answers.iter().filter_map(|answer| Some(&shown.column(answer)?.scale));
    let low = scales().map(|scale| scale.low()).min().unwrap_or(0);
    let high = scales().map(|scale| scale.high()).max().unwrap_or(0);
    let ladder = scales().all(|scale| !scale.names().is_empty());
    // Columns with many numbers are summarized by their moments.
    if ladder || (1..8).contains(&(high - low)) { low..=high } else { RangeInclusive::new(1, 0) }
}

/// Returns the heading of a quantile: "90 % at most".
pub fn quantile_name(level: f64) -> String {
    format!("{} % at most", numbers::plain(level * 100.0, 4))
}

/// Returns a score as text.
pub fn score_name(answer: &Answer, column: usize, score: i32) -> String {
    answer.columns()[column].scale.name(score).map_or_else(|| score.to_string(), words)
}

/// Returns a table with a row for each case.
fn rows(answers: &[&Answer], shown: &Shown, swept: &[&str], mixed: bool) -> Table {
    let Some(column) = shown.column(answers[0]) else { return without_column(answers, swept) };
    let spread = spread(answers, shown);
    let numbered = column.scale.names().is_empty();
    // Success scores that differ between cases have no common description.
    let scores = || answers.iter().filter_map(|answer| shown.success(answer));
    let alike = scores().all(|other| Some(other) == scores().next());
    let name = scores().next().map(|scores| match shown.event.is_asked() && alike {
        true => describe_event(column, &scores),
        false => "success".to_owned(),
    });
    let mut head: Vec<String> = swept.iter().map(|name| heading(answers[0], name)).collect();
    head.extend(
        spread.clone().map(|score| column.scale.name(score).map_or(score.to_string(), words)),
    );
    // If only the best outcome counts, the ladder already has its column.
    let name = name.filter(|name| !head.contains(name));
    head.extend(name.clone());
    let sampled = name.is_some() && answers.iter().any(|answer| answer.laws.is_none());
    head.extend(sampled.then(|| "95 %".to_owned()));
    if numbered {
        head.extend(["mean", "sd", "median"].map(str::to_owned));
    }
    head.extend(shown.quantiles.iter().map(|level| quantile_name(*level)));
    head.extend(mixed.then(|| "how".to_owned()));
    let rows = answers.iter().map(|answer| {
        let column = shown.event.place(answer.columns()).unwrap_or(0);
        let decimals = decimals(answer);
        let mut row = place(&answer.case.settings, swept);
        let cell = |scores| numbers::cell(&answer.share(column, scores), decimals);
        row.extend(spread.clone().map(|score| cell(shown.view.around(score))));
        if name.is_some() {
            let share = shown.success(answer).map(|scores| answer.share(column, scores));
            row.push(share.as_ref().map_or(String::new(), |share| numbers::cell(share, decimals)));
            row.extend(sampled.then(|| {
                let counted = |share: Estimate| share.sampled.filter(|_| !share.is_exact());
                share.and_then(counted).map_or(String::new(), |sampled| {
                    numbers::half_width(sampled.interval(), decimals)
                })
            }));
        }
        if numbered {
            let two = |value: f64| format!("{:.2}", value + 0.0).replace("-0.00", "0.00");
            row.extend(super::outcomes::moments(answer, column, "..").map_or_else(
                || ["none", "none", "none"].map(str::to_owned),
                |(mean, sd, median)| [two(mean), two(sd), median],
            ));
        }
        row.extend(shown.quantiles.iter().map(|level| {
            let histogram = answer.histogram(column);
            let found = histogram.and_then(|histogram| histogram.quantile(*level));
            found.map_or_else(|| "none".to_owned(), |score| score_name(answer, column, score))
        }));
        row.extend(mixed.then(|| {
            if answer.laws.is_some() { "exact".to_owned() } else { "simulated".to_owned() }
        }));
        row
    });
    Table::of(0, head, rows)
}
