//! Two lines on one axis, with their difference below.

use super::axis::{HorizontalAxis, Span, beside, grid, quarters};
use super::bars::whisker;
use super::curve::{Join, keys_of, pens_of, words_at};
use super::data::{Axis, Line, Point, Scale, Values, begin, check_lines, ends, finite, places};
use super::few;
use super::figure::{Panel, Place, Plot};
use super::legend::{Key, Mark};
use super::sheet::{Area, HPos, MARGIN, Sheet, Type};
use super::strokes::{draw_lines, name_ends, names_fit, room_of_names};
use super::theme::{INK, LABEL, PAPER, Paint, SOFT};
use super::ticks::Ticks;
use super::typeface::{cut, width};
use oddsmith_answers::crossings;
use oddsmith_base::Result;
use oddsmith_engine::odds::{Estimate, NOISE, Sampled};
use oddsmith_text::numbers::fixed;

/// Two lines over the same places, their difference, and their crossings.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The horizontal axis.
    pub axis: Axis,
    /// The two lines.
    pub lines: [Line; 2],
    /// The first minus the second at each place, computed by [`Difference::of`].
    pub differences: Vec<Point>,
    /// The places where the lines cross.
    pub crossings: Vec<f64>,
}

impl Difference {
    /// Computes the differences of two lines, and their crossings, interpolated linearly between
    /// points.
    ///
    /// Exact lines have exact differences. The interval of a sampled difference is computed from
    /// those of the lines, as if sampled independently (Newcombe 1998, method 10); a caller with
    /// paired samples overwrites `differences`.
    pub fn of(axis: Axis, lines: [Line; 2]) -> Difference {
        let [first, second] = &lines;
        let less =
            |Point { x, share }: &Point| Some(Point { x: *x, share: share.minus(&second.at(*x)?) });
        let differences: Vec<Point> = first.points.iter().filter_map(less).collect();
        let places: Vec<_> = differences.iter().map(|point| (point.x, point.share)).collect();
        let crossings = crossings(&places).into_iter().map(|crossing| crossing.at).collect();
        Difference { axis, lines, differences, crossings }
    }

    /// Returns the largest difference, and its place.
    pub fn largest(&self) -> Option<(f64, Estimate)> {
        let size = |point: &&Point| point.share.value().abs();
        let largest = self.differences.iter().rev().max_by(|a, b| size(a).total_cmp(&size(b)));
        largest.map(|point| (point.x, point.share))
    }
}

/// Height below which a picture shows only the lines, since the title states the difference.
const BOTH: f64 = 210.0;
/// Maximum number of panels that each show the name of the difference.
const NAMED: usize = 2;
/// Room beyond the largest bar for its label.
const BEYOND: f64 = 20.0;
/// The fraction of the height for the lines, and the height of the gap with the name of the
/// difference.
const LINES: f64 = 0.66;
const BETWEEN: f64 = 60.0;
/// Height of the name of the difference above its picture.
const TITLE: f64 = 22.0;

impl Plot for Difference {
    const HEIGHTS: [(f64, f64, f64); 2] = [(0.72, 390.0, 480.0), (0.9, 320.0, 390.0)];

    fn check(&self) -> Result<()> {
        check_lines(&self.lines, 0.0)?;
        let points = self.differences.clone();
        let differences = Line { label: String::new(), check: String::new(), points };
        check_lines(&[differences], -1.0)?;
        self.crossings.iter().try_for_each(|at| finite(*at))
    }

    fn settle(all: &mut [Panel<Difference>]) -> Vec<String> {
        let mut notes = Vec::new();
        if all.len() > 1 {
            let part = few::busy(&all[0].plot.axis, lines(all));
            notes.extend(few::keep(rows(all), part));
        }
        let keep = if let [one] = &all[..] { one.plot.largest().map(|(x, _)| x) } else { None };
        notes.extend(few::thin(rows(all), |point| point.x, few::PLACES, keep));
        notes
    }

    fn along(&self) -> (&Axis, Vec<f64>) {
        (&self.axis, places(&self.lines))
    }

    fn bands(_: &[Panel<Difference>]) -> bool {
        false
    }

    fn sides(all: &[Panel<Difference>], direct: bool, wide: f64) -> (f64, f64) {
        let right = if direct { room_of_names(&all[0].plot.lines, wide) } else { 12.0 };
        (beside(&quarters()).max(beside(&scale(all, f64::INFINITY).1)), right)
    }

    fn foot(all: &[Panel<Difference>], wide: f64) -> f64 {
        let across = Difference::across(all);
        across.foot(wide - bar_width(&across, wide))
    }

    fn fits_directly(all: &[Panel<Difference>], high: f64, wide: f64) -> bool {
        names_fit(&all[0].plot.lines, (0.0, 1.0), (high - BETWEEN) * LINES, wide)
    }

    fn keys(all: &[Panel<Difference>], direct: bool) -> Vec<Key> {
        if direct { Vec::new() } else { keys_of(&pens_of(lines(all)), Mark::Line) }
    }

    fn draw(&self, sheet: &Sheet, place: &Place<Difference>) {
        let (across, plot) = (Difference::across(place.all), place.plot);
        let pens = pens_of(lines(place.all));
        let alone = plot.height() < BOTH;
        let bottom = plot.top + (plot.height() - BETWEEN) * LINES;
        let upper = if alone { plot } else { Area { bottom, ..plot } };
        let lower = Area { top: bottom + BETWEEN, ..plot };
        let wide = bar_width(&across, plot.width());
        let (left, right) = (plot.left + wide / 2.0, plot.right - wide / 2.0);
        let within = |area: Area| Area { left, right, ..area };
        let span = across.span((left, right));

        let up = grid(sheet, upper, (0.0, 1.0), &quarters(), place.first);
        draw_lines(sheet, &self.lines, &pens, span, up, Join::Straight);
        if place.direct {
            name_ends(sheet, &self.lines, &pens, upper, (span, up));
        }

        if !alone {
            self.below(sheet, place, (upper, lower), (span, up), wide);
        }
        across.draw(sheet, within(if alone { upper } else { lower }), place.foot);
        for x in places(&self.lines) {
            let mut words = words_at(&self.axis, &self.lines, &Values::Shares, x);
            if let Some(point) = self.differences.iter().find(|point| point.x == x) {
                words += &format!("\ndifference: {}", Values::Differences.words(point.share));
            }
            sheet.hint(across.column(x, within(plot)), words);
        }
    }
}

/// Returns the width of a bar in a picture of this width; the axis is shorter than the picture by
/// this, because bars at its ends need room too.
fn bar_width(across: &HorizontalAxis, wide: f64) -> f64 {
    (across.slot(wide) * 0.62).min(40.0)
}

/// The geometry of the lower picture.
struct Below {
    area: Area,
    across: Span,
    up: Span,
    /// The width of a bar.
    wide: f64,
    /// The color of each line, for bars in its favor.
    paints: [Paint; 2],
}

impl Below {
    /// Returns the area of a difference's bar, with its interval.
    fn bar(&self, point: &Point) -> Area {
        let (x, zero) = (self.across.at(point.x), self.up.at(0.0));
        let (top, bottom) = ends(reach(point).map(|value| self.up.at(value)).chain([zero]));
        Area { left: x - self.wide / 2.0, right: x + self.wide / 2.0, top, bottom }
    }

    fn paint(&self, difference: f64) -> Paint {
        self.paints[usize::from(difference < 0.0)]
    }
}

/// Returns a difference and the ends of its interval.
fn reach(point: &Point) -> impl Iterator<Item = f64> + use<> {
    [point.share.value(), point.share.low(), point.share.high()].into_iter()
}

impl Difference {
    /// Draws the differences below the lines, and the crossings.
    fn below(
        &self,
        sheet: &Sheet,
        place: &Place<Difference>,
        (upper, lower): (Area, Area),
        (span, up): (Span, Span),
        wide: f64,
    ) {
        let (plot, pens) = (place.plot, pens_of(lines(place.all)));
        let (ends, ticks) = scale(place.all, lower.height());
        // Leave room for a label beyond the largest bars.
        let falls =
            |panel: &Panel<Difference>| panel.plot.largest().map(|(_, share)| share.value() < 0.0);
        let room = |side: bool| {
            if place.all.iter().any(|panel| falls(panel) == Some(side)) { BEYOND } else { 2.0 }
        };
        let from = if place.first { MARGIN } else { plot.left };
        let title = format!("{} less {}, points", self.lines[0].label, self.lines[1].label);
        let title = begin(&title);
        if place.first || place.all.len() <= NAMED {
            let title = cut(&title, LABEL, true, plot.right - from);
            sheet.text(&title, (from, lower.top - TITLE), Type::bold(LABEL, INK));
        }
        let (top, bottom) = (lower.top + room(false), lower.bottom - room(true));
        let down = grid(sheet, Area { top, bottom, ..lower }, ends, &ticks, place.first);
        let below = Below {
            area: lower,
            across: span,
            up: down,
            wide,
            paints: self.lines.each_ref().map(|line| pens.get(&line.check, &line.label).paint),
        };
        for point in &self.differences {
            let value = point.share.value();
            if value != 0.0 {
                let bar = below.bar(&Point { share: Estimate::of_value(value), ..*point });
                sheet.bar(bar, below.paint(value), 1.0);
            }
            let sampled = point.share.sampled.filter(|_| !point.share.is_exact());
            if let Some(Sampled { low, high, .. }) = sampled {
                whisker(sheet, span.at(point.x), down, (low, high), wide);
            }
        }
        self.annotate(sheet, &below);
        self.cross(sheet, span, up, (upper, lower));
    }

    /// Labels the largest difference at the end of its bar.
    fn annotate(&self, sheet: &Sheet, below: &Below) {
        let largest = self.largest().map(|(x, share)| (x, share.value()));
        let Some((x, value)) = largest.filter(|(_, value)| *value != 0.0) else { return };
        let as_large = |point: &&Point| (point.share.value().abs() - value.abs()).abs() <= NOISE;
        let far = fixed(value * 100.0, 1, true);
        let text = match self.differences.iter().filter(as_large).count() {
            1 => format!("{far} at {}", self.axis.name(x, usize::from(x.fract() != 0.0))),
            _ => far,
        };
        let text = cut(&text, LABEL, true, below.area.width());
        let half = width(&text, LABEL, true) / 2.0;
        let own = below.across.at(x);
        let middle = own.max(below.area.left + half).min(below.area.right - half);
        // Beyond any whisker at this place.
        let near = Area { left: middle - half, right: middle + half, ..below.area };
        let bars = self.differences.iter().map(|point| below.bar(point));
        let bars = bars.filter(|bar| bar.left < near.right && near.left < bar.right);
        let (top, bottom) = ends(bars.flat_map(|bar| [bar.top, bar.bottom]));
        let y = if value > 0.0 { top - BEYOND / 2.0 } else { bottom + BEYOND / 2.0 };
        let kind = Type::bold(LABEL, below.paint(value).as_text()).at(HPos::Center);
        sheet.text(&text, (middle, y), kind);
    }

    /// Marks the crossings: a ring on the lines, and the place between the pictures.
    fn cross(&self, sheet: &Sheet, span: Span, up: Span, areas: (Area, Area)) {
        let (upper, lower) = areas;
        let mut free = upper.left - 20.0;
        for x in self.crossings.iter().filter(|_| self.crossings.len() <= 8) {
            let at = span.at(*x);
            if at < upper.left || at > upper.right {
                continue;
            }
            sheet.upright(at, (upper.bottom, upper.bottom + 5.0), SOFT, 1.0);
            if let Some(share) = between(&self.lines[0], *x) {
                sheet.dot((at, up.at(share)), 4.6, INK);
                sheet.dot((at, up.at(share)), 2.4, PAPER);
            }
            let tenth = (x * 10.0).round() / 10.0;
            let place = self.axis.name(tenth, usize::from(tenth.fract() != 0.0));
            let text = if free < upper.left { format!("equal at {place}") } else { place };
            let half = width(&text, LABEL, false) / 2.0;
            let named = matches!(self.axis.scale, Scale::Named(_));
            if at - half > free && lower.top - upper.bottom > 40.0 && !named {
                let middle = at.clamp(upper.left + half - 20.0, upper.right - half + 12.0);
                sheet.label(&text, (middle, upper.bottom + 15.0), HPos::Center);
                free = middle + half + 10.0;
            }
        }
    }
}

/// Returns the value of a line at any place, by linear interpolation.
fn between(line: &Line, x: f64) -> Option<f64> {
    let pair = line.points.windows(2).find(|pair| pair[0].x <= x && x <= pair[1].x)?;
    let (from, to) = (pair[0].share.value(), pair[1].share.value());
    Some(from + (to - from) * (x - pair[0].x) / (pair[1].x - pair[0].x))
}

/// Returns the points of all lines and differences.
fn rows(all: &mut [Panel<Difference>]) -> impl Iterator<Item = &mut Vec<Point>> {
    all.iter_mut().flat_map(|Panel { plot, .. }| {
        plot.lines.iter_mut().map(|line| &mut line.points).chain([&mut plot.differences])
    })
}

fn lines(all: &[Panel<Difference>]) -> impl Iterator<Item = &Line> {
    all.iter().flat_map(|panel| &panel.plot.lines)
}

/// Returns the ends of the differences' scale, which includes zero, and its ticks in points, for a
/// picture of this height.
fn scale(all: &[Panel<Difference>], tall: f64) -> ((f64, f64), Vec<(f64, String)>) {
    let reach = all.iter().flat_map(|panel| &panel.plot.differences).flat_map(reach);
    let (low, high) = ends(reach.chain([0.0]));
    let (low, high) = (low.max(-1.0) * 100.0, high.min(1.0) * 100.0);
    let (low, high) = if low == high { (-1.0, 1.0) } else { (low, high) };
    let most = ((tall - 2.0 * BEYOND) / 20.0).clamp(1.0, 4.0) as usize;
    let ticks = Ticks::between(low, high, most, false);
    ((low / 100.0, high / 100.0), Values::Differences.named(&ticks))
}
