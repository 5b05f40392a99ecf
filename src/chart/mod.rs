//! Plotters lives here: one theme, and one file for each kind of figure.
//! What belongs here: numbers in, an SVG text out. What does not: asking for the numbers, writing files.
//! Layer: above `frame`, below `report`.

mod comparison;
mod sheet;
mod theme;

pub use comparison::{Comparison, Line, Point};
