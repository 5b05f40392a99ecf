//! Charts along an axis: curves, and two curves with their difference.

use std::convert::identity;

use super::marks::{LABEL, Mark};
use super::{ChartMaker, Drawing, bare, names, unit, words};
use crate::{Curve, Difference, Line, Panel, Point};
use oddsmith_answers::Results;
use oddsmith_base::{About, Error, Result};
use oddsmith_engine::odds::{Estimate, Event, Sampled};
use oddsmith_engine::rule::Column;
use oddsmith_registry::Value;
use oddsmith_text::unique;

/// Maximum number of panels of one line each that are merged into one.
const TOGETHER: usize = 8;

impl<'a> ChartMaker<'a> {
    /// Returns lines along `x`, in panels, one line for each combination of the other axes.
    fn lines(&self, marks: &[Mark<'a>], x: &str) -> Result<Vec<Panel<Vec<Line>>>> {
        let along = self.along(x, marks);
        let split = self.chart.split.as_deref();
        let mut found: Vec<(String, Line)> = Vec::new();
        for mark in marks {
            let Some(place) = along.place(mark) else { continue };
            let Some(share) = self.number(mark)? else { continue };
            let (id, point) = (mark.id(), Point { x: place, share });
            let (panel, label) = (mark.panel(split), mark.name(&[Some(x), split]));
            let same = |known: &&mut (String, Line)| {
                known.0 == panel && known.1.label == label && known.1.check == id
            };
            match found.iter_mut().find(same) {
                Some((_, line)) => line.points.push(point),
                None => found.push((panel, Line { label, check: id, points: vec![point] })),
            }
        }
        if marks.iter().all(|mark| mark.value(x).is_none()) {
            // It is an axis of cases that `where` excludes.
            let axes = unique(marks.iter().flat_map(Mark::axes));
            return Err(Error::unknown("axis", x, "these cases", axes).about(About::value("x")));
        }
        if found.is_empty() {
            let what = format!("no case on the axis `{x}` has a success");
            return Err(self.nothing(&what).with_hint("say what counts with `of` or `value`"));
        }
        found.iter_mut().for_each(|(_, line)| line.points.sort_by(|a, b| a.x.total_cmp(&b.x)));
        Ok(self.gathered(found, marks))
    }

    /// Returns the line of a mark and its panel; a line without a distinguishing name is named by
    /// its column.
    pub fn line(&self, mark: &Mark, column: &Column, points: Vec<Point>) -> (String, Line) {
        let split = self.chart.split.as_deref();
        let label = match mark.name(&[split]) {
            name if name.is_empty() && split.is_none() => names::called(&column.name),
            name => name,
        };
        (mark.panel(split), Line { label, check: mark.id(), points })
    }

    /// Groups lines into panels; a few panels of one line each are merged into one.
    pub fn gathered(&self, lines: Vec<(String, Line)>, marks: &[Mark]) -> Vec<Panel<Vec<Line>>> {
        let mut panels = self.panels(lines, |(panel, _)| panel.clone());
        let alone = panels.len() <= TOGETHER && panels.iter().all(|panel| panel.plot.len() == 1);
        if alone && panels.len() > 1 {
            for panel in &mut panels {
                let (name, line) = &mut panel.plot[0];
                line.label = std::mem::take(name);
            }
            let plot = panels.drain(..).flat_map(|panel| panel.plot).collect();
            panels = vec![Panel::alone(plot)];
        }
        // The name of a line that needs no distinction.
        let usual = match self.chart.value {
            None => self.event_words(marks),
            Some(_) => self.about(marks).to_lowercase(),
        };
        let named = |(_, line): (String, Line)| match line.label.is_empty() {
            true => Line { label: usual.clone(), ..line },
            false => line,
        };
        let lines = |lines: Vec<(String, Line)>| lines.into_iter().map(named).collect();
        panels.into_iter().map(|panel| panel.map(lines)).collect()
    }

    /// Returns a subtitle such as "Chance of success, per cent, by damage".
    fn by(&self, marks: &[Mark], axis: &str) -> String {
        format!("{}{}, by {}", self.about(marks), unit(&self.values()), bare(axis))
    }

    pub fn curve(&self, marks: Vec<Mark<'a>>) -> Result<Drawing> {
        let x = self.x()?;
        let (axis, values) = (self.along(x, &marks).axis, self.values());
        let panels = self.lines(&marks, x)?;
        let level = self.level(&values);
        let nearest = level.and_then(|level| words::of_level(&axis, &panels, level));
        let title = nearest.unwrap_or_else(|| words::of_panels(&axis, &values, &panels));
        let subtitle = self.by(&marks, &axis.title);
        let target = level.map(|level| level.share);
        let curve = Curve { axis, values, target, ..Curve::default() };
        self.finish(&marks, title, subtitle, panels, |lines| Curve { lines, ..curve.clone() })
    }

    pub fn difference(&self, marks: Vec<Mark<'a>>) -> Result<Drawing> {
        let x = self.x()?;
        // The first two checks that sweep the axis.
        let swept = |mark: &&Mark| mark.value(x).is_some() && mark.share().is_some();
        let mut checks: Vec<usize> = marks.iter().filter(swept).map(|mark| mark.check).collect();
        checks.dedup();
        let [first, second, ref others @ ..] = checks[..] else {
            let why = "a difference takes two checks that sweep its axis";
            return Err(self.nothing(why).with_hint("a `curve` shows one check"));
        };
        let two = |mark: &Mark| [first, second].contains(&mark.check);
        let marks: Vec<Mark> = marks.into_iter().filter(two).collect();
        let along = self.along(x, &marks);
        let name = |check: usize| names::label(self.results, check);
        let panels = self.panels(marks.clone(), |mark| mark.name(&[Some(x), Some("label")]));
        let mut drawn = Vec::new();
        for Panel { title, plot: marks } in panels {
            let line = |check: usize| {
                let own = marks.iter().filter(|mark| mark.check == check);
                let at = |_, mark: &Mark| Some((along.place(mark)?, mark.share()?));
                series(name(check), &own.cloned().collect::<Vec<_>>(), at)
            };
            let lines = [line(first), line(second)];
            if lines.iter().any(|line| line.points.is_empty()) {
                continue;
            }
            let mut plot = Difference::of(along.axis.clone(), lines);
            if self.chart.event == Event::SUCCESS {
                for mark in marks.iter().filter(|mark| mark.check == first) {
                    let paired = paired(self.results, [first, second], mark.number);
                    let place = along.place(mark);
                    let here =
                        |point: &&mut Point| Some(point.x) == place && point.share.exact.is_none();
                    if let (Some(paired), Some(point)) =
                        (paired, plot.differences.iter_mut().find(here))
                    {
                        point.share.sampled = paired.sampled;
                    }
                }
            }
            drawn.push(Panel { title, plot });
        }
        if drawn.is_empty() {
            let why = "its two checks have no case with the same values";
            return Err(self.nothing(why).with_hint("sweep the same values in both"));
        }
        let mut title = words::of_differences(&drawn);
        // A requested event differs from each check's success, so the title names it.
        if self.chart.event.is_asked() {
            title += &format!(" ({})", self.event_words(&marks));
        }
        let mut subtitle = self.by(&marks, &along.axis.title);
        if !others.is_empty() {
            subtitle += &format!("; the first two of {} checks", checks.len());
        }
        self.finish(&marks, title, subtitle, drawn, identity)
    }
}

/// Returns the paired difference of checks that were played on the same luck, which is more precise
/// than the difference of their levels.
fn paired(results: &Results, [first, second]: [usize; 2], case: usize) -> Option<Estimate> {
    let (a, b) = (first.min(second), first.max(second));
    let known = results.pairs.iter().find(|pair| (pair.a, pair.b, pair.case) == (a, b, case))?;
    let turned = |sampled: Sampled| match first < second {
        true => sampled,
        false => Sampled { value: -sampled.value, low: -sampled.high, high: -sampled.low },
    };
    let Estimate { exact, sampled } = known.difference;
    Some(Estimate { exact, sampled: sampled.map(turned) })
}

impl Mark<'_> {
    /// Returns the panel title for an axis, "toughness 10"; for a check without that axis, the
    /// check's label. Without an axis, the only panel has no title.
    pub fn panel(&self, axis: Option<&str>) -> String {
        let Some(axis) = axis else { return String::new() };
        let others: Vec<Option<&str>> =
            self.axes().filter(|name| *name != axis).map(Some).collect();
        match self.name(&others) {
            name if name.is_empty() => self.value(LABEL).map(Value::to_string).unwrap_or_default(),
            name => name,
        }
    }
}

/// Creates a line from marks, with the place and value of each.
pub fn series(
    label: String,
    marks: &[Mark],
    at: impl Fn(usize, &Mark) -> Option<(f64, Estimate)>,
) -> Line {
    let point = |(row, mark): (usize, &Mark)| at(row, mark).map(|(x, share)| Point { x, share });
    let mut points: Vec<Point> = marks.iter().enumerate().filter_map(point).collect();
    points.sort_by(|a, b| a.x.total_cmp(&b.x));
    Line { label, check: marks.first().map(Mark::id).unwrap_or_default(), points }
}
