//! Casts: the characters that take part in a check, each with several fields.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use toml::Spanned;

use super::document::{self, Entries, in_order, typed};
use super::value::plain;
use super::{Entry, Field, FieldList, Need, OwnField, OwnKind, Settings};
use oddsmith_base::{About, Error, Result, shown};

/// The schema of a check's cast: its roles, their fields and the default characters.
#[derive(Debug)]
pub struct CastSchema {
    /// The roles that a character may have: heroes, and their opponents.
    pub parts: &'static [Part],
    /// Keys of characters that are used by another game that reads the same file.
    pub elsewhere: &'static [&'static str],
    /// The default cast: the text of its file.
    pub usual: &'static str,
}

/// A role that characters of a cast may have, with its fields.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// The name of its tables in a cast: `[[hero]]`.
    pub name: &'static str,
    /// The fields of each of its characters, in groups.
    pub fields: &'static [&'static [Field<'static>]],
}

/// The characters that take part in a check, parsed from a file.
#[derive(Clone, Debug)]
pub struct Cast {
    /// The characters, in the order of the roles and then of the file.
    pub characters: Vec<Character>,
    fields: Vec<OwnField>,
    /// The value of the field `cast` for this cast.
    named: String,
}

/// A cast whose default is parsed on first use, since most questions are about other checks.
#[derive(Clone, Debug)]
pub struct LazyCast {
    form: &'static CastSchema,
    known: OnceLock<Arc<Cast>>,
}

impl LazyCast {
    /// Returns the cast.
    ///
    /// # Panics
    /// If the default cast is invalid, which a test rules out.
    pub fn get(&self) -> &Arc<Cast> {
        let usual = || self.form.parse(self.form.usual);
        self.known.get_or_init(|| {
            Arc::new(usual().unwrap_or_else(|error| panic!("the usual cast: {error}")))
        })
    }
}

/// A character of a cast, which may stand for several identical people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Character {
    /// The name.
    pub name: String,
    /// The name as a prefix of fields: `blue_static` in `blue_static.attack`.
    pub key: String,
    /// The index of its role in the form.
    pub part: usize,
}

/// The number of identical characters.
pub const COUNT: Field = Field::integer("count", "people", "how many there are of them")
    .range(0, 40)
    .default("1")
    .too_large(&["40"])
    .source("the cast");

/// The file of a cast.
pub const CAST: Field = Field::file(
    "cast",
    &[USUAL],
    "a TOML file with a table a character",
    "who takes part: a file, or usual, the people of the text's examples",
)
.source("the cast");

/// The value of the field `cast` for the cast of the text's examples.
const USUAL: &str = "usual";

/// Maximum number of characters.
const MOST: usize = 16;

/// Maximum length of a name.
const LONGEST_NAME: usize = 40;

/// The roles of a cast, each with the entries of its characters.
type Tables = BTreeMap<Spanned<String>, Vec<Entries>>;

/// A file that has a cast among other tables.
#[derive(serde::Deserialize)]
struct Within {
    cast: Tables,
}

impl PartialEq for Cast {
    fn eq(&self, other: &Cast) -> bool {
        self.characters == other.characters
    }
}

impl CastSchema {
    /// Returns the default cast.
    pub(super) fn usual(&'static self) -> LazyCast {
        LazyCast { form: self, known: OnceLock::new() }
    }

    /// Wraps a cast of this form.
    fn cast(&'static self, cast: Cast) -> LazyCast {
        LazyCast { form: self, known: Arc::new(cast).into() }
    }

    /// Parses the text of a cast.
    ///
    /// # Errors
    /// If it is not TOML, has a table that is not a role, an unknown key, an invalid value, a
    /// duplicate or missing name, or lacks a required number; with line and column.
    pub fn parse(&self, text: &str) -> Result<Cast> {
        self.read(text, &document::parse(text)?)
    }

    /// Parses the table `[cast]` of a text with other tables.
    fn parse_within(&self, text: &str) -> Result<Cast> {
        self.read(text, &document::parse::<Within>(text)?.cast)
    }

    fn read(&self, text: &str, tables: &Tables) -> Result<Cast> {
        let mut rows = Vec::new();
        for (name, characters) in in_order(tables) {
            let part = self.parts.iter().position(|part| part.name == name);
            let part = part.ok_or_else(|| {
                let known = self.parts.iter().map(|part| part.name);
                let error = Error::unknown("table", name, "a cast", known);
                error.at_span(text, document::key(tables, name))
            })?;
            rows.extend(characters.iter().enumerate().map(|(number, row)| (part, number, row)));
        }
        let mut cast = Cast { characters: Vec::new(), fields: Vec::new(), named: USUAL.to_owned() };
        rows.sort_by_key(|&(part, number, _)| (part, number));
        for (part, number, row) in rows {
            self.character(part, number, row, text, &mut cast)?;
        }
        if cast.characters.is_empty() {
            let known: Vec<&str> = self.parts.iter().map(|part| part.name).collect();
            return Err(Error::question("nobody takes part")
                .with_hint(format!("each stands under one of [[{}]]", known.join("]], [["))));
        }
        Ok(cast)
    }

    /// Adds a character.
    fn character(
        &self,
        part: usize,
        number: usize,
        row: &Entries,
        text: &str,
        cast: &mut Cast,
    ) -> Result<()> {
        let Part { name: part_name, fields } = self.parts[part];
        let known = || fields.iter().copied().flatten().chain([&COUNT]);
        for (key, _) in in_order(row) {
            let elsewhere = self.elsewhere.contains(&&*plain(key));
            if key != "name" && !elsewhere && known().all(|field| field.name != plain(key)) {
                let keys = std::iter::once("name").chain(known().map(|field| field.name));
                let error = Error::unknown("key", key, &format!("[[{part_name}]]"), keys);
                return Err(error.at_span(text, document::key(row, key)));
            }
        }
        let name = row.iter().find(|(key, _)| key.get_ref() == "name").map(|(_, value)| value);
        let Some(named) = name else {
            let error = Error::question(format!("a {part_name} has no `name`"))
                .with_hint("as in `name = \"Blue Static\"`");
            let first = row.keys().map(Spanned::span).min_by_key(|span| span.start);
            return Err(match first {
                Some(place) => error.at_span(text, place),
                None => error.at(format!("in [[{part_name}]] number {}", number + 1)),
            });
        };
        let called = typed(named.get_ref());
        let key = plain(called.trim());
        let fits = |key: &str| {
            key.starts_with(|first: char| first.is_ascii_lowercase())
                && key
                    .bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
        };
        if !fits(&key) || called.len() > LONGEST_NAME {
            let error = Error::question(format!("`{}` is no name for a character", shown(&called)))
                .with_hint("a name is letters, digits and spaces, and begins with a letter");
            return Err(error.at_span(text, named.span()));
        }
        if cast.characters.iter().any(|other| other.key == key) {
            let error = Error::question(format!("two characters have the name `{called}`"))
                .with_hint("give each a `name` of its own, or one a `count` of several");
            return Err(error.at_span(text, named.span()));
        }
        if cast.characters.len() == MOST {
            let error = Error::question(format!("a cast has more than {MOST} characters"))
                .with_hint("people who are alike are one character with a `count`");
            return Err(error.at_span(text, named.span()));
        }
        for field in known() {
            let given = in_order(row).into_iter().find(|(key, _)| plain(key) == field.name);
            let usual = match (given, field.need) {
                (Some((_, value)), _) => {
                    let text_of = typed(value.get_ref());
                    let read = field.read(&text_of);
                    read.map_err(|error| error.at_span(text, value.span()))?.to_string()
                }
                (None, Need::Default(usual)) => usual.to_owned(),
                (None, Need::Required(example)) => {
                    let message = format!("`{called}` has no `{}`", field.name);
                    let hint = format!("add it, for example `{} = {example}`", field.name);
                    return Err(Error::question(message)
                        .with_hint(hint)
                        .at_span(text, named.span()));
                }
                (None, Need::Same(_) | Need::Follows { .. }) => "none".to_owned(),
            };
            cast.fields.push(OwnField {
                name: format!("{key}.{}", field.name),
                usual,
                kind: OwnKind::Like(*field),
                difficulty: false,
            });
        }
        cast.characters.push(Character { name: called.trim().to_owned(), key, part });
        Ok(())
    }
}

impl Cast {
    /// Returns the fields of all characters.
    pub fn fields(&self) -> &[OwnField] {
        &self.fields
    }

    /// Checks that the field `cast` matches the cast whose characters are fields.
    pub(super) fn is_asked(&self, settings: &Settings) -> Result<()> {
        match settings.all().get(CAST.name) {
            Some(named) if named.to_string() != self.named => {
                Err(Cast::one_alone().about(About::value(CAST.name)))
            }
            _ => Ok(()),
        }
    }

    fn one_alone() -> Error {
        Error::question("a check has one cast")
            .with_hint("ask once with each cast: its characters are fields of the check")
    }
}

impl Entry {
    /// Returns the check with the cast that these fields name: its characters' fields become fields
    /// of the check. The path is relative to `folder`.
    ///
    /// # Errors
    /// If the cast can't be read, is invalid, or several are named.
    pub fn with_cast<'a>(
        self: &Arc<Self>,
        given: impl IntoIterator<Item = (&'a str, &'a str)>,
        folder: Option<&Path>,
    ) -> Result<Arc<Entry>> {
        let (Some(form), FieldList::Cast(groups, _)) = (self.cast, &self.fields) else {
            return Ok(Arc::clone(self));
        };
        let named = given.into_iter().find(|(name, _)| plain(name) == CAST.name);
        let Some((_, path)) = named else { return Ok(Arc::clone(self)) };
        if plain(path.trim()) == USUAL {
            return Ok(Arc::clone(self));
        }
        let about = |error: Error| error.about(About::value(CAST.name));
        if path.contains(',') {
            return Err(about(Cast::one_alone()));
        }
        let named = path.trim().to_owned();
        let path = folder.unwrap_or(Path::new("")).join(&named);
        let text = oddsmith_base::file::read(&path).map_err(about)?;
        let cast = form.parse(&text).map_err(|error| error.in_file(&path))?;
        let fields = FieldList::Cast(groups, form.cast(Cast { named, ..cast }));
        Ok(Arc::new(Entry { fields, ..Entry::clone(self) }))
    }

    /// Returns the check with the cast of the table `[cast]` of a text, if it has a cast at all.
    ///
    /// # Errors
    /// See [`CastSchema::parse`].
    pub fn with_cast_within(self: &Arc<Self>, text: &str) -> Result<Arc<Entry>> {
        let (Some(form), FieldList::Cast(groups, _)) = (self.cast, &self.fields) else {
            return Ok(Arc::clone(self));
        };
        let fields = FieldList::Cast(groups, form.cast(form.parse_within(text)?));
        Ok(Arc::new(Entry { fields, ..Entry::clone(self) }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ATTACK: Field = Field::number("attack", "attack bonus").required("10");
    const PLAYS: Field = Field::words("plays", &["hand", "deck"], "whence its cards are");
    const FORM: CastSchema = CastSchema {
        parts: &[
            Part { name: "hero", fields: &[&[ATTACK]] },
            Part { name: "thug", fields: &[&[ATTACK, PLAYS]] },
        ],
        elsewhere: &["hero_points"],
        usual: "[[hero]]\nname = \"Ann\"\nattack = 3\n",
    };

    fn refused(text: &str) -> String {
        let error = FORM.parse(text).expect_err("it has a slip");
        let place = error.place().map(|place| place.to_string()).unwrap_or_default();
        let hint = error.hint().map(ToString::to_string).unwrap_or_default();
        format!("{place}: {}; {hint}", error.message())
    }

    #[test]
    fn a_slip_is_named_with_its_line_and_the_right_key() {
        let good = "[[hero]]\nname = \"Ann\"\nattack = 3\n[[thug]]\nname = \"thug\"\nattack = 1\n";
        assert_eq!(FORM.parse(good).expect("it reads").fields().len(), 5);
        for (from, to, line, said, hint) in [
            ("[[hero]]", "[[heroo]]", "line 1", "unknown table `heroo`", "`hero`"),
            ("attack = 3", "atack = 3", "line 3", "unknown key `atack`", "`attack`"),
            ("attack = 3\n", "", "line 2", "`Ann` has no `attack`", "attack = 10"),
            ("attack = 3", "attack = \"x\"", "line 3", "", "whole number"),
            ("attack = 3", "attack = 3000", "line 3", "out of range", "-1000..1000"),
            ("name = \"thug\"", "name = \"Ann\"", "line 5", "two characters", "count"),
            ("name = \"thug\"\n", "", "line 5", "no `name`", "Blue Static"),
            ("name = \"thug\"", "name = \"7 up\"", "line 5", "is no name", "begins with a letter"),
            ("attack = 1", "attack = 1\nplays = \"deckk\"", "line 7", "unknown value", "deck"),
            ("attack = 1", "attack = 1\ncount = 41", "line 7", "out of range", "0..40"),
            ("attack = 1", "attack : 1", "line 6", "", "TOML"),
        ] {
            let said_so = refused(&good.replacen(from, to, 1));
            assert!(said_so.starts_with(line), "{to}: {said_so}");
            assert!(said_so.contains(said) && said_so.contains(hint), "{to}: {said_so}");
        }
        assert!(refused("").contains("nobody takes part"));
    }

    #[test]
    fn a_cast_within_a_scenario_is_that_of_a_file() {
        let alone = "[[hero]]\nname = \"Ann\"\nattack = 3\n[[thug]]\nname = \"thug\"\nattack = 1\n";
        let within = format!("title = \"x\"\n{}", alone.replace("[[", "[[cast."));
        let (one, other) = (FORM.parse(alone).unwrap(), FORM.parse_within(&within).unwrap());
        assert_eq!(one, other);
        let usual = |cast: &Cast| cast.fields().iter().map(|field| field.usual.clone()).collect();
        let (one, other): (Vec<_>, Vec<_>) = (usual(&one), usual(&other));
        assert_eq!(one, other);
        for (from, to, line) in [
            ("[[cast.hero]]", "[[cast.heroo]]", "line 2"),
            ("attack = 3", "atack = 3", "line 4"),
            ("attack = 1", "attack = \"x\"", "line 7"),
        ] {
            let error = FORM.parse_within(&within.replacen(from, to, 1)).expect_err(to);
            let place = error.place().map(|place| place.to_string()).unwrap_or_default();
            assert!(place.starts_with(line), "{to}: {place}");
        }
    }
}
