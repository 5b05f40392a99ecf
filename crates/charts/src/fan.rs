//! Fan charts of an indexed score: bands of quantiles, median and mean along an index.

use super::axis::{beside, grid, scale};
use super::data::{Axis, Values, finite, nothing};
use super::few;
use super::figure::{Panel, Place, Plot};
use super::legend::{Key, Mark};
use super::sheet::{Area, Sheet};
use super::theme::{INK, PAPER, Pen, Pens};
use oddsmith_base::Result;
use oddsmith_text::numbers::plain;

/// A fan chart: the distribution of a score along an index, such as the step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fan {
    /// The horizontal axis: the index.
    pub axis: Axis,
    /// The name of the score, with its unit.
    pub score: String,
    /// The check, whose system determines the color.
    pub check: String,
    /// The spread at each place, in increasing order of place.
    pub spreads: Vec<Spread>,
}

/// The quantiles and the mean of a score at a place.
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
/// Maximum number of places that are drawn as box plots; more are drawn as bands.
const APART: usize = 20;
const MEAN: Pen = Pen { paint: INK, dash: &[2, 3] };

impl Plot for Fan {
    const HEIGHTS: [(f64, f64, f64); 2] = [(0.46, 200.0, 360.0), (0.62, 130.0, 260.0)];

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
        let rows = all.iter_mut().map(|panel| &mut panel.plot.spreads);
        few::thin(rows, |spread| spread.x, few::PLACES, None).into_iter().collect()
    }

    fn along(&self) -> (&Axis, Vec<f64>) {
        (&self.axis, self.spreads.iter().map(|spread| spread.x).collect())
    }

    fn bands(all: &[Panel<Fan>]) -> bool {
        apart(all)
    }

    fn sides(all: &[Panel<Fan>], _: bool, _: f64) -> (f64, f64) {
        (beside(&scores(all).1), 12.0)
    }

    fn keys(all: &[Panel<Fan>], _: bool) -> Vec<Key> {
        let paint = pens(all).get(&all[0].plot.check, "").paint;
        let (strong, line) = (Pen::from(paint.towards(INK, 0.6)), Pen::from(paint));
        let [median, most, mean] = if apart(all) {
            [Mark::Line(strong), Mark::Line(line), Mark::Dot(INK)]
        } else {
            [Mark::Line(line), Mark::Square(paint, OUTER), Mark::Line(MEAN)]
        };
        let half = Mark::Square(paint, INNER + OUTER);
        let names = ["median", "25 to 75 %", "5 to 95 %", "mean"].map(str::to_owned);
        [median, half, most, mean].into_iter().zip(names).collect()
    }

    fn side_title(all: &[Panel<Fan>]) -> &str {
        &all[0].plot.score
    }

    fn draw(&self, sheet: &Sheet, place: &Place<Fan>) {
        let (across, plot) = (Fan::across(place.all), place.plot);
        let (values, ticks) = scores(place.all);
        let up = grid(sheet, plot, values, &ticks, place.first);
        let span = across.span((plot.left, plot.right));
        let paint = pens(place.all).get(&self.check, "").paint;
        let edge = |quantile: usize| {
            let at = move |spread: &Spread| (span.at(spread.x), up.at(spread.quantiles[quantile]));
            self.spreads.iter().map(at)
        };
        let mean = |spread: &Spread| (span.at(spread.x), up.at(spread.mean));
        if apart(place.all) {
            let half = (across.slot(plot.width()) * 0.2).clamp(2.0, 9.0);
            for spread in &self.spreads {
                let (x, [least, low, median, high, most]) =
                    (span.at(spread.x), spread.quantiles.map(|quantile| up.at(quantile)));
                sheet.upright(x, (least, most), paint, 1.2);
                let half_of_all = Area { left: x - half, top: high, right: x + half, bottom: low };
                sheet.bar(half_of_all, PAPER, 1.0);
                sheet.bar(half_of_all, paint, INNER + OUTER);
                sheet.level(median, (x - half, x + half), paint.towards(INK, 0.6), 2.6);
                sheet.dot(mean(spread), 2.6, INK);
            }
        } else {
            for (low, high, opacity) in [(0, 4, OUTER), (1, 3, INNER)] {
                let band: Vec<(f64, f64)> = edge(high).chain(edge(low).rev()).collect();
                sheet.shape(&band, paint, opacity);
            }
            sheet.line(&edge(2).collect::<Vec<_>>(), paint, 2.2);
            sheet.line(&self.spreads.iter().map(mean).collect::<Vec<_>>(), MEAN, 1.6);
        }
        for spread in &self.spreads {
            let [five, quarter, median, three, most] =
                spread.quantiles.map(|score| plain(score, 3));
            let (x, mean) = (self.axis.words(spread.x), plain(spread.mean, 3));
            let words = format!(
                "{x}\nmedian {median}, mean {mean}\n\
                half from {quarter} to {three}, nine in ten from {five} to {most}"
            );
            sheet.hint(across.column(spread.x, plot), words);
        }
        across.draw(sheet, plot, place.foot);
    }
}

fn apart(all: &[Panel<Fan>]) -> bool {
    all.iter().all(|panel| panel.plot.spreads.len() <= APART)
}

fn pens(all: &[Panel<Fan>]) -> Pens {
    Pens::of(all.iter().map(|panel| (panel.plot.check.as_str(), "")))
}

/// Returns the ends of the scores' scale, and its ticks.
fn scores(all: &[Panel<Fan>]) -> ((f64, f64), Vec<(f64, String)>) {
    let spreads = all.iter().flat_map(|panel| &panel.plot.spreads);
    let reach = |Spread { quantiles, mean, .. }: &Spread| [quantiles[0], quantiles[4], *mean];
    scale(spreads.flat_map(reach), &Values::Numbers(String::new()))
}
