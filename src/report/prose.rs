//! What several reports say in the same way: gaps between curves, runs of an axis.

use super::Work;
use crate::error::{Error, Result};
use crate::frame::Share;
use crate::text::numbers::{per_cent, signed};

/// The exact success shares of a check along an axis of whole numbers, by rising place.
pub type Curve = Vec<(i64, f64)>;

/// The success of a check along an axis, the others at these values.
///
/// # Errors
/// If the scenario has no such check, or its axis is no whole numbers.
pub fn curve(work: &Work, label: &str, axis: &str, rest: &[(&str, &str)]) -> Result<Curve> {
    let axes: Vec<&str> = std::iter::once(axis).chain(rest.iter().map(|(name, _)| *name)).collect();
    let wanted = |share: &&Share| {
        rest.iter()
            .zip(&share.point[1..])
            .all(|((_, value), point)| point.as_deref() == Some(value))
    };
    let found = work.successes(&[label], &axes)?;
    let point =
        |share: &Share| Some((share.point[0].as_deref()?.parse().ok()?, share.known()?.share));
    let mut curve: Curve = found.iter().filter(wanted).filter_map(point).collect();
    curve.sort_by_key(|(place, _)| *place);
    if curve.is_empty() {
        return Err(Error::question(format!(
            "the report needs the check `{label}` over the axis `{axis}`"
        )));
    }
    Ok(curve)
}

/// One curve less another, at the places that both have.
pub fn less(one: &Curve, other: &Curve) -> Curve {
    let gap = |&(place, share): &(i64, f64)| {
        let (_, theirs) = other.iter().find(|(there, _)| *there == place)?;
        // What floats miss by their last digits is no difference.
        Some((place, ((share - theirs) * 1e12).round() / 1e12))
    };
    one.iter().filter_map(gap).collect()
}

/// Where a curve is farthest from zero, either way.
pub fn widest(curve: &Curve) -> (i64, f64) {
    curve.iter().copied().fold(
        (0, 0.0),
        |widest: (i64, f64), here| if here.1.abs() > widest.1.abs() { here } else { widest },
    )
}

/// The share at a place.
pub fn at(curve: &Curve, place: i64) -> Option<f64> {
    curve.iter().find(|(there, _)| *there == place).map(|(_, share)| *share)
}

/// The places where a curve is above zero, as ranges: "from −14 to −11 and from +1 to +6".
pub fn runs(curve: &Curve, sign: f64, say: fn(i64) -> String) -> String {
    let mut runs: Vec<(i64, i64)> = Vec::new();
    let mut open = false;
    for &(place, value) in curve {
        let ahead = sign * value > 0.0;
        match runs.last_mut() {
            Some(run) if open && ahead => run.1 = place,
            _ if ahead => runs.push((place, place)),
            _ => {}
        }
        open = ahead;
    }
    let run = |&(from, to): &(i64, i64)| {
        if from == to {
            format!("at {}", say(from))
        } else {
            format!("from {} to {}", say(from), say(to))
        }
    };
    list(&runs.iter().map(run).collect::<Vec<_>>())
}

/// "a", "a and b", "a, b and c".
pub fn list(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// An advantage: "at even bonuses", "at −5".
pub fn at_edge(edge: i64) -> String {
    if edge == 0 { "at even bonuses".to_owned() } else { format!("at {}", signed(edge)) }
}

/// A share: "22.5 %".
pub fn percent(share: f64) -> String {
    format!("{} %", per_cent(share, 1))
}

/// A share as it is read: in per cent with one decimal, rounded as its text is, also half-way between two.
pub fn rounded(share: f64) -> f64 {
    format!("{:.1}", share * 100.0).parse::<f64>().unwrap_or(f64::NAN) / 100.0
}

/// The size of a difference of two shares that the reader sees as well: what the rounded ones give, so that he can do the sum.
pub fn between(one: f64, other: f64) -> String {
    in_points(rounded(one) - rounded(other))
}

/// The size of a difference: "7.5 points".
pub fn in_points(difference: f64) -> String {
    format!("{:.1} points", difference.abs() * 100.0)
}
