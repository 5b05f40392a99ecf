//! The parsing of TOML files: entries in file order, values as text, errors with their position.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use serde::de::DeserializeOwned;
use toml::de::{DeTable, DeValue};
use toml::{Spanned, Value};

use super::legible;
use super::reader;
use super::value::plain;
use oddsmith_base::Bound;
use oddsmith_base::{About, Error, Result};

/// A table whose entries have positions, so that they can be visited in file order.
pub type Entries = BTreeMap<Spanned<String>, Spanned<Value>>;

/// Returns the entries of a table in file order.
pub fn in_order<V>(entries: &BTreeMap<Spanned<String>, V>) -> Vec<(&str, &V)> {
    let mut entries: Vec<_> = entries.iter().collect();
    entries.sort_by_key(|(name, _)| name.span().start);
    entries.into_iter().map(|(name, value)| (name.get_ref().as_str(), value)).collect()
}

/// Returns the position of an entry's key.
pub fn key<V>(entries: &BTreeMap<Spanned<String>, V>, name: &str) -> Range<usize> {
    entries.keys().find(|key| key.get_ref() == name).map_or(0..0, Spanned::span)
}

/// Returns a value in the form in which a user would type it.
pub fn typed(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(values) => {
            format!("[{}]", values.iter().map(typed).collect::<Vec<_>>().join(","))
        }
        other => other.to_string(),
    }
}

/// Maximum number of keys and values of a file; parsed, each takes a few hundred bytes.
const MOST_VALUES: Bound = Bound::of(250_000, "values", "split it into smaller files");

/// Reads a file and parses it; errors name the file. `-` is the standard input.
///
/// # Errors
/// If the file can't be read or is not text, or those of `parse`.
pub fn read<T>(path: &Path, parse: impl FnOnce(&str) -> Result<T>) -> Result<T> {
    let text = oddsmith_base::file::read(path)?;
    parse(&text).map_err(|error| error.in_file(path))
}

/// Parses a TOML text.
///
/// # Errors
/// If it is not TOML, or has an unknown or missing key; with line and column.
pub fn parse<T: DeserializeOwned>(text: &str) -> Result<T> {
    // An upper bound that is cheap to compute before parsing.
    let signs = text.bytes().filter(|byte| [b'=', b','].contains(byte)).count();
    MOST_VALUES.ask("the file has too many values", signs as u64)?;
    let table = DeTable::parse(text).map_err(|error| syntax(text, &error))?.into_inner();
    legible::check(&table, text)?;
    reader::read(&Spanned::new(0..0, DeValue::Table(table))).map_err(|misfit| match misfit.span {
        // A key missing from the top level has no position.
        Some(span) if !span.is_empty() => misfit.error.at_span(text, span),
        _ => misfit.error,
    })
}

/// Converts a TOML syntax error, with a hint for unquoted text.
fn syntax(text: &str, error: &toml::de::Error) -> Error {
    let message = Error::question(error.message().trim().replace('\n', ", "));
    let Some(span) = error.span() else { return message };
    let start = text.floor_char_boundary(span.start);
    let bare = text[..start].trim_end().ends_with('=')
        && text[start..].starts_with(|letter: char| letter.is_alphabetic());
    let hint = match bare {
        true => "put text in double quotes: `name = \"text\"`",
        false => "files are TOML: `name = value`, `[sweep]`, `[[check]]`",
    };
    message.with_hint(hint).at_span(text, span)
}

/// Sets the position of an error in a text: the key or value that it is about, in the table
/// `within` (`check.2.set` is `set` of the third check); `otherwise` if it is about none of these.
pub fn locate(error: Error, text: &str, within: &str, otherwise: Range<usize>) -> Error {
    let place = error.subject().and_then(|about| place(text, within, about));
    match place {
        Some(value) => at_value(error, text, value),
        None => error.at_span(text, otherwise),
    }
}

/// Sets the position of an error to this key or value of a text; an error with a position inside
/// the value, such as in dice notation, is mapped to the same letters of the file.
pub fn at_value(error: Error, text: &str, value: Range<usize>) -> Error {
    let about = matches!(error.subject(), Some(About::Value(_) | About::Entry(..)));
    let Some(inside) = error.span().filter(|_| about) else { return error.at_span(text, value) };
    // Some values are trimmed before parsing; a line break after the opening quotes is not part of
    // them.
    let said = text.get(value.clone()).unwrap_or_default().trim_start_matches(['"', '\'']);
    let said = said.strip_prefix('\r').unwrap_or(said);
    let said = said.strip_prefix('\n').unwrap_or(said);
    let spaces = said.len() - said.trim_start().len();
    let same = |place: &Range<usize>| text[place.clone()].starts_with(&inside.underlined());
    let place = [spaces, 0].into_iter().find_map(|spaces| {
        let (start, end) = (inside.bytes.start + spaces, inside.bytes.end + spaces);
        let place = written(text, &value, start..end);
        place.filter(|place| place.is_empty() || same(place))
    });
    error.moved(text, place.unwrap_or(value))
}

/// Maps a range of a string's content to the range of the file, given the position of the string
/// literal. `None` if it is not a string literal, or too short.
pub fn written(text: &str, value: &Range<usize>, said: Range<usize>) -> Option<Range<usize>> {
    let raw = text.get(value.clone())?;
    let quotes = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|it| raw.starts_with(it))?;
    let mut from = quotes.len();
    if quotes.len() == 3 {
        // A line break right after the opening quotes is not part of the text.
        let lines = ["\r\n", "\n"].into_iter().find(|line| raw[from..].starts_with(line));
        from += lines.map_or(0, str::len);
    }
    let body = raw.get(from..raw.len().checked_sub(quotes.len())?)?;
    let (mut at, mut read, mut start) = (0, 0, None);
    loop {
        if read >= said.start {
            start.get_or_insert(at);
        }
        if let Some(start) = start.filter(|_| read >= said.end) {
            let from = value.start + from;
            return Some(from + start..from + at);
        }
        let rest = body.get(at..)?;
        let letter = rest.chars().next()?;
        let (long, means) = match letter == '\\' && quotes.starts_with('"') {
            true => escaped(rest),
            false => (letter.len_utf8(), letter.len_utf8()),
        };
        (at, read) = (at + long, read + means);
    }
}

/// Returns the number of bytes of an escape sequence, and of the letter it stands for.
fn escaped(text: &str) -> (usize, usize) {
    let digits = match text[1..].chars().next() {
        Some('x') => 2,
        Some('u') => 4,
        Some('U') => 8,
        // An escaped line break is removed with the whitespace after it.
        Some(letter) if letter.is_whitespace() => {
            return (1 + text[1..].len() - text[1..].trim_start().len(), 0);
        }
        _ => return (2, 1),
    };
    let number = text.get(2..2 + digits).and_then(|digits| u32::from_str_radix(digits, 16).ok());
    (2 + digits, number.and_then(char::from_u32).map_or(1, char::len_utf8))
}

/// Returns the position of the subject of an error in the table `within`, or at the top level of the
/// text if that is empty.
pub fn place(text: &str, within: &str, about: &About) -> Option<Range<usize>> {
    let root = Spanned::new(0..0, DeValue::Table(DeTable::parse(text).ok()?.into_inner()));
    let dot = if within.is_empty() { "" } else { "." };
    let find = |path: &str| find(&root, &format!("{within}{dot}{path}"));
    match about {
        About::Key(key) => find(key).map(|(key, _)| key),
        About::Value(key) => find(key).map(|(_, value)| value),
        About::Entry(key, entry) => find(&format!("{key}.{entry}"))
            .map(|(entry, _)| entry)
            .or_else(|| find(key).map(|(_, value)| value)),
        About::Lines(_) => None,
    }
}

/// Returns the positions of a key and of its value, by a path of keys, which may contain dots,
/// indices of elements, and elements that are texts or numbers.
fn find(value: &Spanned<DeValue>, path: &str) -> Option<(Range<usize>, Range<usize>)> {
    let below = |key: &str| path.strip_prefix(key)?.strip_prefix('.');
    match value.get_ref() {
        DeValue::Table(table) => table.iter().find_map(|(key, value)| {
            let names = [key.get_ref().to_string(), plain(key.get_ref())];
            match names.iter().any(|name| name == path || *name == plain(path)) {
                true => Some((key.span(), value.span())),
                false => names.iter().find_map(|name| find(value, below(name)?)),
            }
        }),
        DeValue::Array(values) => {
            values.iter().enumerate().find_map(|(number, value)| match below(&number.to_string()) {
                Some(rest) => find(value, rest),
                None => {
                    let said = match value.get_ref() {
                        DeValue::Integer(number) => Some(number.as_str()),
                        value => value.as_str(),
                    };
                    (said == Some(path)).then(|| (value.span(), value.span()))
                }
            })
        }
        _ => None,
    }
}
