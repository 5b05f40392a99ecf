//! Scatter plots: labeled dots on two axes.

use super::axis::{Span, beside, grid, zero_in_view};
use super::data::{Axis, Values, ends, finite, nothing};
use super::figure::{Panel, Place, Plot};
use super::labels::{self, Labelled};
use super::sheet::{Area, HPos, Sheet, Type};
use super::theme::{GRID, INK, LABEL, PAPER, Pens, SMALL};
use super::ticks::Ticks;
use super::typeface::{cut, width};
use oddsmith_base::Result;
use oddsmith_text::numbers::plain;

/// A scatter plot: labeled dots over two axes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scatter {
    /// The horizontal axis, with its unit.
    pub across: Axis,
    /// The vertical axis, with its unit.
    pub up: Axis,
    /// The dots.
    pub dots: Vec<Dot>,
}

/// A labeled dot of a scatter plot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dot {
    /// The label beside it.
    pub label: String,
    /// The check, whose system determines the color.
    pub check: String,
    /// The series of the dot, which determines its shade.
    pub series: String,
    /// The horizontal position.
    pub x: f64,
    /// The vertical position.
    pub y: f64,
}

const RADIUS: f64 = 5.0;
/// Number of names above which they are small.
const MANY: usize = 20;
/// Maximum number of dots in a picture.
const MOST: usize = 200;

impl Plot for Scatter {
    const HEIGHTS: [(f64, f64, f64); 2] = [(0.55, 240.0, 420.0), (0.75, 160.0, 300.0)];

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

    fn along(&self) -> (&Axis, Vec<f64>) {
        (&self.across, self.dots.iter().map(|dot| dot.x).collect())
    }

    fn sides(all: &[Panel<Scatter>], _: bool, _: f64) -> (f64, f64) {
        (beside(&scale(all, |dot| dot.y, 6).1), 20.0)
    }

    fn foot(_: &[Panel<Scatter>], _: f64) -> f64 {
        28.0
    }

    fn side_title(all: &[Panel<Scatter>]) -> &str {
        &all[0].plot.up.title
    }

    fn draw(&self, sheet: &Sheet, place: &Place<Scatter>) {
        let plot = place.plot;
        let (up_values, up_ticks) = scale(place.all, |dot| dot.y, 6);
        let columns = ((plot.width() / 80.0) as usize).clamp(2, 8);
        let (values, ticks) = scale(place.all, |dot| dot.x, columns);
        let x = Span { values, pixels: (plot.left, plot.right) };
        let y = grid(sheet, plot, up_values, &up_ticks, place.first);
        for (value, name) in ticks {
            sheet.upright(x.at(value), (plot.top, plot.bottom), GRID, 1.0);
            if place.foot {
                sheet.label(&name, (x.at(value), plot.bottom + 16.0), HPos::Center);
            }
        }
        let dots = place.all.iter().flat_map(|panel| &panel.plot.dots);
        let pens = Pens::of(dots.map(|dot| (family(&dot.check), dot.series.as_str())));
        let room = plot.width() * 0.45;
        // With many names, use a small size so that all find room.
        let named = self.dots.iter().filter(|dot| !dot.label.is_empty()).count();
        let kind = if named > MANY { Type::plain(SMALL, INK) } else { Type::bold(LABEL, INK) };
        let names = self.dots.iter().map(|dot| cut(&dot.label, kind.size, kind.bold, room));
        let names: Vec<String> = names.collect();
        let sized = |(dot, name): (&Dot, &String)| -> Labelled {
            ((x.at(dot.x), y.at(dot.y)), width(name, kind.size, kind.bold))
        };
        let points: Vec<Labelled> = self.dots.iter().zip(&names).map(sized).collect();
        let (left, right) = (plot.left + 2.0, plot.right + 18.0);
        let within = Area { left, top: plot.top - 8.0, right, ..plot };
        let labels = labels::beside(&points, RADIUS, within);
        let colour = |dot: &Dot| pens.get(family(&dot.check), &dot.series).paint;
        // Leader lines from dots to distant labels run below all labels.
        for (dot, ((at, _), label)) in self.dots.iter().zip(points.iter().zip(&labels)) {
            let Some(label) = label else { continue };
            let (x, y) = (
                at.0.clamp(label.left, label.right),
                at.1.clamp(label.top + 3.0, label.bottom - 3.0),
            );
            if (x - at.0).hypot(y - at.1) > RADIUS + 8.0 {
                sheet.line(&[*at, (x, y)], colour(dot), 0.8);
            }
        }
        for (dot, (name, ((at, _), label))) in
            self.dots.iter().zip(names.iter().zip(points.iter().zip(&labels)))
        {
            let Some(label) = label else { continue };
            // Hide grid lines behind a label.
            let ground = Area { top: label.top + 2.0, bottom: label.bottom - 2.0, ..*label };
            sheet.bar(ground, PAPER, 0.85);
            // Anchor the end nearest to the dot, whatever the font's letter widths.
            let (middle, y) = label.middle();
            let (x, anchor) = match at.0 {
                x if label.right <= x => (label.right, HPos::Right),
                x if (x - middle).abs() < 1.0 => (middle, HPos::Center),
                _ => (label.left, HPos::Left),
            };
            let paint = if named > MANY { INK } else { colour(dot).as_text() };
            sheet.text(name, (x, y), Type { paint, anchor, ..kind });
        }
        for (dot, (at, _)) in self.dots.iter().zip(&points) {
            sheet.dot(*at, RADIUS, colour(dot));
            let said = |axis: &Axis, value| format!("{}: {}", axis.title, plain(value, 3));
            let (across, up) = (said(&self.across, dot.x), said(&self.up, dot.y));
            let words = format!("{}\n{across}\n{up}", dot.label);
            sheet.hint(Area::around(*at, RADIUS + 3.0), words.trim_start().to_owned());
        }
    }
}

/// Returns the key of a dot's color: the check of a game; house rules are distinguished only by
/// name.
fn family(check: &str) -> &str {
    if check.starts_with("house.") { "house" } else { check }
}

/// Returns the padded ends of an axis, and its ticks.
fn scale(
    all: &[Panel<Scatter>],
    value: impl Fn(&Dot) -> f64,
    most: usize,
) -> ((f64, f64), Vec<(f64, String)>) {
    let (low, high) = ends(all.iter().flat_map(|panel| &panel.plot.dots).map(value));
    let air = if high > low { (high - low) * 0.06 } else { 0.5 };
    let low = if zero_in_view(low, high) { 0.0 } else { low - air };
    let ticks = Ticks::between(low, high + air, most, false);
    ((low, high + air), Values::Numbers(String::new()).named(&ticks))
}
