//! Filters that format values in expressions.

use minijinja::value::{Kwargs, ValueKind};
use minijinja::{Environment, Error, State, Value, filters};

use super::MOST_PRINTED;
use super::{DETAILED_ERRORS, OUTPUT_SUBJECT, Point, attributes, failed, failing, hinted};
use oddsmith_text::numbers;

/// Adds the filters.
pub fn add(environment: &mut Environment) {
    environment.add_filter("percent", percent);
    environment.add_filter("points", points);
    environment.add_filter("signed", signed);
    environment.add_filter("number", number);
    environment.add_filter("list", list);
    environment.add_filter("runs", runs);
    environment.add_filter("average", average);
    environment.add_filter("words", words);
    // Filters of minijinja that can produce much text in one step are limited or removed. The
    // WebAssembly build leaves out the attribute filters to save space.
    if DETAILED_ERRORS {
        attributes::add(environment);
    }
    environment.add_filter("join", join);
    environment.add_filter(
        "sum",
        |state: &State, values, attribute: Option<&str>, more: Kwargs| {
            filters::sum(state, values, attribute, Some(Value::from(0)), more)
        },
    );
    environment.add_filter("batch", |state: &State, values, count| {
        filters::batch(state, values, count, None)
    });
    for name in ["format", "indent", "pprint", "replace", "slice"] {
        environment.remove_filter(name);
    }
}

/// Filters that suggestions for unknown names are chosen from.
const KNOWN: [&str; 22] = [
    "percent", "points", "signed", "number", "list", "runs", "average", "words", "join", "sum",
    "batch", "map", "min", "max", "length", "sort", "unique", "round", "abs", "first", "last",
    "select",
];

/// Error for an unknown filter.
pub fn unknown(name: &str) -> oddsmith_base::Error {
    oddsmith_base::Error::unknown("filter", name, "", KNOWN)
}

/// Returns a value as a number; for a gap its difference, for an estimate its value.
pub fn number_of(value: &Value) -> Result<f64, Error> {
    if let Some(point) = value.downcast_object_ref::<Point>() {
        return point.difference().map(|estimate| estimate.value()).ok_or_else(|| {
            failed("a case is no number: say which of its figures, like `success`")
        });
    }
    if value.is_number() {
        return f64::try_from(value.clone());
    }
    match value.get_attr("value") {
        Ok(inner) if inner.is_number() => f64::try_from(inner),
        Err(error) if value.is_undefined() => Err(error),
        _ if value.kind() == ValueKind::Seq || value.kind() == ValueKind::Iterable => {
            Err(hinted("a list is no number", "take one of it, or the `average` of all"))
        }
        _ => Err(failed(format!("`{value}` is not a number"))),
    }
}

/// Checks that the number of decimals is at most 20.
fn check_decimals(decimals: usize) -> Result<usize, Error> {
    if decimals <= 20 {
        return Ok(decimals);
    }
    Err(failed(format!("{decimals} decimals are too many: 20 are the most")))
}

/// Formats a share as "22.5 %"; `percent(0)`: "23 %"; `unit=false` leaves out the sign for a table
/// cell.
fn percent(value: &Value, decimals: Option<usize>, options: Kwargs) -> Result<String, Error> {
    let unit: bool = options.get::<Option<bool>>("unit")?.unwrap_or(true);
    options.assert_all_used()?;
    let decimals = check_decimals(decimals.unwrap_or(1))?;
    let share = number_of(value)?;
    let text = match share {
        // Certain results need no decimals, except in table cells.
        _ if unit && share == 0.0 => "0".to_owned(),
        _ if unit && share == 1.0 => "100".to_owned(),
        _ if share.abs() > 1.0 + 1e-9 => numbers::fixed(share * 100.0, decimals, false),
        _ if share < 0.0 => format!("\u{2212}{}", numbers::per_cent(-share, decimals)),
        _ => numbers::per_cent(share, decimals),
    };
    Ok(if unit { format!("{text}\u{a0}%") } else { text })
}

/// Formats the size of a difference of shares as "7.5 points"; `sign=true`: "−7.5 points".
fn points(value: &Value, decimals: Option<usize>, options: Kwargs) -> Result<String, Error> {
    let sign: bool = options.get::<Option<bool>>("sign")?.unwrap_or(false);
    let unit: bool = options.get::<Option<bool>>("unit")?.unwrap_or(true);
    options.assert_all_used()?;
    let share = number_of(value)? * 100.0;
    let text = numbers::fixed(
        if sign { share } else { share.abs() },
        check_decimals(decimals.unwrap_or(1))?,
        sign,
    );
    let one = text == "1";
    Ok(match unit {
        true => format!("{text}\u{a0}point{}", if one { "" } else { "s" }),
        false => text,
    })
}

/// Formats a number with its sign: "+5", "−5", "0"; `signed(1)`: "+0.8".
fn signed(value: &Value, decimals: Option<usize>) -> Result<String, Error> {
    let number = number_of(value)?;
    Ok(match decimals {
        Some(decimals) => numbers::fixed(number, check_decimals(decimals)?, true),
        None if number.fract() == 0.0 => numbers::fixed(number, 0, true),
        None => {
            let text = numbers::plain(number, 2);
            if number > 0.0 { format!("+{text}") } else { text }
        }
    })
}

/// Formats a number: "5.28" for `number(2)`; `sign=true`: "+2.47".
fn number(value: &Value, decimals: Option<usize>, options: Kwargs) -> Result<String, Error> {
    let sign: bool = options.get::<Option<bool>>("sign")?.unwrap_or(false);
    options.assert_all_used()?;
    let number = number_of(value)?;
    Ok(match decimals {
        Some(decimals) => numbers::fixed(number, check_decimals(decimals)?, sign),
        None => numbers::plain(number, 2),
    })
}

/// Returns the items of a list; an undefined name is an error.
pub fn items(values: &Value) -> Result<impl Iterator<Item = Value>, Error> {
    if values.is_undefined() {
        values.get_attr("it")?;
    }
    values.try_iter()
}

/// Formats a list as "a, b and c".
fn list(values: &Value) -> Result<String, Error> {
    let word = |value: Value| match value.is_number() {
        true => Ok(numbers::plain(f64::try_from(value)?, 2)),
        false => Ok(value.to_string()),
    };
    let words = items(values)?.map(word).collect::<Result<Vec<_>, Error>>()?;
    if words.is_empty() {
        return Err(failed("a list is empty"));
    }
    Ok(joined(&words))
}

/// Formats whole numbers with consecutive ones merged: "4 to 7 and 9".
fn runs(values: &Value, options: Kwargs) -> Result<String, Error> {
    let sign: bool = options.get::<Option<bool>>("sign")?.unwrap_or(false);
    options.assert_all_used()?;
    let mut numbers = items(values)?
        .map(|value| {
            let number = number_of(&value)?;
            match number.fract() == 0.0 {
                true => Ok(number as i64),
                false => Err(failed(format!("`{number}` is not a whole number"))),
            }
        })
        .collect::<Result<Vec<i64>, Error>>()?;
    numbers.sort_unstable();
    numbers.dedup();
    if numbers.is_empty() {
        return Err(failed("a list is empty"));
    }
    let word = |number: i64| numbers::fixed(number as f64, 0, sign);
    let run = |run: &[i64]| match run {
        [one] => word(*one),
        [one, other] => format!("{} and {}", word(*one), word(*other)),
        run => format!("{} to {}", word(run[0]), word(run[run.len() - 1])),
    };
    let parts: Vec<&[i64]> = numbers.chunk_by(|one, other| one + 1 == *other).collect();
    // Two consecutive numbers among others are not merged.
    let words = parts.iter().flat_map(|part| match part {
        [one, other] if parts.len() > 1 => vec![word(*one), word(*other)],
        part => vec![run(part)],
    });
    Ok(joined(&words.collect::<Vec<_>>()))
}

/// Returns the mean of a list of numbers.
fn average(values: &Value) -> Result<f64, Error> {
    let numbers =
        items(values)?.map(|value| number_of(&value)).collect::<Result<Vec<_>, Error>>()?;
    match numbers.len() {
        0 => Err(failed("a list is empty")),
        count => Ok(numbers.iter().sum::<f64>() / count as f64),
    }
}

/// Replaces underscores by blanks: "one by one" for `one_by_one`.
fn words(value: &Value) -> String {
    value.to_string().replace('_', " ")
}

/// Joins values: "a, b, c" for `join(", ")`.
fn join(state: &mut State, values: Value, between: Option<&str>) -> Result<Value, Error> {
    let between = between.unwrap_or_default();
    let texts = values.try_iter()?.map(|value| value.as_str().map_or(0, str::len) + between.len());
    if !MOST_PRINTED.holds(texts.sum::<usize>() as u64) {
        return Err(failing(&MOST_PRINTED.exceeded(OUTPUT_SUBJECT)));
    }
    Value::from_function(filters::join).call(state, &[values, Value::from(between)])
}

/// Joins words with commas and "and".
fn joined(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
