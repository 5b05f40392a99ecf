//! Questions as people type them: a check with its fields in one text, or dice only.

use super::sweep::values;
use oddsmith_base::{Error, Named, Result, shown};
use oddsmith_dice::foreign::opens_dice;
use oddsmith_registry::{Case, Entry, Kind, legible, plain};

/// Parses `field=value` arguments into pairs of name and value; `vs 15` sets the check's
/// difficulty, and `bonus 5` means `bonus=5`.
///
/// # Errors
/// If an argument has no `=`; the hint lists the fields of the check.
///
/// # Examples
/// ```
/// let entry = oddsmith_systems::check("house.roll")?;
/// let words = ["add=2", "vs", "15"].map(str::to_owned);
/// let fields = oddsmith_scenario::fields(&entry, &words)?;
/// assert_eq!(fields[1], ("dc".to_owned(), "15".to_owned()));
/// # Ok::<(), oddsmith_base::Error>(())
/// ```
pub fn fields(entry: &Entry, arguments: &[String]) -> Result<Vec<(String, String)>> {
    let mut pairs = Vec::new();
    let mut rest = arguments;
    while let Some((argument, after)) = rest.split_first() {
        if let Some(field) = entry.harder_by()
            && let Some((number, length)) = number_of(entry, rest)
        {
            pairs.push((field.name.to_owned(), number));
            rest = &rest[length..];
            continue;
        }
        // `bonus 5` means `bonus=5`.
        if let Some((value, beyond)) = after.split_first()
            && let Some(field) = entry.field(argument)
            && !value.contains('=')
            && entry.field(value).is_none()
        {
            pairs.push(pair(entry, &format!("{}={value}", field.name))?);
            rest = beyond;
            continue;
        }
        pairs.push(pair(entry, argument)?);
        rest = after;
    }
    Ok(pairs)
}

/// Returns a difficulty at the start of `words`, and its number of words: `vs 15`, `vs AC 15`,
/// `dc 10..20`.
fn number_of(entry: &Entry, words: &[String]) -> Option<(String, usize)> {
    let name = words[0].split_once('=').map_or("", |(name, _)| name);
    let lengths = 1..=words.len().min(MOST_AGAINST);
    lengths.filter(|_| entry.field(name).is_none()).find_map(|length| {
        let said = words[..length].join(" ").replacen(">=", "vs ", 1);
        let (_, number) = split_against(&said).filter(|(before, _)| before.is_empty())?;
        Some((number.to_owned(), length))
    })
}

/// Splits `field=value` into name and value.
fn pair(entry: &Entry, argument: &str) -> Result<(String, String)> {
    match argument.split_once('=').filter(|_| !argument.starts_with(">=")) {
        Some((name, value)) if !name.trim().is_empty() && !value.trim().is_empty() => {
            // For an unknown field, that error takes precedence over an invalid sweep.
            let there = || entry.cast.is_some() || entry.field(&plain(name)).is_some();
            if values(value).is_err() && !there() {
                let known = entry.fields.iter().map(|field| field.name);
                return Err(Error::unknown("field", name, entry.called(), known));
            }
            let luck = entry
                .field(name)
                .is_some_and(|field| matches!(field.kind, Kind::Expression { .. }));
            Ok((name.to_owned(), if luck { quote_dice(value) } else { value.to_owned() }))
        }
        Some((name, _)) if !name.trim().is_empty() => {
            let error = Error::question(format!("`{argument}` needs a value"));
            // Users who type dice do not know the id of their check.
            Err(match entry.field(name).filter(|_| entry.called.is_some()) {
                Some(field) => error.with_hint(format!("{name} is {}", field.values().join(", "))),
                None => error
                    .with_hint(Named::list(&entry.id) + format!(" lists the values of `{name}`")),
            })
        }
        _ => {
            let fields = entry.fields.iter().map(|field| field.name).collect::<Vec<_>>().join(", ");
            let hint = format!("fields of {}: {fields}", entry.called());
            let error = format!("unexpected `{argument}`: fields are written `name=value`");
            Err(Error::question(error).with_hint(hint))
        }
    }
}

/// Words that introduce a difficulty after a roll, and filler words that may follow them.
const AGAINST: [&str; 7] = ["vs", "vs.", "v", "versus", "against", "dc", "ac"];
const FILLER_WORDS: [&str; 11] =
    ["a", "an", "the", "of", "to", "hit", "number", "difficulty", "armour", "armor", "class"];

/// Functions of expressions and names of decks for expressions without dice.
const CARDS: [&str; 3] = ["draw(", "card54", "deck52"];

/// Largest number of words of a difficulty: `to hit an armour class of 15`.
const MOST_AGAINST: usize = 7;

/// Returns true if a word introduces a difficulty after a roll.
pub fn introduces_difficulty(word: &str) -> bool {
    AGAINST.iter().any(|against| word.eq_ignore_ascii_case(against))
}

/// Splits a roll and its difficulty: `d20+5 vs 15`, `d20 vs DC 15`, `d20 against AC15`,
/// `d20 vs dc=15`. A difficulty may be a range: `d20 vs 10..20/5`.
fn split_against(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    let number = |letter: char| letter.is_ascii_digit() || "-.,/".contains(letter);
    let mut before = text.trim_end_matches(number);
    // Lists such as `15, 16, 17`.
    while before.trim_end().ends_with(',') {
        before = before.trim_end().trim_end_matches(number);
    }
    let number = text[before.len()..].trim_start_matches('.');
    if !number.ends_with(|last: char| last.is_ascii_digit()) {
        return None;
    }
    let mut before = text[..text.len() - number.len()].trim_end();
    before = before.strip_suffix(['=', ':']).map_or(before, str::trim_end);
    let mut found = false;
    while let Some(word) = before.rsplit(char::is_whitespace).next()
        && (introduces_difficulty(word)
            || FILLER_WORDS.iter().any(|beside| word.eq_ignore_ascii_case(beside)))
    {
        found = found || introduces_difficulty(word);
        before = before[..before.len() - word.len()].trim_end();
    }
    // If several rolls have a difficulty each, the last number does not apply to all of them.
    let once = !before.split_whitespace().any(introduces_difficulty);
    (found && once).then_some((before, number))
}

/// Quotes an expression whose commas separate faces, so that it is one value, not a sweep:
/// `d6r1,2`.
fn quote_dice(luck: &str) -> String {
    let number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<&str> = luck.split(',').map(str::trim).collect();
    // A comma before words does not separate values.
    let words = |part: &&str| part.starts_with(char::is_alphabetic) && !is_dice(part);
    let said = is_dice(parts[0]) && parts[1..].iter().any(words);
    let listed = luck.contains(['(', '[', '{', '"']);
    // Several values after a plus or minus sign: each is added to the dice.
    let stem = parts[0].trim_end_matches(|letter: char| letter.is_ascii_digit());
    let signed = |part: &str| number(part.trim_start_matches(['+', '-']));
    let adds = !listed
        && stem.len() < parts[0].len()
        && stem.ends_with(['+', '-'])
        && has_die(stem)
        && parts[1..].iter().all(|part| signed(part));
    if adds && parts.len() > 1 {
        let dice = stem.trim_end_matches(['+', '-', ' ']);
        let each = parts[1..].iter().map(|part| match number(part) {
            true => format!("{stem}{part}"),
            false => format!("{dice}{part}"),
        });
        let all: Vec<String> = std::iter::once(parts[0].to_owned()).chain(each).collect();
        return all.join(",");
    }
    // `d6, d8 keep best` keeps one of both; `2d6 = 2, 3 or 12` lists numbers.
    let keeps = |part: &str| {
        let (die, words) = part.split_once(' ').unwrap_or_default();
        let word = words.split(' ').next().unwrap_or_default();
        ["keep", "take", "best", "highest", "higher", "worst", "lowest", "lower"].contains(&word)
            && (die.starts_with('d') || die.starts_with("1d"))
    };
    let together = parts.len() > 1 && parts.last().is_some_and(|last| keeps(last));
    let reads = || oddsmith_dice::read_expression(luck).is_ok();
    let one = said || together;
    if !listed && (one || (parts.len() > 1 || luck.contains("..")) && reads()) {
        format!("\"{luck}\"")
    } else {
        luck.to_owned()
    }
}

/// Question in one argument: `"label: CHECK field=value"`, with an optional label; dice may replace
/// the check.
pub struct NamedQuestion {
    /// Label of the question.
    pub label: Option<String>,
    /// Id of the check.
    pub check: String,
    /// Fields, as `field=value`.
    pub fields: Vec<String>,
    /// True if dice replace the check.
    pub is_dice: bool,
}

impl NamedQuestion {
    /// Parses a question; quotes within it follow the rules of a shell.
    ///
    /// # Errors
    /// If a quote is not closed, or the text has no check.
    pub fn read(text: &str) -> Result<NamedQuestion> {
        let (label, question) = match text.split_once(": ") {
            Some((label, rest)) if is_label(label, rest) => (Some(label.trim().to_owned()), rest),
            _ => (None, text),
        };
        legible(label.as_deref().unwrap_or_default())?;
        let question = question.trim();
        // Dice may contain blanks, ids of checks do not.
        let is_dice = is_dice(question);
        let fields = match is_dice {
            true => first_field(question),
            false => question.find(char::is_whitespace).unwrap_or(question.len()),
        };
        let (check, words) = question.split_at(fields);
        if check.is_empty() {
            let error = Error::question(format!("`{}` names no check", shown(text)));
            return Err(
                error.with_hint("write \"CHECK field=value\" or \"label: CHECK field=value\"")
            );
        }
        let words = shlex::split(words).ok_or_else(|| {
            Error::question(format!("a quote in `{}` is not closed", shown(text)))
                .with_hint("close it with the same sign")
        })?;
        let (check, mut fields) = expand_dice(check.trim_end());
        fields.extend(words);
        Ok(NamedQuestion { label, check, fields, is_dice })
    }
}

/// Returns true if the text is a label before a question, and not dice before a table of results.
fn is_label(label: &str, rest: &str) -> bool {
    let is_table = has_die(label) && !has_die(rest) && !rest.contains('=') && !rest.contains('.');
    !label.contains('=') && !label.trim().is_empty() && !is_table
}

/// Builds the case of a question on one line: dice as people type them, or a check with its fields.
///
/// # Errors
/// If the dice, the check or a field can't be parsed, or a value is invalid.
///
/// # Examples
/// ```
/// use oddsmith_scenario::case;
/// use oddsmith_engine::odds::{Histogram, Success};
///
/// let total = case("3d6")?.law(1_000)?;
/// assert_eq!(total.column("total")?.mean(), Some(10.5));
/// let margin = case("d20+5 vs 15")?.law(1_000)?;
/// let success = margin.column("margin")?.success(Success::AtLeast(0));
/// assert_eq!(success.fraction().as_deref(), Some("11/20"));
/// # Ok::<(), oddsmith_base::Error>(())
/// ```
pub fn case(question: &str) -> Result<Case> {
    if !is_dice(question) {
        return oddsmith_systems::case(question);
    }
    let NamedQuestion { check, fields: words, .. } = NamedQuestion::read(question)?;
    let entry = oddsmith_systems::check(&check)?;
    let given = fields(&entry, &words)?;
    entry.case(given.iter().map(|(name, value)| (&**name, &**value)))
}

/// Returns the position of the first word that sets a field, or the end.
fn first_field(question: &str) -> usize {
    let blanks = question.char_indices().filter(|(_, letter)| letter.is_whitespace());
    let sets = |at: &usize| {
        // In `d20 vs dc=15`, `dc=15` belongs to `vs`.
        if question[..*at].split_whitespace().next_back().is_some_and(introduces_difficulty) {
            return false;
        }
        let name = question[*at..].trim_start().split_once('=').map_or("", |(name, _)| name);
        name.starts_with(|first: char| first.is_ascii_lowercase())
            && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
    };
    blanks.map(|(at, _)| at).find(sets).unwrap_or(question.len())
}

/// Returns true if a text contains dice: `d6`, `dF`, or `W6` and `df` of other languages and
/// programs.
pub fn has_die(text: &str) -> bool {
    let next = |at: usize| text[at..].chars().nth(1);
    let apart = |at: usize| !text[..at].ends_with(|before: char| before.is_alphabetic());
    text.char_indices().any(|(at, letter)| match letter {
        'd' | 'D' => match next(at) {
            Some('f') => apart(at) && !text[at + 2..].starts_with(char::is_alphabetic),
            next => next.is_some_and(|next| next.is_ascii_digit() || "%F{([".contains(next)),
        },
        'w' | 'W' => apart(at) && next(at).is_some_and(|next| next.is_ascii_digit()),
        'k' | 'K' | 't' | 'T' => {
            let count = text[..at].trim_start();
            !count.is_empty()
                && count.bytes().all(|byte| byte.is_ascii_digit())
                && next(at).is_some_and(|next| next.is_ascii_digit())
        }
        _ => false,
    })
}

/// Returns true if a text looks like dice or cards, even if invalid, or is an expression without
/// dice: `3d6kh2`, `max(d8!, d6!)`, `(1 + 3) * 6`.
///
/// # Examples
/// ```
/// use oddsmith_scenario::is_dice;
///
/// assert!(["3d6kh2", " 3d6", "-d6", "(1 + 3) * 6", "round(5/2)",
/// "2W6", "card54-card54"].map(is_dice).iter().all(|is| *is));
/// assert!(!["odds", "mutants.check", "--seed", "-h", "my-check"].map(is_dice).iter().any(|is|
/// *is));
/// ```
pub fn is_dice(text: &str) -> bool {
    let text = text.trim();
    let first = text.chars().next().unwrap_or(' ');
    let wide = matches!(first, '\u{ff10}'..='\u{ff19}');
    let abroad = first.eq_ignore_ascii_case(&'w')
        && text[1..].starts_with(|next: char| next.is_ascii_digit());
    let begins = first.is_ascii_digit()
        || wide
        || abroad
        || "([{$dD-+\u{2212}\u{2013}/!\u{201c}\"".contains(first);
    // No command or check starts with these characters.
    let never_else = first.is_ascii_digit() || wide || "([{\u{201c}".contains(first);
    // Includes unknown functions, so that the parser of expressions reports them.
    let named = |name: &str| {
        !name.is_empty() && name.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_')
    };
    let calls = text.split_once('(').is_some_and(|(name, _)| named(name));
    // An expression may begin with a keyword.
    let word = text.split_whitespace().next().filter(|word| word.len() < text.len());
    let opens = text.starts_with("P(")
        || word.is_some_and(|word| ["if", "not"].contains(&word) || opens_dice(word));
    if text.starts_with("--") {
        return false;
    }
    let reads = || {
        !first.is_alphabetic()
            && text.contains(|letter: char| letter.is_ascii_digit())
            && oddsmith_dice::read_expression(text).is_ok()
            || calls && (text.ends_with(')') || CARDS.iter().any(|cards| text.contains(cards)))
    };
    text.starts_with("card54")
        || never_else
        || has_die(text) && (begins || calls || opens)
        || reads()
}

/// Returns a check and its fields. Dice become the check `house.roll`: `d20+5 vs 15` sets its
/// difficulty.
pub fn expand_dice(check: &str) -> (String, Vec<String>) {
    if !is_dice(check) {
        return (check.to_owned(), Vec::new());
    }
    // Unknown words between a roll and its number stay in the text, so that the parser reports
    // them.
    let ends_in_words = |dice: &str| {
        let last = dice.split_whitespace().next_back().unwrap_or_default();
        dice.contains(' ') && last.chars().all(char::is_alphabetic)
    };
    let (dice, number) = match split_against(check) {
        Some((dice, _)) if ends_in_words(dice) && oddsmith_dice::read_expression(dice).is_err() => {
            (check.trim(), None)
        }
        Some((dice, number)) if is_dice(dice) => (dice, Some(number)),
        _ => (check.trim(), None),
    };
    let luck = format!("luck={}", quote_dice(dice));
    let dc = number.map(|number| format!("dc={number}"));
    ("house.roll".to_owned(), std::iter::once(luck).chain(dc).collect())
}
