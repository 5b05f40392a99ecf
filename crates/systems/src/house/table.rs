//! From the `[[house]]` tables of a file to checks.

use std::sync::Arc;

use toml::{Spanned, Value};

use super::form::{File, Table};
use super::written::Written;
use super::{former, keys::built};
use oddsmith_base::{About, Error, Named, Result};
use oddsmith_dice::{self as dice, Fault};
use oddsmith_registry::document::{self, Entries, in_order, typed};
use oddsmith_registry::{
    Build, Decided, Edge, Entry, FieldList, Name, OwnField, OwnKind, Settings, plain,
};

/// The checks that the `[[house]]` tables of a text declare.
///
/// # Errors
/// If it is no TOML, or a table is not a rule; with line and column.
pub fn parse(text: &str) -> Result<Vec<Arc<Entry>>> {
    let file: File = document::parse(text)?;
    let mut entries: Vec<Arc<Entry>> = Vec::new();
    for (number, table) in file.house.iter().enumerate() {
        let entry = entry(table.get_ref(), text).map_err(|error| {
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

fn entry(table: &Table, text: &str) -> Result<Arc<Entry>> {
    let name = table.name.get_ref();
    if name.is_empty() || !is_plain(name) || ["roll", "opposed"].contains(&name.as_str()) {
        let error = Error::question(format!("`{name}` is no name for a house rule"));
        return Err(error
            .with_hint("a name is lower case letters, digits and _, and neither roll nor opposed")
            .about(About::value("name")));
    }
    former::refuse(table)?;
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
    let Parts { about, luck, fields, build, decided } = match &table.rule {
        Some(rule) => of_lines(table, rule, fields, text)?,
        None => of_keys(table, fields)?,
    };
    let entry = Arc::new(Entry {
        id: Name::Owned(format!("house.{name}")),
        title: Name::Owned(format!("House rule {name}")),
        about: Name::Owned(about),
        source: "a [[house]] table",
        luck,
        edge: Edge::own(table.edge.as_deref(), table.difficulty.as_deref()),
        fields: FieldList::Own(fields),
        solver: None,
        small: &[],
        sampled: false,
        build,
        decided,
    });
    entry.example()?;
    Ok(entry)
}

/// What a check says of itself, its luck, its fields and how it is built.
struct Parts {
    about: String,
    luck: &'static str,
    fields: Vec<OwnField>,
    build: Build,
    decided: Option<Decided>,
}

/// A written rule.
fn of_lines(
    table: &Table,
    rule: &Spanned<String>,
    mut fields: Vec<OwnField>,
    text: &str,
) -> Result<Parts> {
    let short = [
        ("mine", table.mine.is_some()),
        ("theirs", table.theirs.is_some()),
        ("tie", table.tie.is_some()),
        ("bands", table.bands.is_some()),
    ];
    if let Some((key, _)) = short.iter().find(|(_, there)| *there) {
        return Err(Error::question(format!("`{key}` stands beside `rule`"))
            .with_hint("a rule says it all in its lines: leave one of both out")
            .about(About::Key((*key).to_owned())));
    }
    let number = |field: &OwnField| dice::Field {
        name: field.name.clone(),
        usual: field.usual.parse().unwrap_or(0),
        words: match &field.kind {
            OwnKind::Words(words) => words.clone(),
            _ => Vec::new(),
        },
    };
    let written = Written::read(rule.get_ref(), fields.iter().map(number).collect(), true)
        .map_err(|fault| placed(fault, text, rule))?;
    let written = match &table.ladder {
        Some(ladder) => written.ladder(ladder.clone())?,
        None => written,
    };
    let written = match &table.success {
        Some(success) => written.succeeds(success)?,
        None => written,
    };
    fields.extend(written.decisions().into_iter().map(|(name, words)| OwnField {
        name: format!("decide.{name}"),
        usual: words[0].clone(),
        kind: OwnKind::Decision(decision),
        difficulty: false,
    }));
    let lines: Vec<String> =
        written.program.to_string().lines().map(|line| line.trim().to_owned()).collect();
    let decides = !written.decisions().is_empty();
    let compile = Arc::new(move |set: &Settings| {
        written.compile(|field| set.all().get(field).map(ToString::to_string))
    });
    let decided = decides.then(|| Arc::clone(&compile) as Decided);
    let build = Build::Own(Arc::new(move |set: &Settings| {
        Ok(Box::new(compile(set)?) as Box<dyn oddsmith_engine::odds::Check>)
    }));
    let luck = "one face (or card) a die, line by line";
    Ok(Parts { about: lines.join("; "), luck, fields, build, decided })
}

/// The error of a rule's text at its place in the file.
fn placed(fault: Fault, text: &str, rule: &Spanned<String>) -> Error {
    let quoted = text.get(rule.span()).unwrap_or_default();
    let inner = rule.get_ref();
    // What is escaped does not stand in the file as it is read.
    match quoted.find(inner.as_str()) {
        Some(start) if !inner.is_empty() => fault.in_text(text, rule.span().start + start),
        _ => fault.in_text(inner, 0),
    }
}

/// A decision as it counts: a word, or the printed form of an expression.
fn decision(text: &str) -> Result<String> {
    let read = dice::read_expression(text).map_err(|fault| fault.in_text(text, 0))?;
    Ok(read.said.to_string())
}

/// The short form.
fn of_keys(table: &Table, fields: Vec<OwnField>) -> Result<Parts> {
    if table.mine.is_none() {
        return Err(Error::question("a house rule has `rule` or `mine`")
            .with_hint("as in `mine = { luck = \"2d10\" }`; " + Named::Guide + " shows rules"));
    }
    if table.ladder.is_some() {
        return Err(Error::question("`ladder` orders the results of a `rule`")
            .with_hint("`bands` are in their order already")
            .about(About::Key("ladder".to_owned())));
    }
    if let Some(words) = fields.iter().find(|field| !matches!(field.kind, OwnKind::Number)) {
        return Err(Error::question(format!("the field `{}` is no number", words.name))
            .with_hint("words are for a `rule`")
            .about(About::Value(format!("fields.{}", words.name))));
    }
    let keys = keys(table)?;
    let about = summary(&keys);
    let luck = "one face (or card) a die, own side first, in the order of the expressions";
    let build = Build::Own(Arc::new(move |set: &Settings| {
        let number = |field: &str| set.all().get(field).map(ToString::to_string);
        let get = |key: &str| {
            keys.iter()
                .find(|(name, _)| name == key)
                .map(|(name, template)| {
                    filled_in(template, number).map_err(|error| error.about(About::value(name)))
                })
                .transpose()
        };
        // Every key is filled in first, so that a field that is not there is an error whatever
        // reads it.
        keys.iter().try_for_each(|(key, _)| get(key).map(drop))?;
        // A field may be far off for the sake of a sweep; plain numbers are what their writer
        // meant.
        let can_come = !keys.iter().any(|(_, template)| template.contains('$'));
        built(|key| get(key).ok().flatten(), Vec::new, can_come)
    }));
    Ok(Parts { about, luck, fields, build, decided: None })
}

/// The keys of a table with the texts they have, `$field` not yet filled in.
fn keys(table: &Table) -> Result<Vec<(String, String)>> {
    let mut keys = Vec::new();
    let mut say = |key: &str, text: Option<String>| {
        keys.extend(text.map(|text| (key.to_owned(), text)));
    };
    let value = |value: &Option<Value>| value.as_ref().map(typed);
    for (side, table) in [("mine", &table.mine), ("theirs", &table.theirs)] {
        let Some(table) = table else { continue };
        say(&format!("{side}.add"), value(&table.add));
        let key = format!("{side}.luck");
        let text = table.luck.as_ref().map(luck_text).transpose();
        say(&key, text.map_err(|error| error.about(About::value(&key)))?);
    }
    say("tie", table.tie.clone());
    say("bands", table.bands.as_ref().map(named_numbers));
    say("success", table.success.clone());
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
    let wrong = |what: &str| {
        Err(Error::question(format!("field `{name}` {what}"))
            .with_hint("as in `fields = { pool = 6, how = [\"plain\", \"advantage\"] }`")
            .about(About::Value(format!("fields.{name}"))))
    };
    if name.is_empty() || !is_plain(name) {
        return wrong("has no plain name: lower case letters, digits and _");
    }
    let (usual, kind) = match usual {
        Value::Integer(number @ -1000..=1000) => (number.to_string(), OwnKind::Number),
        Value::Array(words) => {
            let words: Vec<String> = words.iter().map(|word| plain(&typed(word))).collect();
            let fits = |word: &String| {
                word.starts_with(|first: char| first.is_ascii_alphabetic()) && is_plain(word)
            };
            if words.len() < 2 || !words.iter().all(fits) {
                return wrong("has words that are none: at least two, of letters, digits and _");
            }
            if let Some(twice) = (1..words.len()).find(|&i| words[..i].contains(&words[i])) {
                return wrong(&format!("has the word `{}` twice", words[twice]));
            }
            (words[0].clone(), OwnKind::Words(words))
        }
        _ => return wrong("is neither a whole number from -1000 to 1000 nor a list of words"),
    };
    Ok(OwnField { name: name.to_owned(), usual, kind, difficulty })
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
