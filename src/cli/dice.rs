//! Command `oddsmith list dice`: a reference of the language of dice, decks and rules.

use serde::Serialize;

use super::{BOLD, DIM};
use crate::answer::json;
use crate::dice::foreign::{EXAMPLES, meaning};
use crate::dice::guide::{GUIDE, GuideRow, WHOLE, Written};
use crate::text::wrapped;

/// Column at which the meanings begin.
const MEANS: usize = 28;

/// Returns the reference as text for a terminal.
pub fn page() -> String {
    let mut text = String::new();
    for part in GUIDE {
        text += &format!("\n  {BOLD}{}{BOLD:#}\n", part.title);
        if !part.about.is_empty() {
            text += &format!("  {DIM}{}{DIM:#}\n", wrapped(part.about, 76, "  "));
        }
        let elsewhere = part.kind == Written::Foreign;
        for (written, whose) in EXAMPLES.iter().filter(|_| elsewhere) {
            text += &row(written, &format!("{whose}. Here: {}", meaning(written)));
        }
        for GuideRow { written, means, .. } in part.rows {
            text += &row(written, means);
        }
    }
    text += &format!("\n  {BOLD}Whole rules{BOLD:#}\n");
    for whole in WHOLE {
        text += &format!("  {DIM}# {}{DIM:#}\n", whole.title);
        text.extend(whole.table.lines().map(|line| format!("    {line}\n")));
        text += &format!("    $ {}\n\n", command(whole.asked));
    }
    text
}

/// Returns a row: the notation, and its meaning to the right or, after a long notation, below.
fn row(written: &str, means: &str) -> String {
    let indent = " ".repeat(MEANS);
    let gap = match written.chars().count() + 6 <= MEANS {
        true => " ".repeat(MEANS - 4 - written.chars().count()),
        false => format!("\n{indent}"),
    };
    format!("    {written}{gap}{}\n", wrapped(means, 78 - MEANS, &indent))
}

/// Returns the command that computes the odds of a rule in a file.
fn command(question: &str) -> String {
    format!("oddsmith odds {question} --rules mine.toml")
}

/// Returns the reference as JSON.
pub fn object() -> String {
    #[derive(Serialize)]
    struct Row {
        written: &'static str,
        means: String,
    }
    #[derive(Serialize)]
    struct Part {
        title: &'static str,
        about: &'static str,
        kind: &'static str,
        rows: Vec<Row>,
    }
    #[derive(Serialize)]
    struct Rule {
        title: &'static str,
        table: &'static str,
        asked: String,
    }
    #[derive(Serialize)]
    struct Page {
        schema: u32,
        parts: Vec<Part>,
        rules: Vec<Rule>,
    }
    let plain = |row: &GuideRow| Row { written: row.written, means: row.means.to_owned() };
    let elsewhere = |&(written, whose): &(&'static str, &str)| Row {
        written,
        means: format!("{whose}; here: {}", meaning(written)),
    };
    let part = |part: &crate::dice::guide::Part| Part {
        title: part.title,
        about: part.about,
        kind: match part.kind {
            Written::Expressions => "expression",
            Written::Lines => "line",
            Written::Foreign => "elsewhere",
        },
        rows: match part.kind {
            Written::Foreign => EXAMPLES.iter().map(elsewhere).collect(),
            _ => part.rows.iter().map(plain).collect(),
        },
    };
    let rules = WHOLE.iter().map(|&crate::dice::guide::Whole { title, table, asked }| Rule {
        title,
        table,
        asked: command(asked),
    });
    let page = Page { schema: 1, parts: GUIDE.iter().map(part).collect(), rules: rules.collect() };
    json::text(&page)
}
