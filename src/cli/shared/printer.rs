//! The standard output: an answer is printed as it comes; whoever closes the pipe has read enough.

use std::borrow::Cow;
use std::io::{BufWriter, Write};

use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};

use super::copy::copy;
use crate::{Error, Result};

/// Writes to the standard output.
pub struct Printer {
    out: BufWriter<AutoStream<std::io::Stdout>>,
    /// Whether there are colours.
    paints: bool,
    closed: bool,
    /// What was printed, where it is copied too.
    copied: Option<String>,
}

impl Printer {
    /// On the standard output of this process, and to the clipboard where that is asked for.
    pub fn new(copies: bool) -> Printer {
        let out = std::io::stdout();
        let paints = AutoStream::choice(&out) != ColorChoice::Never;
        // Where there are none it would look for them in every byte of a million lines.
        let out = if paints { AutoStream::auto(out) } else { AutoStream::always_ansi(out) };
        Printer {
            out: BufWriter::new(out),
            paints,
            closed: false,
            copied: copies.then(String::new),
        }
    }

    /// Prints a text.
    ///
    /// # Errors
    /// If it can't be written, unless it is that nobody reads on.
    pub fn print(&mut self, text: &str) -> Result<()> {
        if let Some(copied) = &mut self.copied {
            copied.push_str(text);
        }
        if self.closed {
            return Ok(());
        }
        let text = match self.paints {
            true => painted(text),
            false if text.contains('\x1b') => strip_str(text).to_string().into(),
            false => text.into(),
        };
        let done = self.out.write_all(text.as_bytes());
        self.done(done)
    }

    /// Sees to it that all is written.
    ///
    /// # Errors
    /// As [`Printer::print`].
    pub fn flush(&mut self) -> Result<()> {
        if self.closed {
            return Ok(());
        }
        let done = self.out.flush();
        self.done(done)
    }

    /// Sees to it that all is written, and copied.
    ///
    /// # Errors
    /// As [`Printer::print`], or if it is too long for the clipboard.
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

/// What bars are drawn with.
const BAR: [char; 8] = ['█', '▉', '▊', '▋', '▌', '▍', '▎', '▏'];

/// A text with its bars in colour.
fn painted(text: &str) -> Cow<'_, str> {
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
    fn bars_alone_are_painted() {
        assert_eq!(painted("6  ██▌ é"), "6  \x1b[36m██▌\x1b[39m é");
        assert!(matches!(painted("é, 6"), Cow::Borrowed("é, 6")));
    }
}
