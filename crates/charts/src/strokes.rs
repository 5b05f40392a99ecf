//! Lines on the sheet: straight or stepped, with their intervals, and their names at the ends.

use std::cmp::Ordering::Equal;

use super::axis::Span;
use super::curve::Join;
use super::data::{Line, Point, places};
use super::labels::spread;
use super::sheet::{Area, MARGIN, Sheet, Type};
use super::theme::{LABEL, PAPER, Pens, SUBTITLE};
use super::typeface::{width, wrapped};
use oddsmith_engine::odds::Sampled;

/// Maximum number of lines that may end at the same height and still be named there; otherwise
/// there is a legend.
const MEET: usize = 2;
/// Minimum distance between dots on a line.
const DOTS_APART: f64 = 7.0;
/// Radius of the dot of a sampled value.
const DOT: f64 = 2.4;
/// Distance from the end of a line to its name.
const END: f64 = 14.0;
/// Line spacing of names.
const LEADING: f64 = 16.0;
/// Maximum distance of names outside the picture's upper and lower edge.
const OVER: f64 = 8.0;

/// Returns the corners of a line through these points.
fn joined(points: &[(f64, f64)], join: Join) -> Vec<(f64, f64)> {
    match join {
        Join::Straight | Join::Dots => points.to_vec(),
        Join::Steps | Join::StepsTo => {
            let step = |pair: &[(f64, f64)]| match join {
                Join::Steps => [(pair[1].0, pair[0].1), pair[1]],
                _ => [(pair[0].0, pair[1].1), pair[1]],
            };
            points.first().copied().into_iter().chain(points.windows(2).flat_map(step)).collect()
        }
        Join::Rungs => {
            let apart = points.windows(2).map(|pair| pair[1].0 - pair[0].0);
            let half = apart.reduce(f64::min).unwrap_or(0.0) / 2.0;
            points.iter().flat_map(|&(x, y)| [(x - half, y), (x + half, y)]).collect()
        }
    }
}

/// Draws exact lines plainly, and sampled ones with their interval as a ribbon and a dot at each
/// place.
pub fn draw_lines(sheet: &Sheet, lines: &[Line], pens: &Pens, across: Span, up: Span, join: Join) {
    let pen = |line: &Line| pens.get(&line.check, &line.label);
    let thick = if lines.len() > 8 { 1.6 } else { 2.0 };
    for line in lines.iter().filter(|line| !line.is_exact()) {
        let edge = |end: fn(Sampled) -> f64| {
            let at = |point: &Point| Some((across.at(point.x), up.at(end(point.share.sampled?))));
            joined(&line.points.iter().filter_map(at).collect::<Vec<_>>(), join)
        };
        let (upper, lower) = (edge(|sampled| sampled.high), edge(|sampled| sampled.low));
        let ribbon: Vec<(f64, f64)> = upper.into_iter().chain(lower.into_iter().rev()).collect();
        if ribbon.len() > 2 {
            sheet.shape(&ribbon, pen(line).paint, 0.2);
        }
    }
    for line in lines {
        let at = |point: &Point| (across.at(point.x), up.at(point.share.value()));
        let points: Vec<(f64, f64)> = line.points.iter().map(at).collect();
        sheet.line(&joined(&points, join), pen(line), thick);
        if let ([only], true) = (&points[..], line.is_exact()) {
            sheet.dot(*only, 4.0, pen(line).paint);
        }
    }
    let apart = |line: &Line| (across.pixels.1 - across.pixels.0) / line.points.len() as f64;
    for line in lines.iter().filter(|line| line.points.len() > 1) {
        let stepped = matches!(join, Join::Dots | Join::Steps | Join::StepsTo);
        if line.is_exact() && (!stepped || apart(line) < DOTS_APART) {
            continue;
        }
        let radius = (apart(line) / 6.0).clamp(1.2, DOT);
        for point in &line.points {
            let at = (across.at(point.x), up.at(point.share.value()));
            sheet.dot(at, radius, pen(line).paint);
        }
    }
    for line in lines {
        if let [Point { x, share }] = &line.points[..]
            && let Some(Sampled { value, low, high }) = share.sampled.filter(|_| !share.is_exact())
        {
            let x = across.at(*x);
            sheet.upright(x, (up.at(low), up.at(high)), pen(line).paint, 1.2);
            sheet.dot((x, up.at(value)), DOT, pen(line).paint);
        }
    }
}

/// Sorts lines by their last value, the highest first; equal ones by the last place where they
/// differ.
fn by_end(lines: &[Line]) -> Vec<&Line> {
    let mut sorted: Vec<&Line> = lines.iter().filter(|line| !line.points.is_empty()).collect();
    sorted.sort_by(|a, b| {
        let pairs = b.points.iter().rev().zip(a.points.iter().rev());
        let mut orders = pairs.map(|(b, a)| b.share.value().total_cmp(&a.share.value()));
        orders.find(|order| order.is_ne()).unwrap_or(Equal)
    });
    sorted
}

/// Sorts lines by their value at the place where they differ most, the highest first.
pub fn by_height(lines: &[Line]) -> Vec<&Line> {
    let at = |x: f64| lines.iter().map(move |line| line.at(x).map_or(0.0, |share| share.value()));
    let apart = |x: &f64| {
        let mean = at(*x).sum::<f64>() / lines.len().max(1) as f64;
        at(*x).map(|share| (share - mean).powi(2)).sum::<f64>()
    };
    let widest = places(lines).into_iter().max_by(|a, b| apart(a).total_cmp(&apart(b)));
    let height = |line: &Line| Some(line.at(widest?)?.value());
    let mut sorted = by_end(lines);
    sorted.sort_by(|a, b| height(b).unwrap_or(0.0).total_cmp(&height(a).unwrap_or(0.0)));
    sorted
}

fn size_of_names(lines: &[Line]) -> u32 {
    if lines.len() > 4 { LABEL } else { SUBTITLE }
}

fn name_in_lines(line: &Line, size: u32, wide: f64) -> Vec<String> {
    wrapped(&line.label, size, true, (wide * 0.27).min(220.0), 2)
}

/// Returns the width for the names of lines at the right of a figure of this width.
pub fn room_of_names(lines: &[Line], wide: f64) -> f64 {
    let size = size_of_names(lines);
    let names = lines.iter().flat_map(|line| name_in_lines(line, size, wide));
    names.map(|name| width(&name, size, true)).fold(0.0, f64::max) + END + 2.0
}

/// Returns whether few lines end at the same height, and their names fit beside a picture of this
/// height, in a figure of this width.
pub fn names_fit(lines: &[Line], (low, top): (f64, f64), high: f64, wide: f64) -> bool {
    let size = size_of_names(lines);
    let names: f64 = lines.iter().map(|line| height_of(&name_in_lines(line, size, wide))).sum();
    let ends = by_end(lines).into_iter().filter_map(|line| Some(line.points.last()?.share.value()));
    let ends: Vec<f64> = ends.map(|share| (share - low) / (top - low) * high).collect();
    let meeting = ends.chunk_by(|one, next| one - next < LEADING).map(<[f64]>::len).max();
    names <= high + 2.0 * OVER && meeting.is_none_or(|lines| lines <= MEET)
}

/// Returns the height of a name.
fn height_of(name: &[String]) -> f64 {
    name.len().max(1) as f64 * LEADING + 2.0
}

/// Labels lines at their ends, each in its color, without overlap.
pub fn name_ends(
    sheet: &Sheet,
    lines: &[Line],
    pens: &Pens,
    plot: Area,
    (across, up): (Span, Span),
) {
    // The frame has reserved the width of the widest name.
    let size = size_of_names(lines);
    let lines = by_end(lines);
    let end =
        |line: &Line| line.points.last().map_or(plot.bottom, |point| up.at(point.share.value()));
    let room = sheet.room() + MARGIN - plot.right - END;
    let name = |line: &&Line| wrapped(&line.label, size, true, room + 0.5, 2);
    let names: Vec<Vec<String>> = lines.iter().map(name).collect();
    let wish = |(line, name): (&&Line, &Vec<String>)| (end(line), height_of(name));
    let wishes: Vec<(f64, f64)> = lines.iter().zip(&names).map(wish).collect();
    let places = spread(&wishes, plot.top - OVER, plot.bottom + OVER);
    for (((line, name), at), (from, _)) in lines.iter().zip(&names).zip(places).zip(&wishes) {
        let pen = pens.get(&line.check, &line.label);
        let last = line.points.last().map_or(plot.right, |point| across.at(point.x));
        if (at - from).abs() > 5.0 || plot.right - last > 6.0 {
            let start = (last.min(plot.right - 3.0) + 5.0, *from);
            let (bend, stop) = ((plot.right + 2.0, *from), (plot.right + END - 3.0, at));
            sheet.line(&[start, bend, stop], pen.paint.towards(PAPER, 0.45), 0.8);
        }
        let first = (plot.right + END, at - (name.len().max(1) - 1) as f64 * LEADING / 2.0);
        sheet.lines(name, first, LEADING, Type::bold(size, pen.paint.as_text()));
    }
}
