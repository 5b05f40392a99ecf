//! Errors in a text with their places, and notes on notation that was read as another spelling.

use std::borrow::Borrow;
use std::ops::Range;

use oddsmith_base::{Error, Hint, Named};

/// An error in a text of dice or a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Message: lower case, names in back quotes, no full stop.
    pub message: String,
    /// Correction, or the nearest valid notation.
    pub hint: Option<Hint>,
    /// Place in the text, as a byte range.
    pub span: Range<usize>,
    /// True for an error of a size or a bracket, which no other notation explains.
    pub settled: bool,
}

impl Fault {
    /// Creates an error at a span of the text.
    pub fn new(span: impl Borrow<Range<usize>>, message: impl Into<String>) -> Fault {
        Fault { message: message.into(), hint: None, span: span.borrow().clone(), settled: false }
    }

    /// The fault of a size or a bracket.
    pub(crate) fn settled(span: Range<usize>, message: impl Into<String>) -> Fault {
        Fault { settled: true, ..Fault::new(span, message) }
    }

    /// Returns the error with this hint.
    pub fn with_hint(self, hint: impl Into<Hint>) -> Fault {
        Fault { hint: Some(hint.into()), ..self }
    }

    /// Returns an error that shows the place in `text`, whose byte `offset` is the start of what
    /// was parsed.
    pub fn in_text(self, text: &str, offset: usize) -> Error {
        let span = self.span.start + offset..self.span.end + offset;
        Error::question(&*self.message).with_hint(self.advice()).at_span(text, span)
    }

    /// Returns the hint, or a reference to the guide of the language if it has none.
    pub fn advice(&self) -> Hint {
        self.hint.clone().unwrap_or_else(|| (Named::Guide + " shows the language").into())
    }
}

/// A note on notation of another tool, or with several readings, and its reading here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Message with both spellings.
    pub message: String,
    /// Place in the text, as a byte range.
    pub span: Range<usize>,
}

/// Result of parsing or checking a text.
pub type Read<T> = std::result::Result<T, Fault>;
