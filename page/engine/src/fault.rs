//! An error as a page underlines it.

use oddsmith::{Error, ErrorKind};
use serde::Serialize;

use crate::spelled::spelled;

/// What is wrong, where, and what to do.
#[derive(Serialize)]
pub struct Fault {
    message: String,
    hint: Option<String>,
    place: Option<String>,
    /// The stretch of the rules that it is about.
    span: Option<Stretch>,
    excerpt: Option<String>,
    /// Whether an exact answer would take more than was allowed.
    too_large: bool,
}

/// A stretch of a text, as an editor counts it: in units of UTF-16 from the start of its line.
#[derive(Serialize)]
struct Stretch {
    /// From 1.
    line: usize,
    /// From 1, in letters.
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
            span: error.span().map(|span| Stretch {
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
