//! What is wrong with a program, and where.

use std::ops::Range;

use oddsmith_base::{Error, Hint, shown};

/// A stretch of the program's text, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub fn new(range: Range<usize>) -> Span {
        Span { start: range.start as u32, end: range.end as u32 }
    }

    /// From the beginning of this to the end of the other.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start, end: other.end }
    }

    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// What ended the reading or the running of a program.
#[derive(Debug)]
pub struct Fault(Box<Parts>);

#[derive(Debug)]
struct Parts {
    message: String,
    hint: String,
    span: Option<Span>,
}

/// What reading and running can end in.
pub type Done<T> = std::result::Result<T, Fault>;

impl Fault {
    /// What is wrong, what to do about it, and where it is.
    pub fn at(span: Span, message: impl Into<String>, hint: impl Into<String>) -> Fault {
        Fault(Box::new(Parts { message: message.into(), hint: hint.into(), span: Some(span) }))
    }

    /// What is wrong at a place that whoever calls knows.
    pub fn new(message: impl Into<String>, hint: impl Into<String>) -> Fault {
        Fault(Box::new(Parts { message: message.into(), hint: hint.into(), span: None }))
    }

    /// What takes more than it may.
    pub fn limit(message: String) -> Fault {
        Fault::new(message, "ask for fewer dice, fewer cases or less depth")
    }

    /// The same at this place, unless one is known already.
    pub fn or_at(mut self, span: Span) -> Fault {
        self.0.span.get_or_insert(span);
        self
    }

    /// The error that shows the place in the program's text.
    pub fn error(self, text: &str) -> Error {
        let Parts { message, hint, span } = *self.0;
        let error = Error::question(message).with_hint(hint);
        match span {
            Some(span) => error.at_span(text, span.range()),
            None => error,
        }
    }
}

/// What was meant by a name that there is none of, or some of those that there are.
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
