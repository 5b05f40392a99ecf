//! Words as they are printed, as long as there is room for them.

use std::{fmt, io};

use super::{HINT, LONG};
use oddsmith_base::Bound;

/// A text that grows to its bound and no further.
pub struct Room {
    bound: Bound,
    bytes: Vec<u8>,
}

impl Room {
    /// Nothing yet.
    pub fn of(bound: Bound) -> Room {
        Room { bound, bytes: Vec::new() }
    }

    /// What it came to.
    pub fn text(self) -> String {
        // Whole texts are written alone.
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    fn add(&mut self, text: &[u8]) -> bool {
        let fits = self.bound.holds((self.bytes.len() + text.len()) as u64);
        if fits {
            self.bytes.extend_from_slice(text);
        }
        fits
    }
}

impl fmt::Write for Room {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.add(text.as_bytes()) { Ok(()) } else { Err(fmt::Error) }
    }
}

impl io::Write for Room {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        if self.add(text) {
            return Ok(text.len());
        }
        let error = self.bound.exceeded(LONG);
        Err(io::Error::other(format!(
            "{error}{HINT}{}",
            error.hint().map_or_else(String::new, ToString::to_string)
        )))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
