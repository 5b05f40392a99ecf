//! Labelled dots on two axes: how swingy what is how strong.

use super::axis::{Span, beside, grid};
use super::data::{finite, nothing};
use super::figure::{Panel, Place, Plot};
use super::labels::{self, Labelled};
use super::legend::Key;
use super::sheet::{Area, HPos, Sheet, Type};
use super::theme::{GRID, LABEL, PAPER, Pen, Pens, SOFT};
use super::ticks::{Ticks, number, plainly};
use super::typeface::{cut, width};
use crate::error::Result;

/// Labelled dots.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scatter {
    /// What is along the foot, with its unit.
    pub across: String,
    /// What is up the side, with its unit.
    pub up: String,
    /// The dots.
    pub dots: Vec<Dot>,
}

/// A labelled dot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dot {
    /// What it is called, beside it.
    pub label: String,
    /// The check, whose system gives the colour.
    pub check: String,
    /// Where it is along the foot.
    pub x: f64,
    /// Where it is up the side.
    pub y: f64,
}

const RADIUS: f64 = 5.0;
/// The most dots of a picture.
const MOST: usize = 200;

impl Plot for Scatter {
    fn check(&self) -> Result<()> {
        if self.dots.is_empty() {
            return Err(nothing("there are no dots"));
        }
        self.dots.iter().flat_map(|dot| [dot.x, dot.y]).try_for_each(finite)
    }

    fn settle(all: &mut [Panel<Scatter>]) -> Vec<String> {
        let every = all.iter().map(|panel| panel.plot.dots.len()).max().unwrap_or(0).div_ceil(MOST);
        if every < 2 {
            return Vec::new();
        }
        for Panel { plot, .. } in all {
            plot.dots = plot.dots.iter().step_by(every).cloned().collect();
        }
        vec![format!("one of every {every} dots is drawn")]
    }

    fn sides(all: &[Panel<Scatter>], _: bool, _: f64) -> (f64, f64) {
        (beside(&scale(all, |dot| dot.y, 6).1), 20.0)
    }

    fn foot(_: &[Panel<Scatter>], _: f64) -> f64 {
        28.0
    }

    fn height(all: &[Panel<Scatter>], wide: f64) -> f64 {
        if all.len() == 1 {
            (wide * 0.55).clamp(240.0, 420.0)
        } else {
            (wide * 0.75).clamp(160.0, 300.0)
        }
    }

    fn keys(_: &[Panel<Scatter>], _: bool) -> Vec<Key> {
        Vec::new()
    }

    fn foot_title(all: &[Panel<Scatter>]) -> &str {
        &all[0].plot.across
    }

    fn side_title(all: &[Panel<Scatter>]) -> &str {
        &all[0].plot.up
    }

    fn draw(&self, sheet: &Sheet, place: &Place<Scatter>) -> Result<()> {
        let plot = place.plot;
        let (up_values, up_ticks) = scale(place.all, |dot| dot.y, 6);
        let (values, ticks) =
            scale(place.all, |dot| dot.x, ((plot.width() / 80.0) as usize).clamp(2, 8));
        let (x, y) = (
            Span { values, pixels: (plot.left, plot.right) },
            Span { values: up_values, pixels: (plot.bottom, plot.top) },
        );
        grid(sheet, plot, y, &up_ticks, place.first)?;
        for (value, name) in ticks {
            sheet.line(
                &[(x.at(value), plot.top), (x.at(value), plot.bottom)],
                Pen::solid(GRID),
                1.0,
            )?;
            if place.foot {
                sheet.text(
                    &name,
                    (x.at(value), plot.bottom + 16.0),
                    Type::plain(LABEL, SOFT).at(HPos::Center),
                )?;
            }
        }
        let pens = Pens::of(
            place.all.iter().flat_map(|panel| &panel.plot.dots).map(|dot| (dot.check.as_str(), "")),
        );
        let names: Vec<String> =
            self.dots.iter().map(|dot| cut(&dot.label, LABEL, true, plot.width() * 0.45)).collect();
        let sized = |(dot, name): (&Dot, &String)| Labelled {
            at: (x.at(dot.x), y.at(dot.y)),
            width: width(name, LABEL, true),
        };
        let points: Vec<_> = self.dots.iter().zip(&names).map(sized).collect();
        let within = Area {
            left: plot.left + 2.0,
            top: plot.top - 8.0,
            right: plot.right + 18.0,
            bottom: plot.bottom,
        };
        let labels = labels::beside(&points, RADIUS, within);
        for ((dot, name), (Labelled { at, .. }, label)) in
            self.dots.iter().zip(&names).zip(points.iter().zip(labels))
        {
            let paint = pens.get(&dot.check, "").paint;
            if let Some(label) = label {
                let nearest = (
                    at.0.clamp(label.left, label.right),
                    at.1.clamp(label.top + 3.0, label.bottom - 3.0),
                );
                if (nearest.0 - at.0).hypot(nearest.1 - at.1) > RADIUS + 8.0 {
                    sheet.line(&[*at, nearest], Pen::solid(paint), 0.8)?;
                }
                // Grid lines don't run through a name.
                sheet.bar(
                    Area { top: label.top + 2.0, bottom: label.bottom - 2.0, ..label },
                    PAPER,
                    0.85,
                )?;
                sheet.text(
                    name,
                    (label.left, f64::midpoint(label.top, label.bottom)),
                    Type::bold(LABEL, paint.as_text()),
                )?;
            }
            sheet.dot(*at, RADIUS, paint)?;
            let words = format!(
                "{}\n{}: {}\n{}: {}",
                dot.label,
                self.across,
                plainly(dot.x),
                self.up,
                plainly(dot.y)
            );
            sheet.hint(Area::around(*at, RADIUS + 3.0), words.trim_start().to_owned());
        }
        Ok(())
    }
}

/// The ends of an axis with some air, and its ticks.
fn scale(
    all: &[Panel<Scatter>],
    value: impl Fn(&Dot) -> f64,
    most: usize,
) -> ((f64, f64), Vec<(f64, String)>) {
    let values = || all.iter().flat_map(|panel| &panel.plot.dots).map(&value);
    let (low, high) =
        (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
    let air = if high > low { (high - low) * 0.06 } else { 0.5 };
    // Nothing is part of the picture where it is near.
    let low = if low >= 0.0 && low < 0.5 * high { 0.0 } else { low - air };
    let ticks = Ticks::between(low, high + air, most, false);
    let names =
        ticks.values.iter().map(|value| (*value, number(*value, ticks.decimals()))).collect();
    ((low, high + air), names)
}
