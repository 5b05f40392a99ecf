//! Values over two axes: heat maps, and scatter plots of two expressions.

use std::convert::identity;

use super::marks::{LABEL, Mark};
use super::{ChartMaker, Drawing, bare, names, set_by, unit, words};
use crate::{Axis, Cell, Dot, Heat, Panel, Scale, Scatter, Values};
use oddsmith_base::{Error, Result};
use oddsmith_engine::odds::NOISE;
use oddsmith_expressions::Point;
use oddsmith_text::capital;
use oddsmith_text::numbers::cut;

impl<'a> ChartMaker<'a> {
    pub fn heat(&self, marks: Vec<Mark<'a>>) -> Result<Drawing> {
        let missing = || self.nothing("it names no axis `y`").with_hint("sweep another field");
        let (x, y) = (self.x()?, self.chart.y.as_deref().ok_or_else(missing)?);
        let both = |mark: &Mark| mark.value(x).is_some() && mark.value(y).is_some();
        let marks: Vec<Mark> = marks.into_iter().filter(both).collect();
        let (across, up) = (self.along(x, &marks), self.along(y, &marks));
        let mut cells = Vec::new();
        // Marks without a success are drawn by their mean.
        let means = self.chart.value.is_none() && marks.iter().all(|mark| mark.share().is_none());
        for mark in &marks {
            let known = match mark.at() {
                Some(place) if means && mark.answer.is_counted() => mark.answer.mean(place),
                _ => self.number(mark)?,
            };
            let title = mark.name(&[Some(x), Some(y)]);
            if let (Some(x), Some(y), Some(known)) = (across.place(mark), up.place(mark), known) {
                cells.push((title, Cell { x, y, value: known.value() }));
            }
        }
        if cells.is_empty() {
            let hint = "say what counts with `of` or `value`";
            return Err(self.nothing("no case has both axes and a number").with_hint(hint));
        }
        let values = match (means, self.values()) {
            (true, _) => Values::Numbers("mean".into()),
            (false, values) => values,
        };
        let (across, mut up) = (across.axis, up.axis);
        // Labels are read from the top.
        let rows = match &mut up.scale {
            Scale::Named(names) if y == LABEL => {
                names.reverse();
                Some(names.len() as f64)
            }
            _ => None,
        };
        // Values on both sides of the even value get diverging colors; probabilities of scores have
        // no sides.
        let level = self.level(&values);
        let even = match level {
            Some(level) => level.share,
            None if values == Values::Shares => 0.5,
            None => 0.0,
        };
        let any = |sign: f64| cells.iter().any(|(_, cell)| (cell.value - even) * sign > NOISE);
        let sides = any(1.0) && any(-1.0) && marks.iter().all(|mark| mark.score.is_none());
        let even = sides.then_some(even);
        let level = level.filter(|_| sides);
        let turned = |(_, cell): (String, Cell)| Cell {
            y: rows.map_or(cell.y, |rows| rows - 1.0 - cell.y),
            ..cell
        };
        let what = match means {
            true => format!("Mean of {}", self.column_words(&marks)),
            false => self.about(&marks),
        };
        let title = words::of_heat(cells.iter().map(|(_, cell)| cell.value), &values, &what, level);
        let unit = unit(&values);
        let by = match (bare(&across.title), bare(&up.title)) {
            (one, "") | ("", one) => format!("by {one}"),
            (one, other) => format!("by {one} (across) and {other} (up)"),
        };
        let heat = Heat { across, up, cells: Vec::new(), values, even, aims: level.is_some() };
        let panels = self.panels(cells, |(title, _)| title.clone());
        self.finish(&marks, title, format!("{what}{unit}, {by}"), panels, |cells| Heat {
            cells: cells.into_iter().map(turned).collect(),
            ..heat.clone()
        })
    }

    fn column_words(&self, marks: &[Mark]) -> String {
        let column = marks.iter().find_map(|mark| Some(mark.column()?.clone()));
        column.map_or_else(String::new, |column| names::column(&column, column.at))
    }

    pub fn scatter(&self, marks: Vec<Mark<'a>>) -> Result<Drawing> {
        let missing = || self.nothing("it takes two expressions, `x` and `y`");
        let (x, y) = (self.x()?, self.chart.y.as_deref().ok_or_else(missing)?);
        let mut dots = Vec::new();
        for (place, mark) in marks.iter().enumerate() {
            let at = |key: &str, expression: &str| -> Result<f64> {
                let point: Point = self.point(mark);
                self.expressions.number(expression, &point).map_err(|error: Error| {
                    set_by(key)(error).at(format!(
                        "chart `{}`, {}",
                        self.chart.file,
                        mark.name(&[])
                    ))
                })
            };
            let own = || marks.iter().filter(|other| other.check == mark.check);
            let called = names::label(self.results, mark.check);
            let many = own().count() > 1 && !called.is_empty();
            let last = marks[place + 1..].iter().all(|other| other.check != mark.check);
            // The last dot of a check carries its name for all of them.
            let series = if many { called.clone() } else { String::new() };
            let label = match many {
                true if last => called,
                true => String::new(),
                false => mark.name(&[]),
            };
            dots.push(Dot { label, check: mark.id(), series, x: at("x", x)?, y: at("y", y)? });
        }
        let words = |expression: &str, title: &Option<String>| {
            if let Some(title) = title {
                return title.clone();
            }
            let column = self.column_words(&marks);
            match expression {
                "success" => "chance of success".to_owned(),
                "mean" | "median" => format!("{expression} of {column}"),
                "sd" => format!("standard deviation of {column}"),
                _ => cut(expression, 40),
            }
        };
        let [x_title, y_title] = &self.chart.titles;
        let (across, up) = (words(x, x_title), words(y, y_title));
        let numbers = Values::Numbers(String::new());
        let title = words::range(dots.iter().map(|dot| dot.y), &numbers);
        let title = format!("{} {title}", capital(&up));
        let subtitle = format!("{} by {across}", capital(&up));
        let (across, up) = (Axis::numbers(capital(&across)), Axis::numbers(capital(&up)));
        let plot = Scatter { across, up, dots };
        self.finish(&marks, title, subtitle, vec![Panel::alone(plot)], identity)
    }
}
