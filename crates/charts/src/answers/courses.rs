//! Charts over steps: survival curves, and fans of an indexed column's distribution.

use std::convert::identity;

use super::marks::Mark;
use super::{ChartMaker, Drawing, names, words};
use crate::data::ends;
use crate::{Axis, Curve, Fan, Join, Line, Panel, Point, Spread, Values};
use oddsmith_answers::Answer;
use oddsmith_base::Result;
use oddsmith_engine::odds::{Estimate, Event};
use oddsmith_engine::rule::Column;
use oddsmith_readout as readout;

/// The levels of a fan's quantiles.
const LEVELS: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];
/// The remaining probability at which a survival curve may end.
const LEFT: f64 = 1e-3;

impl<'a> ChartMaker<'a> {
    /// Draws the probability that a trial is not over after each number of steps.
    pub fn survival(&self, marks: Vec<Mark<'a>>) -> Result<Drawing> {
        let clock = |mark: &Mark| {
            let mut columns = mark.answer.columns().iter();
            let clock = columns.find(|column| column.scale.capped_at().is_some());
            clock.map(|column| column.name.to_string())
        };
        // Without a column, the first that counts steps.
        let mut found: Vec<Mark> = Vec::new();
        for mark in marks.into_iter().filter(|mark| mark.answer.is_counted()) {
            let column = mark.event.column.clone().or_else(|| clock(&mark));
            if let Some(column) = column {
                let event = Event { column: Some(column), ..mark.event.clone() };
                found.push(Mark { event, ..mark });
            }
        }
        let Some(column) = found.iter().find_map(Mark::column).cloned() else {
            let hint = "name a column of numbers with `column`";
            return Err(self.nothing("no column counts steps").with_hint(hint));
        };
        found.retain(|mark| mark.column().is_some_and(|own| own.name == column.name));
        let outlasts = |mark: &Mark, step: i32| {
            mark.answer.share(mark.at().unwrap_or(0), step.saturating_add(1)..=i32::MAX)
        };
        let last = |mark: &Mark| {
            let outcomes = mark.answer.outcomes(mark.at().unwrap_or(0));
            outcomes.filter_map(|outcome| outcome.score).max()
        };
        let last = found.iter().filter_map(last).max().unwrap_or(1);
        // Up to the step at which less than one in a thousand is left, or the limit, found by
        // bisection, since the probability only decreases.
        let left = |step: i32| found.iter().any(|mark| outlasts(mark, step).value() >= LEFT);
        let (mut low, mut high) = (0, last.max(1));
        while low < high {
            let middle = low + (high - low) / 2;
            if left(middle) { low = middle + 1 } else { high = middle }
        }
        let end = low.max(1);
        let line = |mark: &Mark| {
            let point = |step: i32| Point { x: f64::from(step), share: outlasts(mark, step) };
            self.line(mark, &column, (0..=end).map(point).collect())
        };
        let panels = self.gathered(found.iter().map(line).collect(), &found);
        let name = names::called(&column.name);
        let title = half(panels.iter().flat_map(|panel| &panel.plot), &name);
        let curve = Curve { axis: Axis::numbers(&name), join: Join::Steps, ..Curve::default() };
        let subtitle = format!("Chance that it is not over yet, per cent, by the number of {name}");
        self.finish(&found, title, subtitle, panels, |lines| Curve { lines, ..curve.clone() })
    }

    /// Draws the quantiles of an indexed column.
    pub fn fan(&self, marks: Vec<Mark<'a>>) -> Result<Drawing> {
        let wanted = self.chart.event.column.as_deref();
        let indexed = |mark: &Mark| {
            let columns = mark.answer.columns().iter().filter(|_| mark.answer.is_counted());
            let mut columns = columns.filter(|column| column.at.is_some());
            columns.find(|column| wanted.is_none_or(|name| column.name == name)).cloned()
        };
        let Some(column) = marks.iter().find_map(indexed) else {
            let hint = "an indexed column is counted at each step, like `result@1`";
            return Err(self.nothing("a fan takes an indexed column").with_hint(hint));
        };
        let name = names::called(&column.name);
        let mut panels: Vec<Panel<Fan>> = Vec::new();
        let mut means: Vec<Line> = Vec::new();
        for mark in &marks {
            let spreads = spreads(mark.answer, &column.name);
            if spreads.is_empty() {
                continue;
            }
            let title = mark.name(&[]);
            let mean =
                |spread: &Spread| Point { x: spread.x, share: Estimate::of_value(spread.mean) };
            let points = spreads.iter().map(mean).collect();
            let label = if title.is_empty() { format!("mean {name}") } else { title.clone() };
            means.push(Line { label, check: mark.id(), points });
            let axis = Axis::numbers(readout::index(&column));
            let plot = Fan { axis, score: name.clone(), check: mark.id(), spreads };
            panels.push(Panel { title, plot });
        }
        let numbers = Values::Numbers(String::new());
        let Some(panel) = panels.first() else {
            return Err(self.nothing("a fan takes an indexed column"));
        };
        let said = words::of_lines(&panel.plot.axis, &numbers, &means);
        let title = if means.len() == 1 { said } else { format!("{said} (mean {name})") };
        let subtitle = format!("Median, mean and quantiles (25 to 75, 5 to 95 %) of {name}");
        self.finish(&marks, title, subtitle, panels, identity)
    }
}

/// Describes the step within which half of the trials are over.
fn half<'l>(lines: impl Iterator<Item = &'l Line>, name: &str) -> String {
    let median = |line: &Line| {
        let over = line.points.iter().find(|point| point.share.value() <= 0.5);
        over.map(|point| point.x)
    };
    let lines: Vec<(&str, Option<f64>)> =
        lines.map(|line| (line.label.as_str(), median(line))).collect();
    let all: Option<Vec<f64>> = lines.iter().map(|(_, median)| *median).collect();
    let over = "Half the time it is over within";
    match (all.as_deref(), &lines[..]) {
        (None, _) => format!("More than half the time it takes longer than all these {name}"),
        (Some([one]), _) => format!("{over} {one} {name}"),
        (Some([a, b]), _) if a == b => format!("{over} {a} {name}, either way"),
        (Some([a, b]), [one, other]) => {
            format!("{over} {a} ({}) or {b} {name} ({})", one.0, other.0)
        }
        (Some(all), _) => {
            let (least, most) = ends(all.iter().copied());
            match least == most {
                true => format!("{over} {least} {name}, in every case"),
                false => format!("{over} {least} to {most} {name}"),
            }
        }
    }
}

/// Returns quantiles and mean at each index of a column, of trials with a score.
fn spreads(answer: &Answer, name: &str) -> Vec<Spread> {
    let columns = answer.columns().iter().enumerate().filter(|(_, column)| column.name == name);
    let spread = |(place, column): (usize, &Column)| {
        let known = answer.histogram(place)?;
        let mut quantiles = [0.0; 5];
        for (quantile, level) in quantiles.iter_mut().zip(LEVELS) {
            *quantile = f64::from(known.quantile(level)?);
        }
        Some(Spread { x: f64::from(column.at?), quantiles, mean: answer.mean(place)?.value() })
    };
    columns.filter_map(spread).collect()
}
