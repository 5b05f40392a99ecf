//! Detection of words after a roll that describe it, and the hint to write them as a comment.

use super::pattern::is_numeral;
use super::{DEEPEST, plain, try_line};
use crate::fault::Fault;
use oddsmith_base::{Error, Hint};

/// Words that belong to questions about dice, and so never to a comment.
const ASKING: &str = "above advantage all any at beat beats below best between botch both chance count dc \
    accuracy disadvantage double drop each either even every exactly except explode exploding eyes faces fail fails \
    failure half halved highest hit hits house in keep kind least less lowest lucky max middle min miss more most need \
    needs never no none not odd of once only outside over pair pairs pool reroll same save saves straight \
    success successes sum than tie ties times total triple triples twice under unless vs win wins with \
    weapon without worst wound wounds";

/// Words of the notation that are often misspelled; similar words are not part of a comment.
const SLIPS: [&str; 6] =
    ["advantage", "disadvantage", "exploding", "highest", "lowest", "dropping"];

/// Largest number of words in a comment that is followed by more of the line.
const LONGEST: usize = 5;

/// Returns true if none of the words is in [`ASKING`], is a number or contains a digit.
fn are_a_comment(words: &[&str]) -> bool {
    let asks = |word: &&str| {
        let word = word.trim_matches(|sign: char| !sign.is_alphanumeric());
        ASKING.split(' ').any(|asking| asking == word)
            || is_numeral(word)
            || word.contains(|letter: char| letter.is_ascii_digit())
    };
    !words.iter().any(asks)
}

/// Returns the hint of a fault at a place of a line, or the hint to write a comment there.
pub fn hint(line: &str, at: usize, fault: &Fault) -> Option<Hint> {
    let Some((before, rest)) = line.split_at_checked(at) else { return fault.hint.clone() };
    // Letters directly after a number are an error, not a comment.
    let glued = before.ends_with(|last: char| last.is_ascii_digit());
    let begins = rest.starts_with(char::is_alphabetic) && !glued;
    let words = begins && fault.hint.is_none() && before.contains(char::is_alphabetic);
    let comment = || beside(before.trim(), rest.trim()).map(Hint::from);
    fault.hint.clone().or_else(|| words.then(comment).flatten())
}

/// Returns the hint for words after a roll: the whole line with these words as a comment, or the
/// correction of a misspelled word. `None` if one of the words belongs to a question about dice.
fn beside(before: &str, rest: &str) -> Option<String> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let reads = |line: &str| plain(line, DEEPEST).is_some_and(|line| try_line(&line).is_some());
    let line = |length: usize| format!("{before} {}", words[length..].join(" ")).trim().to_owned();
    let lengths = 1..words.len().min(LONGEST);
    let mut lengths = lengths.take_while(|&length| are_a_comment(&words[..length]));
    let length = lengths.find(|length| reads(&line(*length))).unwrap_or(words.len());
    let slip = words[..length]
        .iter()
        .filter(|word| word.len() > 5 && !SLIPS.contains(word))
        .find_map(|word| match Error::unknown("word", word, "", SLIPS).hint() {
            Some(near @ Hint::Nearest(_)) => Some(near.to_string()),
            _ => None,
        });
    if slip.is_some() {
        return slip;
    }
    let comment = words[..length].join(" ");
    let hint = format!("put comments after `#`: `{} # {comment}`", line(length));
    // The rest of the line is a question, and the words are a comment.
    let asks = before.contains(|letter: char| letter.is_ascii_digit());
    (asks && are_a_comment(&words[..length])).then_some(hint)
}
