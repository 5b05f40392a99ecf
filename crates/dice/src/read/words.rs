//! Dice that are said in words: `4d6 drop the lowest`, `d20+5 with advantage`, `2d6 10 or more`.
//! The phrases stand in the table of what other tools write.

use super::foreign::{is_number, is_roll};
use crate::elsewhere::{ADVANTAGE, CLASSES, DISADVANTAGE, OPENINGS, PHRASES};

/// Words that say nothing beside a phrase.
const FILLERS: [&str; 10] =
    ["the", "a", "an", "dice", "die", "dc", "ac", "tn", "rolling", "getting"];

/// Small numbers in words.
const NUMBERS: [&str; 7] = ["zero", "one", "two", "three", "four", "five", "six"];

/// What the dice are that are said in words, where that is certain and can be read.
pub fn certain(text: &str) -> Option<String> {
    spelled(text).filter(|said| super::read_line(said, &[]).is_ok())
}

/// The notation of dice that are said in words; none where no phrase stands in the text.
pub fn spelled(text: &str) -> Option<String> {
    let asked = OPENINGS.iter().find_map(|(opening, here)| {
        let asked = text.trim().strip_prefix(opening)?.trim_end_matches(['?', ' ']);
        Some(format!("{here}{asked}"))
    });
    if let Some(asked) = asked {
        return spelled(&asked);
    }
    if let Some(said) = repeated(text).or_else(|| turned(text)) {
        return Some(said);
    }
    let words: Vec<&str> = text.split_whitespace().flat_map(apart).collect();
    let (mut said, mut at, mut found) = (String::new(), 0, false);
    while at < words.len() {
        let phrase = PHRASES.iter().find_map(|(phrase, here)| {
            let (length, parts) = matched(phrase, &words[at..])?;
            Some((length, filled(here, &parts)))
        });
        let Some((length, here)) = phrase else {
            said += if said.is_empty() { "" } else { " " };
            said += words[at];
            at += 1;
            continue;
        };
        (at, found) = (at + length, true);
        for joined in [" and", " then", " but"] {
            said = said.strip_suffix(joined).unwrap_or(&said).to_owned();
        }
        said.truncate(said.trim_end_matches([',', '(', ' ']).len());
        match here.as_str() {
            ADVANTAGE => said = kept_of_two(&said, "kh1")?,
            DISADVANTAGE => said = kept_of_two(&said, "kl1")?,
            here => {
                let touches = here
                    .starts_with(|first: char| first.is_ascii_lowercase() || first == '!')
                    && said.ends_with(|last: char| last.is_ascii_alphanumeric() || last == ']');
                let alone = is_roll(here) || here.contains('(');
                if said.is_empty() && !alone || touches && rolls(&said).len() != 1 {
                    // What acts on dice has none, or may act on several.
                    return None;
                }
                said += if touches || said.is_empty() { "" } else { " " };
                said += here;
            }
        }
    }
    found.then_some(said)
}

/// A whole line that is rolled several times: `4d6 drop lowest six times`.
fn repeated(text: &str) -> Option<String> {
    let (before, last) = text.trim_end().rsplit_once(' ')?;
    let (before, times) = match last {
        "twice" => (before, "2"),
        "times" => {
            let (before, times) = before.rsplit_once(' ')?;
            (before, number(times)?)
        }
        _ => return None,
    };
    let before = before.trim_end().trim_end_matches(',');
    let reads = super::read_line(before, &[]).is_ok().then(|| before.to_owned());
    Some(format!("repeat({times}, {})", spelled(before).or(reads)?))
}

/// What is asked of dice that stand behind it: `chance of 10 or more on 3d6` is `3d6 10 or more`.
fn turned(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let joins = |at: &usize| {
        ["on", "with", "in"].contains(&words[*at])
            && words.get(at + 1).is_some_and(|word| is_roll(word))
    };
    let joined = (0..words.len()).rev().find(joins)?;
    let roll = words[joined + 1..].join(" ");
    let mut asked = words[..joined].iter().filter(|word| !FILLERS.contains(word)).peekable();
    let of_chance = CLASSES.iter().find(|(class, _)| *class == "{chance}")?.1;
    let first = asked.next()?;
    of_chance.split('|').any(|word| word == *first).then_some(())?;
    asked.next_if(|word| ["of", "that", "for"].contains(*word));
    let asked: Vec<&str> = asked.copied().collect();
    match asked[..] {
        [] => None,
        // A number alone is a phrase of its own, where the dice are one word.
        [one] if number(one).is_some() && joined + 2 == words.len() => None,
        [one] if number(one).is_some() => spelled(&format!("{roll} exactly {one}")),
        _ => spelled(&format!("{roll} {}", asked.join(" "))),
    }
}

/// `d20adv+5` as dice and words.
fn apart(word: &str) -> impl Iterator<Item = &str> {
    let begins = ["adv", "dis"].iter().find_map(|sign| word.find(sign));
    let begins = begins.filter(|&at| at > 0 && is_roll(word)).unwrap_or(word.len());
    let (dice, behind) = word.split_at(begins);
    let letters = behind.find(|next: char| !next.is_alphabetic()).unwrap_or(behind.len());
    let (said, rest) = behind.split_at(letters);
    [dice, said, rest].into_iter().filter(|part| !part.is_empty())
}

/// How many words a phrase takes, and what stands at its `{n}`, `{roll}` and `{m}`.
fn matched<'w>(phrase: &str, words: &[&'w str]) -> Option<(usize, [&'w str; 3])> {
    let (mut at, mut parts) = (0, ["1", "", ""]);
    for wanted in phrase.split(' ') {
        let filler = |word: &&&str| FILLERS.contains(&&*word.to_ascii_lowercase());
        at += if at > 0 { words[at..].iter().take_while(filler).count() } else { 0 };
        let word = words.get(at).map_or("", |word| word.trim_matches(['(', ')', ',']));
        let here = match wanted {
            "{n?}" if words.get(at + 1) == Some(&"or") => continue,
            "{n}" | "{n?}" if number(word).is_some() => {
                parts[0] = number(word).unwrap_or(word);
                true
            }
            "{n?}" => continue,
            "{n}-{m}" => {
                let pair = word.split_once('-').filter(|(n, m)| is_number(n) && is_number(m));
                (parts[0], parts[2]) = pair.unwrap_or_default();
                let ends = [parts[0], parts[2]].map(|end| end.parse::<u32>().ok());
                pair.is_some() && ends[0] <= ends[1]
            }
            "{m}" if is_number(word) => {
                parts[2] = word;
                true
            }
            // `15+`, `6-`, `6s`.
            "{n}+" | "{n}-" | "{n}s" | "{m}s" => {
                let number = word.strip_suffix(&wanted[3..]).filter(|number| is_number(number));
                parts[if wanted.starts_with("{m") { 2 } else { 0 }] = number.unwrap_or_default();
                number.is_some()
            }
            "{roll}" if is_roll(word) => {
                parts[1] = words[at];
                true
            }
            _ => {
                let class = CLASSES.iter().find(|(class, _)| *class == wanted);
                let words = class.map_or(wanted, |(_, words)| words);
                words.split('|').any(|known| known.eq_ignore_ascii_case(word))
            }
        };
        if !here {
            return None;
        }
        at += 1;
    }
    Some((at, parts))
}

/// A number in digits or in words.
pub fn number(word: &str) -> Option<&str> {
    let digits = ["0", "1", "2", "3", "4", "5", "6"];
    let said = NUMBERS.iter().position(|number| number.eq_ignore_ascii_case(word));
    said.map(|place| digits[place]).or(is_number(word).then_some(word))
}

/// A phrase's notation, filled in. A keep stands directly behind the dice: `4d6kh3+2`.
fn filled(here: &str, [n, roll, m]: &[&str; 3]) -> String {
    let here = here.replace("{n}", n).replace("{m}", m);
    let Some(keep) = here.strip_prefix("{roll}") else { return here.replace("{roll}", roll) };
    let dice = roll.find(|sign: char| !sign.is_ascii_alphanumeric()).unwrap_or(roll.len());
    format!("{}{keep}{}", &roll[..dice], &roll[dice..])
}

/// Where dice begin.
fn rolls(said: &str) -> Vec<usize> {
    let begins = |at: &usize| {
        is_roll(&said[*at..]) && !said[..*at].ends_with(|before: char| before.is_alphanumeric())
    };
    said.char_indices().map(|(at, _)| at).filter(begins).collect()
}

/// The same with two dice in place of its one die, of which one is kept.
fn kept_of_two(said: &str, keep: &str) -> Option<String> {
    let mut all = rolls(said);
    if all.len() > 1 {
        // Beside other dice a d20 is meant.
        all.retain(|&at| said[at..].trim_start_matches('1').starts_with("d20"));
    }
    let [start] = all[..] else { return None };
    let count: String = said[start..].chars().take_while(char::is_ascii_digit).collect();
    let die = &said[start + count.len()..];
    let sides = die[1..].find(|next: char| !next.is_ascii_digit()).map_or(die.len(), |end| end + 1);
    let (die, behind) = die.split_at(sides);
    // `2d20adv` is written for two of which one is kept; of other pairs nobody knows.
    let one = matches!(&*count, "" | "1") || count == "2" && die.starts_with("d20");
    let plain = !behind.starts_with(|next: char| next.is_alphabetic() || next == '!');
    (one && plain).then(|| format!("{}2{die}{keep}{behind}", &said[..start]))
}
