//! The outcomes of one case as tables: every score of a column, or an indexed column step by step.

use std::ops::RangeInclusive;

use super::view::{Cumulation, View};
use crate::odds::Histogram;
use crate::rule::{Column, Success};
use crate::scenario::Finding;
use crate::text::{Table, numbers};

/// A name as it is read: "improved critical".
pub fn words(name: &str) -> String {
    name.replace('_', " ")
}

/// A column as it is read, with its index where it has one: "win@3".
pub fn named(name: &str, at: Option<u32>) -> String {
    at.map_or_else(|| words(name), |at| format!("{}@{at}", words(name)))
}

/// What counts as a success, in words.
pub fn success_words(column: &Column, success: Success) -> String {
    let name = |score| column.scale.name(score).map(words);
    match success {
        Success::AtLeast(score) if score == column.scale.high() => {
            name(score).unwrap_or_else(|| format!("{} = {score}", words(column.name)))
        }
        Success::AtLeast(score) => name(score)
            .map_or(format!("{} >= {score}", words(column.name)), |rung| {
                format!("{rung} or better")
            }),
        Success::AtMost(score) => name(score)
            .map_or(format!("{} <= {score}", words(column.name)), |rung| {
                format!("{rung} or worse")
            }),
    }
}

/// The share of the scores in a range: exact where there is a law, else sampled.
pub fn share(finding: &Finding, column: usize, scores: RangeInclusive<i32>) -> f64 {
    match (&finding.laws, &finding.tallies) {
        (Some(laws), _) => laws.columns[column].share_within(scores),
        (None, Some(tallies)) => tallies.columns[column].share_within(scores),
        (None, None) => f64::NAN,
    }
}

/// Mean, standard deviation and median of a column: exact where there is a law, else sampled.
pub fn moments(finding: &Finding, column: usize) -> Option<(f64, f64, i32)> {
    let of =
        |histogram: &dyn Histogram| Some((histogram.mean()?, histogram.sd()?, histogram.median()?));
    match (&finding.laws, &finding.tallies) {
        (Some(laws), _) => of(&laws.columns[column]),
        (None, Some(tallies)) => of(&tallies.columns[column]),
        (None, None) => None,
    }
}

/// Of what is left at the end of a long column so little is one row.
const REST: f64 = 1e-3;

/// Every score of a column with its share; `short` has the last of many numbers in one row.
pub fn outcomes(finding: &Finding, place: usize, view: &View, short: bool) -> Table {
    let column = &finding.case.columns()[place];
    let (law, tally) = (
        finding.laws.as_ref().map(|laws| &laws.columns[place]),
        finding.tallies.as_ref().map(|tallies| &tallies.columns[place]),
    );
    let mut heading = vec![format!("{}{}", named(column.name, column.at), view.cumulation.words())];
    let fractions = law.filter(|law| {
        column
            .scale
            .scores()
            .all(|score| law.exactly(score).fraction().is_some_and(|fraction| fraction.len() <= 13))
    });
    heading.extend(law.map(|_| "per cent".to_owned()));
    heading.extend(fractions.map(|_| "fraction".to_owned()));
    heading.extend(tally.iter().flat_map(|_| ["sampled".to_owned(), "95 % interval".to_owned()]));
    heading.push(String::new());
    let mut table = Table::new(1, heading);
    let shares: Vec<f64> =
        column.scale.scores().map(|score| share(finding, place, view.around(score))).collect();
    let most = shares.iter().copied().fold(0.0, f64::max);
    let scored: f64 = shares.iter().sum();
    let mut above = scored;
    for (score, total) in column.scale.scores().zip(shares) {
        let rest = short && above <= scored * REST && above > total;
        above -= total;
        // Plain numbers that never come up are left out; a rung is not.
        if column.scale.names().is_empty() && total <= 0.0 {
            continue;
        }
        let capped = if rest || column.scale.capped_at() == Some(score) { " or more" } else { "" };
        let scores = if rest { score..=column.scale.high() } else { view.around(score) };
        let total = if rest { share(finding, place, scores.clone()) } else { total };
        let mut row =
            vec![column.scale.name(score).map_or_else(|| format!("{score}{capped}"), words)];
        row.extend(law.map(|_| numbers::per_cent(total, 2)));
        row.extend(fractions.map(|law| law.within(scores.clone()).fraction().unwrap_or_default()));
        if let Some(tally) = tally {
            let hits = tally.within(scores);
            let (share, interval) =
                numbers::sampled(hits as f64 / tally.trials() as f64, tally.interval_of(hits));
            row.extend([share, interval]);
        }
        row.push(bar(total / most));
        table.row(row);
        if rest {
            break;
        }
    }
    let none = law
        .map_or(0.0, |law| law.none().value)
        .max(tally.map_or(0.0, |tally| 1.0 - tally.scored()));
    if none > 0.0 && view.cumulation == Cumulation::Exactly {
        let mut row = vec!["none".to_owned()];
        row.extend(law.map(|law| numbers::per_cent(law.none().value, 2)));
        row.extend(fractions.map(|law| law.none().fraction().unwrap_or_default()));
        if let Some(tally) = tally {
            let (share, interval) =
                numbers::sampled(1.0 - tally.scored(), tally.interval_of(tally.none()));
            row.extend([share, interval]);
        }
        row.push(bar(none / most));
        table.row(row);
    }
    table
}

/// An indexed column: a row for each index; its rungs, or its mean and spread.
pub fn by_index(finding: &Finding, first: usize, view: &View) -> Table {
    let columns = finding.case.columns();
    let column = &columns[first];
    let success = view.success_of(column).map(|success| {
        if view.asked.is_some() { success_words(column, success) } else { "success".into() }
    });
    let rungs = || column.scale.scores().filter(|_| !column.scale.names().is_empty());
    let mut heading = vec![format!("{}{} at", words(column.name), view.cumulation.words())];
    heading.extend(rungs().filter_map(|score| column.scale.name(score)).map(words));
    let success = success.filter(|name| !heading.contains(name));
    heading.extend(success.clone());
    if rungs().next().is_none() {
        heading.extend(["mean", "sd", "median"].map(str::to_owned));
    }
    let none = |place: usize| {
        finding.laws.as_ref().map_or_else(
            || {
                finding
                    .tallies
                    .as_ref()
                    .map_or(0.0, |tallies| 1.0 - tallies.columns[place].scored())
            },
            |laws| laws.columns[place].none().value,
        )
    };
    let places = || (first..columns.len()).take_while(|&place| columns[place].name == column.name);
    let some_end = places().any(|place| none(place) > 0.0);
    heading.extend(some_end.then(|| "none".to_owned()));
    let mut table = Table::new(0, heading);
    for place in places() {
        let cell = |scores| numbers::per_cent(share(finding, place, scores), 1);
        let mut row = vec![columns[place].at.unwrap_or_default().to_string()];
        row.extend(rungs().map(|score| cell(view.around(score))));
        row.extend(
            success
                .as_ref()
                .and_then(|_| view.success_of(&columns[place]))
                .map(|success| cell(success.scores())),
        );
        if rungs().next().is_none() {
            let moments = moments(finding, place).map(|(mean, sd, median)| {
                [format!("{mean:.2}"), format!("{sd:.2}"), median.to_string()]
            });
            row.extend(moments.unwrap_or_else(|| ["none"; 3].map(str::to_owned)));
        }
        row.extend(some_end.then(|| numbers::per_cent(none(place), 1)));
        table.row(row);
    }
    table
}

/// A bar of at most 16 letters, filled to the left.
fn bar(part: f64) -> String {
    let eighths = (part.clamp(0.0, 1.0) * 16.0 * 8.0).round() as usize;
    let last = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
    let bar = "█".repeat(eighths / 8) + last;
    format!("{bar:<16}")
}
