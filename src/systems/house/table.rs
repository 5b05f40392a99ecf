//! From the `[[house]]` tables of a file to checks.

use std::sync::Arc;

use serde::Deserialize;
use serde::de::IgnoredAny;
use toml::{Spanned, Value};

use super::rule::HouseRule;
use crate::error::{About, Error, Result};
use crate::registry::document::{self, Entries, in_order, typed};
use crate::registry::{Build, Edge, Entry, FieldList, Name, OwnField};

/// A scenario file as far as house rules go: the rest is others' to read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only the house rules are read")]
struct File {
    #[serde(default)]
    house: Vec<Spanned<Table>>,
    title: Option<IgnoredAny>,
    only_when_named: Option<IgnoredAny>,
    seed: Option<IgnoredAny>,
    trials: Option<IgnoredAny>,
    precision: Option<IgnoredAny>,
    sweep: Option<IgnoredAny>,
    vary: Option<IgnoredAny>,
    table: Option<IgnoredAny>,
    check: Option<IgnoredAny>,
    chart: Option<IgnoredAny>,
    expect: Option<IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    name: Spanned<String>,
    #[serde(default)]
    fields: Entries,
    mine: SideTable,
    #[serde(default)]
    theirs: SideTable,
    tie: Option<String>,
    bands: Option<Entries>,
    success: Option<String>,
    critical: Option<CriticalTable>,
    edge: Option<String>,
    difficulty: Option<String>,
    carry: Option<CarryTable>,
    end: Option<EndTable>,
    retry: Option<RetryTable>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct SideTable {
    add: Option<Value>,
    luck: Option<Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CriticalTable {
    face: Value,
    raises: Option<Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CarryTable {
    on: Value,
    mine: Option<Value>,
    theirs: Option<Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EndTable {
    on: Option<Value>,
    after: Option<Entries>,
    limit: Option<Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RetryTable {
    times: Value,
}

/// The checks that the `[[house]]` tables of a text declare.
///
/// # Errors
/// If it is no TOML, or a table is not a rule; with line and column.
pub fn parse(text: &str) -> Result<Vec<Arc<Entry>>> {
    let file: File = document::parse(text)?;
    let mut entries: Vec<Arc<Entry>> = Vec::new();
    for (number, table) in file.house.iter().enumerate() {
        let entry = entry(table.get_ref()).map_err(|error| {
            document::locate(error, text, &format!("house.{number}"), table.span())
        })?;
        if entries.iter().any(|other| other.id == entry.id) {
            let name = &table.get_ref().name;
            return Err(Error::question(format!(
                "two house rules have the name `{}`",
                name.get_ref()
            ))
            .with_hint("give each a `name` of its own")
            .at_span(text, name.span()));
        }
        entries.push(entry);
    }
    Ok(entries)
}

fn entry(table: &Table) -> Result<Arc<Entry>> {
    let name = table.name.get_ref();
    if name.is_empty()
        || !is_plain(name)
        || ["roll", "opposed", "knockout"].contains(&name.as_str())
    {
        let error = Error::question(format!("`{name}` is no name for a house rule"));
        return Err(error
            .with_hint(
                "a name is lower case letters, digits and _, and none of roll, opposed, knockout",
            )
            .about(About::value("name")));
    }
    let keys = keys(table)?;
    let declared = in_order(&table.fields);
    let own = |(name, usual): &(&str, &Spanned<Value>)| {
        field(name, usual.get_ref(), table.difficulty.as_deref() == Some(*name))
    };
    let fields = declared.iter().map(own).collect::<Result<Vec<OwnField>>>()?;
    let names = || declared.iter().map(|(name, _)| *name);
    for (key, named) in [("edge", &table.edge), ("difficulty", &table.difficulty)] {
        if let Some(named) = named.as_ref().filter(|named| names().all(|name| name != **named)) {
            return Err(Error::unknown("field", named, key, names()).about(About::value(key)));
        }
    }
    let build_keys = keys.clone();
    let entry = Arc::new(Entry {
        id: Name::Owned(format!("house.{name}")),
        title: Name::Owned(format!("House rule {name}")),
        about: Name::Owned(summary(&keys)),
        source: "a [[house]] table",
        luck: "one face (or card) a die, own side first, in the order of the expressions",
        edge: Edge::own(table.edge.as_deref(), table.difficulty.as_deref()),
        fields: FieldList::Own(fields),
        solver: None,
        small: &[],
        sampled: false,
        build: Build::Own(Arc::new(move |set: &crate::registry::Settings| {
            let number = |field: &str| set.all().get(field).map(ToString::to_string);
            let get = |key: &str| {
                build_keys
                    .iter()
                    .find(|(name, _)| name == key)
                    .map(|(name, template)| {
                        filled_in(template, number).map_err(|error| error.about(About::value(name)))
                    })
                    .transpose()
            };
            // Every key is filled in first, so that a field that is not there is an error whatever
            // reads it.
            build_keys.iter().try_for_each(|(key, _)| get(key).map(drop))?;
            let rule = HouseRule::read(|key| get(key).ok().flatten())?;
            // A field may be far off for the sake of a sweep; plain numbers are what their writer
            // meant.
            if !build_keys.iter().any(|(_, template)| template.contains('$')) {
                rule.can_come()?;
            }
            Ok(Box::new(rule) as Box<dyn crate::odds::Check>)
        })),
    });
    entry.example()?;
    Ok(entry)
}

/// The keys of a table with the texts they have, `$field` not yet filled in.
fn keys(table: &Table) -> Result<Vec<(String, String)>> {
    let mut keys = Vec::new();
    let mut say = |key: &str, text: Option<String>| {
        keys.extend(text.map(|text| (key.to_owned(), text)));
    };
    let value = |value: &Option<Value>| value.as_ref().map(typed);
    for (side, table) in [("mine", &table.mine), ("theirs", &table.theirs)] {
        say(&format!("{side}.add"), value(&table.add));
        let key = format!("{side}.luck");
        let text = table.luck.as_ref().map(luck_text).transpose();
        say(&key, text.map_err(|error| error.about(About::value(&key)))?);
    }
    say("tie", table.tie.clone());
    say("bands", table.bands.as_ref().map(named_numbers));
    say("success", table.success.clone());
    if let Some(CriticalTable { face, raises }) = &table.critical {
        say("critical.face", Some(typed(face)));
        say("critical.raises", value(raises));
    }
    if let Some(CarryTable { on, mine, theirs }) = &table.carry {
        say("carry.on", Some(typed(on)));
        say("carry.mine", value(mine));
        say("carry.theirs", value(theirs));
    }
    if let Some(EndTable { on, after, limit }) = &table.end {
        say("end.on", value(on));
        say("end.after", after.as_ref().map(named_numbers));
        say("end.limit", value(limit));
    }
    say("retry.times", table.retry.as_ref().map(|retry| typed(&retry.times)));
    Ok(keys)
}

/// Names with numbers as a person would type them.
fn named_numbers(entries: &Entries) -> String {
    let pairs = in_order(entries)
        .into_iter()
        .map(|(name, number)| format!("{name}:{}", typed(number.get_ref())));
    format!("[{}]", pairs.collect::<Vec<_>>().join(","))
}

/// The luck of a side as a person would type it.
fn luck_text(luck: &Value) -> Result<String> {
    match luck {
        Value::String(_) | Value::Array(_) => Ok(typed(luck)),
        Value::Table(table) if table.contains_key("hand") => {
            Err(Error::question("hands are not there yet")
                .with_hint("a deck is said as { deck = [[1, 4], [2, 4]] }"))
        }
        Value::Table(table) if table.len() == 1 => match table.get("deck") {
            Some(deck) => Ok(typed(deck)),
            None => Err(Error::question("luck is dice or a deck")
                .with_hint("a deck is said as { deck = [[1, 4], [2, 4]] }")),
        },
        _ => Err(Error::question("luck is neither dice nor a deck")
            .with_hint("luck is said as \"2d10\" or { deck = [[1, 4], [2, 4]] }")),
    }
}

/// A text with a number for each `$field` in it.
fn filled_in(template: &str, number: impl Fn(&str) -> Option<String>) -> Result<String> {
    let mut parts = template.split('$');
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part
            .find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
            .unwrap_or(part.len());
        let (name, rest) = part.split_at(end);
        let unknown = || {
            Error::question(format!("`${name}` is none of the rule's fields"))
                .with_hint("declare it in `fields` with its default; in dice put a space after its name, as in `$dice d6`")
        };
        filled += &number(name).ok_or_else(unknown)?;
        filled += rest;
    }
    Ok(filled)
}

/// Whether a name is lower case letters, digits and `_`.
fn is_plain(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}

fn field(name: &str, usual: &Value, difficulty: bool) -> Result<OwnField> {
    match usual.as_integer() {
        Some(number @ -1000..=1000) if is_plain(name) => {
            Ok(OwnField { name: name.to_owned(), usual: number.to_string(), difficulty })
        }
        _ => Err(Error::question(format!(
            "field `{name}` is not a plain name with a whole number from -1000 to 1000"
        ))
        .with_hint("as in `fields = { skill = 3 }`")
        .about(About::Value(format!("fields.{name}")))),
    }
}

/// What the rule does, in its own keys.
fn summary(keys: &[(String, String)]) -> String {
    let side = |side: &str| {
        let parts = ["luck", "add"]
            .into_iter()
            .filter_map(|part| keys.iter().find(|(key, _)| *key == format!("{side}.{part}")));
        parts.map(|(_, text)| text.as_str()).collect::<Vec<_>>().join(" + ")
    };
    let against = |theirs: String| if theirs.is_empty() { "0".to_owned() } else { theirs };
    format!("{} against {}.", side("mine"), against(side("theirs")))
}
