//! What a case comes to, as a stack of rungs from bad to good: columns over numbers, rows for names.

use super::axis::{Across, BESIDE, Span, beside, grid, quarters};
use super::data::{Axis, Scale, Share, finite, nothing};
use super::figure::{Panel, Place, Plot};
use super::legend::{Key, Mark};
use super::sheet::{Area, HPos, MARGIN, Sheet, Type};
use super::theme::{GRID, INK, LABEL, PAPER, Paint, Pen, SMALL, SOFT, rungs};
use super::typeface::{width, wrapped};
use crate::error::{Error, Result};
use crate::text::numbers::per_cent;

/// Shares of rungs, one bar a case.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stack {
    /// The axis of the cases: numbers make columns, names make rows.
    pub axis: Axis,
    /// The rungs, from bad to good.
    pub rungs: Vec<String>,
    /// The first rung that is a success; none, and the colours say order only.
    pub success: Option<usize>,
    /// The bars, by rising place.
    pub bars: Vec<Bar>,
}

/// The shares of all rungs of a case.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bar {
    /// Its place on the axis: a number, or the position of a name from 0.
    pub x: f64,
    /// The share of each rung, in the order of the rungs.
    pub shares: Vec<Share>,
}

/// Height of a row, and of the bar in it.
const ROW: f64 = 30.0;
const FILLED: f64 = 0.8;

impl Plot for Stack {
    fn check(&self) -> Result<()> {
        if self.bars.is_empty() || self.rungs.is_empty() {
            return Err(nothing("there are no bars, or no rungs"));
        }
        for bar in &self.bars {
            if bar.shares.len() != self.rungs.len() {
                return Err(Error::question(format!(
                    "a bar of {} shares has no place on {} rungs",
                    bar.shares.len(),
                    self.rungs.len()
                )));
            }
            finite(bar.x)?;
            bar.shares.iter().try_for_each(|share| share.check(0.0))?;
            let sum = bar.shares.iter().filter_map(Share::value).sum::<f64>();
            if sum > 1.001 {
                return Err(Error::question(format!(
                    "the shares of a bar add up to {:.1} %",
                    sum * 100.0
                )));
            }
        }
        Ok(())
    }

    fn sides(all: &[Panel<Stack>], _: bool, wide: f64) -> (f64, f64) {
        if !rows(all) {
            return (beside(&quarters()), 4.0);
        }
        let names =
            places(all).into_iter().flat_map(|place| name_in_lines(&all[0].plot.axis, place, wide));
        (names.map(|name| width(&name, LABEL, false)).fold(0.0, f64::max) + BESIDE, 16.0)
    }

    fn foot(all: &[Panel<Stack>], wide: f64) -> f64 {
        if rows(all) { 28.0 } else { across(all).foot(wide) }
    }

    fn height(all: &[Panel<Stack>], wide: f64) -> f64 {
        match (rows(all), all.len()) {
            (true, _) => places(all).len() as f64 * ROW,
            (false, 1) => (wide * 0.46).clamp(220.0, 360.0),
            (false, _) => (wide * 0.9).clamp(160.0, 360.0),
        }
    }

    fn keys(all: &[Panel<Stack>], _: bool) -> Vec<Key> {
        let Stack { rungs: names, success, .. } = &all[0].plot;
        let paints = rungs(names.len(), *success);
        names
            .iter()
            .zip(paints)
            .map(|(name, paint)| Key { mark: Mark::Square(paint, 1.0), name: name.clone() })
            .collect()
    }

    fn foot_title(all: &[Panel<Stack>]) -> &str {
        if rows(all) { "" } else { &all[0].plot.axis.title }
    }

    fn side_title(all: &[Panel<Stack>]) -> &str {
        if rows(all) { &all[0].plot.axis.title } else { "" }
    }

    fn draw(&self, sheet: &Sheet, place: &Place<Stack>) -> Result<()> {
        if rows(place.all) { self.rows(sheet, place) } else { self.columns(sheet, place) }
    }
}

impl Stack {
    /// The parts of a bar from bad to good: rung, from and to as shares of the whole, its share.
    fn parts(&self, bar: &Bar) -> Vec<(usize, f64, f64, Share)> {
        let mut from = 0.0;
        let part = |(rung, share): (usize, &Share)| {
            let value = share.value()?.max(0.0);
            from += value;
            Some((rung, from - value, from, *share))
        };
        bar.shares.iter().enumerate().filter_map(part).collect()
    }

    fn words(&self, bar: &Bar, rung: usize, share: Share) -> String {
        format!("{}\n{}: {}", self.axis.words(bar.x), self.rungs[rung], share.words())
    }

    /// Columns, the good at the bottom.
    fn columns(&self, sheet: &Sheet, place: &Place<Stack>) -> Result<()> {
        let (across, plot) = (across(place.all), place.plot);
        let up = Span { values: (0.0, 1.0), pixels: (plot.bottom, plot.top) };
        grid(sheet, plot, up, &quarters(), place.first)?;
        let (span, slot) = (across.span((plot.left, plot.right)), across.slot(plot.width()));
        let wide = (slot - if slot > 6.0 { 1.2 } else { 0.0 }).min(90.0);
        let paints = rungs(self.rungs.len(), self.success);
        for bar in &self.bars {
            for (rung, from, to, share) in self.parts(bar) {
                let (left, right) = (span.at(bar.x) - wide / 2.0, span.at(bar.x) + wide / 2.0);
                let area = Area { left, right, top: up.at(1.0 - from), bottom: up.at(1.0 - to) };
                self.part(sheet, area, paints[rung], share, self.words(bar, rung, share))?;
            }
        }
        if place.foot { across.draw(sheet, plot) } else { Ok(()) }
    }

    /// Rows from the top, the bad at the left.
    fn rows(&self, sheet: &Sheet, place: &Place<Stack>) -> Result<()> {
        let (plot, places) = (place.plot, places(place.all));
        let along = Span { values: (0.0, 1.0), pixels: (plot.left, plot.right) };
        for (quarter, name) in quarters() {
            let x = along.at(quarter);
            sheet.line(&[(x, plot.top), (x, plot.bottom + 5.0)], Pen::solid(GRID), 1.0)?;
            // Narrow panels name the ends and the middle.
            if place.foot && (plot.width() > 220.0 || (quarter * 2.0).fract() == 0.0) {
                sheet.text(
                    &name,
                    (x, plot.bottom + 16.0),
                    Type::plain(LABEL, SOFT).at(HPos::Center),
                )?;
            }
        }
        let paints = rungs(self.rungs.len(), self.success);
        let high = plot.height() / places.len() as f64;
        for (row, x) in places.into_iter().enumerate() {
            let middle = plot.top + (row as f64 + 0.5) * high;
            if place.first {
                let lines = name_in_lines(&self.axis, x, sheet.room());
                let first = middle - (lines.len().max(1) - 1) as f64 * 7.0;
                sheet.lines(&lines, (MARGIN, first), 14.0, Type::plain(LABEL, INK))?;
            }
            let half = (high * FILLED / 2.0).min(20.0);
            for bar in self.bars.iter().filter(|bar| bar.x == x) {
                for (rung, from, to, share) in self.parts(bar) {
                    let area = Area {
                        left: along.at(from),
                        right: along.at(to),
                        top: middle - half,
                        bottom: middle + half,
                    };
                    self.part(sheet, area, paints[rung], share, self.words(bar, rung, share))?;
                }
            }
        }
        Ok(())
    }

    /// One rung of a bar, set off from its neighbours, with its share where that fits.
    fn part(
        &self,
        sheet: &Sheet,
        area: Area,
        paint: Paint,
        share: Share,
        words: String,
    ) -> Result<()> {
        if area.width() < 0.05 || area.height() < 0.05 {
            return Ok(());
        }
        sheet.bar(area, paint, 1.0)?;
        // A hairline between rungs, but for rungs that it would hide.
        if area.width() > 2.0 && area.height() > 2.0 {
            let edge = if rows_of(&self.axis) {
                [(area.right, area.top), (area.right, area.bottom)]
            } else {
                [(area.left, area.bottom), (area.right, area.bottom)]
            };
            sheet.line(&edge, Pen::solid(PAPER), 0.8)?;
        }
        let columns = !rows_of(&self.axis);
        let value = per_cent(
            share.value().unwrap_or_default(),
            usize::from(columns && area.width() > 40.0),
        );
        // Columns say all their shares or none.
        let room = if columns {
            width(if area.width() > 40.0 { "88.8" } else { "88" }, SMALL, false)
        } else {
            width(&value, SMALL, false)
        };
        if room + 5.0 <= area.width() && area.height() >= 14.0 {
            let middle =
                (f64::midpoint(area.left, area.right), f64::midpoint(area.top, area.bottom));
            sheet.text(&value, middle, Type::plain(SMALL, paint.text_on()).at(HPos::Center))?;
        }
        sheet.hint(area, words);
        Ok(())
    }
}

fn rows_of(axis: &Axis) -> bool {
    matches!(axis.scale, Scale::Named(_))
}

fn rows(all: &[Panel<Stack>]) -> bool {
    rows_of(&all[0].plot.axis)
}

fn across(all: &[Panel<Stack>]) -> Across<'_> {
    Across::new(
        &all[0].plot.axis,
        all.iter().flat_map(|panel| &panel.plot.bars).map(|bar| bar.x).collect(),
        true,
    )
}

fn places(all: &[Panel<Stack>]) -> Vec<f64> {
    across(all).places
}

fn name_in_lines(axis: &Axis, place: f64, wide: f64) -> Vec<String> {
    wrapped(&axis.name(place, 0), LABEL, false, (wide * 0.28).min(240.0), 2)
}
