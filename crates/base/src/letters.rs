//! The characters that may be displayed, and the truncation of values in errors.

/// Returns whether a character could disturb the display: a control character, a line separator, a
/// change of writing direction, or a character not allowed in XML.
pub fn unseen(letter: char) -> bool {
    // Fast path for nearly all characters.
    if matches!(letter, ' '..='~') {
        return false;
    }
    let marks = ['\u{200e}', '\u{200f}', '\u{61c}', '\u{feff}', '\u{fffe}', '\u{ffff}'];
    let turns =
        ('\u{2028}'..='\u{202e}').contains(&letter) || ('\u{2066}'..='\u{2069}').contains(&letter);
    letter.is_control() || turns || marks.contains(&letter)
}

/// Returns a text on one line without unseen characters: control characters become spaces, others
/// are removed.
pub fn plain(text: &str) -> String {
    let kept = text.chars().filter(|letter| !unseen(*letter) || letter.is_control());
    kept.map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

/// Maximum number of characters of a value in an error.
const SHOWN: usize = 60;

/// Maximum number of characters of an error, and of a hint.
const MESSAGE: usize = 500;

/// Formats a value for an error: on one line, and at most 60 characters.
pub fn shown(value: &str) -> String {
    let start: String = value.chars().take(SHOWN).map(escaped).collect();
    if value.chars().nth(SHOWN).is_some() { start + "…" } else { start }
}

/// Formats a message on one line, with the values in back quotes truncated like in [`shown`].
pub fn message(text: &str) -> String {
    let parts = text.split('`').enumerate();
    let parts = parts.map(|(place, part)| match place % 2 {
        // A truncated value ends in an ellipsis already, and may be longer due to escapes.
        1 if !part.ends_with('…') => shown(part),
        _ => part.chars().map(escaped).collect(),
    });
    cut(&parts.collect::<Vec<_>>().join("`"))
}

/// Formats a hint or a file name on one line.
pub fn line(text: &str) -> String {
    cut(&text.chars().map(escaped).collect::<String>())
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(MESSAGE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn escaped(letter: char) -> String {
    match letter {
        letter if unseen(letter) => letter.escape_debug().to_string(),
        letter => letter.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_wrote_is_cut_and_escaped() {
        let value = "x\n".repeat(10_000);
        let said = message(&format!("`{value}` is not a number"));
        assert_eq!(said, format!("`{}…` is not a number", r"x\n".repeat(30)));
        assert_eq!(message(&said), said, "what is cut stays as it is");
        assert_eq!(message("a\u{202e}b\u{1b}[31m"), r"a\u{202e}b\u{1b}[31m");
        // A back quote in the value hides its end, so that only the whole message is bounded.
        assert!(message(&format!("`a`{value}` is not a number")).chars().count() <= MESSAGE + 1);
    }

    #[test]
    fn invisible_characters_are_removed() {
        assert_eq!(plain("a\u{202e}b\nc\u{1b}d\u{2028}é字🎲"), "ab c dé字🎲");
    }
}
