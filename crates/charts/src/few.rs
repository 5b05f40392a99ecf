//! Reduction of marks to what is visible: only every n-th of several thousand places is drawn, or
//! bins of them, and flat ends are cut off. The subtitle notes the reduction.

use std::collections::HashSet;

use super::data::{Axis, Line, Point, Scale, places, plus, sorted};
use super::ticks::step;
use oddsmith_text::numbers::plain;

/// The probability on either side that is negligible in a picture.
const NEXT_TO_NOTHING: f64 = 0.000_5;
/// Maximum number of places along an axis.
pub const PLACES: usize = 240;

/// Part of an axis that is shown, and a description of the places outside of it.
pub type Part = (f64, f64, &'static str);

/// Keeps at most `most` places in these rows, including `keep`, and returns a note.
pub fn thin<'a, T: 'a>(
    rows: impl Iterator<Item = &'a mut Vec<T>>,
    place: impl Fn(&T) -> f64,
    most: usize,
    keep: Option<f64>,
) -> Option<String> {
    let rows: Vec<&mut Vec<T>> = rows.collect();
    let places = sorted(rows.iter().flat_map(|row| row.iter().map(&place)));
    let every = places.len().div_ceil(most);
    if every < 2 {
        return None;
    }
    let from = keep.and_then(|keep| places.iter().position(|place| *place == keep)).unwrap_or(0);
    let kept = places.iter().skip(from % every).step_by(every);
    let kept: HashSet<u64> = kept.map(|place| place.to_bits()).collect();
    rows.into_iter().for_each(|row| row.retain(|mark| kept.contains(&place(mark).to_bits())));
    Some(format!("one of every {every} of {} places is drawn", places.len()))
}

/// Returns the range of places outside of which all lines are flat, if that cuts off more than a
/// fifth of the axis: before it every line keeps its first value, and after it its last.
pub fn busy<'a>(axis: &Axis, lines: impl Iterator<Item = &'a Line>) -> Option<Part> {
    const SAME: f64 = 0.001;
    if matches!(axis.scale, Scale::Named(_)) || axis.capped.is_some() {
        return None;
    }
    let lines: Vec<&Line> = lines.filter(|line| !line.points.is_empty()).collect();
    let all = places(lines.iter().copied());
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for Line { points, .. } in lines {
        let ends = [points.first()?, points.last()?].map(|point| point.share.value());
        let moves = |end: f64| move |point: &&Point| (point.share.value() - end).abs() > SAME;
        low = points.iter().find(moves(ends[0])).map_or(low, |point| low.min(point.x));
        high = points.iter().rev().find(moves(ends[1])).map_or(high, |point| high.max(point.x));
    }
    let (first, last) = (all.partition_point(|x| *x < low), all.partition_point(|x| *x <= high));
    // With two more places on either side that show the flat part.
    let (first, last) = (first.saturating_sub(2), (last + 1).min(all.len().checked_sub(1)?));
    (last > first && (last - first + 1) * 5 < all.len() * 4)
        .then(|| (all[first], all[last], "flat"))
}

/// Returns the range of scores outside of which outcomes have negligible probability, if that cuts
/// off more than a quarter of the axis.
pub fn likely<'a>(axis: &Axis, lines: impl Iterator<Item = &'a Line>) -> Option<Part> {
    if matches!(axis.scale, Scale::Named(_)) || axis.capped.is_some() {
        return None;
    }
    let lines: Vec<&Line> = lines.filter(|line| !line.points.is_empty()).collect();
    let all = places(lines.iter().copied());
    // The place at which the cumulative probability exceeds the negligible one.
    fn begin<'p>(points: impl Iterator<Item = &'p Point>) -> Option<f64> {
        let mut sum = 0.0;
        let mut beyond = points.skip_while(|point| {
            sum += point.share.value();
            sum < NEXT_TO_NOTHING
        });
        beyond.next().map(|point| point.x)
    }
    let lows = lines.iter().filter_map(|line| begin(line.points.iter()));
    let highs = lines.iter().filter_map(|line| begin(line.points.iter().rev()));
    let (low, high) = (lows.fold(f64::INFINITY, f64::min), highs.fold(f64::NEG_INFINITY, f64::max));
    let whole = all.last()? - all.first()?;
    (low < high && (high - low) < 0.75 * whole).then_some((low, high, "0.1 % at most"))
}

/// Keeps the places of a part, and returns a note that describes the others.
pub fn keep<'a>(
    rows: impl Iterator<Item = &'a mut Vec<Point>>,
    part: Option<Part>,
) -> Option<String> {
    let (low, high, others) = part?;
    rows.for_each(|row| row.retain(|point| (low..=high).contains(&point.x)));
    Some(format!("shown from {} to {}, {others} beyond", plain(low, 3), plain(high, 3)))
}

/// Sums adjacent places into at most [`PLACES`] bins.
pub fn bin(axis: &mut Axis, lines: &mut [&mut Line]) -> Option<String> {
    let all = places(lines.iter().map(|line| &**line));
    if all.len() <= PLACES {
        return None;
    }
    let wide = step(all[all.len() - 1] - all[0], PLACES, true);
    let place = |x: f64| (x / wide).floor();
    let named = matches!(axis.scale, Scale::Named(_));
    for line in lines {
        let bins = line.points.chunk_by(|one, other| place(one.x) == place(other.x));
        let sum = |bin: &[Point]| Point {
            x: place(bin[0].x) * if named { 1.0 } else { wide },
            share: bin[1..].iter().fold(bin[0].share, |sum, point| plus(sum, point.share)),
        };
        line.points = bins.map(sum).collect();
    }
    axis.capped = axis.capped.map(|cap| place(cap) * wide);
    if let Scale::Named(names) = &mut axis.scale {
        let bins = names.chunks(wide as usize);
        *names = bins.map(|bin| format!("{} \u{2013} {}", bin[0], bin[bin.len() - 1])).collect();
        return Some(format!("a bar stands for {wide} neighbours"));
    }
    Some(format!("in bins of {wide}, named by their lowest"))
}
