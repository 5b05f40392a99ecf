//! Sweeps: fields with several values, which give a question many cases.

use oddsmith_base::Bound;
use oddsmith_base::{Error, Result, shown};
use oddsmith_registry::{Decimal, Value, digits};

/// Largest number of cases of one check, so that a typing error does not cause days of work.
pub const MOST_CASES: usize = 1_000_000;

/// Parses a list of values. `a..b` and `a..b/step` count up and include both ends; commas separate
/// values. Neither applies within brackets, braces, parentheses or `"…"`.
///
/// # Errors
/// If a range is not numeric, is descending or has a step below 1, or if there are more than a
/// million values.
///
/// # Examples
/// ```
/// use oddsmith_scenario::values;
///
/// let values: Vec<_> = values("-5..5/5,0.5,easy")?.iter().map(ToString::to_string).collect();
/// assert_eq!(values, ["-5", "0", "5", "0.5", "easy"]);
/// # Ok::<(), oddsmith_base::Error>(())
/// ```
pub fn values(text: &str) -> Result<Vec<Value>> {
    values_within(text, MOST_CASES)
}

/// Parses at most `most` values, and stops at the first one beyond.
fn values_within(text: &str, most: usize) -> Result<Vec<Value>> {
    let mut values: Vec<Value> = Vec::new();
    for part in split(text, ",") {
        let quoted = part.len() > 1 && part.starts_with('"') && part.ends_with('"');
        match split(part, "..")[..] {
            _ if quoted => values.push(Value::Word(part[1..part.len() - 1].into())),
            [first, rest] => values.extend(range(part, first, rest)?.take(most + 1)),
            _ if part.is_empty() => return Err(bad_sweep(text, "a value is missing")),
            _ => values.push(Value::guess(part)),
        }
        if values.len() > most {
            return Err(too_many());
        }
    }
    Ok(values)
}

/// Splits at separators outside brackets and quotes.
fn split<'t>(text: &'t str, separator: &str) -> Vec<&'t str> {
    let (mut depth, mut quoted, mut start, mut parts) = (0, false, 0, Vec::new());
    for (at, letter) in text.char_indices() {
        match letter {
            '"' => quoted = !quoted,
            '[' | '(' | '{' if !quoted => depth += 1,
            ']' | ')' | '}' if !quoted => depth -= 1,
            _ if depth == 0 && !quoted && at >= start && text[at..].starts_with(separator) => {
                parts.push(text[start..at].trim());
                start = at + separator.len();
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts
}

fn range(text: &str, first: &str, rest: &str) -> Result<Box<dyn Iterator<Item = Value>>> {
    let (last, step) = rest.split_once('/').unwrap_or((rest, "1"));
    let parts = [first, last, step].map(|part| digits(part).unwrap_or_else(|| part.to_owned()));
    if let [Ok(first), Ok(last), Ok(step)] = parts.each_ref().map(|part| part.parse::<i64>()) {
        return Ok(Box::new(steps(text, [first, last, step])?.map(whole)));
    }
    let number = |part: &str| {
        let no_number = || bad_sweep(text, &format!("`{}` is not a number", shown(part.trim())));
        Decimal::read(part).map(Decimal::parts).ok_or_else(no_number)
    };
    let steps = steps(text, [number(&parts[0])?, number(&parts[1])?, number(&parts[2])?])?;
    let decimal = |parts| match Decimal::of_parts(parts) {
        number if number.is_whole() => whole(number.value() as i64),
        number => Value::Decimal(number),
    };
    Ok(Box::new(steps.map(decimal)))
}

/// Returns a whole number as a value; beyond 32 bits as a word, which no numeric field accepts.
pub(super) fn whole(number: i64) -> Value {
    i32::try_from(number).map_or_else(|_| Value::Word(number.to_string().into()), Value::Integer)
}

/// Returns the numbers of a range, in units of the smallest decimal place.
fn steps(text: &str, [first, last, step]: [i64; 3]) -> Result<impl Iterator<Item = i64> + use<>> {
    if last < first {
        let (first, rest) = text.split_once("..").unwrap_or((text, ""));
        let last = rest.split('/').next().unwrap_or(rest).trim();
        let hint = format!("write `{last}..{}`", first.trim());
        return Err(bad_sweep(text, "it is the wrong way round").with_hint(hint));
    }
    if step < 1 {
        return Err(bad_sweep(text, "its step must be above 0"));
    }
    let count = last.abs_diff(first) / step.unsigned_abs();
    if count >= MOST_CASES as u64 {
        return Err(bad_sweep(text, &format!("it has more than {MOST_CASES} values")));
    }
    // The last number is at most `last`, so wrapping on the way to it cancels out.
    Ok((0..=count as i64).map(move |place| first.wrapping_add(place.wrapping_mul(step))))
}

fn bad_sweep(text: &str, why: &str) -> Error {
    let what = if text.is_empty() { "nothing".to_owned() } else { format!("`{}`", shown(text)) };
    Error::question(format!("{what} is not a range: {why}"))
        .with_hint("write a range as `1..5`, `0..30/5` or `1,3,5`; list names with commas")
}

/// Error for more cases, or more values of a field, than allowed.
pub fn too_many() -> Error {
    let hint = "use fewer ranges at once, or larger steps";
    Bound::of(MOST_CASES as u64, "cases", hint).exceeded("the ranges make")
}

/// Swept axis: fields that take the same values together.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Name: that of the field, or of the axis of a scenario.
    pub name: String,
    /// Names of the fields that take the values.
    pub fields: Vec<String>,
    /// Values of the axis.
    pub values: Vec<Value>,
}

impl Axis {
    /// Creates the axis of one field.
    pub fn of(field: &str, values: impl IntoIterator<Item: Into<Value>>) -> Axis {
        let values = values.into_iter().map(Into::into).collect();
        Axis { name: field.to_owned(), fields: vec![field.to_owned()], values }
    }

    /// Checks that the axis has values.
    ///
    /// # Errors
    /// If it has none.
    pub fn check_not_empty(&self) -> Result<()> {
        match self.values.is_empty() {
            false => Ok(()),
            true => Err(Error::question(format!("`{}` is an empty range", self.name))
                .with_hint("give it at least one value")),
        }
    }
}

/// Returns the index of the value on each axis for case `number`. The last axis varies fastest.
pub fn point(axes: &[Axis], mut number: usize) -> Vec<usize> {
    let mut places = vec![0; axes.len()];
    for (place, axis) in places.iter_mut().zip(axes).rev() {
        *place = number % axis.values.len();
        number /= axis.values.len();
    }
    places
}

/// Parses the values of each field of a question, in the given order.
///
/// # Errors
/// If a sweep is invalid, or the values give more than a million cases.
pub fn axes(fields: &[(String, String)]) -> Result<Vec<Axis>> {
    let mut most = MOST_CASES;
    let axis = |(name, text): &(String, String)| {
        let values = values_within(text, most)
            .map_err(|error| error.at(format!("in `{name}={}`", shown(text))))?;
        most /= values.len().max(1);
        Ok(Axis::of(name, values))
    };
    fields.iter().map(axis).collect()
}
