//! A question on the command line: a check, its fields, and the house rules it may be about.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::dice::syntax::Function;
use crate::error::{Error, Result, shown};
use crate::file::is_standard;
use crate::registry::{Entry, legible};
use crate::scenario::{Cases, axes};
use crate::systems::Catalogue;

/// Fields as they were typed: name and value.
type Given = Vec<(String, String)>;

#[derive(clap::Args)]
pub struct Question {
    /// The check, as `oddsmith list` names it
    check: String,
    /// Its fields; where many cases are welcome a value may sweep: dc=-5..30/5
    #[arg(value_name = "FIELD=VALUE")]
    fields: Vec<String>,
    /// House rules of your own: the `[[house]]` tables of this file
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
        let entry = catalogue.check(&self.check)?;
        let fields = fields(&entry, &self.fields)?;
        Ok((catalogue, entry, fields))
    }

    /// The files that it is read from.
    pub fn inputs(&self) -> Vec<&Path> {
        self.rules.as_deref().filter(|path| !is_standard(path)).into_iter().collect()
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

/// The pairs of name and value in `field=value` arguments.
///
/// # Errors
/// If one has no `=`; the hint names the fields of the check.
pub fn fields(entry: &Entry, arguments: &[String]) -> Result<Vec<(String, String)>> {
    let pair = |argument: &String| match argument.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() && !value.trim().is_empty() => {
            Ok((name.to_owned(), value.to_owned()))
        }
        Some((name, _)) if !name.trim().is_empty() => {
            Err(Error::question(format!("`{argument}` has no value"))
                .with_hint(format!("`oddsmith list {}` shows what `{name}` may be", entry.id)))
        }
        _ => {
            let fields = entry.fields.iter().map(|field| field.name).collect::<Vec<_>>().join(", ");
            Err(Error::question(format!("`{argument}` is no field=value"))
                .with_hint(format!("fields of {}: {fields}", entry.id)))
        }
    };
    arguments.iter().map(pair).collect()
}

/// A question in one argument: `"label: CHECK field=value"`, the label if it has one.
pub struct NamedQuestion {
    /// What the case is called.
    pub label: Option<String>,
    /// The check.
    pub check: String,
    /// Its fields, as `field=value`.
    pub fields: Vec<String>,
}

impl NamedQuestion {
    /// Reads one; quotes within it are a shell's.
    ///
    /// # Errors
    /// If a quote is not closed, or there is no check in it.
    pub fn read(text: &str) -> Result<NamedQuestion> {
        let (label, question) = match text.split_once(": ") {
            Some((label, rest)) if !label.contains('=') && !label.trim().is_empty() => {
                (Some(label.trim().to_owned()), rest)
            }
            _ => (None, text),
        };
        legible(label.as_deref().unwrap_or_default())?;
        let words = shlex::split(question).ok_or_else(|| {
            Error::question(format!("a quote is not closed in `{}`", shown(text)))
                .with_hint("a quote within a case ends with the sign that it begins with")
        })?;
        let mut words = words.into_iter();
        let check = words.next().ok_or_else(|| {
            Error::question(format!("`{}` asks about no check", shown(text))).with_hint(
                "a case is said as \"CHECK field=value\" or \"label: CHECK field=value\"",
            )
        })?;
        Ok(NamedQuestion { label, check, fields: words.collect() })
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
    Err(Error::question(format!("`{}` stands alone", shown(&questions[first])))
        .with_hint(format!("each case is one argument in quotes: \"{}\"", shown(&case))))
}

/// Whether a word looks like dice or cards, also where it is wrong: `3d6kh2`, `max(d8!, d6!)`.
pub fn is_dice(word: &str) -> bool {
    let after = |at: usize| word[at + 1..].chars().next();
    let die = word.char_indices().any(|(at, letter)| {
        matches!(letter, 'd' | 'D')
            && after(at).is_some_and(|next| next.is_ascii_digit() || "%F{(".contains(next))
    });
    let begins =
        word.starts_with(|first: char| first.is_ascii_digit() || "([{$dD-".contains(first));
    let calls = word.split_once('(').is_some_and(|(name, _)| Function::named(name).is_some());
    word == "card54"
        || die
            && (begins || calls || word.starts_with("if ") || word.starts_with("card54"))
            && !word.starts_with("--")
}

/// The words of a command line, where dice alone stand for the odds of their total: `oddsmith 3d6`.
pub fn in_full(words: Vec<OsString>) -> Vec<OsString> {
    let Some(dice) = words.get(1).and_then(|word| word.to_str()).filter(|word| is_dice(word))
    else {
        return words;
    };
    let full = ["odds", "house.roll", &format!("luck={dice}")].map(OsString::from);
    let (name, rest) = (words[0].clone(), words[2..].to_vec());
    std::iter::once(name).chain(full).chain(rest).collect()
}
