//! Charts of outcomes: stacked rungs, bars, and cumulative distributions.

use std::collections::BTreeSet;

use super::lines::series;
use super::marks::{LABEL, Mark};
use super::{ChartMaker, Drawing, bare, names, unlike, words};
use crate::few::PLACES;
use crate::{Axis, Bar, Bars, Curve, Join, Line, Panel, Point, Scale, Stack, Success, Values};
use oddsmith_base::{Parameter, Result};
use oddsmith_engine::odds::{Estimate, View, no_order};
use oddsmith_engine::rule::{Column, Name};
use oddsmith_readout as readout;
use oddsmith_text::unique;

/// Maximum number of distributions whose success probabilities appear in the title.
const SAID: usize = 3;

impl<'a> ChartMaker<'a> {
    /// Draws stacked rungs: columns along `x`, or a row for each case.
    pub fn stack(&self, marks: Vec<Mark<'a>>) -> Result<Drawing> {
        let rungs = |mark: &Mark| {
            mark.answer.is_counted()
                && mark.column().is_some_and(|column| !column.scale.names().is_empty())
        };
        let all = marks;
        let marks: Vec<Mark> = all.iter().filter(|mark| rungs(mark)).cloned().collect();
        let Some(column) = marks.first().and_then(Mark::column).cloned() else {
            let mut others = all.iter().flat_map(|mark| mark.answer.columns());
            let other = others.find(|column| !column.scale.names().is_empty());
            let why = self.nothing_for("kind", "its column has no rungs");
            return Err(match other {
                Some(other) if self.chart.place.is_some() => {
                    why.with_hint(format!("write `column = \"{}\"`", other.name))
                }
                Some(other) => why.with_hint("show " + Parameter::COLUMN.to(&other.name)),
                None => why.with_hint("`bars` and `margin` show numbers"),
            });
        };
        self.same_rungs(&marks, &column)?;
        let x = self.chart.x.as_deref().filter(|x| *x != LABEL);
        let along = x.map(|x| self.along(x, &marks));
        let of_axis = |mark: &Mark| along.as_ref().is_none_or(|along| along.place(mark).is_some());
        let split = self.chart.split.as_deref().filter(|_| x.is_none());
        let title = |mark: &Mark| x.map_or_else(|| mark.panel(split), |x| mark.name(&[Some(x)]));
        let on_axis = marks.iter().filter(|mark| of_axis(mark)).cloned().collect();
        let panels = self.panels(on_axis, title);
        let axis = |marks: &[Mark]| match &along {
            Some(along) => along.axis.clone(),
            None => Axis::named("", marks.iter().map(|mark| mark.name(&[split]))),
        };
        let place = |row: usize, mark: &Mark| match &along {
            Some(along) => along.place(mark).unwrap_or(0.0),
            None => row as f64,
        };
        // The first rung of success.
        let scores = marks.iter().find_map(|mark| mark.event.scores(mark.column()?));
        let upwards = scores.filter(|scores| *scores.end() == i32::MAX);
        let success = upwards.and_then(|scores| column.scale.place(*scores.start()));
        // The title is about the event, or else about the best rung.
        let counts = marks.iter().any(|mark| mark.share().is_some());
        let last = column.scale.high();
        let what = match counts {
            true => self.event_words(&marks),
            false => column.scale.name(last).map(readout::words).unwrap_or_default(),
        };
        let value = |mark: &Mark| match counts {
            true => mark.share(),
            false => Some(mark.answer.share(mark.at()?, last..=last)),
        };
        let names: Vec<String> =
            column.scale.names().iter().map(|name| readout::words(name)).collect();
        let line = |Panel { title, plot }: &Panel<Vec<Mark>>| {
            let label = if title.is_empty() { what.clone() } else { title.clone() };
            series(label, plot, |row, mark| Some((place(row, mark), value(mark)?)))
        };
        let headline = match &along {
            Some(along) => {
                let lines: Vec<Line> = panels.iter().map(line).collect();
                let said = words::of_lines(&along.axis, &Values::Shares, &lines);
                match lines.len() > 1 && what != "success" {
                    true => format!("{said}; {what}"),
                    false => said,
                }
            }
            None => {
                let named = |mark: &Mark| Some((mark.name(&[]), value(mark)?.value()));
                let named: Vec<(String, f64)> = marks.iter().filter_map(named).collect();
                words::of_names(&what, &named, &Values::Shares)
            }
        };
        let by = along.as_ref().map(|along| format!(", by {}", bare(&along.axis.title)));
        let by = by.unwrap_or_default();
        let at = column.at.filter(|_| self.chart.event.at.is_some());
        let counts = marks.iter().find_map(|mark| {
            let scores = mark.event.scores(mark.column()?)?;
            Some(names::counted(mark.column()?, &scores))
        });
        let one = !self.chart.event.is_asked() && unlike(&marks).is_none();
        let counts = counts.filter(|_| one);
        let counts = counts.map(|counts| format!("; success: {counts}")).unwrap_or_default();
        let name = names::column(&column, at);
        let subtitle = format!("Chance of each {name}, per cent{by}{counts}");
        let drawn = |marks: Vec<Mark>| {
            let bar = |(row, mark)| Bar { x: place(row, mark), shares: shares(mark, names.len()) };
            let mut bars: Vec<Bar> = marks.iter().enumerate().map(bar).collect();
            bars.sort_by(|a, b| a.x.total_cmp(&b.x));
            Stack { axis: axis(&marks), rungs: names.clone(), success, bars }
        };
        self.finish(&marks, headline, subtitle, panels, drawn)
    }

    fn same_rungs(&self, marks: &[Mark], column: &Column) -> Result<()> {
        let names = |names: &[Name]| {
            names.iter().map(|name| readout::words(name)).collect::<Vec<_>>().join(", ")
        };
        let mut ladders = marks.iter().filter_map(|mark| Some(mark.column()?.scale.names()));
        match ladders.find(|ladder| *ladder != column.scale.names()) {
            None => Ok(()),
            Some(other) => {
                let (one, other) = (names(column.scale.names()), names(other));
                let why = format!("its checks have different results, {one} and {other}");
                let hint = "draw each check by itself; in a scenario `where = \"label == 'cards'\"` \
                    does that";
                Err(self.nothing(&why).with_hint(hint))
            }
        }
    }

    /// Draws the probability of each score, or of at least or at most each score.
    pub fn margin(&self, marks: Vec<Mark<'a>>) -> Result<Drawing> {
        let usual = if unordered(&marks).is_some() { View::Exactly } else { View::AtLeast };
        let view = self.chart.view.unwrap_or(usual);
        if view == View::Exactly {
            return self.bars(marks);
        }
        self.cumulated(marks, view)
    }

    /// Draws overlaid distributions.
    pub fn laws(&self, marks: Vec<Mark<'a>>) -> Result<Drawing> {
        let view = self.chart.view.unwrap_or(View::Exactly);
        if view != View::Exactly {
            return self.cumulated(marks, view);
        }
        let Outcomes { marks, axis, panels, note } = self.outcomes(marks, view)?;
        // Lines between named values are meaningless.
        if let Scale::Named(_) = axis.scale {
            return self.bars(marks);
        }
        let lines: Vec<Line> = panels.iter().flat_map(|panel| panel.plot.clone()).collect();
        let success = self.success(&marks, &axis);
        let share = |mark: &Mark| Some((mark.name(&[]), mark.share()?));
        let shares: Option<Vec<(String, Estimate)>> = marks.iter().map(share).collect();
        let title = match shares.filter(|shares| success.is_some() && shares.len() <= SAID) {
            Some(shares) => words::of_shares(&self.event_words(&marks), &shares),
            None => words::of_outcomes(&axis, &lines, &axis.title, None),
        };
        let subtitle = format!("Chance of each {}, per cent{note}", axis.title);
        let curve = Curve { axis, join: Join::Dots, success, ..Curve::default() };
        let drawn = |mut lines: Vec<Line>| {
            // Impossible scores have no dot.
            lines.iter_mut().for_each(|line| line.points.retain(|at| at.share.value() > 0.0));
            Curve { lines, ..curve.clone() }
        };
        self.finish(&marks, title, subtitle, panels, drawn)
    }

    /// Draws cumulative probabilities.
    fn cumulated(&self, marks: Vec<Mark<'a>>, view: View) -> Result<Drawing> {
        if let Some(column) = unordered(&marks) {
            return Err(no_order(column, "these cases"));
        }
        let Outcomes { marks, axis, panels, note } = self.outcomes(marks, view)?;
        let title = match &panels[..] {
            [Panel { plot, .. }] if plot.len() == 1 => self.of_one(&marks, &axis, view),
            _ => words::of_panels(&axis, &Values::Shares, &panels),
        };
        let more = match (view, &axis.scale) {
            (View::Exactly, _) => "",
            (View::AtLeast, Scale::Named(_)) => " or better",
            (View::AtMost, Scale::Named(_)) => " or worse",
            (View::AtLeast, _) => " or more",
            (View::AtMost, _) => " or less",
        };
        let subtitle = format!("Chance of each {}{more}, per cent{note}", axis.title);
        let join = match (&axis.scale, view) {
            (Scale::Named(_), _) => Join::Rungs,
            (_, View::AtLeast) => Join::StepsTo,
            _ => Join::Steps,
        };
        let success = self.success(&marks, &axis);
        let curve = Curve { axis, join, success, ..Curve::default() };
        self.finish(&marks, title, subtitle, panels, |lines| Curve { lines, ..curve.clone() })
    }

    /// Returns the successful range on the axis, if it is the same for all marks and neither empty
    /// nor everything.
    fn success(&self, marks: &[Mark], axis: &Axis) -> Option<Success> {
        let scores = |mark: &Mark| mark.event.scores(mark.column()?);
        let first = scores(marks.first()?)?;
        if marks.iter().any(|mark| scores(mark).as_ref() != Some(&first)) {
            return None;
        }
        let (low, high) = (*first.start(), *first.end());
        let from = (low != i32::MIN).then_some(f64::from(low));
        let to = (high != i32::MAX).then_some(f64::from(high));
        let column = marks[0].column()?;
        let success = self.event_words(marks);
        let words = match (self.chart.event.is_asked(), &axis.scale) {
            (false, Scale::Named(_)) | (true, _) => success,
            (false, _) => format!("{success} ({})", names::counted(column, &first)),
        };
        Some(Success { words, from, to })
    }

    /// Returns the title for a single case: the probability of success, or else the median.
    fn of_one(&self, marks: &[Mark], axis: &Axis, view: View) -> String {
        let mark = &marks[0];
        if let Some(share) = mark.share() {
            let what = words::begin(&self.event_words(marks));
            return format!("{what} {}", words::about(share.value()));
        }
        let median = mark.at().and_then(|place| mark.answer.histogram(place)?.median());
        match median {
            Some(median) => {
                let more = if view == View::AtLeast { "or more" } else { "or less" };
                let name = axis.words(f64::from(median));
                format!("{} {more} at least half the time", words::begin(&name))
            }
            None => format!("Chance of each {}", axis.title),
        }
    }

    /// Draws every outcome as a bar.
    pub fn bars(&self, marks: Vec<Mark<'a>>) -> Result<Drawing> {
        let Outcomes { marks, axis, panels, note } = self.outcomes(marks, View::Exactly)?;
        let lines: Vec<Line> = panels.iter().flat_map(|panel| panel.plot.clone()).collect();
        let success = marks[0].share().filter(|_| lines.len() == 1);
        let said = |share: Estimate| words::about(share.value());
        let success = success.map(|share| format!("{} {}", self.event_words(&marks), said(share)));
        let title = words::of_outcomes(&axis, &lines, &axis.title, success);
        let subtitle = format!("Chance of each {}, per cent{note}", axis.title);
        let success = self.success(&marks, &axis);
        let bars = Bars { axis, success, ..Bars::default() };
        self.finish(&marks, title, subtitle, panels, |series| Bars { series, ..bars.clone() })
    }

    /// Returns a line of outcomes for each case, in panels, on a common axis.
    fn outcomes(&self, marks: Vec<Mark<'a>>, view: View) -> Result<Outcomes<'a>> {
        let counted = || marks.iter().filter(|mark| mark.answer.is_counted());
        let Some(column) = counted().find_map(Mark::column).cloned() else {
            return Err(self.nothing("no case has that column"));
        };
        // Several numeric columns, such as a total and a margin, share an axis that names both.
        let numbers = |mark: &&Mark| mark.column().is_some_and(|own| own.scale.names().is_empty());
        let all_numbers = column.scale.names().is_empty();
        let own = |mark: &&Mark| match all_numbers && self.chart.event.column.is_none() {
            true => numbers(mark),
            false => mark.column().is_some_and(|own| own.name == column.name),
        };
        let marks: Vec<Mark> = counted().filter(own).cloned().collect();
        let names = marks.iter().filter_map(|mark| Some(names::called(&mark.column()?.name)));
        let names = unique(names);
        self.same_rungs(&marks, &column)?;
        let of = |mark: &'_ Mark<'a>| mark.answer.outcomes(mark.at().unwrap_or(0));
        let scores = marks.iter().flat_map(of).filter_map(|outcome| outcome.score);
        let mut scores: Vec<i32> = scores.collect::<BTreeSet<i32>>().into_iter().collect();
        // Cumulative values don't depend on the others, so some can be left out.
        let (all, every) = (scores.len(), scores.len().div_ceil(PLACES));
        let few = view != View::Exactly && every > 1;
        if few {
            scores = scores.into_iter().step_by(every).collect();
        }
        let note = format!(" (one of every {every} of {all} scores is drawn)");
        let note = if few { note } else { String::new() };
        let at = column.at.filter(|_| self.chart.event.at.is_some());
        let cards = marks.iter().filter(|mark| mark.is_card()).count();
        // If only some marks are cards, all are shown as numbers.
        let mixed = cards > 0 && cards < marks.len();
        let own = match cards > 0 && !mixed && column.name == "total" {
            true => "card".to_owned(),
            false if names.len() > 1 => names.join(" or "),
            false => names::column(&column, at),
        };
        let title = self.chart.titles[0].clone().unwrap_or(own);
        let axis = match mixed {
            true => Axis::numbers(title),
            false => names::scores(&marks[0], &column, title),
        };
        let note = if mixed { format!("{note}; {}", readout::CARD_VALUES) } else { note };
        let cap = column.scale.capped_at().filter(|cap| scores.last() == Some(cap));
        let axis = cap.map_or(axis.clone(), |cap| axis.capped(f64::from(cap)));
        let line = |mark: &Mark| {
            let place = mark.at().unwrap_or(0);
            let share = |score| mark.answer.share(place, view.around(score));
            let point = |&score: &i32| Point { x: f64::from(score), share: share(score) };
            self.line(mark, &column, scores.iter().map(point).collect())
        };
        let lines = marks.iter().map(line).collect();
        let panels = self.gathered(lines, &marks);
        Ok(Outcomes { marks, axis, panels, note })
    }
}

/// The distributions of some cases, as lines of a figure.
struct Outcomes<'a> {
    /// The cases that have the column.
    marks: Vec<Mark<'a>>,
    axis: Axis,
    panels: Vec<Panel<Vec<Line>>>,
    /// A note on omitted values.
    note: String,
}

/// Returns the first column whose scores have no order.
fn unordered<'m>(marks: &'m [Mark]) -> Option<&'m Column> {
    marks.iter().filter_map(Mark::column).find(|column| !column.scale.is_ordered())
}

/// Returns the probability of each rung of a case.
fn shares(mark: &Mark, rungs: usize) -> Vec<Estimate> {
    let place = mark.at().unwrap_or(0);
    (0..rungs as i32).map(|score| mark.answer.share(place, score..=score)).collect()
}
