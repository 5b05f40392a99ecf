//! How words are written where some letters mean something: one function for each format.

use std::borrow::Cow;

use oddsmith_base::letters::{plain, unseen};

/// A text as HTML and SVG show it.
///
/// # Examples
/// ```
/// assert_eq!(crate::html("<b> & \"c\""), "&lt;b&gt; &amp; &quot;c&quot;");
/// ```
pub fn html(text: &str) -> String {
    let text = plain(text).replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

/// A text as Markdown shows it: nothing in it is mark-up, at the start of a line neither, and a cell
/// of a table stays one.
///
/// # Examples
/// ```
/// assert_eq!(crate::markdown("a*b | <c>"), r"a\*b \| \<c>");
/// assert_eq!(crate::markdown("1. > &lt;"), r"1\. > \&lt;");
/// ```
pub fn markdown(text: &str) -> String {
    let text = plain(text);
    let start = text.len() - text.trim_start().len();
    let digits = text[start..].bytes().take_while(u8::is_ascii_digit).count();
    let mut out = String::with_capacity(text.len());
    for (at, letter) in text.char_indices() {
        // What makes a list, a quotation or a line at the start: a number with a dot is none, if
        // more of the number follows.
        let rest = &text[at + letter.len_utf8()..];
        let ends = rest.is_empty() || rest.starts_with(' ');
        let starts = match letter {
            '>' => at == start,
            '-' | '+' | '=' => at == start && (ends || rest.starts_with(letter)),
            '.' | ')' => digits > 0 && at == start + digits && ends,
            '&' => is_entity(rest),
            _ => false,
        };
        if starts || "\\`*_[]<|#~".contains(letter) {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

/// Whether what follows an ampersand makes another letter of it.
fn is_entity(rest: &str) -> bool {
    let name = rest.trim_start_matches('#');
    let end = name.find(|letter: char| !letter.is_ascii_alphanumeric());
    end.is_some_and(|end| end > 0 && name[end..].starts_with(';'))
}

/// A text as Markdown shows code, whatever stands in it.
///
/// # Examples
/// ```
/// assert_eq!(crate::code("odds a"), "`odds a`");
/// assert_eq!(crate::code("odds `a"), "`` odds `a ``");
/// ```
pub fn code(text: &str) -> String {
    let text = plain(text);
    let runs = text.split(|letter| letter != '`').map(str::len);
    match runs.max() {
        None | Some(0) => format!("`{text}`"),
        Some(longest) => {
            let fence = "`".repeat(longest + 1);
            format!("{fence} {text} {fence}")
        }
    }
}

/// A text as a forum's BBCode shows it: a bracket that would open a tag is kept from it by a
/// zero-width space.
///
/// # Examples
/// ```
/// assert_eq!(crate::bbcode("[b]x"), "[\u{200b}b]x");
/// ```
pub fn bbcode(text: &str) -> String {
    plain(text).replace('[', "[\u{200b}")
}

/// Whether a spreadsheet takes a text for a formula. A number is none.
fn is_formula(text: &str) -> bool {
    text.trim_start().starts_with(['=', '+', '-', '@']) && text.parse::<f64>().is_err()
}

/// A cell as a table of comma-separated values shows it, unquoted: a spreadsheet takes a text for a
/// formula by its first letter, unless an apostrophe stands before it. Numbers stay as they are.
/// [`from_cell`] reads it back.
///
/// # Examples
/// ```
/// use crate::cell;
///
/// assert_eq!(cell("=HYPERLINK(\"x\")"), "'=HYPERLINK(\"x\")");
/// assert_eq!((&*cell("-5"), &*cell("-2d6")), ("-5", "'-2d6"));
/// assert_eq!((&*cell("'tis"), &*cell("'+2d6")), ("'tis", "''+2d6"));
/// ```
pub fn cell(text: &str) -> Cow<'_, str> {
    let seen = match text.contains(unseen) {
        true => Cow::Owned(plain(text)),
        false => Cow::Borrowed(text),
    };
    // Another apostrophe before one of the text's own, so that reading takes off the right one.
    let formula = is_formula(seen.trim_start_matches('\''));
    if formula { Cow::Owned(format!("'{seen}")) } else { seen }
}

/// The text of a cell that [`cell`] wrote.
///
/// # Examples
/// ```
/// use crate::from_cell;
///
/// assert_eq!(["'+2 sword", "''+2d6", "'tis"].map(from_cell), ["+2 sword", "'+2d6", "'tis"]);
/// ```
pub fn from_cell(cell: &str) -> &str {
    let text = cell.strip_prefix('\'');
    text.filter(|text| is_formula(text.trim_start_matches('\''))).unwrap_or(cell)
}

/// A cell as it stands in a line (RFC 4180), and no formula: quoted where a comma or a quote would be
/// read wrong.
pub fn quoted(text: &str) -> Cow<'_, str> {
    let text = cell(text);
    match text.contains([',', '"']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")).into(),
        false => text,
    }
}

/// Cells as one line; [`records`](super::records()) reads them back.
pub fn line<'a>(cells: impl IntoIterator<Item = &'a str>) -> String {
    cells.into_iter().map(quoted).collect::<Vec<_>>().join(",") + "\n"
}
