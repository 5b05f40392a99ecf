//! Sweeps of a scenario file: `[sweep]`, `[vary]`, and the fields of `set` that refer to them.

use toml::Spanned;

use super::{Axis, values};
use oddsmith_base::{Error, Result};
use oddsmith_registry::document::{Entries, in_order, typed};
use oddsmith_registry::{Entry, Value};

/// Returns the axes of a table, each with its name and values.
pub(super) fn named(table: &Entries, text: &str) -> Result<Vec<Axis>> {
    let axis = |(name, value): (&str, &Spanned<toml::Value>)| {
        let values = listed(value.get_ref()).map_err(|error| error.at_span(text, value.span()))?;
        Ok(Axis { name: name.to_owned(), fields: Vec::new(), values })
    };
    in_order(table).into_iter().map(axis).collect()
}

/// Returns the fields of one check: the fixed ones as axes of one value, and the swept axes in the
/// order of the file.
pub(super) fn axes(
    entry: &Entry,
    set: &Entries,
    sweep: &[Axis],
    varied: &[(String, Value)],
    text: &str,
) -> Result<(Vec<Axis>, Vec<Axis>)> {
    let mut fixed = Vec::new();
    let mut swept: Vec<Axis> = sweep.to_vec();
    for (name, value) in in_order(set) {
        // Fields whose value is a table keep it whole.
        let whole = entry.field(name).is_some_and(|field| field.verbatim);
        let fields = match whole {
            true => vec![(name.to_owned(), typed(value.get_ref()))],
            false => flattened(name, value.get_ref()),
        };
        for (field, value_text) in fields {
            let name = value_text.strip_prefix('$');
            match (name, varied.iter().find(|(known, _)| Some(known.as_str()) == name)) {
                (None, _) => fixed.push(Axis::of(&field, [value_text])),
                (_, Some((_, number))) => fixed.push(Axis::of(&field, [number.clone()])),
                (Some(axis), None) => {
                    let known = || {
                        let varied = varied.iter().map(|(name, _)| name.as_str());
                        sweep.iter().map(|axis| axis.name.as_str()).chain(varied)
                    };
                    let unknown =
                        || Error::unknown("axis", &format!("${axis}"), "[sweep]", known());
                    let at = sweep.iter().position(|known| known.name == axis);
                    let at = at.ok_or_else(|| unknown().at_span(text, value.span()))?;
                    swept[at].fields.push(field);
                }
            }
        }
    }
    swept.retain(|axis| !axis.fields.is_empty());
    Ok((fixed, swept))
}

/// Returns the fields that an entry sets: one, or for a table those in it with dotted names.
pub(super) fn flattened(name: &str, value: &toml::Value) -> Vec<(String, String)> {
    let toml::Value::Table(table) = value else { return vec![(name.to_owned(), typed(value))] };
    table.iter().flat_map(|(key, value)| flattened(&format!("{name}.{key}"), value)).collect()
}

/// Returns the values of an axis: a list, or `{ from, to, step }`.
fn listed(value: &toml::Value) -> Result<Vec<Value>> {
    match value {
        toml::Value::Array(list) if list.is_empty() => {
            Err(Error::question("the axis has no values").with_hint("write `[5, 10, 15]`"))
        }
        toml::Value::Array(list) => {
            let texts: Vec<Value> = list.iter().map(|value| Value::guess(&typed(value))).collect();
            let twice = texts.iter().enumerate().find(|(i, text)| texts[..*i].contains(text));
            let Some((_, twice)) = twice else { return Ok(texts) };
            let error = Error::question(format!("the axis has the value `{twice}` twice"));
            Err(error.with_hint("list each value once"))
        }
        toml::Value::Table(table) => {
            let hint = "write `{ from = 0, to = 20 }`, with `step = 5` if you like";
            let wrong = |why: String| Error::question(why).with_hint(hint);
            let unknown = table.keys().find(|key| !["from", "to", "step"].contains(&key.as_str()));
            if let Some(key) = unknown {
                return Err(wrong(format!("unknown key `{key}` in the range of an axis")));
            }
            let (Some(from), Some(to)) = (table.get("from"), table.get("to")) else {
                return Err(wrong("an axis is no range of numbers".to_owned()));
            };
            let number = |value: &toml::Value| match value {
                toml::Value::Integer(_) | toml::Value::Float(_) => Ok(typed(value)),
                _ => Err(wrong(format!("`{}` is not a number", typed(value)))),
            };
            let step = table.get("step").map_or_else(|| Ok("1".to_owned()), number)?;
            values(&format!("{}..{}/{step}", number(from)?, number(to)?))
        }
        _ => {
            let error = Error::question("an axis is neither a list nor a range");
            Err(error.with_hint("write `{ from = 0, to = 20 }` or `[5, 10, 15]`"))
        }
    }
}
