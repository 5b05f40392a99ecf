//! Update of the bounds in a scenario to measured figures; comments and layout are kept.

use toml_edit::{Array, DocumentMut, Item, Value};

use crate::text::numbers::trimmed;
use crate::{Error, Result};

/// Moves the bounds of expectations in the text of a scenario so that they hold. `figures` are the
/// numbers of expectations, from 1, each with the lowest and the highest figure of its cases.
/// Returns the text and the moved expectations: their numbers and new bounds. Expectations without
/// numeric bounds are unchanged.
///
/// # Formula
/// `between` keeps its width, or gets as much more as the figures need, and is centred on them.
/// `at_least` and `at_most` become the figure, rounded outwards to as many decimals as the file
/// has, at least three (one for numbers above 1).
///
/// # Errors
/// If the text is not valid TOML.
pub fn update_bounds(
    text: &str,
    figures: &[(usize, (f64, f64))],
) -> Result<(String, Vec<(usize, String)>)> {
    let mut document: DocumentMut = text
        .parse()
        .map_err(|error: toml_edit::TomlError| Error::question(error.message().to_owned()))?;
    let mut moved = Vec::new();
    let rows = document.get_mut("expect").and_then(Item::as_array_of_tables_mut);
    if let Some(rows) = rows {
        for (number, figures) in figures {
            if let Some(row) = rows.get_mut(number - 1)
                && move_row_bounds(row, *figures)
            {
                moved.push((*number, bounds(row)));
            }
        }
    }
    // Line endings are kept.
    let written = document.to_string();
    let written = match text.contains("\r\n") {
        true => written.replace("\r\n", "\n").replace('\n', "\r\n"),
        false => written,
    };
    Ok((written, moved))
}

/// Formats the bounds of a row in words.
fn bounds(row: &toml_edit::Table) -> String {
    let said = |key: &str| row.get(key).and_then(Item::as_value).and_then(number);
    let ends = row.get("between").and_then(Item::as_array).map(|between| {
        let ends: Vec<String> =
            between.iter().filter_map(number).map(|end| trimmed(end, 9)).collect();
        ends.join(" to ")
    });
    let least = said("at_least").map(|low| format!("at least {}", trimmed(low, 9)));
    let most = said("at_most").map(|high| format!("at most {}", trimmed(high, 9)));
    [ends, least, most].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Moves the bounds of a row. Returns true if any was moved.
fn move_row_bounds(row: &mut toml_edit::Table, (low, high): (f64, f64)) -> bool {
    let mut moved = false;
    if let Some(between) = row.get_mut("between").and_then(Item::as_array_mut) {
        moved |= between_moved(between, low, high);
    }
    for (key, figure, up) in [("at_least", low, false), ("at_most", high, true)] {
        let Some(value) = row.get_mut(key).and_then(Item::as_value_mut) else { continue };
        let Some(bound) = number(value) else { continue };
        let misses = if up { figure > bound } else { figure < bound };
        if misses {
            let scale = 10f64.powi(decimals(value));
            let rounded = if up { (figure * scale).ceil() } else { (figure * scale).floor() };
            replace(value, rounded / scale);
            moved = true;
        }
    }
    moved
}

fn between_moved(between: &mut Array, low: f64, high: f64) -> bool {
    let ends = (between.get(0).and_then(number), between.get(1).and_then(number));
    let (Some(from), Some(to)) = ends else { return false };
    if from <= low && high <= to {
        return false;
    }
    let places = between.iter().map(decimals).max().unwrap_or(3);
    let scale = 10f64.powi(places);
    let half = ((to - from) / 2.0).max((high - low) / 2.0);
    let middle = f64::midpoint(low, high);
    // The end is computed from the rounded start, so that the width stays the same.
    let start = ((middle - half) * scale).round() / scale;
    let ends = [start.min(low), (((start + 2.0 * half) * scale).round() / scale).max(high)];
    let outwards = [(ends[0] * scale).floor() / scale, (ends[1] * scale).ceil() / scale];
    // Bounds of probabilities stay between 0 and 1.
    let least = if from >= 0.0 && low >= 0.0 { 0.0 } else { f64::NEG_INFINITY };
    let most = if to <= 1.0 && high <= 1.0 { 1.0 } else { f64::INFINITY };
    let outwards = outwards.map(|end| end.clamp(least, most));
    for (place, end) in outwards.into_iter().enumerate() {
        if let Some(value) = between.get_mut(place) {
            replace(value, end);
        }
    }
    true
}

fn number(value: &Value) -> Option<f64> {
    let plain = value.as_float().or_else(|| value.as_integer().map(|number| number as f64));
    plain.or_else(|| per_cent(value)?.parse::<f64>().ok().map(|number| number / 100.0))
}

/// Returns the digits of a percentage such as `"5.5%"`.
fn per_cent(value: &Value) -> Option<&str> {
    value.as_str()?.trim().strip_suffix('%').map(str::trim_end)
}

/// Returns the number of decimals of a number, at least three, or one if its absolute value is
/// above 1. Two decimals are added for a percentage.
fn decimals(value: &Value) -> i32 {
    if let Some(text) = per_cent(value) {
        let written = text.split('.').nth(1).map_or(0, str::len) as i32;
        return written.max(1) + 2;
    }
    let text = value.to_string();
    let digits = |part: &str| part.chars().take_while(char::is_ascii_digit).count();
    let written = text.trim().split('.').nth(1).map_or(0, |part| digits(part) as i32);
    written.max(if number(value).is_some_and(|number| number.abs() > 1.0) { 1 } else { 3 })
}

/// Replaces a number, and keeps the spaces and comments around it.
fn replace(value: &mut Value, number: f64) {
    let decor = value.decor().clone();
    let text = trimmed(number, 9);
    *value = match text.parse::<i64>() {
        _ if per_cent(value).is_some() => Value::from(trimmed(number * 100.0, 7) + "%"),
        Ok(whole) if value.is_integer() => Value::from(whole),
        _ => Value::from(text.parse().unwrap_or(number)),
    };
    *value.decor_mut() = decor;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_move_and_comments_stay() {
        let text = "[[expect]]   # what we want\nlabel = \"a\"\nbetween = [0.2, 0.3]  # for now\n";
        let (text, moved) = update_bounds(text, &[(1, (0.4, 0.4))]).expect("it is TOML");
        let wanted =
            "[[expect]]   # what we want\nlabel = \"a\"\nbetween = [0.35, 0.45]  # for now\n";
        assert_eq!(text, wanted);
        assert_eq!(moved, [(1, "0.35 to 0.45".to_owned())]);
    }

    #[test]
    fn bounds_in_per_cent_stay_in_per_cent_and_lines_end_as_they_did() {
        let text =
            "[[expect]]\r\nat_most = \"0.1%\" # rare\r\n[[expect]]\r\nbetween = [0.1, 0.2]\r\n";
        let (text, _) =
            update_bounds(text, &[(1, (0.2, 0.2345)), (2, (0.003, 0.003))]).expect("TOML");
        assert_eq!(
            text,
            "[[expect]]\r\nat_most = \"23.5%\" # rare\r\n[[expect]]\r\nbetween = [0.0, 0.053]\r\n"
        );
    }
}
