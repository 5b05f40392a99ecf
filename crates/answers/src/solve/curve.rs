//! The share of an event along one field, all others held; and whether it rises or falls.

use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use oddsmith_base::{Error, ErrorKind, Parameter, Result};
use oddsmith_engine::odds::{Event, NOISE, start_threads};
use oddsmith_engine::rule::Column;
use oddsmith_registry::{Build, Case, Entry, Field, Kind, Names, Need, Settings, Value};
use oddsmith_text::numbers::per_cent;

/// A check with one field left open.
#[derive(Clone, Debug)]
pub struct ShareCurve<'a> {
    /// The check.
    pub entry: &'a Arc<Entry>,
    /// Every other field that is given.
    pub given: Vec<(String, Value)>,
    /// Names of one's own for numbers.
    pub names: &'a Names,
    /// The field that is open: one of whole numbers.
    pub field: String,
    /// What counts.
    pub event: Event,
    /// The settings at one value, which those at others are made from.
    pub base: Option<Settings>,
}

/// Which way a share goes while the field goes up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Trend {
    /// It rises, or stays.
    Rising,
    /// It falls, or stays.
    Falling,
    /// It is the same everywhere.
    Flat,
}

/// Where the trend is known to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum Proof {
    /// At each value that was asked about, from the first to the second.
    Whole(i32, i32),
    /// At each value from the first to the second; beyond them it would take more branches than the
    /// budget has.
    Part(i32, i32),
    /// Nowhere: shares that are counted prove no trend.
    Counted,
}

/// A value and the exact share there.
pub(super) type Spot = (i32, f64);

/// What is known of a value without a law.
#[derive(Clone, Debug)]
pub(super) enum KnownSide {
    /// The rule takes it, and a law must tell.
    Open,
    /// The share is sure: no score of the scale counts, or every one does.
    Sure(f64),
    /// The rule does not take it.
    Refused(Error),
}

/// Values that are worked on at once.
const CHUNK: usize = 256;

/// Values to each side of a default that are tried first where each is compiled.
const FIRST_WIDTH: usize = 12;

/// A share that moves by less while twice as many values are tried has come to its end.
const FLAT: f64 = 1e-5;

impl ShareCurve<'_> {
    /// The values that the field may have, from -1000 to 1000.
    ///
    /// # Errors
    /// If the check has no such field, or it is none of whole numbers.
    pub fn values(&self) -> Result<Vec<i32>> {
        let field = known(self.entry, &self.field)?;
        match field.kind {
            Kind::Integer { low, high, .. } => Ok((low.max(-1000)..=high.min(1000)).collect()),
            _ => Err(Error::question(format!("`{}` is not a whole number", field.name))
                .with_hint("choose a field of whole numbers with " + Parameter::Solve)),
        }
    }

    /// The case where the field has this value.
    ///
    /// # Errors
    /// If the rule does not take it.
    pub fn case(&self, value: i32) -> Result<Case> {
        let base = self.base.as_ref();
        let settings =
            base.and_then(|base| base.with_number(&self.entry.fields, &self.field, value));
        if let Some(settings) = settings {
            return Case::new(self.entry.clone(), settings);
        }
        let given = self.given.iter().map(|(name, value)| (name.as_str(), value.clone()));
        let field = (self.field.as_str(), Value::Integer(value));
        self.entry.case_with(given.chain([field]), self.names)
    }

    /// What is counted at a value, with settings to be changed in place.
    fn columns(&self, value: i32, settings: &mut Option<Settings>) -> Result<Vec<Column>> {
        let fields = &self.entry.fields;
        if let Some(settings) = settings
            && settings.set_number(fields, &self.field, value).is_some()
        {
            return Ok(self.entry.build.of(settings)?.columns().histograms());
        }
        Ok(self.case(value)?.columns().to_vec())
    }

    /// What is known of a value without a law.
    fn known(&self, value: i32, settings: &mut Option<Settings>) -> Result<KnownSide> {
        let columns = match self.columns(value, settings) {
            Ok(columns) => columns,
            Err(error) => return Ok(KnownSide::Refused(error)),
        };
        let (place, scores) =
            self.event.target(&columns).ok_or_else(|| no_event(self.entry.called()))?;
        let column = &columns[place];
        let (low, high) = (column.scale.low(), column.scale.high());
        Ok(if *scores.end() < low || *scores.start() > high {
            KnownSide::Sure(0.0)
        } else if *scores.start() <= low && *scores.end() >= high && !column.may_be_none {
            KnownSide::Sure(1.0)
        } else {
            KnownSide::Open
        })
    }

    /// The same of many values, in their order.
    pub(super) fn all_known(&self, values: &[i32]) -> Result<Vec<KnownSide>> {
        start_threads();
        let known = |settings: &mut Option<Settings>, &value: &i32| self.known(value, settings);
        values.par_iter().with_min_len(CHUNK).map_init(|| self.base.clone(), known).collect()
    }

    /// Those of some rising values among which the targets are looked for. A rule of one's own is
    /// compiled for each value, so few are tried around its default, and more until each target
    /// lies
    /// between the shares at both ends, or the budget is spent.
    ///
    /// # Errors
    /// If the rule takes none of the values.
    pub(super) fn near(&self, values: &[i32], targets: &[f64], budget: u64) -> Result<Vec<i32>> {
        let default = match self.entry.field(&self.field).map(|field| field.need) {
            Some(Need::Default(text) | Need::Required(text)) => text.parse().unwrap_or(0),
            _ => 0,
        };
        let centre = values.partition_point(|&value| value < default);
        let (mut spent, mut width, mut before) = (0, FIRST_WIDTH, None);
        loop {
            let (from, to) = (centre.saturating_sub(width), (centre + width).min(values.len()));
            let near = &values[from..to];
            let all = near.len() == values.len();
            if all || matches!(self.entry.build, Build::Code(_)) {
                return Ok(values.to_vec());
            }
            // Where the rule takes nothing beyond, there is nothing to find there either.
            let ends = [(from > 0).then(|| near.first()), (to < values.len()).then(|| near.last())];
            let mut shares = Vec::new();
            for (side, end) in ends.into_iter().enumerate() {
                let taken = |value: &&i32| self.case(**value).is_ok();
                let end = end.flatten().filter(taken).or_else(|| match side {
                    0 => near.iter().find(taken),
                    _ => near.iter().rfind(taken),
                });
                let Some(&end) = end else { break };
                match self.exact(end, budget) {
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
                // Beyond what is almost flat there is nothing; what is sure may end farther out.
                let flat = |[one, other]: [f64; 2]| {
                    let still = (one - first).abs() < FLAT && (other - last).abs() < FLAT;
                    still && ![first, last].iter().all(|share| [0.0, 1.0].contains(share))
                };
                if targets.iter().all(within) || spent > budget || before.is_some_and(flat) {
                    return Ok(near.to_vec());
                }
                before = Some([first, last]);
            }
            width *= 2;
        }
    }

    /// The exact share at a value, and the branches that it took.
    pub(super) fn exact(&self, value: i32, budget: u64) -> Result<(f64, u64)> {
        let case = self.case(value)?.about(&self.event);
        let (place, scores) =
            self.event.target(case.columns()).ok_or_else(|| no_event(self.entry.called()))?;
        let laws = case.law(budget)?;
        Ok((laws.columns[place].within(scores).value, laws.branches))
    }
}

/// The exact shares along a curve: first those that find the target, then those that prove the
/// trend.
#[derive(Debug)]
pub(super) struct Scan<'a> {
    curve: &'a ShareCurve<'a>,
    /// The values that the rule takes.
    values: Vec<i32>,
    /// The share at each of them, as far as it is known.
    shares: Vec<Option<f64>>,
    budget: u64,
}

impl<'a> Scan<'a> {
    /// Of these values, which rise.
    ///
    /// # Errors
    /// If the rule takes none of them.
    pub fn new(curve: &'a ShareCurve<'a>, asked: &[i32], budget: u64) -> Result<Scan<'a>> {
        if let Some(shares) = curve.moved_shares(asked, budget)? {
            let shares = shares.into_iter().map(Some).collect();
            return Ok(Scan { curve, values: asked.to_vec(), shares, budget });
        }
        let (mut values, mut shares, mut refused) = (Vec::new(), Vec::new(), None);
        for (&value, known) in asked.iter().zip(curve.all_known(asked)?) {
            let share = match known {
                KnownSide::Open => None,
                KnownSide::Sure(share) => Some(share),
                KnownSide::Refused(error) => {
                    // Of values near 0 people know what is wrong with them.
                    let nearer = |(old, _): &(i32, Error)| value.abs() < old.abs();
                    if refused.as_ref().is_none_or(nearer) {
                        refused = Some((value, error));
                    }
                    continue;
                }
            };
            values.push(value);
            shares.push(share);
        }
        match refused {
            Some((_, error)) if values.is_empty() => Err(error),
            _ => Ok(Scan { curve, values, shares, budget }),
        }
    }

    fn share(&mut self, place: usize) -> Result<f64> {
        if let Some(share) = self.shares[place] {
            return Ok(share);
        }
        let (share, _) = self.curve.exact(self.values[place], self.budget)?;
        self.shares[place] = Some(share);
        Ok(share)
    }

    /// Works out what is needed: `None` where a law is too large for the budget.
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

    /// The place where the share passes the target, if it has a trend.
    fn bisect(&mut self, target: f64) -> Result<usize> {
        let last = self.values.len() - 1;
        let (first_share, last_share) = (self.share(0)?, self.share(last)?);
        let (mut low, mut high) = (0, last);
        while high - low > 1 {
            let middle = (low + high) / 2;
            let share = self.share(middle)?;
            // Towards where the target still lies between both ends.
            let beyond = if first_share <= last_share { share < target } else { share > target };
            if beyond { low = middle } else { high = middle }
        }
        Ok(high)
    }

    /// Works out all others, from some places outwards, as far as the budget reaches.
    fn outward(&mut self, places: &[usize]) -> Result<()> {
        let mut open: Vec<usize> =
            (0..self.values.len()).filter(|&at| self.shares[at].is_none()).collect();
        open.sort_by_key(|&at| places.iter().map(|place| at.abs_diff(*place)).min());
        start_threads();
        let mut spent = 0;
        for chunk in open.chunks(CHUNK) {
            let exact = |&at: &usize| self.curve.exact(self.values[at], self.budget);
            // Few at a time where they are large, so that the budget is not passed by much.
            let few = spent > self.budget / 16;
            for part in chunk.chunks(if few { 8 } else { CHUNK.min(32) }) {
                if spent > self.budget {
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

    /// Every value whose share is known, rising.
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
                self.curve.field,
                at(one),
                at(two),
                at(three)
            ))
            .with_hint(format!(
                "give a range where it only rises or only falls, for example `{}={}..{}`, or \
                    list it with `odds`",
                self.curve.field, one.0, two.0
            ))
        })?;
        // What is known without a gap, around what was looked for last.
        let all = self.shares.iter().all(Option::is_some);
        let (first, last) = (self.values[0], self.values[self.values.len() - 1]);
        if all {
            return Ok((trend, Proof::Whole(first, last)));
        }
        let mut best = (0, 0);
        let mut start = 0;
        for at in 0..=self.shares.len() {
            if at == self.shares.len() || self.shares[at].is_none() {
                if at - start > best.1 - best.0 {
                    best = (start, at);
                }
                start = at + 1;
            }
        }
        Ok((trend, Proof::Part(self.values[best.0], self.values[best.1 - 1])))
    }
}

/// Which way shares go, by what exact laws say; three spots that contradict where they go both
/// ways.
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

/// The field of this name.
pub(super) fn known<'e>(entry: &'e Entry, name: &str) -> Result<Field<'e>> {
    let names = entry.fields.iter().map(|field| field.name);
    entry.field(name).ok_or_else(|| Error::unknown("field", name, entry.called(), names))
}

/// A share was asked of what can't succeed.
pub(super) fn no_event(id: &str) -> Error {
    Error::question(format!("{id} has no success to aim at")).with_hint(Event::how_to_say())
}
