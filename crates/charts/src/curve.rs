//! Shares along an axis as lines: success curves, what is still standing, margins "at least" and
//! "at most".

use std::cmp::Ordering::Equal;

use super::axis::{Span, beside, grid, quarters, scale};
use super::data::{
    Axis, Line, Point, Success, Values, check_lines, check_numbers, coincident, ends, finite,
    places, points,
};
use super::few;
use super::figure::{Drawn, Panel, Place};
use super::labels::spread;
use super::legend::{Key, Mark};
use super::sheet::{Area, HPos, MARGIN, Sheet, Type};
use super::theme::{LABEL, PAPER, Pen, Pens, SOFT, SUBTITLE};
use super::ticks::Ticks;
use super::typeface::{width, wrapped};
use oddsmith_answers::text::numbers::{per_cent, short};
use oddsmith_answers::text::unique;
use oddsmith_base::Result;
use oddsmith_engine::odds::Sampled;

/// Shares along an axis.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    /// The axis along the foot.
    pub axis: Axis,
    /// The lines, at most about 20.
    pub lines: Vec<Line>,
    /// How points are joined.
    pub join: Join,
    /// What its numbers are.
    pub values: Values,
    /// The share that is aimed at: a line across the picture.
    pub target: Option<f64>,
    /// Which places count as a success: a mark where they begin.
    pub success: Option<Success>,
}

/// How the points of a line are joined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Join {
    /// By straight lines.
    #[default]
    Straight,
    /// By straight lines between dots, where only places have a share.
    Dots,
    /// By steps: a share holds until the next place, as "at most" does.
    Steps,
    /// By steps: a share holds from the place before, as "at least" does.
    StepsTo,
    /// By a level at each name: a share is that of its own rung.
    Rungs,
}

/// Of more lines than these only the part is drawn where something happens.
const MOST_WHOLE_LINES: usize = 4;
/// Of lines that end together as many are named there; more have a legend.
const MEET: usize = 2;
/// How far dots on a line stand apart at the least.
const DOTS_APART: f64 = 7.0;
/// A picture whose shares are all below this has a scale of its own.
const LOW: f64 = 0.5;
/// Half of a sampled dot.
const DOT: f64 = 2.4;
/// From the end of a line to its name.
const END: f64 = 14.0;
/// Between lines of a name.
const LEADING: f64 = 16.0;
/// How far names may stand over the picture's upper and lower edge.
const OVER: f64 = 8.0;

impl Drawn for Curve {
    const HEIGHTS: [(f64, f64, f64); 2] = [(0.52, 220.0, 380.0), (0.62, 130.0, 260.0)];

    fn check(&self) -> Result<()> {
        self.target.map_or(Ok(()), finite)?;
        match self.values {
            Values::Shares => check_lines(&self.lines, 0.0),
            Values::Differences => check_lines(&self.lines, -1.0),
            Values::Numbers(_) => check_numbers(&self.lines),
        }
    }

    fn settle(all: &mut [Panel<Curve>]) -> Vec<String> {
        let mut notes = Vec::new();
        if all.len() > 1 || lines(all).count() > MOST_WHOLE_LINES {
            let ends = few::busy(&all[0].plot.axis, lines(all));
            notes.extend(few::keep_between(rows(all), ends));
        }
        notes.extend(few::thin(rows(all), |point| point.x, few::PLACES, None));
        if let [alone] = &all[..] {
            notes.extend(coincident(&alone.plot.lines));
        }
        notes
    }

    fn along(&self) -> (&Axis, Vec<f64>) {
        (&self.axis, places(&self.lines))
    }

    fn bands(_: &[Panel<Curve>]) -> bool {
        false
    }

    fn sides(all: &[Panel<Curve>], direct: bool, wide: f64) -> (f64, f64) {
        let named = direct && !is_alone(all);
        let right = if named { room_of_names(&all[0].plot.lines, wide) } else { 20.0 };
        (beside(&side(all).1), right)
    }

    fn fits_directly(all: &[Panel<Curve>], high: f64, wide: f64) -> bool {
        names_fit(&all[0].plot.lines, side(all).0, high, wide)
    }

    fn keys(all: &[Panel<Curve>], direct: bool) -> Vec<Key> {
        if direct || all.iter().all(|panel| panel.plot.lines.len() < 2) {
            return Vec::new();
        }
        let pens = pens_of(lines(all));
        let lines = all.iter().flat_map(|panel| by_height(&panel.plot.lines));
        let named = unique(lines.map(|line| (line.check.as_str(), line.label.as_str())));
        let key = |(check, name): (&str, &str)| (Mark::Line(pens.get(check, name)), name).into();
        named.into_iter().map(key).collect()
    }

    fn draw(&self, sheet: &Sheet, place: &Place<Curve>) -> Result<()> {
        let (across, plot) = (Curve::across(place.all), place.plot);
        let (values, ticks) = side(place.all);
        let up = Span { values, pixels: (plot.bottom, plot.top) };
        grid(sheet, plot, up, &ticks, place.first)?;
        self.aim(sheet, plot, up)?;
        self.mark(sheet, plot, across.span((plot.left, plot.right)))?;
        let pens = pens_of(lines(place.all));
        let span = across.span((plot.left, plot.right));
        draw_lines(sheet, &self.lines, &pens, span, up, self.join)?;
        if place.foot {
            across.draw(sheet, plot)?;
        }
        if place.direct && !is_alone(place.all) {
            name_ends(sheet, &self.lines, &pens, plot, (span, up))?;
        }
        for x in places(&self.lines) {
            sheet.hint(across.column(x, plot), words_at(&self.axis, &self.lines, &self.values, x));
        }
        Ok(())
    }
}

impl Curve {
    /// The line of what is aimed at, named at the end where the first line of the picture is below.
    fn aim(&self, sheet: &Sheet, plot: Area, up: Span) -> Result<()> {
        let Some(target) = self.target else { return Ok(()) };
        let y = up.at(target);
        sheet.level(y, (plot.left, plot.right), SOFT, 1.0)?;
        let falls = self.lines.first().is_some_and(|line| {
            let ends = [line.points.first(), line.points.last()];
            let [first, last] = ends.map(|point| point.map_or(0.0, |point| point.share.value()));
            first > last
        });
        let (x, side) = if falls { (plot.right, HPos::Right) } else { (plot.left, HPos::Left) };
        sheet.label(&format!("{} %", short(target * 100.0)), (x, y - f64::from(LABEL)), side)
    }

    /// A line where success begins, with what counts, and of a line alone how likely that is.
    fn mark(&self, sheet: &Sheet, plot: Area, across: Span) -> Result<()> {
        let Some(success) = &self.success else { return Ok(()) };
        let Some((edge, right)) = success.edge() else { return Ok(()) };
        let (first, last) = ends(points(&self.lines).map(|point| point.x));
        if !(first..=last).contains(&edge) {
            return Ok(());
        }
        // Shares of single places are parted between two of them.
        let beside = match (self.join, right) {
            (Join::Dots, true) => edge - 0.5,
            (Join::Dots, false) => edge + 0.5,
            _ => edge,
        };
        let x = across.at(beside).clamp(plot.left, plot.right);
        sheet.upright(x, (plot.top, plot.bottom), SOFT, 1.0)?;
        let known = match (&self.lines[..], self.join) {
            ([line], Join::StepsTo) if right => line.at(edge),
            ([line], Join::Steps) if !right => line.at(edge),
            _ => None,
        };
        let share = known.map(|known| format!(" {} %", per_cent(known.value(), 1)));
        // Where there is little room, no more than how likely it is.
        let share = share.unwrap_or_default();
        let all = [format!("{}{share}", success.words), format!("success{share}")];
        let long = |words: &String| width(words, LABEL, false);
        let most = (plot.right - x).max(x - plot.left) - 8.0;
        let Some(words) = all.into_iter().find(|words| long(words) <= most) else { return Ok(()) };
        let long = long(&words);
        // On the side that counts, if it has room.
        let room = if right { plot.right - x } else { x - plot.left };
        let behind = right == (room >= long + 8.0);
        let (at, side) = if behind { (x + 6.0, HPos::Left) } else { (x - 6.0, HPos::Right) };
        let left = if behind { at } else { at - long };
        let ground =
            Area { left, top: plot.top + 3.0, right: left + long, bottom: plot.top + 19.0 };
        sheet.bar(ground, PAPER, 0.85)?;
        sheet.label(&words, (at, plot.top + 11.0), side)
    }
}

/// The ends of the side's scale, and its ticks: quarters for shares, unless all are low.
fn side(all: &[Panel<Curve>]) -> ((f64, f64), Vec<(f64, String)>) {
    let reach = |point: &Point| [point.share.low(), point.share.high()];
    let aims = all.iter().filter_map(|panel| panel.plot.target);
    let numbers = points(lines(all)).flat_map(reach).chain(aims);
    match &all[0].plot.values {
        Values::Shares => match ends(numbers).1 {
            high if high > 0.0 && high <= LOW => {
                let ticks = Values::Shares.named(&Ticks::around(0.0, high * 100.0, 5));
                ((0.0, ticks.last().map_or(1.0, |(value, _)| *value)), ticks)
            }
            _ => ((0.0, 1.0), quarters()),
        },
        values => scale(numbers, values),
    }
}

fn lines(all: &[Panel<Curve>]) -> impl Iterator<Item = &Line> {
    all.iter().flat_map(|panel| &panel.plot.lines)
}

/// Whether there is one line alone, which title and subtitle are about.
fn is_alone(all: &[Panel<Curve>]) -> bool {
    all.len() == 1 && all[0].plot.lines.len() == 1
}

/// The points of all lines.
fn rows(all: &mut [Panel<Curve>]) -> impl Iterator<Item = &mut Vec<Point>> {
    all.iter_mut().flat_map(|panel| &mut panel.plot.lines).map(|line| &mut line.points)
}

/// The pens of these lines.
pub fn pens_of<'a>(lines: impl Iterator<Item = &'a Line>) -> Pens {
    Pens::of(lines.map(|line| (line.check.as_str(), line.label.as_str())))
}

/// A key for each pen.
pub fn keys_of(pens: &Pens, mark: impl Fn(Pen) -> Mark) -> Vec<Key> {
    pens.iter().map(|(name, pen)| (mark(pen), name).into()).collect()
}

/// What the lines say at a place, a row each.
pub fn words_at(axis: &Axis, lines: &[Line], values: &Values, x: f64) -> String {
    let row = |line: &Line| Some(format!("{}: {}", line.label, values.words(line.at(x)?)));
    let rows = lines.iter().filter_map(row);
    std::iter::once(axis.words(x)).chain(rows).collect::<Vec<_>>().join("\n")
}

/// The corners of a line through these points.
fn joined(points: &[(f64, f64)], join: Join) -> Vec<(f64, f64)> {
    match join {
        Join::Straight | Join::Dots => points.to_vec(),
        Join::StepsTo => {
            let step = |pair: &[(f64, f64)]| [(pair[0].0, pair[1].1), pair[1]];
            points.first().copied().into_iter().chain(points.windows(2).flat_map(step)).collect()
        }
        Join::Steps => {
            let step = |pair: &[(f64, f64)]| [(pair[1].0, pair[0].1), pair[1]];
            points.first().copied().into_iter().chain(points.windows(2).flat_map(step)).collect()
        }
        Join::Rungs => {
            let apart = points.windows(2).map(|pair| pair[1].0 - pair[0].0);
            let half = apart.reduce(f64::min).unwrap_or(0.0) / 2.0;
            points.iter().flat_map(|&(x, y)| [(x - half, y), (x + half, y)]).collect()
        }
    }
}

/// Exact lines without ornament; what was only sampled with its interval as a ribbon, and a dot at
/// each place.
pub fn draw_lines(
    sheet: &Sheet,
    lines: &[Line],
    pens: &Pens,
    across: Span,
    up: Span,
    join: Join,
) -> Result<()> {
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
            sheet.shape(&ribbon, pen(line).paint, 0.2)?;
        }
    }
    for line in lines {
        let at = |point: &Point| (across.at(point.x), up.at(point.share.value()));
        let points: Vec<(f64, f64)> = line.points.iter().map(at).collect();
        sheet.line(&joined(&points, join), pen(line), thick)?;
        if let ([only], true) = (&points[..], line.is_exact()) {
            sheet.dot(*only, 4.0, pen(line).paint)?;
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
            sheet.dot(at, radius, pen(line).paint)?;
        }
    }
    for line in lines.iter().filter(|line| line.points.len() == 1) {
        for Point { x, share } in &line.points {
            if let Some(Sampled { value, low, high }) = share.sampled.filter(|_| !share.is_exact())
            {
                let x = across.at(*x);
                sheet.upright(x, (up.at(low), up.at(high)), pen(line).paint, 1.2)?;
                sheet.dot((x, up.at(value)), DOT, pen(line).paint)?;
            }
        }
    }
    Ok(())
}

/// Lines by where they end, the highest first; those that end together by where they last differ.
fn by_end(lines: &[Line]) -> Vec<&Line> {
    let mut sorted: Vec<&Line> = lines.iter().filter(|line| !line.points.is_empty()).collect();
    let from_end =
        |line: &Line| line.points.iter().rev().map(|point| point.share.value()).collect::<Vec<_>>();
    sorted.sort_by(|a, b| {
        let pairs = from_end(b).into_iter().zip(from_end(a));
        pairs.map(|(b, a)| b.total_cmp(&a)).find(|order| order.is_ne()).unwrap_or(Equal)
    });
    sorted
}

/// Lines by their height where they differ most, the highest first.
fn by_height(lines: &[Line]) -> Vec<&Line> {
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

/// Room for the names of lines at the right of a figure of this width.
pub fn room_of_names(lines: &[Line], wide: f64) -> f64 {
    let size = size_of_names(lines);
    let names = lines.iter().flat_map(|line| name_in_lines(line, size, wide));
    names.map(|name| width(&name, size, true)).fold(0.0, f64::max) + END + 2.0
}

/// Whether few lines end together, and the names have room beside a picture of this height, in a
/// figure of this width.
pub fn names_fit(lines: &[Line], (low, top): (f64, f64), high: f64, wide: f64) -> bool {
    let size = size_of_names(lines);
    let names: f64 = lines.iter().map(|line| height_of(&name_in_lines(line, size, wide))).sum();
    let ends = by_end(lines).into_iter().filter_map(|line| Some(line.points.last()?.share.value()));
    let ends: Vec<f64> = ends.map(|share| (share - low) / (top - low) * high).collect();
    let meeting = ends.chunk_by(|one, next| one - next < LEADING).map(<[f64]>::len).max();
    names <= high + 2.0 * OVER && meeting.is_none_or(|lines| lines <= MEET)
}

/// How high a name is.
fn height_of(name: &[String]) -> f64 {
    name.len().max(1) as f64 * LEADING + 2.0
}

/// Names lines where they end, each in its colour, none over another.
pub fn name_ends(
    sheet: &Sheet,
    lines: &[Line],
    pens: &Pens,
    plot: Area,
    (across, up): (Span, Span),
) -> Result<()> {
    // The frame gave the room that the widest name asked for.
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
            sheet.line(&[start, bend, stop], pen.paint.towards(PAPER, 0.45), 0.8)?;
        }
        let first = (plot.right + END, at - (name.len().max(1) - 1) as f64 * LEADING / 2.0);
        sheet.lines(name, first, LEADING, Type::bold(size, pen.paint.as_text()))?;
    }
    Ok(())
}
