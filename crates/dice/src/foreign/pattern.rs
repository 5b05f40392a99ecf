//! Patterns of foreign notation: the tokens of a line, and the matching of patterns with them.

use std::borrow::Cow;

use super::rolls::{is_die, is_pool};
use crate::read::end_of_sum;

/// Largest number of tokens of a line that are examined; real questions are shorter.
const MOST_TOKENS: usize = 60;

/// Words that are ignored between the words of a phrase.
const FILLERS: [&str; 17] = [
    "the", "a", "an", "dice", "die", "dc", "ac", "tn", "rolling", "getting", "of", "on", "from",
    ",", "(", ")", ".",
];

/// Comparisons in words, with their signs.
const COMPARISONS: &[(&str, &str)] = &[
    ("at least", ">="),
    ("at most", "<="),
    ("no|not more|greater|higher than", "<="),
    ("no|not less|lower|fewer than", ">="),
    ("more|greater|higher than", ">"),
    ("less|lower|fewer than", "<"),
    ("is|equal|equals to|exactly", "="),
    ("is|exactly|equals", "="),
];

/// Starts of patterns that begin with dice.
const OF_DICE: [&str; 5] = ["{roll", "{pool}", "{single", "{several}", "{many}"];

/// Small numbers in words.
const NUMBERS: [&str; 7] = ["zero", "one", "two", "three", "four", "five", "six"];

/// Classes of words: a word of a pattern, and the words that it matches.
const CLASSES: &[(&str, &str)] = &[
    ("high", "highest|higher|high|best|better|top|largest|biggest"),
    (
        "end",
        "highest|higher|high|best|better|top|largest|biggest|lowest|lower|low|worst|worse|bottom|smallest",
    ),
    ("more", "more|higher|better|greater|above"),
    ("above", ">|>="),
    ("below", "<|<="),
    ("vs", "vs|v|versus|against|dc|ac"),
];

/// Token of a line: a sum with dice in it, a number, a word or a sign.
#[derive(Clone, Debug)]
pub struct Token<'t> {
    pub text: &'t str,
    pub start: usize,
    pub is_roll: bool,
}

impl Token<'_> {
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }

    /// Returns true for a word or brace directly after a letter or digit: `twice` of `6d6twice`.
    fn is_glued(&self, line: &str) -> bool {
        let is_word = self.text.starts_with(char::is_alphabetic) && self.text.len() > 1;
        (is_word && !self.is_roll || self.text == "{")
            && line[..self.start].ends_with(char::is_alphanumeric)
    }
}

/// Values of a match, by name.
pub type Values<'t> = Vec<(&'static str, Cow<'t, str>)>;

/// Splits a line into tokens.
pub fn tokens(line: &str) -> Vec<Token<'_>> {
    let (mut all, mut at) = (Vec::new(), 0);
    while all.len() < MOST_TOKENS {
        at += line[at..].len()
            - line[at..].trim_start_matches(|next: char| next.is_whitespace() || next == '_').len();
        let rest = &line[at..];
        let Some(first) = rest.chars().next() else { break };
        let run = |part: fn(char) -> bool| rest.find(|next| !part(next)).unwrap_or(rest.len());
        // `[[2d6]]` and `2d6[fire]` contain no pool.
        let inside = rest[first.len_utf8()..].trim_start();
        let named = inside.starts_with(char::is_alphabetic)
            && !is_die(inside)
            && !inside.starts_with("repeat(");
        let pool = first != '[' || !named && !line[..at].ends_with('[');
        let sum = if pool { end_of_sum(line, at) } else { None };
        let length = match first {
            _ if sum.is_some() => sum.unwrap_or(at) - at,
            _ if first.is_alphabetic() => run(char::is_alphabetic),
            _ if first.is_ascii_digit() => run(|next| next.is_ascii_digit()),
            '<' | '>' | '=' => run(|next| "<>=".contains(next)),
            '.' => run(|next| next == '.'),
            _ => first.len_utf8(),
        };
        all.push(Token { text: &rest[..length], start: at, is_roll: sum.is_some() });
        at += length;
    }
    all
}

/// Returns the number of tokens that a pattern matches from the first on, and its values.
pub fn matched<'t>(
    line: &'t str,
    pattern: &'static str,
    tokens: &[Token<'t>],
) -> Option<(usize, Values<'t>)> {
    if !tokens.first().is_some_and(|first| may_begin(pattern, first)) {
        return None;
    }
    let (mut at, mut values) = (0, Values::new());
    for (place, word) in pattern.split(' ').enumerate() {
        let mut touching = false;
        for (inner, part) in parts(word).enumerate() {
            if part == "_" {
                touching = false;
                continue;
            }
            let touches = |token: &Token| at == 0 || tokens[at - 1].end() == token.start;
            if std::mem::replace(&mut touching, true) && !tokens.get(at).is_some_and(touches) {
                return None;
            }
            if inner == 0 && place > 0 {
                let fills = |token: &&Token| {
                    FILLERS.iter().any(|word| word.eq_ignore_ascii_case(token.text))
                };
                let fillers = tokens[at..].iter().take_while(fills).count();
                // A filler word may also match the pattern itself.
                let literal = part.starts_with('{') || !alternatives(part, tokens.get(at));
                at += if literal { fillers } else { 0 };
            }
            if inner == 0 && tokens.get(at).is_some_and(|token| token.is_glued(line)) {
                return None;
            }
            at += match part {
                "{*}" => {
                    let behind = &pattern[pattern.find("{*}")? + 3..];
                    let (length, more) = up_to(line, behind.trim_start(), &tokens[at..])?;
                    values.extend(more);
                    return Some((at + length, values));
                }
                "{rest}" => {
                    values.push(("rest", line[tokens.get(at)?.start..].trim().into()));
                    tokens.len() - at
                }
                "{any}" => {
                    let behind = pattern.split_once("{any} ")?.1;
                    let found = (at..tokens.len())
                        .find_map(|from| Some((from, matched(line, behind, &tokens[from..])?)));
                    let (from, (length, more)) = found?;
                    values.extend(more);
                    return Some((from + length, values));
                }
                _ => one(line, part, &tokens[at..], &mut values)?,
            };
        }
    }
    // `15+` in `15+5` is not a condition.
    let ends = pattern.ends_with(['+', '-']);
    let goes_on = tokens.get(at).is_some_and(|next| next.start == tokens[at - 1].end());
    (!(ends && goes_on)).then_some((at, values))
}

/// Returns false if a pattern can't begin with this token; a cheap test before the full match.
fn may_begin(pattern: &str, token: &Token) -> bool {
    let first = token.text.as_bytes()[0];
    let mut letters = pattern.bytes().take_while(|&letter| letter != b' ');
    match pattern.as_bytes()[0] {
        b'{' if pattern.starts_with("{n}") => number(token.text).is_some(),
        b'{' => token.is_roll || !OF_DICE.iter().any(|dice| pattern.starts_with(dice)),
        letter if letter.is_ascii_alphabetic() => {
            let mut begins = true;
            letters.any(|letter| {
                std::mem::replace(&mut begins, letter == b'|')
                    && letter.eq_ignore_ascii_case(&first)
            })
        }
        _ => true,
    }
}

/// Returns all tokens up to the last place from which a pattern matches the rest of the line.
fn up_to<'t>(
    line: &'t str,
    behind: &'static str,
    tokens: &[Token<'t>],
) -> Option<(usize, Values<'t>)> {
    let first = tokens.first()?;
    let whole = |from: usize| match behind {
        "" => (from == tokens.len()).then(Values::new),
        _ => matched(line, behind, &tokens[from..])
            .filter(|(length, _)| from + length == tokens.len())
            .map(|(_, values)| values),
    };
    let (from, mut values) = (1..=tokens.len()).rev().find_map(|at| Some((at, whole(at)?)))?;
    let inside = line[first.start..tokens[from - 1].end()].trim_end_matches([',', ' ']);
    values.push(("*", inside.into()));
    Some((tokens.len(), values))
}

/// Returns the parts of a word of a pattern: `{n}` and `+` of `{n}+`.
fn parts(word: &str) -> impl Iterator<Item = &str> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let is_value = |at: &str| at.len() > 2 && at.starts_with('{');
        let letter = |next: char| next.is_alphabetic() || next == '|';
        let length = match first {
            '{' if is_value(rest) => rest.find('}').map_or(rest.len(), |end| end + 1),
            _ if letter(first) => rest.find(|next| !letter(next)).unwrap_or(rest.len()),
            '<' | '>' | '=' => rest.find(|next| !"<>=".contains(next)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let (part, behind) = rest.split_at(length);
        rest = behind;
        Some(part)
    })
}

/// Returns true if a line that matches a pattern may begin with a word. Dice at the start of a
/// pattern are skipped, since they may come at the end of the line.
pub fn begins_with(pattern: &str, word: &str) -> bool {
    let of_dice = ["{roll} ", "{pool} "].iter().find_map(|dice| pattern.strip_prefix(dice));
    let first = of_dice.unwrap_or(pattern).split(' ').next().unwrap_or_default();
    if first == "{sign}" {
        return COMPARISONS.iter().any(|(words, _)| begins_with(words, word));
    }
    let class = CLASSES.iter().find(|(class, _)| first.trim_matches(['{', '}']) == *class);
    class.map_or(first, |(_, words)| words).split('|').any(|known| known == word)
}

/// Returns true if a token is one of the words separated by `|`.
fn alternatives(words: &str, token: Option<&Token>) -> bool {
    let is = |word: &str| token.is_some_and(|token| token.text.eq_ignore_ascii_case(word));
    is(words) || words.split('|').any(is)
}

/// Returns the number of tokens that one part of a pattern matches, and adds its values.
fn one<'t>(
    line: &'t str,
    part: &'static str,
    tokens: &[Token<'t>],
    values: &mut Values<'t>,
) -> Option<usize> {
    let Some(name) = part.strip_prefix('{').and_then(|part| part.strip_suffix('}')) else {
        return alternatives(part, tokens.first()).then_some(1);
    };
    let text = tokens.first().map_or("", |token| token.text);
    if let Some((_, words)) = CLASSES.iter().find(|(class, _)| *class == name) {
        alternatives(words, tokens.first()).then_some(())?;
        let word = match name {
            "end" if one(line, "{high}", tokens, values).is_some() => "high",
            "end" => "low",
            _ => text,
        };
        values.push((name, word.into()));
        return Some(1);
    }
    let roll = tokens.first().filter(|token| token.is_roll).map(|token| token.text);
    let mut keep = |name, value: Cow<'t, str>, length| {
        values.push((name, value));
        Some(length)
    };
    match name {
        "n" | "m" | "k" => keep(name, number(text)?.into(), 1),
        // The number in `15 or more` is not a number of dice.
        "n?" if tokens.get(1).is_none_or(|next| next.text != "or") && number(text).is_some() => {
            keep("n", number(text)?.into(), 1)
        }
        "n?" => keep("n", "1".into(), 0),
        "+n" => {
            let sign = usize::from(["+", "-"].contains(&text));
            let digits = tokens.get(sign).filter(|token| is_number(token.text))?;
            let minus = if text == "-" { "-" } else { "" };
            keep("n", format!("{minus}{}", digits.text).into(), sign + 1)
        }
        "face" => {
            let plural = tokens.get(1).is_some_and(|next| next.text == "s");
            keep("n", face(text)?.into(), 1 + usize::from(plural))
        }
        "sign" => {
            let signs = COMPARISONS.iter();
            let mut found =
                signs.filter_map(|(words, sign)| Some((*sign, matched(line, words, tokens)?.0)));
            let (sign, length) = found.next()?;
            keep(name, sign.into(), length)
        }
        "shown" => {
            if let Some((length, faces)) = listed(tokens) {
                return keep(name, format!("{{{faces}}}").into(), length);
            }
            let least = ["{n}+", "{n} or {more}"].into_iter();
            let least = least.filter_map(|words| matched(line, words, tokens)).next();
            let (length, sign) = least.map_or((0, ""), |(length, _)| (length, ">="));
            let plural = tokens.get(1).is_some_and(|next| next.text == "s");
            let length = length.max(1 + usize::from(plural));
            match text.starts_with(['<', '>', '=']) {
                true => keep(name, format!("{text}{}", tokens.get(1)?.text).into(), 2),
                false => keep(name, format!("{sign}{}", face(text)?).into(), length),
            }
        }
        "when" => {
            let sign = usize::from(text.starts_with(['<', '>', '=']));
            let last = tokens.get(sign).filter(|token| is_number(token.text))?;
            keep("n", line[tokens[0].start..last.end()].into(), sign + 1)
        }
        "set" | "faces" => {
            let (length, faces) = listed(tokens)?;
            let both = tokens[..length].iter().any(|token| token.text == "and");
            let roll = values.iter().find(|(name, _)| *name == "roll");
            let each = roll.is_some_and(|(_, roll)| both || each_a_face(roll, &faces));
            (each == (name == "faces")).then_some(())?;
            values.push(("set", faces.into()));
            Some(length)
        }
        "added" => {
            let more = tokens.get(1).filter(|_| ["+", "-"].contains(&text))?;
            let apart = line[..tokens[0].start].ends_with(' ');
            let is_term = more.is_roll || is_number(more.text);
            (apart && is_term && tokens[0].end() == more.start).then_some(())?;
            keep(name, line[tokens[0].start..more.end()].into(), 2)
        }
        "roll" | "other" => keep(name, roll?.into(), 1),
        "pool" => keep("roll", roll.filter(|roll| is_pool(roll))?.into(), 1),
        // Two d20 with advantage are treated like one d20 with advantage.
        "several" | "many" => {
            let several = |roll: &&str| is_pool(roll) && !roll.starts_with(['d', '1']);
            let roll = roll.filter(several).filter(|roll| name == "many" || *roll != "2d20");
            keep("roll", roll?.into(), 1)
        }
        "single" => keep("roll", roll.filter(|roll| is_single(roll))?.into(), 1),
        "rolls" | "singles" => {
            let (length, rolls) = rolls(tokens);
            let fits =
                rolls.len() > 1 && (name == "rolls" || rolls.iter().all(|roll| is_single(roll)));
            keep("rolls", fits.then(|| rolls.join(", "))?.into(), length)
        }
        "items" => {
            let closes = |token: &Token| [")", "}"].contains(&token.text);
            let length = tokens.iter().position(closes).filter(|&length| length > 0)?;
            let inside = &line[tokens[0].start..tokens[length - 1].end()];
            keep(name, inside.contains(',').then_some(inside)?.into(), length)
        }
        "kept" => {
            let first = values.iter().find(|(name, _)| *name == "n")?.1.parse::<u32>().ok()?;
            let fits = text.parse::<u32>().is_ok_and(|kept| kept <= first);
            values.push(("m", fits.then_some(text)?.into()));
            Some(1)
        }
        "word" if text.starts_with(char::is_alphabetic) && roll.is_none() => {
            keep(name, text.into(), 1)
        }
        "words" => {
            let is_word =
                |token: &&Token| token.text.starts_with(char::is_alphabetic) && !token.is_roll;
            let length = tokens.iter().take_while(is_word).count();
            let words = tokens[..length].iter().map(|token| format!(" {}", token.text));
            keep(name, words.collect::<String>().into(), length)
        }
        _ => None,
    }
}

/// Returns rolls separated by commas, `and` or `or`, and the number of their tokens.
fn rolls<'t>(tokens: &[Token<'t>]) -> (usize, Vec<&'t str>) {
    let (mut length, mut all) = (0, Vec::new());
    for (place, token) in tokens.iter().enumerate() {
        match token.is_roll {
            true if all.is_empty() || place > length => {
                all.push(token.text);
                length = place + 1;
            }
            false if [",", "and", "or"].contains(&token.text) => {}
            _ => break,
        }
    }
    (length, all)
}

fn is_single(roll: &str) -> bool {
    roll.starts_with('d') || roll.starts_with("1d")
}

/// Returns the number of tokens and the text of a list of numbers: `5 or 6`, `2, 3 or 12`, `{5,6}`,
/// `7..9`.
fn listed(tokens: &[Token]) -> Option<(usize, String)> {
    let (mut faces, mut length, mut joined) = (String::new(), 0, true);
    for (place, token) in tokens.iter().enumerate() {
        match token.text {
            "and" | "or" | "," => joined = true,
            ".." if !joined => {
                faces += "..";
                joined = true;
                continue;
            }
            "{" if length == 0 => {}
            "}" if tokens[0].text == "{" => {
                length = place + 1;
                break;
            }
            "s" if !joined => length = place + 1,
            word => {
                let Some(face) = face(word).filter(|_| joined) else { break };
                let begins = faces.is_empty() || faces.ends_with('.');
                faces = faces + if begins { "" } else { "," } + &face;
                (length, joined) = (place + 1, false);
            }
        }
    }
    faces.contains([',', '.']).then_some((length, faces))
}

/// Returns true if each number is a face of the dice, and the roll is several dice and no more.
fn each_a_face(roll: &str, faces: &str) -> bool {
    let Some((count, sides)) = roll.split_once('d') else { return false };
    let Some(sides) = sides.parse::<u32>().ok() else { return false };
    let face = |face: &str| face.parse::<u32>().is_ok_and(|face| face <= sides);
    !["", "1"].contains(&count) && faces.split([',', '.']).filter(|at| !at.is_empty()).all(face)
}

/// Returns the number of a face in digits, from its number or plural: `6`, `sixes`.
fn face(word: &str) -> Option<String> {
    let one = word.strip_suffix('s').unwrap_or(word);
    let names = [word, one, one.strip_suffix('e').unwrap_or(one)];
    names.into_iter().find_map(number).map(str::to_owned)
}

/// Returns true if a word is a number or names a face.
pub fn is_numeral(word: &str) -> bool {
    face(word).is_some()
}

/// Returns a number in digits, from digits or a word.
fn number(word: &str) -> Option<&str> {
    let digits = ["0", "1", "2", "3", "4", "5", "6"];
    let named = NUMBERS.iter().position(|number| number.eq_ignore_ascii_case(word));
    named.map(|place| digits[place]).or(is_number(word).then_some(word))
}

/// Returns true if a text is a whole number.
pub fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
