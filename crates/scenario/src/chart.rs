//! What a scenario's `[[chart]]` asks for, checked for sense.

use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;

use super::ScenarioCheck;
use super::place::{column, in_keys, meant, unknown, wrong};
use oddsmith_base::Result;
use oddsmith_engine::odds::{Event, View};
use oddsmith_engine::rule::Column;
use oddsmith_registry::document::typed;
use oddsmith_registry::{Case, Choice, choice};

choice! {
    /// The kinds of chart.
    pub enum ChartKind {
        /// Success against an axis.
        Curve = "curve",
        /// The distribution of a column at one point: exactly, at least, at most.
        Margin = "margin",
        /// Rungs stacked, one bar a case.
        Stack = "stack",
        /// Success over two axes.
        Heat = "heat",
        /// Two systems and the difference between them.
        Difference = "difference",
        /// The share of courses that last longer than so many steps.
        Survival = "survival",
        /// Bars for the outcomes of a column.
        Bars = "bars",
        /// An indexed column with its quantiles.
        Fan = "fan",
        /// A point a case, at two expressions.
        Scatter = "scatter",
        /// The distributions of a column laid over each other as lines.
        Laws = "laws",
    }
}

choice! {
    /// What a chart's numbers are.
    pub enum Unit {
        /// Shares, in per cent.
        Percent = "percent",
        /// Differences of shares, in percentage points.
        Points = "points",
        /// Plain numbers.
        Number = "number",
    }
}

/// A chart that is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// Which kind.
    pub kind: ChartKind,
    /// The cases that it shows: an expression over each; all where it is left out.
    pub filter: Option<String>,
    /// The axis along the foot; of a scatter an expression. `at` is the index of the column,
    /// `score`
    /// its scores.
    pub x: Option<String>,
    /// The axis up the side of a heat map, or `label`, `at` or `score`; of a scatter an expression.
    pub y: Option<String>,
    /// What the axes along the foot and up the side are called, where not by their field, column or
    /// expression.
    pub titles: [Option<String>; 2],
    /// What stands before each value of `split`, in place of the axis's name.
    pub split_title: Option<String>,
    /// What is told apart by panels or lines: `label`, or an axis.
    pub split: Option<String>,
    /// The column shown, and what counts there where it is not the column's own success.
    pub event: Event,
    /// Exactly, at least or at most.
    pub view: Option<View>,
    /// The share that is aimed at: a line shows where it is met.
    pub level: Option<Level>,
    /// What is drawn in place of a share: an expression over each answer.
    pub value: Option<String>,
    /// What that is: shares, differences of shares, or plain numbers.
    pub unit: Option<Unit>,
    /// The title, which may hold expressions; made from the numbers where it is left out.
    pub title: Option<String>,
    /// What stands under the title, which may hold expressions.
    pub subtitle: Option<String>,
    /// The file it is written to.
    pub file: String,
    /// Width and height in pixels.
    pub size: Option<(u32, u32)>,
    /// Whether it is drawn light on dark.
    pub dark: bool,
    /// Where in the scenario's text it is asked for.
    pub place: Option<Range<usize>>,
}

/// A share that is aimed at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// The share, 0..=1.
    pub share: f64,
    /// Whether what is below it does not meet it, however near it is.
    pub never_below: bool,
}

/// As it stands in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ChartTable {
    kind: Spanned<String>,
    #[serde(rename = "where")]
    filter: Option<String>,
    x: Option<Spanned<String>>,
    y: Option<Spanned<String>>,
    x_title: Option<Spanned<String>>,
    y_title: Option<Spanned<String>>,
    split_title: Option<Spanned<String>>,
    split: Option<Spanned<String>>,
    column: Option<Spanned<String>>,
    at: Option<Spanned<u32>>,
    view: Option<Spanned<String>>,
    of: Option<Spanned<toml::Value>>,
    value: Option<Spanned<String>>,
    unit: Option<Spanned<String>>,
    title: Option<String>,
    subtitle: Option<String>,
    file: Option<Spanned<String>>,
    size: Option<Spanned<String>>,
    theme: Option<Spanned<String>>,
}

impl Chart {
    /// Reads chart number `number` (from 0) of a scenario with these questions.
    pub(super) fn read(
        number: usize,
        table: &Spanned<ChartTable>,
        questions: &[ScenarioCheck],
        text: &str,
    ) -> Result<Chart> {
        let chart = table.get_ref();
        let (words, kinds) = (ChartKind::WORDS, ChartKind::VALUES);
        let kind = meant(text, "chart", &chart.kind, words, kinds)?;
        let [x, y] = places(kind, chart, questions, text)?;
        let axes = axes(questions);
        let split = chart.split.as_ref().map(|split| axis(split, &axes, &["label"], text));
        if let Some(value) = &chart.value
            && !matches!(kind, ChartKind::Curve | ChartKind::Heat)
        {
            let message = "`value` belongs to a curve or a heat map";
            let hint = "a scatter has expressions for `x` and `y`";
            return Err(wrong(text, value.span(), message, hint));
        }
        if let (Some(title), None) = (&chart.split_title, &chart.split) {
            let message = "`split_title` names the values of `split`";
            return Err(wrong(text, title.span(), message, "say which axis with `split`"));
        }
        let plain = [("x_title", &chart.x_title), ("y_title", &chart.y_title)];
        for (key, words) in plain.into_iter().chain([("split_title", &chart.split_title)]) {
            if let Some(words) = words.as_ref().filter(|words| words.get_ref().contains("{{")) {
                let hint = "numbers are worked out in `title` and `subtitle`";
                return Err(wrong(text, words.span(), format!("`{key}` is plain text"), hint));
            }
        }
        let unit = chart.unit.as_ref();
        let unit = unit.map(|unit| meant(text, "unit", unit, Unit::WORDS, Unit::VALUES));
        let (words, views) = (View::NAMES.map(|(name, _)| name), View::NAMES.map(|(_, view)| view));
        let view = chart.view.as_ref().map(|view| meant(text, "view", view, &words, &views));
        let dark = chart.theme.as_ref();
        let dark = dark.map(|dark| meant(text, "theme", dark, &["light", "dark"], &[false, true]));
        let size = chart.size.as_ref().map(|size| {
            super::size(size.get_ref()).map_err(|error| error.at_span(text, size.span()))
        });
        Ok(Chart {
            kind,
            filter: chart.filter.clone(),
            x,
            y,
            titles: [&chart.x_title, &chart.y_title]
                .map(|title| title.as_ref().map(|title| title.get_ref().clone())),
            split: split.transpose()?,
            split_title: chart.split_title.as_ref().map(|title| title.get_ref().clone()),
            event: event(chart, questions, text)?,
            view: view.transpose()?,
            level: None,
            value: chart.value.as_ref().map(|value| value.get_ref().clone()),
            unit: unit.transpose()?,
            title: chart.title.clone(),
            subtitle: chart.subtitle.clone(),
            file: file(number, chart, text)?,
            size: size.transpose()?,
            dark: dark.transpose()?.unwrap_or(false),
            place: Some(table.span()),
        })
    }
}

/// The axes that any of the questions sweeps.
fn axes(questions: &[ScenarioCheck]) -> Vec<&str> {
    let axes = questions.iter().flat_map(|question| question.cases.axes());
    let mut names: Vec<&str> = axes.map(|axis| axis.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn axis(name: &Spanned<String>, axes: &[&str], more: &[&str], text: &str) -> Result<String> {
    let known = axes.iter().chain(more).copied();
    if known.clone().any(|known| known == name.get_ref()) {
        return Ok(name.get_ref().clone());
    }
    Err(unknown(text, "axis", name, "[sweep]", known))
}

/// What stands along the foot and up the side.
fn places(
    kind: ChartKind,
    chart: &ChartTable,
    questions: &[ScenarioCheck],
    text: &str,
) -> Result<[Option<String>; 2]> {
    let [x, y] = [&chart.x, &chart.y];
    let missing = |key: &str, hint: &str| {
        let word = chart.kind.get_ref();
        wrong(text, chart.kind.span(), format!("a `{word}` chart needs `{key}`"), hint)
    };
    if kind == ChartKind::Scatter {
        let expression = |key: &str, place: &Option<Spanned<String>>| {
            let given = place.as_ref().map(|place| place.get_ref().clone());
            given.ok_or_else(|| missing(key, "an expression over each case, like `mean`"))
        };
        return Ok([Some(expression("x", x)?), Some(expression("y", y)?)]);
    }
    let axes = axes(questions);
    let some = || {
        axes.first().map_or("add an axis to `[sweep]`".into(), |axis| {
            format!(
                "for example \
            `{axis}`"
            )
        })
    };
    let (along_foot, up_side): (&[&str], &[&str]) = match kind {
        ChartKind::Stack | ChartKind::Bars => (&["label"], &[]),
        ChartKind::Curve | ChartKind::Fan => (&["at"], &[]),
        ChartKind::Heat => (&["label", "at", "score"], &["label", "at", "score"]),
        _ => (&[], &[]),
    };
    let x = x.as_ref().map(|x| axis(x, &axes, along_foot, text)).transpose()?;
    let y = y.as_ref().map(|y| axis(y, &axes, up_side, text)).transpose()?;
    let along = matches!(kind, ChartKind::Curve | ChartKind::Difference | ChartKind::Heat);
    if along && x.is_none() {
        return Err(missing("x", &some()));
    }
    if kind == ChartKind::Heat && (y.is_none() || y == x) {
        return Err(missing("y", "another axis than `x`"));
    }
    let of_column = [&x, &y].into_iter().flatten().any(|axis| ["at", "score"].contains(&&**axis));
    if of_column && chart.column.is_none() {
        return Err(missing("column", "`at` and `score` are those of a column"));
    }
    let sweeps = |question: &&ScenarioCheck| {
        question.cases.axes().iter().any(|axis| Some(&axis.name) == x.as_ref())
    };
    if kind == ChartKind::Difference && questions.iter().filter(sweeps).count() < 2 {
        let hint = "a difference is that of the first two checks which sweep its axis";
        return Err(missing("two checks", hint));
    }
    Ok([x, y])
}

/// The column and what counts in it, where they are said.
fn event(chart: &ChartTable, questions: &[ScenarioCheck], text: &str) -> Result<Event> {
    if chart.column.is_none() && chart.at.is_none() && chart.of.is_none() {
        return Ok(Event::SUCCESS);
    }
    let (place, span) = column(text, chart.column.as_ref(), chart.at.as_ref())?;
    // One case of each check stands for the others, whose ladders may be told apart when it is
    // drawn.
    let cases: Vec<Case> =
        questions.iter().map(|question| question.cases.case(0)).collect::<Result<_>>()?;
    let all = || cases.iter().map(|case| case.columns());
    let there: Vec<&[Column]> = all().filter(|columns| place.place(columns).is_some()).collect();
    let columns = if there.is_empty() { all().collect() } else { there };
    let place = place
        .settled(columns.iter().copied(), "these checks")
        .map_err(|error| error.at_span(text, span.unwrap_or(chart.kind.span())))?;
    let Some(of) = &chart.of else { return Ok(place) };
    let which = Event::at_least_or_alone(&typed(of.get_ref())).which;
    let event = Event { which, ..place };
    // A rung that only some of the checks have is drawn for those.
    let has = |columns: &&&[Column]| event.target(columns).is_some();
    let with: Vec<_> = columns.iter().filter(has).copied().collect();
    let with = if with.is_empty() { columns.clone() } else { with };
    let settled =
        |cases: &[&[Column]]| event.clone().settled(cases.iter().copied(), "these checks");
    let error = match settled(&with) {
        Ok(event) => return Ok(event),
        Err(error) => error,
    };
    // Which checks `where` keeps is known when the chart is drawn: one that has it is enough.
    let has = |columns: &&&[Column]| chart.filter.is_some() && settled(&[columns]).is_ok();
    let kept: Vec<_> = columns.iter().filter(has).copied().collect();
    if !kept.is_empty() {
        return Ok(settled(&kept).unwrap_or(event));
    }
    let numbers = "results are numbers here: `of = 15` counts 15 or more";
    let like = |result: &str| format!("of = \"{result}\"");
    Err(in_keys(error, &event, &with, like, numbers).at_span(text, of.span()))
}

/// The name of its file.
fn file(number: usize, chart: &ChartTable, text: &str) -> Result<String> {
    let Some(file) = &chart.file else {
        let kind = chart.kind.get_ref();
        return Ok(match number {
            0 => "chart.svg".to_owned(),
            _ => format!("{kind}-{}.svg", number + 1),
        });
    };
    let name = file.get_ref();
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    let ends = name.ends_with(".svg") || name.ends_with(".png");
    if !name.starts_with('.') && name.chars().all(plain) && ends {
        return Ok(name.clone());
    }
    let message = format!("a chart's file can't be named `{name}`");
    Err(wrong(text, file.span(), message, "use a name that ends in .svg or .png, without a folder"))
}
