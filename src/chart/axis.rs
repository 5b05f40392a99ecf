//! Axes: from values to pixels, and their ticks on the sheet.

use super::data::{Axis, Scale, sorted};
use super::sheet::{Area, HPos, Sheet, Type};
use super::theme::{GRID, LABEL, Pen, SOFT};
use super::ticks::Ticks;
use super::typeface::{cut, width, wrapped};
use crate::error::Result;

/// A straight scale from values to pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// The values at its ends.
    pub values: (f64, f64),
    /// The pixels at its ends.
    pub pixels: (f64, f64),
}

impl Span {
    /// The pixel of a value; the middle, where there is only one.
    pub fn at(&self, value: f64) -> f64 {
        let range = self.values.1 - self.values.0;
        let part = if range == 0.0 { 0.5 } else { (value - self.values.0) / range };
        self.pixels.0 + part * (self.pixels.1 - self.pixels.0)
    }
}

/// The axis along the foot, with the places that are used on it.
pub struct Across<'a> {
    /// Its words.
    pub axis: &'a Axis,
    /// The places that are used, rising.
    pub places: Vec<f64>,
    /// Whether each place is a band that has a width (bars, cells, names), not a point (numbers under lines).
    pub bands: bool,
}

/// Between lines of a name.
pub const LEADING: f64 = 15.0;

impl<'a> Across<'a> {
    /// An axis with these places in use.
    pub fn new(axis: &'a Axis, places: Vec<f64>, bands: bool) -> Across<'a> {
        let named = if let Scale::Named(names) = &axis.scale { names.len() } else { 0 };
        let places = sorted(places.into_iter().chain((0..named).map(|place| place as f64)));
        Across { axis, places, bands: bands || named > 0 }
    }

    /// The least distance of two places.
    pub fn step(&self) -> f64 {
        let step =
            self.places.windows(2).map(|pair| pair[1] - pair[0]).fold(f64::INFINITY, f64::min);
        if step.is_finite() { step } else { 1.0 }
    }

    /// Its scale between two pixels.
    pub fn span(&self, pixels: (f64, f64)) -> Span {
        let half = if self.bands { self.step() / 2.0 } else { 0.0 };
        let (low, high) = (
            self.places.first().copied().unwrap_or_default(),
            self.places.last().copied().unwrap_or_default(),
        );
        Span { values: (low - half, high + half), pixels }
    }

    /// How many pixels lie between neighbouring places.
    pub fn slot(&self, wide: f64) -> f64 {
        let span = self.span((0.0, wide));
        let range = span.values.1 - span.values.0;
        if range == 0.0 { wide } else { wide * self.step() / range }
    }

    /// The ticks and what they are called, in lines.
    fn ticks(&self, wide: f64) -> Vec<(f64, Vec<String>)> {
        let (low, high) = (
            self.places.first().copied().unwrap_or_default(),
            self.places.last().copied().unwrap_or_default(),
        );
        if let Scale::Named(_) = self.axis.scale {
            return self.named_ticks(self.slot(wide));
        }
        let whole = self.places.iter().all(|place| place.fract() == 0.0);
        let called = |ticks: &Ticks, value: f64| self.axis.name(value, ticks.decimals());
        let fits = |ticks: &Ticks| {
            let widest = ticks
                .values
                .iter()
                .map(|value| width(&called(ticks, *value), LABEL, false))
                .fold(0.0, f64::max);
            let apart = if high > low { wide * ticks.step / (high - low) } else { wide };
            ticks.values.len() < 2 || apart >= widest + 18.0
        };
        // In a narrow picture one tick says too little; what does not fit is not taken.
        let most = ((wide / 62.0) as usize).clamp(4, 12);
        let ticks = (1..=most).rev().map(|most| Ticks::between(low, high, most, whole));
        // Few places on a wide axis are all named, as they are.
        let few = self.places.len() <= if self.bands { 24 } else { 8 };
        let own = Some(Ticks { values: self.places.clone(), step: self.step() })
            .filter(|own| few && fits(own));
        let Some(mut ticks) = own.or_else(|| ticks.into_iter().find(fits)) else {
            return Vec::new();
        };
        if let Some(cap) = self.axis.capped.filter(|cap| *cap >= low && *cap <= high) {
            // The cap is always named; what would touch its name is not.
            ticks
                .values
                .retain(|value| (value - cap).abs() / (high - low).max(1e-9) * wide >= 40.0);
            ticks.values.push(cap);
        }
        ticks.values.iter().map(|value| (*value, vec![called(&ticks, *value)])).collect()
    }

    /// Names below their places, `slot` pixels apart: side by side, or else in turns at two heights, or else every second or third.
    fn named_ticks(&self, slot: f64) -> Vec<(f64, Vec<String>)> {
        let every = (44.0 / slot).ceil().max(1.0);
        let named: Vec<f64> =
            self.places.iter().copied().filter(|place| place % every == 0.0).collect();
        let within = |room: f64, most| {
            named
                .iter()
                .map(|place| wrapped(&self.axis.name(*place, 0), LABEL, false, room, most))
                .collect()
        };
        let whole = |names: &[Vec<String>]| !names.iter().flatten().any(|line| line.ends_with('…'));
        let mut names: Vec<Vec<String>> = within(slot * every - 8.0, 3);
        if !whole(&names) && every == 1.0 && named.len() > 1 {
            names = within(slot * 2.0 - 10.0, 2);
            let upper = names.iter().step_by(2).map(Vec::len).max().unwrap_or_default();
            for name in names.iter_mut().skip(1).step_by(2) {
                name.splice(0..0, vec![String::new(); upper]);
            }
        }
        named.into_iter().zip(names).collect()
    }

    /// The ticks beside a picture of this height, and what they are called, in as many lines as a
    /// place has room for.
    pub fn ticks_beside(&self, high: f64, wide: f64) -> Vec<(f64, Vec<String>)> {
        let (low, top) = (
            self.places.first().copied().unwrap_or_default(),
            self.places.last().copied().unwrap_or_default(),
        );
        let rows = (high / 20.0).max(1.0) as usize;
        let whole = self.places.iter().all(|place| place.fract() == 0.0);
        let ticks = match self.axis.scale {
            Scale::Named(_) => Ticks { values: self.places.clone(), step: 1.0 },
            _ if self.places.len() <= rows => {
                Ticks { values: self.places.clone(), step: self.step() }
            }
            _ => Ticks::between(low, top, (high / 32.0).max(1.0) as usize, whole),
        };
        let room = (wide * 0.3).min(200.0);
        let every = if ticks.values.len() > rows { ticks.values.len().div_ceil(rows) } else { 1 };
        let lines = (high / ticks.values.len().max(1) as f64 / LEADING).clamp(1.0, 3.0) as usize;
        let name = |value: &f64| {
            let name = self.axis.name(*value, ticks.decimals());
            match self.axis.scale {
                Scale::Named(_) => (*value, wrapped(&name, LABEL, false, room, lines)),
                _ => (*value, vec![cut(&name, LABEL, false, room)]),
            }
        };
        ticks.values.iter().step_by(every).map(name).collect()
    }

    /// How much room its ticks need below the picture.
    pub fn foot(&self, wide: f64) -> f64 {
        let lines = self.ticks(wide).iter().map(|(_, lines)| lines.len()).max().unwrap_or_default();
        12.0 + lines as f64 * LEADING
    }

    /// Draws ticks and names below the picture.
    pub fn draw(&self, sheet: &Sheet, plot: Area) -> Result<()> {
        let span = self.span((plot.left, plot.right));
        for (place, lines) in self.ticks(plot.width()) {
            let x = span.at(place);
            if !self.bands {
                sheet.line(&[(x, plot.bottom), (x, plot.bottom + 5.0)], Pen::solid(SOFT), 1.0)?;
            }
            sheet.lines(
                &lines,
                (x, plot.bottom + 16.0),
                LEADING,
                Type::plain(LABEL, SOFT).at(HPos::Center),
            )?;
        }
        Ok(())
    }

    /// The column of the sheet that belongs to a place.
    pub fn column(&self, place: f64, plot: Area) -> Area {
        let (x, half) =
            (self.span((plot.left, plot.right)).at(place), self.slot(plot.width()) / 2.0);
        Area {
            left: (x - half).max(plot.left - 4.0),
            right: (x + half).min(plot.right + 4.0),
            ..plot
        }
    }
}

/// How far names at the left of a picture are from it.
pub const BESIDE: f64 = 10.0;

/// Grid lines with their names at the left; the line at nothing is strong.
pub fn grid(
    sheet: &Sheet,
    plot: Area,
    up: Span,
    ticks: &[(f64, String)],
    named: bool,
) -> Result<()> {
    for (value, name) in ticks {
        let y = up.at(*value);
        let paint = if *value == 0.0 && up.values.0 < 0.0 { SOFT } else { GRID };
        sheet.line(&[(plot.left, y), (plot.right, y)], Pen::solid(paint), 1.0)?;
        if named {
            sheet.text(name, (plot.left - BESIDE, y), Type::plain(LABEL, SOFT).at(HPos::Right))?;
        }
    }
    Ok(())
}

/// How much room names at the left need.
pub fn beside(ticks: &[(f64, String)]) -> f64 {
    ticks.iter().map(|(_, name)| width(name, LABEL, false)).fold(0.0, f64::max) + BESIDE
}

/// Shares at quarters, in per cent.
pub fn quarters() -> Vec<(f64, String)> {
    let name =
        |quarter: f64| format!("{:.0}{}", quarter * 100.0, if quarter == 1.0 { " %" } else { "" });
    [0.0, 0.25, 0.5, 0.75, 1.0].map(|quarter| (quarter, name(quarter))).to_vec()
}
