//! How words are written where some letters mean something: one function for each format.

/// A text as HTML and SVG show it.
///
/// # Examples
/// ```
/// assert_eq!(oddsmith::text::html("<b> & \"c\""), "&lt;b&gt; &amp; &quot;c&quot;");
/// ```
pub fn html(text: &str) -> String {
    let text = terminal(text).replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

/// A text as Markdown shows it: nothing in it is mark-up, and a cell of a table stays one.
///
/// # Examples
/// ```
/// assert_eq!(oddsmith::text::markdown("a*b | <c>"), r"a\*b \| \<c>");
/// ```
pub fn markdown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in terminal(text).chars() {
        if "\\`*_[]<|#~".contains(letter) {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

/// A text as a forum's BBCode shows it: a bracket that would open a tag is kept from it by a
/// zero-width space.
///
/// # Examples
/// ```
/// assert_eq!(oddsmith::text::bbcode("[b]x"), "[\u{200b}b]x");
/// ```
pub fn bbcode(text: &str) -> String {
    terminal(text).replace('[', "[\u{200b}")
}

/// A text as a terminal shows it: control characters, which could write anywhere, are spaces.
pub fn terminal(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}
