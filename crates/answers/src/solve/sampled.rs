//! Search with sampled shares, which gives an interval for the solution.

use std::collections::BTreeMap;

use super::curve::{Proof, ShareCurve, Trend, bisect};
use super::solution::{Solution, Target};
use oddsmith_base::{Error, Result};
use oddsmith_engine::odds::{ERROR, Estimate, Progress, Sample, Sampled};

/// Sampled shares, each simulated on first use.
struct Played<'a> {
    curve: &'a ShareCurve<'a>,
    values: Vec<i32>,
    sure: Vec<Option<f64>>,
    found: BTreeMap<usize, Sampled>,
    /// Error probability of each interval: all of them together miss at most 5 % of the time.
    alpha: f64,
    run: Sample,
    progress: &'a Progress,
}

impl Played<'_> {
    fn share(&mut self, place: usize) -> Result<Sampled> {
        if let Some(found) = self.found.get(&place) {
            return Ok(*found);
        }
        let found = match self.sure[place] {
            Some(share) => Sampled { value: share, low: share, high: share },
            None => self.count(self.values[place])?,
        };
        self.found.insert(place, found);
        Ok(found)
    }

    fn count(&self, value: i32) -> Result<Sampled> {
        let case = self.curve.case(value)?;
        let (place, scores) = self.curve.target(case.columns())?;
        case.playable()?;
        let tallies = case.sample_watched(self.run, self.progress)?.missing(self.alpha);
        Ok(tallies.columns[place].estimate(scores))
    }
}

/// Returns the value nearest to the target, with shares sampled at a dozen values; the rule accepts
/// at least one of them. The share is
/// assumed to have a trend: sampled shares can contradict a trend, but not prove it.
pub(super) fn played(
    curve: &ShareCurve,
    asked: &[i32],
    target: Target,
    progress: &Progress,
) -> Result<Solution> {
    let (values, sure) = curve.accepted(asked)?;
    let last = values.len() - 1;
    // Number of samples: two for each halving, and a few around the solution.
    let looks = 2.0 * f64::from(usize::BITS - last.leading_zeros()) + 8.0;
    let effort = curve.grid.effort;
    let run = Sample { trials: effort.sampling().trials(), seed: effort.seed() };
    let (found, alpha) = (BTreeMap::new(), ERROR / looks);
    let mut played = Played { curve, values, sure, found, alpha, run, progress };
    let (first_share, last_share) = (played.share(0)?, played.share(last)?);
    let trend = match (first_share, last_share) {
        (first, last) if first.low > last.high => Trend::Falling,
        (first, last) if first.high < last.low => Trend::Rising,
        _ => Trend::Flat,
    };
    let mut high = bisect(last, |place| {
        let share = played.share(place)?.value;
        Ok(if trend == Trend::Rising { share < target.share } else { share > target.share })
    })?;
    let mut low = high.saturating_sub(1);
    // Extend on both sides until the interval excludes the target.
    let around = |share: Sampled| share.low <= target.share && target.share <= share.high;
    while low > 0 && around(played.share(low)?) {
        low -= 1;
    }
    while high < last && around(played.share(high)?) {
        high += 1;
    }
    contradicts(&played, trend)?;
    finished(played, (low, high), target, trend)
}

/// Returns the solution among the values with indices `low..=high`.
fn finished(
    mut played: Played,
    (low, high): (usize, usize),
    target: Target,
    trend: Trend,
) -> Result<Solution> {
    let shares = (low..=high).map(|at| Ok((at, played.share(at)?))).collect::<Result<Vec<_>>>()?;
    let values = played.values.clone();
    let spots: Vec<(i32, f64)> =
        shares.iter().map(|(at, share)| (values[*at], share.value)).collect();
    let found = target.pick(&spots, trend);
    // Smallest and largest possible distance of a share from the target.
    let least =
        |share: &Sampled| (share.low - target.share).max(target.share - share.high).max(0.0);
    let most = |share: &Sampled| (share.high - target.share).max(target.share - share.low);
    let closest = shares.iter().map(|(_, share)| most(share)).fold(f64::INFINITY, f64::min);
    let may_be = |(_, share): &&(usize, Sampled)| match target.never_below {
        true => share.high >= target.share,
        false => least(share) <= closest,
    };
    let candidates: Vec<i32> = shares.iter().filter(may_be).map(|(at, _)| values[*at]).collect();
    let mut at = |value: Option<i32>| -> Result<Option<Estimate>> {
        let place = value.and_then(|value| values.binary_search(&value).ok());
        let estimate = |sampled| Estimate { exact: None, sampled: Some(sampled) };
        place.map(|place| played.share(place).map(estimate)).transpose()
    };
    let value = found.map(|spot| spot.0);
    let ends = [at(values.first().copied())?, at(values.last().copied())?];
    let missed = ends.iter().flatten().all(|end| end.low() > target.share)
        || ends.iter().flatten().all(|end| end.high() < target.share);
    let nearest = Target { never_below: false, ..target }.pick(&spots, trend).filter(|_| missed);
    let nearest = nearest.map(|(value, _)| Ok::<_, Error>((value, at(Some(value))?)));
    Ok(Solution {
        nearest: nearest.transpose()?.and_then(|(value, share)| Some((value, share?))),
        hardest_certain: None,
        value,
        share: at(value)?,
        below: at(value.map(|value| value - 1))?,
        above: at(value.map(|value| value + 1))?,
        between: value.map(|value| {
            let low = candidates.first().map_or(value, |low| value.min(*low));
            (low, candidates.last().map_or(value, |high| value.max(*high)))
        }),
        trend,
        proof: Proof::Counted,
    })
}

/// Returns an error if the sampled shares contradict the trend.
fn contradicts(played: &Played, trend: Trend) -> Result<()> {
    let shares: Vec<(usize, Sampled)> =
        played.found.iter().map(|(&at, &share)| (at, share)).collect();
    for (i, (at, share)) in shares.iter().enumerate() {
        for (before, earlier) in &shares[..i] {
            let wrong = match trend {
                Trend::Rising => earlier.low > share.high,
                Trend::Falling => earlier.high < share.low,
                Trend::Flat => earlier.low > share.high || earlier.high < share.low,
            };
            if wrong {
                let [before, at] = [before, at].map(|&at| played.values[at]);
                let field = &played.curve.grid.field;
                return Err(Error::question(format!(
                    "the chance both rises and falls with `{field}`, around {before} to {at}"
                ))
                .with_hint(format!(
                    "give a range where it only rises or falls, for example \
                        `{field}={before}..{at}`"
                )));
            }
        }
    }
    Ok(())
}
