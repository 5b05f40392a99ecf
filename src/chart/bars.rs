//! A distribution as bars, "exactly": one series, or several side by side.

use super::axis::{Across, Span, beside, grid};
use super::curve::pens_of;
use super::data::{Axis, Line, check_lines, places, words};
use super::few;
use super::figure::{Panel, Place, Plot};
use super::legend::{Key, Mark};
use super::sheet::{Area, HPos, Sheet, Type};
use super::theme::{INK, Pen, Pens, SMALL};
use super::ticks::{Ticks, number};
use super::typeface::width;
use crate::error::Result;
use crate::odds::Sampled;
use crate::text::numbers::per_cent;

/// Shares of scores or rungs as bars.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bars {
    /// The axis along the foot: scores, or names of rungs.
    pub axis: Axis,
    /// The series, side by side at each place.
    pub series: Vec<Line>,
}

/// Of the width of a place, how much bars take.
const FILLED: f64 = 0.82;

impl Plot for Bars {
    fn check(&self) -> Result<()> {
        check_lines(&self.series, 0.0)
    }

    fn settle(all: &mut [Panel<Bars>]) -> Vec<String> {
        let mut axis = all[0].plot.axis.clone();
        let mut rows: Vec<&mut Line> =
            all.iter_mut().flat_map(|panel| &mut panel.plot.series).collect();
        let note = few::bin(&mut axis, &mut rows);
        all.iter_mut().for_each(|panel| panel.plot.axis = axis.clone());
        note.into_iter().collect()
    }

    fn sides(all: &[Panel<Bars>], _: bool, _: f64) -> (f64, f64) {
        (beside(&shares(all)), 12.0)
    }

    fn foot(all: &[Panel<Bars>], wide: f64) -> f64 {
        across(all).foot(wide)
    }

    fn height(all: &[Panel<Bars>], wide: f64) -> f64 {
        if all.len() == 1 {
            (wide * 0.42).clamp(200.0, 340.0)
        } else {
            (wide * 0.55).clamp(120.0, 240.0)
        }
    }

    fn keys(all: &[Panel<Bars>], _: bool) -> Vec<Key> {
        let pens = pens(all);
        let keys: Vec<Key> = pens
            .iter()
            .map(|(name, pen)| Key { mark: Mark::Square(pen.paint, 1.0), name: name.to_owned() })
            .collect();
        let named_by_panels = all.len() > 1 && all.iter().all(|panel| panel.plot.series.len() < 2);
        if keys.len() < 2 || named_by_panels { Vec::new() } else { keys }
    }

    fn foot_title(all: &[Panel<Bars>]) -> &str {
        &all[0].plot.axis.title
    }

    fn draw(&self, sheet: &Sheet, place: &Place<Bars>) -> Result<()> {
        let (across, plot, pens, ticks) =
            (across(place.all), place.plot, pens(place.all), shares(place.all));
        let top = ticks.last().map_or(1.0, |(value, _)| *value);
        let (span, slot) = (across.span((plot.left, plot.right)), across.slot(plot.width()));
        let wide = (slot * FILLED).min(64.0 * self.series.len() as f64) / self.series.len() as f64;
        // However far apart places are, their bars are seen.
        let wide = wide.max(1.0);
        let said = widest_value(place.all) + 3.0 <= wide;
        // Values stand above their bars, also above those that are full.
        let up = Span {
            values: (0.0, top),
            pixels: (plot.bottom, plot.top + if said { 16.0 } else { 0.0 }),
        };
        grid(sheet, plot, up, &ticks, place.first)?;
        for (i, line) in self.series.iter().enumerate() {
            let pen = pens.get(&line.check, &line.label);
            for point in &line.points {
                let share = point.share.value();
                let middle =
                    span.at(point.x) + (i as f64 - (self.series.len() - 1) as f64 / 2.0) * wide;
                let gap = if wide > 8.0 { 1.0 } else { 0.0 };
                let bar = Area {
                    left: middle - wide / 2.0,
                    top: up.at(share),
                    right: middle + wide / 2.0 - gap,
                    bottom: plot.bottom,
                };
                sheet.bar(bar, pen.paint, 1.0)?;
                let mut above = bar.top;
                if let Some(Sampled { value: share, low, high }) = point.share.sampled {
                    whisker(sheet, middle - gap / 2.0, up, (low, high), wide)?;
                    sheet.dot(
                        (middle - gap / 2.0, up.at(share)),
                        if wide < 9.0 { 1.2 } else { 2.2 },
                        INK,
                    )?;
                    above = above.min(up.at(high));
                }
                if said {
                    sheet.text(
                        &per_cent(share, 1),
                        (middle, above - 8.0),
                        Type::plain(SMALL, INK).at(HPos::Center),
                    )?;
                }
                let hint =
                    format!("{}\n{}: {}", self.axis.words(point.x), line.label, words(point.share));
                sheet.hint(Area { top: plot.top, ..bar }, hint);
            }
        }
        if place.foot {
            across.draw(sheet, plot)?;
        }
        Ok(())
    }
}

/// How wide values are that are written above bars: all bars have theirs, or none has.
fn widest_value(all: &[Panel<Bars>]) -> f64 {
    let points = all.iter().flat_map(|panel| &panel.plot.series).flat_map(|line| &line.points);
    let values = points.map(|point| per_cent(point.share.value(), 1));
    values.map(|value| width(&value, SMALL, false)).fold(0.0, f64::max)
}

/// An interval as a line with feet.
pub fn whisker(sheet: &Sheet, x: f64, up: Span, (low, high): (f64, f64), room: f64) -> Result<()> {
    let (low, high, foot) = (up.at(low), up.at(high), (room / 4.0).min(4.0));
    sheet.line(&[(x, low), (x, high)], Pen::solid(INK), 1.2)?;
    if (low - high).abs() < 3.0 {
        return Ok(());
    }
    [low, high]
        .into_iter()
        .try_for_each(|y| sheet.line(&[(x - foot, y), (x + foot, y)], Pen::solid(INK), 1.2))
}

fn across(all: &[Panel<Bars>]) -> Across<'_> {
    Across::new(&all[0].plot.axis, places(all.iter().flat_map(|panel| &panel.plot.series)), true)
}

fn pens(all: &[Panel<Bars>]) -> Pens {
    pens_of(all.iter().flat_map(|panel| &panel.plot.series))
}

/// Round shares from nothing to above the highest bar, in per cent.
fn shares(all: &[Panel<Bars>]) -> Vec<(f64, String)> {
    let points = all.iter().flat_map(|panel| &panel.plot.series).flat_map(|line| &line.points);
    let ends = points.map(|point| {
        point.share.value().max(point.share.sampled.map_or(0.0, |sampled| sampled.high))
    });
    let highest = ends.fold(0.0, f64::max) * 100.0;
    let ticks = Ticks::around(0.0, if highest > 0.0 { highest.min(100.0) } else { 1.0 }, 6, false);
    let last = ticks.values.len() - 1;
    let name = |(i, value): (usize, &f64)| {
        let name = number(*value, ticks.decimals());
        (value / 100.0, if i == last { format!("{name} %") } else { name })
    };
    ticks.values.iter().enumerate().map(name).collect()
}
