//! Errors in the form that the page displays and underlines.

use oddsmith::{Error, ErrorKind};
use serde::Serialize;

use crate::spelling::spelled;

/// An error: its message, hint and place.
#[derive(Serialize)]
pub struct Fault {
    message: String,
    hint: Option<String>,
    place: Option<String>,
    /// Span of the house rules that the error is about.
    span: Option<TextSpan>,
    excerpt: Option<String>,
    /// True if an exact answer would exceed the allowed amount of work.
    too_large: bool,
}

/// Span of a text: its start as line and column, and its bytes `from..to`.
#[derive(Serialize)]
struct TextSpan {
    /// Line, from 1.
    line: usize,
    /// Column in characters, from 1.
    column: usize,
    from: usize,
    to: usize,
}

impl From<&Error> for Fault {
    fn from(error: &Error) -> Fault {
        Fault {
            message: error.message().spelled(spelled),
            hint: error.hint().map(|hint| hint.spelled(spelled)),
            place: error.place().map(|place| place.spelled(spelled)),
            span: error.span().map(|span| TextSpan {
                line: span.line,
                column: span.column,
                from: span.bytes.start,
                to: span.bytes.end,
            }),
            excerpt: error.excerpt(),
            too_large: error.kind() == ErrorKind::TooLarge,
        }
    }
}
