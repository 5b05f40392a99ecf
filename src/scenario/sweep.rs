//! Sweeps: a field with several values, a question with many cases.

use crate::error::{Error, Result};
use crate::registry::{Case, Entry, Settings};

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
            Some((first, rest)) if !part.starts_with('[') => values.extend(range(part, first, rest)?),
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
    let number = |part: &str| part.trim().parse::<i64>().map_err(|_| bad_sweep(text, &format!("`{part}` is not a whole number")));
    let (first, last, step) = (number(first)?, number(last)?, number(step)?);
    if last < first {
        return Err(bad_sweep(text, "it runs backwards").with_hint(format!("write `{last}..{first}`")));
    }
    if step < 1 {
        return Err(bad_sweep(text, "its step is not above 0"));
    }
    if last.abs_diff(first) / step.unsigned_abs() >= MOST as u64 {
        return Err(bad_sweep(text, &format!("it has more than {MOST} values")));
    }
    Ok((first..=last).step_by(step as usize).map(|value| value.to_string()).collect())
}

fn bad_sweep(text: &str, why: &str) -> Error {
    Error::question(format!("`{text}` is no sweep: {why}"))
        .with_hint("a sweep is `1..5`, `0..30/5` or `1,3,5`; names are listed with commas")
}

/// The values of each field of a question, in the order in which they are asked about.
///
/// # Errors
/// If a sweep is bad.
pub fn axes(fields: &[(String, String)]) -> Result<Vec<(String, Vec<String>)>> {
    let axis = |(name, text): &(String, String)| {
        let values = values(text).map_err(|error| error.at(format!("in `{name}={text}`")))?;
        Ok((name.clone(), values))
    };
    fields.iter().map(axis).collect()
}

/// The cases of a check whose fields have these values, in the order of [`settings`].
///
/// # Errors
/// As [`settings`], or if the fields of a case do not go together.
pub fn cases(entry: &'static Entry, axes: &[(String, Vec<String>)]) -> Result<Vec<Case>> {
    settings(entry, axes)?.into_iter().map(|settings| Case::new(entry, settings)).collect()
}

/// The fields of each case of a check whose fields have these values, in row-major order: the last field changes fastest.
///
/// # Errors
/// If a field is unknown, missing or wrong, or there are more than a million cases.
pub fn settings(entry: &Entry, axes: &[(String, Vec<String>)]) -> Result<Vec<Settings>> {
    let count = axes.iter().try_fold(1usize, |count, (_, values)| count.checked_mul(values.len())).filter(|&count| count <= MOST);
    let count = count.ok_or_else(|| {
        let error = Error::question(format!("the sweeps make more than {MOST} cases"));
        error.with_hint("sweep fewer fields at once, or in larger steps")
    })?;
    let case = |number: usize| {
        let mut rest = number;
        let mut given: Vec<(&str, &str)> = Vec::with_capacity(axes.len());
        for (name, values) in axes.iter().rev() {
            given.push((name.as_str(), values[rest % values.len()].as_str()));
            rest /= values.len();
        }
        given.reverse();
        Settings::read(entry, given)
    };
    (0..count).map(case).collect()
}
