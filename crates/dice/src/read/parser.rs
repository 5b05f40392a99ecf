//! State of the parser: its place in the text, and the words and signs that all of its parts read.

use std::ops::Range;

use crate::fault::{Fault, Note, Read};
use crate::field::Field;
use crate::syntax::{Comparison, Expression, Function, Name};
use oddsmith_base::shown;

/// Maximum depth of brackets, because their parser is recursive.
const MOST_BRACKETS: usize = 40;
/// Maximum number of parts of an expression, because the functions over them are recursive.
const MOST_PARTS: usize = 2000;
/// Largest number in a text.
const LARGEST: i64 = 100_000_000;
/// Largest face, so that the sum of the maximum number of dice does not overflow.
const LARGEST_FACE: i64 = 100_000;

/// Reserved words. Words of functions are not reserved: a function is recognized by its bracket.
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

/// A parser at a place in a text.
pub struct Parser<'t> {
    pub text: &'t str,
    pub at: usize,
    /// End of the current line.
    pub end: usize,
    /// Notes on notation that was read as another spelling.
    pub notes: Vec<Note>,
    /// Spans of the comparisons in which a roll has no brackets.
    pub bare: Vec<Range<usize>>,
    /// Span of the last brackets that were closed.
    pub bracket: Range<usize>,
    /// Known fields.
    pub fields: &'t [Field],
    open: usize,
    parts: usize,
}

impl<'t> Parser<'t> {
    pub fn new(text: &'t str, fields: &'t [Field]) -> Parser<'t> {
        let (end, bracket, notes, bare) = (text.len(), 0..0, Vec::new(), Vec::new());
        Parser { text, at: 0, end, notes, bare, bracket, fields, open: 0, parts: 0 }
    }

    /// Returns the rest of the line.
    pub fn rest(&self) -> &'t str {
        &self.text[self.at..self.end]
    }

    /// Skips spaces, `_`, line breaks within the line, and comments.
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

    /// Skips spaces and returns the next character.
    pub fn next(&mut self) -> Option<char> {
        self.space();
        self.rest().chars().next()
    }

    /// Skips this sign if it follows immediately.
    pub fn touches(&mut self, sign: &str) -> bool {
        let here = self.rest().starts_with(sign);
        self.at += if here { sign.len() } else { 0 };
        here
    }

    /// Skips spaces and this sign if it is next.
    pub fn sign(&mut self, sign: &str) -> bool {
        self.space();
        self.touches(sign)
    }

    /// Skips this sign, or returns an error that it is missing.
    pub fn expect(&mut self, sign: &str, why: &str) -> Read<()> {
        if self.sign(sign) { Ok(()) } else { Err(self.unexpected(why)) }
    }

    /// Parses items between commas, up to the end of a bracket or brace that `opened`.
    pub fn listed<T>(
        &mut self,
        opened: Range<usize>,
        close: &str,
        mut item: impl FnMut(&mut Self) -> Read<T>,
    ) -> Read<Vec<T>> {
        let items = self.several(&mut item)?;
        if self.sign(close) {
            return Ok(items);
        }
        Err(match (self.rest().is_empty(), close) {
            (true, "}") => Fault::settled(opened, "the brace is not closed"),
            (true, _) => Fault::settled(opened, "the bracket is not closed")
                .with_hint(format!("close it with `{close}`")),
            (false, _) => self.unexpected(&format!("`,` or `{close}`")),
        })
    }

    /// Parses items between commas.
    pub fn several<T>(&mut self, mut item: impl FnMut(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.sign(",") {
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// Returns the letters at the current place, in lower case.
    pub fn letters(&self) -> String {
        let letters = self.rest().chars().take_while(char::is_ascii_alphabetic);
        letters.collect::<String>().to_ascii_lowercase()
    }

    /// Returns true if a die begins at a byte: `d` before a digit, `%`, `F`, `{`, `(` or `$`.
    pub fn die_at(&self, at: usize) -> bool {
        let sides = self.text[at..self.end].strip_prefix(['d', 'D']);
        let begins = |next: char| next.is_ascii_digit() || "%F{($".contains(next);
        sides.is_some_and(|sides| sides.starts_with(begins))
    }

    /// Returns true if a die is next; there may be a space before its sides: `3d 6`.
    pub fn die(&mut self) -> bool {
        self.space();
        let apart = self.rest().strip_prefix(['d', 'D']).is_some_and(|behind| {
            let sides = behind.trim_start_matches(' ');
            sides.len() < behind.len() && sides.starts_with(|next: char| next.is_ascii_digit())
        });
        apart || self.die_at(self.at)
    }

    /// Returns the word at the current place without skipping it: letters, digits and `_`, up to a
    /// die.
    pub fn word(&self) -> &'t str {
        let rest = self.rest();
        let part = |letter: char| letter.is_alphanumeric() || letter == '_';
        let length = rest.find(|letter| !part(letter)).unwrap_or(rest.len());
        let run = &rest[..length];
        if !run.starts_with(char::is_alphabetic) {
            return "";
        }
        // The `d` in `round(` is not a die.
        let known = is_word(run) || Function::named(run).is_some();
        if known || run == "card54" || run == "round" {
            return run;
        }
        let die = run.char_indices().map(|(i, _)| i).find(|i| self.die_at(self.at + i));
        &run[..die.unwrap_or(run.len())]
    }

    /// Skips this word if it is next.
    pub fn take(&mut self, word: &str) -> bool {
        self.space();
        let here = self.word() == word;
        self.at += if here { word.len() } else { 0 };
        here
    }

    /// Parses a name that the author of the text chose.
    pub fn name(&mut self, what: &str) -> Read<Name> {
        self.space();
        let word = self.word();
        let span = self.at..self.at + word.len();
        if word.is_empty() {
            return Err(self.unexpected(what));
        }
        if !word.is_ascii() {
            let message = format!("the name `{word}` has a letter other than a to z");
            return Err(Fault::new(span, message));
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
        Ok(self.skipped(word))
    }

    /// Skips a word, and returns it as a name.
    pub fn skipped(&mut self, word: &str) -> Name {
        let span = self.at..self.at + word.len();
        self.at = span.end;
        Name { text: word.to_owned(), span }
    }

    /// Parses a whole number without a sign, if there is one.
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

    /// Parses a face or a card: a whole number, which may be negative.
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

    /// Parses a sign of comparison, if there is one.
    pub fn comparison(&mut self) -> Read<Option<Comparison>> {
        let start = self.at;
        for (wrong, right) in [("==", "="), ("=>", ">="), ("=<", "<="), ("<>", "!=")] {
            if self.touches(wrong) {
                return Err(Fault::new(start..self.at, format!("unexpected sign `{wrong}`"))
                    .with_hint(format!("write `{right}`")));
            }
        }
        let mut signs = Comparison::SIGNS.into_iter();
        Ok(signs.find(|(sign, _)| self.touches(sign)).map(|(_, sign)| sign))
    }

    /// Counts a part of an expression, and refuses it if there are too many.
    pub fn count_part(&mut self, expression: Expression) -> Read<Expression> {
        self.parts += 1;
        match self.parts > MOST_PARTS {
            true => Err(Fault::settled(expression.span, "the rule is too long")
                .with_hint(format!("a rule has at most {MOST_PARTS} parts"))),
            false => Ok(expression),
        }
    }

    /// Parses the contents of a bracket, unless too many are open.
    pub fn within<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        self.open += 1;
        if self.open > MOST_BRACKETS {
            return Err(Fault::settled(self.at..self.at + 1, "brackets are nested too deeply"));
        }
        let inside = read(self)?;
        self.open -= 1;
        Ok(inside)
    }

    /// Error for an unexpected sign or word, in place of `what`.
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

    /// Adds a note on notation that other tools read differently.
    pub fn say(&mut self, start: usize, message: String) {
        self.notes.push(Note { message, span: start..self.at });
    }

    /// Returns true if no bracket is open.
    pub fn is_open(&self) -> bool {
        self.open == 0
    }

    /// Adds a note that notation of another tool was read as `read`.
    pub fn note(&mut self, start: usize, read: &str) {
        self.say(start, format!("`{}` is read as `{read}`", shown(&self.text[start..self.at])));
    }
}

/// Returns true if a word is reserved.
pub fn is_word(word: &str) -> bool {
    WORDS.contains(&word)
}
