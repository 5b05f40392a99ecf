//! Typographic signs, and `#` of other tools, which begins a comment here.

use std::ops::Range;

use crate::fault::Fault;
use crate::foreign::{is_die, is_roll};

/// Typographic signs, with their plain equivalents.
const SIGNS: [(&str, &str); 7] = [
    ("\u{2018}\u{2019}\u{201c}\u{201d}\u{201e}\u{b4}", ""),
    ("\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2212}", "-"),
    ("\u{d7}\u{2217}\u{b7}", "*"),
    ("\u{f7}\u{2044}", "/"),
    ("\u{2265}", ">="),
    ("\u{2264}", "<="),
    ("\u{2260}", "!="),
];

/// Error for a typographic sign in a text, with the plain line as a hint.
pub fn typography(text: &str) -> Option<Fault> {
    // Full-width letters and digits have a fixed distance from the plain ones.
    let wide = |letter: char| match letter {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(letter as u32 - 0xfee0).map(String::from),
        _ => None,
    };
    let meant = |letter: char| {
        let sign = SIGNS.iter().find(|(signs, _)| signs.contains(letter));
        sign.map(|(_, plain)| (*plain).to_owned()).or_else(|| wide(letter))
    };
    // Text after `#` is a comment.
    let mut comment = false;
    let (at, sign) = text.char_indices().find(|(_, letter)| {
        comment = *letter == '#' || comment && *letter != '\n';
        !comment && !letter.is_ascii() && meant(*letter).is_some()
    })?;
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let line = text[line..].lines().next().unwrap_or_default();
    let plain: String =
        line.chars().map(|letter| meant(letter).unwrap_or_else(|| letter.to_string())).collect();
    let hint = format!("write `{}`", plain.trim());
    Some(Fault::new(at..at + sign.len_utf8(), format!("unexpected sign `{sign}`")).with_hint(hint))
}

/// Error for `3#2d6`, which repeats a roll in other tools, and for `6d6#>4`, which counts: `#`
/// begins a comment here.
pub fn repeated_elsewhere(text: &str) -> Option<Fault> {
    let mut start = 0;
    text.split_inclusive('\n').find_map(|line| {
        let found = repeated_in(line, start == 0 && line.len() == text.len());
        let fault = found.map(|(span, hint)| {
            let span = start + span.start..start + span.end;
            Fault::new(span, "`#` begins a comment here").with_hint(hint)
        });
        start += line.len();
        fault
    })
}

/// Returns the span of such notation in a line, and a hint. If the line is the whole text, `#` may
/// have blanks around it.
fn repeated_in(line: &str, alone: bool) -> Option<(Range<usize>, String)> {
    let (before, after) = line.split_once('#')?;
    let dice = before.split(|letter: char| !letter.is_ascii_alphanumeric()).next_back()?;
    if after.starts_with(['<', '>', '=']) && is_roll(dice) {
        let bound = after.split_whitespace().next().unwrap_or_default();
        let span = before.len()..before.len() + 1 + bound.len();
        return Some((span, format!("write `{dice} c{bound}`, which counts")));
    }
    let spaced = if alone { ' ' } else { '#' };
    let (count, roll) = (before.trim_end_matches(spaced), after.trim_start_matches(spaced));
    let times = &count[count.trim_end_matches(|digit: char| digit.is_ascii_digit()).len()..];
    let opens = count[..count.len() - times.len()].trim_end();
    let begins = opens.is_empty() || opens.ends_with(['=', '(', ',', '+', '-', '*', ':']);
    let length = roll.bytes().take_while(u8::is_ascii_digit).count();
    let repeats = !times.is_empty() && begins && is_die(&roll[length..]);
    let hint = format!("write `repeat({times}, {})`", roll.trim_end());
    repeats.then(|| (count.len() - times.len()..line.trim_end().len(), hint))
}
