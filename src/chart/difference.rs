//! Two systems on one axis, and their difference below.

use super::axis::{Across, Span, beside, grid, quarters};
use super::bars::whisker;
use super::curve::{Join, draw_lines, name_ends, names_fit, pens_of, room_of_names, words_at};
use super::data::{Axis, Line, Point, Share, check_lines, places};
use super::figure::{Panel, Place, Plot};
use super::legend::{Key, Mark};
use super::sheet::{Area, HPos, MARGIN, Sheet, Type};
use super::theme::{INK, LABEL, PAPER, Paint, Pen, SOFT};
use super::ticks::{Ticks, plainly, with_sign};
use super::typeface::{cut, width};
use crate::error::Result;
use crate::odds::Known;
use crate::text::capital;

/// Two lines over the same places, their difference, and where they cross.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The axis along the foot.
    pub axis: Axis,
    /// The two systems.
    pub lines: [Line; 2],
    /// The first less the second at each place; [`Difference::of`] works it out.
    pub differences: Vec<Point>,
    /// The places where the lines cross.
    pub crossings: Vec<f64>,
}

impl Difference {
    /// Two lines with their differences, and the places where they cross, straight between points.
    ///
    /// Exact lines differ exactly. The interval of a sampled difference is made of those of the shares, as if these were
    /// sampled apart (Newcombe 1998, method 10); who sampled them together knows better, and sets `differences`.
    pub fn of(axis: Axis, lines: [Line; 2]) -> Difference {
        let [first, second] = &lines;
        let both = first
            .points
            .iter()
            .filter_map(|point| Some((point.x, point.share, second.at(point.x)?)));
        let differences: Vec<Point> =
            both.map(|(x, one, other)| Point { x, share: less(one, other) }).collect();
        let crossings = crossings(&differences);
        Difference { axis, lines, differences, crossings }
    }

    /// The largest difference, and where it is.
    pub fn largest(&self) -> Option<(f64, Share)> {
        let size = |point: &&Point| point.share.value().unwrap_or_default().abs();
        let largest = self.differences.iter().rev().max_by(|a, b| size(a).total_cmp(&size(b)));
        largest.map(|point| (point.x, point.share))
    }
}

/// One share less another.
fn less(one: Share, other: Share) -> Share {
    // What floats miss by their last digits is no difference.
    let exact =
        one.exact.zip(other.exact).map(|(one, other)| ((one - other) * 1e12).round() / 1e12);
    let sampled = one.sampled.zip(other.sampled).map(|((p, i), (q, j))| {
        let known = Known { share: p, interval: i }.less(Known { share: q, interval: j }, 0.0);
        (known.share, known.interval)
    });
    Share { exact, sampled }
}

/// Where a difference changes its sign, straight between its points.
fn crossings(differences: &[Point]) -> Vec<f64> {
    let values: Vec<(f64, f64)> =
        differences.iter().filter_map(|point| Some((point.x, point.share.value()?))).collect();
    let signed = values.iter().copied().filter(|(_, value)| *value != 0.0).collect::<Vec<_>>();
    let between = |pair: &[(f64, f64)]| {
        let ((x, before), (y, after)) = (pair[0], pair[1]);
        (before * after < 0.0).then(|| {
            // Even at several places in a row: the middle of them.
            let even: Vec<f64> = values
                .iter()
                .filter(|(at, value)| *value == 0.0 && *at > x && *at < y)
                .map(|(at, _)| *at)
                .collect();
            match (even.first(), even.last()) {
                (Some(first), Some(last)) => f64::midpoint(*first, *last),
                _ => x + (y - x) * before / (before - after),
            }
        })
    };
    signed.windows(2).filter_map(between).collect()
}

/// Of the height of a picture, the lines', and the gap with the name of the difference.
const LINES: f64 = 0.66;
const BETWEEN: f64 = 60.0;
/// The name of the difference above its picture.
const TITLE: f64 = 22.0;

impl Plot for Difference {
    fn check(&self) -> Result<()> {
        check_lines(&self.lines, 0.0)?;
        let differences =
            Line { label: String::new(), check: String::new(), points: self.differences.clone() };
        check_lines(&[differences], -1.0)?;
        self.crossings.iter().try_for_each(|at| super::data::finite(*at))
    }

    fn sides(all: &[Panel<Difference>], direct: bool, wide: f64) -> (f64, f64) {
        let right = if direct { room_of_names(&all[0].plot.lines, wide) } else { 12.0 };
        (beside(&quarters()).max(beside(&scale(all).1)), right)
    }

    fn foot(all: &[Panel<Difference>], wide: f64) -> f64 {
        across(all).foot(wide)
    }

    fn height(all: &[Panel<Difference>], wide: f64) -> f64 {
        if all.len() == 1 {
            (wide * 0.72).clamp(390.0, 480.0)
        } else {
            (wide * 0.9).clamp(320.0, 390.0)
        }
    }

    fn fits_directly(all: &[Panel<Difference>], high: f64, wide: f64) -> bool {
        names_fit(&all[0].plot.lines, (high - BETWEEN) * LINES, wide)
    }

    fn keys(all: &[Panel<Difference>], direct: bool) -> Vec<Key> {
        let pens = pens_of(all.iter().flat_map(|panel| &panel.plot.lines));
        let keys =
            pens.iter().map(|(name, pen)| Key { mark: Mark::Line(pen), name: name.to_owned() });
        if direct { Vec::new() } else { keys.collect() }
    }

    fn foot_title(all: &[Panel<Difference>]) -> &str {
        &all[0].plot.axis.title
    }

    fn draw(&self, sheet: &Sheet, place: &Place<Difference>) -> Result<()> {
        let (across, plot) = (across(place.all), place.plot);
        let pens = pens_of(place.all.iter().flat_map(|panel| &panel.plot.lines));
        let bottom = plot.top + (plot.height() - BETWEEN).max(20.0) * LINES;
        let (upper, lower) = (
            Area { bottom, ..plot },
            Area { top: bottom + BETWEEN.min(plot.height() / 3.0), ..plot },
        );
        let span = across.span((plot.left, plot.right));

        let up = Span { values: (0.0, 1.0), pixels: (upper.bottom, upper.top) };
        grid(sheet, upper, up, &quarters(), place.first)?;
        draw_lines(sheet, &self.lines, &pens, span, up, Join::Straight)?;
        if place.direct {
            name_ends(sheet, &self.lines, &pens, upper, (span, up))?;
        }

        let (low_and_high, ticks) = scale(place.all);
        let down = Span { values: low_and_high, pixels: (lower.bottom, lower.top) };
        let from = if place.first { MARGIN } else { plot.left };
        let title =
            capital(&format!("{} less {}, points", self.lines[0].label, self.lines[1].label));
        let title = cut(&title, LABEL, true, plot.right - from);
        sheet.text(&title, (from, lower.top - TITLE), Type::bold(LABEL, INK))?;
        grid(sheet, lower, down, &ticks, place.first)?;
        let below = Below {
            area: lower,
            free: from + width(&title, LABEL, true) + 16.0,
            across: span,
            up: down,
            wide: (across.slot(plot.width()) * 0.62).min(40.0),
            paints: self.lines.each_ref().map(|line| pens.get(&line.check, &line.label).paint),
        };
        self.bars(sheet, &below)?;
        self.annotate(sheet, &below)?;
        self.cross(sheet, span, up, (upper, lower))?;
        if place.foot {
            across.draw(sheet, lower)?;
        }
        for x in places(self.lines.iter()) {
            let difference = self.differences.iter().find(|point| point.x == x);
            let difference = difference.map_or(String::new(), |point| {
                format!("\ndifference: {}", point.share.words_of_difference())
            });
            sheet.hint(across.column(x, plot), words_at(&self.axis, &self.lines, x) + &difference);
        }
        Ok(())
    }
}

/// The lower picture.
struct Below {
    area: Area,
    /// Where the line of its title is free.
    free: f64,
    across: Span,
    up: Span,
    /// Width of a bar.
    wide: f64,
    /// The colours of who gains.
    paints: [Paint; 2],
}

impl Below {
    /// The bar of a difference, with its interval.
    fn bar(&self, point: &Point) -> Area {
        let (x, zero) = (self.across.at(point.x), self.up.at(0.0));
        let ends = ends(point).map(|value| self.up.at(value));
        let (top, bottom) = ends.fold((zero, zero), |(top, bottom), y| (y.min(top), y.max(bottom)));
        // At the ends of the axis a bar is cut in half by the frame.
        let (left, right) =
            ((x - self.wide / 2.0).max(self.area.left), (x + self.wide / 2.0).min(self.area.right));
        Area { left, right, top, bottom }
    }

    fn paint(&self, difference: f64) -> Paint {
        self.paints[usize::from(difference < 0.0)]
    }
}

/// A difference and, where it was only sampled, its interval.
fn ends(point: &Point) -> impl Iterator<Item = f64> + use<> {
    let interval = point
        .share
        .sampled
        .filter(|_| point.share.exact.is_none())
        .map(|(_, interval)| [interval.low, interval.high]);
    point.share.value().into_iter().chain(interval.into_iter().flatten())
}

impl Difference {
    fn bars(&self, sheet: &Sheet, below: &Below) -> Result<()> {
        for point in &self.differences {
            let Some(value) = point.share.value() else { continue };
            if value != 0.0 {
                sheet.bar(
                    below.bar(&Point { share: Share::exact(value), ..*point }),
                    below.paint(value),
                    1.0,
                )?;
            }
            if let (None, Some((_, interval))) = (point.share.exact, point.share.sampled) {
                whisker(
                    sheet,
                    below.across.at(point.x),
                    below.up,
                    (interval.low, interval.high),
                    below.wide,
                )?;
            }
        }
        Ok(())
    }

    /// Says the largest difference, beside the hill of bars that it is the top of, where no bar is in the way.
    fn annotate(&self, sheet: &Sheet, below: &Below) -> Result<()> {
        let Some((x, value)) = self
            .largest()
            .and_then(|(x, share)| Some((x, share.value()?)))
            .filter(|(_, value)| *value != 0.0)
        else {
            return Ok(());
        };
        let Below { area, up, wide, .. } = below;
        let value_alone = with_sign(value * 100.0, 1);
        let text = format!("{value_alone} at {}", self.axis.name(x, usize::from(x.fract() != 0.0)));
        let (long, y) = (
            width(&text, LABEL, true),
            up.at(value * 0.8).clamp(area.top + 7.0, area.bottom - 7.0),
        );
        let bars: Vec<Area> = self.differences.iter().map(|point| below.bar(point)).collect();
        let free = |left: &f64| {
            let label =
                Area { left: left - 4.0, right: left + long + 4.0, top: y - 8.0, bottom: y + 8.0 };
            label.left >= area.left
                && label.right <= area.right
                && !bars.iter().any(|bar| bar.overlaps(&label))
        };
        let (at, apart) = (below.across.at(x), wide / 2.0 + 6.0);
        let mut candidates = (0..120)
            .map(|step| f64::from(step) * 6.0)
            .flat_map(|far| [at - far - long - apart, at + far + apart]);
        let kind = Type::bold(LABEL, below.paint(value).as_text());
        if let Some(left) = candidates.find(free) {
            return sheet.text(&text, (left, y), kind);
        }
        // Then in the line of the title, as much of it as fits there.
        let fits = |text: &&String| width(text, LABEL, true) <= area.right - below.free;
        let text = [&text, &value_alone].into_iter().find(fits);
        text.map_or(Ok(()), |text| {
            sheet.text(text, (area.right, area.top - TITLE), kind.at(HPos::Right))
        })
    }

    /// Marks where the lines cross: a ring on them, and its place between the pictures.
    fn cross(
        &self,
        sheet: &Sheet,
        span: Span,
        up: Span,
        (upper, lower): (Area, Area),
    ) -> Result<()> {
        let mut free = upper.left - 20.0;
        let few = self.crossings.len() <= 8;
        for x in &self.crossings {
            let at = span.at(*x);
            if !few || at < upper.left || at > upper.right {
                continue;
            }
            sheet.line(&[(at, upper.bottom), (at, upper.bottom + 5.0)], Pen::solid(SOFT), 1.0)?;
            if let Some(share) = between(&self.lines[0], *x) {
                sheet.dot((at, up.at(share)), 4.6, INK)?;
                sheet.dot((at, up.at(share)), 2.4, PAPER)?;
            }
            let place = self
                .axis
                .name((x * 10.0).round() / 10.0, usize::from((x * 10.0).round() % 10.0 != 0.0));
            let text = if free < upper.left { format!("equal at {place}") } else { place };
            let half = width(&text, LABEL, false) / 2.0;
            if at - half > free
                && lower.top - upper.bottom > 40.0
                && !matches!(self.axis.scale, super::data::Scale::Named(_))
            {
                let middle = at.clamp(upper.left + half - 20.0, upper.right - half + 12.0);
                sheet.text(
                    &text,
                    (middle, upper.bottom + 15.0),
                    Type::plain(LABEL, SOFT).at(HPos::Center),
                )?;
                free = middle + half + 10.0;
            }
        }
        Ok(())
    }
}

/// The share of a line at any place, straight between its points.
fn between(line: &Line, x: f64) -> Option<f64> {
    let pair = line.points.windows(2).find(|pair| pair[0].x <= x && x <= pair[1].x)?;
    let (from, to) = (pair[0].share.value()?, pair[1].share.value()?);
    Some(from + (to - from) * (x - pair[0].x) / (pair[1].x - pair[0].x))
}

fn across(all: &[Panel<Difference>]) -> Across<'_> {
    let places = places(all.iter().flat_map(|panel| &panel.plot.lines));
    Across::new(&all[0].plot.axis, places, false)
}

/// The ends of the differences' scale, and its ticks in points: the same on both sides of nothing.
fn scale(all: &[Panel<Difference>]) -> ((f64, f64), Vec<(f64, String)>) {
    let ends = all.iter().flat_map(|panel| &panel.plot.differences).flat_map(ends);
    let most = ends.map(f64::abs).fold(0.0, f64::max) * 100.0;
    let around =
        |count| Ticks::around(0.0, if most > 0.0 { most.min(100.0) } else { 1.0 }, count, false);
    let top = |ticks: &Ticks| ticks.values.last().copied().unwrap_or(1.0);
    let ticks = if top(&around(3)) < top(&around(2)) { around(3) } else { around(2) };
    let top = top(&ticks);
    let values =
        ticks.values.iter().skip(1).rev().map(|value| -value).chain(ticks.values.iter().copied());
    let name = |value: f64| {
        if value == 0.0 {
            "0".into()
        } else {
            with_sign(value, plainly(ticks.step.fract()).len().saturating_sub(2))
        }
    };
    ((-top / 100.0, top / 100.0), values.map(|value| (value / 100.0, name(value))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::odds::Interval;

    fn line(points: &[(f64, f64)]) -> Line {
        let points =
            points.iter().map(|(x, share)| Point { x: *x, share: Share::exact(*share) }).collect();
        Line { label: "one".into(), check: "a.check".into(), points }
    }

    #[test]
    fn lines_cross_where_they_are_even() {
        let flat = line(&[(0.0, 0.5), (1.0, 0.5), (2.0, 0.5), (3.0, 0.5)]);
        let of = |points: &[(f64, f64)]| {
            Difference::of(Axis::edge("edge"), [line(points), flat.clone()]).crossings
        };
        assert_eq!(of(&[(0.0, 0.4), (1.0, 0.6), (2.0, 0.7), (3.0, 0.4)]).len(), 2);
        assert!((of(&[(0.0, 0.4), (1.0, 0.7)])[0] - 1.0 / 3.0).abs() < 1e-9);
        assert_eq!(of(&[(0.0, 0.4), (1.0, 0.5), (2.0, 0.5), (3.0, 0.9)]), [1.5]);
        assert_eq!(of(&[(0.0, 0.5), (1.0, 0.5)]), [0.0; 0]);
    }

    #[test]
    fn sampled_differences_have_intervals() {
        let share =
            |share: f64| Share::sampled(share, Interval { low: share - 0.03, high: share + 0.04 });
        let (apart, interval) = less(share(0.6), share(0.5)).sampled.unwrap();
        assert!(
            (apart - 0.1).abs() < 1e-12
                && (interval.low - 0.05).abs() < 1e-12
                && (interval.high - 0.15).abs() < 1e-12
        );
    }
}
