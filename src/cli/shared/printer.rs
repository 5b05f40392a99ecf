//! Printer for the standard output. Answers are printed immediately; a closed pipe is not an error.

use std::borrow::Cow;
use std::io::{BufWriter, Write};

use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};

use super::copy::copy;
use super::format::Format;
use super::spelling::spelled;
use crate::cli::DIM;
use crate::query::Reply;
use crate::text::{Detail, Page};
use crate::{Error, Result};

/// Writer to the standard output.
pub struct Printer {
    /// Amount of detail that is printed.
    pub detail: Detail,
    out: BufWriter<AutoStream<std::io::Stdout>>,
    /// True if colours are printed.
    has_colors: bool,
    closed: bool,
    /// Printed text, if it is also copied to the clipboard.
    copied: Option<String>,
}

impl Printer {
    /// Creates a printer for the standard output, which also copies to the clipboard if `copies`.
    pub fn new(copies: bool, detail: Detail) -> Printer {
        let out = std::io::stdout();
        let paints = AutoStream::choice(&out) != ColorChoice::Never;
        // Without colours the stream would search every byte for escapes; `print` strips them
        // instead.
        let out = if paints { AutoStream::auto(out) } else { AutoStream::always_ansi(out) };
        Printer {
            detail,
            out: BufWriter::new(out),
            has_colors: paints,
            closed: false,
            copied: copies.then(String::new),
        }
    }

    /// Prints a text.
    ///
    /// If the text can't be written; a closed pipe is not an error.
    pub fn print(&mut self, text: &str) -> Result<()> {
        if let Some(copied) = &mut self.copied {
            copied.push_str(text);
        }
        if self.closed {
            return Ok(());
        }
        let text = match self.has_colors {
            true => with_colored_bars(text),
            false if text.contains('\x1b') => strip_str(text).to_string().into(),
            false => text.into(),
        };
        let done = self.out.write_all(text.as_bytes());
        self.done(done)
    }

    /// Prints a page in a format for people.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn page(&mut self, page: &Page, format: Format) -> Result<()> {
        self.print(&page.print(format.for_people(), self.detail, spelled))
    }

    /// Prints a reply in a format: its JSON, or its page.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn reply(&mut self, reply: &Reply, format: Format) -> Result<()> {
        match reply.json().filter(|_| format == Format::Json) {
            Some(json) => self.print(&format!("{}\n", json.trim_end())),
            None => self.page(&reply.page, format),
        }
    }

    /// Prints a note to stderr, unless only the answer is printed.
    pub fn note(&self, note: &str) {
        if self.detail != Detail::Brief {
            // A write error is ignored: stderr may be closed.
            let _ = writeln!(anstream::stderr(), "{DIM}{note}{DIM:#}");
        }
    }

    /// Flushes the output.
    ///
    /// # Errors
    /// If the output can't be written; a closed pipe is not an error.
    pub fn flush(&mut self) -> Result<()> {
        if self.closed {
            return Ok(());
        }
        let done = self.out.flush();
        self.done(done)
    }

    /// Flushes the output, and copies it to the clipboard if requested.
    ///
    /// # Errors
    /// If the output can't be written, or is too long for the clipboard.
    pub fn finish(mut self) -> Result<()> {
        self.flush()?;
        self.copied.as_deref().map_or(Ok(()), copy)
    }

    fn done(&mut self, done: std::io::Result<()>) -> Result<()> {
        match done {
            Err(cause) if cause.kind() == std::io::ErrorKind::BrokenPipe => {
                self.closed = true;
                Ok(())
            }
            done => {
                done.map_err(|cause| Error::file("written", "standard output".as_ref(), &cause))
            }
        }
    }
}

/// Characters that bars consist of.
const BAR: [char; 8] = ['█', '▉', '▊', '▋', '▌', '▍', '▎', '▏'];

/// Adds colour to the bars of a text.
fn with_colored_bars(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || !text.contains(BAR) {
        return Cow::Borrowed(text);
    }
    let (mut painted, mut within) = (String::with_capacity(text.len() * 2), false);
    for letter in text.chars() {
        if BAR.contains(&letter) != within {
            within = !within;
            painted.push_str(if within { "\x1b[36m" } else { "\x1b[39m" });
        }
        painted.push(letter);
    }
    Cow::Owned(painted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_bars_are_colored() {
        assert_eq!(with_colored_bars("6  ██▌ é"), "6  \x1b[36m██▌\x1b[39m é");
        assert!(matches!(with_colored_bars("é, 6"), Cow::Borrowed("é, 6")));
    }
}
