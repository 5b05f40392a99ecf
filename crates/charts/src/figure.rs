//! The frame that all figures share: the finding, what is drawn, panels with common axes, keys, the
//! source.

use super::axis::HorizontalAxis;
use super::data::{Axis, ends, nothing};
use super::legend::{self, Key, Placed};
use super::sheet::{Area, HPos, MARGIN, Sheet, Type, draw};
use super::svg::{RawSvg, SvgTarget};
use super::theme::{INK, LABEL, NARROW, SMALL, SOFT, SOURCE, SUBTITLE, TITLE, Theme};
use super::typeface::{cut, wrapped};
use oddsmith_base::{Error, Result};

/// Between panels.
const GAP: (f64, f64) = (38.0, 18.0);
/// The least width and height of a figure, in pixels, and the most.
const LEAST: (u32, u32) = (320, 200);
const MOST: u32 = 10_000;
/// The most panels that a figure holds.
const MOST_PANELS: usize = 48;

/// How large a figure is, in pixels. Type keeps its size: a figure for a narrow place is drawn
/// narrow, not shrunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// How wide.
    pub width: u32,
    /// How high; as high as its pictures need, if not given.
    pub height: Option<u32>,
}

impl Default for Size {
    fn default() -> Size {
        Size { width: 900, height: None }
    }
}

/// A figure: one picture, or several of a kind with common axes.
#[derive(Clone, Debug, Default)]
pub struct Figure<P> {
    /// The finding, in words.
    pub title: String,
    /// What is drawn, in which unit, against what.
    pub subtitle: String,
    /// How sure it is, and the command that makes the picture again.
    pub source: String,
    /// What its axes are called, along the foot and up the side, where not by their own names.
    pub titles: [Option<String>; 2],
    /// How large it is.
    pub size: Size,
    /// Light or dark; figures inside of a page leave it to the page.
    pub theme: Theme,
    /// The pictures.
    pub panels: Vec<Panel<P>>,
}

/// One of the pictures of a figure.
#[derive(Clone, Debug, Default)]
pub struct Panel<P> {
    /// What sets it apart from the others; empty where it is alone.
    pub title: String,
    /// The picture.
    pub plot: P,
}

impl<P> Panel<P> {
    /// The only picture of a figure.
    pub fn alone(plot: P) -> Panel<P> {
        Panel { title: String::new(), plot }
    }

    /// The same panel with what becomes of its picture.
    pub(super) fn map<Q>(self, turned: impl FnOnce(P) -> Q) -> Panel<Q> {
        Panel { title: self.title, plot: turned(self.plot) }
    }
}

/// A kind of picture that a figure may be of.
pub trait Plot: Drawn {}

impl<P: Drawn> Plot for P {}

/// What a kind of picture says to be set into the frame. `all` are the panels of a figure, which
/// share their axes.
pub trait Drawn: Clone {
    /// How high a picture is: its height over its width, the least and the most; alone, and one of
    /// several.
    const HEIGHTS: [(f64, f64, f64); 2];
    /// How high a picture is at the least, in a figure of this width between its margins.
    fn least(_all: &[Panel<Self>], _wide: f64) -> f64 {
        80.0
    }
    /// Says why it can't be drawn, if it can't.
    fn check(&self) -> Result<()>;
    /// Leaves what can be seen, as few marks as that takes, and says what it did.
    fn settle(_all: &mut [Panel<Self>]) -> Vec<String> {
        Vec::new()
    }
    /// The axis along the foot, and the places that it uses on it.
    fn along(&self) -> (&Axis, Vec<f64>);
    /// Whether each place is a band that has a width.
    fn bands(_all: &[Panel<Self>]) -> bool {
        true
    }
    /// The axis along the foot, with the places that are used on it.
    fn across(all: &[Panel<Self>]) -> HorizontalAxis<'_> {
        let places = all.iter().flat_map(|panel| panel.plot.along().1);
        HorizontalAxis::new(all[0].plot.along().0, places, Self::bands(all))
    }
    /// Room for names left of the first picture in a row, and right of the last.
    fn sides(all: &[Panel<Self>], direct: bool, wide: f64) -> (f64, f64);
    /// Room for ticks below a picture of this width.
    fn foot(all: &[Panel<Self>], wide: f64) -> f64 {
        Self::across(all).foot(wide)
    }
    /// How high a picture of this width would like to be.
    fn height(all: &[Panel<Self>], wide: f64) -> f64 {
        usual_height(all, wide)
    }
    /// Whether names fit beside the only picture, when it is so high.
    fn fits_directly(_all: &[Panel<Self>], _high: f64, _wide: f64) -> bool {
        true
    }
    /// The keys, in the order of the picture; `direct` if lines are named where they end.
    fn keys(_all: &[Panel<Self>], _direct: bool) -> Vec<Key> {
        Vec::new()
    }
    /// What the axis along the foot is.
    fn foot_title(all: &[Panel<Self>]) -> &str {
        &all[0].plot.along().0.title
    }
    /// What the axis up the side is, where ticks don't say it.
    fn side_title(_all: &[Panel<Self>]) -> &str {
        ""
    }
    /// Draws it.
    fn draw(&self, sheet: &Sheet, place: &Place<Self>) -> Result<()>;
}

/// How high a picture of this width is by its kind alone.
pub fn usual_height<P: Plot>(all: &[Panel<P>], wide: f64) -> f64 {
    let (part, least, most) = P::HEIGHTS[usize::from(all.len() > 1)];
    (wide * part).clamp(least, most)
}

/// Where a picture stands in its figure.
pub struct Place<'a, P> {
    /// The ground of the picture, without names and ticks.
    pub plot: Area,
    /// Whether lines are named where they end.
    pub direct: bool,
    /// Whether it is the first in its row, and names the ticks of the side.
    pub first: bool,
    /// Whether it is the last in its row.
    pub last: bool,
    /// Whether nothing is below it, and it names the ticks of the foot.
    pub foot: bool,
    /// All panels of the figure.
    pub all: &'a [Panel<P>],
}

/// Where everything stands.
struct Layout {
    size: (u32, u32),
    /// Where the title begins.
    begin: f64,
    title: Words,
    subtitle: Words,
    source: Words,
    direct: bool,
    keys: Vec<Placed>,
    plots: Vec<Area>,
    columns: usize,
    /// Room above a plot for what the side's axis is.
    side: f64,
    /// Where the title of the foot's axis stands.
    below: f64,
}

impl Layout {
    fn is_lower_than(&self, least: f64) -> bool {
        self.plots.iter().any(|plot| plot.height() < least - 0.5)
    }
}

/// Lines of words above or below the pictures.
struct Words {
    lines: Vec<String>,
    kind: Type,
    /// From a line to the next.
    leading: f64,
}

impl Words {
    /// A text in at most so many lines no wider than this; in narrow figures it may have more.
    fn of(text: &str, kind: Type, leading: f64, wide: f64, most: usize) -> Words {
        let most = if wide + 2.0 * MARGIN < f64::from(NARROW) { most + 2 } else { most };
        Words { lines: wrapped(text, kind.size, kind.bold, wide, most), kind, leading }
    }

    fn height(&self) -> f64 {
        self.lines.len() as f64 * self.leading
    }

    fn draw(&self, sheet: &Sheet, y: f64) -> Result<()> {
        sheet.lines(&self.lines, (MARGIN, y), self.leading, self.kind)
    }
}

impl<P: Plot> Figure<P> {
    /// A figure with one picture, of the usual size.
    pub fn of(
        title: impl Into<String>,
        subtitle: impl Into<String>,
        source: impl Into<String>,
        plot: P,
    ) -> Figure<P> {
        let (title, subtitle, source) = (title.into(), subtitle.into(), source.into());
        let (size, theme, panels) = (Size::default(), Theme::Light, vec![Panel::alone(plot)]);
        Figure { title, subtitle, source, titles: [None, None], size, theme, panels }
    }

    /// What the axis along the foot is called.
    fn foot_title(&self) -> &str {
        self.titles[0].as_deref().unwrap_or_else(|| P::foot_title(&self.panels))
    }

    /// What the axis up the side is called, where ticks don't say it.
    fn side_title(&self) -> &str {
        self.titles[1].as_deref().unwrap_or_else(|| P::side_title(&self.panels))
    }

    /// The figure as a file of its own, with its typeface.
    ///
    /// # Errors
    /// If there is nothing to draw, something is no number, or the size is too small for it.
    pub fn svg(&self) -> Result<String> {
        Ok(self.rough()?.finish(&self.label(), SvgTarget::Alone(self.theme)))
    }

    /// The figure for a page that has the typeface and chooses the theme by
    /// [`page_style`](super::page_style).
    ///
    /// # Errors
    /// As [`Figure::svg`].
    pub fn inline_svg(&self) -> Result<String> {
        Ok(self.rough()?.finish(&self.label(), SvgTarget::Inline))
    }

    /// [`Figure::inline_svg`] of the figure, and of one with a layout for narrow places, 390 pixels
    /// wide; the page shows the one that fits.
    ///
    /// # Errors
    /// As [`Figure::svg`].
    pub fn inline_both(&self) -> Result<String> {
        let narrow = Figure { size: Size { width: 390, height: None }, ..self.clone() };
        Ok(self.inline_svg()? + &narrow.inline_svg()?)
    }

    /// The figure as PNG, two pixels to one of the figure's.
    ///
    /// # Errors
    /// As [`Figure::svg`].
    pub fn png(&self) -> Result<Vec<u8>> {
        super::png(&self.svg()?, 2.0)
    }

    /// The figure in words, for those who can't see it.
    fn label(&self) -> String {
        let said = |parts: &[&str], between: &str| {
            let parts = parts.iter().filter(|part| !part.is_empty()).copied();
            parts.collect::<Vec<_>>().join(between)
        };
        let panels: Vec<&str> = self.panels.iter().map(|panel| panel.title.as_str()).collect();
        said(&[&self.title, &self.subtitle, &said(&panels, "; ")], ". ")
    }

    fn rough(&self) -> Result<RawSvg> {
        if self.panels.is_empty() {
            return Err(nothing("there is no picture"));
        }
        if self.panels.len() > MOST_PANELS {
            return Err(Error::question(format!("{} panels are too many", self.panels.len()))
                .with_hint(format!("show at most {MOST_PANELS}: sweep fewer values")));
        }
        self.panels.iter().try_for_each(|panel| panel.plot.check())?;
        let mut settled = self.clone();
        let notes = P::settle(&mut settled.panels);
        if !notes.is_empty() {
            settled.subtitle = format!("{} ({})", self.subtitle, notes.join("; "));
        }
        settled.drawn()
    }

    fn drawn(&self) -> Result<RawSvg> {
        let beside = self.panels.len() == 1 && self.size.width >= NARROW;
        // What is too low for the usual words has smaller ones.
        let mut tight = false;
        let mut layout = self.layout(beside, tight)?;
        let wide = f64::from(self.size.width) - 2.0 * MARGIN;
        let least = P::least(&self.panels, wide);
        if layout.is_lower_than(least) {
            tight = true;
            layout = self.layout(beside, tight)?;
        }
        if layout.direct && !P::fits_directly(&self.panels, layout.plots[0].height(), wide) {
            layout = self.layout(false, tight)?;
        }
        if layout.is_lower_than(least) {
            layout = self.layout(false, true)?;
        }
        if layout.is_lower_than(least) {
            let ((width, height), low) = (layout.size, layout.plots[0].height());
            let rows = self.panels.len().div_ceil(layout.columns) as f64;
            let enough = (f64::from(height) + (least - low) * rows).ceil();
            let error = format!("{width}x{height} pixels are too few for the chart");
            let hint = format!("at least {width}x{enough}, or no size");
            return Err(Error::question(error).with_hint(hint));
        }
        draw(layout.size, |sheet| self.draw(sheet, &layout))
    }

    /// Columns in which the panels stand: even rows, none too narrow.
    fn columns(&self, wide: f64) -> usize {
        let panels = self.panels.len();
        let most = ((wide / 225.0) as usize).clamp(1, if panels == 4 { 2 } else { 4 });
        panels.div_ceil(panels.div_ceil(most))
    }

    fn layout(&self, direct: bool, tight: bool) -> Result<Layout> {
        let Size { width, height } = self.size;
        if width < LEAST.0 || width.max(height.unwrap_or_default()) > MOST {
            return Err(Error::question(format!("{width} pixels are no width for a chart"))
                .with_hint(format!("from {} to {MOST}", LEAST.0)));
        }
        let wide = f64::from(width) - 2.0 * MARGIN;
        let under = width < NARROW;
        let sizes = [(TITLE, 27.0), (SUBTITLE, 20.0), (SOURCE, 17.0)];
        let [large, usual, small] = match (tight, under) {
            (true, _) => [(15, 19.0), (12, 15.0), (SMALL, 14.0)],
            (_, true) => [(18, 23.0), (13, 17.0), (SMALL, 15.0)],
            _ => sizes,
        };
        let title = Words::of(&self.title, Type::bold(large.0, INK), large.1, wide, 3);
        let most = if tight { 2 } else { 5 };
        let subtitle = Words::of(&self.subtitle, Type::plain(usual.0, SOFT), usual.1, wide, most);
        // A command that is cut off makes no picture again.
        let mut source = Words::of(&self.source, Type::plain(small.0, SOFT), small.1, wide, 8);
        // The dot between two statements is no way to begin or end a line.
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
        // Keys above the pictures, or under them where the figure is narrow.
        let keys = P::keys(&self.panels, direct);
        let (mut keys, keys_high) = legend::layout(keys, (MARGIN, y - 6.0), wide);
        y += if under { 0.0 } else { keys_high };
        let titled = self.panels.iter().any(|panel| !panel.title.is_empty());
        let room = |titled: bool| if titled { 24.0 } else { 0.0 };
        let side = room(!self.side_title().is_empty());
        let above = room(titled) + side;
        let foot = P::foot(&self.panels, plot);
        let foot_title = room(!self.foot_title().is_empty());
        // A row that is not full has ticks of its own under the panel above its gap.
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

    fn draw(&self, sheet: &Sheet, layout: &Layout) -> Result<()> {
        layout.title.draw(sheet, layout.begin)?;
        layout.subtitle.draw(sheet, layout.begin + layout.title.height())?;
        legend::draw(sheet, &layout.keys)?;
        let all = &self.panels;
        for (i, (panel, plot)) in all.iter().zip(&layout.plots).enumerate() {
            let first = i % layout.columns == 0;
            let last = (i + 1) % layout.columns == 0 || i + 1 == all.len();
            let title = cut(&panel.title, SUBTITLE, true, plot.width());
            let at = (plot.left, plot.top - layout.side - 15.0);
            sheet.text(&title, at, Type::bold(SUBTITLE, INK))?;
            if first {
                let title = cut(self.side_title(), LABEL, false, plot.right - MARGIN);
                sheet.label(&title, (MARGIN, plot.top - 15.0), HPos::Left)?;
            }
            let foot = i + layout.columns >= all.len();
            let place = Place { plot: *plot, direct: layout.direct, first, last, foot, all };
            panel.plot.draw(sheet, &place)?;
        }
        let lowest = &layout.plots[(all.len() - 1) / layout.columns * layout.columns..];
        let (left, right) = ends(lowest.iter().flat_map(|plot| [plot.left, plot.right]));
        let at = (f64::midpoint(left, right), layout.below);
        let title = cut(self.foot_title(), LABEL, false, right - left);
        sheet.label(&title, at, HPos::Center)?;
        let last = layout.source.height().max(layout.source.leading) - layout.source.leading;
        layout.source.draw(sheet, f64::from(layout.size.1) - 18.0 - last)
    }
}
