//! A score that is told again and again, and how it spreads: bands of quantiles, median and mean along an index.

use super::axis::{Across, Span, beside, grid};
use super::data::{Axis, finite, nothing};
use super::few;
use super::figure::{Panel, Place, Plot};
use super::legend::{Key, Mark};
use super::sheet::{Area, Sheet};
use super::theme::{INK, PAPER, Pen, Pens};
use super::ticks::{Ticks, number, plainly};
use crate::error::Result;

/// How a score spreads along an index.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fan {
    /// The axis along the foot: the index.
    pub axis: Axis,
    /// What the score is, with its unit.
    pub score: String,
    /// The check, whose system gives the colour.
    pub check: String,
    /// The spread at each place, by rising place.
    pub spreads: Vec<Spread>,
}

/// Quantiles and mean of a score at a place.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spread {
    /// The place on the axis.
    pub x: f64,
    /// The quantiles at 5, 25, 50, 75 and 95 %.
    pub quantiles: [f64; 5],
    /// The mean.
    pub mean: f64,
}

const OUTER: f64 = 0.12;
const INNER: f64 = 0.25;
/// Up to so many places stand apart, each with a box and a line; bands would fill the picture.
const APART: usize = 20;
const MEAN: Pen = Pen { paint: INK, dash: &[2, 3] };

impl Plot for Fan {
    fn check(&self) -> Result<()> {
        if self.spreads.is_empty() {
            return Err(nothing("the fan has no place"));
        }
        self.spreads
            .iter()
            .flat_map(|spread| spread.quantiles.into_iter().chain([spread.x, spread.mean]))
            .try_for_each(finite)
    }

    fn settle(all: &mut [Panel<Fan>]) -> Vec<String> {
        let Some((kept, note)) = few::thinned(&across(all).places, few::PLACES, None) else {
            return Vec::new();
        };
        let spreads = all.iter_mut().map(|panel| &mut panel.plot.spreads);
        spreads.for_each(|spreads| spreads.retain(|spread| kept.contains(&spread.x.to_bits())));
        vec![note]
    }

    fn sides(all: &[Panel<Fan>], _: bool, _: f64) -> (f64, f64) {
        (beside(&scores(all).1), 12.0)
    }

    fn foot(all: &[Panel<Fan>], wide: f64) -> f64 {
        across(all).foot(wide)
    }

    fn height(all: &[Panel<Fan>], wide: f64) -> f64 {
        if all.len() == 1 {
            (wide * 0.46).clamp(200.0, 360.0)
        } else {
            (wide * 0.62).clamp(130.0, 260.0)
        }
    }

    fn keys(all: &[Panel<Fan>], _: bool) -> Vec<Key> {
        let paint = pens(all).get(&all[0].plot.check, "").paint;
        let key = |mark, name: &str| Key { mark, name: name.to_owned() };
        let (strong, line) = (Pen::solid(paint.towards(INK, 0.6)), Pen::solid(paint));
        let [median, most, mean] = if apart(all) {
            [Mark::Line(strong), Mark::Line(line), Mark::Dot(INK)]
        } else {
            [Mark::Line(line), Mark::Square(paint, OUTER), Mark::Line(MEAN)]
        };
        vec![
            key(median, "median"),
            key(Mark::Square(paint, INNER + OUTER), "25 to 75 %"),
            key(most, "5 to 95 %"),
            key(mean, "mean"),
        ]
    }

    fn foot_title(all: &[Panel<Fan>]) -> &str {
        &all[0].plot.axis.title
    }

    fn side_title(all: &[Panel<Fan>]) -> &str {
        &all[0].plot.score
    }

    fn draw(&self, sheet: &Sheet, place: &Place<Fan>) -> Result<()> {
        let (across, plot, (values, ticks)) = (across(place.all), place.plot, scores(place.all));
        let up = Span { values, pixels: (plot.bottom, plot.top) };
        grid(sheet, plot, up, &ticks, place.first)?;
        let (span, paint) =
            (across.span((plot.left, plot.right)), pens(place.all).get(&self.check, "").paint);
        let edge = |quantile: usize| {
            self.spreads
                .iter()
                .map(move |spread| (span.at(spread.x), up.at(spread.quantiles[quantile])))
        };
        let mean = |spread: &Spread| (span.at(spread.x), up.at(spread.mean));
        if apart(place.all) {
            let half = (across.slot(plot.width()) * 0.2).clamp(2.0, 9.0);
            for spread in &self.spreads {
                let (x, [least, low, median, high, most]) =
                    (span.at(spread.x), spread.quantiles.map(|quantile| up.at(quantile)));
                sheet.line(&[(x, least), (x, most)], Pen::solid(paint), 1.2)?;
                let half_of_all = Area { left: x - half, top: high, right: x + half, bottom: low };
                sheet.bar(half_of_all, PAPER, 1.0)?;
                sheet.bar(half_of_all, paint, INNER + OUTER)?;
                let middle = [(x - half, median), (x + half, median)];
                sheet.line(&middle, Pen::solid(paint.towards(INK, 0.6)), 2.6)?;
                sheet.dot(mean(spread), 2.6, INK)?;
            }
        } else {
            for (low, high, opacity) in [(0, 4, OUTER), (1, 3, INNER)] {
                let band: Vec<(f64, f64)> = edge(high).chain(edge(low).rev()).collect();
                sheet.shape(&band, paint, opacity)?;
            }
            sheet.line(&edge(2).collect::<Vec<_>>(), Pen::solid(paint), 2.2)?;
            sheet.line(&self.spreads.iter().map(mean).collect::<Vec<_>>(), MEAN, 1.6)?;
        }
        for spread in &self.spreads {
            let [five, quarter, median, three, most] = spread.quantiles.map(plainly);
            let words = format!(
                "median {median}, mean {}\nhalf from {quarter} to {three}, nine in ten from {five} to {most}",
                plainly(spread.mean)
            );
            sheet.hint(
                across.column(spread.x, plot),
                format!("{}\n{words}", self.axis.words(spread.x)),
            );
        }
        if place.foot { across.draw(sheet, plot) } else { Ok(()) }
    }
}

fn across(all: &[Panel<Fan>]) -> Across<'_> {
    Across::new(
        &all[0].plot.axis,
        all.iter().flat_map(|panel| &panel.plot.spreads).map(|spread| spread.x).collect(),
        apart(all),
    )
}

fn apart(all: &[Panel<Fan>]) -> bool {
    all.iter().all(|panel| panel.plot.spreads.len() <= APART)
}

fn pens(all: &[Panel<Fan>]) -> Pens {
    Pens::of(all.iter().map(|panel| (panel.plot.check.as_str(), "")))
}

/// The ends of the scores' scale, and its ticks.
fn scores(all: &[Panel<Fan>]) -> ((f64, f64), Vec<(f64, String)>) {
    let spreads = || all.iter().flat_map(|panel| &panel.plot.spreads);
    let low =
        spreads().map(|spread| spread.quantiles[0].min(spread.mean)).fold(f64::INFINITY, f64::min);
    let high = spreads()
        .map(|spread| spread.quantiles[4].max(spread.mean))
        .fold(f64::NEG_INFINITY, f64::max);
    // Nothing is part of the picture where it is near.
    let low = if low > 0.0 && low < 0.5 * high { 0.0 } else { low };
    let ticks = Ticks::around(low, high.max(low + 1e-9), 5, false);
    let names =
        ticks.values.iter().map(|value| (*value, number(*value, ticks.decimals()))).collect();
    (
        (
            ticks.values.first().copied().unwrap_or(low),
            ticks.values.last().copied().unwrap_or(high),
        ),
        names,
    )
}
