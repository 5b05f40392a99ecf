//! Figures drawn with Plotters: one theme, one frame, and a file for each kind of figure.
//!
//! This crate turns answers into SVG or PNG; it neither computes answers nor writes files.
//!
//! # Examples
//! The chart of a question: [`fitting`] selects the chart, and [`draw`] returns the content of its
//! file. [`NoExpressions`] is for charts whose settings contain no expressions.
//! ```
//! use std::sync::Arc;
//!
//! use oddsmith_answers::{Answers, Results};
//! use oddsmith_charts::{NoExpressions, draw, fitting};
//! use oddsmith_engine::odds::{Event, Progress};
//! use oddsmith_readout::Shown;
//! use oddsmith_scenario::{Effort, Question};
//! use oddsmith_systems::Catalogue;
//!
//! let catalogue = Catalogue::default();
//! let cases = Question::read("4d6kh3", &catalogue)?.cases(&catalogue)?;
//! let effort = Effort::default().exact_only();
//! let answers = Answers::new("", &cases, effort, &Event::SUCCESS, &Progress::default())?;
//! let results = Results { checks: vec![answers], pairs: Vec::new(), trials: 0, seed: 1 };
//! let chart = fitting(&results, &Shown::default(), None);
//! let svg = draw(&Arc::new(results), &chart, &NoExpressions, "oddsmith 4d6kh3")?;
//! assert!(svg.starts_with(b"<svg"));
//! # Ok::<(), oddsmith_base::Error>(())
//! ```
//! A figure of other numbers:
//! ```
//! use oddsmith_charts::{Axis, Curve, Figure, Line, Point};
//! use oddsmith_engine::odds::Estimate;
//!
//! let points = (0..=12).map(|blows| Point { x: f64::from(blows), share: Estimate::of_value(0.75f64.powi(blows)) }).collect();
//! let line = Line { label: "three blows a round".into(), check: "torg.fight".into(), points };
//! let curve = Curve { axis: Axis::numbers("blows").capped(12.0), lines: vec![line], ..Curve::default() };
//! let figure = Figure::of("Half are down after three blows", "Share still standing", "exact", curve);
//! assert!(figure.svg().unwrap().starts_with("<svg"));
//! ```

mod answers;
mod axis;
mod bars;
mod curve;
mod data;
mod difference;
mod fan;
mod few;
mod figure;
mod heat;
mod labels;
mod layout;
mod legend;
mod scatter;
mod sheet;
mod stack;
mod strokes;
mod svg;
mod theme;
mod ticks;
mod typeface;

pub use answers::{ChartExpressions, Drawing, NoExpressions, draw, drawing, fitting, sketch};
pub use bars::Bars;
pub use curve::{Curve, Join};
pub use data::{Axis, Line, Point, Scale, Success, Values};
pub use difference::Difference;
pub use fan::{Fan, Spread};
pub use figure::{Figure, Panel, Plot, Size};
pub use heat::{Cell, Heat};
pub use scatter::{Dot, Scatter};
pub use stack::{Bar, Stack};
pub use svg::{page_style, part_style, png};
pub use theme::Theme;

/// The SVG parser and renderer, for tests that read a figure back.
#[cfg(feature = "png")]
#[doc(hidden)]
pub use resvg::usvg;
