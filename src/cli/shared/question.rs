//! Question on the command line: a check, its fields, and an optional file of house rules.

use std::path::{Path, PathBuf};

use super::request::Options;
use crate::query::{Request, Source, quoted as quoted_word};
use crate::systems::Catalogue;
use crate::{Error, Result};
use oddsmith_base::shown;

/// Arguments that form a question, with the options of an action.
#[derive(clap::Args)]
pub struct QuestionArguments<const OF: usize> {
    /// A check that `oddsmith list` names, or dice: 4d6kh3
    check: String,
    /// Its fields; ranges work here: dc=-5..30/5
    #[arg(value_name = "FIELD=VALUE")]
    fields: Vec<String>,
    /// File with `[[house]]` tables: rules of your own
    #[arg(long, value_name = "FILE.toml")]
    rules: Option<PathBuf>,
    #[command(flatten)]
    options: Options<OF>,
}

impl<const OF: usize> QuestionArguments<OF> {
    /// Returns the request of these arguments.
    pub fn request(&self) -> Request {
        let words = std::iter::once(self.check.trim().to_owned());
        let words: Vec<String> = words.chain(self.fields.iter().map(|it| field(it))).collect();
        let file = self.rules.as_ref().map(|path| path.display().to_string());
        let rules = file.map(|file| Source { file: Some(file), text: String::new() });
        Request { questions: vec![words.join(" ")], rules, ..self.options.0.clone() }
    }

    /// Returns all checks, including the house rules of the file.
    ///
    /// # Errors
    /// If the rules can't be read.
    pub fn catalogue(&self) -> Result<Catalogue> {
        Catalogue::with_rules(self.rules.as_deref())
    }

    /// Returns the file of house rules.
    pub fn rules(&self) -> Option<&Path> {
        self.rules.as_deref()
    }

    /// Returns the dice if they follow the word `roll`, as in `roll d20+5`.
    pub fn rolled(&self) -> Option<String> {
        let (word, dice) = self.check.trim().split_once(' ')?;
        let rolls = word.trim_start_matches(['/', '!']) == "roll";
        rolls.then(|| shlex::try_quote(dice.trim()).unwrap_or_default().into_owned())
    }
}

/// Formats a field for a question in one line: a value with blanks is quoted.
pub fn field(word: &str) -> String {
    match word.split_once('=') {
        Some((name, value)) if !name.contains(' ') => format!("{name}={}", quoted_word(value)),
        _ => word.trim().to_owned(),
    }
}

/// Checks that each case of a comparison is one argument.
///
/// # Errors
/// If a field is an argument of its own; the hint quotes the case.
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
