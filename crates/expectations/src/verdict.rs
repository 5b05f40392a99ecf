//! Verdicts on figures and bounds, and their text.

use oddsmith_engine::odds::{Estimate, Exact, Sampled};
use oddsmith_scenario::Constraint;
use oddsmith_text::numbers::trimmed;

/// Verdict on an expectation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The expectation holds.
    #[default]
    Holds,
    /// The expectation failed, and its bounds were changed so that it holds.
    Moved,
    /// The sampled results do not decide.
    Undecided,
    /// The expectation fails.
    Fails,
}

impl Verdict {
    /// Returns the verdict as a word.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Moved => "moved",
            Verdict::Fails => "fails",
            Verdict::Undecided => "undecided",
        }
    }
}

/// A sum of estimates with signs: exact where all are.
pub(crate) fn sum(terms: &[(f64, Estimate)]) -> Estimate {
    let exact: Option<f64> =
        terms.iter().map(|(sign, term)| term.exact.map(|exact| sign * exact.value)).sum();
    if let Some(exact) = exact.and_then(Exact::of) {
        return Estimate { exact: Some(exact), sampled: None };
    }
    let value: f64 = terms.iter().map(|(sign, term)| sign * term.value()).sum();
    // Independent errors add in squares, separately for each side of the intervals.
    let reach = |up: bool| {
        let square = |(sign, term): &(f64, Estimate)| {
            let to = if up == (*sign > 0.0) { term.high() } else { term.low() };
            (to - term.value()).powi(2)
        };
        terms.iter().map(square).sum::<f64>().sqrt()
    };
    let sampled = Sampled { value, low: value - reach(false), high: value + reach(true) };
    Estimate { exact: None, sampled: Some(sampled) }
}

/// Returns the verdict that an estimate lies in `low..=high`.
pub(crate) fn within(estimate: &Estimate, low: f64, high: f64) -> Verdict {
    // A bound that is typed as a decimal is met by what rounds to it in its last digits.
    let slack = if estimate.is_exact() { oddsmith_engine::odds::NOISE } else { 0.0 };
    let (low, high) = match (low == f64::MIN_POSITIVE, high == -f64::MIN_POSITIVE) {
        (true, _) | (_, true) => (low, high),
        _ => (low - slack, high + slack),
    };
    if estimate.low() >= low && estimate.high() <= high {
        Verdict::Holds
    } else if estimate.high() < low || estimate.low() > high {
        Verdict::Fails
    } else {
        Verdict::Undecided
    }
}

/// A bound in words.
pub(crate) fn words(bound: &Constraint) -> String {
    match bound {
        Constraint::Between(low, high) => format!("{low} to {high}"),
        Constraint::AtLeast(low) => format!("at least {low}"),
        Constraint::AtMost(high) => format!("at most {high}"),
        Constraint::Above(label) => format!("above {label}"),
        Constraint::Below(label) => format!("below {label}"),
        Constraint::Monotone { rising: true, over } => format!("rising with {over}"),
        Constraint::Monotone { rising: false, over } => format!("falling with {over}"),
    }
}

/// A figure with its interval, where it has one.
pub(crate) fn number(estimate: &Estimate) -> String {
    let short = |value: f64| trimmed(value, 6);
    match estimate.exact {
        Some(exact) => short(exact.value),
        None => format!(
            "{} ({} to {})",
            short(estimate.value()),
            short(estimate.low()),
            short(estimate.high())
        ),
    }
}
