//! What a figure says, in words made from its numbers.

use crate::chart::{Axis, Difference, Heat, Line, Panel, Scale, Share, Values};
use crate::text::capital;
use crate::text::numbers::{per_cent, short, signed};

/// A name as a title begins with it; the name of a check stays as it is typed.
pub fn begin(name: &str) -> String {
    if name.contains('.') { name.to_owned() } else { capital(name) }
}

/// A share in whole per cent, or with a decimal near the ends.
pub fn about(share: f64) -> String {
    let decimals = usize::from(!(0.1..=0.9).contains(&share) && share > 0.0 && share < 1.0);
    format!("{} %", per_cent(share, decimals))
}

/// A place on an axis as a sentence says it: "at damage 8", "at even bonuses".
pub fn at(axis: &Axis, x: f64) -> String {
    let name = axis.title.split(',').next().unwrap_or_default();
    match &axis.scale {
        Scale::Edge if x == 0.0 => "when even".into(),
        Scale::Edge => format!("at {}", signed(x as i64)),
        Scale::Named(names) => format!("at {}", names.get(x as usize).map_or("", String::as_str)),
        Scale::Numbers => format!("at {name} {}", short(x).replace('-', "\u{2212}")),
    }
}

fn share(share: Share) -> f64 {
    share.value().unwrap_or(f64::NAN)
}

/// Lines over an axis: one rises or falls, of several the widest gap is told.
pub fn of_lines<'a>(axis: &Axis, lines: impl Iterator<Item = &'a Line>) -> String {
    let lines: Vec<&Line> = lines.collect();
    let ends = |line: &Line| Some((*line.points.first()?, *line.points.last()?));
    match lines[..] {
        [] => "Nothing to show".into(),
        [line] => match ends(line) {
            Some((first, last)) if first.x != last.x => {
                let (from, to) = (share(first.share), share(last.share));
                let verb = if to > from {
                    "rises"
                } else if to < from {
                    "falls"
                } else {
                    "stays"
                };
                let name = begin(&line.label);
                match verb {
                    "stays" => format!("{name} stays at {}", about(from)),
                    _ => format!(
                        "{name} {verb} from {} {} to {} {}",
                        about(from),
                        at(axis, first.x),
                        about(to),
                        at(axis, last.x)
                    ),
                }
            }
            Some((only, _)) => {
                format!("{} {}: {}", begin(&line.label), at(axis, only.x), about(share(only.share)))
            }
            None => "Nothing to show".into(),
        },
        _ => {
            let mut widest: Option<(f64, f64, &str, &str)> = None;
            for point in lines.iter().flat_map(|line| &line.points) {
                let here = || {
                    lines.iter().filter_map(|line| {
                        Some((
                            line.points.iter().find(|other| other.x == point.x)?.share.value()?,
                            line.label.as_str(),
                        ))
                    })
                };
                let (Some(best), Some(worst)) = (
                    here().max_by(|a, b| a.0.total_cmp(&b.0)),
                    here().min_by(|a, b| a.0.total_cmp(&b.0)),
                ) else {
                    continue;
                };
                if widest.is_none_or(|(gap, ..)| best.0 - worst.0 > gap + 1e-12) {
                    widest = Some((best.0 - worst.0, point.x, best.1, worst.1));
                }
            }
            match widest {
                Some((gap, x, best, worst)) if gap > 1e-9 => {
                    format!(
                        "{}: up to {:.1} points ahead of {worst}, {}",
                        begin(best),
                        gap * 100.0,
                        at(axis, x)
                    )
                }
                _ => "No difference at all".into(),
            }
        }
    }
}

/// Two lines: who gives how much more, and to whom.
pub fn of_difference(plot: &Difference) -> String {
    let Some((x, largest)) = plot.largest().and_then(|(x, share)| Some((x, share.value()?))) else {
        return "Nothing to compare".into();
    };
    let [first, second] = &plot.lines;
    if largest.abs() < 5e-6 {
        return format!("{} and {} are the same", begin(&first.label), second.label);
    }
    let (ahead, behind) = if largest > 0.0 { (first, second) } else { (second, first) };
    let points = format!("{:.1} points", largest.abs() * 100.0);
    match plot.axis.scale {
        Scale::Edge => {
            let who = if x < 0.0 {
                "the underdog"
            } else if x == 0.0 {
                "even sides"
            } else {
                "the favourite"
            };
            format!("{} gives {who} up to {points} more than {}", begin(&ahead.label), behind.label)
        }
        _ => format!(
            "{}: up to {points} ahead of {}, {}",
            begin(&ahead.label),
            behind.label,
            at(&plot.axis, x)
        ),
    }
}

/// A heat map: from where it is lowest to where it is highest.
pub fn of_heat(panel: &Panel<Heat>, what: &str) -> String {
    let heat = &panel.plot;
    let by = |a: &&crate::chart::Cell, b: &&crate::chart::Cell| a.value.total_cmp(&b.value);
    let (Some(low), Some(high)) =
        (heat.cells.iter().min_by(by), heat.cells.iter().rev().max_by(by))
    else {
        return "Nothing to show".into();
    };
    let value = |value: f64| {
        if heat.values == Values::Shares { about(value) } else { format!("{value:.1}") }
    };
    let name =
        if panel.title.is_empty() { what.to_owned() } else { format!("{what} ({})", panel.title) };
    format!("{}: from {} to {}", begin(&name), value(low.value), value(high.value))
}
