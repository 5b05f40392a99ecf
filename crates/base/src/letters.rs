//! Which letters a text may show, and how much of it an error repeats.

/// Whether a letter is a control character, a line separator, turns the direction of writing, or is
/// none of XML's: what could write elsewhere than in its place.
pub fn unseen(letter: char) -> bool {
    // Of nearly every letter that is asked.
    if matches!(letter, ' '..='~') {
        return false;
    }
    let marks = ['\u{200e}', '\u{200f}', '\u{61c}', '\u{feff}', '\u{fffe}', '\u{ffff}'];
    let turns =
        ('\u{2028}'..='\u{202e}').contains(&letter) || ('\u{2066}'..='\u{2069}').contains(&letter);
    letter.is_control() || turns || marks.contains(&letter)
}

/// A text in one line, in which each letter is seen: control characters are spaces, what is unseen
/// else is left out.
pub fn plain(text: &str) -> String {
    let kept = text.chars().filter(|letter| !unseen(*letter) || letter.is_control());
    kept.map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

/// The most letters of a value that an error repeats.
const SHOWN: usize = 60;

/// The most letters of an error, and of a hint.
const MESSAGE: usize = 500;

/// A value as an error shows it: in one line, and no more than 60 characters of it.
pub fn shown(value: &str) -> String {
    let start: String = value.chars().take(SHOWN).map(escaped).collect();
    if value.chars().nth(SHOWN).is_some() { start + "…" } else { start }
}

/// A message in one line. Of what stands in back quotes, which others wrote, it keeps as much as
/// [`shown`] does.
pub fn message(text: &str) -> String {
    let parts = text.split('`').enumerate();
    let parts = parts.map(|(place, part)| match place % 2 {
        // What is shown already ends in three dots and may be longer by its escapes.
        1 if !part.ends_with('…') => shown(part),
        _ => part.chars().map(escaped).collect(),
    });
    cut(&parts.collect::<Vec<_>>().join("`"))
}

/// A hint, or the name of a file: in one line.
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
        // A back quote in the value hides where it ends: then all of the message is bounded.
        assert!(message(&format!("`a`{value}` is not a number")).chars().count() <= MESSAGE + 1);
    }

    #[test]
    fn what_is_unseen_is_left_out() {
        assert_eq!(plain("a\u{202e}b\nc\u{1b}d\u{2028}é字🎲"), "ab c dé字🎲");
    }
}
