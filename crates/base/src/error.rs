//! The error type: a one-line message with a position and a hint.

use std::fmt;
use std::ops::Range;
use std::path::Path;

use crate::letters::{self, unseen};

use crate::letters::shown;
use crate::phrase::{Named, Parameter, Phrase, Spelling};

/// A question that could not be answered, or a file that could not be used.
///
/// # Examples
/// ```
/// use oddsmith_base::Error;
///
/// let error = Error::unknown("field", "toughnes", "a save", ["toughness", "damage"]);
/// assert_eq!(error.to_string(), "unknown field `toughnes` of a save");
/// assert_eq!(error.hint().unwrap().to_string(), "did you mean `toughness`?");
/// assert_eq!(error.kind(), oddsmith_base::ErrorKind::Question);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    message: Phrase,
    about: Option<Box<About>>,
    file: Option<Box<str>>,
    place: Option<Box<Place>>,
    hint: Option<Box<Hint>>,
}

/// The kind of an error, which determines the exit code: 2 for questions, 3 for files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// The question or the content of a file is invalid.
    Question,
    /// An exact answer was required but exceeds the branch budget; the exit code is that of a
    /// question.
    TooLarge,
    /// A file could not be read or written.
    File,
}

/// The subject of an error as a key path in a file, with dots for tables, from which its position
/// is determined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum About {
    /// A key itself, such as a field that its check does not have.
    Key(String),
    /// The value of a key: `toughness`, `critical.face`.
    Value(String),
    /// An entry in the value of a key: `hot` in `end.after = { hot = 2 }`.
    Entry(String, String),
    /// A byte range of a rule's lines.
    Lines(Range<usize>),
}

impl About {
    /// Creates the subject for the value of `key`.
    pub fn value(key: impl Into<String>) -> About {
        About::Value(key.into())
    }
}

/// A hint on how to fix an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hint {
    /// The known name nearest to an unknown one.
    Nearest(String),
    /// All known names, if none is near.
    Known(Vec<String>),
    /// Any other text.
    Words(Phrase),
}

impl Hint {
    /// Formats the hint in the spelling of an interface.
    pub fn spelled(&self, spelling: Spelling) -> String {
        match self {
            Hint::Nearest(name) => letters::line(&format!("did you mean `{name}`?")),
            Hint::Known(names) => letters::line(&format!("known: {}", names.join(", "))),
            Hint::Words(phrase) => phrase.spelled(spelling),
        }
    }
}

/// Formats the hint in a spelling that belongs to no interface.
impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.spelled(Named::to_string))
    }
}

impl<T: Into<Phrase>> From<T> for Hint {
    fn from(words: T) -> Hint {
        Hint::Words(words.into().rewritten(letters::line, letters::line))
    }
}

/// A range of a file's text, with its position and the excerpt shown in the error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// The line of its start, from 1.
    pub line: usize,
    /// The character in that line, from 1.
    pub column: usize,
    /// The byte range in the text.
    pub bytes: Range<usize>,
    /// The line as displayed, and the range of its characters that is underlined.
    shown: (Box<str>, Range<usize>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Place {
    Words(Phrase),
    Span(Span),
}

/// The result of fallible functions in these crates.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// Creates an error about an invalid question. `message` is lower case, with names in back
    /// quotes and without a full stop.
    ///
    /// It is reduced to one line, and long values in back quotes are truncated.
    pub fn question(message: impl Into<Phrase>) -> Error {
        Error {
            kind: ErrorKind::Question,
            message: message.into().rewritten(letters::message, letters::shown),
            about: None,
            file: None,
            place: None,
            hint: None,
        }
    }

    /// Creates the error for an exact answer that exceeds this: "1000 branches", "256 MB".
    pub fn too_large(most: &str) -> Error {
        let message = format!("the exact result takes more than {most}");
        let error = Error { kind: ErrorKind::TooLarge, ..Error::question(message) };
        match most.ends_with("branches") {
            true => {
                let instead =
                    "simulate it instead (" + Parameter::SAMPLED_ONLY + "), or allow more work (";
                error.with_hint(instead + Parameter::BUDGET.to("1e8") + ")")
            }
            false => error.with_hint("simulate it instead, or ask for less at once"),
        }
    }

    /// Creates the error for a `name` that is not among the `known` names of a `what`, which belong
    /// to `of`.
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
            Some(near) => error.with_hint(Hint::Nearest(near.to_owned())),
            None if known.is_empty() => error.with_hint("there are none"),
            None => error.with_hint(Hint::Known(known.into_iter().map(str::to_owned).collect())),
        }
    }

    /// Returns whether the error is about an unknown name, which no other value could fix.
    pub fn is_of_a_name(&self) -> bool {
        let listed = matches!(self.hint.as_deref(), Some(Hint::Nearest(_) | Hint::Known(_)));
        listed || self.message.to_string().starts_with("unknown ")
    }

    /// Collects all values, or the first error, preferring errors about unknown names.
    ///
    /// # Errors
    /// If one of them is an error.
    pub fn names_first<T>(all: Vec<Result<T>>) -> Result<Vec<T>> {
        let names = |one: &Result<T>| one.as_ref().is_err_and(Error::is_of_a_name);
        match all.iter().position(names) {
            Some(place) => all.into_iter().skip(place).take(1).collect(),
            None => all.into_iter().collect(),
        }
    }

    /// Creates the error for two options that exclude each other.
    pub fn exclusive(one: Parameter, other: Parameter) -> Error {
        Error::question(one + " and " + other + " exclude each other").with_hint("leave one out")
    }

    /// Creates the error for a file at `path` that could not be `done` ("read", "written").
    pub fn file(done: &str, path: &Path, cause: &std::io::Error) -> Error {
        use std::io::ErrorKind as Cause;
        let path = letters::line(&path.display().to_string());
        // The path is not truncated.
        let message = format!("`{path}` could not be {done}: {cause}").into();
        let error = Error { kind: ErrorKind::File, message, ..Error::question("") };
        error.with_hint(match cause.kind() {
            Cause::NotFound if done == "read" => "check its name and its folder",
            Cause::NotFound => "create the folder first",
            Cause::PermissionDenied => "you have no permission there: choose another place",
            Cause::IsADirectory => "this is a folder: give a file name",
            Cause::NotADirectory => "one of the folders in its name is a file",
            Cause::AlreadyExists => "that name is taken: choose another",
            Cause::StorageFull | Cause::QuotaExceeded => "free some space, or choose another disk",
            Cause::ReadOnlyFilesystem => "nothing can be written there: choose another place",
            _ => "choose another file or place",
        })
    }

    /// Sets the hint.
    pub fn with_hint(mut self, hint: impl Into<Hint>) -> Error {
        self.hint = Some(Box::new(hint.into()));
        self
    }

    /// Appends the cause: "`total` has 1,000 values".
    pub fn because(mut self, cause: &str) -> Error {
        self.message = self.message + ": " + cause;
        self
    }

    /// Sets the subject, unless there is one already.
    pub fn about(mut self, about: About) -> Error {
        self.about.get_or_insert_with(|| Box::new(about));
        self
    }

    /// Returns the subject, if the error is about one key of a file or one field.
    pub fn subject(&self) -> Option<&About> {
        self.about.as_deref()
    }

    /// Sets the position in words ("luck word 3"), unless there is one already.
    pub fn at(mut self, place: impl Into<Phrase>) -> Error {
        self.place.get_or_insert_with(|| {
            Box::new(Place::Words(place.into().rewritten(letters::message, letters::shown)))
        });
        self
    }

    /// Sets the position as a range of a file's text, unless there is one already.
    pub fn at_span(mut self, text: &str, span: Range<usize>) -> Error {
        if self.span().is_none() {
            self.place = Some(Box::new(Place::Span(Span::new(text, span))));
        }
        self
    }

    /// Replaces the position in a nested text by the range of the file that contains that text,
    /// unless the position is in another file.
    pub fn moved(mut self, text: &str, span: Range<usize>) -> Error {
        if self.file.is_none() {
            self.place = Some(Box::new(Place::Span(Span::new(text, span))));
        }
        self
    }

    /// Sets the file, unless there is one already.
    pub fn in_file(mut self, path: &Path) -> Error {
        self.file.get_or_insert_with(|| match crate::file::is_standard(path) {
            true => "standard input".into(),
            false => letters::line(&path.display().to_string()).into(),
        });
        self
    }

    /// Returns the file.
    pub fn path(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// Returns the message, without the position.
    pub fn message(&self) -> &Phrase {
        &self.message
    }

    /// Returns the position: file, line and column, if known.
    pub fn place(&self) -> Option<Phrase> {
        let place = self.place.as_deref().map(|place| match place {
            Place::Words(words) => words.clone(),
            Place::Span(Span { line, column, .. }) => {
                format!("line {line}, column {column}").into()
            }
        });
        match (self.file.as_deref(), place) {
            (Some(file), Some(place)) => Some(Phrase::from(format!("{file}, ")) + place),
            (file, place) => place.or(file.map(Phrase::from)),
        }
    }

    /// Formats the message and the position in the spelling of an interface.
    pub fn spelled(&self, spelling: Spelling) -> String {
        let message = self.message.spelled(spelling);
        match self.place() {
            Some(place) => format!("{message} ({})", place.spelled(spelling)),
            None => message,
        }
    }

    /// Returns the kind of the error.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Returns the range of a file's text that it is about.
    pub fn span(&self) -> Option<&Span> {
        match self.place.as_deref() {
            Some(Place::Span(span)) => Some(span),
            _ => None,
        }
    }

    /// Returns the line of the file that it is about, with the range underlined.
    pub fn excerpt(&self) -> Option<String> {
        self.span().map(Span::excerpt)
    }

    /// Returns the hint.
    pub fn hint(&self) -> Option<&Hint> {
        self.hint.as_deref()
    }
}

/// Formats the error in a spelling that belongs to no interface.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.spelled(Named::to_string))
    }
}

impl std::error::Error for Error {}

/// Returns the known name nearest to `name`, if one is similar enough.
pub fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
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

impl Span {
    fn new(text: &str, bytes: Range<usize>) -> Span {
        let start = text.floor_char_boundary(bytes.start);
        let end = text.floor_char_boundary(bytes.end.max(bytes.start));
        let begin = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line = text[begin..].lines().next().unwrap_or_default();
        let before = text[begin..start].chars().count();
        let under = text[start..end].lines().next().unwrap_or_default().trim_end().chars().count();
        // A long line is displayed from slightly before the position.
        let skip = before.saturating_sub(40);
        let from = before - skip;
        // Replaced one by one, so that the underline stays aligned.
        let seen = |letter: char| if unseen(letter) { ' ' } else { letter };
        let cut = |(at, letter): (usize, char)| if at == 0 && skip > 0 { '…' } else { letter };
        let shown = line.chars().skip(skip).take(WIDTH).map(seen).enumerate().map(cut);
        let shown: String = shown.collect();
        let under = under.min(WIDTH.saturating_sub(from)).max(1);
        Span {
            line: text[..start].matches('\n').count() + 1,
            column: before + 1,
            bytes: start..end,
            shown: (shown.trim_end().into(), from..from + under),
        }
    }

    /// Returns the underlined text; empty if there is none.
    pub fn underlined(&self) -> String {
        let (text, under) = &self.shown;
        text.chars().skip(under.start).take(under.len()).collect()
    }

    /// Returns the line with the range underlined.
    fn excerpt(&self) -> String {
        let (text, under) = &self.shown;
        let gap = " ".repeat(self.line.to_string().len());
        let (before, marks) = (" ".repeat(under.start), "^".repeat(under.len()));
        format!("{} | {text}\n{gap} | {before}{marks}", self.line)
    }
}

/// Maximum number of characters of a line that are displayed.
const WIDTH: usize = 72;
