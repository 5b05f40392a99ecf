//! Arguments of a call: a check with its fields, house rules, and the options of the request.

use std::sync::Arc;

use oddsmith::Error;
use oddsmith::answer::SavedResults;
use oddsmith::query::{Action, OptionField, OptionValue, PARAMETERS, Parameter, Reply, Request};
use oddsmith::registry::{Choice, plain};
use oddsmith::scenario::{Axis, Question};
use oddsmith::systems::Catalogue;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::error::Raised;
use crate::named_arguments::{self, flag, number, score, swept, take, text, type_error, whole};
use crate::rules::Rules;
use crate::watch::compute_reply;

/// Adds the named arguments of a call to a question as fields. An error may also suggest the options
/// of the action.
///
/// # Errors
/// If the check lacks a field, or a value is invalid.
fn add_fields(
    question: &mut Question,
    catalogue: &Catalogue,
    fields: &Bound<'_, PyDict>,
    action: Action,
) -> PyResult<()> {
    let cast = fields.get_item("cast")?.map(|cast| text("cast", &cast)).transpose()?;
    if let Some(cast) = &cast {
        let folder = catalogue.folder.as_deref();
        question.entry = question.entry.with_cast([("cast", &**cast)], folder).raised()?;
    }
    for (name, value) in fields {
        let name: String = name.extract()?;
        let mut known = question.entry.fields.iter().map(|field| field.name);
        if !known.any(|known| known == plain(&name)) {
            let known = question.entry.fields.iter().map(|field| field.name);
            let known = known.chain(options_of(action));
            return Err(Error::unknown("field", &name, &question.entry.id, known)).raised();
        }
        let (values, several) = swept(&name, &value)?;
        // A search for a difficulty has a row for each value of `each` only.
        if several && action != Action::Dc {
            question.listed.push(name.clone());
        }
        question.given.push(Axis::of(&name, values));
    }
    Ok(())
}

/// A request for an action, read from a call, and the question that it is about.
pub struct Arguments {
    catalogue: Arc<Catalogue>,
    request: Request,
    question: Question,
}

impl Arguments {
    /// Reads a check, which may include fields ("melodrama.opposed active=10") or be just dice,
    /// with the fields and options among the named arguments.
    ///
    /// # Errors
    /// If there is no such check, it lacks a field, or a value is invalid.
    pub fn read(action: Action, check: &str, named: &Bound<'_, PyDict>) -> PyResult<Arguments> {
        let each = named.get_item("each")?.filter(|_| action == Action::Dc);
        let each = each.and_then(|each| each.cast_into::<PyDict>().ok());
        if each.is_some() {
            named.del_item("each")?;
        }
        let Options { rules, mut request } = Options::take(named, &options_of(action))?;
        let catalogue = Rules::catalogue(rules.as_deref());
        let duel = |id: &str| Ok(catalogue.duel(Some(id))?.0);
        let read = match action {
            Action::Duel => Question::read_among(check, &catalogue, duel),
            _ => Question::read(check, &catalogue),
        };
        let mut question = read.raised()?;
        for (field, values) in each.into_iter().flatten() {
            let field: String = field.extract()?;
            let values = swept(&field, &values)?.0;
            question.listed.push(field.clone());
            question.given.push(Axis::of(&field, values));
        }
        add_fields(&mut question, &catalogue, named, action)?;
        request.action = action;
        Ok(Arguments { catalogue, request, question })
    }

    /// Returns the reply, computed or restored from saved numbers.
    ///
    /// # Errors
    /// If an option does not fit the question, or a case can't be answered.
    pub fn reply(self, py: Python<'_>, saved: Option<SavedResults<'static>>) -> PyResult<Reply> {
        let Arguments { catalogue, request, question } = self;
        compute_reply(py, saved, catalogue, move |catalogue| request.about(question, catalogue))
    }
}

/// Options of a call, as opposed to fields.
#[derive(Default)]
pub struct Options<'py> {
    /// House rules, to which the check may belong.
    pub rules: Option<PyRef<'py, Rules>>,
    /// Request with the options.
    pub request: Request,
}

/// Keys of the options of the effort, which functions that read files accept, too.
pub const EFFORT: [&str; 7] =
    ["trials", "precision", "seed", "exact_only", "sampled_only", "no_kernel", "budget"];

/// Returns the names of the options of an action. `readings` and `ranges` are left out: their replies
/// have no Python class.
pub fn options_of(action: Action) -> Vec<&'static str> {
    // A duel is solved, and not simulated.
    if action == Action::Duel {
        return Vec::new();
    }
    let own = PARAMETERS.iter().filter(|parameter| parameter.is_accepted_by(action));
    let keys = own.map(|parameter| parameter.key);
    keys.filter(|key| !["readings", "ranges"].contains(key)).chain(["rules"]).collect()
}

impl<'py> Options<'py> {
    /// Removes these options from the named arguments of a call. The remaining arguments are
    /// fields.
    ///
    /// # Errors
    /// If a value has the wrong type, or is invalid for the option.
    pub fn take(named: &Bound<'py, PyDict>, known: &[&str]) -> PyResult<Options<'py>> {
        let mut options = Options::default();
        for name in known.iter().copied() {
            let Some(value) = &take(named, name)? else { continue };
            if name == "rules" {
                let rules = value.extract();
                let takes = "what `oddsmith.rules` reads";
                options.rules = Some(rules.map_err(|_| type_error(name, takes, value))?);
            } else if let Some(parameter) = Parameter::by_key(name) {
                set(name, (parameter.slot)(&mut options.request), value)?;
            }
        }
        Ok(options)
    }

    /// Removes these options like [`Options::take`], and refuses any other argument. `others` are
    /// the remaining arguments of `function`, which an error may suggest.
    ///
    /// # Errors
    /// If [`Options::take`] fails, or there is another argument.
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

/// Sets an option to a Python value.
fn set(name: &str, slot: OptionField, value: &Bound<'_, PyAny>) -> PyResult<()> {
    match slot {
        OptionField::Switch(switch) => *switch = flag(name, value)?,
        OptionField::Count(count) => *count = Some(whole(name, value)?),
        OptionField::Score(number) => *number = Some(score(name, value)?),
        OptionField::Share(share) if name == "precision" => *share = Some(number(name, value)?),
        OptionField::Share(share) => *share = Some(chance(name, value)?),
        OptionField::Shares(shares) => {
            for value in each(value) {
                shares.push(chance(name, &value)?);
            }
        }
        OptionField::Text(known) => *known = Some(one_text(name, value)?),
        OptionField::Texts(texts) => {
            for value in each(value) {
                texts.push(text(name, &value)?);
            }
        }
        slot => slot.set(OptionValue::Text(&text(name, value)?)).raised()?,
    }
    Ok(())
}

/// Returns the values of a list, or a single value.
fn each<'py>(value: &Bound<'py, PyAny>) -> Vec<Bound<'py, PyAny>> {
    value.cast::<PyList>().map_or_else(|_| vec![value.clone()], |values| values.iter().collect())
}

/// Converts a value to a chance, 0 to 1.
fn chance(name: &str, value: &Bound<'_, PyAny>) -> PyResult<f64> {
    let share = number(name, value)?;
    if (0.0..=1.0).contains(&share) {
        return Ok(share);
    }
    let hint = match share > 1.0 && share <= 100.0 {
        true => format!("a chance is 0 to 1: {name}={} is {share} %", share / 100.0),
        false => format!("a chance is 0 to 1: {name}=0.65"),
    };
    Err(Error::question(format!("{name}={share} is no chance")).with_hint(hint)).raised()
}

/// Converts a value to a text; advantages (`edge`) may also be a list of whole numbers.
fn one_text(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    if name != "edge" || value.extract::<String>().is_ok() {
        return text(name, value);
    }
    let edges: Vec<i64> = value
        .extract()
        .map_err(|_| type_error(name, "a text or a list of whole numbers", value))?;
    let edges: Vec<String> = edges.iter().map(i64::to_string).collect();
    Axis::of(name, edges.iter().map(String::as_str)).check_not_empty().raised()?;
    Ok(edges.join(","))
}

/// Returns the request of a call as JSON, for tests: the options of the function named `action`,
/// without rules.
#[pyfunction]
#[pyo3(signature = (action, /, *texts, **named))]
pub fn _request(
    py: Python<'_>,
    action: &str,
    texts: Vec<String>,
    named: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let named = named_arguments::read(py, named)?;
    let action = Action::named(action)
        .ok_or_else(|| Error::unknown("action", action, "", Action::WORDS.iter().copied()))
        .raised()?;
    let own = PARAMETERS.iter().filter(|parameter| parameter.is_accepted_by(action));
    let keys: Vec<&str> = own.map(|parameter| parameter.key).collect();
    let Options { request, .. } = Options::only(action.word(), &named, &keys, &[])?;
    Ok(Request { action, questions: texts, ..request }.json())
}
