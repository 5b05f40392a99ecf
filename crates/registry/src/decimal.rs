//! Exact decimal numbers: 0.05 is five hundredths, not the nearest float.

use std::fmt;

use serde::{Serialize, Serializer};

/// A number with at most twelve decimals, stored exactly: `0.05` and `0.050` are equal.
///
/// # Examples
/// ```
/// use oddsmith_registry::Decimal;
///
/// let price = Decimal::read("0.050").unwrap();
/// assert_eq!((price.to_string().as_str(), price.value()), ("0.05", 0.05));
/// assert_eq!(Decimal::read("1e-3"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decimal(i64);

/// Number of decimals.
const PLACES: usize = 12;

/// Number of units per integer.
const WHOLE: i64 = 10i64.pow(PLACES as u32);

impl Decimal {
    /// Converts an integer.
    pub const fn whole(number: i32) -> Decimal {
        // Saturates beyond nine million; field ranges end far below that.
        Decimal((number as i64).saturating_mul(WHOLE))
    }

    /// Creates a number from units of 10^-12.
    pub const fn of_parts(parts: i64) -> Decimal {
        Decimal(parts)
    }

    /// Parses `2`, `0.05` or `-1.5`; `None` for anything else, including numbers with more than
    /// twelve significant decimals.
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

    /// Returns the nearest float, for numbers up to 9,000.
    pub fn value(self) -> f64 {
        self.0 as f64 / WHOLE as f64
    }

    /// Returns whether it is an integer.
    pub fn is_whole(self) -> bool {
        self.0 % WHOLE == 0
    }

    /// Returns the number in units of 10^-12, for exact sums.
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

/// Serializes to a JSON number, an integer if possible.
impl Serialize for Decimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_whole() {
            serializer.serialize_i64(self.0 / WHOLE)
        } else {
            serializer.serialize_f64(self.value())
        }
    }
}

/// Normalizes a number to plain digits: `1e9`, `1_000_000`, `65%`, `+2.50`; `None` for anything
/// else.
///
/// # Examples
/// ```
/// use oddsmith_registry::digits;
///
/// assert_eq!(digits("1e9").as_deref(), Some("1000000000"));
/// assert_eq!(digits("1_000_000").as_deref(), Some("1000000"));
/// assert_eq!(digits("65%").as_deref(), Some("0.65"));
/// assert_eq!(digits("-1.5e3").as_deref(), Some("-1500"));
/// assert_eq!(digits("3d6"), None);
/// ```
pub fn digits(text: &str) -> Option<String> {
    /// The maximum shift of the decimal point.
    const MOST: i32 = 60;
    let (number, per_cent) = match text.trim().strip_suffix('%') {
        Some(number) => (number.trim_end(), true),
        None => (text.trim(), false),
    };
    let (negative, number) = match number.strip_prefix('-') {
        Some(number) => (true, number),
        None => (false, number.strip_prefix('+').unwrap_or(number)),
    };
    let (number, exponent) = match number.split_once(['e', 'E']) {
        Some((number, exponent)) => (number, exponent.parse::<i32>().ok()?),
        None => (number, 0),
    };
    let (whole, part) = number.split_once('.').unwrap_or((number, "0"));
    // `_` is allowed between digits.
    let run = |text: &str| -> Option<String> {
        let apart = text
            .split('_')
            .all(|digits| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit()));
        apart.then(|| text.replace('_', ""))
    };
    let (whole, part) = (run(whole)?, run(part)?);
    let shift = exponent.checked_sub(if per_cent { 2 } else { 0 })?;
    if shift.abs() > MOST {
        return None;
    }
    let point = whole.len() as i32 + shift;
    let before = (-point).max(0) as usize;
    let all = format!("{}{whole}{part}", "0".repeat(before));
    let point = (point + before as i32) as usize;
    let all = format!("{all}{}", "0".repeat(point.saturating_sub(all.len())));
    let (whole, part) = all.split_at(point);
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    let part = part.trim_end_matches('0');
    let sign = if negative && (whole != "0" || !part.is_empty()) { "-" } else { "" };
    let dot = if part.is_empty() { "" } else { "." };
    Some(format!("{sign}{whole}{dot}{part}"))
}
