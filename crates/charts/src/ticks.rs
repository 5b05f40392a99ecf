//! Ticks: round values on an axis.

/// The ticks of an axis: round values at equal distances.
#[derive(Clone, Debug, PartialEq)]
pub struct Ticks {
    /// The values, in increasing order.
    pub values: Vec<f64>,
    /// The distance between successive values.
    pub step: f64,
}

/// Returns the smallest of 1, 2, 5, 10, 20 … (and their tenths, unless `whole` is set) of which at
/// most `most` steps span `range`.
pub fn step(range: f64, most: usize, whole: bool) -> f64 {
    let least = range / most.max(1) as f64;
    if least.is_nan() || least <= 0.0 || least.is_infinite() {
        return 1.0;
    }
    let power = 10f64.powi(least.log10().floor() as i32);
    // Tolerate rounding errors.
    let step = [1.0, 2.0, 5.0, 10.0]
        .map(|digit| digit * power)
        .into_iter()
        .find(|step| *step >= least * (1.0 - 1e-9));
    let step = step.unwrap_or(10.0 * power);
    if whole { step.max(1.0) } else { step }
}

impl Ticks {
    /// Returns at most about `most` round values between these two.
    pub fn between(low: f64, high: f64, most: usize, whole: bool) -> Ticks {
        let step = step(high - low, most, whole);
        Ticks::of((low / step - 1e-9).ceil() as i64, (high / step + 1e-9).floor() as i64, step)
    }

    /// Returns round values that enclose these two.
    pub fn around(low: f64, high: f64, most: usize) -> Ticks {
        let step = step(high - low, most, false);
        let (first, last) =
            ((low / step + 1e-9).floor() as i64, (high / step - 1e-9).ceil() as i64);
        Ticks::of(first, last.max(first.saturating_add(1)), step)
    }

    fn of(first: i64, last: i64, step: f64) -> Ticks {
        Ticks { values: (first..=last).map(|tick| tick as f64 * step).collect(), step }
    }

    /// Returns the quarters of a hundred.
    pub fn quarters() -> Ticks {
        Ticks { values: vec![0.0, 25.0, 50.0, 75.0, 100.0], step: 25.0 }
    }

    /// Returns the number of decimals needed to distinguish them.
    pub fn decimals(&self) -> usize {
        (0..6)
            .find(|places| ((self.step * 10f64.powi(*places)).fract() - 0.5).abs() > 0.499_999)
            .unwrap_or(6) as usize
    }
}
