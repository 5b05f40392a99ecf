//! Two systems on one axis, and their difference below.

use plotters::style::RGBColor;
use plotters::style::text_anchor::HPos;

use super::sheet::{Axis, Sheet, Type, draw};
use super::theme::{GRID, INK, LABEL, SOFT, SOURCE, SUBTITLE, TITLE, system_colour};
use crate::error::Result;
use crate::odds::Interval;
use crate::text::capital;
use crate::text::numbers::{points, signed};

/// The figure: success against advantage for two systems.
pub struct Comparison<'a> {
    /// The finding, in words.
    pub title: &'a str,
    /// What is drawn, in which unit, against what.
    pub subtitle: &'a str,
    /// The two systems; the difference is that of the first less the second.
    pub lines: [Line; 2],
    /// What the axis along the foot is, with its unit.
    pub axis: &'a str,
    /// Trials, seed and the command that makes the picture again.
    pub source: &'a str,
}

/// Height of the curves' panel, in pixels: what a share of 1 is drawn as.
const TALL: f64 = 308.0;

/// One system's curve.
pub struct Line {
    /// What it is called, beside its end.
    pub label: String,
    /// The check, whose system gives the colour.
    pub check: String,
    /// Its points, by rising advantage; those of both lines are at the same advantages.
    pub points: Vec<Point>,
}

/// One point of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The advantage.
    pub x: i64,
    /// The exact share, 0..=1.
    pub exact: f64,
    /// The sampled share and its interval.
    pub sampled: (f64, Interval),
}

const HEIGHT: u32 = 660;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 740.0;
const MARGIN: f64 = 20.0;
const DOT: f64 = 2.4;

const fn kind(size: u32, colour: RGBColor, bold: bool, anchor: HPos) -> Type {
    Type { size, colour, bold, anchor }
}

impl Comparison<'_> {
    /// The figure as SVG.
    ///
    /// # Errors
    /// If Plotters can't draw it.
    pub fn svg(&self) -> Result<String> {
        draw(HEIGHT, &format!("{}. {}", self.title, self.subtitle), |sheet| {
            sheet.text(self.title, (MARGIN, 29.0), kind(TITLE, INK, true, HPos::Left))?;
            sheet.text(self.subtitle, (MARGIN, 56.0), kind(SUBTITLE, SOFT, false, HPos::Left))?;
            self.curves(sheet)?;
            self.differences(sheet)?;
            sheet.text(
                &format!("{} · {}", self.certainty(), self.source),
                (MARGIN, f64::from(HEIGHT) - 20.0),
                kind(SOURCE, SOFT, false, HPos::Left),
            )
        })
    }

    /// What the dots are, and whether their intervals can be seen.
    fn certainty(&self) -> String {
        let points = self.lines.iter().flat_map(|line| &line.points);
        let widest = points.map(|point| (point.sampled.1.high - point.sampled.1.low) * TALL).fold(0.0, f64::max);
        let intervals = if widest < 2.0 * DOT { "narrower than the dots" } else { "as whiskers" };
        format!("Lines exact; dots sampled, their 95 % intervals {intervals}")
    }

    fn across(&self) -> Axis {
        let xs = || self.lines[0].points.iter().map(|point| point.x as f64);
        Axis { values: (xs().fold(f64::MAX, f64::min), xs().fold(f64::MIN, f64::max)), pixels: (LEFT, RIGHT) }
    }

    fn curves(&self, sheet: &Sheet) -> Result<()> {
        let (across, up) = (self.across(), Axis { values: (0.0, 1.0), pixels: (92.0 + TALL, 92.0) });
        for quarter in [0.0, 0.25, 0.5, 0.75, 1.0] {
            let y = up.at(quarter);
            sheet.line(&[(LEFT, y), (RIGHT, y)], GRID, 1.0)?;
            let text = format!("{:.0}{}", quarter * 100.0, if quarter == 1.0 { " %" } else { "" });
            sheet.text(&text, (LEFT - 10.0, y), kind(LABEL, SOFT, false, HPos::Right))?;
        }
        for line in &self.lines {
            let curve: Vec<(f64, f64)> = line.points.iter().map(|point| (across.at(point.x as f64), up.at(point.exact))).collect();
            sheet.line(&curve, system_colour(&line.check), 2.0)?;
        }
        for line in &self.lines {
            let colour = system_colour(&line.check);
            for point in &line.points {
                let (x, (share, interval)) = (across.at(point.x as f64), point.sampled);
                sheet.line(&[(x, up.at(interval.low)), (x, up.at(interval.high))], colour, 1.0)?;
                sheet.dot((x, up.at(share)), DOT, colour)?;
            }
        }
        self.labels(sheet, up)
    }

    /// Names at the right ends, in the order in which the curves last differ, kept a line apart.
    fn labels(&self, sheet: &Sheet, up: Axis) -> Result<()> {
        let [first, second] = &self.lines;
        let last = first.points.iter().zip(&second.points).rev().find(|(a, b)| a.exact != b.exact);
        let first_above = last.is_none_or(|(a, b)| a.exact > b.exact);
        let (above, below) = if first_above { (first, second) } else { (second, first) };
        let end = |line: &Line| line.points.last().map_or(0.0, |point| up.at(point.exact));
        let high = end(above);
        let low = end(below).max(high + 19.0);
        for (line, y) in [(above, high), (below, low)] {
            sheet.text(&line.label, (RIGHT + 12.0, y), kind(SUBTITLE, system_colour(&line.check), true, HPos::Left))?;
        }
        Ok(())
    }

    fn differences(&self, sheet: &Sheet) -> Result<()> {
        let [first, second] = &self.lines;
        let differences = || first.points.iter().zip(&second.points).map(|(a, b)| (a.x, a.exact - b.exact));
        let largest = differences().fold((0, 0.0), |largest: (i64, f64), here| if here.1.abs() > largest.1.abs() { here } else { largest });
        let step = [0.005, 0.01, 0.02, 0.04, 0.05, 0.1, 0.2, 0.5].into_iter().find(|step| step * 2.0 >= largest.1.abs()).unwrap_or(0.5);
        let (across, up) = (self.across(), Axis { values: (-2.0 * step, 2.0 * step), pixels: (572.0, 464.0) });
        let title = capital(&format!("{} less {}, points", first.label, second.label));
        sheet.text(&title, (MARGIN, 438.0), kind(LABEL, INK, true, HPos::Left))?;
        for tick in -2..=2 {
            let value = f64::from(tick) * step;
            let y = up.at(value);
            sheet.line(&[(LEFT, y), (RIGHT, y)], if tick == 0 { SOFT } else { GRID }, 1.0)?;
            let text = if step < 0.01 { points(value) } else { signed((value * 100.0).round() as i64) };
            sheet.text(&text, (LEFT - 10.0, y), kind(LABEL, SOFT, false, HPos::Right))?;
        }
        let half = 0.31 * (across.at(1.0) - across.at(0.0));
        let winner = |difference: f64| system_colour(if difference > 0.0 { &first.check } else { &second.check });
        for (x, difference) in differences().filter(|(_, difference)| *difference != 0.0) {
            let x = across.at(x as f64);
            sheet.bar((x - half, up.at(difference.max(0.0))), (x + half, up.at(difference.min(0.0))), winner(difference))?;
        }
        let (x, difference) = largest;
        if difference != 0.0 {
            // Beside the hill of bars that it names, at a height where the bars have grown short.
            let short = |(_, other): &(i64, f64)| (other / difference) < 0.55;
            let left = differences().filter(|(other, _)| *other < x).rfind(short);
            let right = differences().filter(|(other, _)| *other > x).find(short);
            let fits = |(at, _): &(i64, f64)| across.at(*at as f64) > LEFT + 90.0;
            let (at, anchor) = match (left.filter(fits), right) {
                (Some((at, _)), _) => (across.at(at as f64) + half, HPos::Right),
                (None, Some((at, _))) => (across.at(at as f64) - half, HPos::Left),
                (None, None) => (RIGHT + 12.0, HPos::Left),
            };
            let text = format!("{} at {}", points(difference), edge(x));
            sheet.text(&text, (at, up.at(difference * 0.8)), kind(LABEL, winner(difference), true, anchor))?;
        }
        for (x, _) in differences().filter(|(x, _)| x % 5 == 0) {
            let across = across.at(x as f64);
            sheet.line(&[(across, 576.0), (across, 581.0)], SOFT, 1.0)?;
            sheet.text(&edge(x), (across, 591.0), kind(LABEL, SOFT, false, HPos::Center))?;
        }
        sheet.text(self.axis, ((LEFT + RIGHT) / 2.0, 612.0), kind(LABEL, SOFT, false, HPos::Center))
    }
}

/// An advantage as a chart says it.
fn edge(x: i64) -> String {
    if x == 0 { "even".into() } else { signed(x) }
}
