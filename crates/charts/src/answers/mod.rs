//! The conversion of a scenario's chart and its answers to a figure with titles.
//!
//! This module selects cases and writes titles; the drawing of marks is elsewhere.

mod cells;
mod courses;
mod expressions;
mod fitting;
mod lines;
mod marks;
mod names;
mod scores;
mod words;

use std::sync::Arc;

use super::{Figure, Panel, Plot, Size, Theme, Values};
use marks::Mark;
use oddsmith_answers::Results;
use oddsmith_base::{About, Error, Result};
use oddsmith_engine::rule::Name;
use oddsmith_readout as readout;
use oddsmith_scenario::{Chart, ChartKind, Level, Unit};
use oddsmith_text::numbers::grouped_range;

pub use expressions::{ChartExpressions, NoExpressions};
pub use fitting::fitting;

/// The width of a page's column, in pixels.
const COLUMN: u32 = 720;

/// A chart drawn to a file's contents.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    /// The name of its file.
    pub file: String,
    /// The title.
    pub title: String,
    /// The bytes of the file: SVG or PNG, by the extension.
    pub bytes: Vec<u8>,
    /// The figure for a page that has the typeface and the themes, in a wide and a narrow form;
    /// empty unless requested.
    pub inline: String,
}

/// Returns the content of the file of a chart: PNG if the name [`Chart::file`] ends so, else SVG.
/// `command` is the command that reproduces it, which the footer shows.
///
/// # Errors
/// If the answers lack the data for the chart.
pub fn draw(
    results: &Arc<Results>,
    chart: &Chart,
    expressions: &dyn ChartExpressions,
    command: &str,
) -> Result<Vec<u8>> {
    Ok(ChartMaker { results, chart, expressions, command, made: Made::File }.draw()?.bytes)
}

/// Draws a chart of some answers as a file and for a page; `command` is the command that reproduces
/// it.
///
/// # Errors
/// If the answers lack the data for the chart.
pub fn drawing(
    results: &Arc<Results>,
    chart: &Chart,
    expressions: &dyn ChartExpressions,
    command: &str,
) -> Result<Drawing> {
    ChartMaker { results, chart, expressions, command, made: Made::FileAndPage }.draw()
}

/// Checks that a chart can be drawn and computes its title, without drawing it.
///
/// # Errors
/// If the answers lack the data for the chart.
pub fn sketch(
    results: &Arc<Results>,
    chart: &Chart,
    expressions: &dyn ChartExpressions,
) -> Result<Drawing> {
    ChartMaker { results, chart, expressions, command: "", made: Made::Nothing }.draw()
}

/// Attributes an error to the value of a key of the chart.
fn set_by(key: &str) -> impl Fn(Error) -> Error + '_ {
    move |error| error.about(About::value(key))
}

/// The inputs of a chart while it is created.
struct ChartMaker<'a> {
    results: &'a Arc<Results>,
    chart: &'a Chart,
    expressions: &'a dyn ChartExpressions,
    command: &'a str,
    made: Made,
}

/// The output formats that are created for a chart.
#[derive(Clone, Copy, PartialEq)]
enum Made {
    Nothing,
    File,
    FileAndPage,
}

impl<'a> ChartMaker<'a> {
    fn draw(&self) -> Result<Drawing> {
        let marks = self.marks()?;
        match self.chart.kind {
            ChartKind::Curve => self.curve(marks),
            ChartKind::Difference => self.difference(marks),
            ChartKind::Heat => self.heat(marks),
            ChartKind::Scatter => self.scatter(marks),
            ChartKind::Stack => self.stack(marks),
            ChartKind::Bars => self.bars(marks),
            ChartKind::Margin => self.margin(marks),
            ChartKind::Laws => self.laws(marks),
            ChartKind::Survival => self.survival(marks),
            ChartKind::Fan => self.fan(marks),
        }
    }

    fn nothing(&self, why: &str) -> Error {
        self.nothing_for("where", why)
    }

    /// Returns an error about the value of this key.
    fn nothing_for(&self, key: &str, why: &str) -> Error {
        set_by(key)(Error::question(format!("the chart has nothing to show: {why}")))
    }

    fn x(&self) -> Result<&'a str> {
        let missing = || self.nothing("it names no axis `x`").with_hint("sweep a field");
        self.chart.x.as_deref().ok_or_else(missing)
    }

    /// Returns the unit of the numbers.
    fn values(&self) -> Values {
        match (self.chart.unit, self.chart.value.as_deref()) {
            (Some(Unit::Percent), _) | (None, None | Some("success")) => Values::Shares,
            (Some(Unit::Points), _) => Values::Differences,
            (_, Some("mean")) => Values::Numbers("mean".to_owned()),
            _ => Values::Numbers(String::new()),
        }
    }

    /// Returns the target level, if probabilities are drawn.
    fn level(&self, values: &Values) -> Option<Level> {
        self.chart.level.filter(|_| *values == Values::Shares)
    }

    /// Returns the description of the numbers: "Chance of success", "Mean of rounds".
    fn about(&self, marks: &[Mark]) -> String {
        let named = || {
            let mark = marks.iter().find_map(|mark| Some((mark, mark.column()?)));
            let words = |(mark, column): (&Mark, &oddsmith_engine::rule::Column)| {
                names::column(column, column.at.filter(|_| mark.event.at.is_some()))
            };
            mark.map_or_else(|| "what is counted".into(), words)
        };
        match self.chart.value.as_deref() {
            None if marks.iter().all(|mark| mark.score.is_some()) => {
                format!("Chance of each {}", named())
            }
            None | Some("success") => format!("Chance of {}", self.event_words(marks)),
            Some("mean") => format!("Mean of {}", named()),
            Some(_) if self.chart.kind == ChartKind::Curve && self.chart.titles[1].is_some() => {
                words::begin(self.chart.titles[1].as_deref().unwrap_or_default())
            }
            Some(_) => match self.values() {
                Values::Shares => "Share".into(),
                Values::Differences => "Difference".into(),
                Values::Numbers(_) => "Value".into(),
            },
        }
    }

    /// Returns the name of the event: "success", "bruised or better".
    fn event_words(&self, marks: &[Mark]) -> String {
        let event = &self.chart.event;
        let words = |mark: &Mark| {
            let (place, scores) = mark.event.target(mark.answer.columns())?;
            let column = &mark.answer.columns()[place];
            let what = match event.is_asked() {
                true => names::counted(column, &scores),
                false => "success".to_owned(),
            };
            // For an indexed column, the index is included.
            Some(match column.at.filter(|_| self.chart.x.as_deref() != Some(marks::AT)) {
                Some(at) => format!("{what} ({} {at})", readout::index(column)),
                None => what,
            })
        };
        let unlike = if event.is_asked() { None } else { unlike(marks) };
        unlike.or_else(|| marks.iter().find_map(words)).unwrap_or_else(|| "success".into())
    }

    /// Returns the footer: the number of trials or "exact", and the command.
    fn source(&self, marks: &[Mark]) -> String {
        let counted = || marks.iter().filter(|mark| mark.answer.is_counted());
        let exact = counted().any(|mark| mark.answer.laws.is_some());
        let solved = marks.iter().any(|mark| !mark.answer.is_counted());
        // If some marks are only exact, the number of trials refers to the others.
        let alone = counted().any(|mark| mark.answer.tallies.is_none());
        let shown = |mark: &&Mark| !alone || mark.answer.laws.is_none();
        let tallies = |mark: &Mark| mark.answer.tallies.as_ref().map(|tallies| tallies.trials);
        let trials = || counted().filter(shown).filter_map(tallies);
        let played = trials().min().zip(trials().max()).map(|(least, most)| {
            let seed = self.results.seed;
            let plural = if most == 1 { "" } else { "s" };
            let each = if trials().count() == 1 { "" } else { " each" };
            format!("{} trial{plural}{each}, seed {seed}", grouped_range(least, most))
        });
        let exact = exact.then(|| "exact".to_owned());
        let solved = solved.then(|| "solved".to_owned());
        let sure: Vec<String> = exact.into_iter().chain(solved).chain(played).collect();
        format!("{} · {}", sure.join("; "), self.command)
    }

    /// Draws the figure, with the requested title and subtitle or these defaults; `plot` returns
    /// the picture of a panel.
    fn finish<T, P: Plot>(
        &self,
        marks: &[Mark],
        title: String,
        subtitle: String,
        panels: Vec<Panel<T>>,
        plot: impl Fn(T) -> P,
    ) -> Result<Drawing> {
        let Chart { file, size, dark, .. } = self.chart;
        let words = |key: &str, own: &Option<String>, made: String| match own {
            Some(own) => {
                let words = self.expressions.title(own);
                words.map_err(set_by(key)).map(|words| words.trim().to_owned())
            }
            None => Ok(made),
        };
        let (title, subtitle) = self.named(marks, title, subtitle);
        let title = words("title", &self.chart.title, title)?;
        let subtitle = words("subtitle", &self.chart.subtitle, subtitle)?;
        let of = |(width, height)| Size { width, height: Some(height) };
        let drawn =
            |panel: Panel<T>| Panel { title: words::begin(&panel.title), plot: plot(panel.plot) };
        let figure = Figure {
            title: title.clone(),
            subtitle,
            source: self.source(marks),
            titles: self.chart.titles.clone(),
            size: size.map_or_else(Size::default, of),
            theme: if *dark { Theme::Dark } else { Theme::Light },
            panels: panels.into_iter().map(drawn).collect(),
        };
        let about = |error: Error| error.at(format!("chart `{file}`"));
        let bytes = match self.made {
            Made::Nothing => figure.fits().map(|()| Vec::new()).map_err(about)?,
            _ if file.ends_with(".png") => figure.png().map_err(about)?,
            _ => figure.svg().map_err(about)?.into_bytes(),
        };
        // A page's column is narrower than a separate figure, at the same type size.
        let inline = match self.made {
            Made::FileAndPage => {
                Figure { size: Size { width: COLUMN, height: None }, ..figure }.inline_both()?
            }
            Made::Nothing | Made::File => String::new(),
        };
        Ok(Drawing { file: file.clone(), title, bytes, inline })
    }
}

impl ChartMaker<'_> {
    /// Adds the rule's name to title and subtitle, if all marks belong to a single rule that is not
    /// named otherwise.
    fn named(&self, marks: &[Mark], title: String, subtitle: String) -> (String, String) {
        let one = marks.iter().all(|mark| mark.check == marks[0].check);
        let Some(mark) = marks.first().filter(|_| one && self.results.checks.len() == 1) else {
            return (words::begin(&title), subtitle);
        };
        let rule = match mark.answers.label.as_str() {
            "" => names::rule(mark.answers),
            _ => names::label(self.results, mark.check),
        };
        let title = match title.starts_with(&rule) {
            true => title,
            false => format!("{}: {}", words::begin(&rule), small(&title)),
        };
        match names::common(mark.answers) {
            fields if fields.is_empty() => (title, subtitle),
            fields => (title, format!("{subtitle} \u{b7} {fields}")),
        }
    }
}

/// Lowercases a title for use within another: "Check against a DC" becomes "check against a DC".
fn small(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let Some(first) = letters.next() else { return String::new() };
    let rest = letters.as_str();
    // Acronyms keep their capitals.
    match rest.starts_with(|letter: char| letter.is_lowercase() || letter == ' ') {
        true => first.to_lowercase().chain(rest.chars()).collect(),
        false => sentence.to_owned(),
    }
}

/// Returns the unit as part of a subtitle.
fn unit(values: &Values) -> &'static str {
    match values {
        Values::Shares => ", per cent",
        Values::Differences => " in points",
        Values::Numbers(_) => "",
    }
}

/// Returns an axis title without its unit.
fn bare(title: &str) -> &str {
    title.split(',').next().unwrap_or_default()
}

/// Describes the success of checks that count different rungs of the same ladder, which "success"
/// alone would equate.
fn unlike(marks: &[Mark]) -> Option<String> {
    let mut all: Vec<(&[Name], String)> = Vec::new();
    for mark in marks {
        let (place, scores) = mark.event.target(mark.answer.columns())?;
        let column = &mark.answer.columns()[place];
        let own = (column.scale.names(), names::counted(column, &scores));
        if !own.0.is_empty() && !all.contains(&own) {
            all.push(own);
        }
    }
    let differ = |(ladder, words): &(&[Name], String)| {
        all.iter().any(|(other, counted)| other == ladder && counted != words)
    };
    let words: Vec<&str> =
        all.iter().filter(|one| differ(one)).map(|(_, words)| words.as_str()).collect();
    (words.len() == 2).then(|| format!("success ({})", words.join(" against ")))
}
