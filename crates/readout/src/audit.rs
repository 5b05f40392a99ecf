//! Pages of the audit: one row in full, or all rows as a table.

use oddsmith_base::{Named, Phrase};
use oddsmith_expectations::audit::{Audited, VERDICTS};
use oddsmith_registry::Whose;
use oddsmith_text::numbers::{cut, short};
use oddsmith_text::{Page, Table};

/// Width of a cell in a table for the terminal, in characters.
const CELL: usize = 30;

/// Returns the page of claims with their verdicts; `whole` keeps cells that are too wide for a
/// terminal.
pub fn audit(all: &[Audited], whole: bool) -> Page {
    if let [one] = all {
        return one_claim(one);
    }
    let texts = || all.iter().filter(|one| one.claim.whose == Whose::Text);
    let count = |verdict: &str| texts().filter(|one| one.row.verdict == verdict).count();
    let counts = VERDICTS.into_iter().filter(|word| count(word) > 0);
    let counted = |word| format!("{} {}", count(word), plural(word, count(word)));
    let counts: Vec<String> = counts.map(counted).collect();
    let ours = all.iter().filter(|one| one.claim.whose == Whose::Ours).count();
    let row = |one: &Audited| {
        let cell = |text: &str| if whole { text.to_owned() } else { cut(text, CELL) };
        let mark = if one.claim.whose == Whose::Ours { " *" } else { "" };
        let [claim, computed] = [&one.row.claim, &one.row.computed].map(|text| cell(text));
        [format!("{}{mark}", one.row.id), one.row.verdict.clone(), claim, computed]
    };
    let heading = ["row", "verdict", "claim", "computed"];
    Page {
        title: "What the rulebooks claim in numbers".to_owned(),
        answer: vec![format!("{} claims of the texts: {}", texts().count(), counts.join(", "))],
        tables: vec![Table::of(4, heading, all.iter().map(row))],
        notes: vec![
            "Each verdict follows from the tolerance stated in its row.".into(),
            format!("* {ours} comparisons of ours, which are not counted.").into(),
            Named::Audit + " shows a row in full.",
        ],
        ..Page::default()
    }
}

/// Returns a verdict in the form that agrees with a count.
fn plural(verdict: &'static str, count: usize) -> &'static str {
    match (verdict, count) {
        ("near", _) => "nearly",
        (word, 1) => word,
        ("holds", _) => "hold",
        ("fails", _) => "fail",
        ("depends", _) => "depend on a setting",
        (word, _) => word,
    }
}

fn one_claim(one: &Audited) -> Page {
    let whose = match one.claim.whose {
        Whose::Text => "the text says so",
        Whose::Ours => "a comparison of ours, not counted among the text's",
    };
    let mut lines = vec![
        format!("{}, {}: {whose}", one.system, one.claim.source),
        format!("test: {}", one.row.wanted),
    ];
    if let Some([low, high]) = one.row.interval {
        let end = |end: f64| if end.is_finite() { short(end) } else { "…".to_owned() };
        let within = |[from, to]: [f64; 2]| format!("from {} to {}", end(from), end(to));
        let holds = one.claim.figure().map_or(String::new(), |(_, bounds)| within(bounds.holds));
        let found = within([low, high]);
        lines.push(format!("the number that decides is {found}, and holds {holds}"));
    }
    lines.push(format!("see: {}", one.row.command));
    let sure = if one.row.sampled { "Simulated until an interval decided." } else { "Exact." };
    Page {
        title: format!("{}: {}", one.row.id, one.row.claim),
        answer: vec![format!("{}: {}", one.row.verdict, one.row.computed)],
        lines: Phrase::all(lines),
        notes: vec![sure.into()],
        ..Page::default()
    }
}
