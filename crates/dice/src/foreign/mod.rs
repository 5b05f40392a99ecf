//! Foreign notation: dice in the spelling of other tools and in English words. A line that can't be
//! parsed is looked up in one table of patterns, each with a spelling here or the hint of a
//! refusal.

mod comment;
mod pattern;
mod rolls;
mod table;

pub(crate) use pattern::is_number;
pub(crate) use rolls::{is_die, is_roll};

use crate::fault::{Fault, Note, Read};
use crate::field::Field;
use crate::read::{Parsed, place, read_line, try_line};
use crate::syntax::Expression;
use oddsmith_base::{Named, Phrase, shown};
use pattern::{Values, matched, tokens};
use rolls::{all_dice, count_and_sides, die_of, with_advantage, with_suffix};
use table::{Here, TABLE};

/// Largest nesting depth of lines in lines: `roll 4d6 drop lowest six times`.
const DEEPEST: u8 = 2;

/// Returns true if a pattern that the table accepts begins with this word: `best`, `roll`.
pub fn opens_dice(word: &str) -> bool {
    let begins = |pattern: &str| pattern::begins_with(pattern, word);
    TABLE.iter().any(|(pattern, here, _)| matches!(here, Here::Read) && begins(pattern))
}

/// Parses an expression by the table after the parser has rejected it.
///
/// # Errors
/// If no pattern matches, or the table refuses the line; with the hint of the table if it has one.
pub(crate) fn read_foreign(text: &str, fields: &[Field], fault: Fault) -> Read<Parsed<Expression>> {
    if fault.settled {
        return Err(fault);
    }
    let said = match look(text, fault.span.start, 0) {
        Some(Err(refused)) => return Err(refused),
        Some(Ok(said)) => said,
        None => {
            let hint = comment::hint(text, fault.span.start, &fault);
            return Err(Fault { hint, ..fault });
        }
    };
    let mut written = read_line(&said, fields).map_err(|left| {
        let hint = comment::hint(text, fault.span.start, &fault);
        let hint = hint.or_else(|| comment::hint(&said, left.span.start, &left));
        Fault { hint, ..fault }
    })?;
    place(&mut written.tree, 0..text.len());
    written.bare.fill(0..text.len());
    let as_this = format!("is read as `{}`", written.tree);
    // The new note replaces equal notes.
    written.notes.retain(|note| !note.message.ends_with(&as_this));
    let message = format!("`{}` {as_this}", shown(text.trim()));
    written.notes.insert(0, Note { message, span: 0..0 });
    written.notes.iter_mut().for_each(|note| note.span = 0..text.len());
    Ok(written)
}

/// Returns the fault of a rule's line, with the hint from the table.
pub(crate) fn explained(text: &str, fault: Fault) -> Fault {
    if fault.settled {
        return fault;
    }
    let at = fault.span.start.min(text.len());
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let line = text[start..].lines().next().unwrap_or_default();
    // A name or a label comes before the dice.
    let sign = line.find(['=', ':']).filter(|&sign| !line[..sign].ends_with(['<', '>', '!']));
    let begin = start + sign.filter(|&sign| start + sign < at).map_or(0, |sign| sign + 1);
    let whole = line;
    let line = &text[begin..start + line.len()];
    let begin = (begin + line.len() - line.trim_start().len()).min(at);
    let line = line.trim();
    let found = match look(line, at - begin, 0) {
        Some(Ok(said)) if try_line(&said).is_some() => {
            let words: Vec<&str> = said.split_whitespace().collect();
            return fault.with_hint(format!("write `{}`", words.join(" ")));
        }
        Some(Err(refused)) => refused,
        _ => return Fault { hint: comment::hint(whole, at - start, &fault), ..fault },
    };
    Fault { span: found.span.start + begin..found.span.end + begin, ..found }
}

/// Returns the line if it can be parsed; otherwise its spelling by the table.
fn plain(line: &str, depth: u8) -> Option<String> {
    if try_line(line).is_some() {
        return Some(line.to_owned());
    }
    look(line, 0, depth)?.ok()
}

/// Translates a line by the table, token by token; `None` if no pattern matches. A pattern is
/// refused only at or after `reached`, the place at which the parser stopped.
fn look(line: &str, reached: usize, depth: u8) -> Option<Read<String>> {
    if depth > DEEPEST {
        return None;
    }
    // The replacements have equal lengths, so that spans stay valid.
    let signs = line.replace(" plus ", " +    ").replace(" minus ", " -     ");
    if signs != line {
        return Some(look(&signs, reached, depth).unwrap_or(Ok(signs)));
    }
    let tokens = tokens(line);
    let (mut said, mut at, mut end, mut found) = (String::new(), 0, 0, false);
    let mut passed = false;
    while let Some(token) = tokens.get(at) {
        let is_word = token.text.starts_with(char::is_alphabetic) && !token.is_roll;
        let calls = is_word && line[token.end()..].starts_with('(');
        let mut before = said.trim_end_matches([',', '(', ' ']);
        for joined in [" and", " then", " but"] {
            before = before.strip_suffix(joined).unwrap_or(before).trim_end();
        }
        let row = TABLE.iter().find_map(|(pattern, here, template)| {
            if calls && !pattern.starts_with('P') || at > 0 && pattern.starts_with("{*}") {
                return None;
            }
            let (length, known) = matched(line, pattern, &tokens[at..])?;
            let until = tokens[at + length - 1].end();
            // The parser accepted words before the fault, and did not read those after it.
            let early =
                until < reached || is_word && token.start < reached && (at > 0 || until <= reached);
            let early = early || token.start > reached && !passed;
            if pattern.contains("{*}") && at > 0 || early && !matches!(here, Here::Read) {
                return None;
            }
            let (text, whole) = filled(template, &known, line, before, depth)?;
            Some((
                length,
                until,
                match here {
                    Here::Read if whole => Ok(text),
                    Here::Read => Ok(joined(&said, before, &text)?),
                    Here::Refused(what) => {
                        Err((Some(filled(what, &known, line, before, depth)?.0), text))
                    }
                    Here::Unknown => Err((None, text)),
                },
            ))
        });
        match row {
            None => {
                said += &line[end..token.end()];
                (at, end) = (at + 1, token.end());
            }
            Some((length, until, Err((what, hint)))) => {
                let behind_roll = tokens.get(at + 1).filter(|_| token.is_roll && length > 1);
                let start = behind_roll.map_or(token.start, |next| next.start);
                let unknown =
                    || format!("`{}` is not part of the notation", shown(&line[start..until]));
                let what = what.unwrap_or_else(unknown);
                return Some(Err(Fault::new(start..until, what).with_hint(hint_of(&hint))));
            }
            Some((length, until, Ok(spelled))) => {
                (said, at, end, found) = (spelled, at + length, until, true);
                passed = passed || until > reached;
                let closes = tokens.get(at).filter(|next| next.text == ")" && !said.contains('('));
                if let Some(bracket) = closes {
                    (at, end) = (at + 1, bracket.end());
                }
            }
        }
    }
    said += &line[end..];
    found.then_some(Ok(said))
}

/// Returns the line so far followed by a spelling; `None` if the spelling modifies dice and the
/// line has several dice to which it could apply.
fn joined(said: &str, before: &str, part: &str) -> Option<String> {
    let acts = part.starts_with(|first: char| first.is_ascii_lowercase() || first == '!');
    match acts && !is_roll(part) && !part.contains('(') && !before.is_empty() {
        true => with_suffix(before, part),
        false if part.is_empty() => Some(said.to_owned()),
        false => Some(format!("{before} {part}").trim_start().to_owned()),
    }
}

/// Returns a template with its values filled in, and true if it contains the line so far. `None` if
/// a value is missing.
fn filled(
    template: &str,
    known: &Values,
    line: &str,
    before: &str,
    depth: u8,
) -> Option<(String, bool)> {
    let (mut text, mut rest, mut whole) = (String::new(), template, false);
    while let Some(open) = rest.find('{') {
        text += &rest[..open];
        rest = &rest[open..];
        let name = rest[1..].split('}').next().unwrap_or_default();
        if !name.starts_with(|first: char| first.is_ascii_lowercase() || first == '*') {
            text.push('{');
            rest = &rest[1..];
            continue;
        }
        let value = value(name, known, line, before, depth)?;
        let of_dice = known.iter().any(|(name, _)| *name == "roll");
        whole = whole || name == "before" || name.starts_with("best ") && !of_dice;
        rest = &rest[name.len() + 2..];
        // A keep modifier goes directly after the dice of a sum: `4d6kh3+2`.
        if open == 0 && name == "roll" && rest.starts_with(char::is_alphabetic) {
            let end = rest.find(' ').unwrap_or(rest.len());
            let (keep, _) = filled(&rest[..end], known, line, before, depth)?;
            text = with_suffix(&value, &keep)?;
            rest = &rest[end..];
        } else {
            text += &value;
        }
    }
    Some((text + rest, whole))
}

/// Returns a value of a template by its name.
fn value(name: &str, known: &Values, line: &str, before: &str, depth: u8) -> Option<String> {
    let matched = |name: &str| known.iter().rev().find(|(known, _)| *known == name);
    let text = |name: &str| matched(name).map(|(_, value)| &**value);
    let number = |name: &str| text(name)?.parse::<i64>().ok();
    let roll = text("roll").unwrap_or(before);
    let pool = || count_and_sides(roll);
    Some(match name {
        "*" => plain(text("*")?, depth + 1)?,
        "turned" => {
            let of_dice = text("*")?.split_whitespace().any(is_roll);
            let turned = format!("{roll} {}", text("*")?);
            plain(&turned, depth + 1).filter(|_| !of_dice)?
        }
        "before" => Some(before.to_owned()).filter(|before| !before.is_empty())?,
        "best 2kh1" => with_advantage(roll, "2", "kh1")?,
        "best 2kl1" => with_advantage(roll, "2", "kl1")?,
        "best 3kh1" => with_advantage(roll, "3", "kh1")?,
        "pool" => {
            let pool = before.split(|next: char| !next.is_ascii_alphanumeric()).next();
            pool.filter(|pool| is_roll(pool)).unwrap_or("5d6").to_owned()
        }
        "all" => all_dice(roll)?,
        "pools" => all_dice(before).filter(|all| all.starts_with('['))?,
        "mine" => roll.replace(' ', ""),
        "theirs" => text("other")?.replace(' ', ""),
        "sum" => text("rolls")?.replace(", ", " + "),
        "dice" => {
            pool().map_or_else(|| roll.trim_end_matches("dF").to_owned(), |pool| pool.0.to_string())
        }
        "dice+1" => (pool()?.0 + 1).to_string(),
        "total" => pool().map(|(count, sides)| count * sides)?.to_string(),
        "die" => die_of(roll).0.to_owned(),
        "n" if text("n").is_none() => die_of(roll).1.to_owned(),
        "bound" => text("n")?.trim_start_matches(['<', '>', '=']).to_owned(),
        "sides" => die_of(roll).1.to_owned(),
        "unlabelled" => {
            let outside = |part: &str| part.split(']').next_back().unwrap_or_default().to_owned();
            line.split('[').map(outside).collect::<String>().trim().to_owned()
        }
        "h" => text("end")?[..1].to_owned(),
        "max" => if text("end")? == "high" { "max" } else { "min" }.to_owned(),
        "n..m" => {
            let mut signs = known.iter().filter(|(known, _)| ["above", "below"].contains(known));
            let mut excluded = || signs.next().is_some_and(|(_, sign)| !sign.ends_with('='));
            let low = number("n")? + i64::from(excluded());
            let high = number("m")? - i64::from(excluded());
            (low <= high).then(|| format!("{{{low}..{high}}}"))?
        }
        name => text(name)?.to_owned(),
    })
}

/// Returns a hint, in which each front end inserts its own way to run AnyDice programs.
fn hint_of(text: &str) -> oddsmith_base::Hint {
    match text.split_once("ANYDICE") {
        Some((before, behind)) => {
            (Phrase::from(before) + Named::Anydice + behind.to_owned()).into()
        }
        None => text.to_owned().into(),
    }
}
