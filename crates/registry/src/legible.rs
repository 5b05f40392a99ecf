//! Validation of the letters and the lengths of names and texts in files.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use oddsmith_base::Bound;
use oddsmith_base::letters::unseen;
use oddsmith_base::{Error, Result, shown};

/// Maximum length of a name: a label, a title, a key.
const NAME_LENGTH: Bound = Bound::of(200, "letters", "shorten it");

/// Maximum length of a text in a file: an expression, a template.
pub const TEXT_LENGTH: Bound = Bound::of(20_000, "letters", "shorten it");

/// The keys whose texts are names, which must be on one line.
const NAMES: [&str; 6] = ["label", "name", "pair", "file", "use", "title"];

/// The keys whose texts may have several lines.
const LINES: [&str; 9] = ["title", "subtitle", "why", "that", "where", "value", "x", "y", "rule"];

/// Checks the lengths of all names and texts of a file, and that they contain no control
/// characters; line breaks are allowed only in rules, expressions and chart titles.
pub(super) fn check(table: &DeTable, text: &str) -> Result<()> {
    entries(table, 0).map_err(|(error, span)| error.at_span(text, span))
}

type Checked = std::result::Result<(), (Error, Range<usize>)>;

fn entries(table: &DeTable, depth: usize) -> Checked {
    table.iter().try_for_each(|(key, value)| {
        let name: &str = key.get_ref();
        let at = |error: Error| (error, key.span());
        legible(name).map_err(at)?;
        // The title of the file is a name; that of a chart may be an expression.
        let lines = LINES.contains(&name) && (depth > 0 || name != "title");
        let names = NAMES.contains(&name) && !lines;
        texts(value, depth + 1, (names, lines))
    })
}

fn texts(value: &Spanned<DeValue>, depth: usize, (names, lines): (bool, bool)) -> Checked {
    match value.get_ref() {
        DeValue::Table(table) => entries(table, depth),
        DeValue::Array(values) => {
            values.iter().try_for_each(|value| texts(value, depth, (names, lines)))
        }
        DeValue::String(text) => {
            let at = |error: Error| (error, value.span());
            if names {
                return legible(text).map_err(at);
            }
            TEXT_LENGTH.ask("the text is too long", text.chars().count() as u64).map_err(at)?;
            letters(text, lines).map_err(at)
        }
        _ => Ok(()),
    }
}

/// Checks that a name contains only visible letters and is not too long.
///
/// # Errors
/// If it is too long, or has a control character or a line break.
///
/// # Examples
/// ```
/// use oddsmith_registry::legible;
///
/// assert!(legible("Cards against dice").is_ok());
/// assert_eq!(legible("a\nb").unwrap_err().to_string(), r"`a\nb` has a line break");
/// ```
pub fn legible(name: &str) -> Result<()> {
    NAME_LENGTH.ask("the name is too long", name.chars().count() as u64)?;
    letters(name, false)
}

/// Checks that a text contains only visible letters, and line breaks only if `lines` is set.
fn letters(text: &str, lines: bool) -> Result<()> {
    let wrong = |letter: &char| unseen(*letter) && !(lines && "\n\r\t".contains(*letter));
    let Some(letter) = text.chars().find(wrong) else { return Ok(()) };
    let (what, hint) = match letter {
        '\n' | '\r' => ("a line break", "keep names and texts on one line"),
        '\t' => ("a tab", "use spaces"),
        _ => ("a control character", "leave it out"),
    };
    Err(Error::question(format!("`{}` has {what}", shown(text))).with_hint(hint))
}
