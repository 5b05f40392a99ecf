//! User-defined names for numbers: the `[table.FIELD]` tables of a file.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use toml::Spanned;

use super::Field;
use super::document;
use super::value::plain;
use oddsmith_base::{Error, Result};

/// Names for the numbers of some fields, such as difficulties.
///
/// # Examples
/// ```
/// use oddsmith_registry::{Field, Names};
///
/// const DC: Field = Field::number("dc", "what must be reached").difficulty();
/// const DN: Field = Field::number("dn", "another game's word for it").difficulty();
/// let names = Names::parse("[table.dc]\ngate = 7\nvault = 16\n")?.among([DC, DN].into_iter());
/// assert_eq!(names.number(&DC, "vault"), Some(16));
/// assert_eq!(names.number(&DN, "vault"), Some(16));
/// assert_eq!(names.number(&Field::number("bonus", "what is added"), "vault"), None);
/// # Ok::<(), oddsmith_base::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Names {
    tables: BTreeMap<String, BTreeMap<String, i32>>,
    /// The tables that name difficulties; their names may be used in every field that is a
    /// difficulty.
    difficulties: BTreeSet<String>,
}

/// The part of a file that defines names.
#[derive(Deserialize)]
struct File {
    #[serde(default)]
    table: BTreeMap<Spanned<String>, BTreeMap<Spanned<String>, Spanned<i64>>>,
}

impl Names {
    /// Parses the names in the `[table.FIELD]` tables of a text.
    ///
    /// # Errors
    /// If a name looks like a number or a word that fields already use, or its number is out of
    /// range; with line and column.
    pub fn parse(text: &str) -> Result<Names> {
        let file: File = document::parse(text)?;
        let mut names = Names::default();
        for (field, table) in file.table {
            for (name, number) in table {
                let word = plain(name.get_ref());
                let taken = word.is_empty()
                    || word.parse::<i64>().is_ok()
                    || ["none", "true", "false"].contains(&word.as_str());
                if taken || word.contains(|letter: char| !letter.is_alphanumeric() && letter != '_')
                {
                    let error =
                        Error::question(format!("`{}` can't name a number", name.get_ref()));
                    return Err(error
                        .with_hint("use letters, digits and _, for example `iron_gate`")
                        .at_span(text, name.span()));
                }
                let value = *number.get_ref();
                let value = i32::try_from(value)
                    .ok()
                    .filter(|value| (-1000..=1000).contains(value))
                    .ok_or_else(|| {
                        let error = Error::question(format!("`{word} = {value}` is out of range"));
                        error.with_hint("fields take -1000..1000").at_span(text, number.span())
                    })?;
                names.tables.entry(field.get_ref().clone()).or_default().insert(word, value);
            }
        }
        Ok(names)
    }

    /// Returns the fields that have names.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        self.tables.keys().map(String::as_str)
    }

    /// Sets which of the tables belong to a difficulty, given all fields; their names apply to all
    /// difficulties.
    pub fn among<'f>(mut self, fields: impl Iterator<Item = Field<'f>>) -> Names {
        let difficulties = fields.filter(|field| field.difficulty).map(|field| field.name);
        let named = difficulties.filter(|name| self.tables.contains_key(*name));
        self.difficulties = named.map(str::to_owned).collect();
        self
    }

    /// Returns the names for a field.
    pub fn of(&self, field: &Field) -> impl Iterator<Item = (&str, i32)> {
        let kin = move |table: &str| {
            table == field.name || field.difficulty && self.difficulties.contains(table)
        };
        self.tables
            .iter()
            .filter(move |(table, _)| kin(table))
            .flat_map(|(_, names)| names.iter().map(|(name, number)| (name.as_str(), *number)))
    }

    /// Returns the number that a word stands for in a field.
    pub fn number(&self, field: &Field, word: &str) -> Option<i32> {
        let word = plain(word);
        self.of(field).find(|(name, _)| *name == word).map(|(_, number)| number)
    }
}
