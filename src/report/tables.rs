//! The tables of a scenario that has no report of its own.

use super::Work;
use super::work::{answering, words};
use crate::frame::Share;
use crate::odds::{Histogram, Known};
use crate::scenario::{Answered, Difference, Finding};
use crate::text::Table;
use crate::text::numbers::{per_cent, points, sampled};

/// The most rows of a table that people read; all of it is in the frames.
const MOST: usize = 60;

/// One table for checks that sweep one axis and have a success; else one for each check, and one for the differences of pairs.
pub fn usual_tables(work: &Work) -> Vec<(String, Table)> {
    let alone = || work.answers.checks.iter().map(of_check).chain(differences(work)).collect();
    side_by_side(work).map_or_else(alone, |table| vec![table])
}

/// What was played on the same luck: by how much the one succeeds more often.
fn differences(work: &Work) -> Option<(String, Table)> {
    let (checks, differences) = (&work.answers.checks, &work.answers.differences);
    let first = checks.get(differences.first()?.a)?;
    let mut heading: Vec<String> = first.axes.iter().map(|axis| words(&axis.name)).collect();
    heading.extend(["success of", "less that of", "points"].map(str::to_owned));
    let mut table = Table::new(first.axes.len() + 2, heading);
    for Difference { a, b, case, known, .. } in differences.iter().take(MOST) {
        let mut row: Vec<String> = checks[*a].point(*case).map(|(_, value)| words(value)).collect();
        row.resize(first.axes.len(), String::new());
        row.extend([checks[*a].label.clone(), checks[*b].label.clone(), difference(*known)]);
        table.row(row);
    }
    Some(("Differences on the same luck, in points, with their 95 % intervals.".to_owned(), table))
}

/// A difference in points, with its interval where it is not exact.
fn difference(known: Known) -> String {
    let Known { share, interval } = known;
    if interval.low == interval.high {
        return points(share);
    }
    format!("{} ({} to {})", points(share), points(interval.low), points(interval.high))
}

/// The success of several checks along the one axis that they share, with the difference where they are two.
fn side_by_side(work: &Work) -> Option<(String, Table)> {
    let checks = &work.answers.checks;
    let axis = checks.first()?.axes.first()?;
    let alike = |check: &Answered| {
        check.axes.len() == 1 && check.axes[0].name == axis.name && answering(check).is_some()
    };
    if checks.len() < 2 || axis.values.len() > MOST || !checks.iter().all(alike) {
        return None;
    }
    let labels: Vec<&str> = checks.iter().map(|check| check.label.as_str()).collect();
    let found = work.successes(&labels, &[&axis.name]).ok()?;
    let mut heading = vec![words(&axis.name)];
    heading.extend(labels.iter().map(|label| (*label).to_owned()));
    heading.extend((labels.len() == 2).then(|| "difference, points".to_owned()));
    let mut table = Table::new(1, heading);
    for value in &axis.values {
        let share = |label: &&str| {
            found
                .iter()
                .find(|share| share.label == **label && share.point[0].as_deref() == Some(value))
        };
        let shares: Vec<Option<&Share>> = labels.iter().map(share).collect();
        let mut row = vec![words(value)];
        row.extend(shares.iter().map(|share| share.map_or(String::new(), known)));
        if let [Some(one), Some(other)] = shares[..] {
            // Shares that were sampled on the same luck know their difference better.
            let paired = work
                .answers
                .differences
                .iter()
                .find(|known| (known.a, known.b, known.case) == (0, 1, one.case));
            let paired = paired
                .filter(|_| one.exact.is_none() || other.exact.is_none())
                .map(|paired| paired.known);
            let known =
                paired.or(one.known().zip(other.known()).map(|(one, other)| one.less(other, 0.0)));
            row.push(known.map_or(String::new(), difference));
        } else if labels.len() == 2 {
            row.push(String::new());
        }
        table.row(row);
    }
    Some((format!("Success by {}, per cent.", words(&axis.name)), table))
}

/// A share in per cent, with its interval where it was sampled.
pub fn known(share: &Share) -> String {
    match (share.exact, share.sampled) {
        (Some(exact), _) => per_cent(exact, 1),
        (None, Some(known)) => {
            let (share, interval) = sampled(known.share, known.interval);
            format!("{share} ({interval})")
        }
        (None, None) => String::new(),
    }
}

/// A row for each case of a check: rungs, or success and moments.
fn of_check(check: &Answered) -> (String, Table) {
    let Some(first) = check.findings.first() else {
        return (check.label.clone(), Table::new(0, [""]));
    };
    let place = first.case.success().map_or(0, |(place, _)| place);
    let column = &first.case.columns()[place];
    let rungs: Vec<i32> =
        column.scale.scores().filter(|_| !column.scale.names().is_empty()).collect();
    let mut heading: Vec<String> = check.axes.iter().map(|axis| words(&axis.name)).collect();
    heading.extend(rungs.iter().filter_map(|&rung| column.scale.name(rung)).map(words));
    heading.extend(column.success.filter(|_| rungs.len() != 2).map(|_| "success".to_owned()));
    let moments = rungs.is_empty();
    heading
        .extend(moments.then(|| ["mean", "sd", "median"].map(str::to_owned)).into_iter().flatten());
    let mut table = Table::new(check.axes.len(), heading);
    let columns = check.in_each(&column);
    for (number, (finding, here)) in check.findings.iter().zip(columns).take(MOST).enumerate() {
        let place = here.and_then(|here| {
            finding.case.columns().iter().position(|column| std::ptr::eq(column, here))
        });
        let (Some(here), Some(histogram)) =
            (here, place.and_then(|place| histogram(finding, place)))
        else {
            continue;
        };
        let mut row: Vec<String> = check.point(number).map(|(_, value)| words(value)).collect();
        row.extend(rungs.iter().map(|&rung| per_cent(histogram.share(rung), 1)));
        let success = here
            .success
            .map_or_else(|| "none".to_owned(), |success| per_cent(histogram.share_of(success), 1));
        row.extend(column.success.filter(|_| rungs.len() != 2).map(|_| success));
        if moments {
            let number = |value: Option<f64>| {
                value.map_or_else(|| "none".to_owned(), |value| format!("{value:.2}"))
            };
            row.extend([
                number(histogram.mean()),
                number(histogram.sd()),
                histogram.median().map_or_else(|| "none".to_owned(), |median| median.to_string()),
            ]);
        }
        table.row(row);
    }
    let more = if check.findings.len() > MOST {
        format!(" (the first {MOST} of {} cases)", check.findings.len())
    } else {
        String::new()
    };
    (
        format!(
            "{}: {}, per cent{more}.",
            check.label,
            words(column.name) + &column.at.map_or(String::new(), |at| format!("@{at}"))
        ),
        table,
    )
}

/// The law of a histogram, or else its tally.
fn histogram(finding: &Finding, place: usize) -> Option<&dyn Histogram> {
    let law = finding.laws.as_ref().map(|laws| &laws.columns[place] as &dyn Histogram);
    law.or(finding.tallies.as_ref().map(|tallies| &tallies.columns[place] as &dyn Histogram))
}
