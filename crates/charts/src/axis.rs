//! Axes: the mapping from values to pixels, and ticks.

use super::data::{Axis, Scale, Values, ends, sorted};
use super::sheet::{Area, HPos, Sheet, Type};
use super::theme::{GRID, LABEL, SOFT};
use super::ticks::Ticks;
use super::typeface::{cut, width, wrapped};

/// A linear scale from values to pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// The values at the ends.
    pub values: (f64, f64),
    /// The pixels at the ends.
    pub pixels: (f64, f64),
}

impl Span {
    /// Returns the pixel of a value, or the middle if the range is empty.
    pub fn at(&self, value: f64) -> f64 {
        let range = self.values.1 - self.values.0;
        let part = if range == 0.0 { 0.5 } else { (value - self.values.0) / range };
        self.pixels.0 + part * (self.pixels.1 - self.pixels.0)
    }
}

/// The horizontal axis, with the places that are used on it.
pub struct HorizontalAxis<'a> {
    /// Its title and scale.
    pub axis: &'a Axis,
    /// The places that are used, in increasing order.
    pub places: Vec<f64>,
    /// True if each place is a band with a width (bars, cells, names) rather than a point (numbers
    /// under lines).
    pub bands: bool,
}

/// Line spacing of names, in pixels.
pub const LEADING: f64 = 15.0;

impl<'a> HorizontalAxis<'a> {
    /// Creates an axis with these places in use.
    pub fn new(
        axis: &'a Axis,
        places: impl Iterator<Item = f64>,
        bands: bool,
    ) -> HorizontalAxis<'a> {
        let named = if let Scale::Named(names) = &axis.scale { names.len() } else { 0 };
        let places = sorted(places.chain((0..named).map(|place| place as f64)));
        HorizontalAxis { axis, places, bands: bands || named > 0 }
    }

    /// Returns the first and the last place.
    fn ends(&self) -> (f64, f64) {
        let end = |place: Option<&f64>| place.copied().unwrap_or_default();
        (end(self.places.first()), end(self.places.last()))
    }

    fn is_whole(&self) -> bool {
        self.places.iter().all(|place| place.fract() == 0.0)
    }

    /// Returns a tick at each place.
    fn own(&self) -> Ticks {
        Ticks { values: self.places.clone(), step: self.step() }
    }

    /// Returns the smallest distance between two places.
    pub fn step(&self) -> f64 {
        let step =
            self.places.windows(2).map(|pair| pair[1] - pair[0]).fold(f64::INFINITY, f64::min);
        if step.is_finite() { step } else { 1.0 }
    }

    /// Returns the scale between two pixels.
    pub fn span(&self, pixels: (f64, f64)) -> Span {
        let half = if self.bands { self.step() / 2.0 } else { 0.0 };
        let (low, high) = self.ends();
        Span { values: (low - half, high + half), pixels }
    }

    /// Returns the distance between adjacent places in pixels.
    pub fn slot(&self, wide: f64) -> f64 {
        let span = self.span((0.0, wide));
        let range = span.values.1 - span.values.0;
        if range == 0.0 { wide } else { wide * self.step() / range }
    }

    /// Returns the ticks with their names, in lines.
    fn ticks(&self, wide: f64) -> Vec<(f64, Vec<String>)> {
        let (low, high) = self.ends();
        if let Scale::Named(_) = self.axis.scale {
            return self.named_ticks(self.slot(wide));
        }
        let cards = self.axis.scale == Scale::Cards;
        let called = |ticks: &Ticks, value: f64| self.axis.name(value, ticks.decimals());
        let fits = |ticks: &Ticks| {
            // Next to a joker there is a gap, so its wide name fits.
            let names = ticks.values.iter().map(|value| called(ticks, *value));
            let widest = widest(names.filter(|name| !cards || name.len() < 3));
            let apart = if high > low { wide * ticks.step / (high - low) } else { wide };
            ticks.values.len() < 2 || apart >= widest + if cards { 3.0 } else { 18.0 }
        };
        // A narrow picture still gets several ticks; of these, the largest number that fits.
        let most = ((wide / 62.0) as usize).clamp(4, 12);
        let ticks = (1..=most).rev().map(|most| Ticks::between(low, high, most, self.is_whole()));
        // A few places on a wide axis all get ticks.
        let few = self.places.len() <= if self.bands || cards { 24 } else { 8 };
        let own = Some(self.own()).filter(|own| few && fits(own));
        let Some(mut ticks) = own.or_else(|| ticks.into_iter().find(fits)) else {
            return Vec::new();
        };
        if let Some(cap) = self.axis.capped.filter(|cap| *cap >= low && *cap <= high) {
            // The cap always has a tick; ticks whose names would touch it are removed.
            let pixel = (high - low).max(1e-9) / wide;
            ticks.values.retain(|value| (value - cap).abs() >= 40.0 * pixel);
            ticks.values.push(cap);
        }
        ticks.values.iter().map(|value| (*value, vec![called(&ticks, *value)])).collect()
    }

    /// Returns names below their places, which are `slot` pixels apart: side by side, or
    /// alternating between two heights, or only every second or third.
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

    /// Returns the ticks of a vertical axis of this height, with names in as many lines as fit.
    pub fn ticks_beside(&self, high: f64, wide: f64) -> Vec<(f64, Vec<String>)> {
        let rows = (high / 20.0).max(1.0) as usize;
        let named = matches!(self.axis.scale, Scale::Named(_));
        let ticks = if named || self.places.len() <= rows {
            self.own()
        } else {
            let (low, top) = self.ends();
            Ticks::between(low, top, (high / 32.0).max(1.0) as usize, self.is_whole())
        };
        let room = (wide * 0.3).min(200.0);
        let every = ticks.values.len().div_ceil(rows).max(1);
        let lines = (high / ticks.values.len().max(1) as f64 / LEADING).clamp(1.0, 3.0) as usize;
        let name = |value: f64| {
            let name = self.axis.name(value, ticks.decimals());
            match named {
                true => wrapped(&name, LABEL, false, room, lines),
                false => vec![cut(&name, LABEL, false, room)],
            }
        };
        ticks.values.iter().step_by(every).map(|value| (*value, name(*value))).collect()
    }

    /// Returns the height that the ticks need below the picture.
    pub fn foot(&self, wide: f64) -> f64 {
        let lines = self.ticks(wide).iter().map(|(_, lines)| lines.len()).max().unwrap_or_default();
        12.0 + lines as f64 * LEADING
    }

    /// Draws ticks and names below the picture, if it is at the foot of the figure.
    pub fn draw(&self, sheet: &Sheet, plot: Area, foot: bool) {
        let span = self.span((plot.left, plot.right));
        let ticks = foot.then(|| self.ticks(plot.width()));
        for (place, lines) in ticks.into_iter().flatten() {
            let x = span.at(place);
            if !self.bands {
                sheet.upright(x, (plot.bottom, plot.bottom + 5.0), SOFT, 1.0);
            }
            let kind = Type::plain(LABEL, SOFT).at(HPos::Center);
            sheet.lines(&lines, (x, plot.bottom + 16.0), LEADING, kind);
        }
    }

    /// Returns the column of the plot that belongs to a place.
    pub fn column(&self, place: f64, plot: Area) -> Area {
        let (span, half) = (self.span((plot.left, plot.right)), self.slot(plot.width()) / 2.0);
        let x = span.at(place);
        Area {
            left: (x - half).max(plot.left - 4.0),
            right: (x + half).min(plot.right + 4.0),
            ..plot
        }
    }
}

/// Distance of names from the left edge of a picture, in pixels.
pub const BESIDE: f64 = 10.0;

/// Ticks: positions on a scale of values, with names.
pub type Named = [(f64, String)];

/// Draws grid lines of a vertical scale between these values, with names at the left if `named`;
/// the zero line is emphasized. Returns the scale.
pub fn grid(sheet: &Sheet, plot: Area, values: (f64, f64), ticks: &Named, named: bool) -> Span {
    let up = Span { values, pixels: (plot.bottom, plot.top) };
    for (value, name) in ticks {
        let y = up.at(*value);
        let paint = if *value == 0.0 && up.values.0 < 0.0 { SOFT } else { GRID };
        sheet.level(y, (plot.left, plot.right), paint, 1.0);
        if named {
            sheet.label(name, (plot.left - BESIDE, y), HPos::Right);
        }
    }
    up
}

/// Returns the width of the widest of these labels.
pub fn widest(names: impl IntoIterator<Item = impl AsRef<str>>) -> f64 {
    names.into_iter().map(|name| width(name.as_ref(), LABEL, false)).fold(0.0, f64::max)
}

/// Returns the width that names at the left need.
pub fn beside(ticks: &Named) -> f64 {
    widest(ticks.iter().map(|(_, name)| name)) + BESIDE
}

/// Returns ticks at quarters, in per cent.
pub fn quarters() -> Vec<(f64, String)> {
    Values::Shares.named(&Ticks::quarters())
}

/// Returns the ends of a vertical scale for these numbers, and its ticks.
pub fn scale(
    numbers: impl IntoIterator<Item = f64>,
    values: &Values,
) -> ((f64, f64), Vec<(f64, String)>) {
    let (low, high) = ends(numbers.into_iter().map(|number| number * values.percent_factor()));
    // Equal numbers get a range around them, so that ticks differ.
    let (low, high) = match high - low > 1e-9 * high.abs().max(1.0) {
        true => (low, high),
        false if high == 0.0 => (0.0, 1.0),
        false => (low - high.abs() / 5.0, high + high.abs() / 5.0),
    };
    let low = if zero_in_view(low, high) { 0.0 } else { low };
    let ticks = Ticks::around(low, high, 5);
    let named = values.named(&ticks);
    (ends(named.iter().map(|(value, _)| *value)), named)
}

/// Returns whether zero is close enough to these numbers to be included in the picture.
pub fn zero_in_view(low: f64, high: f64) -> bool {
    low >= 0.0 && low < 0.65 * high
}
