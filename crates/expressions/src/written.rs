//! What is written in a tag is looked at before it is read: the reader goes into itself for each
//! word, and the stack of a thread is small.

use oddsmith_base::{Bound, Result};

/// Branches of a template that are read within one another.
const MOST_ELIFS: Bound = Bound::of(200, "times `elif`", "say it with fewer branches");

/// What an expression is made of. Whoever reads one goes into it for each `not`, `+` or `|`, and the
/// stack of a thread may be half a megabyte.
const MOST_SIGNS: Bound = Bound::of(1_000, "words and signs", "ask it in several expressions");

/// Whether what is written in a template is short enough to be read.
///
/// # Errors
/// If it is not; at the first tag that is not.
pub fn fitting(text: &str) -> Result<()> {
    let before = |letter: char| "%-+".contains(letter) || letter.is_whitespace();
    let mut elifs = 0;
    for (start, tag) in tags(text) {
        elifs += u64::from(tag.trim_start_matches(before).starts_with("elif"));
        let fits = MOST_ELIFS.ask("the words branch too often", elifs).and_then(|()| fits(tag));
        fits.map_err(|error| error.at_span(text, start..start + 1 + tag.len()))?;
    }
    Ok(())
}

/// The tags of a template, one by one, each with where it stands: from an opening to its end, which
/// is in no quotes.
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

/// Whether an expression is short enough to be read.
///
/// # Errors
/// If it is not.
pub fn fits(expression: &str) -> Result<()> {
    MOST_SIGNS.ask("an expression is too long", signs(expression))
}

/// How many words and signs there are in a tag: it goes no deeper into itself.
fn signs(tag: &str) -> u64 {
    let named = |letter: &char| letter.is_alphanumeric() || *letter == '_';
    let goes_on =
        |(before, letter): &(char, char)| letter.is_whitespace() || named(before) && named(letter);
    let before = std::iter::once(' ').chain(tag.chars());
    before.zip(tag.chars()).filter(|pair| !goes_on(pair)).count() as u64
}
