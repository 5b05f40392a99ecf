//! The audit as people read it: one row in full, or all of them as a table for each text.

use crate::answer::audit::{Audited, VERDICTS};
use crate::text::numbers::cut;
use crate::text::{Page, Table};
use oddsmith_base::{Named, Phrase};

/// The letters of a cell in a table for the terminal.
const CELL: usize = 30;

/// The claims with their verdicts; `whole` where cells need not fit a terminal.
pub fn audit(all: &[Audited], whole: bool) -> Page {
    if let [one] = all {
        return alone(one);
    }
    let count = |verdict: &str| all.iter().filter(|one| one.row.verdict == verdict).count();
    let counts = VERDICTS.into_iter().filter(|word| count(word) > 0);
    let counts: Vec<String> = counts.map(|word| format!("{} {word}", count(word))).collect();
    let mut table = Table::new(4, ["row", "verdict", "claim", "computed"]);
    for one in all {
        let cell = |text: &str| if whole { text.to_owned() } else { cut(text, CELL) };
        table.row([
            one.row.id.clone(),
            one.row.verdict.clone(),
            cell(&one.row.claim),
            cell(&one.row.computed),
        ]);
    }
    Page {
        title: "What the rulebooks claim in numbers".to_owned(),
        answer: vec![counts.join(", ")],
        tables: vec![table],
        notes: vec![
            "Each verdict follows from the tolerance stated in its row.".into(),
            Named::Audit + " shows a row in full.",
        ],
        ..Page::default()
    }
}

fn alone(one: &Audited) -> Page {
    let sure = if one.row.sampled { "Simulated" } else { "exactly" };
    Page {
        title: format!("{}: {}", one.row.id, one.row.claim),
        answer: vec![format!("{}: {}", one.row.verdict, one.row.computed)],
        lines: Phrase::all([
            format!("{}, {}", one.system, one.claim.source),
            format!("test: {}", one.row.wanted),
            format!("see: {}", one.row.command),
        ]),
        notes: vec![format!("{sure}").into()],
        ..Page::default()
    }
}
