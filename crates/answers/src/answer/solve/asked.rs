//! What is to be found, from what was asked; and the answers around what was found.

use std::sync::Arc;

use super::curve::known;
use super::{SolveGrid, SolvedRow};
use crate::answer::{Answers, Results};
use crate::scenario::{Axis, Cases, Effort};
use oddsmith_base::{Error, Named, Parameter, Result};
use oddsmith_engine::odds::{Event, Progress};
use oddsmith_registry::{Entry, Names, Value};

/// What is asked for, as it is said.
#[derive(Clone, Debug, Default)]
pub struct SolveRequest {
    /// The fields that are given: of one value, or a row for each of several. Of the field to find
    /// they are the values among which to look.
    pub given: Vec<Axis>,
    /// A row for each of these values.
    pub each: Vec<Axis>,
    /// The field to find; the check's difficulty where it is left out.
    pub field: Option<String>,
}

impl<'a> SolveGrid<'a> {
    /// The quest that is asked for.
    ///
    /// # Errors
    /// If the check has no difficulty, a field is said twice or sweeps over nothing, or a value is
    /// none of its field.
    pub fn new(
        entry: Arc<Entry>,
        names: &'a Names,
        asked: SolveRequest,
        event: Event,
        effort: Effort,
    ) -> Result<SolveGrid<'a>> {
        asked.given.iter().chain(&asked.each).try_for_each(Axis::filled)?;
        let solve = Parameter::Solve;
        let field = match asked.field {
            Some(field) => field,
            None => match entry.harder_by() {
                Some(field) => field.name.to_owned(),
                None => {
                    let error = Error::question(format!("{} has no difficulty", entry.called()));
                    return Err(error.with_hint("choose the field with " + solve.to("FIELD")));
                }
            },
        };
        if let Some(axis) = asked.each.iter().find(|axis| axis.name == field) {
            let values = axis.values.iter().map(Value::to_string).collect::<Vec<_>>().join(",");
            let each = Parameter::Each.to(format!("{field}={values}"));
            return Err(Error::question(each + " is the field to find")
                .with_hint("give the other fields, or " + solve + " another"));
        }
        let (given, axes) = (Vec::new(), Vec::new());
        let mut quest = SolveGrid { entry, names, given, axes, asked: None, event, effort, field };
        let all: Vec<String> = asked.given.iter().map(|axis| axis.name.clone()).collect();
        for axis in asked.given {
            match &axis.values[..] {
                values if axis.name == quest.field => quest.asked = Some(quest.numbers(values)?),
                [value] => quest.given.push((axis.name.clone(), value.clone())),
                _ => quest.axes.push(axis),
            }
        }
        for axis in asked.each {
            if all.contains(&axis.name) {
                let name = &axis.name;
                return Err(Error::question(format!("`{name}` is given twice"))
                    .with_hint("give it once, with " + Parameter::Each.to(format!("{name}=…"))));
            }
            quest.axes.push(axis);
        }
        Ok(quest)
    }

    /// The values among which to look, as numbers.
    fn numbers(&self, values: &[Value]) -> Result<Vec<i32>> {
        let field = known(&self.entry, &self.field)?;
        let number = |value: &Value| match field.meant(value, self.names)? {
            Value::Integer(number) => Ok(number),
            _ => Err(Error::question(format!("`{}={value}` is not a number", field.name))),
        };
        let mut numbers = values.iter().map(number).collect::<Result<Vec<i32>>>()?;
        numbers.sort_unstable();
        numbers.dedup();
        let range = Named::sweep(&format!("{}=0..40", field.name));
        match numbers[..] {
            [one] => Err(Error::question(format!("`{}={one}` is the field to find", field.name))
                .with_hint("leave it out, or give the range to search, for example " + range)),
            _ => Ok(numbers),
        }
    }

    /// The cases around what was found: each point at each value from a few below the lowest to a
    /// few above the highest.
    ///
    /// # Errors
    /// If nothing was found.
    pub fn cases_around(&self, rows: &[SolvedRow]) -> Result<Cases> {
        const BESIDE: i32 = 3;
        const MOST: i32 = 60;
        let found = || rows.iter().filter_map(|row| row.solution.value);
        let (Some(low), Some(high)) = (found().min(), found().max()) else {
            return Err(Error::question("nothing was found, so there is nothing to draw"));
        };
        let middle = low + (high - low) / 2;
        let (low, high) = ((low - BESIDE).max(middle - MOST), (high + BESIDE).min(middle + MOST));
        let given = self.given.iter().map(|(name, value)| Axis::of(name, vec![value.clone()]));
        let mut axes: Vec<Axis> = given.chain(self.axes.clone()).collect();
        axes.push(Axis::of(&self.field, low..=high));
        Cases::new(self.entry.clone(), axes, self.names.clone())
    }

    /// The answers to [`SolveGrid::cases_around`].
    ///
    /// # Errors
    /// If nothing was found, or a case can't be answered.
    pub fn around(&self, rows: &[SolvedRow]) -> Result<Results> {
        let cases = self.cases_around(rows)?;
        let effort = self.effort.sample_only_if_inexact();
        let answers = Answers::new("", &cases, effort, &self.event, &Progress::default())?;
        Ok(Results { checks: vec![answers], pairs: Vec::new(), trials: 0, seed: effort.seed })
    }
}
