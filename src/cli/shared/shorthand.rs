//! Shorthand command lines: dice without a command, without quotes, against a number.

use std::ffi::OsString;

use crate::scenario::{has_die, introduces_difficulty, is_dice};
use crate::systems::Catalogue;

/// Flags of other programs, each with the equivalent field of dice.
const FLAGS: [(&str, &str); 9] = [
    ("--dc", "dc"),
    ("--vs", "dc"),
    ("--ac", "dc"),
    ("--versus", "dc"),
    ("--difficulty", "dc"),
    ("--add", "add"),
    ("--modifier", "add"),
    ("--bonus", "add"),
    ("--tie", "tie"),
];

/// Global flags, which may precede dice.
const GLOBAL: [&str; 4] = ["--quiet", "--verbose", "--watch", "--copy"];

/// Expands a shorthand command line: `oddsmith 3d6` becomes `odds`, `oddsmith 3d6 2d6` becomes
/// `compare`, and `oddsmith mutants.check bonus=5 dc=15` becomes `odds` of a check.
pub fn expand(words: Vec<OsString>) -> Vec<OsString> {
    let texts: Option<Vec<&str>> = words.iter().map(|word| word.to_str()).collect();
    let Some(texts) = texts else { return words };
    let (before, typed) = texts.split_at(1.min(texts.len()));
    let global =
        typed.iter().take_while(|word| GLOBAL.contains(word) || word.starts_with("--color="));
    let (global, typed) = typed.split_at(global.count());
    let Some((first, rest)) = typed.split_first() else { return words };
    let asked = match *first {
        "odds" | "play" | "dc" | "new" if rest.first() != Some(&"of") => {
            let (dice, rest) = dice(rest);
            match &dice[..] {
                [one] => [vec![(*first).to_owned(), one.clone()], fields(rest)].concat(),
                _ => return words,
            }
        }
        "compare" => sides(typed),
        _ if is_check(first) => {
            std::iter::once(&"odds").chain(typed).map(|word| (*word).to_owned()).collect()
        }
        _ => {
            let (dice, rest) = dice(typed);
            match &dice[..] {
                [] => return words,
                [one] => [vec!["odds".to_owned(), one.clone()], fields(rest)].concat(),
                several => compared(several, &fields(rest)),
            }
        }
    };
    let texts = before.iter().chain(global).map(OsString::from);
    texts.chain(asked.into_iter().map(OsString::from)).collect()
}

/// Returns the words of a comparison: `2d6 vs d12` are two checks, `d20+5 vs 15` is one.
fn sides(words: &[&str]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        let next = words.peek().copied().copied();
        let number = |next: &str| next.starts_with(|first: char| first.is_ascii_digit());
        let asks = |next: &str| {
            is_dice(next) && has_die(next) || next.split(' ').next().is_some_and(is_check)
        };
        match (all.last_mut(), next.filter(|_| introduces_difficulty(word))) {
            (Some(_), Some(next)) if asks(next) => {}
            (Some(last), Some(next)) if is_dice(last) && number(next) => {
                *last += &format!(" {word} {next}");
                words.next();
            }
            _ => all.push(with_leading_space(word)),
        }
    }
    all
}

/// Returns a comparison of several rolls, each with the fields that follow them.
fn compared(dice: &[String], rest: &[String]) -> Vec<String> {
    let (flags, set): (Vec<&String>, Vec<&String>) = rest.iter().partition(|word| !is_field(word));
    let set: String = set.iter().map(|field| format!(" {field}")).collect();
    let sides = dice.iter().map(|dice| format!("{dice}{set}"));
    let words = std::iter::once("compare".to_owned()).chain(sides);
    words.chain(flags.into_iter().cloned()).collect()
}

/// Splits words into the rolls at their beginning and the rest. A roll may consist of several
/// words.
fn dice<'w>(words: &'w [&'w str]) -> (Vec<String>, &'w [&'w str]) {
    let is_flag = |word: &str| word.len() > 1 && word.starts_with('-') && !is_dice(word);
    let length = words.iter().take_while(|word| !is_flag(word) && !is_field(word)).count();
    let (mut said, rest) = words.split_at(length);
    // In `d20 vs dc=15` the field replaces `vs`.
    if let (Some((last, before)), Some(next)) = (said.split_last(), rest.first())
        && introduces_difficulty(last)
        && is_field(next)
    {
        said = before;
    }
    let mut dice: Vec<String> = Vec::new();
    for word in said {
        match dice.last_mut() {
            Some(last) if continues_roll(last, word) => *last += &format!(" {word}"),
            _ => dice.push(with_leading_space(word)),
        }
    }
    match dice.iter().all(|one| is_dice(one)) {
        true => (dice, rest),
        false => (Vec::new(), words),
    }
}

/// Returns true if a word continues a roll.
fn continues_roll(roll: &str, word: &str) -> bool {
    let last = roll.split(' ').next_back().unwrap_or_default();
    let open = ["/r", "/roll", "!r", "!roll", "roll", "output"];
    let ends = roll.ends_with(['+', '-', '*', '/', '<', '>', '=', ',', '(', '[', '{'])
        || open.contains(&last)
        || introduces_difficulty(last)
        || ["if", "then", "else", "and", "or", "not", "mod", "for", "beats"].contains(&last);
    let begins = word.starts_with(['+', '-', '*', '/', '<', '>', '=', ',', ')', ']', '}', '!']);
    let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    // `15`, `15+` and `7-9` are not rolls by themselves.
    let plain = word.starts_with(|first: char| first.is_ascii_digit()) && !has_die(word);
    ends || begins || plain || !is_dice(roll) || !is_dice(word) || number(roll)
}

/// Returns true if a word sets a field.
fn is_field(word: &str) -> bool {
    let name = word.split_once('=').map_or("", |(name, _)| name);
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|letter| letter.is_ascii_alphanumeric() || "_.".contains(letter))
        && !is_dice(word)
}

/// Puts a blank before dice that begin with a minus, so that they are not taken for a flag.
fn with_leading_space(word: &str) -> String {
    match word.starts_with('-') && is_dice(word) {
        true => format!(" {word}"),
        false => word.to_owned(),
    }
}

/// Returns the words after dice, with the flags in `FLAGS` replaced by fields.
fn fields(words: &[&str]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        let (flag, value) =
            word.split_once('=').map_or((*word, None), |(flag, value)| (flag, Some(value)));
        let field = FLAGS.iter().find(|(known, _)| *known == flag);
        match (field, value) {
            (Some((_, field)), Some(value)) => all.push(format!("{field}={value}")),
            (Some((_, field)), None) if words.peek().is_some() => {
                all.push(format!("{field}={}", words.next().unwrap_or(&"")));
            }
            _ => all.push((*word).to_owned()),
        }
    }
    all
}

/// Returns true if a word names a check of a game or of a file.
fn is_check(word: &str) -> bool {
    word.contains('.')
        && !is_dice(word)
        && (word.starts_with("house.") || Catalogue::default().check(word).is_ok())
}
