//! Setup of a search from a question, and the results around the solutions.

use super::{SolveGrid, SolvedRow};
use crate::{Answers, Results};
use oddsmith_base::{Error, Named, Parameter, Result};
use oddsmith_engine::odds::{Event, Progress};
use oddsmith_registry::{Names, Value};
use oddsmith_scenario::{Axis, Cases, Effort, Question};

impl<'a> SolveGrid<'a> {
    /// Creates the search for a field of a question; without `field`, for its difficulty. Each
    /// other field with several values, or listed ones, becomes an axis with a row for each value.
    /// Several values of the field itself limit the search to them.
    ///
    /// # Errors
    /// If the check has no difficulty, a field is given twice or has no values, or a value does not
    /// fit its field.
    pub fn new(
        question: Question,
        names: &'a Names,
        field: Option<String>,
        event: Event,
        effort: Effort,
    ) -> Result<SolveGrid<'a>> {
        let Question { entry, given: all, listed, .. } = question;
        all.iter().try_for_each(Axis::check_not_empty)?;
        let solve = Parameter::SOLVE;
        let difficulty = || {
            entry.harder_by().map(|field| field.name.to_owned()).ok_or_else(|| {
                Error::question(format!("{} has no difficulty", entry.called()))
                    .with_hint("choose the field with " + solve.to("FIELD"))
            })
        };
        let field = field.map_or_else(difficulty, Ok)?;
        let (given, axes) = (Vec::new(), Vec::new());
        let mut quest = SolveGrid { entry, names, given, axes, asked: None, event, effort, field };
        for (place, axis) in all.iter().enumerate() {
            let (name, is_listed) = (&axis.name, listed.contains(&axis.name));
            if is_listed && all[..place].iter().any(|other| other.name == *name) {
                return Err(Error::question(format!("`{name}` is given twice"))
                    .with_hint("give it once, with " + Parameter::EACH.to(format!("{name}=…"))));
            }
            match &axis.values[..] {
                values if *name == quest.field && is_listed => {
                    let values = values.iter().map(Value::to_string).collect::<Vec<_>>().join(",");
                    let each = Parameter::EACH.to(format!("{name}={values}"));
                    return Err(Error::question(each + " is the field to find")
                        .with_hint("give the other fields, or " + solve + " another"));
                }
                values if *name == quest.field => quest.asked = Some(quest.numbers(values)?),
                [value] if !is_listed => quest.given.push((name.clone(), value.clone())),
                _ => quest.axes.push(axis.clone()),
            }
        }
        Ok(quest)
    }

    /// Returns the candidates of the search as sorted numbers without duplicates.
    fn numbers(&self, values: &[Value]) -> Result<Vec<i32>> {
        let field = self.solved_field()?;
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

    /// Returns the cases around the solutions: each point at all values from 3 below the lowest
    /// solution to 3 above the highest, at most 60 from their middle.
    ///
    /// # Errors
    /// If no row has a solution.
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

    /// Answers the cases of [`SolveGrid::cases_around`].
    ///
    /// # Errors
    /// If no row has a solution, or a case can't be answered.
    pub fn around(&self, rows: &[SolvedRow]) -> Result<Results> {
        let cases = self.cases_around(rows)?;
        let effort = self.effort.sample_only_if_inexact();
        let answers = Answers::new("", &cases, effort, &self.event, &Progress::default())?;
        Ok(Results { checks: vec![answers], pairs: Vec::new(), trials: 0, seed: effort.seed() })
    }
}
