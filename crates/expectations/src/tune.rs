//! Tuning: the values of some numbers that meet a scenario's expectations, or come nearest.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use crate::expect::answered;
use crate::{Judgement, Verdict, judge, misses};
use oddsmith_answers::Results;
use oddsmith_answers::map_parallel;
use oddsmith_base::Result;
use oddsmith_engine::odds::Progress;
use oddsmith_registry::Value;
use oddsmith_scenario::{Effort, Scenario, Tuning, point};

/// Search method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// All settings were tried.
    Grid,
    /// Coordinate descent from this number of starting points.
    Descent(usize),
}

/// Tried values of the numbers, with their result.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Value of each number in `[vary]`.
    pub values: Vec<(String, Value)>,
    /// Sum of squared misses; 0 if all expectations are met.
    pub missed: f64,
    /// Verdict on each expectation.
    pub judgements: Vec<Judgement>,
}

/// Result of a search.
#[derive(Clone, Debug)]
pub struct Tuned {
    /// Best settings, the best first.
    pub best: Vec<Setting>,
    /// Search method.
    pub search: Search,
    /// Number of possible settings.
    pub of: usize,
    /// Number of settings that were tried.
    pub tried: usize,
    /// Numbers (from 1) of the expectations that no tried setting meets.
    pub never: Vec<usize>,
    /// Pairs of expectations that are met by some settings, but never by the same one.
    pub against: Vec<(usize, usize)>,
}

/// Setting, as the index of each of its values.
type Place = Vec<usize>;

/// Largest number of settings that are all tried.
const GRID: usize = 20_000;

/// Number of starting points of a descent.
const STARTS: usize = 24;

/// Number of settings that are returned.
const SHOWN: usize = 10;

/// Largest miss that counts as met.
const NOTHING: f64 = 1e-9;

/// Result of one setting.
#[derive(Clone, Debug)]
struct SettingResult {
    /// Scaled miss of each expectation.
    misses: Vec<f64>,
    /// Sum of squared misses, and that of squared distances of the figures from the middle of their
    /// bounds; the best setting has the smallest.
    order: (f64, f64),
}

struct Searcher<'a> {
    tuning: &'a Tuning,
    effort: Box<dyn Fn(&Scenario) -> Effort + Sync + 'a>,
    progress: &'a Progress,
}

impl Searcher<'_> {
    fn sizes(&self) -> Vec<usize> {
        self.tuning.axes.iter().map(|axis| axis.values.len()).collect()
    }

    fn values(&self, place: &Place) -> Vec<(String, Value)> {
        let value = |(axis, at): (&oddsmith_scenario::Axis, &usize)| {
            (axis.name.clone(), axis.values[*at].clone())
        };
        self.tuning.axes.iter().zip(place).map(value).collect()
    }

    fn answered(&self, place: &Place) -> Result<(Scenario, Arc<Results>)> {
        let scenario = self.tuning.at(&self.values(place))?;
        let results = answered(&scenario, (self.effort)(&scenario), self.progress)?;
        Ok((scenario, results))
    }

    fn found(&self, place: &Place) -> Result<SettingResult> {
        let (scenario, results) = self.answered(place)?;
        let (misses, off) = misses(&scenario, &results)?;
        let missed = misses.iter().map(|miss| miss * miss).sum();
        Ok(SettingResult { misses, order: (missed, off) })
    }

    /// Computes every setting.
    fn grid(&self) -> Result<BTreeMap<Place, SettingResult>> {
        let count: usize = self.sizes().iter().product();
        let found = |number: usize| {
            let place = point(&self.tuning.axes, number);
            self.found(&place).map(|found| (place, found))
        };
        map_parallel(0..count, false, found).into_iter().collect()
    }

    /// Searches by descent along one number at a time, from evenly spread starting points.
    fn descent(&self) -> Result<BTreeMap<Place, SettingResult>> {
        let sizes = self.sizes();
        let from = |start: usize| -> Result<BTreeMap<Place, SettingResult>> {
            let mut seen: BTreeMap<Place, SettingResult> = BTreeMap::new();
            // Multiples of powers of the golden ratio, one power for each axis, are evenly spread.
            let spread = |axis: usize, size: usize| {
                let step = 0.618_033_988_749_895_f64.powi(axis as i32 + 1);
                (((start as f64 + 0.5) * step).fract() * size as f64) as usize
            };
            let mut here: Place =
                sizes.iter().enumerate().map(|(axis, &size)| spread(axis, size)).collect();
            let mut best = self.seen(&mut seen, &here)?;
            let mut step = sizes.iter().max().map_or(1, |most| (most / 4).max(1));
            loop {
                let mut moved = false;
                for axis in 0..sizes.len() {
                    for up in [false, true] {
                        let mut next = here.clone();
                        next[axis] = match up {
                            true => (here[axis] + step).min(sizes[axis] - 1),
                            false => here[axis].saturating_sub(step),
                        };
                        let order = self.seen(&mut seen, &next)?;
                        if order < best {
                            (here, best, moved) = (next, order, true);
                        }
                    }
                }
                match (moved, step) {
                    (true, _) => {}
                    (false, 1) => return Ok(seen),
                    (false, _) => step /= 2,
                }
            }
        };
        let mut found = BTreeMap::new();
        for seen in map_parallel(0..STARTS, false, from) {
            found.extend(seen?);
        }
        Ok(found)
    }

    fn seen(&self, seen: &mut BTreeMap<Place, SettingResult>, place: &Place) -> Result<(f64, f64)> {
        Ok(match seen.entry(place.clone()) {
            Entry::Occupied(known) => known.get().order,
            Entry::Vacant(free) => free.insert(self.found(place)?).order,
        })
    }
}

/// Searches the values of a scenario's `[vary]` numbers that meet its expectations, or come
/// nearest.
///
/// # Formula
/// The best setting has the smallest sum of squared misses, measured in half-widths of `between`;
/// bounds without a width use 5 percentage points of a share, or a twentieth of the bound. Of
/// equally good ones, the best has figures nearest to the middle of their bounds. Up to 20,000
/// settings are all tried; more are searched by coordinate descent from 24 starting points, with
/// steps halved down to 1.
///
/// # Errors
/// If a setting gives a scenario that is invalid or can't be answered.
pub fn tune(
    tuning: &Tuning,
    effort: impl Fn(&Scenario) -> Effort + Sync,
    progress: &Progress,
) -> Result<Tuned> {
    let looking = Searcher { tuning, effort: Box::new(effort), progress };
    let sizes = looking.sizes();
    let of = sizes.iter().fold(1usize, |of, size| of.saturating_mul(*size));
    let (found, search) = match of <= GRID {
        true => (looking.grid()?, Search::Grid),
        false => (looking.descent()?, Search::Descent(STARTS)),
    };
    let mut order: Vec<(&Place, &SettingResult)> = found.iter().collect();
    order.sort_by(|one, other| {
        let (one, other) = (one.1.order, other.1.order);
        one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1))
    });
    let setting = |(place, found): &(&Place, &SettingResult)| {
        let (scenario, results) = looking.answered(place)?;
        let judgements = judge(&scenario, &results, progress)?;
        let (values, missed) = (looking.values(place), found.order.0);
        Ok(Setting { values, missed, judgements })
    };
    let mut best = order.iter().take(SHOWN).map(setting).collect::<Result<Vec<_>>>()?;
    // Sampled results may be more precise in the judgement than in the search.
    best.sort_by_key(|setting| setting.met() < setting.judgements.len());
    let (never, against) = conflicts(found.values());
    Ok(Tuned { best, search, of, tried: found.len(), never, against })
}

impl Setting {
    /// Returns the number of expectations that hold.
    pub fn met(&self) -> usize {
        self.judgements.iter().filter(|row| row.verdict == Verdict::Holds).count()
    }
}

/// Returns the expectations that are never met, and the pairs that are met but never together.
fn conflicts<'a>(
    all: impl Iterator<Item = &'a SettingResult>,
) -> (Vec<usize>, Vec<(usize, usize)>) {
    let met: Vec<Vec<bool>> =
        all.map(|found| found.misses.iter().map(|miss| *miss <= NOTHING).collect()).collect();
    let count = met.first().map_or(0, Vec::len);
    let ever = |row: usize| met.iter().any(|met| met[row]);
    let both = |one: usize, other: usize| met.iter().any(|met| met[one] && met[other]);
    let never = (0..count).filter(|&row| !ever(row)).map(|row| row + 1).collect();
    let pairs = (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other)));
    let against = pairs
        .filter(|&(one, other)| ever(one) && ever(other) && !both(one, other))
        .map(|(one, other)| (one + 1, other + 1));
    (never, against.collect())
}
