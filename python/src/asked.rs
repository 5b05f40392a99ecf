//! What is asked: a check with its fields, the rules it may be of, what counts, and how hard it is
//! tried.

use std::sync::Arc;

use oddsmith::odds::{Event, Sample};
use oddsmith::registry::Entry;
use oddsmith::scenario::{Amount, Axis, Cases, Effort, NamedQuestion, Wish};
use oddsmith::systems::Catalogue;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::convert::swept;
use crate::error::Raised;
use crate::rules::Rules;

/// What the fields of a call are named after, where they are read by their place.
pub type Fields<'py> = Option<&'py Bound<'py, PyDict>>;

/// A check with its fields.
pub struct Question {
    /// All that could be asked.
    pub catalogue: Arc<Catalogue>,
    /// The check.
    pub entry: Arc<Entry>,
    /// Its fields.
    pub given: Vec<Axis>,
    /// The names of those that sweep, also over one value.
    pub sweeps: Vec<String>,
}

impl Question {
    /// Reads `check`, which may have fields of its own ("melodrama.opposed active=10") or be dice
    /// alone, and the fields beside it.
    ///
    /// # Errors
    /// If there is no such check, or a value is none.
    pub fn read(check: &str, rules: Option<&Rules>, fields: Fields<'_>) -> PyResult<Question> {
        let catalogue = Rules::catalogue(rules);
        let NamedQuestion { check, fields: words, .. } = NamedQuestion::read(check).raised()?;
        let entry = catalogue.check(&check).raised()?;
        let words = oddsmith::scenario::fields(&entry, &words).raised()?;
        let one = |(name, value): (String, String)| Axis::of(&name, vec![value]);
        Question::of(catalogue, entry, words.into_iter().map(one).collect(), fields)
    }

    /// A question of this check, of which some fields are given already.
    ///
    /// # Errors
    /// If a value is none.
    pub fn of(
        catalogue: Arc<Catalogue>,
        entry: Arc<Entry>,
        mut given: Vec<Axis>,
        fields: Fields<'_>,
    ) -> PyResult<Question> {
        let mut sweeps = Vec::new();
        for (name, value) in fields.into_iter().flatten() {
            let name: String = name.extract()?;
            let (values, over) = swept(&value)?;
            if over {
                sweeps.push(name.clone());
            }
            if values.is_empty() {
                return Err(oddsmith::Error::question(format!("`{name}` sweeps over nothing"))
                    .with_hint("give it one value or more"))
                .raised();
            }
            given.push(Axis::of(&name, values));
        }
        Ok(Question { catalogue, entry, given, sweeps })
    }

    /// The cases that it asks about.
    ///
    /// # Errors
    /// If a field is unknown, missing or wrong.
    pub fn cases(&self) -> PyResult<Cases> {
        let over = |axis: &&Axis| self.sweeps.contains(&axis.name);
        let axes = self.given.iter().filter(over).cloned().collect();
        let (entry, names) = (self.entry.clone(), self.catalogue.names.clone());
        Cases::over(entry, self.given.clone(), axes, names).raised()
    }
}

/// What may be said beside the fields of a question, by its names in a call.
#[derive(Default)]
pub struct Options<'py> {
    /// House rules that the check may be one of.
    pub rules: Option<PyRef<'py, Rules>>,
    /// How hard it is tried.
    pub wish: Wish,
    of: Option<String>,
    at_least: Option<i32>,
    at_most: Option<i32>,
    column: Option<String>,
}

impl<'py> Options<'py> {
    /// Takes what it knows by name out of the named arguments of a call; what is left are fields.
    ///
    /// # Errors
    /// If a value is of the wrong kind.
    pub fn take(named: Fields<'py>) -> PyResult<(Options<'py>, Option<Bound<'py, PyDict>>)> {
        let mut options = Options::default();
        let Some(named) = named else { return Ok((options, None)) };
        let fields = named.copy()?;
        for (name, value) in named {
            let key: String = name.extract()?;
            if value.is_none() && key != "rules" && Self::NAMES.contains(&key.as_str()) {
                fields.del_item(&name)?;
                continue;
            }
            match key.as_str() {
                "rules" => options.rules = value.extract()?,
                "of" => options.of = Some(value.extract()?),
                "at_least" => options.at_least = Some(value.extract()?),
                "at_most" => options.at_most = Some(value.extract()?),
                "column" => options.column = Some(value.extract()?),
                "trials" => options.wish.trials = Some(whole(&value)?),
                "precision" => options.wish.precision = Some(value.extract()?),
                "seed" => options.wish.seed = Some(whole(&value)?),
                "exact_only" => options.wish.exact_only = value.is_truthy()?,
                "sampled_only" => options.wish.sampled_only = value.is_truthy()?,
                "no_kernel" => options.wish.no_kernel = value.is_truthy()?,
                "budget" => options.wish.budget = Some(whole(&value)?),
                _ => continue,
            }
            fields.del_item(&name)?;
        }
        Ok((options, Some(fields)))
    }

    /// The names that it knows.
    pub const NAMES: [&'static str; 12] = [
        "rules",
        "of",
        "at_least",
        "at_most",
        "column",
        "trials",
        "precision",
        "seed",
        "exact_only",
        "sampled_only",
        "no_kernel",
        "budget",
    ];

    /// What counts as a success, not yet looked up in any case.
    ///
    /// # Errors
    /// If the index of the column is none.
    pub fn event(&self) -> PyResult<Event> {
        let (of, column) = (self.of.as_deref(), self.column.as_deref());
        Event::said(of, self.at_least, self.at_most, column).raised()
    }

    /// How hard it is tried where no file says otherwise.
    ///
    /// # Errors
    /// If nothing is left to answer.
    pub fn effort(&self) -> PyResult<Effort> {
        let Sample { trials, seed } = Sample::default();
        self.wish.effort(seed, Amount::Trials(trials)).raised()
    }
}

/// A number of things; 1e6 is one too.
fn whole(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    value.extract::<u64>().or_else(|error| match value.extract::<f64>() {
        Ok(number) if number >= 0.0 && number.fract() == 0.0 && number < 1e19 => Ok(number as u64),
        _ => Err(error),
    })
}

/// A call as it is written, from its name, what stands first, and what is named.
///
/// # Errors
/// If something can't be written.
pub fn call(name: &str, first: &[String], named: Fields<'_>) -> PyResult<String> {
    let mut parts: Vec<String> = first.iter().map(|text| format!("{text:?}")).collect();
    for (name, value) in named.into_iter().flatten() {
        parts.push(format!("{name}={}", value.repr()?));
    }
    Ok(format!("oddsmith.{name}({})", parts.join(", ")))
}
