//! Parsing of numbers in options, such as `1e9`, `1_000_000` and `65%`.

use oddsmith_base::{Error, Parameter, Result};
use oddsmith_registry::digits;

fn read<T: std::str::FromStr>(text: &str) -> Option<T> {
    digits(text)?.parse().ok()
}

/// Parses a count.
pub fn count(text: &str) -> Result<u64> {
    read(text).ok_or_else(|| Error::question("not a whole number from 0 to 2^64 - 1"))
}

/// Parses a score.
pub fn score(text: &str) -> Result<i32> {
    read(text).ok_or_else(|| {
        let error = Error::question("not a whole number");
        let example = "for example " + Parameter::AT_LEAST.to("15");
        match text.contains('%') {
            true => error.with_hint(
                "give the number to reach, " + example + "; `dc` finds the number for a chance",
            ),
            false => error.with_hint(example),
        }
    })
}

/// Parses a share: `0.65` or `65%`. For a bare `65`, the error suggests both forms.
pub fn share(text: &str) -> Result<f64> {
    let number: f64 = read(text)
        .ok_or_else(|| Error::question("not a chance").with_hint("write `0.65` or `65%`"))?;
    if (0.0..=1.0).contains(&number) {
        return Ok(number);
    }
    let hint = match number > 1.0 && number <= 100.0 && !text.contains('%') {
        true => format!("write `{}` or `{}%`", number / 100.0, text.trim()),
        false => "write `0.65` or `65%`".to_owned(),
    };
    Err(Error::question("a chance is between 0 and 1").with_hint(hint))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bare_percentages_are_rejected() {
        assert_eq!(
            [share("0.5").unwrap(), share("50%").unwrap(), share("1").unwrap()],
            [0.5, 0.5, 1.0]
        );
        let told = share("50").unwrap_err();
        assert_eq!(told.hint().unwrap().to_string(), "write `0.5` or `50%`");
        assert!(share("-3%").is_err() && share("150%").is_err() && share("half").is_err());
    }
}
