//! Decimal numbers as people write them: 0.05 is five hundredths, not the nearest float.

use std::fmt;

use serde::{Serialize, Serializer};

/// A number with at most twelve decimals, held exactly: `0.05` and `0.050` are the same.
///
/// # Examples
/// ```
/// use oddsmith::registry::Decimal;
///
/// let price = Decimal::read("0.050").unwrap();
/// assert_eq!((price.to_string().as_str(), price.value()), ("0.05", 0.05));
/// assert_eq!(Decimal::read("1e-3"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decimal(i64);

/// Decimals after the point.
const PLACES: usize = 12;

/// How many parts a whole has.
const WHOLE: i64 = 10i64.pow(PLACES as u32);

impl Decimal {
    /// A whole number.
    pub const fn whole(number: i32) -> Decimal {
        // Beyond nine million there is no room for the decimals: the ends of a range are far below.
        Decimal((number as i64).saturating_mul(WHOLE))
    }

    /// So many million millionths.
    pub const fn of_parts(parts: i64) -> Decimal {
        Decimal(parts)
    }

    /// Reads `2`, `0.05` or `-1.5`; `None` for anything else, also for what has more than twelve decimals that are not 0.
    pub fn read(text: &str) -> Option<Decimal> {
        let (negative, digits) =
            text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let plain = |digits: &str| digits.bytes().all(|digit| digit.is_ascii_digit());
        let part = part.trim_end_matches('0');
        if whole.is_empty()
            || digits.ends_with('.')
            || !plain(whole)
            || !plain(part)
            || part.len() > PLACES
        {
            return None;
        }
        let part: i64 = format!("{part:0<PLACES$}").parse().ok()?;
        let number = whole.parse::<i64>().ok()?.checked_mul(WHOLE)?.checked_add(part)?;
        Some(Decimal(if negative { -number } else { number }))
    }

    /// The float nearest to it, for numbers up to 9,000.
    pub fn value(self) -> f64 {
        self.0 as f64 / WHOLE as f64
    }

    /// In whole parts of a million millionth, for sums that must be exact.
    pub fn parts(self) -> i64 {
        self.0
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, part) =
            (self.0.unsigned_abs() / WHOLE as u64, self.0.unsigned_abs() % WHOLE as u64);
        let sign = if self.0 < 0 { "-" } else { "" };
        let part = format!("{part:0PLACES$}");
        match part.trim_end_matches('0') {
            "" => write!(f, "{sign}{whole}"),
            part => write!(f, "{sign}{whole}.{part}"),
        }
    }
}

/// As JSON: a number, whole where it is whole.
impl Serialize for Decimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % WHOLE == 0 {
            serializer.serialize_i64(self.0 / WHOLE)
        } else {
            serializer.serialize_f64(self.value())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_read_as_they_print() {
        for text in ["0", "2", "-1.5", "0.05", "0.333333333333", "-0.000000000001", "1000"] {
            let number = Decimal::read(text).unwrap();
            assert_eq!(
                (number.to_string().as_str(), number.value()),
                (text, text.parse::<f64>().unwrap())
            );
        }
        assert_eq!(Decimal::read("-0.0"), Decimal::read("0"));
        assert_eq!(Decimal::read("0.0500000000000000000"), Decimal::read("0.05"));
        for wrong in
            ["", ".5", "5.", "1,5", "1e3", "--1", "+1", "0.0000000000001", "99999999999999", "nan"]
        {
            assert_eq!(Decimal::read(wrong), None, "{wrong}");
        }
    }
}
