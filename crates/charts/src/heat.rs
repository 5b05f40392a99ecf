//! Heat maps: two axes, and a value per cell as a color.

use std::collections::BTreeMap;

use super::axis::{BESIDE, HorizontalAxis, LEADING, Span, widest};
use super::data::{Axis, Values, ends, finite, nothing};
use super::few;
use super::figure::{Panel, Place, Plot};
use super::sheet::{Area, HPos, MARGIN, Sheet, Type};
use super::theme::{INK, LABEL, PAPER, Paint, SMALL, SOFT, diverging, viridis};
use super::ticks::Ticks;
use super::typeface::width;
use oddsmith_base::Result;
use oddsmith_engine::odds::{Estimate, NOISE};

/// A heat map: values over two axes, as colors.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Heat {
    /// The horizontal axis.
    pub across: Axis,
    /// The vertical axis.
    pub up: Axis,
    /// The cells with values.
    pub cells: Vec<Cell>,
    /// The unit of the values.
    pub values: Values,
    /// The even or target value: a line separates the cells above it from those below, and colors
    /// diverge from it.
    pub even: Option<f64>,
    /// True if it is a target, in which case no cell is highlighted.
    pub aims: bool,
}

/// The value at one place of a heat map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// The horizontal place.
    pub x: f64,
    /// The vertical place.
    pub y: f64,
    /// The value.
    pub value: f64,
}

/// Maximum number of cells along an axis.
const MOST: usize = 120;
/// Width of the color bar, and its distance from the picture.
const BAR: f64 = 14.0;
const APART: f64 = 20.0;

impl Plot for Heat {
    // The height depends on the number of rows.
    const HEIGHTS: [(f64, f64, f64); 2] = [(0.0, 90.0, 460.0), (0.0, 90.0, 260.0)];

    fn least(_: &[Panel<Heat>], _: f64) -> f64 {
        60.0
    }

    fn check(&self) -> Result<()> {
        if self.cells.is_empty() {
            return Err(nothing("there are no cells"));
        }
        self.even.map_or(Ok(()), finite)?;
        self.cells.iter().flat_map(|cell| [cell.x, cell.y, cell.value]).try_for_each(finite)
    }

    fn settle(all: &mut [Panel<Heat>]) -> Vec<String> {
        let mut notes = Vec::new();
        let ways: [fn(&Cell) -> f64; 2] = [|cell| cell.x, |cell| cell.y];
        for way in ways {
            let cells = all.iter_mut().map(|panel| &mut panel.plot.cells);
            notes.extend(few::thin(cells, way, MOST, None));
        }
        notes
    }

    fn along(&self) -> (&Axis, Vec<f64>) {
        (&self.across, self.cells.iter().map(|cell| cell.x).collect())
    }

    fn sides(all: &[Panel<Heat>], _: bool, wide: f64) -> (f64, f64) {
        let up = up(all);
        // Measured at the maximum number of names, each in one line, where they are widest.
        let ticks = up.ticks_beside(20.0 * up.places.len() as f64, wide);
        let names = widest(ticks.into_iter().flat_map(|(_, lines)| lines)) + BESIDE;
        let colours = widest(Colours::of(all).ticks().into_iter().map(|(_, name)| name));
        (names, APART + BAR + 8.0 + colours)
    }

    fn height(all: &[Panel<Heat>], wide: f64) -> f64 {
        let rows = up(all).places.len() as f64;
        let (_, least, most) = Heat::HEIGHTS[usize::from(all.len() > 1)];
        let row = Heat::across(all).slot(wide).min((240.0 / rows).clamp(34.0, 60.0)).max(17.0);
        (row * rows).clamp(least, most)
    }

    fn side_title(all: &[Panel<Heat>]) -> &str {
        &all[0].plot.up.title
    }

    fn draw(&self, sheet: &Sheet, place: &Place<Heat>) {
        let (across, up) = (Heat::across(place.all), up(place.all));
        let (plot, colours) = (place.plot, Colours::of(place.all));
        let grid = Grid {
            x: across.span((plot.left, plot.right)),
            y: up.span((plot.bottom, plot.top)),
            half: (across.slot(plot.width()) / 2.0, up.slot(plot.height()) / 2.0),
        };
        // All values of a figure have the same number of decimals.
        let all = || place.all.iter().flat_map(|panel| &panel.plot.cells).map(|cell| cell.value);
        let fraction = all().any(|value| value.fract() != 0.0);
        let decimals = usize::from(fraction && all().all(|value| value.abs() < 100.0));
        let widest = |decimals| {
            let values = self.cells.iter().map(|cell| self.values.short(cell.value, decimals));
            values.map(|value| width(&value, SMALL, false)).fold(0.0, f64::max)
        };
        let fits = |decimals: &usize| widest(*decimals) + 4.0 <= grid.half.0 * 2.0;
        // If tenths of points don't fit, use whole points.
        let (fewest, decimals) =
            if self.values == Values::Differences { (0, 1) } else { (decimals, decimals) };
        let fitting = (fewest..=decimals).rev().find(fits);
        let printed = fitting.is_some() && grid.half.1 * 2.0 >= 14.0;
        let decimals = fitting.unwrap_or(decimals);
        let value = |cell: &Cell| self.values.short(cell.value, decimals);
        for cell in &self.cells {
            let (area, paint) = (grid.cell(cell.x, cell.y), colours.paint(cell.value));
            // Overlap the next cells, which are drawn later, to avoid seams.
            let (right, top) = ((area.right + 1.0).min(plot.right), (area.top - 1.0).max(plot.top));
            sheet.bar(Area { right, top, ..area }, paint, 1.0);
            if printed {
                let kind = Type::plain(SMALL, paint.text_on()).at(HPos::Center);
                sheet.text(&value(cell), area.middle(), kind);
            }
            // Cells too small to point at get no tooltip, since thousands of tooltips would only
            // bloat the file.
            if grid.half.0.min(grid.half.1) < 3.0 {
                continue;
            }
            let (x, y) = (self.across.words(cell.x), self.up.words(cell.y));
            let value = self.values.words(Estimate::of_value(cell.value));
            sheet.hint(area, format!("{x}, {y}\n{value}"));
        }
        self.even_line(sheet, &grid, (across.step(), up.step()));
        self.frame(sheet, &grid, place.all);
        across.draw(sheet, plot, place.foot);
        if place.first {
            for (at, name) in up.ticks_beside(plot.height(), sheet.room()) {
                let first = grid.y.at(at) - (name.len().max(1) - 1) as f64 * LEADING / 2.0;
                let kind = Type::plain(LABEL, SOFT).at(HPos::Right);
                sheet.lines(&name, (plot.left - BESIDE, first), LEADING, kind);
            }
        }
        if place.last {
            colours.draw(sheet, plot);
        }
    }
}

/// The geometry of the cells.
struct Grid {
    x: Span,
    y: Span,
    half: (f64, f64),
}

impl Grid {
    fn cell(&self, x: f64, y: f64) -> Area {
        let (x, y) = (self.x.at(x), self.y.at(y));
        let (wide, high) = self.half;
        Area { left: x - wide, right: x + wide, top: y - high, bottom: y + high }
    }
}

impl Heat {
    /// Highlights the only cell of the figure with the highest value, or with the value farthest
    /// from even.
    fn frame(&self, sheet: &Sheet, grid: &Grid, all: &[Panel<Heat>]) {
        let size = |cell: &Cell| self.even.map_or(cell.value, |even| (cell.value - even).abs());
        let cells = || all.iter().flat_map(|panel| &panel.plot.cells).map(size);
        let most = cells().fold(f64::NEG_INFINITY, f64::max);
        // No cell is highlighted if several tie for the best, or the best is certain.
        let certain =
            self.aims || self.values == Values::Shares && self.even.is_none() && most > 0.995;
        if certain || cells().count() < 4 || cells().filter(|size| most - size < 5e-4).count() > 1 {
            return;
        }
        let Some(cell) = self.cells.iter().find(|cell| size(cell) == most) else { return };
        let Area { left, top, right, bottom } = grid.cell(cell.x, cell.y);
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)];
        sheet.line(&corners, INK, 3.0);
        sheet.line(&corners, PAPER, 1.0);
    }

    /// Draws a line between cells on opposite sides of the even value.
    fn even_line(&self, sheet: &Sheet, grid: &Grid, step: (f64, f64)) {
        // Differences are often exactly zero, which is on neither side.
        let Some(even) = self.even.filter(|_| self.values == Values::Shares) else {
            return;
        };
        // Integer keys in units of the step allow direct lookup.
        let key = |x: f64, y: f64| ((x / step.0).round() as i64, (y / step.1).round() as i64);
        // Values equal up to rounding count as above.
        let above = |cell: &Cell| cell.value >= even - NOISE;
        let sides: BTreeMap<(i64, i64), bool> =
            self.cells.iter().map(|cell| (key(cell.x, cell.y), above(cell))).collect();
        let at = |x: f64, y: f64| sides.get(&key(x, y)).copied();
        for cell in &self.cells {
            let (own, area) = (above(cell), grid.cell(cell.x, cell.y));
            if at(cell.x + step.0, cell.y).is_some_and(|other| other != own) {
                sheet.upright(area.right, (area.top, area.bottom), EVEN, 2.0);
            }
            if at(cell.x, cell.y + step.1).is_some_and(|other| other != own) {
                sheet.level(area.top, (area.left, area.right), EVEN, 2.0);
            }
        }
    }
}

/// The color of the even line: it is on pale cells, in both themes.
const EVEN: Paint = Paint { light: INK.light, dark: INK.light };

/// The mapping from values to colors.
struct Colours<'a> {
    low: f64,
    high: f64,
    even: Option<f64>,
    /// The largest distance of a value from even; symmetric, so that even is pale.
    reach: f64,
    values: &'a Values,
}

impl<'a> Colours<'a> {
    fn of(all: &'a [Panel<Heat>]) -> Colours<'a> {
        let (values, even) = (&all[0].plot.values, all[0].plot.even);
        let cells = all.iter().flat_map(|panel| &panel.plot.cells);
        let (low, high) = ends(cells.map(|cell| cell.value));
        let reach = even.map_or(0.0, |even| (high - even).max(even - low).max(1e-9));
        let (low, high) = match (values, even) {
            // Small probabilities get an adapted scale.
            (Values::Shares, None) => (0.0, if high > 0.5 { 1.0 } else { high.max(0.01) }),
            (Values::Shares, Some(even)) => ((even - reach).max(0.0), (even + reach).min(1.0)),
            (_, Some(even)) => (even - reach, even + reach),
            (_, None) if low == high => (low - 0.5, high + 0.5),
            (_, None) => (low, high),
        };
        Colours { low, high, even, reach, values }
    }

    fn paint(&self, value: f64) -> Paint {
        match self.even {
            Some(even) => diverging(0.5 + (value - even) / (2.0 * self.reach)),
            None => viridis((value - self.low) / (self.high - self.low)),
        }
    }

    fn ticks(&self) -> Vec<(f64, String)> {
        let hundred = self.values.percent_factor();
        let (low, high) = (self.low * hundred, self.high * hundred);
        let mut ticks = Ticks::quarters();
        match self.values {
            Values::Shares if high - low > 50.0 => {
                ticks.values.retain(|value| (low - 1e-6..=high + 1e-6).contains(value));
            }
            _ => ticks = Ticks::between(low, high, 5, false),
        }
        self.values.named(&ticks)
    }

    /// Draws the color bar right of the picture.
    fn draw(&self, sheet: &Sheet, plot: Area) {
        const STEPS: usize = 64;
        let (left, right) = (plot.right + APART, plot.right + APART + BAR);
        let up = Span { values: (self.low, self.high), pixels: (plot.bottom, plot.top) };
        for step in 0..STEPS {
            let part = |step: usize| step as f64 / STEPS as f64;
            let value = |step: usize| self.low + (self.high - self.low) * part(step);
            let paint = self.paint(f64::midpoint(value(step), value(step + 1)));
            // Overlap the next step, to avoid seams.
            let top = (up.at(value(step + 1)) - 0.5).max(plot.top);
            sheet.bar(Area { left, right, top, bottom: up.at(value(step)) }, paint, 1.0);
        }
        for (value, name) in self.ticks() {
            sheet.label(&name, (right + 8.0, up.at(value)), HPos::Left);
        }
        if let Some(even) = self.even {
            sheet.level(up.at(even), (left, right), EVEN, 2.0);
        }
        if let Values::Numbers(unit) = self.values {
            sheet.label(unit, (sheet.room() + MARGIN, plot.top - 15.0), HPos::Right);
        }
    }
}

fn up(all: &[Panel<Heat>]) -> HorizontalAxis<'_> {
    let cells = all.iter().flat_map(|panel| &panel.plot.cells);
    HorizontalAxis::new(&all[0].plot.up, cells.map(|cell| cell.y), true)
}
