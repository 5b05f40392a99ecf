//! Numbers of a scenario that may be shares: `0.15` or `"15%"`.

use serde::de::{Deserialize, Deserializer, Error as _, Visitor};

use oddsmith_base::{Error, Result};
use oddsmith_registry::digits;

/// Number that was given as a number or as text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct NumberOrPercent(pub f64);

impl<'de> Deserialize<'de> for NumberOrPercent {
    fn deserialize<D: Deserializer<'de>>(
        deserializer: D,
    ) -> std::result::Result<NumberOrPercent, D::Error> {
        struct Read;
        impl Visitor<'_> for Read {
            type Value = NumberOrPercent;
            fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.write_str("a number, or a share as \"15%\"")
            }
            fn visit_f64<E: serde::de::Error>(
                self,
                number: f64,
            ) -> std::result::Result<NumberOrPercent, E> {
                match number.is_finite() {
                    true => Ok(NumberOrPercent(number)),
                    false => Err(E::custom(format!("`{number}` is not a number"))),
                }
            }
            fn visit_i64<E>(self, number: i64) -> std::result::Result<NumberOrPercent, E> {
                Ok(NumberOrPercent(number as f64))
            }
            fn visit_str<E: serde::de::Error>(
                self,
                text: &str,
            ) -> std::result::Result<NumberOrPercent, E> {
                let number = digits(text).and_then(|number| number.parse().ok());
                number.map(NumberOrPercent).ok_or_else(|| {
                    E::custom(format!("`{text}` is not a number: write 0.15 or \"15%\""))
                })
            }
        }
        deserializer.deserialize_any(Read).map_err(D::Error::custom)
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
