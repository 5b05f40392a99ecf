//! Titles that state a finding from the numbers of a figure, with at most two numbers.
//!
//! Ties are reported as ties, and no statement depends on a rounded number.

pub use crate::data::begin;
use crate::data::{ends, places, points};
use crate::{Axis, Difference, Line, Panel, Point, Scale, Values};
use oddsmith_engine::odds::{Estimate, NOISE};
use oddsmith_scenario::Level;
use oddsmith_text::capital;
use oddsmith_text::numbers::{fixed, per_cent, plain, short, signed};

/// Formats a probability in per cent, with a decimal near the ends.
pub fn about(share: f64) -> String {
    let decimals = usize::from(!(0.1..=0.9).contains(&share) && share > 0.0 && share < 1.0);
    format!("{} %", per_cent(share, decimals))
}

/// Formats a value of a figure.
pub fn number(value: f64, values: &Values) -> String {
    match values {
        Values::Shares => about(value),
        Values::Differences => format!("{} points", fixed(value * 100.0, 1, true)),
        Values::Numbers(_) => plain(value, 1),
    }
}

/// Formats the range of some numbers: "from 3 to 5".
pub fn range(numbers: impl Iterator<Item = f64>, values: &Values) -> String {
    let (low, high) = ends(numbers);
    let [low, high] = [low, high].map(|end| number(end, values));
    match low == high {
        true => format!("near {low} throughout"),
        false => format!("from {low} to {high}"),
    }
}

/// Formats a nonnegative distance between two values: "7.5 points".
fn distance(value: f64, values: &Values) -> String {
    match values {
        Values::Numbers(_) if value < 0.05 => "less than 0.1".into(),
        Values::Numbers(_) => plain(value, 1),
        _ if value < 0.000_5 => "less than 0.1 points".into(),
        _ => format!("{:.1} points", value * 100.0),
    }
}

/// Formats a place on an axis within a sentence: "at damage 8", "when even".
fn at(axis: &Axis, x: f64) -> String {
    match &axis.scale {
        Scale::Edge if x == 0.0 => "when even".into(),
        Scale::Edge => format!("at {}", signed(x as i64)),
        _ => format!("at {}", axis.words(x)),
    }
}

/// Formats one place, or two that tie; empty for more.
fn at_all(axis: &Axis, places: &[f64]) -> String {
    match places {
        [x] => format!(", {}", at(axis, *x)),
        [x, other] => format!(", {} and {}", at(axis, *x), axis.name(*other, 0)),
        _ => String::new(),
    }
}

/// Returns the finding of the panel with the largest gap, with the panel's title unless others tie.
fn panel_with_widest_gap<P>(
    panels: &[Panel<P>],
    size: impl Fn(&P) -> f64,
    said: impl Fn(&P) -> String,
) -> String {
    let most = panels.iter().map(|panel| size(&panel.plot)).fold(0.0, f64::max);
    let mut tied = panels.iter().filter(|panel| size(&panel.plot) >= most - NOISE);
    match (tied.next(), tied.next()) {
        (None, _) => "Nothing to compare".into(),
        (Some(one), None) if panels.len() > 1 && !one.title.is_empty() => {
            format!("{}: {}", capital(&one.title), said(&one.plot))
        }
        (Some(one), _) => said(&one.plot),
    }
}

/// Describes lines over an axis in panels: the trend of a single line, or the widest gap of two.
pub fn of_panels(axis: &Axis, values: &Values, panels: &[Panel<Vec<Line>>]) -> String {
    if panels.len() > 1 && panels.iter().any(|panel| panel.plot.len() != 2) {
        let lines = panels.iter().flat_map(|panel| &panel.plot);
        return capital(&range(points(lines).map(|point| point.share.value()), values));
    }
    let gap = |lines: &Vec<Line>| widest(lines).map_or(0.0, |widest| widest.gap);
    panel_with_widest_gap(panels, gap, |lines| of_lines(axis, values, lines))
}

/// Describes the place where a single line is nearest to the target level; `None` if that is
/// ambiguous or uncertain.
pub fn of_level(axis: &Axis, panels: &[Panel<Vec<Line>>], level: Level) -> Option<String> {
    let [Panel { plot: lines, .. }] = panels else { return None };
    let [line] = &lines[..] else { return None };
    let over = |point: &Point| point.share.value() - level.share;
    let meets = |point: &&Point| !level.never_below || over(point) >= -NOISE;
    let points = || line.points.iter().filter(meets);
    let least = points().map(|point| over(point).abs()).fold(f64::INFINITY, f64::min);
    let mut nearest = points().filter(|point| over(point).abs() - least <= NOISE);
    let (Some(point), None, true) = (nearest.next(), nearest.next(), line.is_exact()) else {
        return None;
    };
    let (name, place) = (begin(&line.label), at(axis, point.x));
    let not_below = if level.never_below { ", and not below it," } else { "" };
    Some(format!("{name} comes nearest to {} %{not_below} {place}", short(level.share * 100.0)))
}

/// Describes lines over an axis.
pub fn of_lines(axis: &Axis, values: &Values, lines: &[Line]) -> String {
    if let [line] = lines {
        return of_line(axis, values, line);
    }
    match widest(lines) {
        None => "Nothing to compare".into(),
        Some(widest) if widest.gap <= NOISE => "No difference at all".into(),
        Some(widest) if !widest.certain => "No difference that these trials can tell".into(),
        Some(Widest { gap, pair: Some([best, worst]), places, .. }) => {
            let (best, far, place) = (begin(best), distance(gap, values), at_all(axis, &places));
            let more = if *values == Values::Shares { "ahead of" } else { "more than" };
            format!("{best}: up to {far} {more} {worst}{place}")
        }
        Some(Widest { gap, .. }) => format!("They differ by up to {}", distance(gap, values)),
    }
}

fn of_line(axis: &Axis, values: &Values, line: &Line) -> String {
    let name = begin(&line.label);
    let (Some(first), Some(last)) = (line.points.first(), line.points.last()) else {
        return "Nothing to show".into();
    };
    let (from, to) = (first.share.value(), last.share.value());
    if first.x == last.x {
        return format!("{name} {}: {}", at(axis, first.x), number(from, values));
    }
    let (low, high) = ends(line.points.iter().map(|point| point.share.value()));
    let [from_words, to_words] = [from, to].map(|value| number(value, values));
    if high - low <= NOISE {
        return format!("{name} stays at {from_words}");
    }
    // Lines that are not monotonic neither rise nor fall.
    let values_of = || line.points.iter().map(|point| point.share.value());
    let steps = || values_of().zip(values_of().skip(1)).map(|(before, after)| after - before);
    let back = steps().map(|step| if to > from { -step } else { step }).fold(0.0, f64::max);
    let one_way = back <= (high - low) / 4.0;
    let ends_first = low >= from.min(to) - NOISE && high <= from.max(to) + NOISE;
    match ends_first && one_way {
        true if from_words == to_words => format!("{name} stays near {from_words}"),
        true if to > from => format!("{name} rises from {from_words} to {to_words}"),
        true => format!("{name} falls from {from_words} to {to_words}"),
        false => {
            let [low, high] = [low, high].map(|value| number(value, values));
            format!("{name} is between {low} and {high}")
        }
    }
}

/// The widest gap between lines.
struct Widest<'a> {
    gap: f64,
    /// The highest and the lowest line there, if they are the same at all places of the widest gap.
    pair: Option<[&'a str; 2]>,
    /// The places with this gap.
    places: Vec<f64>,
    /// True if the intervals of the two lines are disjoint somewhere.
    certain: bool,
}

fn widest(lines: &[Line]) -> Option<Widest<'_>> {
    let mut found: Option<Widest> = None;
    for x in places(lines) {
        let here: Vec<(Estimate, &str)> =
            lines.iter().filter_map(|line| Some((line.at(x)?, line.label.as_str()))).collect();
        if here.len() < 2 {
            continue;
        }
        let value = |known: &(Estimate, &str)| known.0.value();
        let (low, high) = ends(here.iter().map(value));
        let one = |end: f64| {
            let mut tied = here.iter().filter(|known| (value(known) - end).abs() <= NOISE);
            tied.next().filter(|_| tied.next().is_none())
        };
        let both = one(high).zip(one(low));
        let pair = both.map(|(best, worst)| [best.1, worst.1]);
        let certain = both.is_none_or(|(best, worst)| best.0.low() > worst.0.high());
        let gap = high - low;
        match &mut found {
            Some(known) if gap < known.gap - NOISE => {}
            Some(known) if gap <= known.gap + NOISE => {
                known.places.push(x);
                known.pair = known.pair.filter(|known| Some(*known) == pair);
                known.certain |= certain;
            }
            _ => found = Some(Widest { gap, pair, places: vec![x], certain }),
        }
    }
    found
}

/// Describes two lines in each panel: which is higher, and by how much.
pub fn of_differences(panels: &[Panel<Difference>]) -> String {
    let size = |plot: &Difference| plot.largest().map_or(0.0, |(_, share)| share.value().abs());
    panel_with_widest_gap(panels, size, of_difference)
}

fn of_difference(plot: &Difference) -> String {
    let [first, second] = &plot.lines;
    let Some(largest) = plot.largest().map(|(_, share)| share.value().abs()) else {
        return "Nothing to compare".into();
    };
    let (one, other) = (begin(&first.label), &second.label);
    if largest <= NOISE {
        return format!("{one} and {other} are the same");
    }
    let widest = |point: &&Point| point.share.value().abs() >= largest - NOISE;
    let tied: Vec<&Point> = plot.differences.iter().filter(widest).collect();
    let certain = |share: &Estimate| share.is_exact() || share.low() > 0.0 || share.high() < 0.0;
    if !tied.iter().any(|point| certain(&point.share)) {
        return format!("{one} and {other}: no difference that these trials can tell");
    }
    let far = distance(largest, &Values::Differences);
    let gains = tied.iter().filter(|point| point.share.value() > 0.0).count();
    if gains > 0 && gains < tied.len() {
        return format!("{one} and {other} differ by up to {far}, either way");
    }
    let (ahead, behind) = if gains > 0 { (first, second) } else { (second, first) };
    let places: Vec<f64> = tied.iter().map(|point| point.x).collect();
    let who = match plot.axis.scale {
        Scale::Edge if places.iter().all(|x| *x < 0.0) => Some("the underdog"),
        Scale::Edge if places.iter().all(|x| *x > 0.0) => Some("the favourite"),
        Scale::Edge if places.iter().all(|x| *x == 0.0) => Some("even sides"),
        _ => None,
    };
    let (ahead, behind) = (begin(&ahead.label), &behind.label);
    if tied.len() == plot.differences.len() && tied.len() > 1 {
        return format!("{ahead}: {far} ahead of {behind} throughout");
    }
    match who {
        Some(who) => format!("{ahead} gives {who} up to {far} more than {behind}"),
        None => format!("{ahead}: up to {far} ahead of {behind}{}", at_all(&plot.axis, &places)),
    }
}

/// Describes the numbers of a heat map: the lowest and the highest, or the target level.
pub fn of_heat(
    numbers: impl Iterator<Item = f64>,
    values: &Values,
    what: &str,
    level: Option<Level>,
) -> String {
    if let Some(level) = level {
        return format!("{} {} % along the line", begin(what), short(level.share * 100.0));
    }
    let (low, high) = ends(numbers);
    let [from, to] = [low, high].map(|value| number(value, values));
    match from == to {
        true if high - low <= NOISE => format!("{} {from} everywhere", begin(what)),
        true => format!("{} near {from} everywhere", begin(what)),
        false => format!("{} from {from} to {to}", begin(what)),
    }
}

/// Formats scores within a sentence: "3", "3 or 4".
fn listed(axis: &Axis, scores: &[f64]) -> String {
    let names: Vec<String> = scores.iter().map(|score| axis.name(*score, 0)).collect();
    names.join(" or ")
}

/// Returns the most likely scores of a line, and their probability.
fn modes(line: &Line) -> (Vec<f64>, f64) {
    let most = line.points.iter().map(|point| point.share.value()).fold(0.0, f64::max);
    let tied = line.points.iter().filter(|point| point.share.value() >= most - NOISE);
    (tied.map(|point| point.x).collect(), most)
}

/// Describes distributions: the probability of success, or else the most likely scores of a column
/// named `what`.
pub fn of_outcomes(axis: &Axis, lines: &[Line], what: &str, success: Option<String>) -> String {
    // A rung needs no column name, a number does.
    let score = match axis.scale {
        Scale::Named(_) | Scale::Cards => String::new(),
        _ => format!("{} ", what.split(',').next().unwrap_or_default()),
    };
    if let [line] = lines {
        return of_outcome(axis, line, &score, success);
    }
    let all: Vec<Vec<f64>> = lines.iter().map(|line| modes(line).0).collect();
    let means: Vec<f64> = lines.iter().map(mean).collect();
    let (low, high) = ends(means.iter().copied());
    // If damage is most likely 0 everywhere, the means are more informative.
    let alike = all.windows(2).all(|pair| pair[0] == pair[1]) && all[0].len() <= 2;
    let means_tell = alike && !score.is_empty() && high - low >= 0.05;
    if alike && !means_tell {
        return format!("Likeliest in all: {score}{}", listed(axis, &all[0]));
    }
    if !means_tell && lines.len() <= 3 && all.iter().all(|modes| modes.len() <= 2) {
        let each = lines.iter().zip(&all);
        let each = each.map(|(line, modes)| format!("{} ({})", listed(axis, modes), line.label));
        return format!("Likeliest {score}{}", each.collect::<Vec<_>>().join(", "));
    }
    // All lines with this mean, if they are at most two.
    let of = |end: f64| {
        let tied = lines.iter().zip(&means).filter(|(_, mean)| (**mean - end).abs() < 0.05);
        let names: Vec<&str> = tied.map(|(line, _)| line.label.as_str()).collect();
        let names =
            if names.len() > 2 { String::new() } else { format!(" ({})", names.join(", ")) };
        format!("{}{names}", plain(end, 1))
    };
    match axis.scale {
        Scale::Numbers if high - low > 0.05 => {
            format!("Mean {score}from {} to {}", of(low), of(high))
        }
        Scale::Numbers => format!("All with a mean {score}of about {}", plain(low, 1)),
        // Named scores have no mean.
        _ if all.windows(2).all(|pair| pair[0] == pair[1]) => {
            format!("The same {} are likeliest in all", plural(what))
        }
        _ => format!("The likeliest {} differ", plural(what)),
    }
}

/// Returns the plural of a column name.
fn plural(what: &str) -> String {
    let what = what.split(',').next().unwrap_or_default();
    if what.is_empty() { "outcomes".to_owned() } else { format!("{what}s") }
}

/// Lists the probability of an event for each check: "Total 11 or more: 3d6 50 %, 2d10 55 %".
pub fn of_shares(what: &str, shares: &[(String, Estimate)]) -> String {
    let each = shares.iter().map(|(name, share)| format!("{name} {}", about(share.value())));
    let each = each.map(|each| each.trim().to_owned()).collect::<Vec<_>>().join(", ");
    format!("{}: {each}", begin(what))
}

/// Returns the mean score of a line of probabilities.
fn mean(line: &Line) -> f64 {
    let all: f64 = line.points.iter().map(|point| point.share.value()).sum();
    line.points.iter().map(|point| point.x * point.share.value()).sum::<f64>() / all
}

fn of_outcome(axis: &Axis, line: &Line, score: &str, success: Option<String>) -> String {
    if axis.scale == Scale::Named(vec!["no".into(), "yes".into()]) {
        return format!("Yes {}", about(line.at(1.0).map_or(0.0, |share| share.value())));
    }
    let (modes, share) = modes(line);
    let possible = line.points.iter().filter(|point| point.share.value() > 0.0).count();
    let each = format!("{} %", per_cent(share, 1));
    let mode = match modes.len() {
        1 => format!("likeliest {score}{}", listed(axis, &modes)),
        2 if possible > 2 => format!("likeliest {score}{}", listed(axis, &modes)),
        all if all == possible => format!("all {all} outcomes are equally likely"),
        several => format!("{several} outcomes are the likeliest"),
    };
    match (success, modes.len()) {
        (Some(success), all) if all == possible => capital(&success),
        // Avoids naming a rung called "success" twice.
        (Some(success), _) if modes.iter().any(|mode| axis.name(*mode, 0) == "success") => {
            capital(&success)
        }
        (Some(success), _) => format!("{}; {mode}", capital(&success)),
        (None, 1) => format!("{}, {each}", capital(&mode)),
        (None, _) => format!("{}, {each} each", capital(&mode)),
    }
}

/// Describes named numbers: the largest, and those that tie for it.
pub fn of_names(what: &str, names: &[(String, f64)], values: &Values) -> String {
    let most = names.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
    let tied = || names.iter().filter(|(_, value)| *value >= most - NOISE);
    let said = number(most, values);
    let tied: Vec<&str> = tied().map(|(name, _)| name.as_str()).collect();
    match tied[..] {
        [one] if names.len() == 1 && one.is_empty() => format!("{}: {said}", begin(what)),
        [one] if names.len() == 1 => format!("{}: {what} {said}", begin(one)),
        [one] => format!("{} is likeliest for {one}: {said}", begin(what)),
        [one, other] => format!("{} is likeliest for {one} and {other}: {said}", begin(what)),
        _ if tied.len() == names.len() => format!("{} is as likely for all: {said}", begin(what)),
        _ => format!("{}: at most {said}, for {} of {}", begin(what), tied.len(), names.len()),
    }
}
