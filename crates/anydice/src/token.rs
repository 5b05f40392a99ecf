//! The tokenizer: numbers, variables, words, strings and signs.

use crate::fault::{Done, Fault, Span};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    Number(i64),
    /// `[A-Z_]+`.
    Variable,
    /// `[a-z]+`, except a single `d`.
    Word,
    /// A string in quotation marks.
    Text,
    /// The operator `d`.
    Die,
    /// `..`.
    Range,
    /// `!=`, `<=` and `>=`, by their first letter.
    OrEqual(u8),
    Sign(u8),
    End,
}

/// Returns the tokens of a program, each with its position; the last is [`Token::End`].
pub fn tokens(text: &str) -> Done<Vec<(Token, Span)>> {
    let bytes = text.as_bytes();
    let mut found = Vec::with_capacity(text.len() / 3);
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let start = at;
        at += 1;
        let run = |fits: fn(&u8) -> bool| {
            start + bytes[start..].iter().take_while(|byte| fits(byte)).count()
        };
        let token = match byte {
            _ if byte.is_ascii_whitespace() => continue,
            b'\\' => match text[at..].find('\\') {
                Some(length) => {
                    at += length + 1;
                    continue;
                }
                None => return Err(unclosed(start, "this comment never ends", "`\\` ends it")),
            },
            b'"' => match text[at..].find('"') {
                Some(length) => {
                    at += length + 1;
                    Token::Text
                }
                None => return Err(unclosed(start, "this text never ends", "`\"` ends it")),
            },
            b'0'..=b'9' => {
                at = run(u8::is_ascii_digit);
                Token::Number(text[start..at].parse().map_err(|_| {
                    let span = Span::new(start..at);
                    Fault::at(span, "this number is too large", "up to 9223372036854775807")
                })?)
            }
            b'A'..=b'Z' | b'_' => {
                at = run(|byte| byte.is_ascii_uppercase() || *byte == b'_');
                Token::Variable
            }
            b'a'..=b'z' => {
                at = run(u8::is_ascii_lowercase);
                if &text[start..at] == "d" { Token::Die } else { Token::Word }
            }
            b'.' => {
                let gap = text[at..].len() - text[at..].trim_start().len();
                if bytes.get(at + gap) != Some(&b'.') {
                    let span = Span::new(start..at);
                    let hint = "numbers must be whole; `{1..6}` is a range";
                    return Err(Fault::at(span, "`.` stands alone", hint));
                }
                at += gap + 1;
                Token::Range
            }
            b'!' | b'<' | b'>' if bytes.get(at) == Some(&b'=') => {
                at += 1;
                Token::OrEqual(byte)
            }
            b'(' | b')' | b'[' | b']' | b'{' | b'}' | b':' | b',' | b'@' | b'#' | b'!' | b'+'
            | b'-' | b'*' | b'/' | b'^' | b'=' | b'<' | b'>' | b'&' | b'|' | b'?' => {
                Token::Sign(byte)
            }
            _ => {
                let letter = text[start..].chars().next().unwrap_or('?');
                if letter.is_whitespace() || letter == '\u{feff}' {
                    at = start + letter.len_utf8();
                    continue;
                }
                let span = Span::new(start..start + letter.len_utf8());
                let hint = "texts stand in straight quotation marks, comments between `\\`";
                return Err(Fault::at(span, format!("unexpected sign `{letter}`"), hint));
            }
        };
        found.push((token, Span::new(start..at)));
    }
    // After the last nonblank line.
    let end = text.trim_end().len();
    found.push((Token::End, Span::new(end..end)));
    Ok(found)
}

fn unclosed(start: usize, message: &str, hint: &str) -> Fault {
    Fault::at(Span::new(start..start + 1), message, hint)
}
