//! Gaps between the cases of two answers, and their crossings.

use std::sync::Arc;

use minijinja::value::from_args;
use minijinja::{Error, State, Value};

use super::case::Case;
use super::filters::number_of;
use super::point::{Difference, Point};
use super::points::CaseSelection;
use super::{failed, failing};
use oddsmith_answers::counterparts;
use oddsmith_engine::odds::{Estimate, Exact};

impl CaseSelection {
    /// Returns the differences of an expression between this selection and another, for all cases
    /// that have a counterpart.
    pub(super) fn gap(&self, state: &State, args: &[Value]) -> Result<CaseSelection, Error> {
        let (other, text): (Value, Option<String>) = from_args(args)?;
        let text = text.unwrap_or_else(|| "success".to_owned());
        let other = other
            .downcast_object_ref::<CaseSelection>()
            .ok_or_else(|| failed("a gap is that to other answers: `a.gap(b)`"))?;
        let (mine, theirs) = (self.each(state, &text)?, other.each(state, &text)?);
        let mut points = Vec::new();
        let whole = self.whole(other)?;
        for (number, (point, value)) in self.points().iter().zip(&mine).enumerate() {
            let place = match &whole {
                Some(places) => Some(places[number]),
                None => self.partner(point, other)?,
            };
            let Some(place) = place else { continue };
            let values = [number_of(value)?, number_of(&theirs[place])?];
            let (one, there) = (point.case(), other.points()[place].case());
            let mut estimate = Estimate { exact: Exact::of(values[0] - values[1]), sampled: None };
            if text == "success" {
                let of = |case: &Case| case.answer().event(&case.column);
                estimate = match of(one).zip(of(there)) {
                    Some((one, there)) => one.minus(&there),
                    None => estimate,
                };
            }
            let at = point.at().into_iter();
            // An axis that the other selection lacks is shown too, for cases that are matched by
            // index.
            let same = |axis: &str| {
                let other = there.place(axis);
                other.is_none() || other == one.place(axis)
            };
            let at = at.filter(|(axis, _)| same(axis)).collect();
            points.push(Point::Gap(Arc::new(Difference {
                at,
                one: one.clone(),
                other: there.clone(),
                values,
                estimate,
                tied: false,
            })));
        }
        if points.is_empty() {
            return Err(failed("the two have no case at the same values"));
        }
        Ok(self.with_points(points))
    }

    /// Returns the indices of the counterparts in `other` if both are whole checks, matched as in
    /// comparisons.
    fn whole(&self, other: &CaseSelection) -> Result<Option<Vec<usize>>, Error> {
        let whole = |points: &'_ CaseSelection| {
            points.check().is_some_and(|check| check.cases.len() == points.points().len())
        };
        match (self.check(), other.check()) {
            (Some(mine), Some(theirs)) if whole(self) && whole(other) => {
                let cases = self.points().iter().map(|point| point.case().case);
                let found = cases.map(counterparts(mine, theirs)).collect::<Result<_, _>>();
                found.map(Some).map_err(|error| failing(&error))
            }
            _ => Ok(None),
        }
    }

    /// Returns the index of the point of `other`, a part of a check, with the same values on its
    /// axes.
    fn partner(&self, point: &Point, other: &CaseSelection) -> Result<Option<usize>, Error> {
        let case = point.case();
        // An axis with a single value in each selection is not compared.
        let fixed = |points: &CaseSelection, axis: &str| {
            let mut values = points.points().iter().map(|point| point.case().place(axis));
            let first = values.next();
            values.all(|value| Some(value) == first)
        };
        let shared: Vec<(String, Value)> = case
            .at()
            .into_iter()
            .filter(|(axis, _)| !(fixed(self, axis) && fixed(other, axis)))
            .filter(|(axis, _)| {
                other.points().iter().any(|there| there.case().place(axis).is_some())
            })
            .collect();
        let same = |there: &Point| {
            shared.iter().all(|(axis, value)| there.case().place(axis).as_ref() == Some(value))
        };
        let mut found = (0..other.points().len()).filter(|&place| same(&other.points()[place]));
        match (found.next(), found.next()) {
            (place, None) => Ok(place),
            _ => Err(failed("several cases stand at the same values: narrow them with `where`")),
        }
    }

    /// Returns the values at which gaps cross on their only axis.
    pub(super) fn crossings(&self) -> Option<Value> {
        let place = |point: &Point| -> Option<(f64, Estimate)> {
            let Point::Gap(gap) = point else { return None };
            let [(_, at)] = &gap.at[..] else { return None };
            Some((f64::try_from(at.clone()).ok()?, gap.estimate))
        };
        let gaps: Vec<(f64, Estimate)> = self.points().iter().map(place).collect::<Option<_>>()?;
        let crossings = oddsmith_answers::crossings(&gaps).into_iter();
        Some(crossings.map(|crossing| Value::from(crossing.at)).collect())
    }
}

/// Returns true if a value is a selection of gaps.
pub fn is_gap(value: &Value) -> bool {
    let all =
        |points: &CaseSelection| points.points().iter().all(|point| point.difference().is_some());
    value.downcast_object_ref::<CaseSelection>().is_some_and(all)
}
