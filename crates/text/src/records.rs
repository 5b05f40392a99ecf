//! Parser of comma-separated values.

use std::mem::take;
use std::ops::Range;

use super::from_cell;
use oddsmith_base::{Error, Result};

/// Cells of a record, with their positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Unescaped texts of the cells.
    pub cells: Vec<String>,
    /// Byte ranges of the cells in the text.
    pub spans: Vec<Range<usize>>,
}

/// Parses comma-separated values (RFC 4180); each record ends with a line break.
///
/// # Errors
/// If a quote is not closed, or the last line has no line break; with line and column.
///
/// # Examples
/// ```
/// use oddsmith_text::{line, records};
///
/// let cells = ["+2 sword", "a \"b\", c", "'tis", ""];
/// assert_eq!(records(&line(cells))?[0].cells, cells);
/// assert!(records("share\n0.0277").is_err());
/// # Ok::<(), oddsmith_base::Error>(())
/// ```
pub fn records(text: &str) -> Result<Vec<Record>> {
    let (mut records, mut record) = (Vec::new(), Record::default());
    let (mut cell, mut start, mut opened) = (String::new(), 0, None);
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' if opened.is_some() && letters.next_if(|(_, next)| *next == '"').is_some() => {
                cell.push('"');
            }
            '"' => opened = if opened.is_none() { Some(at) } else { None },
            ',' | '\n' if opened.is_none() => {
                record.cells.push(from_cell(&take(&mut cell)).to_owned());
                record.spans.push(start..at);
                start = at + 1;
                if letter == '\n' {
                    records.push(take(&mut record));
                }
            }
            '\r' if opened.is_none() => {}
            letter => cell.push(letter),
        }
    }
    if let Some(at) = opened {
        return Err(Error::question("a quote is not closed")
            .with_hint("write a quote within a cell twice: `\"a \"\"b\"\" c\"`")
            .at_span(text, at..at + 1));
    }
    match record.cells.is_empty() && start == text.len() {
        true => Ok(records),
        false => Err(Error::question("the last line has no end, so it may be cut")
            .with_hint("end it with a line break if all of it is there")
            .at_span(text, start..text.len())),
    }
}
