//! Sweeps: a field with several values, a question with many cases.

use std::sync::Arc;

use crate::error::{Error, Result};
use crate::registry::{Case, Decimal, Entry, Names, Settings};

/// The most cases of one sweep: a typing slip should not ask for days.
const MOST: usize = 1_000_000;

/// The values that a text means: `a..b` and `a..b/step` count up and include both ends, commas separate, `[…]` and `"…"` are one value.
///
/// # Errors
/// If a range is not made of numbers, runs backwards or has no step, or if there are more than a million values.
///
/// # Examples
/// ```
/// use oddsmith::scenario::values;
///
/// assert_eq!(values("-5..5/5")?, ["-5", "0", "5"]);
/// assert_eq!(values("0..0.1/0.05")?, ["0", "0.05", "0.1"]);
/// assert_eq!(values("easy,tough")?, ["easy", "tough"]);
/// assert_eq!(values("[1,2,3]")?, ["[1,2,3]"]);
/// # Ok::<(), oddsmith::Error>(())
/// ```
pub fn values(text: &str) -> Result<Vec<String>> {
    let mut values = Vec::new();
    for part in split(text) {
        let quoted = part.len() > 1 && part.starts_with('"') && part.ends_with('"');
        match part.split_once("..") {
            _ if quoted => values.push(part[1..part.len() - 1].to_owned()),
            Some((first, rest)) if !part.starts_with('[') => {
                values.extend(range(part, first, rest)?)
            }
            _ if part.is_empty() => return Err(bad_sweep(text, "a value is missing")),
            _ => values.push(part.to_owned()),
        }
    }
    Ok(values)
}

/// The parts between commas that are in no brackets and no quotes.
fn split(text: &str) -> Vec<&str> {
    let (mut depth, mut quoted, mut start, mut parts) = (0, false, 0, Vec::new());
    for (at, letter) in text.char_indices() {
        match letter {
            '"' => quoted = !quoted,
            '[' => depth += 1,
            ']' => depth -= 1,
            ',' if depth == 0 && !quoted => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts
}

fn range(text: &str, first: &str, rest: &str) -> Result<Vec<String>> {
    let (last, step) = rest.split_once('/').unwrap_or((rest, "1"));
    let parts = [first, last, step].map(str::trim);
    match parts.map(|part| part.parse::<i64>().ok()) {
        [Some(first), Some(last), Some(step)] => {
            Ok(steps(text, [first, last, step])?.map(|value| value.to_string()).collect())
        }
        _ => {
            let number = |part: &str| {
                Decimal::read(part)
                    .ok_or_else(|| bad_sweep(text, &format!("`{part}` is not a number")))
            };
            let [first, last, step] =
                [number(parts[0])?, number(parts[1])?, number(parts[2])?].map(Decimal::parts);
            Ok(steps(text, [first, last, step])?
                .map(|value| Decimal::of_parts(value).to_string())
                .collect())
        }
    }
}

/// The numbers of a range, whole ones or parts of whole ones.
fn steps(text: &str, [first, last, step]: [i64; 3]) -> Result<impl Iterator<Item = i64>> {
    if last < first {
        let (first, last) = text
            .split_once("..")
            .map_or((text, ""), |(first, rest)| (first, rest.split('/').next().unwrap_or(rest)));
        return Err(bad_sweep(text, "it runs backwards").with_hint(format!(
            "write `{}..{}`",
            last.trim(),
            first.trim()
        )));
    }
    if step < 1 {
        return Err(bad_sweep(text, "its step is not above 0"));
    }
    if last.abs_diff(first) / step.unsigned_abs() >= MOST as u64 {
        return Err(bad_sweep(text, &format!("it has more than {MOST} values")));
    }
    let count = last.abs_diff(first) / step.unsigned_abs();
    // It ends at most at `last`, so what wraps on the way to it comes back.
    Ok((0..=count as i64).map(move |place| first.wrapping_add(place.wrapping_mul(step))))
}

fn bad_sweep(text: &str, why: &str) -> Error {
    Error::question(format!("`{text}` is no sweep: {why}"))
        .with_hint("a sweep is `1..5`, `0..30/5` or `1,3,5`; names are listed with commas")
}

/// What is swept: fields that take the same values together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// What it is called: the field, or the axis of a scenario.
    pub name: String,
    /// The fields that take its values.
    pub fields: Vec<String>,
    /// Its values, as a person would type them.
    pub values: Vec<String>,
}

impl Axis {
    /// A field with its values.
    pub fn of(field: &str, values: Vec<String>) -> Axis {
        Axis { name: field.to_owned(), fields: vec![field.to_owned()], values }
    }
}

/// Where case number `number` stands: the place of its value on each axis. The last axis changes fastest.
pub fn point(axes: &[Axis], mut number: usize) -> Vec<usize> {
    let mut places: Vec<usize> = axes
        .iter()
        .rev()
        .map(|axis| {
            let place = number % axis.values.len();
            number /= axis.values.len();
            place
        })
        .collect();
    places.reverse();
    places
}

/// The values of each field of a question, in the order in which they are asked about.
///
/// # Errors
/// If a sweep is bad.
pub fn axes(fields: &[(String, String)]) -> Result<Vec<Axis>> {
    let axis = |(name, text): &(String, String)| {
        let values = values(text).map_err(|error| error.at(format!("in `{name}={text}`")))?;
        Ok(Axis::of(name, values))
    };
    fields.iter().map(axis).collect()
}

/// The cases of a check whose fields have these values, in the order of [`settings`].
///
/// # Errors
/// As [`settings`], or if the fields of a case do not go together.
pub fn cases(entry: &Arc<Entry>, axes: &[Axis], names: &Names) -> Result<Vec<Case>> {
    settings(entry, axes, names)?
        .into_iter()
        .map(|settings| Case::new(Arc::clone(entry), settings))
        .collect()
}

/// The fields of each case of a check whose fields have these values, in row-major order: the last axis changes fastest.
///
/// # Errors
/// If a field is unknown, missing or wrong, or there are more than a million cases.
pub fn settings(entry: &Entry, axes: &[Axis], names: &Names) -> Result<Vec<Settings>> {
    let count = axes
        .iter()
        .try_fold(1usize, |count, axis| count.checked_mul(axis.values.len()))
        .filter(|&count| count <= MOST);
    let count = count.ok_or_else(|| {
        let error = Error::question(format!("the sweeps make more than {MOST} cases"));
        error.with_hint("sweep fewer fields at once, or in larger steps")
    })?;
    let case = |number: usize| {
        let given = axes.iter().zip(point(axes, number)).flat_map(|(axis, place)| {
            let value = axis.values[place].as_str();
            axis.fields.iter().map(move |field| (field.as_str(), value))
        });
        Settings::read(entry, given, names)
    };
    (0..count).map(case).collect()
}
