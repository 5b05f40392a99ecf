//! Trial rendering of documents: expressions that fail with few trials are skipped, so that the
//! rest is checked.

use std::ops::Range;

use oddsmith_base::{Error, Result};

/// Renders a text. An expression whose error is not an unknown name is skipped, and so are
/// expressions that use a variable set by it, because their unknown names may be consequential.
///
/// # Errors
/// If there is an unknown name, returns the first one; else returns the first error.
pub(super) fn rendered(text: &str, render: impl Fn(&str) -> Result<()>) -> Result<()> {
    let (mut text, mut first) = (text.to_owned(), Ok(()));
    let mut unset: Vec<String> = Vec::new();
    while let Err(error) = render(&text) {
        let place = error.span().map(|span| span.bytes.clone());
        let Some(tag) = place.and_then(|place| Tag::around(&text, place.start)) else {
            return certain(first, error);
        };
        let expression = &text[tag.expression.clone()];
        let follows = unset.iter().any(|name| has_word(expression, name));
        if error.is_of_a_name() && !follows || expression.trim() == EMPTY_EXPRESSION {
            return certain(first, error);
        }
        unset.extend(tag.sets);
        text.replace_range(
            tag.expression.clone(),
            &format!("{EMPTY_EXPRESSION:0$}", tag.expression.len()),
        );
        if !follows {
            first = first.and(Err(error));
        }
    }
    first
}

/// Returns the error to report: an unknown name, or else the first error.
fn certain(first: Result<()>, error: Error) -> Result<()> {
    if error.is_of_a_name() { Err(error) } else { first.and(Err(error)) }
}

/// Replacement of a skipped expression: an empty list is false, and loops over it do nothing.
const EMPTY_EXPRESSION: &str = "[]";

/// Tag of a template.
struct Tag {
    /// Range of its expression.
    expression: Range<usize>,
    /// Variable that it sets.
    sets: Option<String>,
}

impl Tag {
    /// Returns the tag around a position.
    fn around(text: &str, place: usize) -> Option<Tag> {
        let before = text.get(..place)?;
        let (printed, statement) = (before.rfind("{{"), before.rfind("{%"));
        let start = printed.max(statement)? + 2;
        let end = start + text[start..].find(if printed > statement { "}}" } else { "%}" })?;
        let inside = &text[start..end];
        let (skipped, sets) = match inside.trim_start_matches(['-', '+', ' ']).split_once(' ') {
            _ if printed > statement => (0, None),
            Some(("set", _)) => {
                let at = inside.find('=')?;
                (at + 1, inside[..at].trim().rsplit(' ').next())
            }
            Some(("for", _)) => (inside.find(" in ")? + 4, None),
            Some((word @ ("if" | "elif"), _)) => (inside.find(word)? + word.len() + 1, None),
            _ => return None,
        };
        let expression = start + skipped..end;
        let sets = sets.map(str::to_owned);
        (place < end && expression.len() >= EMPTY_EXPRESSION.len())
            .then_some(Tag { expression, sets })
    }
}

/// Returns true if an expression contains a name.
fn has_word(expression: &str, name: &str) -> bool {
    let part = |letter: char| letter.is_alphanumeric() || letter == '_';
    expression.split(|letter| !part(letter)).any(|word| word == name)
}
