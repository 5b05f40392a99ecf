//! Many cases: a row each, or a grid where two axes are swept.

use std::ops::RangeInclusive;

use super::{Shown, counted, decimals, grid, heading, named, place, swept, title_played, words};
use oddsmith_answers::Answer;
use oddsmith_base::{Parameter, Phrase};
use oddsmith_engine::odds::Estimate;
use oddsmith_engine::rule::Column;
use oddsmith_text::{Page, Table, numbers};

/// Many cases as a page. Cases that call their rungs by other names have a table of their own.
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
    // A cell of a grid is one number.
    let grid = grid::grid(answers, shown, &swept).filter(|_| shown.quantiles.is_empty());
    // A cell of a grid is one number: its head says which.
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
        lines: counted_again(answers, shown).into_iter().collect(),
        ..Page::default()
    }
}

/// What a cell of a grid is: the chance of what counts, or the mean where nothing does.
fn cell_words(answers: &[Answer], shown: &Shown) -> String {
    let columns = || answers.iter().filter_map(|answer| Some((answer, shown.column(answer)?)));
    let scores = columns().filter_map(|(answer, column)| Some((column, shown.success(answer)?)));
    let counts: Vec<(&Column, RangeInclusive<i32>)> = scores.collect();
    // "1 or more" is said where one case at least has more.
    let widest = counts.iter().max_by_key(|(column, _)| column.scale.high());
    match (widest, columns().next()) {
        (None, Some((_, column))) => format!("mean {}", named(&column.name, column.at)),
        // What is asked for is the same of all; a success may be another in the next case.
        (Some((column, scores)), _) if shown.event.is_asked() => counted(column, scores),
        (Some((column, scores)), _)
            if counts.iter().all(|(other, own)| {
                own == scores && other.scale.names() == column.scale.names()
            }) =>
        {
            format!("success ({})", counted(column, scores))
        }
        _ => "success".to_owned(),
    }
}

/// The cases by the ladders that they stand on.
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

/// A column that is counted several times is shown at its first, unless another was asked for.
fn counted_again(answers: &[Answer], shown: &Shown) -> Option<Phrase> {
    let shown_one = answers.iter().find_map(|answer| shown.column(answer))?;
    let same = |column: &&Column| column.name == shown_one.name;
    let columns = answers.iter().flat_map(Answer::columns);
    let last = columns.filter(same).filter_map(|column| column.at).max()?;
    let at = shown_one.at.filter(|at| shown.event.at.is_none() && *at < last)?;
    let name = &shown_one.name;
    let again = format!("{} is counted {last} times; this is number {at}. ", words(name));
    let column = Parameter::Column.to(format!("{name}@{last}")).bare();
    Some(Phrase::from(again) + column + " shows the last.")
}

/// The cases that have not what is shown.
fn none(answers: &[&Answer], swept: &[&str]) -> Table {
    let fields = swept.iter().map(|name| heading(answers[0], name));
    let mut table = Table::new(0, fields.chain(["none".to_owned()]));
    for answer in answers {
        table.row(
            place(&answer.case.settings, swept).into_iter().chain(["no such step".to_owned()]),
        );
    }
    table
}

/// The scores that get a column each: all rungs of a ladder, or the few numbers that the cases
/// have.
pub fn spread(answers: &[&Answer], shown: &Shown) -> RangeInclusive<i32> {
    let scales = || answers.iter().filter_map(|answer| Some(&shown.column(answer)?.scale));
    let low = scales().map(|scale| scale.low()).min().unwrap_or(0);
    let high = scales().map(|scale| scale.high()).max().unwrap_or(0);
    let ladder = scales().all(|scale| !scale.names().is_empty());
    // An empty range: a column of many numbers is summed up by its moments.
    if ladder || (1..8).contains(&(high - low)) { low..=high } else { RangeInclusive::new(1, 0) }
}

/// What a quantile is called: "at most, in 90 %".
pub fn quantile_name(level: f64) -> String {
    format!("{} % at most", numbers::plain(level * 100.0, 4))
}

/// A score as it is read.
pub fn score_name(answer: &Answer, column: usize, score: i32) -> String {
    answer.columns()[column].scale.name(score).map_or_else(|| score.to_string(), words)
}

/// A row for each case.
fn rows(answers: &[&Answer], shown: &Shown, swept: &[&str], mixed: bool) -> Table {
    let Some(column) = shown.column(answers[0]) else { return none(answers, swept) };
    let spread = spread(answers, shown);
    let numbered = column.scale.names().is_empty();
    // What counts may be another score in the next case, and then has no words for all.
    let scores = || answers.iter().filter_map(|answer| shown.success(answer));
    let alike = scores().all(|other| Some(other) == scores().next());
    let name = scores().next().map(|scores| match shown.event.is_asked() && alike {
        true => counted(column, &scores),
        false => "success".to_owned(),
    });
    let mut head: Vec<String> = swept.iter().map(|name| heading(answers[0], name)).collect();
    head.extend(
        spread.clone().map(|score| column.scale.name(score).map_or(score.to_string(), words)),
    );
    // The best rung alone has its column already.
    let name = name.filter(|name| !head.contains(name));
    head.extend(name.clone());
    let sampled = name.is_some() && answers.iter().any(|answer| answer.laws.is_none());
    head.extend(sampled.then(|| "95 %".to_owned()));
    if numbered {
        head.extend(["mean", "sd", "median"].map(str::to_owned));
    }
    head.extend(shown.quantiles.iter().map(|level| quantile_name(*level)));
    head.extend(mixed.then(|| "how".to_owned()));
    let mut table = Table::new(0, head);
    for answer in answers {
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
        table.row(row);
    }
    table
}
