//! The frame that all figures share: the finding, what is drawn, panels with common axes, keys, the
//! source.

use super::axis::HorizontalAxis;
use super::data::{Axis, ends, nothing};
use super::layout::Layout;
use super::legend::{self, Key};
use super::sheet::{Area, HPos, MARGIN, Sheet, Type, draw};
use super::svg::{RawSvg, SvgTarget};
use super::theme::{INK, LABEL, NARROW, SUBTITLE, Theme};
use super::typeface::cut;
use oddsmith_base::{Error, Result};

/// The most panels that a figure holds.
const MOST_PANELS: usize = 48;

/// The part of a figure's height that its picture has at least, if smaller words give it that.
const PICTURE: f64 = 0.4;

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
    pub(super) fn foot_title(&self) -> &str {
        self.titles[0].as_deref().unwrap_or_else(|| P::foot_title(&self.panels))
    }

    /// What the axis up the side is called, where ticks don't say it.
    pub(super) fn side_title(&self) -> &str {
        self.titles[1].as_deref().unwrap_or_else(|| P::side_title(&self.panels))
    }

    /// The figure as a file of its own, with its typeface.
    ///
    /// # Errors
    /// If there is nothing to draw, something is no number, or the size is too small for it.
    pub fn svg(&self) -> Result<String> {
        let settled = self.settled()?;
        Ok(settled.drawn()?.finish(&settled.label(), SvgTarget::Alone(self.theme)))
    }

    /// The figure for a page that has the typeface and chooses the theme by
    /// [`page_style`](super::page_style).
    ///
    /// # Errors
    /// As [`Figure::svg`].
    pub fn inline_svg(&self) -> Result<String> {
        let settled = self.settled()?;
        Ok(settled.drawn()?.finish(&settled.label(), SvgTarget::Inline))
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

    /// Whether it can be drawn.
    ///
    /// # Errors
    /// As [`Figure::svg`].
    pub fn fits(&self) -> Result<()> {
        self.settled()?.fitted().map(drop)
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

    /// The figure with as many marks as can be seen, and what was done to them in its subtitle.
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

    fn drawn(&self) -> Result<RawSvg> {
        let layout = self.fitted()?;
        draw(layout.size, |sheet| self.draw(sheet, &layout))
    }

    /// Where everything stands, with smaller words where those of the usual size leave no room.
    fn fitted(&self) -> Result<Layout> {
        let beside = self.panels.len() == 1 && self.size.width >= NARROW;
        // What is too low for the usual words has smaller ones.
        let mut tight = false;
        let mut layout = self.layout(beside, tight)?;
        let wide = f64::from(self.size.width) - 2.0 * MARGIN;
        let least = P::least(&self.panels, wide);
        // Of a small figure words leave the picture most.
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
