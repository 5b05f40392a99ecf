//! Questions as forms: the fields of a check with the given values, and changes of these.

use std::sync::Arc;

use oddsmith::Result;
use oddsmith::answer::columns;
use oddsmith::odds::View;
use oddsmith::query::{Action, Request, quoted};
use oddsmith::registry::{Entry, Field, Kind, Need, Term};
use oddsmith::rule::Column;
use oddsmith::scenario::{NamedQuestion, fields};
use oddsmith::systems::Catalogue;
use serde::Serialize;

use crate::ask::{Ask, Change};

/// Form of a question.
#[derive(Serialize)]
pub struct Form {
    check: String,
    title: String,
    about: String,
    source: &'static str,
    /// True if the question was given as dice.
    dice: bool,
    fields: Vec<FormField>,
    /// Actions that the check supports in addition to its odds.
    can: Actions,
}

#[derive(Serialize)]
struct Actions {
    /// True if the difficulty for a chance can be found.
    dc: bool,
    /// True if the best decisions of a player can be found.
    best: bool,
    /// True if it can be solved as a duel.
    duel: bool,
    /// True if it can be compared along an advantage.
    edge: bool,
}

/// Field of a form, with the given value.
#[derive(Serialize)]
pub struct FormField {
    name: String,
    kind: &'static str,
    /// Value in the question.
    value: Option<String>,
    /// Default value, or an example if the field is required.
    default: String,
    required: bool,
    /// Usual range of its numbers.
    usual: Option<(i32, i32)>,
    /// Words that it may be.
    words: Vec<String>,
    /// Named numbers.
    named: Vec<(String, i32)>,
    unit: &'static str,
    about: String,
}

/// Applies the change of a field in the request. For a comparison with advantages it also removes
/// the fields that an advantage sets.
pub fn changed(ask: &Ask, catalogue: &Catalogue) -> Result<Ask> {
    let mut ask = ask.clone();
    let request = &mut ask.request;
    if let Some(change) = ask.set.take()
        && let Some(question) = request.questions.get_mut(change.question)
    {
        *question = with(question, &change, catalogue)?;
    }
    if request.edge.is_some() && request.questions.len() > 1 {
        let free = |question: &String| without_advantage(question, catalogue);
        request.questions = request.questions.iter().map(free).collect::<Result<_>>()?;
    }
    Ok(ask)
}

/// Returns the request that an action computes. The page keeps one state for all actions: an action
/// uses the first question, without the fields that it finds itself and the options that it lacks.
pub fn asked(request: &Request, catalogue: &Catalogue) -> Result<Request> {
    let mut request = request.clone();
    if request.program.is_some() {
        return Ok(request);
    }
    if let Action::Odds | Action::Compare = request.action {
        if request.view != View::Exactly && !is_ordered(&request, catalogue)? {
            request.view = View::Exactly;
        }
        return Ok(request);
    }
    let question = request.question()?.to_owned();
    let check = NamedQuestion::read(&question)?.check;
    request.questions = vec![match request.action {
        Action::Dc => {
            let entry = catalogue.check(&check)?;
            let found = entry.harder_by().map(|field| field.name.to_owned());
            let each = fields(&entry, &request.each)?;
            without(&question, &entry, &|name| {
                found.as_deref() == Some(name) || each.iter().any(|(field, _)| field == name)
            })?
        }
        Action::Duel => {
            let (entry, solver) = catalogue.duel(Some(&check))?;
            without(&question, &entry, &|name| solver.policies.contains(&name))?
        }
        _ => question,
    }];
    match request.action {
        Action::Dc if request.target.is_empty() => request.target.push(0.5),
        Action::Duel => {
            request.effort.trials.get_or_insert(100_000);
        }
        _ => {}
    }
    if request.action != Action::Dc {
        (request.of, request.at_least, request.at_most) = (None, None, None);
    }
    request.view = View::Exactly;
    Ok(request)
}

/// Returns true if the shown scores are ordered in each question, and can be cumulated.
fn is_ordered(request: &Request, catalogue: &Catalogue) -> Result<bool> {
    let event = request.event()?;
    for question in &request.questions {
        let one = Request { questions: vec![question.clone()], ..request.clone() };
        let ordered = |columns: &Vec<Column>| {
            event.place(columns).is_none_or(|place| columns[place].scale.is_ordered())
        };
        // Questions that are incomplete until a comparison sets their fields count as ordered.
        if one
            .cases(catalogue)
            .and_then(|cases| columns(&cases))
            .is_ok_and(|all| !all.iter().all(ordered))
        {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the question without the fields that an advantage sets.
fn without_advantage(question: &str, catalogue: &Catalogue) -> Result<String> {
    let entry = catalogue.check(&NamedQuestion::read(question)?.check)?;
    let sets = |(field, term): (&str, Term), name: &str| {
        field == name && matches!(term, Term::Advantage(_))
    };
    without(question, &entry, &|name| entry.edge.terms().any(|term| sets(term, name)))
}

/// Returns the question without some fields of its check.
///
/// # Errors
/// If the question can't be read.
fn without(question: &str, entry: &Entry, left_out: &dyn Fn(&str) -> bool) -> Result<String> {
    let read = NamedQuestion::read(question)?;
    let (out, kept): (Vec<_>, Vec<_>) =
        fields(entry, &read.fields)?.into_iter().partition(|(name, _)| left_out(name));
    if out.is_empty() { Ok(question.to_owned()) } else { rewritten(question, entry, kept) }
}

/// Returns the question with one field set or removed.
fn with(question: &str, change: &Change, catalogue: &Catalogue) -> Result<String> {
    let read = NamedQuestion::read(question)?;
    let entry = catalogue.check(&read.check)?;
    let mut given = fields(&entry, &read.fields)?;
    given.retain(|(name, value)| *name != change.field || value.is_empty());
    if let Some(value) = change.value.as_ref().filter(|value| !value.trim().is_empty()) {
        given.push((change.field.clone(), value.trim().to_owned()));
    }
    rewritten(question, &entry, given)
}

/// Returns the question with these fields instead of its own.
fn rewritten(question: &str, entry: &Entry, mut given: Vec<(String, String)>) -> Result<String> {
    let place = |name: &str| entry.fields.iter().position(|field| field.name == name);
    given.sort_by_key(|(name, _)| place(name));
    let read = NamedQuestion::read(question)?;
    let label = read.label.map_or(String::new(), |label| label + ": ");
    Ok(label + &written(entry, &given, read.is_dice))
}

/// Formats a check with its fields as a user types it: as dice if it was given as dice and can be
/// so.
fn written(entry: &Entry, given: &[(String, String)], dice: bool) -> String {
    let value = |name: &str| given.iter().find(|(given, _)| given == name).map(|(_, value)| value);
    let luck = value("luck").map(|luck| luck.trim_matches('"'));
    let plain = |number: &str| number.bytes().all(|byte| byte.is_ascii_digit());
    let beside = given.iter().filter(|(name, _)| name != "luck");
    let (number, rest): (Vec<_>, Vec<_>) =
        beside.partition(|(name, value)| name == "dc" && plain(value));
    let mut words = Vec::new();
    match luck.filter(|_| dice) {
        Some(luck) => {
            words.push(luck.to_owned());
            words.extend(number.iter().map(|(_, number)| format!("vs {number}")));
            words.extend(rest.into_iter().map(word));
        }
        None => {
            words.push(entry.id.to_string());
            words.extend(given.iter().map(word));
        }
    }
    words.join(" ")
}

/// Formats `name=value`, quoted if necessary.
fn word((name, value): &(String, String)) -> String {
    quoted(&format!("{name}={value}"))
}

/// Returns the form of each question.
pub fn forms(questions: &[String], catalogue: &Catalogue) -> Result<Vec<Form>> {
    questions.iter().map(|question| form(question, catalogue)).collect()
}

fn form(question: &str, catalogue: &Catalogue) -> Result<Form> {
    let read = NamedQuestion::read(question)?;
    let entry = catalogue.check(&read.check).or_else(|error| {
        catalogue.duel(Some(&read.check)).map(|(entry, _)| entry).map_err(|_| error)
    })?;
    let given = fields(&entry, &read.fields)?;
    let field = |field: Field<'_>| {
        let value = given.iter().rev().find(|(name, _)| name == field.name);
        FormField::of(field, value.map(|(_, value)| value.clone()))
    };
    let duel = catalogue.duel(Some(&entry.id)).is_ok();
    // The description of a house rule is its own text, so it is omitted.
    let own = catalogue.house.iter().any(|house| house.id == entry.id);
    Ok(Form {
        check: entry.id.to_string(),
        title: entry.title.to_string(),
        about: if own { String::new() } else { entry.about.to_string() },
        source: entry.source,
        dice: read.is_dice,
        fields: entry.fields.iter().map(field).collect(),
        can: Actions {
            dc: entry.harder_by().is_some(),
            best: entry.decided().is_some(),
            duel,
            edge: !entry.edge.is_none(),
        },
    })
}

/// Returns a question about a check, with the examples of its required fields.
pub fn example(entry: &Arc<Entry>) -> String {
    let required = entry.fields.iter().filter_map(|field| match field.need {
        Need::Required(example) => Some((field.name.to_owned(), example.to_owned())),
        _ => None,
    });
    written(entry, &required.collect::<Vec<_>>(), false)
}

impl FormField {
    fn of(field: Field<'_>, value: Option<String>) -> FormField {
        let (default, required) = match field.need {
            Need::Required(example) => (example.to_owned(), true),
            Need::Default(usual) => (usual.to_owned(), false),
            Need::Follows { rule, .. } => (rule.to_owned(), false),
            Need::Same(other) => (format!("same as {other}"), false),
        };
        let words = match field.kind {
            Kind::Flag | Kind::Choice { .. } | Kind::Own(_) => field.values(),
            _ => Vec::new(),
        };
        let named = field.named_numbers().iter();
        FormField {
            name: field.name.to_owned(),
            kind: field.kind_name(),
            value,
            default,
            required,
            usual: field.usual_range(),
            words,
            named: named.map(|(name, number)| ((*name).to_owned(), *number)).collect(),
            unit: field.unit,
            about: field.about.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(question: &str, field: &str, value: Option<&str>) -> String {
        let change =
            Change { question: 0, field: field.to_owned(), value: value.map(str::to_owned) };
        with(question, &change, &Catalogue::default()).expect("it is a question")
    }

    #[test]
    fn setting_a_field_rewrites_the_question() {
        let save = "melodrama.toughness damage=8";
        let both = "melodrama.toughness toughness=10 damage=8";
        assert_eq!(set(save, "toughness", Some("10")), both);
        assert_eq!(set(both, "toughness", None), save);
        assert_eq!(set("here: d20+5 vs 15", "dc", Some("5..25")), "here: d20+5 dc=5..25");
        assert_eq!(set("d20+5 dc=5..25", "dc", Some("12")), "d20+5 vs 12");
        assert_eq!(set("d20+5 vs 15", "dc", None), "d20+5");
    }
}
