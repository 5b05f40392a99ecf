//! Share of an event as a function of one field, with all others fixed, and its trend.

use std::ops::RangeInclusive;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::SolveGrid;
use oddsmith_base::{Error, ErrorKind, Result};
use oddsmith_engine::odds::{Event, Histogram, NOISE, start_threads};
use oddsmith_engine::rule::Column;
use oddsmith_registry::{Build, Case, Need, Settings, Value};
use oddsmith_scenario::BUDGET;
use oddsmith_text::numbers::per_cent;

/// Check with one variable field; all others are fixed.
#[derive(Clone, Debug)]
pub(super) struct ShareCurve<'a> {
    /// Search, which names the variable field.
    pub grid: &'a SolveGrid<'a>,
    /// Values of the other fields that are given.
    given: Vec<(String, Value)>,
    /// Event whose share is computed.
    pub event: Event,
    /// Settings at one value, copied and changed for the other values.
    pub base: Settings,
    /// Maximum number of branches of an exact share.
    pub budget: u64,
}

/// Direction of a share as the field increases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Trend {
    /// The share rises or stays equal.
    Rising,
    /// The share falls or stays equal.
    Falling,
    /// The share is the same at all values.
    Flat,
}

/// Range of values in which the trend is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum Proof {
    /// Proved at all candidate values, from the first to the second.
    Whole(i32, i32),
    /// Proved from the first value to the second; the rest would exceed the budget of branches.
    Part(i32, i32),
    /// Not proved: sampled shares prove no trend.
    Counted,
}

/// Value of the field with its exact share.
pub(super) type Spot = (i32, f64);

/// Number of values that are computed in parallel.
const CHUNK: usize = 256;

/// Number of values on each side of the default that are tried first if each is compiled.
const FIRST_WIDTH: usize = 12;

/// Change of the share below which the end of the curve counts as flat, after the range doubled.
const FLAT: f64 = 1e-5;

impl<'a> ShareCurve<'a> {
    /// Creates the curve at a point of the axes. The event is resolved with the columns of the first
    /// accepted value, in order of absolute value.
    ///
    /// # Errors
    /// If the rule rejects all values, or lacks the column or outcome.
    pub fn new(
        grid: &'a SolveGrid<'a>,
        at: &[(String, Value)],
        values: &[i32],
    ) -> Result<ShareCurve<'a>> {
        let given: Vec<(String, Value)> = grid.given.iter().chain(at).cloned().collect();
        let mut order = values.to_vec();
        order.sort_by_key(|value| value.abs());
        let mut refused = None;
        for value in order {
            match grid.case(&given, value) {
                Ok(case) => {
                    let event = grid.event.clone();
                    let event = event.settled([case.columns()], grid.entry.called())?;
                    let columns = case.columns().to_vec();
                    let budget = grid.effort.budget().unwrap_or(BUDGET);
                    let curve = ShareCurve { grid, given, event, base: case.settings, budget };
                    return curve.target(&columns).map(|_| curve);
                }
                Err(error) => refused = refused.or(Some(error)),
            }
        }
        Err(refused.unwrap_or_else(|| Error::question("there is no value to choose from")))
    }

    /// Builds the case with this value of the field.
    ///
    /// # Errors
    /// If the rule rejects the value.
    pub fn case(&self, value: i32) -> Result<Case> {
        let SolveGrid { entry, field, .. } = self.grid;
        match self.base.with_number(&entry.fields, field, value) {
            Some(settings) => Case::new(entry.clone(), settings),
            None => self.grid.case(&self.given, value),
        }
    }

    /// Returns the index of the event's column and the scores of the event.
    ///
    /// # Errors
    /// If the check has no such event.
    pub fn target(&self, columns: &[Column]) -> Result<(usize, RangeInclusive<i32>)> {
        self.event.target(columns).ok_or_else(|| no_event(self.grid.entry.called()))
    }

    /// Returns the values that the rule accepts, each with its share if that is 0 or 1 because no
    /// score of the scale is in the event, or every score is.
    pub fn accepted(&self, values: &[i32]) -> Result<(Vec<i32>, Vec<Option<f64>>)> {
        start_threads();
        let accepted = |&value: &i32| {
            let Ok(case) = self.case(value) else { return Ok(None) };
            let (place, scores) = self.target(case.columns())?;
            let column = &case.columns()[place];
            let (low, high) = (column.scale.low(), column.scale.high());
            let share = if *scores.end() < low || *scores.start() > high {
                Some(0.0)
            } else if *scores.start() <= low && *scores.end() >= high && !column.may_be_none {
                Some(1.0)
            } else {
                None
            };
            Ok(Some((value, share)))
        };
        let all = values.par_iter().with_min_len(CHUNK).map(accepted);
        Ok(all.collect::<Result<Vec<_>>>()?.into_iter().flatten().unzip())
    }

    /// Narrows rising values to those among which the targets are searched. A house rule is
    /// compiled for each value, so the range starts around the field's default and doubles until
    /// the shares at its ends enclose each target, the ends are flat, or the budget is spent.
    ///
    /// # Errors
    /// If the event is missing, or an exact share fails for a reason other than its size.
    pub(super) fn near(&self, values: &[i32], targets: &[f64]) -> Result<Vec<i32>> {
        let SolveGrid { entry, field, .. } = self.grid;
        let default = match entry.field(field).map(|field| field.need) {
            Some(Need::Default(text) | Need::Required(text)) => text.parse().unwrap_or(0),
            _ => 0,
        };
        let centre = values.partition_point(|&value| value < default);
        let (mut spent, mut width, mut before) = (0, FIRST_WIDTH, None);
        loop {
            let (from, to) = (centre.saturating_sub(width), (centre + width).min(values.len()));
            let near = &values[from..to];
            let all = near.len() == values.len();
            if all || matches!(entry.build, Build::Code(_)) {
                return Ok(values.to_vec());
            }
            // Values beyond a rejected end can't be solutions.
            let ends = [(from > 0).then(|| near.first()), (to < values.len()).then(|| near.last())];
            let mut shares = Vec::new();
            for (side, end) in ends.into_iter().enumerate() {
                let taken = |value: &&i32| self.case(**value).is_ok();
                let end = end.flatten().filter(taken).or_else(|| match side {
                    0 => near.iter().find(taken),
                    _ => near.iter().rfind(taken),
                });
                let Some(&end) = end else { break };
                match self.exact(end) {
                    Ok((share, branches)) => {
                        spent += branches;
                        shares.push(share);
                    }
                    Err(error) if error.kind() == ErrorKind::TooLarge => return Ok(near.to_vec()),
                    Err(error) => return Err(error),
                }
            }
            if let [first, last] = shares[..] {
                let (low, high) = (first.min(last), first.max(last));
                let within = |target: &f64| low <= *target && *target <= high;
                // Nearly flat ends mean no solution beyond; shares of 0 or 1 may still change
                // farther out.
                let flat = |[one, other]: [f64; 2]| {
                    let still = (one - first).abs() < FLAT && (other - last).abs() < FLAT;
                    still && ![first, last].iter().all(|share| [0.0, 1.0].contains(share))
                };
                if targets.iter().all(within) || spent > self.budget || before.is_some_and(flat) {
                    return Ok(near.to_vec());
                }
                before = Some([first, last]);
            }
            width *= 2;
        }
    }

    /// Returns the exact share at a value, and the number of branches it took.
    pub(super) fn exact(&self, value: i32) -> Result<(f64, u64)> {
        let case = self.case(value)?.about(&self.event);
        let (place, scores) = self.target(case.columns())?;
        let laws = case.law(self.budget)?;
        Ok((laws.columns[place].within(scores).value, laws.branches))
    }

    /// Returns the share at each of these values, looked up in the law of one; `None` if the field
    /// does more than move scores, or that law takes more branches than the budget.
    ///
    /// # Errors
    /// If the check has no such event, or can't be built.
    fn shifted_shares(&self, values: &[i32]) -> Result<Option<Vec<f64>>> {
        let SolveGrid { entry, field, .. } = self.grid;
        let moves = entry.moves.iter().find(|(moves, _)| *moves == *field);
        let Some(&(_, by)) = moves else { return Ok(None) };
        let Some(&Value::Integer(from)) = self.base.get(field) else { return Ok(None) };
        let takes = |&value: &i32| self.base.with_number(&entry.fields, field, value).is_some();
        // What takes the lowest and the highest value takes all between them.
        if ![values.first(), values.last()].into_iter().flatten().all(takes) {
            return Ok(None);
        }
        let case = self.case(from)?;
        let (place, scores) = self.target(case.columns())?;
        let laws = match case.law(self.budget) {
            Ok(laws) => laws,
            Err(error) if error.kind() == ErrorKind::TooLarge => return Ok(None),
            Err(error) => return Err(error),
        };
        let law = &laws.columns[place];
        let (low, high) = (law.scale().low(), law.scale().high());
        let sure = !case.columns()[place].may_be_none;
        let share = |value: &i32| {
            // Scores that have no end have none wherever they are moved to.
            let moved = by * (value - from);
            let there = |end: i32| match end {
                i32::MIN | i32::MAX => end,
                end => end.saturating_sub(moved),
            };
            let (least, most) = (there(*scores.start()), there(*scores.end()));
            match sure && least <= low && most >= high {
                true => 1.0,
                false => law.within(least..=most).value,
            }
        };
        Ok(Some(values.iter().map(share).collect()))
    }
}

/// Exact shares along a curve: computed first where they locate the target, then where they prove
/// the trend.
#[derive(Debug)]
pub(super) struct Scan<'a> {
    curve: &'a ShareCurve<'a>,
    /// Values that the rule accepts, rising.
    values: Vec<i32>,
    /// Share at each value, if computed.
    shares: Vec<Option<f64>>,
}

impl<'a> Scan<'a> {
    /// Creates a scan over rising values, at least one of which the rule accepts.
    pub fn new(curve: &'a ShareCurve<'a>, asked: &[i32]) -> Result<Scan<'a>> {
        let (values, shares) = match curve.shifted_shares(asked)? {
            Some(shares) => (asked.to_vec(), shares.into_iter().map(Some).collect()),
            None => curve.accepted(asked)?,
        };
        Ok(Scan { curve, values, shares })
    }

    fn share(&mut self, place: usize) -> Result<f64> {
        if let Some(share) = self.shares[place] {
            return Ok(share);
        }
        let (share, _) = self.curve.exact(self.values[place])?;
        self.shares[place] = Some(share);
        Ok(share)
    }

    /// Computes the needed shares and returns the trend; `None` if a law exceeds the budget.
    ///
    /// # Errors
    /// If the share both rises and falls.
    pub fn prove(&mut self, targets: &[f64]) -> Result<Option<(Trend, Proof)>> {
        let places = targets.iter().map(|&target| self.bisect(target)).collect::<Result<Vec<_>>>();
        match places.and_then(|places| self.outward(&places)) {
            Err(error) if error.kind() == ErrorKind::TooLarge => Ok(None),
            Err(error) => Err(error),
            Ok(()) => self.trend().map(Some),
        }
    }

    /// Returns the index at which the share passes the target, provided there is a trend.
    fn bisect(&mut self, target: f64) -> Result<usize> {
        let last = self.values.len() - 1;
        let rising = self.share(0)? <= self.share(last)?;
        bisect(last, |place| {
            let share = self.share(place)?;
            Ok(if rising { share < target } else { share > target })
        })
    }

    /// Computes the missing shares, from the given indices outwards, until the budget is spent.
    fn outward(&mut self, places: &[usize]) -> Result<()> {
        let mut open: Vec<usize> =
            (0..self.values.len()).filter(|&at| self.shares[at].is_none()).collect();
        open.sort_by_key(|&at| places.iter().map(|place| at.abs_diff(*place)).min());
        start_threads();
        let mut spent = 0;
        for chunk in open.chunks(CHUNK) {
            let exact = |&at: &usize| self.curve.exact(self.values[at]);
            // Large laws are computed in small groups, so that the budget is not exceeded by much.
            let few = spent > self.curve.budget / 16;
            for part in chunk.chunks(if few { 8 } else { CHUNK.min(32) }) {
                if spent > self.curve.budget {
                    return Ok(());
                }
                let found: Vec<Result<(f64, u64)>> = part.par_iter().map(exact).collect();
                for (&at, found) in part.iter().zip(found) {
                    let (share, branches) = found?;
                    self.shares[at] = Some(share);
                    spent += branches;
                }
            }
        }
        Ok(())
    }

    /// Returns the values whose shares are computed, rising.
    pub fn spots(&self) -> Vec<Spot> {
        let spot = |(&value, share): (&i32, &Option<f64>)| Some((value, (*share)?));
        self.values.iter().zip(&self.shares).filter_map(spot).collect()
    }

    fn trend(&self) -> Result<(Trend, Proof)> {
        let spots = self.spots();
        let trend = trend(&spots).map_err(|[one, two, three]| {
            let at = |(value, share): Spot| format!("{} % at {value}", per_cent(share, 2));
            Error::question(format!(
                "the chance both rises and falls with `{}`: {}, {}, {}",
                self.curve.grid.field,
                at(one),
                at(two),
                at(three)
            ))
            .with_hint(format!(
                "give a range where it only rises or only falls, for example `{}={}..{}`, or \
                    list it with `odds`",
                self.curve.grid.field, one.0, two.0
            ))
        })?;
        // The longest range of values without a missing share; the first of equally long ones.
        let known: Vec<(i32, bool)> = self
            .values
            .iter()
            .zip(&self.shares)
            .map(|(at, share)| (*at, share.is_some()))
            .collect();
        let ranges = known.chunk_by(|one, next| one.1 == next.1).filter(|range| range[0].1);
        let longest = ranges.rev().max_by_key(|range| range.len()).unwrap_or_default();
        let ends = longest.first().zip(longest.last());
        let (first, last) = ends.map_or((0, 0), |(first, last)| (first.0, last.0));
        Ok((
            trend,
            match longest.len() == known.len() {
                true => Proof::Whole(first, last),
                false => Proof::Part(first, last),
            },
        ))
    }
}

/// Returns the trend of exact shares. The error has three contradicting spots if the shares both
/// rise and fall.
pub(super) fn trend(spots: &[Spot]) -> std::result::Result<Trend, [Spot; 3]> {
    let mut found: Option<(Trend, Spot)> = None;
    for pair in spots.windows(2) {
        let step = pair[1].1 - pair[0].1;
        let way = match step {
            step if step > NOISE => Trend::Rising,
            step if step < -NOISE => Trend::Falling,
            _ => continue,
        };
        match found {
            None => found = Some((way, pair[0])),
            Some((known, _)) if known == way => {}
            Some((_, from)) => return Err([from, pair[0], pair[1]]),
        }
    }
    Ok(found.map_or(Trend::Flat, |(trend, _)| trend))
}

/// Returns the first index of `1..last` for which `is_before` is false, or `last`; it must be true
/// up to some index and false from there on.
pub(super) fn bisect(
    last: usize,
    mut is_before: impl FnMut(usize) -> Result<bool>,
) -> Result<usize> {
    let (mut low, mut high) = (0, last);
    while high - low > 1 {
        let middle = (low + high) / 2;
        if is_before(middle)? { low = middle } else { high = middle }
    }
    Ok(high)
}

/// Error for an event that the check lacks.
pub(super) fn no_event(id: &str) -> Error {
    Error::question(format!("{id} has no success to aim at")).with_hint(Event::how_to_say())
}
