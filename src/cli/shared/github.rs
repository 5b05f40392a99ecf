//! Verdicts as GitHub annotations: one line each, displayed at the line of the file.

use super::spelling::spelled;
use super::verified::Verified;
use crate::Error;
use crate::expectations::Verdict;

/// Returns the annotations that a workflow prints. Rows that hold are counted but not listed.
pub fn annotations(all: &[Verified]) -> String {
    let mut text = String::new();
    let (mut held, mut rows) = (0, 0);
    for one in all {
        for row in &one.judgements {
            rows += 1;
            // An undecided row fails the job too.
            if let Verdict::Holds | Verdict::Moved = row.verdict {
                held += 1;
                continue;
            }
            let why = row.why.as_ref().map(|why| format!("{}: ", why.trim_end_matches('.')));
            let why = why.unwrap_or_default();
            let message =
                format!("{why}{} is {}, expected {}", row.subject, row.computed, row.wanted);
            text += &format!(
                "::error file={},line={},title={}::{}\n",
                property(&one.file.display().to_string()),
                row.line,
                property(&format!("expectation {} {}", row.number, row.verdict.word())),
                data(&message)
            );
        }
    }
    text + &format!("::notice title=oddsmith::{held} of {rows} expectations hold\n")
}

/// Returns the annotation for a file that can't be verified.
pub fn fault(error: &Error) -> String {
    let mut at: Vec<String> = Vec::new();
    at.extend(error.path().map(|file| format!("file={}", property(file))));
    at.extend(error.span().map(|span| format!("line={},col={}", span.line, span.column)));
    let at = at.join(",");
    format!("::error {}::{}\n", at, data(&error.message().spelled(spelled)))
}

/// Escapes a text for the message of a workflow command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a text for a property of a workflow command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
