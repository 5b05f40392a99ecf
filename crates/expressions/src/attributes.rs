//! Filters with an attribute argument. Unlike those of minijinja, they report an attribute that a
//! value lacks, where minijinja would treat it as undefined or abort when two errors are compared.

use minijinja::value::{Kwargs, Rest, ValueOrKwargs};
use minijinja::{Environment, Error, State, Value, filters};

use super::failing;

/// Adds the filters.
pub fn add(environment: &mut Environment) {
    // The filters of minijinja, under names that no template can use.
    environment.add_filter("=groupby", filters::groupby);
    environment.add_filter("=map", filters::map);
    environment.add_filter("=max", filters::max);
    environment.add_filter("=min", filters::min);
    environment.add_filter("=rejectattr", filters::rejectattr);
    environment.add_filter("=selectattr", filters::selectattr);
    environment.add_filter("=sort", filters::sort);
    environment.add_filter("=unique", filters::unique);
    for own in
        ["=groupby", "=map", "=max", "=min", "=rejectattr", "=selectattr", "=sort", "=unique"]
    {
        let name = &own[1..];
        let is_first = ["groupby", "rejectattr", "selectattr"].contains(&name);
        environment.add_filter(
            name,
            move |state: &mut State, values: Value, more: Rest<ValueOrKwargs>| {
                let more = more.into_values();
                let named = more.last().and_then(|last| Kwargs::try_from(last.clone()).ok());
                // A default is given for values that lack the attribute.
                let defaults = named.as_ref().is_some_and(|named| named.has("default"));
                let named = named.and_then(|it| it.get::<Option<String>>("attribute").ok()?);
                let first = || more.first().filter(|_| is_first)?.as_str().map(str::to_owned);
                let values = match named.or_else(first) {
                    Some(attribute) => check_attribute(&values, &attribute, defaults)?,
                    None => values,
                };
                let all: Vec<Value> = std::iter::once(values).chain(more).collect();
                state.apply_filter(own, &all)
            },
        );
    }
}

/// Checks that all values have the attribute, or each of several separated by commas. With
/// `defaults`, a value may lack it, but not be an error.
fn check_attribute(values: &Value, attribute: &str, defaults: bool) -> Result<Value, Error> {
    let all: Vec<Value> = values.try_iter()?.collect();
    for value in &all {
        for path in attribute.split(',') {
            attribute_of(value, path.trim(), defaults)?;
        }
    }
    Ok(all.into())
}

/// Returns the attribute of a value by a dotted path.
fn attribute_of(value: &Value, path: &str, defaults: bool) -> Result<Value, Error> {
    path.split('.').try_fold(value.clone(), |value, name| {
        if defaults && value.is_undefined() {
            return Ok(value);
        }
        let part = match name.parse::<usize>() {
            Ok(place) => value.get_item_by_index(place)?,
            Err(_) => value.get_attr(name)?,
        };
        if part.is_undefined() && !defaults {
            let known: Vec<String> =
                value.try_iter().into_iter().flatten().map(|name| name.to_string()).collect();
            let known = known.iter().map(String::as_str);
            return Err(failing(&oddsmith_base::Error::unknown("name", name, "", known)));
        }
        // A value may represent an error.
        Value::from(vec![part]).try_iter()?.checked().next().unwrap_or(Ok(Value::UNDEFINED))
    })
}
