//! What is wrong with an expression whatever the numbers turn out to be, told before there are any:
//! a wrong name where it may never be worked out, and comparisons that always hold or never.

use std::ops::Range;

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

/// Looks at each part of an expression, with stand-ins for the answers.
pub(super) fn look_at(
    environment: &Environment,
    expression: &str,
    context: &Value,
) -> Result<(), Fault> {
    if !FORESEES {
        return Ok(());
    }
    let value = |text: &str| {
        let compiled = environment.compile_expression_owned(text.to_owned());
        compiled.and_then(|compiled| compiled.eval(context.clone()))
    };
    let mut all = parts::branches(expression);
    for part in &all {
        if let Some(error) = value(part).err().filter(|error| is_certain(error, expression)) {
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
        if let [Ok(one), Ok(other)] = sides.each_ref().map(|side| value(side)) {
            alike(&one, &other).map_err(wrong)?;
        }
        for (asked, said) in [(&sides[0], &sides[1]), (&sides[1], &sides[0])] {
            let Some(said) = parts::literal(said) else { continue };
            if let Some(chance) = said.parse().ok().filter(|_| parts::is_chance(asked)) {
                let hint = "write a chance as a number from 0 to 1: `0.1` is 10 %";
                share(chance, false).map_err(|error| wrong(error.with_hint(hint)))?;
            }
            if let (true, Ok(said)) = (["==", "!="].contains(&sign), value(said)) {
                there_is(asked.trim(), &said, context).map_err(wrong)?;
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

/// Whether no number is compared with a text or a list.
fn alike(one: &Value, other: &Value) -> Result<(), Error> {
    if one.is_number() == other.is_number() {
        return Ok(());
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
