//! The parsing of `[[house]]` tables, and their conversion to checks.

use std::sync::Arc;

use serde::Deserialize;
use serde::de::IgnoredAny;
use toml::{Spanned, Value};

use super::house_rule::{HouseRule, Kept};
use super::short::{self, Short, Side, Tie};
use oddsmith_base::{About, Error, Named, Result};
use oddsmith_dice::{self as dice, Fault};
use oddsmith_registry::document::{self, Entries, in_order, typed};
use oddsmith_registry::{
    Build, Choice, Definition, Edge, Entry, FieldList, Name, OwnField, OwnKind, Settings, Word,
    plain,
};

/// The part of a scenario file that declares house rules; other keys are parsed elsewhere.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only its house rules are read")]
struct File {
    /// The house rules.
    #[serde(default)]
    house: Vec<Spanned<Table>>,
    title: Option<IgnoredAny>,
    only_when_named: Option<IgnoredAny>,
    seed: Option<IgnoredAny>,
    trials: Option<IgnoredAny>,
    precision: Option<IgnoredAny>,
    sweep: Option<IgnoredAny>,
    vary: Option<IgnoredAny>,
    cast: Option<IgnoredAny>,
    table: Option<IgnoredAny>,
    check: Option<IgnoredAny>,
    chart: Option<IgnoredAny>,
    expect: Option<IgnoredAny>,
}

/// The keys of one `[[house]]` table, which declares a house rule.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    /// The name.
    name: Spanned<String>,
    /// The fields with their defaults.
    #[serde(default)]
    fields: Entries,
    /// A written rule, which replaces the keys from `mine` to `bands`.
    rule: Option<Spanned<String>>,
    /// The results of a written rule, worst to best.
    ladder: Option<Vec<String>>,
    /// The results of each further list of a written rule, worst to best, by its name.
    #[serde(default)]
    ladders: Entries,
    /// The player of the short form.
    mine: Option<SideTable>,
    /// The other side of the short form.
    theirs: Option<SideTable>,
    /// The meaning of equal totals in the short form.
    tie: Option<String>,
    /// The highest margin of each result of the short form.
    bands: Option<Entries>,
    /// The condition that counts as success, as typed.
    success: Option<String>,
    /// The field that is the advantage in `compare`.
    edge: Option<String>,
    /// The field that makes it harder.
    difficulty: Option<String>,
}

/// The keys of one side in the short form of a house rule.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct SideTable {
    /// The addend.
    add: Option<Value>,
    /// The roll or draw.
    luck: Option<Value>,
}

/// Parses the checks that the `[[house]]` tables of a text declare.
///
/// # Errors
/// If it is not TOML, or a table is not a rule; with line and column.
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
            .with_hint("give each its own `name`")
            .at_span(text, name.span()));
        }
        entries.push(entry);
    }
    Ok(entries)
}

fn entry(table: &Table, text: &str) -> Result<Arc<Entry>> {
    let name = table.name.get_ref();
    if name.is_empty() || !is_plain(name) || ["roll", "opposed"].contains(&name.as_str()) {
        let error = Error::question(format!("`{name}` can't name a house rule"));
        return Err(error
            .with_hint("use lower case letters, digits and _, but not roll or opposed")
            .about(About::value("name")));
    }
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
    let known: Vec<dice::Field> = fields.iter().map(in_lines).collect();
    let (written, about) = match &table.rule {
        Some(rule) => of_lines(table, rule, known, text)?,
        None => {
            let (short, about) = of_keys(table, &known)?;
            (short.written(known)?, about)
        }
    };
    let decisions = written.decisions();
    let decided = decisions.iter().map(|(name, words)| OwnField {
        name: format!("decide.{name}"),
        usual: words[0].clone(),
        kind: OwnKind::Decision(decision),
        difficulty: false,
    });
    let fields = fields.into_iter().chain(decided).collect();
    written.check().map_err(|error| match (&table.rule, error.subject().cloned()) {
        (Some(rule), Some(About::Lines(said))) => {
            let place = document::written(text, &rule.span(), said);
            error.at_span(text, place.unwrap_or(rule.span()))
        }
        _ => error,
    })?;
    let kept = Kept::of(written);
    let build = Build::Own(Arc::new(move |set: &Settings| {
        let all = set.all();
        let texts = all.iter().map(|(name, value)| (name.to_string(), value.to_string()));
        kept.compile(texts.collect())
    }));
    let entry = Arc::new(Entry {
        id: Name::Owned(format!("house.{name}")),
        title: Name::Owned(format!("House rule {name}")),
        about: Name::Owned(about),
        source: "a [[house]] table",
        luck: "one face (or card) a die, line by line",
        edge: Edge::own(table.edge.as_deref(), table.difficulty.as_deref()),
        fields: FieldList::Own(fields),
        build,
        ..Definition::PLAIN.entry()
    });
    Ok(entry)
}

/// Converts a field to one of the dice language.
fn in_lines(field: &OwnField) -> dice::Field {
    dice::Field {
        name: field.name.clone(),
        usual: field.usual.parse().unwrap_or(0),
        words: match &field.kind {
            OwnKind::Words(words) => words.clone(),
            _ => Vec::new(),
        },
    }
}

/// Parses a written rule; also returns its lines joined into one.
fn of_lines(
    table: &Table,
    rule: &Spanned<String>,
    fields: Vec<dice::Field>,
    text: &str,
) -> Result<(HouseRule, String)> {
    let short = [
        ("mine", table.mine.is_some()),
        ("theirs", table.theirs.is_some()),
        ("tie", table.tie.is_some()),
        ("bands", table.bands.is_some()),
    ];
    if let Some((key, _)) = short.iter().find(|(_, there)| *there) {
        return Err(Error::question(format!("`{key}` stands beside `rule`"))
            .with_hint("`rule` replaces it: leave one out")
            .about(About::Key((*key).to_owned())));
    }
    let written = dice::read_program_beside(rule.get_ref(), &fields);
    let written = written.and_then(|written| HouseRule::checked(written, fields));
    let mut written = written.map_err(|fault| placed(fault, text, rule))?;
    if let Some(ladder) = &table.ladder {
        written = written.ladder(ladder.clone())?;
    }
    for (list, rungs) in in_order(&table.ladders) {
        written = written.ladder_of(list, rungs_of(list, rungs.get_ref())?)?;
    }
    if let Some(success) = &table.success {
        written = written.succeeds(success)?;
    }
    let lines = written.program.to_string();
    let lines: Vec<&str> = lines.lines().map(str::trim).collect();
    Ok((written, lines.join("; ")))
}

/// Parses the ladder of a list.
fn rungs_of(list: &str, rungs: &Value) -> Result<Vec<String>> {
    let text = |rung: &Value| rung.as_str().map(str::to_owned);
    let rungs = rungs.as_array().and_then(|rungs| rungs.iter().map(text).collect());
    rungs.ok_or_else(|| {
        Error::question(format!("the ladder of `{list}` must be a list of results"))
            .with_hint("as in `ladders = { injury = [\"nothing\", \"hurt\"] }`, worst to best")
            .about(About::Value(format!("ladders.{list}")))
    })
}

/// Converts an error in a rule's text to one at its position in the file.
fn placed(fault: Fault, text: &str, rule: &Spanned<String>) -> Error {
    let (value, said) = (rule.span(), fault.span.clone());
    let place = document::written(text, &value, said).unwrap_or(value);
    fault.in_text(rule.get_ref(), 0).moved(text, place)
}

/// Parses a decision: a word, or an expression.
fn decision(text: &str) -> Result<Word> {
    let read = dice::read_expression(text).map_err(|fault| fault.in_text(text, 0))?;
    Ok(read.tree.to_string().into())
}

/// Parses a rule in its short form; also returns its sides as typed.
fn of_keys(table: &Table, fields: &[dice::Field]) -> Result<(Short, String)> {
    let Some(mine) = &table.mine else {
        return Err(Error::question("a house rule has `rule` or `mine`")
            .with_hint("as in `mine = { luck = \"2d10\" }`; " + Named::Guide + " shows rules"));
    };
    if table.ladder.is_some() || !table.ladders.is_empty() {
        return Err(Error::question("`ladder` orders the results of a `rule`")
            .with_hint("`bands` are in order already")
            .about(About::Key("ladder".to_owned())));
    }
    let band =
        |(name, highest): (&str, &Spanned<Value>)| (name.to_owned(), typed(highest.get_ref()));
    let bands = table.bands.as_ref().map(in_order).unwrap_or_default();
    let tie = |tie: &String| {
        let unknown = || Error::unknown("tie", tie, "", Tie::WORDS.iter().copied());
        Tie::named(tie).ok_or_else(|| unknown().about(About::value("tie")))
    };
    let mut notes = Vec::new();
    let (mine, own) = side("mine", mine, fields, &mut notes)?;
    let none = SideTable::default();
    let theirs = table.theirs.as_ref().unwrap_or(&none);
    let (theirs, other) = side("theirs", theirs, fields, &mut notes)?;
    let short = Short {
        mine,
        theirs: Some(theirs),
        tie: table.tie.as_ref().map(tie).transpose()?,
        bands: bands.into_iter().map(band).collect(),
        success: table.success.clone(),
        notes,
    };
    Ok((short, format!("{own} against {other}.")))
}

/// Parses a side; also returns it as typed.
fn side(
    name: &str,
    side: &SideTable,
    fields: &[dice::Field],
    notes: &mut Vec<dice::Note>,
) -> Result<(Side, String)> {
    let luck = side.luck.as_ref().map(luck).transpose();
    let luck = luck.map_err(|error| error.about(About::Value(format!("{name}.luck"))))?;
    let terms = [("luck", luck), ("add", side.add.as_ref().map(typed))];
    let (mut side, mut texts) = (Side::new(), Vec::new());
    for (part, text) in terms {
        let Some(text) = text else { continue };
        let read = short::expression(&text, &format!("{name}.{part}"), fields)?;
        notes.extend(read.notes);
        side.push(read.tree);
        texts.push(text);
    }
    Ok((side, if texts.is_empty() { "0".to_owned() } else { texts.join(" + ") }))
}

/// Parses the luck of a side: an expression, or a deck, which becomes a die.
fn luck(luck: &Value) -> Result<String> {
    let text = match luck {
        Value::String(_) | Value::Array(_) => Some(typed(luck)),
        Value::Table(table) if table.len() == 1 => table.get("deck").map(typed),
        _ => None,
    };
    let text = text.ok_or_else(|| {
        Error::question("the luck must be dice or a deck")
            .with_hint("write `luck = \"2d10\"` or `luck = { deck = [[1, 4], [2, 4]] }`")
    })?;
    Ok(short::deck(&text)?.unwrap_or(text))
}

/// Returns whether a name consists of lower case letters, digits and `_`.
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
        return wrong("needs a name of lower case letters, digits and _");
    }
    let (usual, kind) = match usual {
        Value::Integer(number @ -1000..=1000) => (number.to_string(), OwnKind::Number),
        Value::Array(words) => {
            let words: Vec<String> = words.iter().map(|word| plain(&typed(word))).collect();
            let fits = |word: &String| {
                word.starts_with(|first: char| first.is_ascii_alphabetic()) && is_plain(word)
            };
            if words.len() < 2 || !words.iter().all(fits) {
                return wrong("needs at least two words of letters, digits and _");
            }
            if let Some(twice) = (1..words.len()).find(|&i| words[..i].contains(&words[i])) {
                return wrong(&format!("has the word `{}` twice", words[twice]));
            }
            (words[0].clone(), OwnKind::Words(words))
        }
        _ => return wrong("must be a whole number from -1000 to 1000 or a list of words"),
    };
    Ok(OwnField { name: name.to_owned(), usual, kind, difficulty })
}
