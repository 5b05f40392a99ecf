//! What is written in a tag and worked out while it is read: there nobody counts, so it is looked at
//! before.

use minijinja::Error;

use super::{LONG, MOST_PRINTED, failing};
use oddsmith_base::Error as Fault;
use oddsmith_base::Bound;

/// Branches of a template that are read within one another.
const MOST_ELIFS: Bound = Bound::of(200, "times `elif`", "say it with fewer branches");

/// What an expression is made of. Whoever reads one goes into it for each `not`, `+` or `|`, and the
/// stack of a thread may be half a megabyte.
const MOST_SIGNS: Bound = Bound::of(1_000, "words and signs", "ask it in several expressions");

/// Whether what is written in each tag of a template fits.
pub fn fitting(text: &str) -> Result<(), Error> {
    let before = |letter: char| "%-+".contains(letter) || letter.is_whitespace();
    let elif = |tag: &&str| tag.trim_start_matches(before).starts_with("elif");
    let elifs = tags(text).filter(elif).count() as u64;
    MOST_ELIFS.ask("the words branch too often", elifs).map_err(|error| failing(&error))?;
    tags(text).try_for_each(|tag| near(tag).and_then(|()| fits(tag)))
}

/// The line of the first tag that does not, from 1 on.
pub fn line(text: &str) -> Option<usize> {
    fitting(text).err()?;
    let ends = text.split_inclusive('\n').scan(0, |end, line| {
        *end += line.len();
        Some(*end)
    });
    let ends: Vec<usize> = ends.collect();
    Some(1 + ends.partition_point(|&end| fitting(&text[..end]).is_ok()))
}

/// The tags of a template, one by one: from an opening to its end, which is in no quotes.
fn tags(text: &str) -> impl Iterator<Item = &str> {
    let opened = text.match_indices('{').map(|(at, _)| &text[at + 1..]);
    opened.filter(|rest| rest.starts_with(['{', '%'])).map(|rest| {
        let (mut quote, mut escaped) = (None, false);
        let end = rest.char_indices().find(|&(at, letter)| {
            let ends =
                quote.is_none() && (rest[at..].starts_with("}}") || rest[at..].starts_with("%}"));
            quote = match quote {
                None if matches!(letter, '"' | '\'') => Some(letter),
                Some(open) if letter == open && !escaped => None,
                other => other,
            };
            escaped = letter == '\\' && !escaped;
            ends
        });
        &rest[..end.map_or(rest.len(), |(at, _)| at)]
    })
}

/// What stands in a tag is worked out while it is read where no name is in it, and there nobody
/// counts: a text or a list times numbers that are written beside it must fit before.
pub fn fits(tag: &str) -> Result<(), Error> {
    MOST_SIGNS.ask("an expression is too long", signs(tag)).map_err(|error| failing(&error))?;
    let fits = |part: &str| {
        let most = numbers(part).fold(part.len() as f64, |most, (word, number)| {
            // A number below 1 may be divided by.
            let decimals = word.split_once('.').map_or(0, |(_, decimals)| decimals.len());
            most * (number + 1.0) * 10f64.powi(decimals as i32)
        });
        let power = part.contains("**");
        !part.contains(['"', '\'', '[', ',']) || !power && most <= MOST_PRINTED.most as f64
    };
    let parts = nameless(tag);
    match parts.iter().filter(|part| part.contains('*')).all(|part| fits(part)) {
        true => Ok(()),
        false => Err(failing(&MOST_PRINTED.exceeded(LONG))),
    }
}

/// How many words and signs there are in a tag: it goes no deeper into itself.
fn signs(tag: &str) -> u64 {
    let named = |letter: &char| letter.is_alphanumeric() || *letter == '_';
    let goes_on =
        |(before, letter): &(char, char)| letter.is_whitespace() || named(before) && named(letter);
    let before = std::iter::once(' ').chain(tag.chars());
    before.zip(tag.chars()).filter(|pair| !goes_on(pair)).count() as u64
}

/// The stretches of a tag without a name; what is asked of one in brackets stands for itself.
fn nameless(tag: &str) -> Vec<&str> {
    let (mut parts, mut start, mut quote) = (Vec::new(), 0, None);
    // Where a bracket opened behind a name, and the brackets within it.
    let (mut asked, mut depth) = (None, 0);
    let mut last = ' ';
    for (at, letter) in tag.char_indices() {
        let opens = matches!(letter, '(' | '[');
        let closes = matches!(letter, ')' | ']');
        match (quote, asked) {
            (Some(open), _) => quote = Some(open).filter(|_| letter != open || last == '\\'),
            (None, _) if matches!(letter, '"' | '\'') => quote = Some(letter),
            (None, Some(open)) => {
                depth += i32::from(opens) - i32::from(closes);
                if depth == 0 {
                    parts.extend(nameless(&tag[open..at]));
                    (asked, start) = (None, at + 1);
                }
            }
            (None, None) if opens && (last.is_alphanumeric() || "_)]".contains(last)) => {
                parts.push(&tag[start..at]);
                (asked, depth) = (Some(at + 1), 1);
            }
            (None, None) if letter.is_alphabetic() || letter == '_' => {
                parts.push(&tag[start..at]);
                start = at + letter.len_utf8();
            }
            _ => {}
        }
        last = letter;
    }
    match asked {
        Some(open) => parts.extend(nameless(&tag[open..])),
        None => parts.push(&tag[start..]),
    }
    parts
}

/// The numbers that are written in a tag.
fn numbers(tag: &str) -> impl Iterator<Item = (&str, f64)> {
    let words = tag.split(|letter: char| !letter.is_ascii_alphanumeric() && !"._".contains(letter));
    let written = words.filter(|word| word.starts_with(|first: char| first.is_ascii_digit()));
    written.map(|word| (word, word.replace('_', "").parse().unwrap_or(f64::INFINITY)))
}

/// A whole number beyond a million in a tag: words that are so many fill the memory before any of
/// them is printed.
fn near(tag: &str) -> Result<(), Error> {
    match numbers(tag).find(|(_, number)| *number > 1e6 && number.is_finite()) {
        None => Ok(()),
        Some((word, _)) => {
            let error = format!("`{word}` in the words is beyond a million");
            Err(failing(&Fault::question(error).with_hint("words count cases, not letters")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_worked_out_as_it_is_read_must_fit() {
        for tag in [
            "'x' * 9000000",
            "('x' * 999) * 99999",
            "f('x' * 9000000)",
            "f(1, ['a', g(2 * 'x' * 5000000)])",
            "a + 'x' * 10 ** 8",
            "(1, 2) * 900000",
            "'x' * (1 / 0.0000001)",
            "a['b'] + 'x' * 5000000 + c",
            "f('x' * 9000000",
        ] {
            assert!(fits(tag).is_err(), "{tag}");
        }
        for tag in [
            "(answers['a'].mean('success') - one.success) * 1000000",
            "1000000 * answers['a'].at(hand=2, dc=100).count('margin > 1000')",
            "answers['best card'].at(hand=2, opposing=3).success - 2 * (answers['x'].max('y'))",
            "'x' * 1000",
            "x * 1000000",
            "a ** 2 * b['c']",
        ] {
            assert!(fits(tag).is_ok(), "{tag}");
        }
    }
}
