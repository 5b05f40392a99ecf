//! The common frame of all figures: title, panels with common axes, legend, and source.

use super::axis::HorizontalAxis;
use super::data::{Axis, ends, nothing};
use super::layout::Layout;
use super::legend::{self, Key};
use super::sheet::{Area, HPos, MARGIN, Sheet, Type, draw};
use super::svg::SvgTarget;
use super::theme::{INK, LABEL, NARROW, SUBTITLE, Theme};
use super::typeface::cut;
use oddsmith_base::{Error, Result};

/// Maximum number of panels in a figure.
const MOST_PANELS: usize = 48;

/// Minimum fraction of a figure's height for its picture, for which the text is reduced.
const PICTURE: f64 = 0.4;

/// The size of a figure, in pixels. The type size is constant: a narrow figure is laid out anew,
/// not scaled down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// The width.
    pub width: u32,
    /// The height; by default as high as its pictures need.
    pub height: Option<u32>,
}

impl Default for Size {
    fn default() -> Size {
        Size { width: 900, height: None }
    }
}

/// A figure: one picture, or several of the same kind with common axes.
#[derive(Clone, Debug, Default)]
pub struct Figure<P> {
    /// The title, which states the finding.
    pub title: String,
    /// The subtitle: the quantity, its unit, and the axis.
    pub subtitle: String,
    /// The footer: the precision, and the command that reproduces the figure.
    pub source: String,
    /// Titles of the horizontal and the vertical axis that replace the default ones.
    pub titles: [Option<String>; 2],
    /// The size.
    pub size: Size,
    /// The light or dark theme; inline figures leave it to the page.
    pub theme: Theme,
    /// The pictures.
    pub panels: Vec<Panel<P>>,
}

/// One picture of a figure, with its title.
#[derive(Clone, Debug, Default)]
pub struct Panel<P> {
    /// The title that distinguishes it from the others; empty if it is the only one.
    pub title: String,
    /// The picture.
    pub plot: P,
}

impl<P> Panel<P> {
    /// Creates the only panel of a figure.
    pub fn alone(plot: P) -> Panel<P> {
        Panel { title: String::new(), plot }
    }

    /// Maps the picture of the panel.
    pub(super) fn map<Q>(self, turned: impl FnOnce(P) -> Q) -> Panel<Q> {
        Panel { title: self.title, plot: turned(self.plot) }
    }
}

/// A kind of picture that a figure can contain. `all` are the panels of a figure, which share their
/// axes.
pub trait Plot: Clone {
    /// The ratio of height to width, with minimum and maximum height: of a single picture, and of
    /// one of several.
    const HEIGHTS: [(f64, f64, f64); 2];
    /// Returns the minimum height of a picture, in a figure of this width between its margins.
    fn least(_all: &[Panel<Self>], _wide: f64) -> f64 {
        80.0
    }
    /// Returns an error if it can't be drawn.
    fn check(&self) -> Result<()>;
    /// Reduces the marks to what is visible, and returns notes on it.
    fn settle(_all: &mut [Panel<Self>]) -> Vec<String> {
        Vec::new()
    }
    /// Returns the horizontal axis, and the places that it uses.
    fn along(&self) -> (&Axis, Vec<f64>);
    /// Returns whether each place is a band with a width.
    fn bands(_all: &[Panel<Self>]) -> bool {
        true
    }
    /// Returns the horizontal axis with the places used by all panels.
    fn across(all: &[Panel<Self>]) -> HorizontalAxis<'_> {
        let places = all.iter().flat_map(|panel| panel.plot.along().1);
        HorizontalAxis::new(all[0].plot.along().0, places, Self::bands(all))
    }
    /// Returns the widths left of the first picture of a row, for tick labels, and right of the last
    /// one, for line labels.
    fn sides(all: &[Panel<Self>], direct: bool, wide: f64) -> (f64, f64);
    /// Returns the height for ticks below a picture of this width.
    fn foot(all: &[Panel<Self>], wide: f64) -> f64 {
        Self::across(all).foot(wide)
    }
    /// Returns the preferred height of a picture of this width.
    fn height(all: &[Panel<Self>], wide: f64) -> f64 {
        usual_height(all, wide)
    }
    /// Returns whether names fit beside the only picture at this height.
    fn fits_directly(_all: &[Panel<Self>], _high: f64, _wide: f64) -> bool {
        true
    }
    /// Returns the legend keys; `direct` is true if lines are named at their ends.
    fn keys(_all: &[Panel<Self>], _direct: bool) -> Vec<Key> {
        Vec::new()
    }
    /// Returns the title of the horizontal axis.
    fn foot_title(all: &[Panel<Self>]) -> &str {
        &all[0].plot.along().0.title
    }
    /// Returns the title of the vertical axis, unless the ticks imply it.
    fn side_title(_all: &[Panel<Self>]) -> &str {
        ""
    }
    /// Draws the picture.
    fn draw(&self, sheet: &Sheet, place: &Place<Self>);
}

/// Returns the default height of a picture of this width.
pub fn usual_height<P: Plot>(all: &[Panel<P>], wide: f64) -> f64 {
    let (part, least, most) = P::HEIGHTS[usize::from(all.len() > 1)];
    (wide * part).clamp(least, most)
}

/// The position of a picture in its figure.
pub struct Place<'a, P> {
    /// The plot area, without names and ticks.
    pub plot: Area,
    /// True if lines are named at their ends.
    pub direct: bool,
    /// True if it is the first in its row, which labels the vertical ticks.
    pub first: bool,
    /// True if it is the last in its row.
    pub last: bool,
    /// True if nothing is below it, so that it labels the horizontal ticks.
    pub foot: bool,
    /// All panels of the figure.
    pub all: &'a [Panel<P>],
}

impl<P: Plot> Figure<P> {
    /// Creates a figure of one picture, of the default size.
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

    /// Returns the title of the horizontal axis.
    pub(super) fn foot_title(&self) -> &str {
        self.titles[0].as_deref().unwrap_or_else(|| P::foot_title(&self.panels))
    }

    /// Returns the title of the vertical axis, unless the ticks imply it.
    pub(super) fn side_title(&self) -> &str {
        self.titles[1].as_deref().unwrap_or_else(|| P::side_title(&self.panels))
    }

    /// Returns the figure as a standalone SVG file, with its typeface.
    ///
    /// # Errors
    /// If there is nothing to draw, a value is not a number, or the size is too small.
    pub fn svg(&self) -> Result<String> {
        self.drawn(SvgTarget::Alone(self.theme))
    }

    /// Returns the figure for a page that provides the typeface and selects the theme by
    /// [`page_style`](super::page_style).
    ///
    /// # Errors
    /// See [`Figure::svg`].
    pub fn inline_svg(&self) -> Result<String> {
        self.drawn(SvgTarget::Inline)
    }

    /// Returns [`Figure::inline_svg`] twice: at its size, and laid out for narrow windows at 390
    /// pixels; the page shows the one that fits.
    ///
    /// # Errors
    /// See [`Figure::svg`].
    pub fn inline_both(&self) -> Result<String> {
        let narrow = Figure { size: Size { width: 390, height: None }, ..self.clone() };
        Ok(self.inline_svg()? + &narrow.inline_svg()?)
    }

    /// Returns the figure as PNG, at twice its size.
    ///
    /// # Errors
    /// See [`Figure::svg`].
    pub fn png(&self) -> Result<Vec<u8>> {
        super::png(&self.svg()?, 2.0)
    }

    /// Checks that the figure can be drawn.
    ///
    /// # Errors
    /// See [`Figure::svg`].
    pub fn fits(&self) -> Result<()> {
        self.settled()?.fitted().map(drop)
    }

    /// Returns the accessible label of the figure.
    fn label(&self) -> String {
        let said = |parts: &[&str], between: &str| {
            let parts = parts.iter().filter(|part| !part.is_empty()).copied();
            parts.collect::<Vec<_>>().join(between)
        };
        let panels: Vec<&str> = self.panels.iter().map(|panel| panel.title.as_str()).collect();
        said(&[&self.title, &self.subtitle, &said(&panels, "; ")], ". ")
    }

    /// Returns the figure with its marks reduced to what is visible, with notes in the subtitle.
    fn settled(&self) -> Result<Figure<P>> {
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
        Ok(settled)
    }

    fn drawn(&self, target: SvgTarget) -> Result<String> {
        let settled = self.settled()?;
        let layout = settled.fitted()?;
        let svg = draw(layout.size, |sheet| settled.draw(sheet, &layout));
        Ok(svg.finish(&settled.label(), target))
    }

    /// Computes the layout, with smaller text if the default leaves too little room.
    fn fitted(&self) -> Result<Layout> {
        let beside = self.panels.len() == 1 && self.size.width >= NARROW;
        // Use smaller text if the picture would be too low.
        let mut tight = false;
        let mut layout = self.layout(beside, tight)?;
        let wide = f64::from(self.size.width) - 2.0 * MARGIN;
        let least = P::least(&self.panels, wide);
        // In a small figure most of the height goes to the picture.
        let share = self.size.height.filter(|_| self.panels.len() == 1);
        let most = share.map_or(0.0, |height| f64::from(height) * PICTURE);
        if layout.is_lower_than(least.max(most)) {
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
        Ok(layout)
    }

    fn draw(&self, sheet: &Sheet, layout: &Layout) {
        layout.title.draw(sheet, layout.begin);
        layout.subtitle.draw(sheet, layout.begin + layout.title.height());
        legend::draw(sheet, &layout.keys);
        let all = &self.panels;
        for (i, (panel, plot)) in all.iter().zip(&layout.plots).enumerate() {
            let first = i % layout.columns == 0;
            let last = (i + 1) % layout.columns == 0 || i + 1 == all.len();
            let title = cut(&panel.title, SUBTITLE, true, plot.width());
            let at = (plot.left, plot.top - layout.side - 15.0);
            sheet.text(&title, at, Type::bold(SUBTITLE, INK));
            if first {
                let title = cut(self.side_title(), LABEL, false, plot.right - MARGIN);
                sheet.label(&title, (MARGIN, plot.top - 15.0), HPos::Left);
            }
            let foot = i + layout.columns >= all.len();
            let place = Place { plot: *plot, direct: layout.direct, first, last, foot, all };
            panel.plot.draw(sheet, &place);
        }
        let lowest = &layout.plots[(all.len() - 1) / layout.columns * layout.columns..];
        let (left, right) = ends(lowest.iter().flat_map(|plot| [plot.left, plot.right]));
        let at = (f64::midpoint(left, right), layout.below);
        let title = cut(self.foot_title(), LABEL, false, right - left);
        sheet.label(&title, at, HPos::Center);
        let last = layout.source.height().max(layout.source.leading) - layout.source.leading;
        layout.source.draw(sheet, f64::from(layout.size.1) - 18.0 - last);
    }
}
