//! Lines of a rule: their spans in the text.

use std::ops::Range;

/// Returns the span of each line. A line that ends in an operator, a comma, `then`, `else` or
/// within brackets continues.
pub fn lines(text: &str) -> Vec<Range<usize>> {
    let mut lines: Vec<Range<usize>> = Vec::new();
    let (mut at, mut open, mut goes_on) = (0, 0i32, false);
    for line in text.split_inclusive('\n') {
        let said = line.split('#').next().unwrap_or_default().trim_end();
        let (start, end) = (at + said.len() - said.trim_start().len(), at + said.len());
        at += line.len();
        let said = said.trim_start();
        if said.is_empty() {
            continue;
        }
        match lines.last_mut() {
            Some(last) if goes_on => last.end = end,
            _ => {
                open = 0;
                lines.push(start..end);
            }
        }
        open += said
            .chars()
            .map(|letter| i32::from("([{".contains(letter)) - i32::from(")]}".contains(letter)))
            .sum::<i32>();
        // A field may have the name of an operator: `$mod` is a field.
        let inside = |letter: char| letter.is_alphanumeric() || "_$".contains(letter);
        let word = said.rsplit(|letter: char| !inside(letter)).next();
        let words = ["then", "else", "and", "or", "not", "mod", "if"];
        let operator = said.ends_with(['+', '-', '*', '/', '^', ',', '<', '>', '=', '(', '[', '{']);
        goes_on = open > 0 || operator || word.is_some_and(|word| words.contains(&word));
    }
    lines
}
