//! The gaps between the cases of two answers, and where they cross.

use std::sync::Arc;

use minijinja::value::from_args;
use minijinja::{Error, State, Value};

use super::case::Case;
use super::filters::number_of;
use super::point::{Difference, Point};
use super::points::Points;
use super::{failed, failing};
use crate::answer::counterpart;
use crate::odds::{Estimate, Exact};

impl Points {
    /// How much larger an expression is here than there, wherever both have a case.
    pub(super) fn gap(&self, state: &State, args: &[Value]) -> Result<Points, Error> {
        let (other, text): (Value, Option<String>) = from_args(args)?;
        let text = text.unwrap_or_else(|| "success".to_owned());
        let other = other
            .downcast_object_ref::<Points>()
            .ok_or_else(|| failed("a gap is that to other answers: `a.gap(b)`"))?;
        let (mine, theirs) = (self.each(state, &text)?, other.each(state, &text)?);
        let mut points = Vec::new();
        for (point, value) in self.points().iter().zip(&mine) {
            let Some(place) = self.partner(point, other)? else { continue };
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
            // An axis that the other does not know is told of too: cases that stand side by side.
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
        Ok(self.some(points))
    }

    /// The point of `other` that stands where this one does.
    fn partner(&self, point: &Point, other: &Points) -> Result<Option<usize>, Error> {
        let case = point.case();
        // Whole checks are matched as comparisons match them.
        if let (Some(mine), Some(theirs)) = (self.check(), other.check())
            && self.points().len() == mine.cases.len()
            && other.points().len() == theirs.cases.len()
        {
            return match counterpart(mine, theirs, case.case) {
                Ok(place) => Ok(Some(place)),
                Err(error) => Err(failing(&error)),
            };
        }
        // Of parts, an axis that is one value on each side is fixed there.
        let fixed = |points: &Points, axis: &str| {
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

    /// Where gaps cross on their one axis.
    pub(super) fn crossings(&self) -> Option<Value> {
        let place = |point: &Point| -> Option<(f64, Estimate)> {
            let Point::Gap(gap) = point else { return None };
            let [(_, at)] = &gap.at[..] else { return None };
            Some((f64::try_from(at.clone()).ok()?, gap.estimate))
        };
        let gaps: Vec<(f64, Estimate)> = self.points().iter().map(place).collect::<Option<_>>()?;
        let gaps: Vec<(f64, &Estimate)> = gaps.iter().map(|(at, known)| (*at, known)).collect();
        let crossings = crate::answer::crossings(&gaps).into_iter();
        Some(crossings.map(|crossing| Value::from(crossing.at)).collect())
    }
}

/// Whether a value is a gap.
pub fn is_gap(value: &Value) -> bool {
    let all = |points: &Points| points.points().iter().all(|point| point.difference().is_some());
    value.downcast_object_ref::<Points>().is_some_and(all)
}
