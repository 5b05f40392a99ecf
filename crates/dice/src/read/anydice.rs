//! What chats and AnyDice write, read as it is said here.

use super::parser::Parser;
use crate::fault::{Fault, Note, Read};
use crate::syntax::{Argument, Comparison, Expression, Function, Keep, Kept, Kind, Roll, When};
use oddsmith_base::shown;

impl Parser<'_> {
    /// What a chat and AnyDice write before a whole expression.
    pub fn foreign_start(&mut self) {
        self.space();
        let start = self.at;
        for word in ["/roll", "/r", "!roll", "!r", "output", "roll"] {
            let rest = self.rest();
            let behind = rest.get(word.len()..).filter(|_| rest.starts_with(word));
            let dice = |behind: &str| {
                behind.starts_with(' ')
                    && behind
                        .trim_start()
                        .starts_with(|next: char| next.is_ascii_digit() || "d([{".contains(next))
            };
            if behind.is_some_and(dice) {
                self.at += word.len();
                self.space();
                // The name of an output says nothing about it.
                if let Some(name) = self.rest().find(" named ").filter(|_| word == "output") {
                    self.end = self.at + name;
                }
                let (said, read) = (&self.text[start..], &self.text[self.at..self.end]);
                let message = format!("`{}` is read as `{}`", shown(said), shown(read));
                self.notes.push(Note { message, span: start..self.end });
                return;
            }
        }
    }

    /// A function of AnyDice that is the same here: `[highest 3 of 4d6]`, `[count 5 in 6d6]`,
    /// `[absolute d6 - d8]`.
    pub fn anydice(&mut self) -> Read<Option<Expression>> {
        let (start, rest) = (self.at, self.rest());
        let Some(inside) = rest.strip_prefix('[') else { return Ok(None) };
        let word: String =
            inside.trim_start().chars().take_while(char::is_ascii_alphabetic).collect();
        let which = match word.as_str() {
            "highest" => Some(Kept::Highest),
            "lowest" => Some(Kept::Lowest),
            "middle" => Some(Kept::Middle),
            _ => None,
        };
        let begin = start + rest.find(&word).unwrap_or(1) + word.len();
        let made = |parser: &mut Self, kind| {
            let read = Expression { kind, span: start..parser.at };
            parser.note(start, &read.to_string());
            parser.part(read).map(Some)
        };
        let next = self.text[begin..self.end].trim_start().chars().next().unwrap_or(' ');
        if let (Some(which), true) = (which, next.is_ascii_digit()) {
            self.at = begin;
            let count = Some(self.number("how many")?);
            if !self.take("of") {
                return Err(self.unexpected("`of`"));
            }
            let roll = self.expression()?;
            self.need("]", "`]`")?;
            return match roll.kind {
                Kind::Roll(roll) if roll.keep.is_none() && roll.tally.is_empty() => {
                    let keep = Some(Keep { which, count });
                    made(self, Kind::Roll(Box::new(Roll { keep, ..*roll })))
                }
                _ => Err(Fault::new(start..self.at, "this is an AnyDice function")
                    .with_hint("name the roll, and keep of its name: `[r]kh1`")),
            };
        }
        if word == "count" && (next == '{' || next.is_ascii_digit()) {
            self.at = begin;
            self.space();
            let faces = match next {
                '{' => self.among()?,
                _ => When::Compare(Comparison::Equal, self.number("a face")?),
            };
            if !self.take("in") {
                return Err(self.unexpected("`in`"));
            }
            let roll = self.expression()?;
            self.need("]", "`]`")?;
            let arguments = vec![Argument::Value(roll), Argument::Faces(faces)];
            return made(self, Kind::Call(Function::Count, arguments));
        }
        if word == "absolute" {
            self.at = begin;
            let number = self.expression()?;
            self.need("]", "`]`")?;
            return made(self, Kind::Call(Function::Abs, vec![Argument::Value(number)]));
        }
        Ok(None)
    }
}
