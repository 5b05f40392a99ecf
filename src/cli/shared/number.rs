//! Numbers on the command line: `1e9`, `1_000_000` and `65%` are some.

use crate::registry::digits;
use crate::{Error, Result};

fn read<T: std::str::FromStr>(text: &str) -> Option<T> {
    digits(text)?.parse().ok()
}

/// A number of things.
pub fn count(text: &str) -> Result<u64> {
    read(text).ok_or_else(|| Error::question("it is no whole number from 0 to 2^64 - 1"))
}

/// A share of all: `0.001`, `0.1%`.
pub fn share(text: &str) -> Result<f64> {
    read(text)
        .ok_or_else(|| Error::question("it is no number").with_hint("as in `0.001` or `0.1%`"))
}

/// A chance in per cent, with or without its sign: `65`, `65%`.
pub fn per_cent(text: &str) -> Result<f64> {
    let number = text.trim().trim_end_matches('%');
    read(number)
        .ok_or_else(|| Error::question("it is no chance in per cent").with_hint("it is 0 to 100"))
}

/// A score.
pub fn score(text: &str) -> Result<i32> {
    read(text).ok_or_else(|| {
        let error = Error::question("scores are whole numbers");
        match text.contains('%') {
            true => error.with_hint(
                "say the score, as in `--at-least 15`; its chance is the answer, \
                 and a sweep as in `dc=0..30` shows where that is what you want",
            ),
            false => error.with_hint("as in `--at-least 15`"),
        }
    })
}

/// A chance: `0.65`, `65%`.
pub fn chance(text: &str) -> Result<f64> {
    let number: f64 = read(text).ok_or_else(|| {
        Error::question("it is no chance").with_hint("as in `--target 0.65` or `--target 65%`")
    })?;
    if (0.0..=1.0).contains(&number) {
        return Ok(number);
    }
    let hint = match number > 1.0 && number <= 100.0 {
        true => format!("per cent have a sign: `--target {}%`", text.trim()),
        false => "as in `--target 0.65` or `--target 65%`".to_owned(),
    };
    Err(Error::question("a chance is 0 to 1").with_hint(hint))
}
