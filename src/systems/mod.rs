//! The games. One folder each: its rules, its fields, its worked examples; nothing else of the crate knows any game.
//! What belongs here: the one list of systems, a folder for each, and the mechanics that several games share, free of any of
//! them (`ladder`, `knockout`, `exchange`). A game never names another game.
//! Layer: above the registry, below scenarios.

use std::path::Path;

use crate::error::{About, Error, Result};
use crate::registry::{Case, Entry, Names, Settings, System, document};
use crate::strategy::{Solved, Stages};

pub mod exchange;
pub mod house;
pub mod knockout;
pub mod ladder;
pub mod mano;
pub mod melodrama;
pub mod mneme;
pub mod moma;
pub mod mutants;
pub mod torg;

/// Every system, in the order in which `list` shows them.
pub static SYSTEMS: &[&System] = &[
    &melodrama::SYSTEM,
    &mutants::SYSTEM,
    &mano::SYSTEM,
    &moma::SYSTEM,
    &torg::SYSTEM,
    &mneme::SYSTEM,
    &house::SYSTEM,
];

/// Every check of every system.
pub fn checks() -> impl Iterator<Item = &'static Entry> {
    SYSTEMS.iter().flat_map(|system| system.checks)
}

/// A check that is a duel with a solution.
pub struct Duel {
    /// What is asked: the fields of the check but for the policies.
    pub entry: &'static Entry,
    /// Its terms, and what points left at the end add to its value.
    pub stages: fn(&Settings) -> Result<(Stages, f64)>,
    /// Its value, and what simple policies give away.
    pub solve: fn(&Settings) -> Result<Solved>,
}

/// The duels.
pub static DUELS: &[Duel] =
    &[Duel { entry: &moma::SOLVED, stages: moma::stages, solve: moma::solve }];

/// All that can be asked: the checks of every system, and house rules that were loaded.
#[derive(Debug, Default)]
pub struct Catalogue {
    /// The checks of `[[house]]` tables.
    pub house: Vec<&'static Entry>,
    /// Names of one's own for numbers.
    pub names: Names,
}

impl Catalogue {
    /// With the house rules and named numbers of a file, if there is one.
    ///
    /// # Errors
    /// If the file can't be read, or as [`Catalogue::parse`].
    pub fn with_rules(path: Option<&Path>) -> Result<Catalogue> {
        path.map_or_else(|| Ok(Catalogue::default()), |path| document::read(path, Catalogue::parse))
    }

    /// With the `[[house]]` and `[table.FIELD]` tables of a text.
    ///
    /// # Errors
    /// If it is no TOML, or a table is not what it should be; with line and column.
    pub fn parse(text: &str) -> Result<Catalogue> {
        let catalogue = Catalogue { house: house::parse(text)?, names: Names::parse(text)? };
        let fields = || catalogue.checks().flat_map(|entry| entry.fields).map(|field| field.name);
        if let Some(name) =
            catalogue.names.fields().find(|name| fields().all(|field| field != *name))
        {
            let mut known: Vec<&str> =
                fields().filter(|field| ["dc", "difficulty", "dn"].contains(field)).collect();
            known.sort_unstable();
            known.dedup();
            let place = document::place(text, "table", &About::Key(name.to_owned()));
            let error = Error::unknown("field", name, "[table]", fields());
            return Err(if error.hint().is_some_and(|hint| hint.len() < 80) {
                error
            } else {
                error.with_hint(format!("for example {}", known.join(", ")))
            }
            .at_span(text, place.unwrap_or_default()));
        }
        Ok(catalogue)
    }

    /// Every check.
    pub fn checks(&self) -> impl Iterator<Item = &'static Entry> {
        checks().chain(self.house.iter().copied())
    }

    /// The check of this name.
    ///
    /// # Errors
    /// If there is none; the hint names the nearest.
    pub fn check(&self, id: &str) -> Result<&'static Entry> {
        self.checks().find(|entry| entry.id == id).ok_or_else(|| {
            let unknown = Error::unknown("check", id, "", self.checks().map(|entry| entry.id));
            let namesakes: Vec<&str> = self
                .checks()
                .map(|entry| entry.id)
                .filter(|known| known.ends_with(&format!(".{id}")))
                .collect();
            match SYSTEMS.iter().find(|system| system.name == id) {
                Some(system) => Error::question(format!("`{id}` is a system, not a check"))
                    .with_hint(format!("`oddsmith list {}` shows its checks", system.name)),
                None if namesakes.len() > 1 => {
                    unknown.with_hint(format!("did you mean {}?", namesakes.join(" or ")))
                }
                None if unknown.hint().is_some_and(|hint| hint.starts_with("known")) => {
                    let system = id.split('.').next().unwrap_or_default();
                    let known: Vec<&str> = self
                        .checks()
                        .map(|entry| entry.id)
                        .filter(|known| known.starts_with(&format!("{system}.")))
                        .collect();
                    unknown.with_hint(match known.is_empty() {
                        true => "`oddsmith list` shows them all".to_owned(),
                        false => format!("{system} has {}", known.join(", ")),
                    })
                }
                None => unknown,
            }
        })
    }
}

/// The check of this name.
///
/// # Errors
/// If there is none; the hint names the nearest.
pub fn check(id: &str) -> Result<&'static Entry> {
    Catalogue::default().check(id)
}

/// The case that one line asks about: a check and its fields, `melodrama.opposed active=10 passive=5`.
///
/// # Errors
/// If the check or a field is unknown, or a value does not fit.
pub fn case(question: &str) -> Result<Case> {
    let mut words = question.split_whitespace();
    let entry = check(words.next().unwrap_or_default())?;
    let pair = |word: &'_ str| -> Result<(String, String)> {
        let (name, value) = word.split_once('=').ok_or_else(|| {
            Error::question(format!("`{word}` is no field"))
                .with_hint("fields are given as `name=value`")
        })?;
        Ok((name.to_owned(), value.to_owned()))
    };
    let fields = words.map(pair).collect::<Result<Vec<_>>>()?;
    entry.case(fields.iter().map(|(name, value)| (name.as_str(), value.as_str())))
}
