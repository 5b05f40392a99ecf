//! The layout of a figure: text, legend, and pictures.

use super::figure::{Figure, Plot, Size};
use super::legend::{self, Placed};
use super::sheet::{Area, MARGIN, Sheet, Type};
use super::theme::{INK, NARROW, SMALL, SOFT, SOURCE, SUBTITLE, TITLE};
use super::typeface::wrapped;
use oddsmith_base::{Error, Result};

/// Horizontal and vertical gap between panels.
const GAP: (f64, f64) = (38.0, 18.0);
/// Minimum width and height, and maximum size, of a figure in pixels.
const LEAST: (u32, u32) = (320, 200);
const MOST: u32 = 10_000;

/// The computed position of each part of a figure.
pub struct Layout {
    pub size: (u32, u32),
    /// The top of the title.
    pub begin: f64,
    pub title: Words,
    pub subtitle: Words,
    pub source: Words,
    pub direct: bool,
    pub keys: Vec<Placed>,
    pub plots: Vec<Area>,
    pub columns: usize,
    /// Height above a plot for the title of the vertical axis.
    pub side: f64,
    /// The position of the title of the horizontal axis.
    pub below: f64,
}

impl Layout {
    pub fn is_lower_than(&self, least: f64) -> bool {
        self.plots.iter().any(|plot| plot.height() < least - 0.5)
    }
}

/// Wrapped lines of text above or below the pictures.
pub struct Words {
    pub lines: Vec<String>,
    kind: Type,
    /// Line spacing.
    pub leading: f64,
}

impl Words {
    /// Wraps a text to at most `most` lines of this width; narrow figures may use two more.
    fn of(text: &str, kind: Type, leading: f64, wide: f64, most: usize) -> Words {
        let most = if wide + 2.0 * MARGIN < f64::from(NARROW) { most + 2 } else { most };
        Words { lines: wrapped(text, kind.size, kind.bold, wide, most), kind, leading }
    }

    pub fn height(&self) -> f64 {
        self.lines.len() as f64 * self.leading
    }

    pub fn draw(&self, sheet: &Sheet, y: f64) {
        sheet.lines(&self.lines, (MARGIN, y), self.leading, self.kind);
    }
}

impl<P: Plot> Figure<P> {
    /// Returns the number of columns of panels: rows of equal length, none too narrow.
    fn columns(&self, wide: f64) -> usize {
        let panels = self.panels.len();
        let most = ((wide / 225.0) as usize).clamp(1, if panels == 4 { 2 } else { 4 });
        panels.div_ceil(panels.div_ceil(most))
    }

    pub(super) fn layout(&self, direct: bool, tight: bool) -> Result<Layout> {
        let Size { width, height } = self.size;
        if width < LEAST.0 || width.max(height.unwrap_or_default()) > MOST {
            return Err(Error::question(format!("{width} pixels are no width for a chart"))
                .with_hint(format!("from {} to {MOST}", LEAST.0)));
        }
        let wide = f64::from(width) - 2.0 * MARGIN;
        let under = width < NARROW;
        let [large, usual, small] = match (tight, under) {
            (true, _) => [(15, 19.0), (12, 15.0), (SMALL, 14.0)],
            (_, true) => [(18, 23.0), (13, 17.0), (SMALL, 15.0)],
            _ => [(TITLE, 27.0), (SUBTITLE, 20.0), (SOURCE, 17.0)],
        };
        let title = Words::of(&self.title, Type::bold(large.0, INK), large.1, wide, 3);
        let most = if tight { 2 } else { 5 };
        let subtitle = Words::of(&self.subtitle, Type::plain(usual.0, SOFT), usual.1, wide, most);
        // A truncated command would not reproduce the figure.
        let mut source = Words::of(&self.source, Type::plain(small.0, SOFT), small.1, wide, 8);
        // Lines must not begin or end with the separator dot.
        for line in &mut source.lines {
            *line = line.trim_matches([' ', '·']).to_owned();
        }
        let begin = if tight { 20.0 } else { 29.0 };
        let mut y = begin + 10.0 + title.height() + subtitle.height();
        let (columns, (left, right)) = (self.columns(wide), P::sides(&self.panels, direct, wide));
        let rows = self.panels.len().div_ceil(columns);
        let plot = (wide - left - right - GAP.0 * (columns - 1) as f64) / columns as f64;
        if plot < 60.0 {
            return Err(Error::question(format!("{width} pixels are too narrow for the chart"))
                .with_hint("ask for a larger size"));
        }
        // The legend is above the pictures, or below them in a narrow figure.
        let keys = P::keys(&self.panels, direct);
        let (mut keys, keys_high) = legend::layout(keys, (MARGIN, y - 6.0), wide);
        y += if under { 0.0 } else { keys_high };
        let titled = self.panels.iter().any(|panel| !panel.title.is_empty());
        let room = |titled: bool| if titled { 24.0 } else { 0.0 };
        let side = room(!self.side_title().is_empty());
        let above = room(titled) + side;
        let foot = P::foot(&self.panels, plot);
        let foot_title = room(!self.foot_title().is_empty());
        // If the last row is not full, the panel above the gap needs ticks.
        let broken = if self.panels.len().is_multiple_of(columns) { 0.0 } else { foot };
        let between = above * rows as f64 + GAP.1 * (rows - 1) as f64 + broken;
        let beyond = foot + foot_title + if under { keys_high } else { 0.0 };
        let rest = y + between + beyond + source.height() + 22.0;
        let plot_height = match height {
            None => P::height(&self.panels, plot).max(60.0),
            Some(height) => (f64::from(height) - rest) / rows as f64,
        };
        let high = height.unwrap_or_else(|| (rest + plot_height * rows as f64).ceil() as u32);
        let area = |panel: usize| {
            let (row, column) = (panel / columns, panel % columns);
            let x = MARGIN + left + column as f64 * (plot + GAP.0);
            let last = if row + 1 == rows && row > 0 { broken } else { 0.0 };
            let top = y + above * (row + 1) as f64 + row as f64 * (plot_height + GAP.1) + last;
            Area { left: x, top, right: x + plot, bottom: top + plot_height }
        };
        let plots: Vec<Area> = (0..self.panels.len()).map(area).collect();
        let below = plots.iter().map(|plot| plot.bottom).fold(0.0, f64::max) + foot + 10.0;
        if under {
            let down = below + foot_title - y + 6.0;
            keys.iter_mut().for_each(|(_, place)| place.1 += down);
        }
        let size = (width, high);
        Ok(Layout {
            size,
            begin,
            title,
            subtitle,
            source,
            direct,
            keys,
            plots,
            columns,
            side,
            below,
        })
    }
}
