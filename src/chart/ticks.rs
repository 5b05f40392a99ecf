//! Where an axis has its ticks, and what they are called.

use crate::text::numbers::grouped;

/// Round values on an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Ticks {
    /// The values, rising.
    pub values: Vec<f64>,
    /// From one to the next.
    pub step: f64,
}

/// The least of 1, 2, 5, 10, 20 … (and of tenths, unless only `whole` numbers make sense) of which at most `most` steps span `range`.
pub fn step(range: f64, most: usize, whole: bool) -> f64 {
    let least = range / most.max(1) as f64;
    if least.is_nan() || least <= 0.0 || least.is_infinite() {
        return 1.0;
    }
    let power = 10f64.powi(least.log10().floor() as i32);
    // A tiny excess is a rounding, no reason for longer steps.
    let step = [1.0, 2.0, 5.0, 10.0]
        .map(|digit| digit * power)
        .into_iter()
        .find(|step| *step >= least * (1.0 - 1e-9));
    let step = step.unwrap_or(10.0 * power);
    if whole { step.max(1.0) } else { step }
}

impl Ticks {
    /// At most about `most` round values between these two.
    pub fn between(low: f64, high: f64, most: usize, whole: bool) -> Ticks {
        let step = step(high - low, most, whole);
        let (first, last) =
            ((low / step - 1e-9).ceil() as i64, (high / step + 1e-9).floor() as i64);
        Ticks { values: (first..=last).map(|tick| tick as f64 * step).collect(), step }
    }

    /// Round values that hold these two between the first and the last.
    pub fn around(low: f64, high: f64, most: usize, whole: bool) -> Ticks {
        let step = step(high - low, most, whole);
        let (first, last) =
            ((low / step + 1e-9).floor() as i64, (high / step - 1e-9).ceil() as i64);
        Ticks {
            values: (first..=last.max(first.saturating_add(1)))
                .map(|tick| tick as f64 * step)
                .collect(),
            step,
        }
    }

    /// How many decimals tell them apart.
    pub fn decimals(&self) -> usize {
        (0..6)
            .find(|places| ((self.step * 10f64.powi(*places)).fract() - 0.5).abs() > 0.499_999)
            .unwrap_or(6) as usize
    }
}

/// A number with so many decimals, a true minus sign, and thin spaces from 10,000.
pub fn number(value: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", value.abs());
    let minus = if value < 0.0 && text.bytes().any(|digit| (b'1'..=b'9').contains(&digit)) {
        "\u{2212}"
    } else {
        ""
    };
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let whole = whole.parse().map_or_else(|_| whole.to_owned(), grouped);
    format!("{minus}{whole}{rest}")
}

/// The same with a plus sign where it is more than nothing.
pub fn with_sign(value: f64, decimals: usize) -> String {
    let text = number(value, decimals);
    let nothing = !text.bytes().any(|digit| (b'1'..=b'9').contains(&digit));
    if value > 0.0 && !nothing { format!("+{text}") } else { text }
}

/// A value as it is, with the decimals that say something, at most three.
pub fn plainly(value: f64) -> String {
    let text = number(value, 3);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ticks_are_round() {
        assert_eq!(
            Ticks::between(-20.0, 20.0, 9, true).values,
            [-20.0, -15.0, -10.0, -5.0, 0.0, 5.0, 10.0, 15.0, 20.0]
        );
        assert_eq!(Ticks::between(0.0, 1.0, 5, true).values, [0.0, 1.0]);
        assert_eq!(Ticks::between(3.0, 3.0, 5, true).values, [3.0]);
        assert_eq!(Ticks::around(0.0, 0.137, 5, false).values.len(), 4);
        assert_eq!(Ticks::around(0.0, 0.0, 5, false).values, [0.0, 1.0]);
        assert_eq!(Ticks { values: vec![], step: 0.05 }.decimals(), 2);
        assert_eq!(Ticks { values: vec![], step: 20.0 }.decimals(), 0);
        assert_eq!(Ticks { values: vec![], step: 0.2 }.decimals(), 1);
    }

    #[test]
    fn numbers_are_set() {
        assert_eq!(number(-5.0, 0), "\u{2212}5");
        assert_eq!(number(-0.01, 1), "0.0");
        assert_eq!(number(12_345.5, 1), "12\u{2009}345.5");
        assert_eq!(
            (with_sign(0.0, 0), with_sign(5.0, 0), with_sign(0.001, 1)),
            ("0".into(), "+5".into(), "0.0".into())
        );
        assert_eq!(
            (plainly(5.0), plainly(2.25), plainly(100.0), plainly(0.0)),
            ("5".into(), "2.25".into(), "100".into(), "0".into())
        );
    }

    proptest! {
        #[test]
        fn ticks_are_few_inside_and_rising(low in -1e6..1e6f64, range in 0.0..1e6f64, most in 1usize..30, whole: bool) {
            let ticks = Ticks::between(low, low + range, most, whole);
            let slack = ticks.step * 1e-6;
            prop_assert!(ticks.values.len() <= most + 1);
            prop_assert!(ticks.values.windows(2).all(|pair| pair[0] < pair[1]));
            prop_assert!(ticks.values.iter().all(|tick| *tick >= low - slack && *tick <= low + range + slack));
            prop_assert!(!whole || ticks.values.iter().all(|tick| tick.fract() == 0.0));
            let around = Ticks::around(low, low + range, most, whole);
            prop_assert!(around.values[0] <= low + slack && around.values[around.values.len() - 1] >= low + range - slack);
            prop_assert!(around.values.len() <= most + 3);
        }
    }
}
