//! Stacked charts of a case's rungs from bad to good: columns over numbers, rows for names.

use std::ops::Range;

use super::axis::{BESIDE, Span, beside, grid, quarters, widest};
use super::data::{Axis, Scale, Values, check_share, finite, nothing, plus};
use super::few;
use super::figure::{Panel, Place, Plot, usual_height};
use super::legend::{Key, Mark};
use super::sheet::{Area, HPos, MARGIN, Sheet, Type};
use super::theme::{GRID, INK, LABEL, NARROW, PAPER, Paint, SMALL, rungs};
use super::typeface::{width, wrapped};
use oddsmith_base::{Error, Result};
use oddsmith_engine::odds::Estimate;
use oddsmith_text::numbers::per_cent;

/// A stacked bar chart: probabilities of rungs, one bar per case.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stack {
    /// The axis of the cases: numbers make columns, names make rows.
    pub axis: Axis,
    /// The rungs, from bad to good.
    pub rungs: Vec<String>,
    /// The first successful rung; without one, colors only show the order.
    pub success: Option<usize>,
    /// The bars, in increasing order of place.
    pub bars: Vec<Bar>,
}

/// The probabilities of all rungs of a case.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bar {
    /// The place on the axis: a number, or the position of a name from 0.
    pub x: f64,
    /// The probability of each rung, in order.
    pub shares: Vec<Estimate>,
}

/// Maximum number of rows, maximum number of rungs of a bar, and number of rows above which equal
/// ones are merged.
const MOST_ROWS: usize = 60;
const MOST_RUNGS: usize = 24;
const ALIKE: usize = 6;
/// Line spacing of names.
const LEADING: f64 = 14.0;
/// Height of a row, and the fraction of it that the bar takes.
const ROW: f64 = 30.0;
const FILLED: f64 = 0.8;
/// Minimum height of rows, relative to the default.
const SQUEEZED: f64 = 0.8;

impl Plot for Stack {
    const HEIGHTS: [(f64, f64, f64); 2] = [(0.46, 220.0, 360.0), (0.9, 160.0, 360.0)];

    fn least(all: &[Panel<Stack>], wide: f64) -> f64 {
        if rows(all) { heights(all, wide).iter().sum::<f64>() * SQUEEZED } else { 60.0 }
    }

    fn check(&self) -> Result<()> {
        if self.bars.is_empty() || self.rungs.is_empty() {
            return Err(nothing("there are no bars, or no rungs"));
        }
        if let Some(success) = self.success.filter(|success| *success >= self.rungs.len()) {
            let error = format!("rung {success} is not on a ladder of {} rungs", self.rungs.len());
            let last = self.rungs.len() - 1;
            return Err(Error::question(error).with_hint(format!("its rungs are 0 to {last}")));
        }
        for bar in &self.bars {
            let (shares, rungs) = (bar.shares.len(), self.rungs.len());
            if shares != rungs {
                let error = format!("a bar of {shares} shares has no place on {rungs} rungs");
                return Err(Error::question(error).with_hint("each rung has one share"));
            }
            finite(bar.x)?;
            bar.shares.iter().try_for_each(|share| check_share(*share, 0.0))?;
            let sum = bar.shares.iter().map(Estimate::value).sum::<f64>();
            if sum > 1.001 {
                let error = format!("the shares of a bar add up to {:.1} %", sum * 100.0);
                return Err(Error::question(error).with_hint("they are shares of one whole"));
            }
        }
        Ok(())
    }

    fn settle(all: &mut [Panel<Stack>]) -> Vec<String> {
        let mut notes = Vec::new();
        let most = if rows(all) { MOST_ROWS } else { few::PLACES };
        let bars = all.iter_mut().map(|panel| &mut panel.plot.bars);
        notes.extend(few::thin(bars, |bar| bar.x, most, None));
        if rows(all) {
            group(all);
        }
        if all[0].plot.rungs.len() > MOST_RUNGS {
            all.iter_mut().for_each(|panel| panel.plot.merge());
            notes.push("neighbouring rungs are one".into());
        }
        notes
    }

    fn along(&self) -> (&Axis, Vec<f64>) {
        (&self.axis, self.bars.iter().map(|bar| bar.x).collect())
    }

    fn sides(all: &[Panel<Stack>], _: bool, wide: f64) -> (f64, f64) {
        if !rows(all) {
            return (beside(&quarters()), 4.0);
        }
        if above(wide) {
            return (0.0, 16.0);
        }
        let name = |place| name_in_lines(&all[0].plot.axis, place, wide);
        (widest(places(all).into_iter().flat_map(name)) + BESIDE, 16.0)
    }

    fn foot(all: &[Panel<Stack>], wide: f64) -> f64 {
        if rows(all) { 28.0 } else { Stack::across(all).foot(wide) }
    }

    fn height(all: &[Panel<Stack>], wide: f64) -> f64 {
        if rows(all) { heights(all, wide).iter().sum() } else { usual_height::<Stack>(all, wide) }
    }

    fn keys(all: &[Panel<Stack>], _: bool) -> Vec<Key> {
        let Stack { rungs: names, success, .. } = &all[0].plot;
        let marks = rungs(names.len(), *success).into_iter().map(|paint| Mark::Square(paint, 1.0));
        marks.zip(names.iter().cloned()).collect()
    }

    fn foot_title(all: &[Panel<Stack>]) -> &str {
        if rows(all) { "" } else { &all[0].plot.axis.title }
    }

    fn side_title(all: &[Panel<Stack>]) -> &str {
        if rows(all) { &all[0].plot.axis.title } else { "" }
    }

    fn draw(&self, sheet: &Sheet, place: &Place<Stack>) {
        if rows(place.all) { self.rows(sheet, place) } else { self.columns(sheet, place) }
    }
}

impl Stack {
    /// Returns the parts of a bar from bad to good: rung, start and end as fractions of the whole.
    fn parts(bar: &Bar) -> Vec<(usize, f64, f64)> {
        let mut from = 0.0;
        let part = |(rung, share): (usize, &Estimate)| {
            let value = share.value().max(0.0);
            from += value;
            (rung, from - value, from)
        };
        bar.shares.iter().enumerate().map(part).collect()
    }

    /// Merges adjacent rungs, but never failures with successes.
    fn merge(&mut self) {
        let many = self.rungs.len().div_ceil(MOST_RUNGS / 2);
        let first = self.success.unwrap_or(0);
        let runs: Vec<Range<usize>> = [0..first, first..self.rungs.len()]
            .into_iter()
            .flat_map(|Range { start, end }| {
                (start..end).step_by(many).map(move |low| low..(low + many).min(end))
            })
            .collect();
        let name = |run: &Range<usize>| match &self.rungs[run.clone()] {
            [one] => one.clone(),
            [one, .., other] => format!("{one} \u{2013} {other}"),
            [] => String::new(),
        };
        let rungs = runs.iter().map(name).collect();
        for bar in &mut self.bars {
            let sum = |run: &Range<usize>| {
                let shares = bar.shares[run.clone()].iter().copied();
                shares.reduce(plus).unwrap_or(Estimate::of_value(0.0))
            };
            bar.shares = runs.iter().map(sum).collect();
        }
        self.success = self.success.map(|_| runs.iter().filter(|run| run.start < first).count());
        self.rungs = rungs;
    }

    /// Draws columns, with good rungs at the bottom.
    fn columns(&self, sheet: &Sheet, place: &Place<Stack>) {
        let (across, plot) = (Stack::across(place.all), place.plot);
        let up = grid(sheet, plot, (0.0, 1.0), &quarters(), place.first);
        let (span, slot) = (across.span((plot.left, plot.right)), across.slot(plot.width()));
        let wide = (slot - if slot > 6.0 { 1.2 } else { 0.0 }).min(90.0);
        let paints = rungs(self.rungs.len(), self.success);
        for bar in &self.bars {
            for (rung, from, to) in Stack::parts(bar) {
                let (left, right) = (span.at(bar.x) - wide / 2.0, span.at(bar.x) + wide / 2.0);
                let area = Area { left, right, top: up.at(1.0 - from), bottom: up.at(1.0 - to) };
                self.part(sheet, area, paints[rung], bar, rung);
            }
        }
        across.draw(sheet, plot, place.foot);
    }

    /// Draws rows from the top, with bad rungs at the left.
    fn rows(&self, sheet: &Sheet, place: &Place<Stack>) {
        let (plot, places) = (place.plot, places(place.all));
        let along = Span { values: (0.0, 1.0), pixels: (plot.left, plot.right) };
        for (quarter, name) in quarters() {
            let x = along.at(quarter);
            sheet.upright(x, (plot.top, plot.bottom + 5.0), GRID, 1.0);
            // Narrow panels label only the ends and the middle.
            if place.foot && (plot.width() > 220.0 || (quarter * 2.0).fract() == 0.0) {
                sheet.label(&name, (x, plot.bottom + 16.0), HPos::Center);
            }
        }
        let paints = rungs(self.rungs.len(), self.success);
        let heights = heights(place.all, sheet.room());
        let scale = plot.height() / heights.iter().sum::<f64>();
        let mut top = plot.top;
        for (x, high) in places.into_iter().zip(heights) {
            let lines = name_in_lines(&self.axis, x, sheet.room());
            let named = lines.len() as f64 * LEADING;
            let high = high * scale;
            // A name is before its bar, or above it.
            let (first, middle) = match above(sheet.room()) {
                true => (top + 10.0, top + (high + named) / 2.0),
                false => (top + (high + LEADING - named) / 2.0, top + high / 2.0),
            };
            if place.first {
                sheet.lines(&lines, (MARGIN, first), LEADING, Type::plain(LABEL, INK));
            }
            top += high;
            let half = (ROW * scale.min(1.4) * FILLED / 2.0).min(20.0);
            for bar in self.bars.iter().filter(|bar| bar.x == x) {
                for (rung, from, to) in Stack::parts(bar) {
                    let (left, right) = (along.at(from), along.at(to));
                    let area = Area { left, right, top: middle - half, bottom: middle + half };
                    self.part(sheet, area, paints[rung], bar, rung);
                }
            }
        }
    }

    /// Draws one rung of a bar, separated from its neighbors, with its value if that fits.
    fn part(&self, sheet: &Sheet, area: Area, paint: Paint, bar: &Bar, rung: usize) {
        if area.width() < 0.05 || area.height() < 0.05 {
            return;
        }
        sheet.bar(area, paint, 1.0);
        // A hairline between rungs, unless it would hide them.
        if area.width() > 2.0 && area.height() > 2.0 {
            match rows_of(&self.axis) {
                true => sheet.upright(area.right, (area.top, area.bottom), PAPER, 0.8),
                false => sheet.level(area.bottom, (area.left, area.right), PAPER, 0.8),
            }
        }
        let share = bar.shares[rung];
        let (columns, wide) = (!rows_of(&self.axis), area.width() > 40.0);
        let value = per_cent(share.value(), usize::from(columns && wide));
        // Columns show either all their values or none.
        let longest = if wide { "88.8" } else { "88" };
        let room = width(if columns { longest } else { &value }, SMALL, false);
        if room + 5.0 <= area.width() && area.height() >= 14.0 {
            let kind = Type::plain(SMALL, paint.text_on()).at(HPos::Center);
            sheet.text(&value, area.middle(), kind);
        }
        let (place, share) = (self.axis.words(bar.x), Values::Shares.words(share));
        sheet.hint(area, format!("{place}\n{}: {share}", self.rungs[rung]));
    }
}

fn rows_of(axis: &Axis) -> bool {
    matches!(axis.scale, Scale::Named(_))
}

fn rows(all: &[Panel<Stack>]) -> bool {
    rows_of(&all[0].plot.axis)
}

fn places(all: &[Panel<Stack>]) -> Vec<f64> {
    Stack::across(all).places
}

/// Returns whether names are above their rows, in a figure of this width.
fn above(wide: f64) -> bool {
    wide < f64::from(NARROW)
}

fn name_in_lines(axis: &Axis, place: f64, wide: f64) -> Vec<String> {
    let room = if above(wide) { wide } else { (wide * 0.28).min(240.0) };
    wrapped(&axis.name(place, 0), LABEL, false, room, 6)
}

/// Returns the height of each row, in a figure of this width.
fn heights(all: &[Panel<Stack>], wide: f64) -> Vec<f64> {
    let high = |place| {
        let name = name_in_lines(&all[0].plot.axis, place, wide).len() as f64 * LEADING;
        if above(wide) { name + ROW } else { ROW.max(name + 8.0) }
    };
    places(all).into_iter().map(high).collect()
}

/// Merges rows whose exact probabilities are equal in all panels, to a tenth of a per cent.
fn group(all: &mut [Panel<Stack>]) {
    let places = places(all);
    if places.len() <= ALIKE {
        return;
    }
    let tenths = |share: &Estimate| Some((share.exact?.value * 1000.0).round() as i64);
    let mut groups: Vec<(Option<Vec<i64>>, Vec<f64>)> = Vec::new();
    for x in places {
        let bars = all.iter().flat_map(|panel| &panel.plot.bars).filter(|bar| bar.x == x);
        let law: Option<Vec<i64>> = bars.flat_map(|bar| &bar.shares).map(tenths).collect();
        match groups.iter_mut().find(|(known, _)| law.is_some() && *known == law) {
            Some((_, members)) => members.push(x),
            None => groups.push((law, vec![x])),
        }
    }
    for Panel { plot, .. } in all {
        let names = groups.iter().map(|(_, members)| {
            members.iter().map(|x| plot.axis.name(*x, 0)).collect::<Vec<_>>().join("; ")
        });
        plot.axis.scale = Scale::Named(names.collect());
        let place = |x: f64| groups.iter().position(|(_, members)| members[0] == x);
        plot.bars.retain_mut(|bar| {
            let place = place(bar.x);
            bar.x = place.unwrap_or_default() as f64;
            place.is_some()
        });
    }
}
