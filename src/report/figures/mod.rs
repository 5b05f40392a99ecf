//! From a chart that is asked for to a figure: the frame is queried, the figure filled in, its title found in the numbers.

mod courses;
mod shown;
mod spreads;
mod words;

use super::Work;
use super::work::{axis_title, words as read_as};
use crate::chart::{
    Axis, Cell, Curve, Difference, Figure, Heat, Join, Line, Panel, Plot, Point, Share, Size,
    Theme, Values,
};
use crate::error::{Error, Result};
use crate::frame::shares;
use crate::odds::Interval;
use crate::scenario::{Picture, PictureKind};
use crate::text::capital;
use shown::Shown;

/// The value of each axis at a case.
type Place = Vec<(String, String)>;

/// The width of a page's column, in pixels.
pub(super) const COLUMN: u32 = 720;

/// A chart, drawn.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// The name of its file.
    pub file: String,
    /// What it says: its title.
    pub title: String,
    /// The bytes of its file: SVG or PNG, as the name ends.
    pub bytes: Vec<u8>,
    /// The figure for a page that has the typeface and the themes.
    pub inline: String,
}

/// Draws a chart of some answers; `command` makes it again.
///
/// # Errors
/// If the answers have not what it shows.
pub fn draw(work: &Work, picture: &Picture, command: &str) -> Result<Drawn> {
    let source = format!("{} · {command}", work.certainty());
    let brush = Brush { work, picture, source };
    let drawn = match picture.kind {
        PictureKind::Curve => brush.curve(),
        PictureKind::Difference => brush.difference(),
        PictureKind::Heat => brush.heat(),
        PictureKind::Stack => brush.stack(),
        PictureKind::Bars => brush.bars(),
        PictureKind::Margin => brush.margin(),
        PictureKind::Survival => brush.survival(),
        PictureKind::Fan => brush.fan(),
    };
    drawn.map_err(|error| match &picture.place {
        Some(place) => error.at_span(&work.text, place.clone()),
        None => error,
    })
}

/// A chart on its way.
struct Brush<'a> {
    work: &'a Work,
    picture: &'a Picture,
    source: String,
}

/// A row of shares with the values that its line has on other axes than the foot's.
struct Row {
    label: String,
    check: String,
    /// What tells its panel from others.
    panel: String,
    points: Vec<(String, Share)>,
}

impl<'a> Brush<'a> {
    fn nothing(&self, why: &str) -> Error {
        Error::question(format!("the chart `{}` has nothing to show: {why}", self.picture.file))
    }

    /// Rows of success shares along the axis `x`: one for each check and each value of its other axes.
    fn rows(&self, x: &str) -> Result<Vec<Row>> {
        let mut rows: Vec<Row> = Vec::new();
        let sweeps = |shown: &&Shown| {
            shown.success.is_some() && shown.check.axes.iter().any(|axis| axis.name == x)
        };
        let all = self.shown()?;
        let mut swept = all.iter().filter(sweeps).map(|shown| &shown.check.label);
        let alone = swept.next().filter(|_| swept.next().is_none());
        for shown in self.shown()?.into_iter().filter(|shown| shown.success.is_some()) {
            let check = shown.check;
            if !check.axes.iter().any(|axis| axis.name == x) {
                continue;
            }
            let others: Vec<&str> = check
                .axes
                .iter()
                .map(|axis| axis.name.as_str())
                .filter(|name| *name != x)
                .collect();
            let axes: Vec<&str> = std::iter::once(x).chain(others.iter().copied()).collect();
            let id = check.findings[0].case.entry.id.to_string();
            for share in shares(&self.work.frames, &[shown.criterion()], &axes)? {
                let mut point = share.point.into_iter().map(Option::unwrap_or_default);
                let place = point.next().unwrap_or_default();
                let split = self.picture.split.as_deref();
                let beside: Vec<(&str, String)> = others.iter().copied().zip(point).collect();
                let panel = match split {
                    Some("label") => check.label.clone(),
                    Some(axis) => beside
                        .iter()
                        .find(|(name, _)| *name == axis)
                        .map(|(axis, value)| told(axis, value))
                        .unwrap_or_default(),
                    None => String::new(),
                };
                let kept: Vec<String> = beside
                    .iter()
                    .filter(|(name, _)| Some(*name) != split)
                    .map(|(axis, value)| told(axis, value))
                    .collect();
                // A label that all lines would share tells nothing apart.
                let named = !check.label.is_empty()
                    && (kept.is_empty() || split != Some("label") && alone != Some(&check.label));
                let label: Vec<String> =
                    named.then(|| check.label.clone()).into_iter().chain(kept).collect();
                let label = if label.is_empty() { "success".to_owned() } else { label.join(", ") };
                let known = Share {
                    exact: share.exact,
                    sampled: share.sampled.map(|known| (known.share, known.interval)),
                };
                match rows
                    .iter_mut()
                    .find(|row| row.label == label && row.panel == panel && row.check == id)
                {
                    Some(row) => row.points.push((place, known)),
                    None => rows.push(Row {
                        label,
                        check: id.clone(),
                        panel,
                        points: vec![(place, known)],
                    }),
                }
            }
        }
        if rows.is_empty() {
            Err(self.nothing("no check that sweeps its axis has a success"))
        } else {
            Ok(rows)
        }
    }

    /// The axis `x` of these rows, and the place of each value on it.
    fn axis(&self, name: &str) -> Result<(Axis, Vec<String>)> {
        let check = self
            .work
            .answers
            .checks
            .iter()
            .find(|check| check.axes.iter().any(|axis| axis.name == name));
        let check = check.ok_or_else(|| self.nothing(&format!("no check sweeps `{name}`")))?;
        let values = check
            .axes
            .iter()
            .find(|axis| axis.name == name)
            .map(|axis| axis.values.clone())
            .unwrap_or_default();
        let title = axis_title(check, name);
        let numbers = values.iter().all(|value| value.parse::<f64>().is_ok());
        let axis = match numbers {
            true if ["edge", "advantage", "gap"].contains(&name) => Axis::edge(title),
            true => Axis::numbers(title),
            false => Axis::named(title, values.iter().map(|value| read_as(value))),
        };
        Ok((axis, values))
    }

    /// Lines of rows, in panels.
    fn panels(&self, rows: Vec<Row>, values: &[String]) -> Vec<(String, Vec<Line>)> {
        let mut panels: Vec<(String, Vec<Line>)> = Vec::new();
        for Row { label, check, panel, points } in rows {
            let mut points: Vec<Point> = points
                .into_iter()
                .map(|(value, share)| Point { x: place(&value, values), share })
                .collect();
            points.sort_by(|a, b| a.x.total_cmp(&b.x));
            let line = Line { label, check, points };
            match panels.iter_mut().find(|(title, _)| *title == panel) {
                Some((_, lines)) => lines.push(line),
                None => panels.push((panel, vec![line])),
            }
        }
        panels
    }

    fn x(&self) -> Result<&'a str> {
        self.picture.x.as_deref().ok_or_else(|| self.nothing("it names no axis `x`"))
    }

    /// "Success share by damage, points".
    fn subtitle(&self, axis: &Axis) -> String {
        format!("Chance of {}, per cent, by {}", self.success_words(), axis.title)
    }

    fn curve(&self) -> Result<Drawn> {
        let x = self.x()?;
        let (axis, values) = self.axis(x)?;
        let panels = self.panels(self.rows(x)?, &values);
        let title = words::of_lines(&axis, panels.iter().flat_map(|(_, lines)| lines));
        let title =
            self.index().map_or(title.clone(), |index| format!("{}: {title}", capital(&index)));
        let subtitle = self.subtitle(&axis);
        let panels = panels.into_iter().map(|(title, lines)| Panel {
            title,
            plot: Curve { axis: axis.clone(), lines, join: Join::Straight },
        });
        self.finish(title, subtitle, panels.collect())
    }

    fn difference(&self) -> Result<Drawn> {
        let x = self.x()?;
        let (axis, values) = self.axis(x)?;
        let mut panels = Vec::new();
        for (title, lines) in self.panels(self.rows(x)?, &values) {
            let mut lines = lines.into_iter();
            if let (Some(one), Some(other)) = (lines.next(), lines.next()) {
                let mut plot = Difference::of(axis.clone(), [one, other]);
                self.paired(&mut plot, &values);
                panels.push(Panel { title, plot });
            }
        }
        let size = |panel: &&Panel<Difference>| {
            panel.plot.largest().and_then(|(_, share)| share.value()).unwrap_or(0.0).abs()
        };
        let Some(widest) = panels.iter().rev().max_by(|a, b| size(a).total_cmp(&size(b))) else {
            return Err(self.nothing("a difference takes two checks that sweep its axis"));
        };
        let title = words::of_difference(&widest.plot);
        let title = if panels.len() > 1 && !widest.title.is_empty() {
            format!("{}: {title}", capital(&widest.title))
        } else {
            title
        };
        self.finish(title, self.subtitle(&axis), panels)
    }

    /// Checks that were played on the same luck know their difference better than their levels.
    fn paired(&self, plot: &mut Difference, values: &[String]) {
        let place_of =
            |label: &str| self.work.answers.checks.iter().position(|check| check.label == label);
        let (Some(a), Some(b)) = (place_of(&plot.lines[0].label), place_of(&plot.lines[1].label))
        else {
            return;
        };
        let check = &self.work.answers.checks[a];
        for known in self
            .work
            .answers
            .differences
            .iter()
            .filter(|known| (known.a, known.b) == (a.min(b), a.max(b)))
        {
            let Some((_, value)) =
                check.point(known.case).find(|(axis, _)| Some(*axis) == self.picture.x.as_deref())
            else {
                continue;
            };
            let x = place(value, values);
            let sign = if a < b { 1.0 } else { -1.0 };
            for point in plot
                .differences
                .iter_mut()
                .filter(|point| point.x == x && point.share.exact.is_none())
            {
                let Interval { low, high } = known.known.interval;
                let interval = if sign > 0.0 {
                    known.known.interval
                } else {
                    Interval { low: -high, high: -low }
                };
                point.share.sampled = Some((sign * known.known.share, interval));
            }
        }
    }

    fn heat(&self) -> Result<Drawn> {
        let (x, y) = (
            self.x()?,
            self.picture.y.as_deref().ok_or_else(|| self.nothing("it names no axis `y`"))?,
        );
        let ((across, x_values), (up, y_values)) = (self.axis(x)?, self.axis(y)?);
        let mut panels: Vec<Panel<Heat>> = Vec::new();
        for shown in self.shown()? {
            let Shown { check, column, success, .. } = &shown;
            if ![x, y].iter().all(|name| check.axes.iter().any(|axis| axis.name == *name)) {
                continue;
            }
            let values = match success {
                Some(_) => Values::Shares,
                None => Values::Numbers(read_as(column.name)),
            };
            let others: Vec<&str> = check
                .axes
                .iter()
                .map(|axis| axis.name.as_str())
                .filter(|name| *name != x && *name != y)
                .collect();
            for (point, value) in self.values(&shown)? {
                let at = |name: &str| {
                    point
                        .iter()
                        .find(|(axis, _)| axis == name)
                        .map_or("", |(_, value)| value.as_str())
                };
                let rest: Vec<String> = others
                    .iter()
                    .map(|axis| format!("{} {}", read_as(axis), read_as(at(axis))))
                    .collect();
                let title: Vec<String> = std::iter::once(check.label.clone())
                    .filter(|label| !label.is_empty())
                    .chain(rest)
                    .collect();
                let title = title.join(", ");
                let cell = Cell { x: place(at(x), &x_values), y: place(at(y), &y_values), value };
                match panels.iter_mut().find(|panel| panel.title == title) {
                    Some(panel) => panel.plot.cells.push(cell),
                    None => {
                        let even = (values == Values::Shares).then_some(0.5);
                        let plot = Heat {
                            across: across.clone(),
                            up: up.clone(),
                            cells: vec![cell],
                            values: values.clone(),
                            even,
                        };
                        panels.push(Panel { title, plot });
                    }
                }
            }
        }
        if panels.is_empty() {
            return Err(self.nothing("no check sweeps both of its axes"));
        }
        let what = match &panels[0].plot.values {
            Values::Numbers(of) => format!("Mean {of}"),
            _ => format!("Chance of {}", self.success_words()),
        };
        let title = words::of_heat(&panels[0], &what);
        if panels.len() == 1 {
            panels[0].title.clear();
        }
        let subtitle = format!("{what} by {} (across) and {} (up)", across.title, up.title);
        self.finish(title, subtitle, panels)
    }

    /// Of every case its point and its success share, or its mean where it has no success.
    fn values(&self, shown: &Shown) -> Result<Vec<(Place, f64)>> {
        let Shown { check, column, success, .. } = shown;
        let point = |case: usize| {
            check.point(case).map(|(axis, value)| (axis.to_owned(), value.to_owned())).collect()
        };
        match success {
            Some(_) => {
                let found = shares(&self.work.frames, &[shown.criterion()], &[])?;
                Ok(found
                    .into_iter()
                    .filter_map(|share| Some((point(share.case), share.known()?.share)))
                    .collect())
            }
            None => {
                let means = self.work.frames.means(&check.label, column.name, column.at)?;
                Ok(means
                    .into_iter()
                    .enumerate()
                    .filter_map(|(case, mean)| Some((point(case), mean?)))
                    .collect())
            }
        }
    }

    /// The figure, with the title that was asked for or this one.
    fn finish<P: Plot>(
        &self,
        title: String,
        subtitle: String,
        panels: Vec<Panel<P>>,
    ) -> Result<Drawn> {
        let picture = self.picture;
        let title = picture.title.clone().unwrap_or(title);
        let size = picture
            .size
            .map_or_else(Size::default, |(width, height)| Size { width, height: Some(height) });
        let theme = if picture.dark { Theme::Dark } else { Theme::Light };
        let mut figure = Figure {
            title: title.clone(),
            subtitle,
            source: self.source.clone(),
            size,
            theme,
            panels,
        };
        let svg = figure.svg().map_err(|error| error.at(format!("chart `{}`", picture.file)))?;
        // A page's column is narrower than a figure of its own, and type keeps its size.
        figure.size = Size { width: COLUMN, height: None };
        let inline = figure.inline_svg()?;
        let bytes = if picture.file.ends_with(".png") {
            crate::chart::png(&svg, 2.0)?
        } else {
            svg.into_bytes()
        };
        Ok(Drawn { file: picture.file.clone(), title, bytes, inline })
    }
}

/// A value of an axis that tells a line from others: a word speaks for itself, a number with its axis.
fn told(axis: &str, value: &str) -> String {
    match value.parse::<f64>() {
        Ok(_) => format!("{} {}", read_as(axis), value.replace('-', "\u{2212}")),
        Err(_) => read_as(value),
    }
}

/// Where a value stands on its axis: the number it is, or its position among the names.
fn place(value: &str, values: &[String]) -> f64 {
    let numbers = values.iter().all(|value| value.parse::<f64>().is_ok());
    match value.parse() {
        Ok(number) if numbers => number,
        _ => values.iter().position(|known| known == value).unwrap_or(0) as f64,
    }
}
