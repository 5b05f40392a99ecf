//! Words that stand behind a roll and say nothing about it: what is offered as a comment.

use super::words::certain;

/// Words that ask for something, and are no comment.
const ASKING: &str = "above advantage all any below best between both chance dc disadvantage drop each \
    even every except explode exploding highest house keep kind least less lowest max \
    min more most never no none not odd of once outside over reroll straight than times \
    twice under unless without worst";

/// Words of the notation that are slipped at: what is near one is no comment.
const SLIPS: [&str; 6] =
    ["advantage", "disadvantage", "exploding", "highest", "lowest", "dropping"];

/// What to write where words stand behind a roll that say nothing about it: the whole line, with
/// these words as a comment; none where one of them asks for something.
pub fn beside(before: &str, rest: &str) -> Option<String> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let reads = |line: &str| super::read_line(line, &[]).is_ok() || certain(line).is_some();
    let line = |length: usize| format!("{before} {}", words[length..].join(" ")).trim().to_owned();
    let length = (1..words.len()).find(|length| reads(&line(*length))).unwrap_or(words.len());
    let number = |word: &str| super::words::number(word).is_some_and(|digits| digits != word);
    let asks = |word: &&str| ASKING.split(' ').any(|asking| asking == *word) || number(word);
    let slip = words[..length].iter().filter(|word| word.len() > 5).find_map(|word| {
        let near = oddsmith_base::Error::unknown("word", word, "", SLIPS);
        matches!(near.hint(), Some(oddsmith_base::Hint::Nearest(_)))
            .then(|| near.hint().map(ToString::to_string))?
    });
    if slip.is_some() {
        return slip;
    }
    let comment = words[..length].join(" ");
    let hint = format!("put comments after `#`: `{} # {comment}`", line(length));
    (!words[..length].iter().any(asks)).then_some(hint)
}
