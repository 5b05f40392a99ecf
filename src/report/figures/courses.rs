//! Figures of courses of events: how many last how long, and how an indexed column spreads.

use super::spreads::{name, share};
use super::{Brush, Drawn, read_as};
use crate::chart::{Axis, Curve, Fan, Join, Line, Panel, Point, Spread};
use crate::error::Result;
use crate::frame::{Distribution, Outcome, distributions};
use crate::text::capital;

/// The levels of a fan's quantiles.
const LEVELS: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];

impl Brush<'_> {
    /// The share of courses that are not over after so many steps.
    pub(super) fn survival(&self) -> Result<Drawn> {
        let mut lines: Vec<Line> = Vec::new();
        let mut found: Vec<(String, Distribution)> = Vec::new();
        let shown = self.shown()?;
        let column = match &self.picture.column {
            Some(_) => shown[0].column.clone(),
            None => {
                let clocks = self
                    .work
                    .answers
                    .checks
                    .iter()
                    .flat_map(|check| check.findings.first())
                    .flat_map(|finding| finding.case.columns());
                clocks
                    .into_iter()
                    .find(|column| column.scale.capped_at().is_some())
                    .ok_or_else(|| self.nothing("no column counts steps"))?
                    .clone()
            }
        };
        for check in &self.work.answers.checks {
            let axes: Vec<&str> = check.axes.iter().map(|axis| axis.name.as_str()).collect();
            let labelled = self.work.answers.checks.len() > 1;
            let all = distributions(&self.work.frames, &check.label, column.name, None, &axes)?;
            found.extend(
                all.into_iter()
                    .map(|distribution| (name(&distribution, &axes, labelled), distribution)),
            );
        }
        // To where less than one in a thousand is left, or the limit.
        let outlasts = |distribution: &Distribution, step: i64| {
            let outcomes: Vec<&Outcome> = distribution
                .outcomes
                .iter()
                .filter(|outcome| outcome.score.is_some_and(|score| score > step))
                .collect();
            let mut share = share(&outcomes, distribution);
            share.exact = share
                .exact
                .filter(|_| distribution.outcomes.iter().any(|outcome| outcome.exact.is_some()));
            share
        };
        let last = found
            .iter()
            .flat_map(|(_, found)| &found.outcomes)
            .filter_map(|outcome| outcome.score)
            .max()
            .unwrap_or(1);
        let left = |step: i64| {
            found.iter().any(|(_, found)| outlasts(found, step).value().unwrap_or(0.0) >= 1e-3)
        };
        let end = (1..=last).find(|&step| !left(step)).unwrap_or(last);
        for (label, distribution) in &found {
            let points = (0..=end)
                .map(|step| Point { x: step as f64, share: outlasts(distribution, step) })
                .collect();
            let label = if label.is_empty() { read_as(column.name) } else { label.clone() };
            lines.push(Line { label, check: distribution.check.clone(), points });
        }
        let median = |line: &Line| {
            line.points
                .iter()
                .find(|point| point.share.value().is_some_and(|share| share <= 0.5))
                .map(|point| point.x)
        };
        let each: Vec<String> = lines
            .iter()
            .take(4)
            .filter_map(|line| Some(format!("{} ({})", median(line)?, line.label)))
            .collect();
        let name = read_as(column.name);
        let title = match lines.len() {
            1 => format!(
                "Half the time it is over within {} {name}",
                median(&lines[0]).unwrap_or_default()
            ),
            _ => format!("Half the time it is over within {} {name}", each.join(", ")),
        };
        let axis = Axis::numbers(&name);
        let subtitle = format!("Chance that it is not over yet, per cent, after so many {name}");
        self.finish(
            title,
            subtitle,
            vec![Panel { title: String::new(), plot: Curve { axis, lines, join: Join::Steps } }],
        )
    }

    /// The quantiles of an indexed column.
    pub(super) fn fan(&self) -> Result<Drawn> {
        let mut panels: Vec<Panel<Fan>> = Vec::new();
        let wanted = self.picture.column.as_deref();
        let indexed = self
            .work
            .answers
            .checks
            .iter()
            .flat_map(|check| check.findings.first())
            .flat_map(|finding| finding.case.columns());
        let column = indexed
            .into_iter()
            .find(|column| column.at.is_some() && wanted.is_none_or(|name| name == column.name));
        let column = column.ok_or_else(|| self.nothing("a fan takes an indexed column"))?;
        let mut firsts = Vec::new();
        for check in &self.work.answers.checks {
            let axes: Vec<&str> = check.axes.iter().map(|axis| axis.name.as_str()).collect();
            for distribution in
                distributions(&self.work.frames, &check.label, column.name, None, &axes)?
            {
                let title = name(
                    &distribution,
                    &axes,
                    self.work.answers.checks.len() > 1 || axes.is_empty(),
                );
                let Some(spread) = spread(&distribution) else { continue };
                match panels.iter_mut().find(|panel| panel.title == title) {
                    Some(panel) => panel.plot.spreads.push(spread),
                    None => {
                        firsts.push(spread);
                        let plot = Fan {
                            axis: Axis::numbers("index"),
                            score: read_as(column.name),
                            check: distribution.check.clone(),
                            spreads: vec![spread],
                        };
                        panels.push(Panel { title, plot });
                    }
                }
            }
        }
        let Some(panel) = panels.first() else {
            return Err(self.nothing("a fan takes an indexed column"));
        };
        let (first, last) = (firsts[0], panel.plot.spreads.last().copied().unwrap_or_default());
        let name = read_as(column.name);
        let title = format!(
            "{}: mean {:.1} at {}, {:.1} at {}",
            capital(&name),
            first.mean,
            first.x,
            last.mean,
            last.x
        );
        if panels.len() == 1 {
            panels[0].title.clear();
        }
        let subtitle = format!("Median, mean and quantiles (25 to 75, 5 to 95 %) of {name}");
        self.finish(title, subtitle, panels)
    }
}

/// Quantiles and mean of what has a score: by the law, or else by what was counted.
fn spread(distribution: &Distribution) -> Option<Spread> {
    let weight = |outcome: &Outcome| outcome.exact.or(outcome.hits.map(|hits| hits as f64));
    let scored: Vec<(f64, f64)> = distribution
        .outcomes
        .iter()
        .filter_map(|outcome| Some((outcome.score? as f64, weight(outcome)?)))
        .collect();
    let total: f64 = scored.iter().map(|(_, weight)| weight).sum();
    if total <= 0.0 {
        return None;
    }
    let quantile = |level: f64| {
        let mut below = 0.0;
        let reached = |(_, weight): &&(f64, f64)| {
            below += weight;
            below >= level * total * (1.0 - 1e-12)
        };
        scored.iter().find(reached).map_or(0.0, |(score, _)| *score)
    };
    let mean = scored.iter().map(|(score, weight)| score * weight).sum::<f64>() / total;
    Some(Spread { x: f64::from(distribution.at?), quantiles: LEVELS.map(quantile), mean })
}
