//! Errors at positions in a scenario's text, and lookup of its keywords.

use std::ops::Range;

use toml::Spanned;

use super::ScenarioCheck;
use oddsmith_base::{Error, Hint, Phrase, Result};
use oddsmith_engine::odds::Event;
use oddsmith_engine::rule::Column;

/// Scenario file that is being parsed, as its charts and expectations need it.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// Text of the file.
    pub text: &'a str,
    /// Checks of the scenario.
    pub questions: &'a [ScenarioCheck],
    /// True if the scenario has numbers in `[vary]`.
    pub varies: bool,
}

/// Creates an error at a position, with a hint.
pub fn wrong(
    text: &str,
    place: Range<usize>,
    message: impl Into<Phrase>,
    hint: impl Into<Hint>,
) -> Error {
    Error::question(message).with_hint(hint).at_span(text, place)
}

/// Creates an error for an unknown word; the hint has the nearest of the known words.
pub fn unknown<'a>(
    text: &str,
    what: &str,
    word: &Spanned<String>,
    of: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Error {
    Error::unknown(what, word.get_ref(), of, known).at_span(text, word.span())
}

/// Returns the value of a keyword.
pub fn keyword_value<T: Copy>(
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

/// Returns the column as an event, and the position of its key.
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

/// Replaces a hint that names options of the command by one that names keys of a file. `like`
/// formats an example for a result; `of_numbers` is the hint for columns of plain numbers.
pub fn in_keys(
    error: Error,
    event: &Event,
    cases: &[&[Column]],
    like: impl Fn(&str) -> String,
    of_numbers: &str,
) -> Error {
    if !matches!(error.hint(), Some(Hint::Words(words)) if words.has_names()) {
        return error;
    }
    let mut columns = cases.iter().filter_map(|columns| Some(&columns[event.place(columns)?]));
    let Some(scale) = columns.find_map(|it| it.scale.names().first().map(|_| &it.scale)) else {
        return error.with_hint(of_numbers);
    };
    let (low, high, names) = (scale.low(), scale.high(), scale.names().join(", "));
    let like = like(&scale.names()[0]);
    error.with_hint(format!("results are {low} to {high} here: {names}; as in `{like}`"))
}
