//! Errors of a program, with their position.

use std::ops::Range;

use oddsmith_base::{Error, Hint, shown};

/// A range of the program's text, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub fn new(range: Range<usize>) -> Span {
        Span { start: range.start as u32, end: range.end as u32 }
    }

    /// Returns the range from the start of this to the end of the other.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start, end: other.end }
    }

    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// An error in parsing or running a program.
#[derive(Debug)]
pub struct Fault(Box<Parts>);

#[derive(Debug)]
struct Parts {
    message: String,
    hint: String,
    span: Option<Span>,
}

/// The result of parsing and running.
pub type Done<T> = std::result::Result<T, Fault>;

impl Fault {
    /// Creates an error with a message, a hint and a position.
    pub fn at(span: Span, message: impl Into<String>, hint: impl Into<String>) -> Fault {
        Fault(Box::new(Parts { message: message.into(), hint: hint.into(), span: Some(span) }))
    }

    /// Creates an error whose position the caller adds.
    pub fn new(message: impl Into<String>, hint: impl Into<String>) -> Fault {
        Fault(Box::new(Parts { message: message.into(), hint: hint.into(), span: None }))
    }

    /// Creates an error for an exceeded limit.
    pub fn limit(message: String) -> Fault {
        Fault::new(message, "ask for fewer dice, fewer cases or less depth")
    }

    /// Sets the position, unless there is one already.
    pub fn or_at(mut self, span: Span) -> Fault {
        self.0.span.get_or_insert(span);
        self
    }

    /// Converts to an error that shows the position in the program's text.
    pub fn error(self, text: &str) -> Error {
        let Parts { message, hint, span } = *self.0;
        let error = Error::question(message).with_hint(hint);
        match span {
            Some(span) => error.at_span(text, span.range()),
            None => error,
        }
    }
}

/// Returns a hint with the nearest known name, or with some known names.
pub fn nearest(name: &str, known: &[&str]) -> String {
    const SOME: usize = 12;
    let lower: Vec<String> = known.iter().map(|name| name.to_lowercase()).collect();
    let error = Error::unknown("name", name, "", lower.iter().map(String::as_str));
    let near = match error.hint() {
        Some(Hint::Nearest(near)) => lower.iter().position(|name| name == near),
        _ => None,
    };
    if let Some(near) = near {
        return format!("did you mean `{}`?", shown(known[near]));
    }
    let names: Vec<_> = known.iter().take(SOME).map(|name| shown(name)).collect();
    let more = if known.len() > SOME { ", …" } else { "" };
    format!("known: {}{more}", names.join(", "))
}
