//! Words that stand behind a roll and say nothing about it: what is offered as a comment.

use super::pattern::is_numeral;
use super::{DEEPEST, plain, try_line};
use crate::fault::Fault;
use oddsmith_base::Hint;

/// Words that ask for something, and are no comment.
const ASKING: &str = "above advantage all any at beat beats below best between botch both chance count dc \
    accuracy disadvantage double drop each either even every exactly except explode exploding eyes faces fail fails \
    failure half halved highest hit hits house in keep kind least less lowest lucky max middle min miss more most need \
    needs never no none not odd of once only outside over pair pairs pool reroll same save saves straight \
    success successes sum than tie ties times total triple triples twice under unless vs win wins with \
    weapon without worst wound wounds";

/// Words of the notation that are slipped at: what is near one is no comment.
const SLIPS: [&str; 6] =
    ["advantage", "disadvantage", "exploding", "highest", "lowest", "dropping"];

/// The most words of a comment behind which more of the line is looked for.
const LONGEST: usize = 5;

/// Whether words say nothing about dice: none asks for something, and none is a number.
fn are_a_comment(words: &[&str]) -> bool {
    let asks = |word: &&str| {
        let word = word.trim_matches(|sign: char| !sign.is_alphanumeric());
        ASKING.split(' ').any(|asking| asking == word)
            || is_numeral(word)
            || word.contains(|letter: char| letter.is_ascii_digit())
    };
    !words.iter().any(asks)
}

/// The hint of a fault at a place of a line, or what is a comment there.
pub fn hint(line: &str, at: usize, fault: &Fault) -> Option<Hint> {
    let Some((before, rest)) = line.split_at_checked(at) else { return fault.hint.clone() };
    // Right behind a number it is a slip, and no comment.
    let glued = before.ends_with(|last: char| last.is_ascii_digit());
    let begins = rest.starts_with(char::is_alphabetic) && !glued;
    let words = begins && fault.hint.is_none() && before.contains(char::is_alphabetic);
    let comment = || beside(before.trim(), rest.trim()).map(Hint::from);
    fault.hint.clone().or_else(|| words.then(comment).flatten())
}

/// What to write where words stand behind a roll that say nothing about it: the whole line, with
/// these words as a comment; none where one of them asks for something.
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
        .find_map(|word| {
            let near = oddsmith_base::Error::unknown("word", word, "", SLIPS);
            matches!(near.hint(), Some(oddsmith_base::Hint::Nearest(_)))
                .then(|| near.hint().map(ToString::to_string))?
        });
    if slip.is_some() {
        return slip;
    }
    let comment = words[..length].join(" ");
    let hint = format!("put comments after `#`: `{} # {comment}`", line(length));
    // What is left is a question of its own.
    let asks = before.contains(|letter: char| letter.is_ascii_digit());
    (asks && are_a_comment(&words[..length])).then_some(hint)
}
