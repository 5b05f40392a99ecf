//! Page of verdicts on expectations, and of changes since a baseline.

use oddsmith_base::Phrase;
use oddsmith_expectations::baseline::{Change, Changes};
use oddsmith_expectations::rows::ClaimRow;
use oddsmith_text::numbers::{cut, per_cent, points};
use oddsmith_text::{Page, Table, listed};

/// Width of a claim in a table, in characters; failed claims are shown in full below the table.
const CLAIM: usize = 38;

/// Largest number of changed cases in the table.
const LISTED: usize = 40;

/// Returns the page of one file.
pub fn verify(file: &str, title: &str, rows: &[ClaimRow], changes: Option<&Changes>) -> Page {
    let whole = table(rows, true);
    // If the table is too wide, intervals are shown only for failed expectations.
    let table = if whole.fits() { whole } else { table(rows, false) };
    let failed = rows.iter().filter(|row| row.verdict != "holds");
    let lines = failed.flat_map(|row| {
        let line = row.line.map_or_else(String::new, |line| format!(", line {line}"));
        let moved = row.verdict == "moved";
        let why = row.why.as_ref().filter(|_| !moved);
        let why = why.map_or_else(String::new, |why| format!(": {why}"));
        // After a change of bounds, the reason may no longer apply.
        let old = row.why.as_ref().filter(|_| moved);
        let expected = if moved { "; now expected" } else { ", expected" };
        [
            Some(format!("{} {}{line}{why}", row.id, row.verdict)),
            Some(format!("  {} is {}{expected} {}", row.claim, row.computed, row.wanted)),
            old.map(|why| format!("  `why` is as before, read it again: {why}")),
            Some(format!("  see: {}", row.command)),
        ]
    });
    let mut page = Page {
        title: format!("{file}: {title}"),
        lines: Phrase::all(lines.flatten()),
        notes: Phrase::all(precision_notes(rows)),
        ..Page::default()
    };
    if !rows.is_empty() {
        let also = ["moved", "undecided"].map(|verdict| match count(rows, verdict) {
            0 => String::new(),
            count => format!(", {count} {verdict}"),
        });
        let held = count(rows, "holds");
        page.answer.push(format!("{held} of {} expectations hold{}", rows.len(), also.concat()));
        page.tables.push(table);
    }
    if let Some(changes) = changes {
        add_changes(&mut page, changes);
    }
    page
}

/// Returns a table with a row for each expectation; `intervals` keeps those of simulated figures.
fn table(rows: &[ClaimRow], intervals: bool) -> Table {
    let row = |(number, row): (i32, &ClaimRow)| {
        let found = match row.computed.split_once(" (") {
            Some((found, _)) if row.sampled && !intervals => found,
            _ => &row.computed,
        };
        let [verdict, found, wanted] = [&row.verdict, found, &row.wanted].map(str::to_owned);
        [number.to_string(), verdict, cut(&row.claim, CLAIM), found, wanted]
    };
    let heading = ["no.", "verdict", "what", "found", "wanted"];
    Table::of(3, heading, (1..).zip(rows).map(row))
}

/// Returns notes about the error probability of the verdicts.
fn precision_notes(rows: &[ClaimRow]) -> Vec<String> {
    match rows.iter().filter(|row| row.sampled).count() {
        _ if rows.is_empty() => Vec::new(),
        0 => vec!["Exact.".to_owned()],
        sampled => {
            let open = count(rows, "undecided");
            let mut said = vec![format!(
                "{} of {} decided by simulation. A true row is called false at most 5 times in \
                 100, all rows together.",
                sampled - open,
                rows.len()
            )];
            if open > 0 {
                let undecided = "A row that stays undecided fails, true or not: widen its bounds, \
                                 or raise `trials`.";
                said.push(undecided.to_owned());
            }
            said
        }
    }
}

/// Returns the number of rows with a verdict.
fn count(rows: &[ClaimRow], verdict: &str) -> usize {
    rows.iter().filter(|row| row.verdict == verdict).count()
}

fn add_changes(page: &mut Page, changes: &Changes) {
    let count = changes.changed.len();
    let all = count + changes.same;
    page.answer.push(match count {
        0 => format!("no change in {all} cases"),
        _ => format!("{count} of {all} cases changed"),
    });
    if count > 0 {
        page.tables.push(changed(&changes.changed));
        page.notes.push("moved: the share of rolls whose result is another one now.".into());
    }
    if count > LISTED {
        page.lines.push(format!("and {} smaller changes", count - LISTED).into());
    }
    for (word, cases) in [("new", &changes.new), ("gone", &changes.gone)] {
        if !cases.is_empty() {
            let more = cases.len().saturating_sub(5);
            let listed = cases.iter().take(5).cloned().collect::<Vec<_>>().join("; ");
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            page.lines.push(format!("{word}: {listed}{more}").into());
        }
    }
}

/// Returns the table of changed cases, those with the largest change first.
fn changed(changes: &[Change]) -> Table {
    let row = |change: &Change| {
        let at = listed(&change.at);
        let case = match (change.label.is_empty(), at.is_empty()) {
            (true, _) => at,
            (_, true) => change.label.clone(),
            _ => format!("{}: {at}", change.label),
        };
        let share = |share: Option<f64>| share.map_or("–".to_owned(), |share| per_cent(share, 1));
        let step = change.before.zip(change.after).map(|(before, after)| points(after - before));
        let noise = if change.noisy { " (noise)" } else { "" };
        [
            cut(&case, CLAIM),
            share(change.before),
            share(change.after),
            step.map_or("–".to_owned(), |step| step + noise),
            per_cent(change.moved, 1),
            change.column.clone(),
        ]
    };
    let heading = ["case", "before", "now", "change", "moved", "column"];
    Table::of(1, heading, changes.iter().take(LISTED).map(row))
}
