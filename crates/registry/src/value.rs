//! Values of fields.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Decimal, Word, digits};

/// A value of a field.
///
/// It is displayed as typed: `10`, `0.05`, `true`, `own`, `[1,2,3]`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// An integer.
    Integer(i32),
    /// A number that may have decimals.
    Decimal(Decimal),
    /// True or false.
    Flag(bool),
    /// A word.
    Word(Word),
    /// A list of integers, which is a single value.
    List(Vec<i32>),
}

impl Value {
    /// Guesses the type of a text for an unknown field: a number, true or false, a list, else a
    /// word.
    pub fn guess(text: &str) -> Value {
        let text = text.trim();
        if let Some(number) = number(text) {
            return number;
        }
        match text {
            "true" => Value::Flag(true),
            "false" => Value::Flag(false),
            _ => Value::list(text)
                .filter(|_| text.starts_with('['))
                .unwrap_or_else(|| Value::Word(text.into())),
        }
    }

    /// Returns the number, if it is one.
    pub fn number(&self) -> Option<f64> {
        match self {
            Value::Integer(number) => Some(f64::from(*number)),
            Value::Decimal(number) => Some(number.value()),
            Value::Flag(_) | Value::Word(_) | Value::List(_) => None,
        }
    }

    /// Parses `[1,2,3]`, `[1..8]` or a single number as a list.
    pub(super) fn list(text: &str) -> Option<Value> {
        let inner =
            text.strip_prefix('[').map_or(Some(text), |rest| rest.strip_suffix(']'))?.trim();
        if inner.is_empty() {
            return Some(Value::List(Vec::new()));
        }
        let number = |part: &str| part.trim().parse::<i32>().ok();
        let parts = inner.split(',').map(|part| match part.split_once("..") {
            Some((first, last)) => {
                let (first, last) = (number(first)?, number(last)?);
                // A typing error must not allocate gigabytes.
                (first..first.saturating_add(10_000))
                    .contains(&last)
                    .then(|| (first..=last).collect::<Vec<_>>())
            }
            None => Some(vec![number(part)?]),
        });
        Some(Value::List(parts.collect::<Option<Vec<_>>>()?.concat()))
    }
}

/// Converts by [`Value::guess`].
impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::guess(text)
    }
}

/// Converts by [`Value::guess`].
impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::guess(&text)
    }
}

impl From<i32> for Value {
    fn from(number: i32) -> Value {
        Value::Integer(number)
    }
}

/// Parses a text as a number; one with a leading zero is a word, such as a file name.
fn number(text: &str) -> Option<Value> {
    let first = text.trim_start_matches(['+', '-']).as_bytes();
    if matches!(first, [b'0', b'0'..=b'9', ..]) {
        return None;
    }
    if let Ok(number) = text.parse() {
        return Some(Value::Integer(number));
    }
    // A percentage stays as typed.
    let plain = digits(text).filter(|_| !text.ends_with('%'))?;
    match plain.contains('.') {
        true => Decimal::read(&plain).map(Value::Decimal),
        false => plain.parse().ok().map(Value::Integer),
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Integer(number) => number.fmt(f),
            Value::Decimal(number) => number.fmt(f),
            Value::Flag(flag) => flag.fmt(f),
            Value::Word(word) => f.write_str(word),
            Value::List(numbers) => {
                write!(f, "[{}]", numbers.iter().map(i32::to_string).collect::<Vec<_>>().join(","))
            }
        }
    }
}

/// Serializes to a JSON number, boolean, string or array.
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Integer(number) => number.serialize(serializer),
            Value::Decimal(number) => number.serialize(serializer),
            Value::Flag(flag) => flag.serialize(serializer),
            Value::Word(word) => match listed(word) {
                Some(list) => list.serialize(serializer),
                None => word.serialize(serializer),
            },
            Value::List(numbers) => numbers.serialize(serializer),
        }
    }
}

/// Deserializes from the JSON form.
impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
        Ok(match serde_json::Value::deserialize(deserializer)? {
            serde_json::Value::String(word) => Value::Word(word.into()),
            other => Value::guess(&other.to_string().replace('"', "")),
        })
    }
}

/// Converts a text in brackets to a JSON array of numbers, words and nested arrays.
fn listed(word: &str) -> Option<serde_json::Value> {
    let inner = word.strip_prefix('[')?.strip_suffix(']')?;
    if inner.trim().is_empty() {
        return Some(serde_json::Value::Array(Vec::new()));
    }
    let (mut depth, mut start, mut parts) = (0i32, 0, Vec::new());
    for (at, letter) in inner.char_indices() {
        match letter {
            '[' => depth += 1,
            ']' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&inner[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&inner[start..]);
    let part = |part: &str| {
        let part = part.trim_matches([' ', '_']);
        let number = part.parse::<i64>().ok().map(serde_json::Value::from);
        number.or_else(|| listed(part)).unwrap_or_else(|| part.into())
    };
    Some(parts.into_iter().map(part).collect())
}

/// Normalizes a name: lower case, `_` for spaces.
pub fn plain(name: &str) -> String {
    let name = name.trim();
    // Nearly all names are normalized already, and sweeps call this often.
    match name.bytes().all(|letter| letter.is_ascii() && !matches!(letter, b'A'..=b'Z' | b' ')) {
        true => name.to_owned(),
        false => name.to_lowercase().replace(' ', "_"),
    }
}

/// The common type of several values of a field, which is the type of their column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// All are integers.
    Integer,
    /// All are numbers.
    Number,
    /// All are true or false.
    Flag,
    /// Any other mix, written as text.
    Text,
}

impl Type {
    /// Returns the narrowest type that fits all values.
    pub fn of<'v>(values: impl Iterator<Item = &'v Value> + Clone) -> Type {
        let all = |is: fn(&Value) -> bool| values.clone().all(is);
        match () {
            () if all(|value| matches!(value, Value::Integer(_))) => Type::Integer,
            () if all(|value| matches!(value, Value::Integer(_) | Value::Decimal(_))) => {
                Type::Number
            }
            () if all(|value| matches!(value, Value::Flag(_))) => Type::Flag,
            () => Type::Text,
        }
    }
}
