//! A drawing surface: lines, bars, dots and text in pixels, through Plotters.

use std::cell::RefCell;

use plotters::backend::SVGBackend;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{Pos, VPos};

pub use plotters::style::text_anchor::HPos;

use super::svg::{RawSvg, UNITS};
use super::theme::{LABEL, PAPER, Paint, Pen, SOFT, rgb};
use super::typeface;
use oddsmith_text::terminal;

/// A rectangle of the sheet, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// The left edge.
    pub left: f64,
    /// The upper edge.
    pub top: f64,
    /// The right edge.
    pub right: f64,
    /// The lower edge.
    pub bottom: f64,
}

impl Area {
    /// Returns the width.
    pub fn width(&self) -> f64 {
        self.right - self.left
    }

    /// Returns the height.
    pub fn height(&self) -> f64 {
        self.bottom - self.top
    }

    /// Returns whether two areas share more than an edge.
    pub fn overlaps(&self, other: &Area) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    /// Returns the center.
    pub fn middle(&self) -> (f64, f64) {
        (f64::midpoint(self.left, self.right), f64::midpoint(self.top, self.bottom))
    }

    /// Returns the square with this half-width around a point.
    pub fn around((x, y): (f64, f64), half: f64) -> Area {
        Area { left: x - half, top: y - half, right: x + half, bottom: y + half }
    }
}

/// The style of a text: size, color, weight and anchor.
#[derive(Clone, Copy)]
pub struct Type {
    /// The size, in pixels.
    pub size: u32,
    /// The color.
    pub paint: Paint,
    /// True if it is bold.
    pub bold: bool,
    /// The horizontal anchor.
    pub anchor: HPos,
}

impl Type {
    /// Creates a regular style of a size and color, anchored at the left.
    pub const fn plain(size: u32, paint: Paint) -> Type {
        Type { size, paint, bold: false, anchor: HPos::Left }
    }

    /// Creates a bold style of a size and color, anchored at the left.
    pub const fn bold(size: u32, paint: Paint) -> Type {
        Type { size, paint, bold: true, anchor: HPos::Left }
    }

    /// Sets the anchor.
    pub const fn at(self, anchor: HPos) -> Type {
        Type { anchor, ..self }
    }
}

/// The left and right margin of a sheet.
pub const MARGIN: f64 = 20.0;

/// The drawing surface of a figure, on top of the SVG backend of Plotters, which appends to a string
/// and therefore can't fail.
pub struct Sheet<'a> {
    area: DrawingArea<SVGBackend<'a>, Shift>,
    pens: RefCell<Vec<Pen>>,
    hints: RefCell<Vec<([i32; 4], String)>>,
}

fn units(pixels: f64) -> i32 {
    (pixels * f64::from(UNITS)).round() as i32
}

fn place((x, y): (f64, f64)) -> (i32, i32) {
    (units(x), units(y))
}

/// Draws a figure of a size in pixels.
pub fn draw(size: (u32, u32), figure: impl FnOnce(&Sheet)) -> RawSvg {
    let mut body = String::new();
    let (pens, hints) = {
        let (width, height) = place((size.0.into(), size.1.into()));
        let area =
            SVGBackend::with_string(&mut body, (width as u32, height as u32)).into_drawing_area();
        let sheet = Sheet { area, pens: RefCell::default(), hints: RefCell::default() };
        let all = Area { left: 0.0, top: 0.0, right: size.0.into(), bottom: size.1.into() };
        sheet.bar(all, PAPER, 1.0);
        figure(&sheet);
        (sheet.pens.take(), sheet.hints.take())
    };
    RawSvg { body, pens, hints, size }
}

impl Sheet<'_> {
    /// Encodes the index of this pen as a color that Plotters can pass through.
    fn number(&self, pen: Pen) -> RGBColor {
        let mut pens = self.pens.borrow_mut();
        let known = pens.iter().position(|known| *known == pen);
        let number = known.unwrap_or_else(|| {
            pens.push(pen);
            pens.len() - 1
        });
        rgb(number as u32)
    }

    fn filled(&self, paint: Paint, opacity: f64) -> ShapeStyle {
        self.number(paint.into()).mix(opacity).filled()
    }

    /// Returns the width between the margins, in pixels.
    pub fn room(&self) -> f64 {
        f64::from(self.area.dim_in_pixel().0 / UNITS) - 2.0 * MARGIN
    }

    /// Draws a line through these points.
    pub fn line(&self, points: &[(f64, f64)], pen: impl Into<Pen>, width: f64) {
        if points.len() < 2 {
            return;
        }
        let style = self.number(pen.into()).stroke_width(units(width) as u32);
        let points: Vec<_> = points.iter().copied().map(place).collect();
        let _ = self.area.draw(&PathElement::new(points, style));
    }

    /// Draws a vertical line, from the first height to the second.
    pub fn upright(&self, x: f64, (from, to): (f64, f64), pen: Paint, width: f64) {
        self.line(&[(x, from), (x, to)], pen, width);
    }

    /// Draws a horizontal line.
    pub fn level(&self, y: f64, (from, to): (f64, f64), pen: Paint, width: f64) {
        self.line(&[(from, y), (to, y)], pen, width);
    }

    /// Draws a filled rectangle.
    pub fn bar(&self, area: Area, paint: Paint, opacity: f64) {
        let corners = [place((area.left, area.top)), place((area.right, area.bottom))];
        let _ = self.area.draw(&Rectangle::new(corners, self.filled(paint, opacity)));
    }

    /// Draws a filled polygon with these corners.
    pub fn shape(&self, corners: &[(f64, f64)], paint: Paint, opacity: f64) {
        let corners: Vec<_> = corners.iter().copied().map(place).collect();
        let _ = self.area.draw(&Polygon::new(corners, self.filled(paint, opacity)));
    }

    /// Draws a dot with a rim in the background color.
    pub fn dot(&self, at: (f64, f64), radius: f64, paint: Paint) {
        for (radius, paint) in [(radius + 0.8, PAPER), (radius, paint)] {
            let style = self.filled(paint, 1.0);
            let _ = self.area.draw(&Circle::new(place(at), units(radius), style));
        }
    }

    /// Draws a text, vertically centered at `at`.
    pub fn text(&self, text: &str, at: (f64, f64), kind: Type) {
        let text = terminal(text);
        if text.trim().is_empty() {
            return;
        }
        let font = typeface::font(f64::from(kind.size * UNITS), kind.bold);
        let colour = self.number(kind.paint.into());
        let style = TextStyle::from(font).color(&colour).pos(Pos::new(kind.anchor, VPos::Center));
        let _ = self.area.draw_text(&text, &style, place(at));
    }

    /// Draws a label of an axis, in the soft color.
    pub fn label(&self, text: &str, at: (f64, f64), anchor: HPos) {
        self.text(text, at, Type::plain(LABEL, SOFT).at(anchor));
    }

    /// Draws lines of text, the middle of the first at `at`, the others below.
    pub fn lines(&self, lines: &[String], (x, y): (f64, f64), leading: f64, kind: Type) {
        for (i, line) in lines.iter().enumerate() {
            self.text(line, (x, y + i as f64 * leading), kind);
        }
    }

    /// Adds a tooltip for an area.
    pub fn hint(&self, area: Area, words: String) {
        let (left, top) = place((area.left, area.top));
        let (right, bottom) = place((area.right, area.bottom));
        let size = [left, top, (right - left).max(1), (bottom - top).max(1)];
        self.hints.borrow_mut().push((size, words));
    }
}
