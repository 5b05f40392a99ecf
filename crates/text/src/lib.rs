//! Text output: tables, pages, and numbers with significant digits.
//! This package formats text for people, shared by the command and the reports.
//! JSON, frames and pictures do not belong here.

use std::collections::HashSet;
use std::fmt::Display;
use std::hash::Hash;

pub use oddsmith_base::letters::plain as terminal;

mod escape;
pub mod numbers;
mod page;
mod records;
mod table;

pub use escape::{bbcode, cell, code, from_cell, html, line, markdown, quoted};
pub use page::{Detail, Format, Page};
pub use records::{Record, records};
pub use table::Table;

/// Returns the items without duplicates, in order of first occurrence.
pub fn unique<T: Eq + Hash + Clone>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut known = HashSet::new();
    all.into_iter().filter(|one| known.insert(one.clone())).collect()
}

/// Joins names and values: "damage 8, bonus 2".
pub fn listed<N: Display, V: Display>(pairs: impl IntoIterator<Item = (N, V)>) -> String {
    let said = pairs.into_iter().map(|(name, value)| format!("{name} {value}"));
    said.collect::<Vec<_>>().join(", ")
}

/// Returns a text with its first letter capitalized.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Wraps a text into lines of at most `width` characters; all but the first begin with `indent`.
pub fn wrapped(text: &str, width: usize, indent: &str) -> String {
    let (mut out, mut used) = (String::new(), 0);
    // Narrow spaces within numbers are not split.
    for word in text.split([' ', '\n']).filter(|word| !word.is_empty()) {
        let letters = word.chars().count();
        if used > 0 && used + 1 + letters > width {
            out += &format!("\n{indent}");
            used = 0;
        } else if used > 0 {
            out += " ";
            used += 1;
        }
        out += word;
        used += letters;
    }
    out
}
