//! Line charts along an axis: success curves, survival curves, cumulative distributions.

use super::axis::{Span, beside, grid, quarters, scale};
use super::data::{
    Axis, Line, Point, Success, Values, check_lines, check_numbers, coincident, ends, finite,
    places, points,
};
use super::few;
use super::figure::{Panel, Place, Plot};
use super::legend::{Key, Mark};
use super::sheet::{Area, HPos, Sheet};
use super::strokes::{by_height, draw_lines, name_ends, names_fit, room_of_names};
use super::theme::{LABEL, PAPER, Pen, Pens, SOFT};
use super::ticks::Ticks;
use super::typeface::width;
use oddsmith_base::Result;
use oddsmith_text::numbers::{per_cent, short};
use oddsmith_text::unique;

/// A line chart: values along an axis.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    /// The horizontal axis.
    pub axis: Axis,
    /// The lines, at most about 20.
    pub lines: Vec<Line>,
    /// The way in which points are joined.
    pub join: Join,
    /// The unit of the values.
    pub values: Values,
    /// The target level, drawn as a horizontal line.
    pub target: Option<f64>,
    /// The places that are a success, marked at their edge.
    pub success: Option<Success>,
}

/// The way in which the points of a line are joined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Join {
    /// Straight lines.
    #[default]
    Straight,
    /// Straight lines between dots, for probabilities of single places.
    Dots,
    /// Steps: a value holds until the next place, as for "at most".
    Steps,
    /// Steps: a value holds from the previous place, as for "at least".
    StepsTo,
    /// A horizontal segment at each name, for the probability of each rung.
    Rungs,
}

/// Number of lines above which flat ends of the axis are cut off.
const MOST_WHOLE_LINES: usize = 4;
/// If all probabilities are below this, the vertical scale is adapted to them.
const LOW: f64 = 0.5;

impl Plot for Curve {
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
        if all.iter().all(|panel| panel.plot.join == Join::Dots) {
            let part = few::likely(&all[0].plot.axis, lines(all));
            notes.extend(few::keep(rows(all), part));
        } else if all.len() > 1 || lines(all).count() > MOST_WHOLE_LINES {
            let part = few::busy(&all[0].plot.axis, lines(all));
            notes.extend(few::keep(rows(all), part));
        }
        notes.extend(few::thin(rows(all), |point| point.x, few::PLACES, None));
        if let [alone] = all {
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
        let key =
            |(check, name): (&str, &str)| (Mark::Line(pens.get(check, name)), name.to_owned());
        named.into_iter().map(key).collect()
    }

    fn draw(&self, sheet: &Sheet, place: &Place<Curve>) {
        let (across, plot) = (Curve::across(place.all), place.plot);
        let (values, ticks) = side(place.all);
        let up = grid(sheet, plot, values, &ticks, place.first);
        self.aim(sheet, plot, up);
        let span = across.span((plot.left, plot.right));
        self.mark(sheet, plot, [span, up]);
        let pens = pens_of(lines(place.all));
        draw_lines(sheet, &self.parted(), &pens, span, up, self.join);
        across.draw(sheet, plot, place.foot);
        if place.direct && !is_alone(place.all) {
            name_ends(sheet, &self.lines, &pens, plot, (span, up));
        }
        for x in places(&self.lines) {
            sheet.hint(across.column(x, plot), words_at(&self.axis, &self.lines, &self.values, x));
        }
    }
}

impl Curve {
    /// Returns the lines as drawn: interrupted at gaps between possible scores, such as between
    /// king and joker, or between a miss and the minimum damage.
    fn parted(&self) -> Vec<Line> {
        if self.join != Join::Dots {
            return self.lines.clone();
        }
        let parts = |line: &Line| -> Vec<Line> {
            // The step may be 2, if only every second number is possible or shown.
            let steps = line.points.windows(2).map(|pair| pair[1].x - pair[0].x);
            let step = steps.fold(f64::INFINITY, f64::min);
            let next_to = |one: &Point, other: &Point| other.x - one.x <= step;
            let parts = line.points.chunk_by(next_to);
            parts.map(|points| Line { points: points.to_vec(), ..line.clone() }).collect()
        };
        self.lines.iter().flat_map(parts).collect()
    }

    /// Draws the target line, labeled at the end at which the first line of the picture is lower.
    fn aim(&self, sheet: &Sheet, plot: Area, up: Span) {
        let Some(target) = self.target else { return };
        let y = up.at(target);
        sheet.level(y, (plot.left, plot.right), SOFT, 1.0);
        let falls = self.lines.first().is_some_and(|line| {
            let ends = [line.points.first(), line.points.last()];
            let [first, last] = ends.map(|point| point.map_or(0.0, |point| point.share.value()));
            first > last
        });
        let (x, side) = if falls { (plot.right, HPos::Right) } else { (plot.left, HPos::Left) };
        sheet.label(&format!("{} %", short(target * 100.0)), (x, y - f64::from(LABEL)), side);
    }

    /// Marks the edge of success with its name and, for a single line, its probability.
    fn mark(&self, sheet: &Sheet, plot: Area, [across, up]: [Span; 2]) {
        let Some(success) = &self.success else { return };
        let Some((edge, right)) = success.edge() else { return };
        let (first, last) = ends(points(&self.lines).map(|point| point.x));
        if !(first..=last).contains(&edge) {
            return;
        }
        // Dots of single places are separated halfway between two of them.
        let beside = match (self.join, right) {
            (Join::Dots, true) => edge - 0.5,
            (Join::Dots, false) => edge + 0.5,
            _ => edge,
        };
        let x = across.at(beside).clamp(plot.left, plot.right);
        sheet.upright(x, (plot.top, plot.bottom), SOFT, 1.0);
        let known = match (&self.lines[..], self.join) {
            ([line], Join::StepsTo) if right => line.at(edge),
            ([line], Join::Steps) if !right => line.at(edge),
            _ => None,
        };
        let share = known.map(|known| format!(" {} %", per_cent(known.value(), 1)));
        // If there is little room, use the short form.
        let share = share.unwrap_or_default();
        let all = [format!("{}{share}", success.words), format!("success{share}")];
        let long = |words: &String| width(words, LABEL, false);
        let most = (plot.right - x).max(x - plot.left) - 8.0;
        let Some(words) = all.into_iter().find(|words| long(words) <= most) else { return };
        let long = long(&words);
        let ground = |behind: bool| {
            let left = if behind { x + 6.0 } else { x - 6.0 - long };
            Area { left, top: plot.top + 3.0, right: left + long, bottom: plot.top + 19.0 }
        };
        // On the successful side, if there is room that no line crosses.
        let fits = |behind: bool| {
            let room = if behind { plot.right - x } else { x - plot.left };
            let ground = ground(behind);
            let through = |point: &Point| {
                let (at, high) = (across.at(point.x), up.at(point.share.value()));
                (ground.left - 8.0..=ground.right + 8.0).contains(&at) && high <= ground.bottom
            };
            (room >= long + 8.0, !points(&self.lines).any(through))
        };
        let behind = match [fits(right), fits(!right)] {
            [(true, true), _] => right,
            [_, (true, true)] => !right,
            [(true, _), _] => right,
            _ => !right,
        };
        let (at, side) = if behind { (x + 6.0, HPos::Left) } else { (x - 6.0, HPos::Right) };
        let ground = ground(behind);
        sheet.bar(ground, PAPER, 0.85);
        sheet.label(&words, (at, plot.top + 11.0), side);
    }
}

/// Returns the ends of the vertical scale, and its ticks: quarters for probabilities, unless all
/// are low.
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

/// Returns whether there is a single line, which needs no name.
fn is_alone(all: &[Panel<Curve>]) -> bool {
    all.len() == 1 && all[0].plot.lines.len() == 1
}

/// Returns the points of all lines.
fn rows(all: &mut [Panel<Curve>]) -> impl Iterator<Item = &mut Vec<Point>> {
    all.iter_mut().flat_map(|panel| &mut panel.plot.lines).map(|line| &mut line.points)
}

/// Returns the pens of these lines.
pub fn pens_of<'a>(lines: impl Iterator<Item = &'a Line>) -> Pens {
    Pens::of(lines.map(|line| (line.check.as_str(), line.label.as_str())))
}

/// Returns a legend key for each pen.
pub fn keys_of(pens: &Pens, mark: impl Fn(Pen) -> Mark) -> Vec<Key> {
    pens.iter().map(|(name, pen)| (mark(pen), name.to_owned())).collect()
}

/// Returns the tooltip of a place: the value of each line in a row.
pub fn words_at(axis: &Axis, lines: &[Line], values: &Values, x: f64) -> String {
    let row = |line: &Line| Some(format!("{}: {}", line.label, values.words(line.at(x)?)));
    let rows = lines.iter().filter_map(row);
    std::iter::once(axis.words(x)).chain(rows).collect::<Vec<_>>().join("\n")
}
