//! One value of a field.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Decimal, digits};

/// What a field may be set to.
///
/// It prints as it is typed: `10`, `0.05`, `true`, `own`, `[1,2,3]`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// A whole number.
    Integer(i32),
    /// A number that may have decimals.
    Decimal(Decimal),
    /// True or false.
    Flag(bool),
    /// A name.
    Word(String),
    /// Several whole numbers that are one value.
    List(Vec<i32>),
}

impl Value {
    /// What a text looks like, whatever field it is for: a number, true or false, a list, else a
    /// name.
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
                .unwrap_or_else(|| Value::Word(text.to_owned())),
        }
    }

    /// The number that it is, if it is one.
    pub fn number(&self) -> Option<f64> {
        match self {
            Value::Integer(number) => Some(f64::from(*number)),
            Value::Decimal(number) => Some(number.value()),
            Value::Flag(_) | Value::Word(_) | Value::List(_) => None,
        }
    }

    /// Reads `[1,2,3]`, `[1..8]` or a lone number as a list.
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
                // A typing slip should not ask for gigabytes.
                (first..first.saturating_add(10_000))
                    .contains(&last)
                    .then(|| (first..=last).collect::<Vec<_>>())
            }
            None => Some(vec![number(part)?]),
        });
        Some(Value::List(parts.collect::<Option<Vec<_>>>()?.concat()))
    }
}

/// As a text is typed.
impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::guess(text)
    }
}

/// As a text is typed.
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

/// The number that a text is. One that begins with a zero is a name, such as that of a file.
fn number(text: &str) -> Option<Value> {
    let first = text.trim_start_matches(['+', '-']).as_bytes();
    if matches!(first, [b'0', b'0'..=b'9', ..]) {
        return None;
    }
    if let Ok(number) = text.parse() {
        return Some(Value::Integer(number));
    }
    // A share in per cent stays as it is typed.
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

/// As JSON: a number, true or false, a text, a list.
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

/// From its JSON form.
impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
        Ok(match serde_json::Value::deserialize(deserializer)? {
            serde_json::Value::String(word) => Value::Word(word),
            other => Value::guess(&other.to_string().replace('"', "")),
        })
    }
}

/// A text in brackets as the list it is: of numbers, names, and lists of them.
fn listed(word: &str) -> Option<serde_json::Value> {
    let inner = word.strip_prefix('[')?.strip_suffix(']')?;
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
    let empty = inner.trim().is_empty();
    Some(serde_json::Value::Array(if empty {
        Vec::new()
    } else {
        parts.into_iter().map(part).collect()
    }))
}

/// A name as the registry spells it: lower case, `_` for spaces.
pub fn plain(name: &str) -> String {
    let name = name.trim();
    // Nearly all are, and a sweep asks some ten thousand times.
    match name.bytes().all(|letter| letter.is_ascii() && !matches!(letter, b'A'..=b'Z' | b' ')) {
        true => name.to_owned(),
        false => name.to_lowercase().replace(' ', "_"),
    }
}

/// What several values of a field have in common: the type of their column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// All are whole numbers.
    Integer,
    /// All are numbers.
    Number,
    /// All are true or false.
    Flag,
    /// Nothing but that they can be written.
    Text,
}

impl Type {
    /// Numbers or flags where all values are, else text.
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
