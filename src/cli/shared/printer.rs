//! The standard output: an answer is printed as it comes; whoever closes the pipe has read enough.

use std::io::{BufWriter, Write};

use crate::{Error, Result};

/// Writes to the standard output.
pub struct Printer {
    out: BufWriter<anstream::AutoStream<std::io::Stdout>>,
    closed: bool,
}

impl Printer {
    /// On the standard output of this process.
    pub fn new() -> Printer {
        Printer { out: BufWriter::new(anstream::stdout()), closed: false }
    }

    /// Prints a text.
    ///
    /// # Errors
    /// If it can't be written, unless it is that nobody reads on.
    pub fn print(&mut self, text: &str) -> Result<()> {
        if self.closed {
            return Ok(());
        }
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
