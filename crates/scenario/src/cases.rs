//! Cases of a question: a check over the axes that it sweeps. Each case is built on demand.

use std::sync::Arc;

use super::sweep::MOST_CASES;
use super::sweep::too_many;
use super::{Axis, point};
use oddsmith_base::Result;
use oddsmith_registry::{Case, Entry, Names, Settings, Value};

/// Check over its axes: one case for each point, in row-major order; the last axis varies fastest.
///
/// # Examples
/// ```
/// use oddsmith_registry::Names;
/// use oddsmith_scenario::{Axis, Cases};
///
/// let entry = oddsmith_systems::check("mutants.check")?;
/// let axes = vec![Axis::of("bonus", [0, 5]), Axis::of("dc", [10])];
/// let cases = Cases::new(entry, axes, Names::default())?;
/// assert_eq!((cases.len(), cases.axes().len()), (2, 1));
/// assert_eq!(cases.case(1)?.identity(), "mutants.check bonus=5 dc=10");
/// # Ok::<(), oddsmith_base::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Cases {
    entry: Arc<Entry>,
    /// Values of all given fields, including those with one value.
    given: Vec<Axis>,
    swept: Vec<Axis>,
    names: Names,
    count: usize,
    /// Settings of the first case, from which the others are derived unless the check has a cast.
    first: Option<Settings>,
}

impl Cases {
    /// Creates the cases of `entry` for these values of its fields; fields with several values
    /// become axes.
    ///
    /// # Errors
    /// If there are no cases or more than a million, or a field of a case is unknown, missing or
    /// invalid.
    pub fn new(entry: Arc<Entry>, given: Vec<Axis>, names: Names) -> Result<Cases> {
        let swept = given.iter().filter(|axis| axis.values.len() > 1).cloned().collect();
        Cases::over(entry, given, swept, names)
    }

    /// Creates the cases with explicit axes, which may have only one value.
    ///
    /// # Errors
    /// Returns an error if [`Cases::new`] would.
    pub fn over(
        entry: Arc<Entry>,
        given: Vec<Axis>,
        swept: Vec<Axis>,
        names: Names,
    ) -> Result<Cases> {
        given.iter().try_for_each(Axis::check_not_empty)?;
        let more = |count: usize, axis: &Axis| count.checked_mul(axis.values.len());
        let count = given.iter().try_fold(1, more).filter(|&count| count <= MOST_CASES);
        let count = count.ok_or_else(too_many)?;
        let mut cases = Cases { entry, given, swept, names, count, first: None };
        let mut numbers = cases.representative_cases().into_iter();
        numbers.try_for_each(|number| cases.settings(number).map(drop))?;
        if cases.entry.fields.cast().is_none() {
            cases.first = Some(cases.settings(0)?);
        }
        Ok(cases)
    }

    /// Returns case numbers that cover each value of each axis. They suffice to validate all
    /// fields, because the valid values of a field depend on no other field except the cast; with a
    /// cast, returns all numbers.
    fn representative_cases(&self) -> Vec<usize> {
        if self.entry.fields.cast().is_some() {
            return (0..self.count).collect();
        }
        let mut numbers = vec![0];
        let mut stride = 1;
        for axis in self.given.iter().rev() {
            numbers.extend((1..axis.values.len()).map(|place| place * stride));
            stride *= axis.values.len();
        }
        numbers.sort_unstable();
        numbers
    }

    /// Returns the check.
    pub fn entry(&self) -> &Arc<Entry> {
        &self.entry
    }

    /// Returns the number of cases, at least one.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns false: there is at least one case.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Returns the swept axes.
    pub fn axes(&self) -> &[Axis] {
        &self.swept
    }

    /// Returns the settings of case `number`.
    ///
    /// # Errors
    /// If a field is invalid.
    pub fn settings(&self, number: usize) -> Result<Settings> {
        let places = point(&self.given, number);
        if let Some(settings) = self.settings_from_first(&places) {
            return Ok(settings);
        }
        let given = self.given.iter().zip(places).flat_map(|(axis, place)| {
            let value = &axis.values[place];
            axis.fields.iter().map(move |field| (field.as_str(), value.clone()))
        });
        Settings::read(self.entry.called(), &self.entry.fields, given, &self.names)
    }

    /// Derives the settings of a case from those of the first one, if only numbers of single fields
    /// differ. Returns `None` if they must be parsed from the values.
    fn settings_from_first(&self, places: &[usize]) -> Option<Settings> {
        let first = self.first.as_ref()?;
        let mut changed = Vec::new();
        for (axis, &place) in self.given.iter().zip(places).filter(|(_, place)| **place > 0) {
            let [field] = &axis.fields[..] else { return None };
            let Value::Integer(number) = axis.values[place] else { return None };
            changed.push((field.as_str(), number));
        }
        first.clone().beside(&self.entry.fields, &changed)
    }

    /// Builds case `number`, from 0.
    ///
    /// # Errors
    /// If its fields are inconsistent.
    pub fn case(&self, number: usize) -> Result<Case> {
        Case::new(self.entry.clone(), self.settings(number)?)
    }

    /// Builds all cases in order.
    pub fn iter(&self) -> impl Iterator<Item = Result<Case>> + '_ {
        (0..self.count).map(|number| self.case(number))
    }

    /// Checks that each case can be built.
    ///
    /// # Errors
    /// If the fields of a case are inconsistent.
    pub fn check_all(&self) -> Result<()> {
        let fits = |number| self.entry.build.of(&self.settings(number)?).map(drop);
        (0..self.count).try_for_each(fits)
    }

    /// Returns the point of case `number`: names and values of the swept axes.
    pub fn point(&self, number: usize) -> Vec<(&str, &Value)> {
        let places = point(&self.given, number);
        let of = |axis: &'_ Axis| self.given.iter().position(|given| given.name == axis.name);
        let place = |axis| of(axis).map_or(0, |at| places[at]);
        self.swept.iter().map(|axis| (axis.name.as_str(), &axis.values[place(axis)])).collect()
    }
}
