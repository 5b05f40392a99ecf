//! The place in a text, and the small words and signs that every part of the reader asks for.

use std::ops::Range;

use crate::fault::{Fault, Note, Read};
use crate::field::Field;
use crate::syntax::{Comparison, Expression, Function};
use oddsmith_base::shown;

/// The most brackets in brackets: what reads them calls itself.
const MOST_BRACKETS: usize = 40;
/// The most parts of an expression: what walks them calls itself.
const MOST_PARTS: usize = 2000;
/// The largest number that may be written.
const LARGEST: i64 = 100_000_000;
/// The largest face, so that sums of all dice that may be thrown at once stay numbers.
const LARGEST_FACE: i64 = 100_000;

/// The words that no name may be. Those of functions may: these are known by their bracket.
const WORDS: [&str; 19] = [
    "if",
    "then",
    "else",
    "and",
    "or",
    "not",
    "otherwise",
    "ask",
    "state",
    "deck",
    "result",
    "step",
    "steps",
    "ended",
    "until",
    "shuffle",
    "return",
    "decide",
    "none",
];

/// A reader of a text, at a place in it.
pub struct Parser<'t> {
    pub text: &'t str,
    pub at: usize,
    /// Where the present line ends.
    pub end: usize,
    /// What was read otherwise than it is written.
    pub notes: Vec<Note>,
    /// The comparisons at which a roll stands without brackets.
    pub bare: Vec<Range<usize>>,
    /// The brackets that were closed last.
    pub bracket: Range<usize>,
    /// The names of the fields that are known.
    pub fields: &'t [Field],
    open: usize,
    parts: usize,
}

impl<'t> Parser<'t> {
    pub fn new(text: &'t str, fields: &'t [Field]) -> Parser<'t> {
        let (end, bracket, notes, bare) = (text.len(), 0..0, Vec::new(), Vec::new());
        Parser { text, at: 0, end, notes, bare, bracket, fields, open: 0, parts: 0 }
    }

    /// What is left of the line.
    pub fn rest(&self) -> &'t str {
        &self.text[self.at..self.end]
    }

    /// Goes past spaces, `_`, line ends that do not end the line, and comments.
    pub fn space(&mut self) {
        loop {
            let rest = self.rest();
            let plain =
                rest.trim_start_matches(|letter: char| letter.is_whitespace() || letter == '_');
            self.at += rest.len() - plain.len();
            if !plain.starts_with('#') {
                return;
            }
            self.at += plain.find('\n').unwrap_or(plain.len());
        }
    }

    /// The next letter, spaces passed.
    pub fn next(&mut self) -> Option<char> {
        self.space();
        self.rest().chars().next()
    }

    /// Goes past this sign, if it stands here, touching.
    pub fn touches(&mut self, sign: &str) -> bool {
        let here = self.rest().starts_with(sign);
        self.at += if here { sign.len() } else { 0 };
        here
    }

    /// Goes past this sign, if it is the next.
    pub fn sign(&mut self, sign: &str) -> bool {
        self.space();
        self.touches(sign)
    }

    /// Goes past this sign, or says that it is missing.
    pub fn need(&mut self, sign: &str, why: &str) -> Read<()> {
        if self.sign(sign) { Ok(()) } else { Err(self.unexpected(why)) }
    }

    /// The letters that stand here, in lower case.
    pub fn letters(&self) -> String {
        let letters = self.rest().chars().take_while(char::is_ascii_alphabetic);
        letters.collect::<String>().to_ascii_lowercase()
    }

    /// Whether a die stands at a byte: `d` before a digit, `%`, `F`, `{`, `(` or `$`.
    pub fn die_at(&self, at: usize) -> bool {
        let mut letters = self.text[at..self.end].chars();
        matches!(letters.next(), Some('d' | 'D'))
            && letters.next().is_some_and(|after| after.is_ascii_digit() || "%F{($".contains(after))
    }

    /// Whether a die stands here; its sides may stand apart: `3d 6`.
    pub fn die(&mut self) -> bool {
        self.space();
        let apart = self.rest().strip_prefix(['d', 'D']).is_some_and(|behind| {
            let sides = behind.trim_start_matches(' ');
            sides.len() < behind.len() && sides.starts_with(|next: char| next.is_ascii_digit())
        });
        apart || self.die_at(self.at)
    }

    /// The word that stands here, without going past it: letters, digits and `_`, up to a die.
    pub fn word(&self) -> &'t str {
        let rest = self.rest();
        let part = |letter: char| letter.is_alphanumeric() || letter == '_';
        let length = rest.find(|letter| !part(letter)).unwrap_or(rest.len());
        let run = &rest[..length];
        if !run.starts_with(char::is_alphabetic) {
            return "";
        }
        // The die of `round(` is none.
        let known = is_word(run) || Function::named(run).is_some();
        if known || run == "card54" || run == "round" {
            return run;
        }
        let die = run.char_indices().map(|(i, _)| i).find(|i| self.die_at(self.at + i));
        &run[..die.unwrap_or(run.len())]
    }

    /// Goes past this word, if it is the next.
    pub fn take(&mut self, word: &str) -> bool {
        self.space();
        let here = self.word() == word;
        self.at += if here { word.len() } else { 0 };
        here
    }

    /// A name of the writer's own.
    pub fn name(&mut self, what: &str) -> Read<(String, Range<usize>)> {
        self.space();
        let word = self.word();
        let span = self.at..self.at + word.len();
        if word.is_empty() {
            return Err(self.unexpected(what));
        }
        if !word.is_ascii() {
            return Err(Fault::new(
                span,
                format!(
                    "the name `{word}` has a letter other than a to \
                z"
                ),
            ));
        }
        if is_word(word) {
            let hint = match Function::named(word) {
                Some(function) => {
                    format!("it is used as in `{}`; choose another name", function.shape().2)
                }
                None => "choose another name: `r`, `hits`, `wounds`".to_owned(),
            };
            return Err(Fault::new(span, format!("`{word}` is a reserved word")).with_hint(hint));
        }
        self.at = span.end;
        Ok((word.to_owned(), span))
    }

    /// A whole number without a sign, if one stands here.
    pub fn digits(&mut self) -> Read<Option<i64>> {
        let rest = self.rest();
        let length = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
        if length == 0 {
            return Ok(None);
        }
        let span = self.at..self.at + length;
        self.at = span.end;
        let after = &rest[length..];
        if after.starts_with('.') && after[1..].starts_with(|next: char| next.is_ascii_digit()) {
            return Err(Fault::new(span.start..span.end + 2, "numbers must be whole")
                .with_hint("`/` divides and rounds down, `/^` rounds up"));
        }
        match rest[..length].parse().ok().filter(|number| *number <= LARGEST) {
            Some(number) => Ok(Some(number)),
            None => Err(Fault::settled(span, "the number is above a hundred million")),
        }
    }

    /// A face or a card: a whole number that may have a minus.
    pub fn signed(&mut self, what: &str) -> Read<i64> {
        let minus = self.sign("-");
        self.space();
        let start = self.at;
        match self.digits()? {
            Some(number) if number > LARGEST_FACE => {
                let error = format!("{what} goes up to {LARGEST_FACE}");
                Err(Fault::settled(start..self.at, error))
            }
            Some(number) => Ok(if minus { -number } else { number }),
            None => Err(self.unexpected(what)),
        }
    }

    /// A sign of comparison, if one stands here.
    pub fn comparison(&mut self) -> Read<Option<Comparison>> {
        let start = self.at;
        for (wrong, right) in [("==", "="), ("=>", ">="), ("=<", "<="), ("<>", "!=")] {
            if self.touches(wrong) {
                return Err(Fault::new(start..self.at, format!("unexpected sign `{wrong}`"))
                    .with_hint(format!("write `{right}`")));
            }
        }
        let signs = [
            ("<=", Comparison::AtMost),
            (">=", Comparison::AtLeast),
            ("!=", Comparison::Unequal),
            ("<", Comparison::Less),
            (">", Comparison::Greater),
            ("=", Comparison::Equal),
        ];
        Ok(signs.into_iter().find(|(sign, _)| self.touches(sign)).map(|(_, sign)| sign))
    }

    /// One part more, if there may be more.
    pub fn part(&mut self, expression: Expression) -> Read<Expression> {
        self.parts += 1;
        match self.parts > MOST_PARTS {
            true => Err(Fault::settled(expression.span, "the rule is too long")
                .with_hint(format!("a rule has at most {MOST_PARTS} parts"))),
            false => Ok(expression),
        }
    }

    /// What a bracket holds, unless too many are open.
    pub fn within<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        self.open += 1;
        if self.open > MOST_BRACKETS {
            return Err(Fault::settled(self.at..self.at + 1, "brackets are nested too deeply"));
        }
        let inside = read(self)?;
        self.open -= 1;
        Ok(inside)
    }

    /// What stands here is not expected; `what` is.
    pub fn unexpected(&mut self, what: &str) -> Fault {
        self.space();
        let rest = self.rest();
        let word = self.word();
        let length = match word.is_empty() {
            true => rest.chars().next().map_or(0, char::len_utf8),
            false => word.len(),
        };
        let span = self.at..self.at + length;
        let message = match length {
            0 => format!("{what} is missing"),
            _ => format!("expected {what}, found `{}`", shown(&rest[..length])),
        };
        Fault::new(span, message)
    }

    /// How something was read that others read otherwise.
    pub fn say(&mut self, start: usize, message: String) {
        self.notes.push(Note { message, span: start..self.at });
    }

    /// Whether no bracket is open.
    pub fn is_open(&self) -> bool {
        self.open == 0
    }

    /// Another tool's spelling was read as one of this page.
    pub fn note(&mut self, start: usize, read: &str) {
        let span = start..self.at;
        let message = format!("`{}` is read as `{read}`", shown(&self.text[span.clone()]));
        self.notes.push(Note { message, span });
    }
}

/// Whether a name may not be this.
pub fn is_word(word: &str) -> bool {
    WORDS.contains(&word)
}
