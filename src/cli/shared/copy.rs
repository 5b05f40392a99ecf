//! `--copy`: what is printed goes to the clipboard too. The terminal puts it there (OSC 52), so that it
//! works over SSH, and no library of a window system is needed.

use std::io::{IsTerminal, Write};

use anstream::adapter::strip_str;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::text::numbers::grouped;
use crate::{Error, Result};

/// What terminals take: 100,000 letters, in base64.
const MOST: usize = 74_994;

/// Says at once where there is no terminal.
///
/// # Errors
/// If neither stderr nor stdout is one.
pub fn check() -> Result<()> {
    match std::io::stderr().is_terminal() || std::io::stdout().is_terminal() {
        true => Ok(()),
        false => Err(Error::question("`--copy` needs a terminal, which holds the clipboard")
            .with_hint("pipe the answer instead: `oddsmith … | xclip -selection clipboard`")),
    }
}

/// Has the terminal copy a text, without its colours and the empty lines around it.
///
/// # Errors
/// If it is longer than terminals take.
pub fn copy(text: &str) -> Result<()> {
    let plain = strip_str(text).to_string();
    let plain = plain.trim_matches('\n');
    if plain.len() > MOST {
        let (length, most) = (grouped(plain.len() as u64), grouped(MOST as u64));
        return Err(Error::question(format!(
            "the answer has {length} bytes, and terminals copy {most}"
        ))
        .with_hint("pipe the answer instead: `oddsmith … | xclip -selection clipboard`"));
    }
    let sequence = format!("\x1b]52;c;{}\x07", STANDARD.encode(plain));
    // Nobody to tell if the terminal is closed.
    let _ = match std::io::stderr().is_terminal() {
        true => std::io::stderr().write_all(sequence.as_bytes()),
        false => std::io::stdout().write_all(sequence.as_bytes()),
    };
    Ok(())
}
