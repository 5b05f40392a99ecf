//! A sheet to draw on: lines, bars, dots and text in pixels, through Plotters into SVG.

use plotters::backend::SVGBackend;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::theme::{FAMILY, PAPER, WIDTH, load_typeface, style_sheet};
use crate::error::{Error, Result};

/// Plotters draws at whole units; a sheet has ten to a pixel, so that a curve is smooth.
const UNITS: f64 = 10.0;

/// Plotters writes a font size divided by this into its SVG; a size here is what the figure shows.
const PLOTTERS_POINTS: f64 = 1.24;

/// A sheet of [`WIDTH`] pixels.
pub struct Sheet<'a> {
    area: DrawingArea<SVGBackend<'a>, Shift>,
}

/// How a text is written.
#[derive(Clone, Copy)]
pub struct Type {
    /// Its size, in pixels.
    pub size: u32,
    /// Its colour.
    pub colour: RGBColor,
    /// Whether it is bold.
    pub bold: bool,
    /// Which end of it is at its place.
    pub anchor: HPos,
}

fn units(pixels: f64) -> i32 {
    (pixels * UNITS).round() as i32
}

fn place((x, y): (f64, f64)) -> (i32, i32) {
    (units(x), units(y))
}

fn failed<E: std::error::Error + Send + Sync>(error: DrawingAreaErrorKind<E>) -> Error {
    Error::question(format!("the chart can't be drawn: {error}"))
}

/// Draws a figure of `height` pixels and returns it as SVG; `label` says in words what is to be seen.
///
/// # Errors
/// If Plotters can't draw it.
pub fn draw(height: u32, label: &str, figure: impl FnOnce(&Sheet) -> Result<()>) -> Result<String> {
    load_typeface()?;
    let mut svg = String::new();
    {
        let size = (units(WIDTH.into()) as u32, units(height.into()) as u32);
        let sheet = Sheet { area: SVGBackend::with_string(&mut svg, size).into_drawing_area() };
        sheet.area.fill(&PAPER).map_err(failed)?;
        figure(&sheet)?;
        sheet.area.present().map_err(failed)?;
    }
    let body = svg.find('>').map_or("", |end| &svg[end + 1..]);
    let label = label.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
    let (wide, high) = (units(WIDTH.into()), units(height.into()));
    let head = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {wide} {high}\" role=\"img\" aria-label=\"{label}\">"
    );
    let body = body.replace(&format!("font-family=\"{FAMILY}\""), &format!("font-family=\"{FAMILY}, sans-serif\""));
    Ok(format!("{head}\n{}{body}", style_sheet()))
}

impl Sheet<'_> {
    /// A line through these points.
    pub fn line(&self, points: &[(f64, f64)], colour: RGBColor, width: f64) -> Result<()> {
        let style = ShapeStyle { color: colour.into(), filled: false, stroke_width: units(width) as u32 };
        self.area.draw(&PathElement::new(points.iter().copied().map(place).collect::<Vec<_>>(), style)).map_err(failed)
    }

    /// A filled rectangle between two corners.
    pub fn bar(&self, from: (f64, f64), to: (f64, f64), colour: RGBColor) -> Result<()> {
        self.area.draw(&Rectangle::new([place(from), place(to)], colour.filled())).map_err(failed)
    }

    /// A dot with a rim of the ground's colour.
    pub fn dot(&self, at: (f64, f64), radius: f64, colour: RGBColor) -> Result<()> {
        self.area.draw(&Circle::new(place(at), units(radius + 0.8), PAPER.filled())).map_err(failed)?;
        self.area.draw(&Circle::new(place(at), units(radius), colour.filled())).map_err(failed)
    }

    /// A text whose middle height is at `at`.
    pub fn text(&self, text: &str, at: (f64, f64), kind: Type) -> Result<()> {
        let font = (FAMILY, f64::from(kind.size) * UNITS * PLOTTERS_POINTS).into_font().style(if kind.bold {
            FontStyle::Bold
        } else {
            FontStyle::Normal
        });
        let style = TextStyle::from(font).color(&kind.colour).pos(Pos::new(kind.anchor, VPos::Center));
        self.area.draw_text(text, &style, place(at)).map_err(failed)
    }
}

/// A straight scale from values to pixels.
#[derive(Clone, Copy)]
pub struct Axis {
    /// The values at its ends.
    pub values: (f64, f64),
    /// The pixels at its ends.
    pub pixels: (f64, f64),
}

impl Axis {
    /// The pixel of a value.
    pub fn at(&self, value: f64) -> f64 {
        let part = (value - self.values.0) / (self.values.1 - self.values.0);
        self.pixels.0 + part * (self.pixels.1 - self.pixels.0)
    }
}
