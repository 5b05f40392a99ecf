//! What is wrong with an expression whatever the numbers turn out to be, told before there are any:
//! a wrong name where it may never be worked out, and comparisons that always hold or never.

use std::ops::Range;

use minijinja::value::ValueKind;
use minijinja::{Environment, Value};

use super::{FORESEES, FUNCTIONS, Point, filters, parts, told};
use crate::scenario::share;
use oddsmith_base::Error;

/// What is wrong with an expression.
pub(super) enum Fault {
    /// A name, as the language tells it.
    Named(minijinja::Error),
    /// A comparison, and where it stands.
    Compared(Error, Range<usize>),
}

impl Fault {
    /// For an expression that is a text of another.
    pub fn within(self) -> minijinja::Error {
        match self {
            Fault::Named(error) => error,
            Fault::Compared(error, _) => super::failing(&error),
        }
    }
}

/// Looks at each part of an expression, with stand-ins for the answers: what it is asked of, one of each
/// kind. What only some of them have, others are kept from.
pub(super) fn look_at(
    environment: &Environment,
    expression: &str,
    contexts: &[Value],
) -> Result<(), Fault> {
    if !FORESEES {
        return Ok(());
    }
    let mut all = parts::branches(expression);
    for part in &all {
        let Ok(compiled) = environment.compile_expression_owned(part.clone()) else { continue };
        let mut found = None;
        for context in contexts {
            let error = compiled.eval(context.clone()).err();
            found = error.filter(|error| is_certain(error, expression));
            if found.is_none() {
                break;
            }
        }
        if let Some(error) = found {
            return Err(Fault::Named(error));
        }
    }
    all.push(expression.to_owned());
    for part in all {
        let Some((sign, sides)) = parts::sides(&part) else { continue };
        let wrong = |error| {
            let start = part.len() - part.trim_start().len();
            Fault::Compared(error, start..part.trim_end().len())
        };
        let [one, other] =
            sides.each_ref().map(|side| environment.compile_expression_owned(side.clone()));
        let (Ok(one), Ok(other)) = (one, other) else { continue };
        // What is a number in one check may be a word in another, from which a label keeps it.
        let mut found = Ok(());
        for context in contexts {
            let sides = [&one, &other].map(|side| side.eval(context.clone()));
            if let [Ok(one), Ok(other)] = &sides {
                found = alike(sign, one, other);
                if found.is_ok() {
                    break;
                }
            }
        }
        found.map_err(wrong)?;
        for (asked, said) in [(&sides[0], &sides[1]), (&sides[1], &sides[0])] {
            let number = parts::literal(said).and_then(|said| said.parse().ok());
            if let Some(chance) = number.filter(|_| parts::is_chance(asked)) {
                let hint = "write a chance as a number from 0 to 1: `0.1` is 10 %";
                share(chance, false).map_err(|error| wrong(error.with_hint(hint)))?;
            }
        }
        // Values that are said stand on the right, or alone on the left.
        let said = parts::values(sign, &sides[1]).map(|said| (&sides[0], said));
        let said = said.or_else(|| Some((&sides[1], parts::values(sign, &sides[0])?)));
        if let (Some((name, said)), Some(context)) = (said, contexts.first()) {
            for value in said {
                let value = environment.compile_expression_owned(value.to_owned());
                if let Ok(value) = value.and_then(|value| value.eval(())) {
                    there_is(name.trim(), &value, context).map_err(wrong)?;
                }
            }
        }
    }
    Ok(())
}

/// Whether an error stays one whatever the numbers are: of a name, or of a place that is said and not
/// worked out.
pub(super) fn is_certain(error: &minijinja::Error, text: &str) -> bool {
    let said = told::said(error, &FUNCTIONS);
    let words = || text.get(told::place(error, text)).unwrap_or_default();
    said.is_of_a_name() && (!told::is_of_a_place(&said) || parts::is_fixed(words()))
}

/// Whether no number is compared with a text or a list, and no list with a text.
fn alike(sign: &str, one: &Value, other: &Value) -> Result<(), Error> {
    let is_list = |value: &Value| value.kind() == ValueKind::Seq;
    if sign == "in" || one.is_number() == other.is_number() && is_list(one) == is_list(other) {
        return Ok(());
    }
    if !one.is_number() && !other.is_number() {
        let said = "a list is compared with what is no list";
        return Err(Error::question(said).with_hint("ask whether it has it: `'a' in likeliest`"));
    }
    let within = |value: &Value| value.is_number() || filters::number_of(value).is_err();
    let hint = match within(one) && within(other) {
        true => "write a chance as a number from 0 to 1: `0.1` is 10 %",
        false => "ask for its number: `.value`",
    };
    Err(Error::question("a number is compared with what is no number").with_hint(hint))
}

/// Whether any case has this value of a label, an axis or a field, where the expression is asked of
/// cases.
fn there_is(name: &str, value: &Value, context: &Value) -> Result<(), Error> {
    let Some(Point::Case(case)) = context.downcast_object_ref::<Point>() else { return Ok(()) };
    let of = |point: &Point| match name {
        "label" => Some(Value::from(point.case().answers().label.as_str())),
        _ => point.case().place(name),
    };
    // A figure goes before a field of its name.
    let is_place = name == "label"
        || case.place(name).is_some()
            && Point::named(&Point::Case(case.clone()), name) == case.place(name);
    let all = super::CaseSelection::all(case.results.clone());
    if !is_place || all.points().iter().any(|point| of(point).is_some_and(|it| it == *value)) {
        return Ok(());
    }
    let known = all.points().iter().filter_map(of);
    Err(told::no_such_value(format!("no case has `{value}` as its `{name}`"), value, known))
}
