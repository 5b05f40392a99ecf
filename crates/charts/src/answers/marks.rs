//! The marks of a chart: cases, optionally split by index or score, with their values on the axes.

use std::collections::HashMap;

use super::names::{self, called, value_words};
use super::{ChartMaker, bare, set_by};
use crate::{Axis, Panel};
use oddsmith_answers::{Answer, Answers};
use oddsmith_base::{Bound, Error, Result};
use oddsmith_engine::odds::{Estimate, Event, Which};
use oddsmith_engine::rule::Column;
use oddsmith_expressions::{Case, Point};
use oddsmith_readout as readout;
use oddsmith_registry::Value;
use oddsmith_text::unique;

/// Maximum number of marks: cases, or cases times indices or scores. Only a few hundred are drawn,
/// with a note.
const MOST_MARKS: Bound =
    Bound::of(200_000, "marks", "sweep fewer values, or leave some out with `where`");

/// The name of the axis of the checks' labels.
pub const LABEL: &str = "label";
/// The name of the axis of a column's indices.
pub const AT: &str = "at";
/// The name of the axis of a column's scores.
pub const SCORE: &str = "score";

/// A case that is drawn; if the chart has an axis of indices or scores, one index or score of its
/// column.
#[derive(Clone)]
pub struct Mark<'a> {
    pub answers: &'a Answers,
    pub answer: &'a Answer,
    /// The index of the check, and of the case in it.
    pub check: usize,
    pub number: usize,
    pub event: Event,
    pub score: Option<i32>,
    /// The label and the values on the axes that distinguish the mark from others.
    pub place: Vec<(String, Value)>,
    /// The split axis and its title, if the chart sets one.
    pub split: Option<(&'a str, &'a str)>,
}

impl Mark<'_> {
    /// Returns the index of its column's histogram.
    pub fn at(&self) -> Option<usize> {
        self.event.place(self.answer.columns())
    }

    /// Returns its column.
    pub fn column(&self) -> Option<&Column> {
        Some(&self.answer.columns()[self.at()?])
    }

    /// Returns the id of the check, whose system determines the color.
    pub fn id(&self) -> String {
        self.answer.case.entry.id.to_string()
    }

    /// Returns its value on an axis.
    pub fn value(&self, axis: &str) -> Option<&Value> {
        let found = self.place.iter().find(|(name, _)| name == axis);
        found.map(|(_, value)| value)
    }

    /// Returns the axes on which it has a value.
    pub fn axes(&self) -> impl Iterator<Item = &str> {
        self.place.iter().map(|(axis, _)| axis.as_str())
    }

    /// Returns its distinguishing name, without the axes in `but`.
    pub fn name(&self, but: &[Option<&str>]) -> String {
        let told = self.place.iter().filter(|(axis, _)| !but.contains(&Some(axis)));
        let said = |(axis, value): &(String, Value)| match self.split {
            Some((own, title)) if own == axis => told_apart(title, value),
            _ if axis == LABEL => value.to_string(),
            _ => told_apart(&called(axis), value),
        };
        told.map(said).collect::<Vec<_>>().join(", ")
    }

    /// Returns the estimate of its event, or of its single score.
    pub fn share(&self) -> Option<Estimate> {
        match self.score {
            Some(score) => {
                let place = self.at().filter(|_| self.answer.is_counted())?;
                Some(self.answer.share(place, score..=score))
            }
            None => self.answer.event(&self.event),
        }
    }
}

/// Returns an axis value as part of a name: a word alone, a number after the axis title.
fn told_apart(title: &str, value: &Value) -> String {
    match value.number() {
        Some(_) => format!("{title} {}", value_words(value)),
        None => value_words(value),
    }
}

/// An axis of a figure, with the position of each value on it.
pub struct Along {
    /// The name of the field, or [`LABEL`], [`AT`] or [`SCORE`].
    name: String,
    pub axis: Axis,
    /// The position of each value among the names; empty on an axis of numbers.
    names: HashMap<Value, usize>,
}

impl Along {
    /// Returns the coordinate of a mark's value: its position among the names, or its number.
    pub fn place(&self, mark: &Mark) -> Option<f64> {
        let value = mark.value(&self.name)?;
        self.names.get(value).map(|position| *position as f64).or(value.number())
    }
}

impl<'a> ChartMaker<'a> {
    /// Returns the marks in the order of the scenario.
    ///
    /// # Errors
    /// If none is left, none has the column, or a rung is on no ladder.
    pub fn marks(&self) -> Result<Vec<Mark<'a>>> {
        let results: &'a _ = self.results;
        let mut marks = Vec::new();
        let filter = self.chart.filter.as_deref();
        let filter = filter.map(|filter| self.expressions.filter(filter)).transpose();
        let filter = filter.map_err(set_by("where"))?;
        for (check, answers) in results.checks.iter().enumerate() {
            let own = self.event_of(answers);
            for (number, answer) in answers.cases.iter().enumerate() {
                let event = own.clone();
                let place = Vec::new();
                let split = self.chart.split.as_deref().zip(self.chart.split_title.as_deref());
                let mark =
                    Mark { answers, answer, check, number, event, score: None, place, split };
                if let Some(holds) = &filter
                    && !holds(&self.point(&mark)).map_err(set_by("where"))?
                {
                    continue;
                }
                if mark.at().is_some() || self.chart.event.column.is_none() {
                    marks.push(mark);
                }
            }
        }
        if marks.is_empty() {
            let hint = "leave `where` and `column` out to see all cases";
            return Err(self.nothing("no case is left that has its column").with_hint(hint));
        }
        self.counts(&marks)?;
        marks.iter().try_for_each(|mark| self.on_the_ladder(mark))?;
        let axes = [&self.chart.x, &self.chart.y];
        let uses = |name: &str| axes.iter().any(|axis| axis.as_deref() == Some(name));
        if uses(AT) {
            marks = marks.into_iter().flat_map(at_each_index).collect();
        }
        if uses(SCORE) {
            marks = marks.into_iter().flat_map(at_each_score).collect();
        }
        let what = format!("the chart `{}` shows too much", self.chart.file);
        MOST_MARKS.ask(&what, marks.len() as u64)?;
        self.place(&mut marks);
        Ok(marks)
    }

    /// Returns the event that counts as success for a check; a result of the same name may be in
    /// another column of each check.
    fn event_of(&self, answers: &Answers) -> Event {
        let event = &self.chart.event;
        let sought = self.chart.filter.is_some() && event.column.is_none();
        let first = answers.cases.first().filter(|_| sought);
        let own = first.and_then(|case| event.clone().settled([case.columns()], "").ok());
        own.unwrap_or_else(|| event.clone())
    }

    /// Checks that a requested result occurs in the remaining cases.
    fn counts(&self, marks: &[Mark]) -> Result<()> {
        let has = |mark: &Mark| mark.event.target(mark.answer.columns()).is_some();
        if !self.chart.event.is_asked() || marks.iter().any(has) {
            return Ok(());
        }
        let left = marks.iter().map(|mark| mark.answer.columns());
        let settled = self.chart.event.clone().settled(left, "the cases that are left");
        settled.map(drop).map_err(set_by("of"))
    }

    /// Checks that a requested score is on the ladder, if the column has rungs.
    fn on_the_ladder(&self, mark: &Mark) -> Result<()> {
        let Some(column) = mark.column().filter(|column| !column.scale.names().is_empty()) else {
            return Ok(());
        };
        match self.chart.event.which {
            Which::AtLeast(score) | Which::AtMost(score) | Which::Exactly(score)
                if column.scale.place(score).is_none() =>
            {
                let (low, high) = (column.scale.low(), column.scale.high());
                let message = format!(
                    "the chart `{}` counts score {score}, which is not on the ladder of `{}`",
                    self.chart.file, column.name
                );
                let names: Vec<&str> = column.scale.names().iter().map(|name| &**name).collect();
                Err(set_by("of")(Error::question(message))
                    .with_hint(format!("its rungs are {low} to {high}: {}", names.join(", "))))
            }
            _ => Ok(()),
        }
    }

    /// Sets the values of each mark: on the axes that the chart names, and on other axes that are
    /// not determined by these.
    fn place(&self, marks: &mut [Mark<'a>]) {
        let chart = self.chart;
        let named = |name: &str| {
            [&chart.x, &chart.y, &chart.split].iter().any(|axis| axis.as_deref() == Some(name))
        };
        let several = marks.iter().any(|mark| mark.check != marks[0].check);
        for check in 0..self.results.checks.len() {
            let called = names::label(self.results, check);
            let mut own: Vec<&mut Mark> =
                marks.iter_mut().filter(|mark| mark.check == check).collect();
            let points: Vec<Vec<(&str, &Value)>> =
                own.iter().map(|mark| mark.answers.point(mark.number)).collect();
            let axes: Vec<&str> = points.iter().take(1).flatten().map(|(axis, _)| *axis).collect();
            // An axis is determined if the values on the named axes fix its value.
            let settled = |axis: usize| {
                let mut known: HashMap<Vec<&Value>, &Value> = HashMap::new();
                points.iter().all(|point| {
                    let there = point.iter().filter(|(axis, _)| named(axis));
                    let place = there.map(|(_, value)| *value).collect();
                    *known.entry(place).or_insert(point[axis].1) == point[axis].1
                })
            };
            let kept: Vec<bool> =
                (0..axes.len()).map(|axis| named(axes[axis]) || !settled(axis)).collect();
            for (mark, point) in own.iter_mut().zip(&points) {
                let label = Some(&mark.answers.label).filter(|label| !label.is_empty());
                let label = label.filter(|_| several || named(LABEL));
                let label = label.map(|_| (LABEL, Value::Word(called.clone().into())));
                let there = point.iter().zip(&kept).filter(|(_, kept)| **kept);
                let there = there.map(|((axis, value), _)| (*axis, (*value).clone()));
                let at =
                    mark.event.at.filter(|_| named(AT)).map(|at| (AT, Value::Integer(at as i32)));
                let score = mark.score.map(|score| (SCORE, Value::Integer(score)));
                let all = label.into_iter().chain(there).chain(at).chain(score);
                mark.place = all.map(|(axis, value)| (axis.to_owned(), value)).collect();
            }
        }
    }

    /// Returns the case as a point for expressions.
    pub fn point(&self, mark: &Mark) -> Point {
        let case = Case::new(self.results.clone(), mark.check, mark.number);
        Point::Case(case.about(mark.event.clone()))
    }

    /// Returns the number of a mark: its probability, or the drawn expression; `None` if it has
    /// none.
    pub fn number(&self, mark: &Mark) -> Result<Option<Estimate>> {
        Ok(match self.chart.value.as_deref() {
            None | Some("success") => mark.share(),
            Some("mean") if mark.answer.is_counted() => {
                mark.at().and_then(|place| mark.answer.mean(place))
            }
            Some(value) => {
                let number = self.expressions.number(value, &self.point(mark));
                Some(Estimate::of_value(number.map_err(set_by("value"))?))
            }
        })
    }

    /// Returns the axis `name` with all values of these marks.
    pub fn along(&self, name: &str, marks: &[Mark]) -> Along {
        let mut values = unique(marks.iter().filter_map(|mark| mark.value(name)));
        // In the order of the sweep.
        let axes = marks.iter().flat_map(|mark| &mark.answers.axes);
        if let Some(axis) = axes.into_iter().find(|axis| axis.name == name) {
            values.sort_by_key(|value| axis.values.iter().position(|known| known == *value));
        }
        let values: Vec<Value> = values.into_iter().cloned().collect();
        let here = || marks.iter().find(|mark| mark.value(name).is_some());
        let column = here().and_then(Mark::column);
        let title = match name {
            LABEL => String::new(),
            AT => column.map_or_else(String::new, readout::index),
            SCORE => column.map_or_else(String::new, |column| called(&column.name)),
            _ => here().map_or_else(|| called(name), |mark| axis_title(mark.answers, name)),
        };
        let mut titles = [&self.chart.x, &self.chart.y].into_iter().zip(&self.chart.titles);
        let own = titles.find(|(axis, _)| axis.as_deref() == Some(name));
        let title = own.and_then(|(_, title)| title.clone()).unwrap_or(title);
        if let (SCORE, Some(mark), Some(column)) = (name, here(), column) {
            let axis = names::scores(mark, column, title);
            return Along { name: name.to_owned(), axis, names: HashMap::new() };
        }
        let numbers = name != LABEL && values.iter().all(|value| value.number().is_some());
        // Names have no unit.
        let title = if numbers { title } else { bare(&title).to_owned() };
        let axis = match numbers {
            true if ["edge", "gap"].contains(&name) => Axis::edge(title),
            true => Axis::numbers(title),
            false if name == LABEL => Axis::named(title, values.iter().map(Value::to_string)),
            false => Axis::named(title, values.iter().map(value_words)),
        };
        let names = values.into_iter().filter(|_| !numbers).zip(0..);
        Along { name: name.to_owned(), axis, names: names.collect() }
    }

    /// Groups items into panels by title, in the order of the scenario.
    pub fn panels<T>(&self, items: Vec<T>, title: impl Fn(&T) -> String) -> Vec<Panel<Vec<T>>> {
        let mut panels: Vec<Panel<Vec<T>>> = Vec::new();
        let mut known: HashMap<String, usize> = HashMap::new();
        for item in items {
            let title = title(&item);
            match known.get(&title) {
                Some(&place) => panels[place].plot.push(item),
                None => {
                    known.insert(title.clone(), panels.len());
                    panels.push(Panel { title, plot: vec![item] });
                }
            }
        }
        panels
    }
}

/// Returns a mark for each index of its column.
fn at_each_index(mark: Mark) -> Vec<Mark> {
    let Some(name) = mark.column().map(|column| column.name.to_string()) else {
        return vec![mark];
    };
    let columns = mark.answer.columns().iter().filter(|column| column.name == name.as_str());
    let indices: Vec<u32> = columns.filter_map(|column| column.at).collect();
    let event = |at| Event { column: Some(name.clone()), at: Some(at), ..mark.event.clone() };
    indices.into_iter().map(|at| Mark { event: event(at), ..mark.clone() }).collect()
}

/// Returns a mark for each possible score of its column.
fn at_each_score(mark: Mark) -> Vec<Mark> {
    let Some(place) = mark.at().filter(|_| mark.answer.is_counted()) else { return Vec::new() };
    let scores = mark.answer.outcomes(place).filter_map(|outcome| outcome.score);
    let scores: Vec<i32> = scores.collect();
    scores.into_iter().map(|score| Mark { score: Some(score), ..mark.clone() }).collect()
}

/// Returns the title of an axis with its unit: "damage, points".
fn axis_title(answers: &Answers, name: &str) -> String {
    let Some(axis) = answers.axes.iter().find(|axis| axis.name == name) else {
        return called(name);
    };
    let entry = answers.cases.first().map(|answer| &answer.case.entry);
    let field = |field: &String| entry.and_then(|entry| entry.field(field));
    let unit = axis.fields.iter().find_map(field).map(|field| field.unit.to_string());
    let name = if ["edge", "gap"].contains(&name) { "advantage".into() } else { called(name) };
    match unit.as_deref() {
        None | Some("") => name,
        Some(unit) if unit == name => name,
        Some(unit) => format!("{name}, {unit}"),
    }
}
