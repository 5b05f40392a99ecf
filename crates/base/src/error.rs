//! What went wrong, in one line a person can act on, with its place and a hint.

use std::fmt;
use std::ops::Range;
use std::path::Path;

use crate::letters::{self, unseen};

pub(crate) use crate::letters::shown;

/// A question that could not be answered, or a file that could not be used.
///
/// # Examples
/// ```
/// let error = oddsmith_systems::case("melodrama.toughness toughnes=5 damage=3").unwrap_err();
/// assert_eq!(error.to_string(), "unknown field `toughnes` of melodrama.toughness");
/// assert_eq!(error.hint(), Some("did you mean `toughness`?"));
/// assert_eq!(error.kind(), oddsmith_base::ErrorKind::Question);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    message: Box<str>,
    about: Option<Box<About>>,
    file: Option<Box<str>>,
    place: Option<Box<str>>,
    excerpt: Option<Box<str>>,
    hint: Option<Box<str>>,
}

/// Whose fault it is: the question's (exit code 2) or a file's (exit code 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// The question was wrong, or a file says something wrong.
    Question,
    /// An exact answer was insisted on and takes more branches than the budget allows; also a
    /// question's fault.
    TooLarge,
    /// A file could not be read or written.
    File,
}

/// What an error is about, by the keys of a file: its place is looked up from this. Dots lead into
/// tables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum About {
    /// A key itself: a field that its check does not have.
    Key(String),
    /// What a key is set to: `toughness`, `critical.face`.
    Value(String),
    /// One name in what a key is set to: `hot` in `end.after = { hot = 2 }`.
    Entry(String, String),
}

impl About {
    /// What `key` is set to.
    pub fn value(key: impl Into<String>) -> About {
        About::Value(key.into())
    }
}

/// What functions of this crate return when they can fail.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// The question is wrong in the way that `message` says: lower case, names in back quotes, no
    /// full stop. It becomes one line, and of a long value in back quotes the beginning is kept.
    pub fn question(message: impl Into<String>) -> Error {
        Error {
            kind: ErrorKind::Question,
            message: letters::message(&message.into()).into(),
            about: None,
            file: None,
            place: None,
            excerpt: None,
            hint: None,
        }
    }

    /// An exact answer takes more than this: "1000 branches", "256 MB".
    pub fn too_large(most: &str) -> Error {
        let message = format!("an exact answer takes more than {most}");
        Error { kind: ErrorKind::TooLarge, ..Error::question(message) }.with_hint(
            match most.ends_with("branches") {
                true => "raise the budget (`--budget`), or have it sampled",
                false => "have it sampled, or ask for less at once",
            },
        )
    }

    /// `name` is none of the `known` names of a `what`, which belong to `of`.
    pub fn unknown<'a>(
        what: &str,
        name: &str,
        of: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Error {
        let mut known: Vec<&str> = known.into_iter().collect();
        let all = known.clone();
        let mut place = 0..;
        known.retain(|name| place.next().is_some_and(|place| !all[..place].contains(name)));
        let of = if of.is_empty() { String::new() } else { format!(" of {of}") };
        let error = Error::question(format!("unknown {what} `{}`{of}", shown(name)));
        match nearest(name, &known) {
            Some(near) => error.with_hint(format!("did you mean `{near}`?")),
            None if known.is_empty() => error.with_hint("there are none"),
            None => error.with_hint(format!("known: {}", known.join(", "))),
        }
    }

    /// Of these options, each with whether it is given, there is one at most.
    ///
    /// # Errors
    /// If two are given.
    pub fn exclusive<const N: usize>(options: [(&str, bool); N]) -> Result<()> {
        let mut given = options.into_iter().filter(|(_, given)| *given).map(|(name, _)| name);
        match (given.next(), given.next()) {
            (Some(one), Some(other)) => {
                Err(Error::question(format!("`{one}` and `{other}` exclude each other"))
                    .with_hint("leave one of them out"))
            }
            _ => Ok(()),
        }
    }

    /// The file at `path` could not be `done` ("read", "written").
    pub fn file(done: &str, path: &Path, cause: &std::io::Error) -> Error {
        use std::io::ErrorKind as Cause;
        let path = letters::line(&path.display().to_string());
        let message = format!("`{path}` could not be {done}: {cause}").into();
        let error = Error { kind: ErrorKind::File, message, ..Error::question("") };
        error.with_hint(match cause.kind() {
            Cause::NotFound if done == "read" => "is its name right, and the folder it is in?",
            Cause::NotFound => "make the folder first",
            Cause::PermissionDenied => "you may not do that there: choose another place",
            Cause::IsADirectory => "it is a folder: name a file",
            Cause::NotADirectory => "one of the folders in its name is a file",
            Cause::AlreadyExists => "something else is called so: choose another name",
            Cause::StorageFull | Cause::QuotaExceeded => "make room, or choose another disk",
            Cause::ReadOnlyFilesystem => "nothing can be written there: choose another place",
            _ => "choose another file or place",
        })
    }

    /// The same error with a hint: what to do, or the nearest right thing.
    pub fn with_hint(mut self, hint: impl Into<String>) -> Error {
        self.hint = Some(letters::line(&hint.into()).into());
        self
    }

    /// The same error with what it is about, unless that is known already.
    pub fn about(mut self, about: About) -> Error {
        self.about.get_or_insert_with(|| Box::new(about));
        self
    }

    /// What it is about, if it is about one key of a file or one field.
    pub fn subject(&self) -> Option<&About> {
        self.about.as_deref()
    }

    /// The same error with its place ("line 12, column 3"), unless a more exact one is known
    /// already.
    pub fn at(mut self, place: impl Into<String>) -> Error {
        self.place.get_or_insert_with(|| letters::message(&place.into()).into());
        self
    }

    /// The same error with the stretch of a file's text that it is about, unless one is known
    /// already.
    pub(crate) fn at_span(mut self, text: &str, span: Range<usize>) -> Error {
        if self.excerpt.is_none() {
            self.excerpt = Some(excerpt(text, span.clone()).into());
            self.place = Some(line_and_column(text, span.start).into());
        }
        self
    }

    /// The same error with the file it is about, unless one is known already.
    pub fn in_file(mut self, path: &Path) -> Error {
        self.file.get_or_insert_with(|| match crate::file::is_standard(path) {
            true => "standard input".into(),
            false => letters::line(&path.display().to_string()).into(),
        });
        self
    }

    /// What is wrong, without its place.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Where it is wrong: file, line and column, as far as they are known.
    pub fn place(&self) -> Option<String> {
        match (&self.file, &self.place) {
            (Some(file), Some(place)) => Some(format!("{file}, {place}")),
            (Some(place), None) | (None, Some(place)) => Some(place.to_string()),
            (None, None) => None,
        }
    }

    /// Whose fault it is.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The line of the file that it is about, with the offending text underlined.
    pub fn excerpt(&self) -> Option<&str> {
        self.excerpt.as_deref()
    }

    /// What to do about it.
    pub fn hint(&self) -> Option<&str> {
        self.hint.as_deref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match self.place() {
            Some(place) => write!(f, " ({place})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {}

/// The known name nearest to what was typed, if one is near enough to be meant.
fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let name = name.to_lowercase();
    let starts = known.iter().find(|known| name.len() >= 3 && known.starts_with(&name));
    starts.copied().or_else(|| {
        let score = |known: &str| {
            strsim::jaro_winkler(&name, known)
                .max(strsim::jaro_winkler(&name, known.rsplit('.').next().unwrap_or(known)))
        };
        known
            .iter()
            .copied()
            .max_by(|a, b| score(a).total_cmp(&score(b)))
            .filter(|best| score(best) > 0.75)
    })
}

/// The line of a text where a stretch of it begins, the stretch underlined.
fn excerpt(text: &str, span: Range<usize>) -> String {
    let (start, end) =
        (text.floor_char_boundary(span.start), text.floor_char_boundary(span.end.max(span.start)));
    let begin = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let line = text[begin..].lines().next().unwrap_or_default();
    let number = (text[..start].matches('\n').count() + 1).to_string();
    let before = text[begin..start].chars().count();
    let under =
        text[start..end].lines().next().unwrap_or_default().trim_end().chars().count().clamp(1, 72);
    // A long line is shown from a little before the place on.
    let skip = before.saturating_sub(40);
    // Letter for letter, so that what is underlined stands above its line.
    let seen = |letter: char| if unseen(letter) { ' ' } else { letter };
    let shown: String = line.chars().skip(skip).take(72).map(seen).collect();
    let under = under.min(72usize.saturating_sub(before - skip)).max(1);
    let gap = " ".repeat(number.len());
    format!(
        "{number} | {}\n{gap} | {}{}",
        shown.trim_end(),
        " ".repeat(before - skip),
        "^".repeat(under)
    )
}

/// Line and column, from 1, of a byte of a text: "line 3, column 4".
fn line_and_column(text: &str, byte: usize) -> String {
    let before = &text[..text.floor_char_boundary(byte)];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    format!("line {line}, column {column}")
}
