//! The formatting of fights in transcripts.

use oddsmith_engine::rule::{Handle, Record};

/// A record whose transcript lines are indented below the previous line.
pub struct Below<'r, R>(pub &'r mut R);

impl<R: Record> Record for Below<'_, R> {
    #[inline(always)]
    fn score(&mut self, column: Handle, score: i32) {
        self.0.score(column, score);
    }

    #[inline(always)]
    fn count(&mut self, column: Handle) {
        self.0.count(column);
    }

    #[inline(always)]
    fn tell(&mut self, line: impl FnOnce() -> String) {
        self.0.tell(|| format!("  {}", line()));
    }
}

/// Joins names: "Quin, Marco and Father Wagner".
pub fn all_of(names: impl IntoIterator<Item = String>) -> String {
    let mut names: Vec<String> = names.into_iter().collect();
    let last = names.pop().unwrap_or_default();
    if names.is_empty() { last } else { format!("{} and {last}", names.join(", ")) }
}
