//! Escaping of text for several formats, with one function for each format.

use std::borrow::Cow;

use oddsmith_base::letters::{plain, unseen};

/// Escapes a text for HTML and SVG.
///
/// # Examples
/// ```
/// assert_eq!(oddsmith_text::html("<b> & \"c\""), "&lt;b&gt; &amp; &quot;c&quot;");
/// ```
pub fn html(text: &str) -> String {
    let text = plain(text).replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

/// Escapes a text for Markdown, so that it contains no mark-up, not even at the start of a line,
/// and can be a table cell.
///
/// # Examples
/// ```
/// assert_eq!(oddsmith_text::markdown("a*b | <c>"), r"a\*b \| \<c>");
/// assert_eq!(oddsmith_text::markdown("1. > &lt;"), r"1\. > \&lt;");
/// ```
pub fn markdown(text: &str) -> String {
    let text = plain(text);
    let start = text.len() - text.trim_start().len();
    let digits = text[start..].bytes().take_while(u8::is_ascii_digit).count();
    let mut out = String::with_capacity(text.len());
    for (at, letter) in text.char_indices() {
        // Markup at the start of a line: lists, quotations and rules. A number with a dot starts a
        // list only if no digits follow.
        let rest = &text[at + letter.len_utf8()..];
        let ends = rest.is_empty() || rest.starts_with(' ');
        let starts = match letter {
            '>' => at == start,
            '-' | '+' | '=' => at == start && (ends || rest.starts_with(letter)),
            '.' | ')' => digits > 0 && at == start + digits && ends,
            '&' => starts_entity(rest),
            _ => false,
        };
        if starts || "\\`*_[]<|#~".contains(letter) {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

/// Returns true if the text after an ampersand makes it an entity.
fn starts_entity(rest: &str) -> bool {
    let name = rest.trim_start_matches('#');
    let end = name.find(|letter: char| !letter.is_ascii_alphanumeric());
    end.is_some_and(|end| end > 0 && name[end..].starts_with(';'))
}

/// Formats a text as inline code in Markdown, including texts with backticks.
///
/// # Examples
/// ```
/// assert_eq!(oddsmith_text::code("odds a"), "`odds a`");
/// assert_eq!(oddsmith_text::code("odds `a"), "`` odds `a ``");
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

/// Escapes a text for BBCode: a zero-width space after each opening bracket prevents tags.
///
/// # Examples
/// ```
/// assert_eq!(oddsmith_text::bbcode("[b]x"), "[\u{200b}b]x");
/// ```
pub fn bbcode(text: &str) -> String {
    plain(text).replace('[', "[\u{200b}")
}

/// Returns true if a spreadsheet would take a text for a formula. Numbers are not formulas.
fn is_formula(text: &str) -> bool {
    text.trim_start().starts_with(['=', '+', '-', '@']) && text.parse::<f64>().is_err()
}

/// Escapes a CSV cell without quoting it: an apostrophe precedes text that a spreadsheet would take
/// for a formula. Numbers are unchanged. [`from_cell`] reverses it.
///
/// # Examples
/// ```
/// use oddsmith_text::cell;
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
    // If the text itself begins with an apostrophe, one more is added, so that parsing removes the
    // right one.
    let formula = is_formula(seen.trim_start_matches('\''));
    if formula { Cow::Owned(format!("'{seen}")) } else { seen }
}

/// Returns the text of a cell that [`cell`] escaped.
///
/// # Examples
/// ```
/// use oddsmith_text::from_cell;
///
/// assert_eq!(["'+2 sword", "''+2d6", "'tis"].map(from_cell), ["+2 sword", "'+2d6", "'tis"]);
/// ```
pub fn from_cell(cell: &str) -> &str {
    let text = cell.strip_prefix('\'');
    text.filter(|text| is_formula(text.trim_start_matches('\''))).unwrap_or(cell)
}

/// Escapes and quotes a CSV cell (RFC 4180); quotes are added only around commas and quotes.
pub fn quoted(text: &str) -> Cow<'_, str> {
    let text = cell(text);
    match text.contains([',', '"']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")).into(),
        false => text,
    }
}

/// Formats cells as one CSV line; [`records`](super::records()) parses it.
pub fn line<'a>(cells: impl IntoIterator<Item = &'a str>) -> String {
    cells.into_iter().map(quoted).collect::<Vec<_>>().join(",") + "\n"
}
