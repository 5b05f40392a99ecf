//! Command `oddsmith list dice`: a reference of the language of dice, decks and rules.

use serde::Serialize;

use super::{BOLD, DIM};
use crate::answer::json;
use crate::text::wrapped;

/// The reference, which has one table a section and at the end whole rules.
const REFERENCE: &str = include_str!("../../docs/dice.md");

/// Title of the last section.
const WHOLE: &str = "Whole rules";

/// Column at which the meanings begin.
const MEANS: usize = 28;

#[derive(Serialize)]
struct Page {
    schema: u32,
    parts: Vec<Part>,
    rules: Vec<Rule>,
}

/// A section: rows of notation of one kind.
#[derive(Serialize)]
struct Part {
    title: &'static str,
    about: &'static str,
    kind: &'static str,
    rows: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    written: &'static str,
    means: String,
}

/// A whole rule, and the command that computes its odds.
#[derive(Serialize)]
struct Rule {
    title: &'static str,
    table: &'static str,
    asked: &'static str,
}

/// Returns the reference, with `here` between what other tools mean and the notation here.
fn read(here: &str) -> Page {
    let (sections, whole) = REFERENCE.split_once(WHOLE).unwrap_or((REFERENCE, ""));
    let part = |section: &'static str| {
        let mut lines = section.lines().filter(|line| !line.is_empty()).peekable();
        let title = lines.next()?;
        let about = lines.next_if(|line| !line.starts_with('|')).unwrap_or_default();
        let kind = lines.next()?.split(' ').nth(1)?;
        let row = |line: &'static str| {
            let cells = line.strip_prefix("| `")?.strip_suffix(" |")?;
            let (written, means) = cells.split_once("` | ")?;
            Some(Row { written, means: means.replace(" | ", here) })
        };
        Some(Part { title, about, kind, rows: lines.filter_map(row).collect() })
    };
    let blocks: Vec<&str> = whole.trim_end().split("\n\n").skip(2).collect();
    let rules = blocks.chunks_exact(3).map(|rule| Rule {
        title: rule[0].trim_end_matches(':'),
        table: rule[1].trim_start_matches("```toml\n").trim_end_matches("```"),
        asked: rule[2].trim_matches('`'),
    });
    let parts = sections.split("\n## ").skip(1).filter_map(part);
    Page { schema: 1, parts: parts.collect(), rules: rules.collect() }
}

/// Returns the reference as text for a terminal.
pub fn page() -> String {
    let mut text = String::new();
    let Page { parts, rules, .. } = read(". Here: ");
    for Part { title, about, rows, .. } in parts {
        text += &format!("\n  {BOLD}{title}{BOLD:#}\n");
        if !about.is_empty() {
            text += &format!("  {DIM}{}{DIM:#}\n", wrapped(about, 76, "  "));
        }
        text.extend(rows.iter().map(line));
    }
    text += &format!("\n  {BOLD}{WHOLE}{BOLD:#}\n");
    for Rule { title, table, asked } in rules {
        text += &format!("  {DIM}# {title}{DIM:#}\n");
        text.extend(table.lines().map(|line| format!("    {line}\n")));
        text += &format!("    $ {asked}\n\n");
    }
    text
}

/// Returns a row: the notation, and its meaning to the right or, after a long notation, below.
fn line(Row { written, means }: &Row) -> String {
    let indent = " ".repeat(MEANS);
    let gap = match written.chars().count() + 6 <= MEANS {
        true => " ".repeat(MEANS - 4 - written.chars().count()),
        false => format!("\n{indent}"),
    };
    format!("    {written}{gap}{}\n", wrapped(means, 78 - MEANS, &indent))
}

/// Returns the reference as JSON.
pub fn object() -> String {
    json::text(&read("; here: "))
}
