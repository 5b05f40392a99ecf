//! Page of tuned settings.

use oddsmith_base::Phrase;
use oddsmith_expectations::Verdict;
use oddsmith_expectations::tune::{Search, Setting, Tuned};
use oddsmith_text::numbers::{cut, grouped, short};
use oddsmith_text::{Page, Table, listed};

/// Returns the page of the best settings of a file, with conflicts between expectations.
pub fn tune(title: &str, tuned: &Tuned) -> Page {
    let rows = tuned.best.first().map_or(0, |best| best.judgements.len());
    let mut heading: Vec<String> = tuned.best.first().map_or_else(Vec::new, |best| {
        best.values.iter().map(|(name, _)| name.replace('_', " ")).collect()
    });
    heading.extend(["met".to_owned(), "missed".to_owned()]);
    heading.extend((1..=rows).map(|number| format!("no. {number}")));
    let cells = tuned.best.iter().map(|setting| {
        let mut cells: Vec<String> =
            setting.values.iter().map(|(_, value)| value.to_string()).collect();
        cells.extend([format!("{} of {rows}", setting.met()), missed(setting.missed)]);
        cells.extend(setting.judgements.iter().map(|row| {
            let mark = if row.verdict == Verdict::Holds { "" } else { " !" };
            let figure = row.computed.split(" (").next().unwrap_or_default();
            format!("{}{mark}", cut(figure, 18))
        }));
        cells
    });
    let table = Table::of(0, heading, cells);
    let all = tuned.best.iter().filter(|setting| setting.met() == rows).count();
    let answer = match (tuned.best.first(), all) {
        (None, _) => "no setting was tried".to_owned(),
        (Some(best), 0) => {
            format!("No setting meets all expectations; {} comes nearest", describe_setting(best))
        }
        (Some(best), 1) if rows == 1 => format!("{} meets the expectation", describe_setting(best)),
        (Some(best), 1) => format!("{} meets all {rows} expectations", describe_setting(best)),
        (Some(best), more) => {
            let or_more = if more == tuned.best.len() { " or more" } else { "" };
            let more = format!("{more}{or_more}");
            format!("{} meets all {rows} expectations, the first of {more}", describe_setting(best))
        }
    };
    let first = tuned.best.first();
    let mut lines: Vec<String> = first
        .into_iter()
        .flat_map(|best| &best.judgements)
        .map(|row| {
            let name = row.subject.split_whitespace().collect::<Vec<_>>().join(" ");
            let name = name.split(" at ").next().unwrap_or_default().to_owned();
            format!("no. {}: {}, {}", row.number, cut(&name, 44), row.wanted)
        })
        .collect();
    lines.extend(tuned.never.iter().map(|row| format!("no setting meets no. {row}")));
    lines.extend(
        tuned.against.iter().map(|(one, other)| {
            format!("no. {one} and no. {other} conflict: no setting meets both")
        }),
    );
    let how = match tuned.search {
        Search::Grid => format!("Tried all {} settings.", grouped(tuned.of as u64)),
        Search::Descent(starts) => format!(
            "Tried {} of {} settings (coordinate descent from {starts} starts), so a better one \
                may exist.",
            grouped(tuned.tried as u64),
            grouped(tuned.of as u64)
        ),
    };
    Page {
        title: title.to_owned(),
        answer: vec![answer],
        tables: vec![table],
        lines: Phrase::all(lines),
        notes: vec![
            how.into(),
            "missed: sum of squared distances, in half-widths of `between` or 5 points".into(),
        ],
        ..Page::default()
    }
}

/// Describes a setting.
fn describe_setting(setting: &Setting) -> String {
    listed(setting.values.iter().map(|(name, value)| (name, value)))
}

fn missed(sum: f64) -> String {
    if sum < 1e-9 { "0".to_owned() } else { short(sum) }
}
