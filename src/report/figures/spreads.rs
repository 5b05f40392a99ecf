//! Figures of distributions: stacked rungs, bars, and how likely a score is at least or at most.

use super::words::about;
use super::{Brush, Drawn, Shown, place, read_as, told};
use crate::chart::{Axis, Bar, Bars, Curve, Join, Line, Panel, Point, Share, Stack};
use crate::error::Result;
use crate::frame::{Distribution, Outcome, distributions};
use crate::odds::{Known, Success};
use crate::rule::Column;
use crate::scenario::View;
use crate::text::capital;

/// A case of a stack: its name or place, and the shares of its rungs.
type Named = (String, Vec<Share>);

/// The most cases that one picture of distributions holds.
const MOST: usize = 24;

/// The share of some outcomes of a distribution.
pub(super) fn share(outcomes: &[&Outcome], of: &Distribution) -> Share {
    let exact =
        outcomes.iter().map(|outcome| outcome.exact).try_fold(0.0, |sum, exact| Some(sum + exact?));
    let hits =
        outcomes.iter().map(|outcome| outcome.hits).try_fold(0, |sum, hits| Some(sum + hits?));
    let sampled =
        hits.zip(of.trials).map(|(hits, trials)| Known::counted_missing(of.error, hits, trials));
    Share {
        exact: exact.map(|share: f64| share.min(1.0)),
        sampled: sampled.map(|known| (known.share, known.interval)),
    }
}

/// What tells a case from the others of its chart: its label, and its values on these axes.
pub(super) fn name(distribution: &Distribution, axes: &[&str], labelled: bool) -> String {
    let values = axes
        .iter()
        .zip(&distribution.point)
        .filter_map(|(axis, value)| Some(told(axis, value.as_ref()?)));
    let label = (labelled && !distribution.label.is_empty()).then(|| distribution.label.clone());
    label.into_iter().chain(values).collect::<Vec<_>>().join(", ")
}

/// A column as it is read, with its index where it has one.
fn numbered(column: &Column) -> String {
    column.at.map_or_else(|| read_as(column.name), |at| format!("{}@{at}", read_as(column.name)))
}

/// The bars of a panel, which stand on the same rungs.
struct Ladder {
    title: String,
    names: Vec<crate::rule::Name>,
    /// The rung where success begins.
    success: Option<usize>,
    bars: Vec<Named>,
}

/// What the ends of the first bars say, or each bar where there is no axis.
fn headline(ladders: &[Ladder], axis: Option<&(Axis, Vec<String>)>) -> String {
    let say = |ladder: &Ladder, shares: &[Share], title: &str| {
        let good: f64 = shares[ladder.success.unwrap_or(0)..].iter().filter_map(Share::value).sum();
        format!("{title} {}", about(good.min(1.0)))
    };
    let Some(ladder) = ladders.first() else { return String::new() };
    match axis {
        Some((axis, values)) => {
            let what = if ladder.title.is_empty() {
                "success".to_owned()
            } else {
                format!("{}: success", ladder.title)
            };
            let (Some(first), Some(last)) = (ladder.bars.first(), ladder.bars.last()) else {
                return String::new();
            };
            let at = |value: &str| super::words::at(axis, place(value, values));
            let ends = (say(ladder, &first.1, &what), say(ladder, &last.1, ""));
            format!("{} {}, {} {}", capital(&ends.0), at(&first.0), ends.1.trim(), at(&last.0))
        }
        None => {
            let bars =
                ladders.iter().flat_map(|ladder| ladder.bars.iter().map(move |bar| (ladder, bar)));
            let each = |(ladder, (name, shares)): (&Ladder, &Named)| {
                say(ladder, shares, if name.is_empty() { "success" } else { name })
            };
            capital(&bars.take(4).map(each).collect::<Vec<_>>().join(", "))
        }
    }
}

impl<'a> Brush<'a> {
    /// The distributions of a check's column, its axes by name.
    pub(super) fn distributions(
        &self,
        shown: &Shown<'a>,
    ) -> Result<(Vec<Distribution>, Vec<&'a str>)> {
        let axes: Vec<&str> = shown.check.axes.iter().map(|axis| axis.name.as_str()).collect();
        Ok((
            distributions(
                &self.work.frames,
                &shown.check.label,
                shown.column.name,
                shown.column.at,
                &axes,
            )?,
            axes,
        ))
    }

    /// Stacked rungs: columns along `x`, or a row for each case.
    pub(super) fn stack(&self) -> Result<Drawn> {
        let shown: Vec<Shown> = self
            .shown()?
            .into_iter()
            .filter(|shown| !shown.column.scale.names().is_empty())
            .collect();
        let Some(first) = shown.first() else {
            return Err(self.nothing("its column has no rungs"));
        };
        let column = numbered(&first.column);
        let along = self.picture.x.as_deref().filter(|x| *x != "label");
        let axis = along.map(|x| self.axis(x)).transpose()?;
        let mut ladders: Vec<Ladder> = Vec::new();
        for shown in &shown {
            let (found, axes) = self.distributions(shown)?;
            for distribution in found {
                let columns = shown.check.findings[distribution.case].case.columns();
                let here = columns.iter().find(|column| {
                    (column.name, column.at) == (shown.column.name, shown.column.at)
                });
                let names = here.map_or(&[][..], |column| column.scale.names());
                let rung = |score: usize| {
                    let outcomes: Vec<&Outcome> = distribution
                        .outcomes
                        .iter()
                        .filter(|outcome| outcome.score == Some(score as i64))
                        .collect();
                    share(&outcomes, &distribution)
                };
                let shares = (0..names.len()).map(rung).collect();
                let (title, place) = match along {
                    Some(x) => {
                        let Some(at) = axes.iter().position(|axis| *axis == x) else { continue };
                        let Some(value) = distribution.point[at].clone() else { continue };
                        let others: Vec<&str> =
                            axes.iter().copied().filter(|axis| *axis != x).collect();
                        let mut rest = distribution.clone();
                        rest.point.remove(at);
                        (name(&rest, &others, true), value)
                    }
                    None => (String::new(), name(&distribution, &axes, true)),
                };
                match ladders
                    .iter_mut()
                    .find(|ladder| ladder.title == title && ladder.names == names)
                {
                    Some(ladder) => ladder.bars.push((place, shares)),
                    None => {
                        let success =
                            shown.successes[distribution.case].and_then(|success| match success {
                                Success::AtLeast(score) => Some(score.max(0) as usize),
                                Success::AtMost(_) => None,
                            });
                        ladders.push(Ladder {
                            title,
                            names: names.to_vec(),
                            success,
                            bars: vec![(place, shares)],
                        });
                    }
                }
            }
        }
        if let Some(other) = ladders.iter().find(|ladder| ladder.names != ladders[0].names) {
            let names = |ladder: &Ladder| ladder.names.join(", ");
            return Err(self.nothing(&format!(
                "its cases have different rungs, {} and {}: draw them apart",
                names(&ladders[0]),
                names(other)
            )));
        }
        if ladders.len() > MOST
            || ladders.iter().any(|ladder| along.is_none() && ladder.bars.len() > MOST)
        {
            return Err(
                self.nothing(&format!("more than {MOST} cases would stand beside each other"))
            );
        }
        let headline = headline(&ladders, axis.as_ref());
        let by = axis.as_ref().map_or(String::new(), |(axis, _)| format!(", by {}", axis.title));
        let subtitle = format!("Share of each {column}, per cent{by}");
        let plot = |Ladder { title, names, success, bars }: Ladder| {
            let (axis, places): (Axis, Vec<f64>) = match &axis {
                Some((axis, values)) => {
                    (axis.clone(), bars.iter().map(|(value, _)| place(value, values)).collect())
                }
                None => (
                    Axis::named("", bars.iter().map(|(name, _)| name.clone())),
                    (0..bars.len()).map(|place| place as f64).collect(),
                ),
            };
            let bars =
                places.into_iter().zip(bars).map(|(x, (_, shares))| Bar { x, shares }).collect();
            Panel {
                title,
                plot: Stack {
                    axis,
                    rungs: names.iter().map(|name| read_as(name)).collect(),
                    success,
                    bars,
                },
            }
        };
        self.finish(headline, subtitle, ladders.into_iter().map(plot).collect())
    }

    /// Every outcome as a bar.
    pub(super) fn bars(&self) -> Result<Drawn> {
        let (axis, lines) = self.outcome_lines(View::Exactly)?;
        let (subtitle, mode) =
            (format!("Share of each {}, per cent", axis.title), self.mode_words(&axis, &lines));
        // One case alone is an answer: how likely is success?
        let success =
            self.shown()?.first().and_then(|shown| shown.success).filter(|_| lines.len() == 1);
        let title = match success {
            None => mode,
            Some(success) => {
                let counts = |point: &&Point| success.scores().contains(&(point.x as i32));
                let share: f64 = lines[0]
                    .points
                    .iter()
                    .filter(counts)
                    .filter_map(|point| point.share.value())
                    .sum();
                format!(
                    "{} {}; {}",
                    capital(&self.success_words()),
                    about(share.min(1.0)),
                    mode.replacen("Likeliest", "likeliest", 1).replacen("Equally", "equally", 1)
                )
            }
        };
        self.finish(
            title,
            subtitle,
            vec![Panel { title: String::new(), plot: Bars { axis, series: lines } }],
        )
    }

    /// How likely a score is, or one at least or at most as high.
    pub(super) fn margin(&self) -> Result<Drawn> {
        let view = self.picture.view.unwrap_or(View::AtLeast);
        if view == View::Exactly {
            return self.bars();
        }
        let (axis, lines) = self.outcome_lines(view)?;
        let most = if view == View::AtLeast { "at least" } else { "at most" };
        let title = super::words::of_lines(&axis, lines.iter());
        let subtitle = format!("Chance that {} is {most} so much, per cent", axis.title);
        self.finish(
            title,
            subtitle,
            vec![Panel { title: String::new(), plot: Curve { axis, lines, join: Join::Steps } }],
        )
    }

    /// A line of outcomes for each case.
    fn outcome_lines(&self, view: View) -> Result<(Axis, Vec<Line>)> {
        let shown = self.shown()?;
        let column = shown[0].column.clone();
        let same = |other: &Column| {
            other.name == column.name && other.scale.names() == column.scale.names()
        };
        let ladders = shown
            .iter()
            .filter(|shown| shown.column.name == column.name)
            .flat_map(|shown| self.ladders(shown.check, &shown.column));
        if ladders.into_iter().any(|names| names != column.scale.names()) {
            return Err(self.nothing("its cases have different rungs: draw them apart"));
        }
        let mut found: Vec<(String, Distribution)> = Vec::new();
        for shown in shown.iter().filter(|shown| same(&shown.column)) {
            let (distributions, axes) = self.distributions(shown)?;
            let labelled = self.work.answers.checks.len() > 1 || axes.is_empty();
            found.extend(
                distributions
                    .into_iter()
                    .map(|distribution| (name(&distribution, &axes, labelled), distribution)),
            );
        }
        if found.len() > MOST {
            return Err(
                self.nothing(&format!("its column has more than {MOST} cases: sweep fewer values"))
            );
        }
        let mut scores: Vec<i64> = found
            .iter()
            .flat_map(|(_, found)| &found.outcomes)
            .filter_map(|outcome| outcome.score)
            .collect();
        scores.sort_unstable();
        scores.dedup();
        let names = column.scale.names();
        let title = numbered(&column);
        let axis = if names.is_empty() {
            Axis::numbers(title)
        } else {
            Axis::named(title, names.iter().map(|name| read_as(name)))
        };
        let axis = column
            .scale
            .capped_at()
            .filter(|cap| scores.last() == Some(&i64::from(*cap)))
            .map_or(axis.clone(), |cap| axis.capped(f64::from(cap)));
        let line = |(label, distribution): &(String, Distribution)| {
            let point = |&score: &i64| {
                let counts = |outcome: &&Outcome| match view {
                    View::Exactly => outcome.score == Some(score),
                    View::AtLeast => outcome.score.is_some_and(|other| other >= score),
                    View::AtMost => outcome.score.is_some_and(|other| other <= score),
                };
                let outcomes: Vec<&Outcome> = distribution.outcomes.iter().filter(counts).collect();
                let mut share = share(&outcomes, distribution);
                // An empty sum is exact or sampled as the others are.
                share.exact = share.exact.filter(|_| {
                    distribution.outcomes.iter().any(|outcome| outcome.exact.is_some())
                });
                Point { x: score as f64, share }
            };
            let label = if label.is_empty() { read_as(column.name) } else { label.clone() };
            Line {
                label,
                check: distribution.check.clone(),
                points: scores.iter().map(point).collect(),
            }
        };
        Ok((axis, found.iter().map(line).collect()))
    }

    /// The likeliest outcome of each of the first lines.
    fn mode_words(&self, axis: &Axis, lines: &[Line]) -> String {
        let mode = |line: &Line| {
            let best = line.points.iter().rev().max_by(|a, b| {
                a.share.value().unwrap_or(0.0).total_cmp(&b.share.value().unwrap_or(0.0))
            })?;
            let name = super::words::at(axis, best.x).replacen("at ", "", 1);
            let likeliest = best.share.value()?;
            let seen = line
                .points
                .iter()
                .filter_map(|point| point.share.exact)
                .filter(|share| *share > 0.0);
            if seen.clone().count() > 1
                && seen.clone().all(|share| (share - likeliest).abs() < 1e-9)
            {
                return Some(format!("each of {} at {}", seen.count(), about(likeliest)));
            }
            Some(format!("{name} at {}", about(likeliest)))
        };
        match lines {
            [line] => match mode(line).unwrap_or_default() {
                even if even.starts_with("each") => format!("Equally likely: {even}"),
                mode => format!("Likeliest: {mode}"),
            },
            _ => {
                let each: Vec<String> = lines
                    .iter()
                    .take(3)
                    .filter_map(|line| Some(format!("{} {}", line.label, mode(line)?)))
                    .collect();
                format!("Likeliest: {}", each.join("; "))
            }
        }
    }
}
