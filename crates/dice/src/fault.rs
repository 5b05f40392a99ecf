//! What is wrong with a text, and where; and what was read otherwise than some would think.

use std::ops::Range;

use oddsmith_base::{Error, Hint, Named};

/// What is wrong with a text of dice or a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong: lower case, names in back quotes, no full stop.
    pub message: String,
    /// What to do, or the nearest right thing.
    pub hint: Option<Hint>,
    /// Where, in bytes of the text.
    pub span: Range<usize>,
    /// True for an error of a size or a bracket, which no other notation explains.
    pub settled: bool,
}

impl Fault {
    /// What is wrong at a stretch of the text.
    pub fn new(span: Range<usize>, message: impl Into<String>) -> Fault {
        Fault { message: message.into(), hint: None, span, settled: false }
    }

    /// The fault of a size or a bracket.
    pub(crate) fn settled(span: Range<usize>, message: impl Into<String>) -> Fault {
        Fault { settled: true, ..Fault::new(span, message) }
    }

    /// The same with a hint.
    pub fn with_hint(self, hint: impl Into<Hint>) -> Fault {
        Fault { hint: Some(hint.into()), ..self }
    }

    /// The error that shows the place in `text`, which holds what was read from byte `offset` on.
    pub fn in_text(self, text: &str, offset: usize) -> Error {
        let span = self.span.start + offset..self.span.end + offset;
        Error::question(&*self.message).with_hint(self.advice()).at_span(text, span)
    }

    /// Its hint; where it has none, who explains the language.
    pub fn advice(&self) -> Hint {
        self.hint.clone().unwrap_or_else(|| (Named::Guide + " shows the language").into())
    }
}

/// What was read otherwise than it is written: another tool's spelling, and the one of this page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What was taken for what.
    pub message: String,
    /// Where, in bytes of the text.
    pub span: Range<usize>,
}

/// What reading can end in.
pub type Read<T> = std::result::Result<T, Fault>;
