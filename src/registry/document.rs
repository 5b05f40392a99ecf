//! How our TOML files are read: entries in the order of the file, values as a person would type them, errors with their place.

use std::collections::BTreeMap;
use std::path::Path;

use serde::de::DeserializeOwned;
use toml::{Spanned, Value};

use crate::error::{Error, Result};

/// A table whose entries know where they stand, so that their order is the file's.
pub type Entries = BTreeMap<Spanned<String>, Spanned<Value>>;

/// The entries of a table in the order of the file.
pub fn in_order(entries: &Entries) -> Vec<(&str, &Spanned<Value>)> {
    let mut entries: Vec<_> = entries.iter().collect();
    entries.sort_by_key(|(name, _)| name.span().start);
    entries.into_iter().map(|(name, value)| (name.get_ref().as_str(), value)).collect()
}

/// A value as a person would type it.
pub fn typed(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(values) => {
            format!("[{}]", values.iter().map(typed).collect::<Vec<_>>().join(","))
        }
        other => other.to_string(),
    }
}

/// The text of a file, handed to `parse`; what goes wrong names the file.
///
/// # Errors
/// If the file can't be read or is no text, or as `parse`.
pub fn read<T>(path: &Path, parse: impl FnOnce(&str) -> Result<T>) -> Result<T> {
    let text = std::fs::read_to_string(path).map_err(|cause| match cause.kind() {
        std::io::ErrorKind::InvalidData => Error::question("the file is no text").in_file(path),
        _ => Error::file("read", path, &cause),
    })?;
    parse(&text).map_err(|error| error.in_file(path))
}

/// What a TOML text says.
///
/// # Errors
/// If it is no TOML, or has a key too many or too few; with line and column.
pub fn parse<T: DeserializeOwned>(text: &str) -> Result<T> {
    toml::from_str(text).map_err(|error| {
        let message = in_our_words(error.message());
        error.span().map_or(message.clone(), |span| message.at_span(text, span))
    })
}

/// What the reader of TOML complains of, with a hint where there is one.
fn in_our_words(message: &str) -> Error {
    let message = message.trim().replace('\n', ", ");
    // "unknown field `labl`, expected one of `label`, `use`"
    let quoted: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    match quoted[..] {
        [name, ref known @ ..] if message.starts_with("unknown field") => {
            Error::unknown("key", name, "", known.iter().copied())
        }
        [name] if message.starts_with("missing field") => {
            Error::question(format!("`{name}` is missing")).with_hint(format!("add `{name} = …`"))
        }
        _ if message.contains("must be quoted") => {
            Error::question(message).with_hint("text stands in double quotes: `name = \"text\"`")
        }
        _ => Error::question(message),
    }
}
