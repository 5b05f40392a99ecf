//! Numbers of a scenario that may be shares: `0.15` or `"15%"`.

use serde::de::{Deserialize, Deserializer, Error as _, Unexpected};
use toml::Value;

use oddsmith_base::{Error, Result};
use oddsmith_registry::digits;

/// Number that was given as a number or as text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct NumberOrPercent(pub f64);

impl<'de> Deserialize<'de> for NumberOrPercent {
    fn deserialize<D: Deserializer<'de>>(
        deserializer: D,
    ) -> std::result::Result<NumberOrPercent, D::Error> {
        let found = match Value::deserialize(deserializer).map_err(D::Error::custom)? {
            Value::Float(number) if number.is_finite() => return Ok(NumberOrPercent(number)),
            Value::Float(number) => {
                return Err(D::Error::custom(format!("`{number}` is not a number")));
            }
            Value::Integer(number) => return Ok(NumberOrPercent(number as f64)),
            Value::String(text) => {
                let number = digits(&text).and_then(|number| number.parse().ok());
                let wrong = format!("`{text}` is not a number: write 0.15 or \"15%\"");
                return number.map(NumberOrPercent).ok_or_else(|| D::Error::custom(wrong));
            }
            Value::Boolean(flag) => Unexpected::Bool(flag),
            Value::Array(_) => Unexpected::Seq,
            Value::Table(_) | Value::Datetime(_) => Unexpected::Map,
        };
        Err(D::Error::invalid_type(found, &"a number, or a share as \"15%\""))
    }
}

/// Checks that a number is a share, or a difference of two shares.
///
/// # Errors
/// If the number is more than 0.1 outside the range. The hint suggests a share if the number can be
/// meant in per cent.
pub(super) fn share(number: f64, is_difference: bool) -> Result<f64> {
    let least = if is_difference { -1.0 } else { 0.0 };
    if (least - 0.1..=1.1).contains(&number) {
        return Ok(number);
    }
    let hint = match number.abs() <= 100.0 {
        // Rounding yields 0.224 for 22.4, not 0.22399999999999998.
        true => format!("write `{}` or `\"{number}%\"`", (number * 1e8).round() / 1e10),
        false => "as in `0.15` or `\"15%\"`".to_owned(),
    };
    let range = if is_difference { "-1 to 1" } else { "0 to 1" };
    let what = if is_difference { "a difference of chances" } else { "a chance" };
    Err(Error::question(format!("`{number}` is not {what}: it must be {range}")).with_hint(hint))
}
