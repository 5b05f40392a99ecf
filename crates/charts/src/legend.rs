//! Legends above the picture, for marks that can't be labeled directly.

use super::sheet::{Area, Sheet, Type};
use super::theme::{INK, LABEL, Paint, Pen};
use super::typeface::{cut, width};

/// An entry of the legend: a symbol and its name.
pub type Key = (Mark, String);

/// The symbol of a legend entry.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mark {
    /// A line.
    Line(Pen),
    /// A filled square with an opacity.
    Square(Paint, f64),
    /// A dot.
    Dot(Paint),
}

/// A legend entry and its position.
pub type Placed = (Key, (f64, f64));

const ROW: f64 = 22.0;
const BETWEEN: f64 = 22.0;
/// Distance from a symbol to its name.
const TO_NAME: f64 = 7.0;

impl Mark {
    fn width(self) -> f64 {
        match self {
            Mark::Line(_) => 24.0,
            Mark::Square(..) => 14.0,
            Mark::Dot(_) => 8.0,
        }
    }
}

/// Arranges entries in rows no wider than `wide`, many of them in columns; returns their positions
/// and the total height.
pub fn layout(keys: Vec<Key>, (left, top): (f64, f64), wide: f64) -> (Vec<Placed>, f64) {
    const MOST_KEYS_IN_ROWS: usize = 6;
    let cut = |(mark, name): Key| {
        let room = (wide - mark.width() - TO_NAME).min(320.0);
        (mark, cut(&name, LABEL, false, room))
    };
    let keys: Vec<Key> = keys.into_iter().map(cut).collect();
    let long = |(mark, name): &Key| mark.width() + TO_NAME + width(name, LABEL, false);
    let longest = keys.iter().map(long).fold(0.0, f64::max);
    let in_columns = keys.len() > MOST_KEYS_IN_ROWS;
    let (mut x, mut y) = (left, top + 4.0);
    let mut placed = Vec::with_capacity(keys.len());
    for key in keys {
        let long = if in_columns { longest } else { long(&key) };
        if x > left && x + long > left + wide {
            (x, y) = (left, y + ROW);
        }
        placed.push((key, (x, y)));
        x += long + BETWEEN;
    }
    let high = if placed.is_empty() { 0.0 } else { y - top + 22.0 };
    (placed, high)
}

/// Draws the legend.
pub fn draw(sheet: &Sheet, keys: &[Placed]) {
    for ((mark, name), (x, y)) in keys {
        let (x, y, wide) = (*x, *y, mark.width());
        match *mark {
            Mark::Line(pen) => sheet.line(&[(x, y), (x + wide, y)], pen, 2.5),
            Mark::Square(paint, opacity) => {
                sheet.bar(Area::around((x + wide / 2.0, y), 7.0), paint, opacity);
            }
            Mark::Dot(paint) => sheet.dot((x + wide / 2.0, y), 4.0, paint),
        }
        sheet.text(name, (x + wide + TO_NAME, y), Type::plain(LABEL, INK));
    }
}
