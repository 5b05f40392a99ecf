//! How answers are written: tables of texts, and numbers with the digits they deserve.
//! What belongs here: text for people that the command and the reports share. What does not: JSON,
//! frames, pictures.

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

/// Each of these once, in the order in which they come.
pub fn unique<T: Eq + Hash + Clone>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut known = HashSet::new();
    all.into_iter().filter(|one| known.insert(one.clone())).collect()
}

/// Names with their values as a sentence lists them: "damage 8, bonus 2".
pub fn listed<N: Display, V: Display>(pairs: impl IntoIterator<Item = (N, V)>) -> String {
    let said = pairs.into_iter().map(|(name, value)| format!("{name} {value}"));
    said.collect::<Vec<_>>().join(", ")
}

/// A text with a capital at its start.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// A text broken into lines of at most `width` letters; all but the first begin with `indent`.
pub fn wrapped(text: &str, width: usize, indent: &str) -> String {
    let (mut out, mut used) = (String::new(), 0);
    // Not at the narrow spaces within a number.
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
