//! Dice that are said in words: `4d6 drop the lowest`, `d20+5 with advantage`, `2d6 10 or more`.
//! The phrases stand in the table of what other tools write.

use super::faces_meant;
use super::foreign::{is_number, is_roll};
use crate::elsewhere::{CLASSES, OPENINGS, PHRASES};
use crate::syntax::Operator;

/// Words that say nothing beside a phrase.
const FILLERS: [&str; 10] =
    ["the", "a", "an", "dice", "die", "dc", "ac", "tn", "rolling", "getting"];

/// Small numbers in words.
const NUMBERS: [&str; 7] = ["zero", "one", "two", "three", "four", "five", "six"];

/// What the dice are that are said in words, where that is certain and can be read.
pub fn certain(text: &str) -> Option<String> {
    spelled(text).filter(|said| super::try_line(said).is_some())
}

/// What is added behind the number to reach, `+5` of `d20 vs 15 adv +5`, which may belong to the
/// dice or to the number.
pub fn added_behind(text: &str) -> Option<&str> {
    let against = ["vs", "vs.", "versus", "against", "dc", "ac", "tn"];
    let mut words = text.split_whitespace();
    words.find(|word| against.iter().any(|sign| word.eq_ignore_ascii_case(sign)))?;
    words.find(|word| {
        let rest = word.strip_prefix(['+', '-']).unwrap_or_default();
        is_number(rest) || is_roll(rest)
    })
}

/// The most words of a line that is read so: what people say about dice is shorter.
const MOST_WORDS: usize = 60;

/// The notation of dice that are said in words; none where no phrase stands in the text.
pub fn spelled(text: &str) -> Option<String> {
    if text.split_whitespace().nth(MOST_WORDS).is_some() {
        return None;
    }
    let asked = OPENINGS.iter().find_map(|(opening, here)| {
        let asked = text.trim().strip_prefix(opening)?.trim_end_matches(['?', ' ']);
        Some(format!("{here}{asked}"))
    });
    if let Some(asked) = asked {
        return spelled(&asked);
    }
    // `P(3d6 >= 15)`.
    let inside = text.trim().strip_prefix(['P', 'p']).and_then(|rest| rest.strip_prefix('('));
    if let Some(inside) = inside.and_then(|inside| inside.strip_suffix(')')) {
        return plain(inside);
    }
    if added_behind(text).is_some() {
        return None;
    }
    let whole = [repeated, times, one_of, bounded, turned];
    if let Some(said) = whole.iter().find_map(|read| read(text)) {
        return Some(said);
    }
    let (words, mut found) = in_terms(text);
    let words: Vec<&str> = words.iter().map(|word| &**word).collect();
    let (mut said, mut at) = (String::new(), 0);
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
        let here = here?;
        (at, found) = (at + length, true);
        for joined in [" and", " then", " but"] {
            said = said.strip_suffix(joined).unwrap_or(&said).to_owned();
        }
        said.truncate(said.trim_end_matches([',', '(', ' ']).len());
        match here.split_once("{die}") {
            Some((count, keep)) => said = kept_of(count, &said, keep)?,
            None => {
                let touches = here
                    .starts_with(|first: char| first.is_ascii_lowercase() || first == '!')
                    && said.ends_with(|last: char| last.is_ascii_alphanumeric() || last == ']');
                let alone = is_roll(&here) || here.contains('(');
                if said.is_empty() && !alone || touches && rolls(&said).len() != 1 {
                    // What acts on dice has none, or may act on several.
                    return None;
                }
                said += if touches || said.is_empty() { "" } else { " " };
                said += &here;
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
    Some(format!("repeat({times}, {})", plain(before)?))
}

/// How often something comes in so many rolls: `3 times d20+5 vs 15 at least 2`.
fn times(text: &str) -> Option<String> {
    let (times, rest) = text.trim().split_once(" times ")?;
    let (rolled, least) = rest.rsplit_once(" at least ")?;
    let (times, least) = (number(times)?, number(least.trim())?);
    Some(format!("repeat({times}, {}) >= {least}", plain(rolled)?))
}

/// One of several dice, or their sum: `best of d8 and d6 >= 4`, `d8 or d6 highest`, `d6, d8 keep
/// best`.
fn one_of(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let begins = words.iter().position(|word| is_roll(word))?;
    let (mut ends, mut rolls) = (begins, Vec::new());
    while let Some(roll) = words.get(ends).filter(|word| is_roll(word)) {
        rolls.push(roll.trim_end_matches(','));
        let joined = words.get(ends + 1).is_some_and(|word| ["and", "or"].contains(word));
        ends += 1 + usize::from(joined);
        if !joined && !roll.ends_with(',') {
            break;
        }
    }
    let class = |name: &str, word: &str| {
        let words = CLASSES.iter().find(|(class, _)| *class == name).map_or("", |(_, words)| words);
        words.split('|').any(|known| known == word)
    };
    let said = |word: &&&str| !["roll", "keep", "take", "of", "the"].contains(*word);
    let before: Vec<&&str> = words[..begins].iter().filter(said).collect();
    let mut after = words[ends..].iter().filter(said);
    let which = match before[..] {
        [] => after.next()?,
        [which] => which,
        _ => return None,
    };
    let rest = after.copied().collect::<Vec<_>>().join(" ");
    let (max, min) = (["max", "maximum"], ["min", "minimum"]);
    // Of several dice each may be meant, or their sum.
    let single = rolls.iter().all(|roll| roll.starts_with('d') || roll.starts_with("1d"));
    let rolled = match which {
        _ if rolls.len() < 2 => return None,
        which if (class("{high}", which) || max.contains(which)) && single => {
            format!("max({})", rolls.join(", "))
        }
        which if (class("{low}", which) || min.contains(which)) && single => {
            format!("min({})", rolls.join(", "))
        }
        which if class("{sum}", which) && !before.is_empty() => rolls.join(" + "),
        _ => return None,
    };
    plain(format!("{rolled} {rest}").trim())
}

/// Two bounds of one roll: `15 <= d20+5 < 20`, `2d6 >= 7 and <= 9`.
fn bounded(text: &str) -> Option<String> {
    let sign = |letter: char| "<>=".contains(letter);
    let mut at = text.find(sign)?;
    let mut parts = vec![&text[..at]];
    for _ in 0..2 {
        let length = text[at..].find(|letter| !sign(letter))?;
        let end = text[at + length..].find(sign).map_or(text.len(), |next| at + length + next);
        parts.extend([&text[at..at + length], &text[at + length..end]]);
        at = end;
    }
    let [first, one, middle, other, last] = parts[..] else { return None };
    let (roll, one) =
        match middle.trim().strip_suffix(" and").or(middle.trim().strip_suffix(" but")) {
            Some(bound) => (first, format!("r {one} {bound}")),
            None => (middle, format!("{first} {one} r")),
        };
    let ends = [one, format!("r {other} {last}")].map(|end| super::try_line(&end));
    let ends = ends.iter().map(|end| end.as_ref()?.compared());
    let faces = faces_meant(Operator::And, &ends.collect::<Option<Vec<_>>>()?)?;
    let rolls = super::try_line(roll).is_some_and(|read| read.rolls());
    (rolls && at == text.len()).then(|| format!("count(repeat(1, {}), {faces}) = 1", roll.trim()))
}

/// A text as it stands where it can be read, or what its words say.
fn plain(text: &str) -> Option<String> {
    let reads = super::try_line(text).map(|_| text.to_owned());
    reads.or_else(|| spelled(text))
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
    let chance = asked.next_if(|first| of_chance.split('|').any(|word| word == **first)).is_some();
    asked.next_if(|word| chance && ["of", "that", "for"].contains(*word));
    let asked: Vec<&str> = asked.copied().collect();
    let first = asked.first()?;
    let begins = ["at", "exactly", "no", "any", "all", "more", "less"].contains(first)
        || first.starts_with(|digit: char| digit.is_ascii_digit());
    if !chance && (!begins || asked.iter().any(|word| is_roll(word))) {
        return None;
    }
    match asked[..] {
        // A number alone is a phrase of its own, where the dice are one word.
        [one] if chance && number(one).is_some() && joined + 2 == words.len() => None,
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

/// The signs that join dice and numbers to a sum.
const SIGNS: [char; 4] = ['+', '-', '*', '/'];

/// The words of a text, of which a sum of dice and numbers is one, with blanks around its signs or
/// without: a phrase beside it is about the whole sum. Also whether a sign was a word.
fn in_terms(text: &str) -> (Vec<String>, bool) {
    let mut words: Vec<String> = Vec::new();
    let mut open = 0;
    // Blanks in the brackets of a function part no words.
    for piece in text.split_whitespace() {
        match words.last_mut().filter(|_| open > 0) {
            Some(call) => *call += &format!(" {piece}"),
            None if is_call(piece) => words.push(piece.to_owned()),
            None => words.extend(apart(piece).map(str::to_owned)),
        }
        let is_open = open > 0 || words.last().is_some_and(|word| is_call(word));
        let brackets = piece.matches('(').count() as i32 - piece.matches(')').count() as i32;
        open = if is_open { open + brackets } else { 0 };
    }
    let is_term = |word: &str| is_rolled(word) || is_number(word.trim_matches(['(', ')', ',']));
    let is_end = |place: usize| {
        let ends = CLASSES.iter().filter(|(class, _)| ["{high}", "{low}"].contains(class));
        let mut ends = ends.flat_map(|(_, words)| words.split('|'));
        words.get(place).is_some_and(|word| ends.any(|end| end == word))
    };
    let (mut terms, mut found) = (Vec::<String>::new(), false);
    for (place, word) in words.iter().enumerate() {
        let sign = match &**word {
            // `4d6 minus 1 lowest` drops a die.
            "minus" if !is_end(place + 2) => "-",
            "plus" => "+",
            word => word,
        };
        let begins_sum = terms.last().is_some_and(|last| {
            let last = last.trim_end_matches(SIGNS).trim_end();
            // A number begins one at the start of a line alone: elsewhere it is compared with.
            is_rolled(last) || terms.len() == 1 && is_number(last.trim_start_matches('('))
        });
        let joins = match sign.strip_prefix(SIGNS) {
            Some("") => words.get(place + 1).is_some_and(|next| is_term(next)),
            Some(rest) => is_term(rest),
            None => terms.last().is_some_and(|last| last.ends_with(SIGNS)) && is_term(sign),
        };
        match terms.last_mut().filter(|_| begins_sum && joins) {
            Some(sum) => {
                found |= sign != word;
                *sum += &format!(" {sign}");
            }
            None => terms.push(word.clone()),
        }
    }
    (terms, found)
}

/// Whether a word is dice, or a sum or a function of dice.
fn is_rolled(word: &str) -> bool {
    let of_dice = || word.split(|letter: char| !letter.is_alphanumeric()).any(is_roll);
    let begins = word.trim_start_matches('(');
    let sign = begins.trim_start_matches(|first: char| first.is_ascii_digit() || first == ' ');
    let is_sum = sign.starts_with(SIGNS) && sign.len() < begins.len();
    is_roll(begins) || (is_call(word) || is_sum) && of_dice()
}

/// Whether a function begins here: `max(d8,`.
fn is_call(word: &str) -> bool {
    let name = word.find(|letter: char| !letter.is_ascii_lowercase()).unwrap_or(word.len());
    name > 1 && word[name..].starts_with('(')
}

/// How many words a phrase takes, and what stands at its `{n}`, `{roll}` and `{m}`.
fn matched(phrase: &str, words: &[&str]) -> Option<(usize, [String; 3])> {
    let (mut at, mut parts) = (0, ["1", "", ""].map(str::to_owned));
    for wanted in phrase.split(' ') {
        let filler = |word: &&&str| FILLERS.contains(&&*word.to_ascii_lowercase());
        at += if at > 0 { words[at..].iter().take_while(filler).count() } else { 0 };
        let word = words.get(at).map_or("", |word| match is_call(word) {
            true => word.trim_end_matches(','),
            false => word.trim_matches(['(', ')', ',']),
        });
        let place = match wanted {
            "{roll}" | "{pool}" | "{die}" => 1,
            "{m}" | "{m}+" | "{m}s" | "{m-set}" => 2,
            _ => 0,
        };
        let taken = match wanted {
            "{n?}" if words.get(at + 1) == Some(&"or") => continue,
            "{n}" | "{n?}" => number(word).map(str::to_owned),
            "{m}" => Some(word.to_owned()).filter(|word| is_number(word)),
            "{n}-{m}" => {
                let (n, m) = word.split_once('-').filter(|(n, m)| is_number(n) && is_number(m))?;
                (parts[2], at) = (m.to_owned(), at + 1);
                let ends = [n, m].map(|end| end.parse::<u32>().ok());
                parts[0] = (ends[0] <= ends[1]).then(|| n.to_owned())?;
                continue;
            }
            // `15+`, `6-`.
            "{n}+" | "{n}-" | "{m}+" => {
                let number = word.strip_suffix(&wanted[3..]);
                number.filter(|number| is_number(number)).map(str::to_owned)
            }
            "{n}s" | "{m}s" => plural(word),
            "{+n}" => {
                let word = word.strip_prefix('+').unwrap_or(word);
                let (sign, digits) = (word.starts_with('-'), word.trim_start_matches('-'));
                let sum = digits.split('+').all(is_number) && word.len() <= digits.len() + 1;
                (sum && !(sign && digits.contains('+'))).then(|| word.to_owned())
            }
            "{set}" | "{m-set}" => {
                let (length, faces) = listed(&words[at..])?;
                // A sum is one number, and none that may be a face of each die.
                let both = words[at..at + length].contains(&"and");
                if !parts[1].is_empty() && (both || each_a_face(&parts[1], &faces)) {
                    return None;
                }
                at += length - 1;
                Some(faces)
            }
            "{pool}" if !word.bytes().all(|letter| letter == b'd' || letter.is_ascii_digit()) => {
                None
            }
            "{die}" if !word.starts_with('d') && !word.starts_with("1d") => None,
            "{roll}" | "{pool}" | "{die}" => {
                is_rolled(word).then(|| words[at].trim_end_matches(',').to_owned())
            }
            _ => {
                let class = CLASSES.iter().find(|(class, _)| *class == wanted);
                let words = class.map_or(wanted, |(_, words)| words);
                words.split('|').find(|known| known.eq_ignore_ascii_case(word))?;
                at += 1;
                continue;
            }
        };
        match taken {
            Some(taken) => parts[place] = taken,
            None if wanted == "{n?}" => continue,
            None => return None,
        }
        at += 1;
    }
    Some((at, parts))
}

/// Numbers side by side, as faces are listed, and how many words they take: `5 or 6`, `2, 3 or 12`,
/// `{5,6}`.
pub fn listed(words: &[&str]) -> Option<(usize, String)> {
    let (mut faces, mut length, mut joined) = (Vec::new(), 0, true);
    for (place, word) in words.iter().enumerate() {
        if ["and", "or"].contains(word) {
            joined = true;
            continue;
        }
        let numbers = word.trim_matches(['{', '}', ',']).split(',');
        let numbers = numbers.map(|number| match number.split_once("..") {
            Some((low, high)) => (is_number(low) && is_number(high)).then(|| number.to_owned()),
            None => plural(number).or_else(|| is_number(number).then(|| number.to_owned())),
        });
        let Some(numbers) = numbers.collect::<Option<Vec<String>>>().filter(|_| joined) else {
            break;
        };
        faces.extend(numbers);
        (length, joined) = (place + 1, word.ends_with(','));
    }
    (faces.len() > 1 || faces.iter().any(|face| face.contains('.')))
        .then(|| (length, faces.join(",")))
}

/// Whether each of these numbers is a face of several dice, to which nothing is added.
fn each_a_face(roll: &str, faces: &str) -> bool {
    if roll.contains(SIGNS) {
        return false;
    }
    let Some((count, sides)) = roll.split_once('d') else { return false };
    let sides = sides.split(|next: char| !next.is_ascii_digit()).next();
    let Some(sides) = sides.and_then(|sides| sides.parse::<u32>().ok()) else { return false };
    let face = |face: &str| face.parse::<u32>().is_ok_and(|face| face <= sides);
    !["", "1"].contains(&count) && faces.split([',', '.']).filter(|at| !at.is_empty()).all(face)
}

/// The face that a plural names: `6s`, `sixes`.
pub fn plural(word: &str) -> Option<String> {
    let one = word.strip_suffix('s')?;
    [one, one.strip_suffix('e').unwrap_or(one)]
        .into_iter()
        .find_map(|one| number(one).map(str::to_owned))
}

/// A number in digits or in words.
pub fn number(word: &str) -> Option<&str> {
    let digits = ["0", "1", "2", "3", "4", "5", "6"];
    let said = NUMBERS.iter().position(|number| number.eq_ignore_ascii_case(word));
    said.map(|place| digits[place]).or(is_number(word).then_some(word))
}

/// A phrase's notation, filled in. A keep stands directly behind the dice: `4d6kh3+2`; none where
/// several dice may be meant.
fn filled(here: &str, [n, roll, m]: &[String; 3]) -> Option<String> {
    let dice = roll.split('d').next().filter(|count| !count.is_empty()).unwrap_or("1");
    let mut here = here.replace("{n}", n).replace("{m}", m).replace("{dice}", dice);
    if here.contains("{all}") {
        here = here.replace("{all}", &all_dice(roll)?);
    }
    let keep = here.strip_prefix("{roll}").filter(|keep| keep.starts_with(char::is_alphabetic));
    let Some(keep) = keep else { return Some(here.replace("{roll}", roll)) };
    let [start] = rolls(roll)[..] else { return None };
    let end = roll[start..].find(|sign: char| !sign.is_ascii_alphanumeric());
    let (dice, rest) = roll.split_at(end.map_or(roll.len(), |end| start + end));
    Some(format!("{dice}{keep}{rest}"))
}

/// All dice of a sum as one pool, without what is added to them: `[d6, 3d6]` of `d6+3d6+1`.
fn all_dice(sum: &str) -> Option<String> {
    let terms = sum.trim_matches(['(', ')']).split(['+', '-']);
    let dice: Vec<&str> = terms.map(str::trim).filter(|term| !is_number(term)).collect();
    let is_pool = |dice: &&str| {
        is_roll(dice) && dice.bytes().all(|letter| letter == b'd' || letter.is_ascii_digit())
    };
    match &dice[..] {
        all if !all.iter().all(is_pool) => None,
        [one] => Some((*one).to_owned()),
        all => Some(format!("[{}]", all.join(", "))),
    }
}

/// Where dice begin.
fn rolls(said: &str) -> Vec<usize> {
    let begins = |at: &usize| {
        is_roll(&said[*at..]) && !said[..*at].ends_with(|before: char| before.is_alphanumeric())
    };
    said.char_indices().map(|(at, _)| at).filter(begins).collect()
}

/// The same with several dice in place of its one die, of which one is kept.
fn kept_of(dice: &str, said: &str, keep: &str) -> Option<String> {
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
    (one && plain).then(|| format!("{}{dice}{die}{keep}{behind}", &said[..start]))
}
