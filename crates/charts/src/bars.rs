//! Bar charts of distributions: one series, or several side by side.

use super::axis::{Span, beside, grid};
use super::curve::keys_of;
use super::data::{Axis, Line, Point, Success, Values, check_lines, places, points};
use super::few;
use super::figure::{Panel, Place, Plot};
use super::legend::{Key, Mark};
use super::sheet::{Area, HPos, Sheet, Type};
use super::theme::{INK, PAPER, Paint, Pens, SMALL};
use super::ticks::Ticks;
use super::typeface::width;
use oddsmith_base::Result;
use oddsmith_engine::odds::Sampled;
use oddsmith_text::numbers::per_cent;

/// A bar chart: probabilities of scores or rungs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bars {
    /// The horizontal axis: scores, or names of rungs.
    pub axis: Axis,
    /// The series, side by side at each place.
    pub series: Vec<Line>,
    /// The places that are a success; in a chart of one series, other bars are pale.
    pub success: Option<Success>,
}

/// The fraction of a place's width that bars take.
const FILLED: f64 = 0.82;

impl Plot for Bars {
    const HEIGHTS: [(f64, f64, f64); 2] = [(0.42, 200.0, 340.0), (0.55, 120.0, 240.0)];

    fn check(&self) -> Result<()> {
        check_lines(&self.series, 0.0)
    }

    fn settle(all: &mut [Panel<Bars>]) -> Vec<String> {
        let mut axis = all[0].plot.axis.clone();
        let part = few::likely(&axis, series(all));
        let lines = all.iter_mut().flat_map(|panel| &mut panel.plot.series);
        let mut lines: Vec<&mut Line> = lines.collect();
        let shown = few::keep(lines.iter_mut().map(|line| &mut line.points), part);
        let note = few::bin(&mut axis, &mut lines);
        all.iter_mut().for_each(|panel| panel.plot.axis = axis.clone());
        shown.into_iter().chain(note).collect()
    }

    fn sides(all: &[Panel<Bars>], _: bool, _: f64) -> (f64, f64) {
        (beside(&shares(all)), 12.0)
    }

    fn along(&self) -> (&Axis, Vec<f64>) {
        (&self.axis, places(&self.series))
    }

    fn keys(all: &[Panel<Bars>], _: bool) -> Vec<Key> {
        if let [Panel { plot: Bars { series, success: Some(success), .. }, .. }] = all
            && let [line] = &series[..]
        {
            let paint = pens(all).get(&line.check, &line.label).paint;
            let counts = |counts: &bool| {
                let shares = line.points.iter().filter(|point| success.has(point.x) == *counts);
                shares.map(|point| point.share.value()).sum::<f64>()
            };
            let others = format!("other {} %", per_cent(counts(&false), 1));
            let own = format!("{} {} %", success.words, per_cent(counts(&true), 1));
            let marks = [Mark::Square(paint, 1.0), Mark::Square(pale(paint), 1.0)];
            return marks.into_iter().zip([own, others]).collect();
        }
        let keys = keys_of(&pens(all), |pen| Mark::Square(pen.paint, 1.0));
        let named_by_panels = all.len() > 1 && all.iter().all(|panel| panel.plot.series.len() < 2);
        if keys.len() < 2 || named_by_panels { Vec::new() } else { keys }
    }

    fn draw(&self, sheet: &Sheet, place: &Place<Bars>) {
        let (across, plot) = (Bars::across(place.all), place.plot);
        let (pens, ticks) = (pens(place.all), shares(place.all));
        let top = ticks.last().map_or(1.0, |(value, _)| *value);
        let (span, slot) = (across.span((plot.left, plot.right)), across.slot(plot.width()));
        let many = self.series.len() as f64;
        // Bars stay visible however many places there are.
        let wide = ((slot * FILLED).min(64.0 * many) / many).max(1.0);
        // Either all bars have their values above them, or none has.
        let values = points(series(place.all)).map(|point| per_cent(point.share.value(), 1));
        let widest = values.map(|value| width(&value, SMALL, false)).fold(0.0, f64::max);
        let said = widest + 3.0 <= wide;
        // Leave room for values above full bars.
        let highest = plot.top + if said { 16.0 } else { 0.0 };
        let framed = Area { top: highest, ..plot };
        let up = grid(sheet, framed, (0.0, top), &ticks, place.first);
        for (i, line) in self.series.iter().enumerate() {
            let pen = pens.get(&line.check, &line.label);
            for point in &line.points {
                let share = point.share.value();
                let middle = span.at(point.x) + (i as f64 - (many - 1.0) / 2.0) * wide;
                let gap = if wide > 8.0 { 1.0 } else { 0.0 };
                let (left, right) = (middle - wide / 2.0, middle + wide / 2.0 - gap);
                let bar = Area { left, top: up.at(share), right, bottom: plot.bottom };
                let fails = self.series.len() == 1
                    && self.success.as_ref().is_some_and(|success| !success.has(point.x));
                sheet.bar(bar, if fails { pale(pen.paint) } else { pen.paint }, 1.0);
                let mut above = bar.top;
                let sampled = point.share.sampled.filter(|_| !point.share.is_exact());
                if let Some(Sampled { value: share, low, high }) = sampled {
                    whisker(sheet, middle - gap / 2.0, up, (low, high), wide);
                    let radius = if wide < 9.0 { 1.2 } else { 2.2 };
                    sheet.dot((middle - gap / 2.0, up.at(share)), radius, INK);
                    above = above.min(up.at(high));
                }
                if said {
                    let kind = Type::plain(SMALL, INK).at(HPos::Center);
                    sheet.text(&per_cent(share, 1), (middle, above - 8.0), kind);
                }
                let (place, share) = (self.axis.words(point.x), Values::Shares.words(point.share));
                let hint = format!("{place}\n{}: {share}", line.label);
                sheet.hint(Area { top: plot.top, ..bar }, hint);
            }
        }
        across.draw(sheet, plot, place.foot);
    }
}

/// Draws an interval as a line with end caps.
pub fn whisker(sheet: &Sheet, x: f64, up: Span, (low, high): (f64, f64), room: f64) {
    let (low, high, foot) = (up.at(low), up.at(high), (room / 4.0).min(4.0));
    sheet.upright(x, (low, high), INK, 1.2);
    for y in [low, high].into_iter().filter(|_| (low - high).abs() >= 3.0) {
        sheet.level(y, (x - foot, x + foot), INK, 1.2);
    }
}

fn series(all: &[Panel<Bars>]) -> impl Iterator<Item = &Line> {
    all.iter().flat_map(|panel| &panel.plot.series)
}

fn pens(all: &[Panel<Bars>]) -> Pens {
    Pens::filling(series(all).map(|line| (line.check.as_str(), line.label.as_str())))
}

/// Returns the color of bars that are not a success.
fn pale(paint: Paint) -> Paint {
    paint.towards(PAPER, 0.62)
}

/// Returns ticks from zero to above the highest bar, in per cent.
fn shares(all: &[Panel<Bars>]) -> Vec<(f64, String)> {
    let reach = |point: &Point| point.share.value().max(point.share.high());
    let highest = points(series(all)).map(reach).fold(0.0, f64::max) * 100.0;
    let highest = if highest > 0.0 { highest.min(100.0) } else { 1.0 };
    Values::Shares.named(&Ticks::around(0.0, highest, 6))
}
