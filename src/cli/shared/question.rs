//! A question on the command line: a check, its fields, and the house rules it may be about.

use std::path::PathBuf;
use std::sync::Arc;

use super::link::Link;
use crate::registry::Entry;
use crate::scenario::{Cases, axes, fields, in_full};
use crate::systems::Catalogue;
use crate::{Error, Result};
use oddsmith_base::shown;

/// Fields as they were typed: name and value.
type Given = Vec<(String, String)>;

#[derive(clap::Args)]
pub struct Question {
    /// A check that `oddsmith list` names, or dice: 4d6kh3
    check: String,
    /// Its fields; ranges work here: dc=-5..30/5
    #[arg(value_name = "FIELD=VALUE")]
    fields: Vec<String>,
    /// File with `[[house]]` tables: rules of your own
    #[arg(long, value_name = "FILE.toml")]
    rules: Option<PathBuf>,
}

impl Question {
    /// The catalogue with its house rules, its check, and its fields as they were typed.
    ///
    /// # Errors
    /// If the rules can't be read, there is no such check, or a field has no value.
    pub fn parts(&self) -> Result<(Catalogue, Arc<Entry>, Given)> {
        let catalogue = Catalogue::with_rules(self.rules.as_deref())?;
        let (check, mut words) = in_full(self.check.trim());
        words.extend_from_slice(&self.fields);
        let entry = catalogue.check(&check)?;
        let fields = fields(&entry, &words)?;
        let given = fields.iter().map(|(name, value)| (&**name, &**value));
        let entry = entry.with_cast(given, catalogue.folder.as_deref())?;
        Ok((catalogue, entry, fields))
    }

    /// The link that opens it in the page.
    ///
    /// # Errors
    /// If it is no question, or its rules can't be read.
    pub fn link(&self) -> Result<Link> {
        self.parts()?;
        let words = std::iter::once(&self.check).chain(&self.fields).map(|word| match word {
            word if word.contains([' ', '"', '\'']) && word != &self.check => {
                shlex::try_quote(word).unwrap_or_default().into_owned()
            }
            word => word.trim().to_owned(),
        });
        let mut link = Link::of(&[words.collect::<Vec<_>>().join(" ")]);
        link.rules(self.rules.as_deref())?;
        Ok(link)
    }

    /// The dice, where a word before them says that they are rolled: `roll d20+5`.
    pub fn rolled(&self) -> Option<String> {
        let (word, dice) = self.check.trim().split_once(' ')?;
        let rolls = word.trim_start_matches(['/', '!']) == "roll";
        rolls.then(|| shlex::try_quote(dice.trim()).unwrap_or_default().into_owned())
    }

    /// The cases that it asks about.
    ///
    /// # Errors
    /// If the rules can't be read, there is no such check or field, or a value or sweep is wrong.
    pub fn cases(&self) -> Result<Cases> {
        let (catalogue, entry, fields) = self.parts()?;
        Cases::new(entry, axes(&fields)?, catalogue.names)
    }
}

/// Whether each case of a comparison is one argument.
///
/// # Errors
/// If a field stands alone; the hint quotes the case.
pub fn quoted(questions: &[String]) -> Result<()> {
    let alone = |word: &String| {
        let name = word.split('=').next().unwrap_or_default();
        word.contains('=') && !name.contains([' ', ':'])
    };
    let Some(first) = questions.iter().position(alone) else { return Ok(()) };
    let start = first.saturating_sub(1);
    let end = questions[first..].iter().position(|word| !alone(word));
    let case = questions[start..end.map_or(questions.len(), |end| first + end)].join(" ");
    Err(Error::question(format!("`{}` belongs to the check before it", shown(&questions[first])))
        .with_hint(format!("put each check in quotes: \"{}\"", shown(&case))))
}
