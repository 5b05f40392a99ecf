//! What is asked: a check with its fields, the rules it may be of, what counts, and how hard it is
//! tried.

use std::sync::Arc;

use oddsmith::Error;
use oddsmith::query::{self, Given, Parameter, Slot};
use oddsmith::registry::{Entry, plain};
use oddsmith::scenario::{Axis, Cases, NamedQuestion};
use oddsmith::systems::Catalogue;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::Raised;
use crate::given::{flag, number, score, swept, taken, text, whole, wrong};
use crate::rules::Rules;

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
    /// alone, and the fields beside it; `options` are what else could be meant there.
    ///
    /// # Errors
    /// If there is no such check, it has no such field, or a value is none.
    pub fn read(
        check: &str,
        rules: Option<&Rules>,
        fields: &Bound<'_, PyDict>,
        options: &[&str],
    ) -> PyResult<Question> {
        let catalogue = Rules::catalogue(rules);
        let NamedQuestion { check, fields: words, .. } = NamedQuestion::read(check).raised()?;
        let entry = catalogue.check(&check).raised()?;
        let words = oddsmith::scenario::fields(&entry, &words).raised()?;
        let one = |(name, value): (String, String)| Axis::of(&name, [value]);
        Question::of(catalogue, entry, words.into_iter().map(one).collect(), (fields, options))
    }

    /// A question of this check, of which some fields are given already.
    ///
    /// # Errors
    /// If it has no such field, or a value is none.
    pub fn of(
        catalogue: Arc<Catalogue>,
        entry: Arc<Entry>,
        mut given: Vec<Axis>,
        (fields, options): (&Bound<'_, PyDict>, &[&str]),
    ) -> PyResult<Question> {
        let mut sweeps = Vec::new();
        let named = fields.get_item("cast")?.map(|cast| text("cast", &cast)).transpose()?;
        let cast =
            given.iter().find(|axis| axis.name == "cast").map(|axis| axis.values[0].to_string());
        let cast = cast.iter().map(|cast| ("cast", &**cast));
        let cast = cast.chain(named.iter().map(|cast| ("cast", &**cast)));
        let entry = entry.with_cast(cast, catalogue.folder.as_deref()).raised()?;
        for (name, value) in fields {
            let name: String = name.extract()?;
            let mut known = entry.fields.iter().map(|field| field.name);
            if !known.any(|known| known == plain(&name)) {
                let known = entry.fields.iter().map(|field| field.name);
                let known = known.chain(options.iter().copied());
                return Err(Error::unknown("field", &name, &entry.id, known)).raised();
            }
            let (values, over) = swept(&name, &value)?;
            if over {
                sweeps.push(name.clone());
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
    /// The options.
    pub request: query::Request,
}

/// What says how hard a question is tried.
pub const EFFORT: [&str; 7] =
    ["trials", "precision", "seed", "exact_only", "sampled_only", "no_kernel", "budget"];

/// All that may be said beside the fields of a question.
pub const OPTIONS: [&str; 12] = {
    let [trials, precision, seed, exact, sampled, plain, budget] = EFFORT;
    let [rules, of, at_least, at_most, column] = ["rules", "of", "at_least", "at_most", "column"];
    [rules, of, at_least, at_most, column, trials, precision, seed, exact, sampled, plain, budget]
};

impl<'py> Options<'py> {
    /// Takes these options out of what was given in a call. What is left are fields.
    ///
    /// # Errors
    /// If a value is of the wrong kind, or none that the option takes.
    pub fn take(named: &Bound<'py, PyDict>, known: &[&str]) -> PyResult<Options<'py>> {
        let mut options = Options::default();
        for name in known.iter().copied() {
            let Some(value) = &taken(named, name)? else { continue };
            if name == "rules" {
                let rules = value.extract();
                let takes = "what `oddsmith.rules` reads";
                options.rules = Some(rules.map_err(|_| wrong(name, takes, value))?);
            } else if let Some(parameter) = Parameter::named(name) {
                set(name, (parameter.slot)(&mut options.request), value)?;
            }
        }
        Ok(options)
    }

    /// The same where nothing else may be given; `others` are the named arguments that `function`
    /// has beside these.
    ///
    /// # Errors
    /// As [`Options::take`], and if something else is given.
    pub fn only(
        function: &str,
        named: &Bound<'py, PyDict>,
        known: &[&str],
        others: &[&str],
    ) -> PyResult<Options<'py>> {
        let options = Options::take(named, known)?;
        match named.keys().iter().next() {
            None => Ok(options),
            Some(name) => {
                let known = others.iter().chain(known).copied();
                Err(Error::unknown("option", &name.to_string(), function, known)).raised()
            }
        }
    }
}

/// Sets an option to a value of Python.
fn set(name: &str, slot: Slot, value: &Bound<'_, PyAny>) -> PyResult<()> {
    match slot {
        Slot::Switch(switch) => *switch = flag(name, value)?,
        Slot::Count(count) => *count = Some(whole(name, value)?),
        Slot::Score(number) => *number = Some(score(name, value)?),
        Slot::Share(share) => *share = Some(number(name, value)?),
        Slot::Text(known) => *known = Some(text(name, value)?),
        slot => slot.set(Given::Text(&text(name, value)?)).raised()?,
    }
    Ok(())
}
