//! Questions as people type them: a check with its fields in one text, or dice alone.

use oddsmith_base::{Error, Named, Result, shown};
use oddsmith_registry::{Entry, legible};

/// The pairs of name and value in `field=value` arguments.
///
/// # Errors
/// If one has no `=`; the hint names the fields of the check.
pub fn fields(entry: &Entry, arguments: &[String]) -> Result<Vec<(String, String)>> {
    let pair = |argument: &String| match argument.split_once('=').filter(|_| !compares(argument)) {
        Some((name, value)) if !name.trim().is_empty() && !value.trim().is_empty() => {
            Ok((name.to_owned(), value.to_owned()))
        }
        Some((name, _)) if !name.trim().is_empty() => {
            let list = Named::list(&entry.id);
            Err(Error::question(format!("`{argument}` has no value"))
                .with_hint(list + format!(" shows what `{name}` may be")))
        }
        _ => {
            let fields = || entry.fields.iter().map(|field| field.name);
            let hint = match difficulty(arguments).filter(|_| fields().any(|name| name == "dc")) {
                Some(difficulty) => format!("a difficulty is said as `dc={difficulty}`"),
                None => {
                    format!("fields of {}: {}", entry.id, fields().collect::<Vec<_>>().join(", "))
                }
            };
            Err(Error::question(format!("`{argument}` is no field=value")).with_hint(hint))
        }
    };
    arguments.iter().map(pair).collect()
}

/// The number of `vs 15` or `>=15`.
fn difficulty(arguments: &[String]) -> Option<u32> {
    let mut words = arguments.iter().skip_while(|word| !compares(word)).take(2);
    let number = |word: &String| word.trim_start_matches(['>', '=']).trim().parse().ok();
    words.find_map(number)
}

/// Whether a word compares a roll with what follows.
fn compares(word: &str) -> bool {
    ["vs", "vs.", "versus", "against"].contains(&word) || word.starts_with(">=")
}

/// A question in one argument: `"label: CHECK field=value"`, the label if it has one; dice may
/// stand for a check.
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
        let question = question.trim();
        // Dice may have blanks, a check has none.
        let fields = match is_dice(question) {
            true => first_field(question),
            false => question.find(char::is_whitespace).unwrap_or(question.len()),
        };
        let (check, words) = question.split_at(fields);
        if check.is_empty() {
            let error = Error::question(format!("`{}` asks about no check", shown(text)));
            return Err(error.with_hint(
                "a case is said as \"CHECK field=value\" or \"label: CHECK field=value\"",
            ));
        }
        let words = shlex::split(words).ok_or_else(|| {
            Error::question(format!("a quote is not closed in `{}`", shown(text)))
                .with_hint("a quote within a case ends with the sign that it begins with")
        })?;
        let (check, mut fields) = in_full(check.trim_end());
        fields.extend(words);
        Ok(NamedQuestion { label, check, fields })
    }
}

/// Where the first word that sets a field begins; the end if none does.
fn first_field(question: &str) -> usize {
    let blanks = question.char_indices().filter(|(_, letter)| letter.is_whitespace());
    let sets = |at: &usize| {
        let name = question[*at..].trim_start().split_once('=').map_or("", |(name, _)| name);
        name.starts_with(|first: char| first.is_ascii_lowercase())
            && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
    };
    blanks.map(|(at, _)| at).find(sets).unwrap_or(question.len())
}

/// Whether a word looks like dice or cards, also where it is wrong: `3d6kh2`, `max(d8!, d6!)`.
pub fn is_dice(word: &str) -> bool {
    let after = |at: usize| word[at + 1..].chars().next();
    let die = word.char_indices().any(|(at, letter)| {
        matches!(letter, 'd' | 'D')
            && after(at).is_some_and(|next| next.is_ascii_digit() || "%F{([".contains(next))
    });
    let begins =
        word.starts_with(|first: char| first.is_ascii_digit() || "([{$dD-".contains(first));
    // Also functions that there are not: the reader says what to write.
    let named =
        |name: &str| name.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_');
    let calls = word.split_once('(').is_some_and(|(name, _)| named(name));
    // An expression may begin with a word of its own.
    let words = ["if ", "not ", "card54", "output ", "/r"];
    let opens = words.iter().any(|first| word.starts_with(first));
    word == "card54" || die && (begins || calls || opens) && !word.starts_with("--")
}

/// A check and its fields, where dice stand for a roll of one's own.
pub fn in_full(check: &str) -> (String, Vec<String>) {
    match is_dice(check) {
        true => ("house.roll".to_owned(), vec![format!("luck={check}")]),
        false => (check.to_owned(), Vec::new()),
    }
}
