//! What a scenario's `[[chart]]` asks for, checked for sense.

use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;

use super::Labelled;
use crate::error::{Error, Result};
use crate::registry::Choice;
use crate::registry::choice;
use crate::rule::Success;

choice! {
    /// The kinds of chart.
    pub enum PictureKind {
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
    }
}

/// Which scores a mark sums up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// Each score alone.
    Exactly,
    /// It and all above.
    AtLeast,
    /// It and all below.
    AtMost,
}

impl View {
    /// The views by their names.
    pub const NAMES: [(&'static str, View); 3] =
        [("exactly", View::Exactly), ("at-least", View::AtLeast), ("at-most", View::AtMost)];
}

/// What counts as a success in a chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Counted {
    /// This rung or a better one.
    Rung(String),
    /// These scores.
    Scores(Success),
}

/// A chart that a scenario asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Which kind.
    pub kind: PictureKind,
    /// The axis along the foot.
    pub x: Option<String>,
    /// The axis up the side of a heat map.
    pub y: Option<String>,
    /// What is told apart by panels or lines: `label`, or an axis.
    pub split: Option<String>,
    /// The column shown.
    pub column: Option<String>,
    /// Its index.
    pub at: Option<u32>,
    /// Exactly, at least or at most.
    pub view: Option<View>,
    /// What counts as a success, where it is not what each column says.
    pub of: Option<Counted>,
    /// The title; made from the numbers where it is left out.
    pub title: Option<String>,
    /// The file it is written to.
    pub file: String,
    /// Width and height in pixels.
    pub size: Option<(u32, u32)>,
    /// Whether it is drawn light on dark.
    pub dark: bool,
    /// Where in the scenario's text it is asked for.
    pub place: Option<Range<usize>>,
}

/// As it stands in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ChartTable {
    kind: Spanned<String>,
    x: Option<Spanned<String>>,
    y: Option<Spanned<String>>,
    split: Option<Spanned<String>>,
    column: Option<Spanned<String>>,
    at: Option<Spanned<u32>>,
    view: Option<Spanned<String>>,
    of: Option<Spanned<toml::Value>>,
    title: Option<String>,
    file: Option<Spanned<String>>,
    size: Option<Spanned<String>>,
    theme: Option<Spanned<String>>,
}

impl Picture {
    /// Reads chart number `number` (from 0) of a scenario with these checks.
    pub(super) fn read(
        number: usize,
        table: &Spanned<ChartTable>,
        checks: &[Labelled],
        text: &str,
    ) -> Result<Picture> {
        let chart = table.get_ref();
        let word = chart.kind.get_ref();
        let kind = PictureKind::WORDS
            .iter()
            .position(|known| known == word)
            .map(|place| PictureKind::VALUES[place]);
        let kind = kind.ok_or_else(|| {
            Error::unknown("chart", word, "", PictureKind::WORDS.iter().copied())
                .at_span(text, chart.kind.span())
        })?;
        let mut axes: Vec<&str> =
            checks.iter().flat_map(|check| &check.axes).map(|axis| axis.name.as_str()).collect();
        axes.sort_unstable();
        axes.dedup();
        let axis = |name: &Spanned<String>, more: &[&str]| match axes
            .contains(&name.get_ref().as_str())
            || more.contains(&name.get_ref().as_str())
        {
            true => Ok(name.get_ref().clone()),
            false => Err(Error::unknown(
                "axis",
                name.get_ref(),
                "[sweep]",
                axes.iter().copied().chain(more.iter().copied()),
            )
            .at_span(text, name.span())),
        };
        let x = chart
            .x
            .as_ref()
            .map(|x| axis(x, if kind == PictureKind::Stack { &["label"] } else { &[] }))
            .transpose()?;
        let y = chart.y.as_ref().map(|y| axis(y, &[])).transpose()?;
        let split = chart.split.as_ref().map(|split| axis(split, &["label"])).transpose()?;
        let missing = |key: &str, hint: &str| {
            Error::question(format!("a chart of kind `{word}` needs `{key}`"))
                .with_hint(hint)
                .at_span(text, chart.kind.span())
        };
        let some_axis = || {
            axes.first()
                .map_or("add an axis to [sweep]".to_owned(), |axis| format!("for example `{axis}`"))
        };
        if matches!(kind, PictureKind::Curve | PictureKind::Difference | PictureKind::Heat)
            && x.is_none()
        {
            return Err(missing("x", &some_axis()));
        }
        if kind == PictureKind::Heat && (y.is_none() || y == x) {
            return Err(missing("y", "another axis than `x`"));
        }
        if kind == PictureKind::Difference
            && checks
                .iter()
                .filter(|check| check.axes.iter().any(|axis| Some(&axis.name) == x.as_ref()))
                .count()
                < 2
        {
            return Err(missing(
                "two checks",
                "a difference is that of the first two checks which sweep its axis",
            ));
        }
        let columns = || {
            checks
                .iter()
                .flat_map(|check| check.cases.iter().take(1))
                .flat_map(|case| case.columns().iter())
        };
        if let Some(column) = &chart.column
            && !columns().any(|known| known.name == column.get_ref())
        {
            let mut names: Vec<&str> = columns().map(|column| column.name).collect();
            names.sort_unstable();
            names.dedup();
            return Err(Error::unknown("column", column.get_ref(), "these checks", names)
                .at_span(text, column.span()));
        }
        if let Some(at) = &chart.at {
            let there = |known: &crate::rule::Column| {
                known.at == Some(*at.get_ref())
                    && chart.column.as_ref().is_none_or(|name| name.get_ref() == known.name)
            };
            if !columns().any(there) {
                let error = Error::question(format!("no column has an index {}", at.get_ref()));
                return Err(error
                    .with_hint("`at` is for indexed columns: those by check, round or encounter")
                    .at_span(text, at.span()));
            }
        }
        let view = chart.view.as_ref().map(|view| {
            let found =
                View::NAMES.iter().find(|(name, _)| name == view.get_ref()).map(|(_, view)| *view);
            found.ok_or_else(|| {
                Error::unknown(
                    "view",
                    view.get_ref(),
                    "",
                    View::NAMES.iter().map(|(name, _)| *name),
                )
                .at_span(text, view.span())
            })
        });
        let of = chart.of.as_ref().map(|of| {
            let word = crate::registry::document::typed(of.get_ref());
            let number = word.parse().ok().map(|score| Counted::Scores(Success::AtLeast(score)));
            let known = number.is_some()
                || columns().any(|column| column.scale.names().iter().any(|name| *name == word));
            let mut rungs: Vec<&str> =
                columns().flat_map(|column| column.scale.names()).map(|name| &**name).collect();
            rungs.dedup();
            if known {
                Ok(number.unwrap_or(Counted::Rung(word)))
            } else {
                Err(Error::unknown("rung", &word, "these checks", rungs).at_span(text, of.span()))
            }
        });
        let file = match &chart.file {
            None if number == 0 => "chart.svg".to_owned(),
            None => format!("{word}-{}.svg", number + 1),
            Some(file) => {
                let name = file.get_ref();
                let plain = !name.starts_with('.')
                    && name
                        .chars()
                        .all(|letter| letter.is_ascii_alphanumeric() || "-_.".contains(letter));
                match plain && (name.ends_with(".svg") || name.ends_with(".png")) {
                    true => name.clone(),
                    false => {
                        let error =
                            Error::question(format!("`{name}` is no name for a chart's file"));
                        return Err(error
                            .with_hint("it ends in .svg or .png and names no folder")
                            .at_span(text, file.span()));
                    }
                }
            }
        };
        let size = chart
            .size
            .as_ref()
            .map(|size| {
                super::size(size.get_ref()).map_err(|error| error.at_span(text, size.span()))
            })
            .transpose()?;
        let dark = match &chart.theme {
            None => false,
            Some(theme) => match theme.get_ref().as_str() {
                "light" => false,
                "dark" => true,
                other => {
                    return Err(Error::unknown("theme", other, "", ["light", "dark"])
                        .at_span(text, theme.span()));
                }
            },
        };
        Ok(Picture {
            kind,
            x,
            y,
            split,
            column: chart.column.as_ref().map(|column| column.get_ref().clone()),
            at: chart.at.as_ref().map(|at| *at.get_ref()),
            view: view.transpose()?,
            of: of.transpose()?,
            title: chart.title.clone(),
            file,
            size,
            dark,
            place: Some(table.span()),
        })
    }
}
