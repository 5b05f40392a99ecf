//! Page of tuned settings.

use oddsmith_base::Phrase;
use oddsmith_expectations::Verdict;
use oddsmith_expectations::tune::{Search, Tuned};
use oddsmith_text::numbers::{cut, grouped, short};
use oddsmith_text::{Page, Table, listed};

/// Returns the page of the best settings of a file, with conflicts between expectations.
pub fn tune(title: &str, tuned: &Tuned) -> Page {
    let first = || tuned.best.first().into_iter();
    let rows: usize = first().map(|best| best.judgements.len()).sum();
    let names = first().flat_map(|best| &best.values).map(|(name, _)| name.replace('_', " "));
    let numbers = (1..=rows).map(|number| format!("no. {number}"));
    let heading = names.chain(["met", "missed"].map(str::to_owned)).chain(numbers);
    let cells = tuned.best.iter().map(|setting| {
        let mut cells: Vec<String> =
            setting.values.iter().map(|(_, value)| value.to_string()).collect();
        cells.extend([format!("{} of {rows}", setting.met()), short(setting.missed)]);
        cells.extend(setting.judgements.iter().map(|row| {
            let mark = if row.verdict == Verdict::Holds { "" } else { " !" };
            let figure = row.computed.split(" (").next().unwrap_or_default();
            format!("{}{mark}", cut(figure, 18))
        }));
        cells
    });
    let table = Table::of(0, heading, cells);
    let all = tuned.best.iter().filter(|setting| setting.met() == rows).count();
    let values = first().flat_map(|best| &best.values);
    let best = listed(values.map(|(name, value)| (name, value)));
    let answer = match (tuned.best.len(), all) {
        (0, _) => "no setting was tried".to_owned(),
        (_, 0) => format!("No setting meets all expectations; {best} comes nearest"),
        (_, 1) if rows == 1 => format!("{best} meets the expectation"),
        (_, 1) => format!("{best} meets all {rows} expectations"),
        (shown, all) => {
            let or_more = if all == shown { " or more" } else { "" };
            format!("{best} meets all {rows} expectations, the first of {all}{or_more}")
        }
    };
    let mut lines: Vec<String> = first()
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
