//! Keeps that are said in words: `highest 3 of 4d6`, `4d6 drop lowest`.

use super::foreign::{is_number, is_roll};
use super::parser::Parser;

impl Parser<'_> {
    /// What to write for `4d6 keep highest 3`, behind its first word.
    pub fn foreign_words(&self, letters: &str, roll: &str) -> Option<String> {
        let words: Vec<&str> = self.rest().split_whitespace().collect();
        let side = words.first().filter(|word| {
            matches!(**word, "highest" | "lowest" | "high" | "low" | "best" | "worst")
        })?;
        words_of(&format!("{letters} {} {roll}", words[..words.len().min(2)].join(" ")))
            .filter(|_| !side.is_empty())
    }
}

/// Whether words say which dice are kept: `3 of 4d6`, `highest 2d20`, `2d20`.
pub fn counts_dice(words: &str) -> bool {
    let mut each = words.split_whitespace();
    let first = each.next().unwrap_or_default();
    let says = is_number(first) || ["of", "highest", "lowest"].contains(&first) || is_roll(first);
    says && words.split_whitespace().any(is_roll)
}

/// What to write for `highest 3 of 4d6`, `keep lowest 2d20`.
pub fn words_of(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let dice = words.iter().find(|word| is_roll(word))?;
    let low = words.iter().any(|word| matches!(*word, "lowest" | "worst" | "low"));
    let keep = match words.first() {
        Some(&"drop") if low => "dl",
        Some(&"drop") => "dh",
        Some(&"middle") => "km",
        _ if low => "kl",
        _ => "kh",
    };
    let count = words.iter().find(|word| is_number(word)).copied().unwrap_or("1");
    Some(format!("write `{dice}{keep}{count}`"))
}
