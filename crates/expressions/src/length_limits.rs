//! Limits on the length of expressions and templates, checked before parsing: the parser recurses
//! for each word, and the stack of a thread is small.

use oddsmith_base::{Bound, Result};

/// Largest number of `elif` branches of a template, which the parser nests.
const MOST_ELIFS: Bound = Bound::of(200, "times `elif`", "say it with fewer branches");

/// Largest number of words and signs of an expression. Parsing recurses for each `not`, `+` or `|`,
/// and the stack of a thread may be half a megabyte.
const MOST_SIGNS: Bound = Bound::of(1_000, "words and signs", "ask it in several expressions");

/// Checks that a template is short enough to be parsed.
///
/// # Errors
/// If it is too long; with the position of the first tag that is.
pub fn check_template_length(text: &str) -> Result<()> {
    let before = |letter: char| "%-+".contains(letter) || letter.is_whitespace();
    let mut elifs = 0;
    for (start, tag) in tags(text) {
        elifs += u64::from(tag.trim_start_matches(before).starts_with("elif"));
        let fits = MOST_ELIFS
            .ask("the words branch too often", elifs)
            .and_then(|()| check_expression_length(tag));
        fits.map_err(|error| error.at_span(text, start..start + 1 + tag.len()))?;
    }
    Ok(())
}

/// Returns the tags of a template with their positions, each from its opening to the first closing
/// outside quotes.
fn tags(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let opened = text.match_indices('{').map(|(at, _)| (at, &text[at + 1..]));
    opened.filter(|(_, rest)| rest.starts_with(['{', '%'])).map(|(start, rest)| {
        let (mut quote, mut escaped) = (None, false);
        let end = rest.char_indices().find(|&(at, letter)| {
            let ends =
                quote.is_none() && (rest[at..].starts_with("}}") || rest[at..].starts_with("%}"));
            quote = match quote {
                None if matches!(letter, '"' | '\'') => Some(letter),
                Some(open) if letter == open && !escaped => None,
                other => other,
            };
            escaped = letter == '\\' && !escaped;
            ends
        });
        (start, &rest[..end.map_or(rest.len(), |(at, _)| at)])
    })
}

/// Checks that an expression is short enough to be parsed.
///
/// # Errors
/// If it is too long.
pub fn check_expression_length(expression: &str) -> Result<()> {
    MOST_SIGNS.ask("an expression is too long", signs(expression))
}

/// Returns the number of words and signs in a tag, which bounds the recursion depth.
fn signs(tag: &str) -> u64 {
    let named = |letter: &char| letter.is_alphanumeric() || *letter == '_';
    let goes_on =
        |(before, letter): &(char, char)| letter.is_whitespace() || named(before) && named(letter);
    let before = std::iter::once(' ').chain(tag.chars());
    before.zip(tag.chars()).filter(|pair| !goes_on(pair)).count() as u64
}
