//! Output buffer with a size limit.

use std::io;

use super::errors::HINT;
use super::{MOST_PRINTED, OUTPUT_SUBJECT};

/// Buffer that rejects output beyond its limit.
#[derive(Default)]
pub struct CappedText(Vec<u8>);

impl CappedText {
    /// Returns the text of the buffer.
    pub fn text(self) -> String {
        // Only whole texts are added, so this is valid UTF-8.
        String::from_utf8_lossy(&self.0).into_owned()
    }
}

impl io::Write for CappedText {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        if MOST_PRINTED.holds((self.0.len() + text.len()) as u64) {
            self.0.extend_from_slice(text);
            return Ok(text.len());
        }
        let error = MOST_PRINTED.exceeded(OUTPUT_SUBJECT);
        Err(io::Error::other(format!(
            "{error}{HINT}{}",
            error.hint().map_or_else(String::new, ToString::to_string)
        )))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
