//! Flag `--copy`: also copies the output to the clipboard. The terminal sets the clipboard (escape
//! sequence OSC 52), which works over SSH and needs no library of a window system.

use std::io::{IsTerminal, Write};

use anstream::adapter::strip_str;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::text::numbers::grouped;
use crate::{Error, Result};

/// Maximum length in bytes: terminals accept 100,000 characters of base64.
const MAX_BYTES: usize = 74_994;

/// Checks that there is a terminal.
///
/// # Errors
/// If neither stderr nor stdout is a terminal.
pub fn check() -> Result<()> {
    match std::io::stderr().is_terminal() || std::io::stdout().is_terminal() {
        true => Ok(()),
        false => Err(Error::question("`--copy` needs a terminal, which holds the clipboard")
            .with_hint("pipe the answer instead: `oddsmith … | xclip -selection clipboard`")),
    }
}

/// Copies a text, without colours and surrounding empty lines, through the terminal.
///
/// # Errors
/// If the text is longer than terminals accept.
pub fn copy(text: &str) -> Result<()> {
    let plain = strip_str(text).to_string();
    let plain = plain.trim_matches('\n');
    if plain.len() > MAX_BYTES {
        let (length, most) = (grouped(plain.len() as u64), grouped(MAX_BYTES as u64));
        return Err(Error::question(format!(
            "the answer has {length} bytes, and terminals copy {most}"
        ))
        .with_hint("pipe the answer instead: `oddsmith … | xclip -selection clipboard`"));
    }
    let sequence = format!("\x1b]52;c;{}\x07", STANDARD.encode(plain));
    // A write error is ignored: the terminal may be closed.
    let _ = match std::io::stderr().is_terminal() {
        true => std::io::stderr().write_all(sequence.as_bytes()),
        false => std::io::stdout().write_all(sequence.as_bytes()),
    };
    Ok(())
}
