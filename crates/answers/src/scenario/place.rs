//! What is said of a place in a scenario's text: what is wrong there, and which word it is.

use std::ops::Range;

use toml::Spanned;

use oddsmith_base::{Error, Hint, Phrase, Result};
use oddsmith_engine::odds::Event;

/// What is wrong at a place, and what may stand there.
pub fn wrong(
    text: &str,
    place: Range<usize>,
    message: impl Into<Phrase>,
    hint: impl Into<Hint>,
) -> Error {
    Error::question(message).with_hint(hint).at_span(text, place)
}

/// A word that is none of those known.
pub fn unknown<'a>(
    text: &str,
    what: &str,
    word: &Spanned<String>,
    of: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Error {
    Error::unknown(what, word.get_ref(), of, known).at_span(text, word.span())
}

/// What a word stands for.
pub fn meant<T: Copy>(
    text: &str,
    what: &str,
    word: &Spanned<String>,
    words: &[&str],
    values: &[T],
) -> Result<T> {
    let place = words.iter().position(|known| *known == word.get_ref());
    let value = place.map(|place| values[place]);
    value.ok_or_else(|| unknown(text, what, word, "", words.iter().copied()))
}

/// The column that is asked about, and where that is said.
pub fn column(
    text: &str,
    column: Option<&Spanned<String>>,
    at: Option<&Spanned<u32>>,
) -> Result<(Event, Option<Range<usize>>)> {
    if let (None, Some(at)) = (column, at) {
        return Err(wrong(text, at.span(), "`at` needs a `column`", "say which indexed column"));
    }
    let place = at.map(Spanned::span).or(column.map(Spanned::span));
    let column = column.map(|column| column.get_ref().clone());
    Ok((Event { column, at: at.map(|at| *at.get_ref()), ..Event::SUCCESS }, place))
}
