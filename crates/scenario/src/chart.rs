//! Charts of a scenario: parsing and validation of `[[chart]]`.

use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;

use super::ScenarioCheck;
use super::place::{Context, column, in_keys, keyword_value, unknown, wrong};
use oddsmith_base::Result;
use oddsmith_engine::odds::{Event, View};
use oddsmith_engine::rule::Column;
use oddsmith_registry::document::typed;
use oddsmith_registry::{Case, Choice, choice};

choice! {
    /// Kind of a chart.
    pub enum ChartKind {
        /// Success share against an axis.
        Curve = "curve",
        /// Distribution of a column at one point, by the chosen view: exactly, at least or at most.
        Margin = "margin",
        /// Stacked outcomes, one bar for each case.
        Stack = "stack",
        /// Success share over two axes.
        Heat = "heat",
        /// Success shares of two checks and their difference.
        Difference = "difference",
        /// Share of runs that last longer than each number of steps.
        Survival = "survival",
        /// Bars for the outcomes of a column.
        Bars = "bars",
        /// Indexed column with its quantiles.
        Fan = "fan",
        /// One point for each case, at the values of two expressions.
        Scatter = "scatter",
        /// Distributions of a column as overlaid lines.
        Laws = "laws",
    }
}

choice! {
    /// Unit of a chart's numbers.
    pub enum Unit {
        /// Shares, in per cent.
        Percent = "percent",
        /// Differences of shares, in percentage points.
        Points = "points",
        /// Plain numbers.
        Number = "number",
    }
}

/// Chart of a scenario.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chart {
    /// Kind of the chart.
    pub kind: ChartKind,
    /// Filter: an expression over each case; `None` shows all cases.
    pub filter: Option<String>,
    /// Horizontal axis; for a scatter chart an expression. `at` means the index of the column,
    /// `score` its scores.
    pub x: Option<String>,
    /// Vertical axis of a heat map, or `label`, `at` or `score`; for a scatter chart an expression.
    pub y: Option<String>,
    /// Titles of the horizontal and the vertical axis; by default their field, column or
    /// expression.
    pub titles: [Option<String>; 2],
    /// Text before each value of `split`; by default the name of the axis.
    pub split_title: Option<String>,
    /// Axis, or `label`, whose values have separate panels or lines.
    pub split: Option<String>,
    /// Column of the chart, and the event in it if that is not the column's own success.
    pub event: Event,
    /// View of the distribution: exactly, at least or at most.
    pub view: Option<View>,
    /// Target share, marked by a line.
    pub level: Option<Level>,
    /// Expression over each answer that is drawn in place of a share.
    pub value: Option<String>,
    /// Unit of `value`: shares, differences of shares, or plain numbers.
    pub unit: Option<Unit>,
    /// Title, which may contain expressions; by default derived from the data.
    pub title: Option<String>,
    /// Subtitle, which may contain expressions.
    pub subtitle: Option<String>,
    /// Name of the output file.
    pub file: String,
    /// Width and height in pixels.
    pub size: Option<(u32, u32)>,
    /// True for the dark theme.
    pub dark: bool,
    /// Position of the chart in the scenario's text.
    pub place: Option<Range<usize>>,
}

/// Target share of a chart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// Share, 0..=1.
    pub share: f64,
    /// True if shares below the target do not meet it, however near they are.
    pub never_below: bool,
}

/// Chart as it is in the file, before validation.
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
    /// Parses chart `number` (from 0) of a scenario.
    pub(super) fn read(
        number: usize,
        table: &Spanned<ChartTable>,
        within: Context,
    ) -> Result<Chart> {
        let (chart, Context { text, questions, .. }) = (table.get_ref(), within);
        let (words, kinds) = (ChartKind::WORDS, ChartKind::VALUES);
        let kind = keyword_value(text, "chart", &chart.kind, words, kinds)?;
        let [x, y] = places(kind, chart, within)?;
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
        let unit = unit.map(|unit| keyword_value(text, "unit", unit, Unit::WORDS, Unit::VALUES));
        let (words, views) = (View::NAMES.map(|(name, _)| name), View::NAMES.map(|(_, view)| view));
        let view =
            chart.view.as_ref().map(|view| keyword_value(text, "view", view, &words, &views));
        let dark = chart.theme.as_ref();
        let dark =
            dark.map(|dark| keyword_value(text, "theme", dark, &["light", "dark"], &[false, true]));
        let size = chart.size.as_ref().map(|size| {
            super::size(size.get_ref()).map_err(|error| error.at_span(text, size.span()))
        });
        Ok(Chart {
            kind,
            filter: chart.filter.clone(),
            x,
            y,
            titles: [said(&chart.x_title), said(&chart.y_title)],
            split: split.transpose()?,
            split_title: said(&chart.split_title),
            event: event(chart, questions, text)?,
            view: view.transpose()?,
            level: None,
            value: said(&chart.value),
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

fn said(text: &Option<Spanned<String>>) -> Option<String> {
    text.as_ref().map(|text| text.get_ref().clone())
}

/// Returns the sorted names of the axes that any question sweeps.
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

/// Returns the validated horizontal and vertical axis.
fn places(kind: ChartKind, chart: &ChartTable, within: Context) -> Result<[Option<String>; 2]> {
    let Context { text, questions, .. } = within;
    let [x, y] = [&chart.x, &chart.y];
    let missing = |key: &str, hint: &str| {
        let word = chart.kind.get_ref();
        wrong(text, chart.kind.span(), format!("a `{word}` chart needs `{key}`"), hint)
    };
    if kind == ChartKind::Scatter {
        let expression = |key: &str, place: &Option<Spanned<String>>| {
            said(place).ok_or_else(|| missing(key, "an expression over each case, like `mean`"))
        };
        return Ok([Some(expression("x", x)?), Some(expression("y", y)?)]);
    }
    let axes = axes(questions);
    let example = axes.first().map(|axis| format!("for example `{axis}`"));
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
        return Err(missing("x", example.as_deref().unwrap_or("add an axis to `[sweep]`")));
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

/// Returns the column and the event of the chart; the success of each check by default.
fn event(chart: &ChartTable, questions: &[ScenarioCheck], text: &str) -> Result<Event> {
    if chart.column.is_none() && chart.at.is_none() && chart.of.is_none() {
        return Ok(Event::SUCCESS);
    }
    let (place, span) = column(text, chart.column.as_ref(), chart.at.as_ref())?;
    // The first case of each check represents the others. Their ladders may differ, which is
    // checked again when the chart is drawn.
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
    // An outcome that only some of the checks have is drawn for those.
    let has = |columns: &&&[Column]| event.target(columns).is_some();
    let with: Vec<_> = columns.iter().filter(has).copied().collect();
    let with = if with.is_empty() { columns.clone() } else { with };
    let settled =
        |cases: &[&[Column]]| event.clone().settled(cases.iter().copied(), "these checks");
    let error = match settled(&with) {
        Ok(event) => return Ok(event),
        Err(error) => error,
    };
    // The filter is evaluated when the chart is drawn, so one check with the outcome is enough.
    let has = |columns: &&&[Column]| chart.filter.is_some() && settled(&[columns]).is_ok();
    let kept: Vec<_> = columns.iter().filter(has).copied().collect();
    if !kept.is_empty() {
        return Ok(settled(&kept).unwrap_or(event));
    }
    let numbers = "results are numbers here: `of = 15` counts 15 or more";
    let like = |result: &str| format!("of = \"{result}\"");
    Err(in_keys(error, &event, &with, like, numbers).at_span(text, of.span()))
}

/// Returns the name of the chart's file.
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
